"""A proposal is seconded as it was seen: where its match moved after it, only with a fresh look."""

from typing import Any

import pytest

from events.models import Proposal
from events.refusals import StateRefusal
from events.services.adjustments import match_adjust
from events.services.attachments import attachment_keep
from events.services.proposals import proposal_refuse, proposal_second
from events.services.rulings import ruling_make
from tests.api.caller import Caller, competition_path
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, correct, five, hand, new_key, sound
from tests.events.test_proposals import forfeit, second, two_officials
from tests.pictures import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return two_officials(small_event())


def seen(stage: Stage, proposal: str, version: int) -> Any:
    return proposal_second(competition=stage.competition, proposal=proposal, key=new_key(), by=stage.referee, seen=version)


def refused_stale(stage: Stage, act: Any) -> int:
    with pytest.raises(StateRefusal) as refused:
        act()
    assert refused.value.code == "proposal_stale"
    assert Proposal.objects.latest("pk").state == "proposed"
    current = refused.value.current or {}
    assert current["match"]["match"] == stage.match().code
    return int(current["match"]["version"])


def test_a_forfeit_proposed_before_they_came_and_played(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    before = stage.match().version
    hand(stage, by_kind(1))
    version = refused_stale(stage, lambda: second(stage, proposal))
    assert (stage.match().forfeited_by, version) == ("", stage.match().version)
    refused_stale(stage, lambda: seen(stage, proposal, before))
    hand(stage, by_kind(2))
    refused_stale(stage, lambda: seen(stage, proposal, version))  # it moved once more
    assert seen(stage, proposal, stage.match().version).status == 201
    assert stage.match().forfeited_by == "EW"
    sound(stage)


def test_an_adjustment_and_a_ruling_too(stage: Stage) -> None:
    hashes = five(stage)
    say: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "clauses": ["GD-08"], "reason": "看过"}
    adjusted = match_adjust(**say, side_points={"NS": -2}, key=new_key(), by=stage.chief).body["proposal"]
    correct(stage, hashes[1], by_kind(2), by=stage.referee, reason="看错")
    refused_stale(stage, lambda: second(stage, adjusted))
    proposal_refuse(competition=stage.competition, proposal=adjusted, key=new_key(), reason="变了", by=stage.referee)
    hand(stage, by_kind(3, "EW"), by=stage.chief)
    ruled = ruling_make(**say, number=3, uphold=hashes[2], key=new_key(), by=stage.chief).body["proposal"]
    hand(stage, by_kind(3, "EW", "first_third"), by=stage.referee)
    refused_stale(stage, lambda: second(stage, ruled))
    assert seen(stage, ruled, stage.match().version).status == 201
    sound(stage)


def test_what_tells_nothing_of_the_result_moves_nothing(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    forfeit(stage)
    say: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "what": "sheet", "media_type": "image/png"}
    attachment_keep(**say, body=png(1), key=new_key(), by=stage.scorer())
    hand(stage, by_kind(1), table=2)
    assert second(stage, proposal).status == 201


def test_over_the_api_a_fresh_look_is_named(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    hand(stage, by_kind(1))
    referee = Caller(user=stage.users["referee"])
    path = f"{competition_path(stage)}proposals/"
    refused = referee.post(f"{path}{proposal}/second/")
    assert (refused.status_code, refused.json()["code"]) == (409, "proposal_stale")
    (row,) = referee.get(path).json()["results"]
    assert row["version"] == stage.match().version
    assert referee.post(f"{path}{proposal}/second/", {"seen": row["version"]}).status_code == 201


def test_at_the_desk_it_is_said_before_it_is_seconded(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    referee = Caller(user=stage.users["referee"]).client
    desk = f"/e/{stage.event.code}/{stage.competition.code}/desk/"
    assert "又有变动" not in referee.get(desk).content.decode()
    hand(stage, by_kind(1))
    page = referee.get(desk).content.decode()
    assert "提议之后，这一场又有变动" in page
    assert f'name="seen" value="{stage.match().version}"' in page
    where = f"{desk}proposals/{proposal}/second/"
    assert "又有变动" in referee.post(where, {"key": new_key()}, follow=True).content.decode()
    assert stage.match().forfeited_by == ""
    referee.post(where, {"key": new_key(), "seen": str(stage.match().version)})
    assert stage.match().forfeited_by == "EW"
