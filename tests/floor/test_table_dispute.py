"""The table page of every rulebook with a dispute: it can raise one, and is told how it stands and no more."""

from collections.abc import Callable
from typing import Any

import pytest

from events.pinned import rulebook_of
from events.services.disputes import dispute_raise, dispute_rule
from scoring.rulebook import ids
from tests.cast import Stage, small_event
from tests.events.score_kit import new_key, sound
from tests.floor.test_setup_three import PRIZE
from tests.floor.test_table_page_games import climbing, device_client, pairs, rooms, state_of, stones
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db
TOLD = {
    "pid", "state", "subject", "number", "game", "side", "outcome", "clauses", "first_outcome", "final", "may_appeal", "time", "refs",
}  # fmt: skip
TWO_SIDES: dict[str, Callable[[], Stage]] = {
    "healthcup-guandan": small_event,
    "healthcup-chaodipi": climbing,
    "hefei-eighty-teams": rooms,
    "hefei-eighty-pairs": pairs,
    "healthcup-gomoku": stones,
}
# Where six are too few, and what an organiser has to say himself.
PLAYERS = {"doudizhu-refill": 9, "doudizhu-repechage": 18, "doudizhu-ten-hands": 18}
UNSAID: dict[str, dict[str, Any]] = {"doudizhu-refill": {"tally_rules.time.minutes": 20}, "doudizhu-repechage": PRIZE}


@pytest.mark.parametrize("rulebook", ids())
def test_every_table_page_raises_and_follows_a_dispute(rulebook: str) -> None:
    stage = (
        TWO_SIDES[rulebook]()
        if rulebook in TWO_SIDES
        else three_event(rulebook, players=PLAYERS.get(rulebook, 6), overrides=UNSAID.get(rulebook))
    )
    sides = ("NS", "EW") if rulebook in TWO_SIDES else ("1", "2")
    page = device_client(stage, sides[0]).get("/table/").content.decode()
    assert 'data-do="dispute"' in page
    assert page.count('data-do="subject:') == 10
    assert 'id="dispute"' in page
    assert state_of(stage, sides[0])["match"]["dispute"] is None
    raised = dispute_raise(
        competition=stage.competition,
        match=stage.match().code,
        key=new_key(),
        by=stage.device(1, sides[1]),
        subject="behaviour",
        reason="对方说话",
    )
    for side in sides:
        told: dict[str, Any] = state_of(stage, side)["match"]["dispute"]
        assert set(told) == TOLD
        assert (told["state"], told["number"], told["side"], told["may_appeal"]) == ("raised", 0, sides[1], False)
    dispute_rule(
        competition=stage.competition,
        dispute=raised.body["dispute"]["dispute"],
        key=new_key(),
        by=stage.referee,
        outcome="warning",
        clauses=[next(iter(rulebook_of(stage.competition).clauses))],
        reason="提醒过",
    )
    told = state_of(stage, sides[0])["match"]["dispute"]
    assert (told["state"], told["outcome"], told["may_appeal"], bool(told["refs"])) == ("ruled", "warning", True, True)
    sound(stage)
