"""80分 in two rooms through the services: a board signed by East, what officials fix and adjust, an encounter closed."""

from typing import Any

import pytest

from events.models import HandRecord, Match
from events.refusals import NotAllowed, Problems, StateRefusal
from events.selectors.desk import desk_of
from events.services.boards import board_trump_set
from events.services.competitions import competition_close
from events.services.hands import hand_record
from events.services.matches import entry_withdraw, match_confirm
from events.services.penalties import board_adjust, penalty_give
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, other_event

pytestmark = pytest.mark.django_db
BOARDS = 2


@pytest.fixture
def stage() -> Stage:
    return other_event("hefei-eighty-teams", teams=2, entrants=2, overrides={"format_rules.boards": BOARDS})


def room(stage: Stage, name: str) -> Match:
    return Match.objects.get(competition=stage.competition, code=f"r1-1v2-{name}")


def record(number: int, name: str, points: int, trump: str = "H") -> dict[str, Any]:
    return {"board": number, "room": name, "trump": trump, "table_points": points, "last_trick": "declarers", "dig": "none"}


def enter(stage: Stage, name: str, number: int, points: int, trump: str = "H") -> str:
    reply = hand_record(
        competition=stage.competition,
        match=room(stage, name).code,
        record=record(number, name, points, trump),
        key=f"board-{name}-{number}",
        by=stage.scorer(room(stage, name).table),
    )
    assert reply.status == 201, reply.body
    entry_hash: str = reply.body["entry"]["hash"]
    return entry_hash


def fill(stage: Stage) -> None:
    for name, points in (("open", 60), ("closed", 75)):
        for number in range(1, BOARDS + 1):
            enter(stage, name, number, points)


def sign(stage: Stage) -> None:
    for match in (room(stage, "open"), room(stage, "closed")):
        for row in HandRecord.objects.filter(match=match, state="live").order_by("number"):
            key = f"sign-{match.code}-{row.number}"
            match_confirm(competition=stage.competition, match=match.code, covers=[row.hash], key=key, by=stage.checker(match.table))


def encounter(stage: Stage) -> dict[str, Any]:
    (row,) = full(stage.competition)["encounters"]
    return row


def adjust(stage: Stage, **changes: Any) -> Any:
    asked: dict[str, Any] = {"board": 2, "ns": 3, "ew": 0, "unit": "net", "clauses": ["E80-24"], "reason": "迟到", "key": "adjust-board-2"}
    asked |= {"by": stage.chief, **changes}
    return board_adjust(competition=stage.competition, match=room(stage, "closed").code, **asked)


def test_both_rooms_make_the_encounter_and_every_board_is_signed(stage: Stage) -> None:
    fill(stage)
    assert encounter(stage)["points"] == {"low": 2, "high": 2}  # 15 for home on board 1, for the away team on board 2
    assert (encounter(stage)["finished"], encounter(stage)["official"]) == (True, False)
    with pytest.raises(StateRefusal):
        competition_close(competition=stage.competition, key="close-early", by=stage.chief)
    sign(stage)
    assert encounter(stage)["official"]
    recompute(stage.competition.pk, "worker")
    assert stage.competition.snapshot.body.encode() == canonical(full(stage.competition))
    assert not verify(stage.competition).findings
    assert competition_close(competition=stage.competition, key="close-now", by=stage.chief).status == 201


def test_a_record_of_the_other_room_or_board_is_a_problem(stage: Stage) -> None:
    match = room(stage, "open")
    with pytest.raises(Problems) as refused:
        hand_record(
            competition=stage.competition, match=match.code, record=record(7, "closed", 60), key="other-room", by=stage.scorer(match.table)
        )
    assert sorted(fault.code for fault in refused.value.faults) == ["board_not_here", "other_room"]


def test_another_trump_in_the_other_room_keeps_the_competition_open(stage: Stage) -> None:
    enter(stage, "open", 1, 60)
    enter(stage, "closed", 1, 75, trump="S")
    for name in ("open", "closed"):
        enter(stage, name, 2, 40)
    sign(stage)
    assert [fault["code"] for fault in encounter(stage)["findings"]] == ["trump_differs"]
    with pytest.raises(StateRefusal) as refused:
        competition_close(competition=stage.competition, key="close-early", by=stage.chief)
    assert [row["code"] for row in (refused.value.current or {})["missing"]] == ["finding", "finding"]
    recompute(stage.competition.pk, "worker")
    at_the_desk = [(item.match, item.detail["findings"][0]["code"]) for item in desk_of(competition=stage.competition).todo]
    assert at_the_desk == [("r1-1v2-open", "trump_differs"), ("r1-1v2-closed", "trump_differs")]


def test_a_trump_fixed_by_the_chief_referee_is_held_against_what_was_played(stage: Stage) -> None:
    fill(stage)
    fixed: dict[str, Any] = {"board": 1, "mode": "A", "rank": "2", "trump": "S"}
    with pytest.raises(NotAllowed):
        board_trump_set(competition=stage.competition, **fixed, key="trump-of-board-1", by=stage.referee)
    board_trump_set(competition=stage.competition, **fixed, key="trump-of-board-1", by=stage.chief)
    found = [fault["code"] for match in full(stage.competition)["matches"] for fault in match["findings"]]
    assert found == ["trump_differs", "trump_differs"]


def test_case_431_an_adjusted_score_without_a_reason_is_refused(stage: Stage) -> None:
    fill(stage)
    with pytest.raises(Problems) as refused:
        adjust(stage, reason="")
    assert [fault.code for fault in refused.value.faults] == ["reason_missing"]
    with pytest.raises(NotAllowed):
        adjust(stage, by=stage.referee)
    assert adjust(stage, ns=0, ew=0).status == 201
    assert encounter(stage)["boards"][1]["state"] == "adjusted"


def test_a_penalty_taken_back_is_as_never_given(stage: Stage) -> None:
    fill(stage)
    before = canonical({**full(stage.competition), "seq": 0})
    given = penalty_give(
        competition=stage.competition,
        match=room(stage, "open").code,
        penalty={"code": "exposed_card", "side": "EW", "count": 2},
        number=1,
        room="open",
        key="penalty-1",
        by=stage.referee,
    )
    assert encounter(stage)["points"] == {"low": 3, "high": 2}  # 15 and 20 make 35
    entry_withdraw(
        competition=stage.competition,
        match=room(stage, "open").code,
        supersedes=given.body["entry"]["hash"],
        reason="看错",
        key="withdraw-1",
        by=stage.chief,
    )
    assert canonical({**full(stage.competition), "seq": 0}) == before
