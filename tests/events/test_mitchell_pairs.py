"""80分 in pairs through the services: seats as moved, boards compared over the hall, the chief referee's boards, a competition closed."""

from typing import Any

import pytest

from events.models import HandRecord, Match
from events.refusals import Problems, StateRefusal
from events.selectors.desk import desk_of
from events.services.boards import board_foul
from events.services.competitions import competition_close
from events.services.hands import hand_record
from events.services.matches import match_confirm
from events.services.penalties import board_adjust
from events.services.rounds import round_open
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, other_event

pytestmark = pytest.mark.django_db
ROUNDS = 3


@pytest.fixture
def stage() -> Stage:
    """Six pairs, three tables, one board a round; round 1 is open."""
    return other_event("hefei-eighty-pairs", teams=6, overrides={"format_rules.boards_per_round": 1})


def tables(stage: Stage, number: int) -> list[Match]:
    return list(Match.objects.filter(competition=stage.competition, round__number=number).order_by("table"))


def seat(stage: Stage, match: str) -> dict[str, Any]:
    """Who sits there by draw number, and the board."""
    state = full(stage.competition)
    numbers = {entrant["entrant"]: entrant["number"] for team in state["teams"] for entrant in team["entrants"]}
    row = next(row for row in state["matches"] if row["match"] == match)
    return {"board": row["boards"][0], "ns": numbers[row["ns"]["entrant"]], "ew": numbers[row["ew"]["entrant"]]}


def enter(stage: Stage, match: Match, points: int, **changes: Any) -> None:
    record = {**seat(stage, match.code), "trump": "H", "table_points": points, "last_trick": "declarers", "dig": "none", **changes}
    reply = hand_record(
        competition=stage.competition, match=match.code, record=record, key=f"board-{match.code}", by=stage.scorer(match.table)
    )
    assert reply.status == 201, reply.body


def sign(stage: Stage, match: Match) -> None:
    for row in HandRecord.objects.filter(match=match, state="live"):
        match_confirm(
            competition=stage.competition, match=match.code, covers=[row.hash], key=f"sign-{match.code}", by=stage.checker(match.table)
        )


def adjust(stage: Stage, match: Match, ns: Any, ew: Any) -> None:
    board = seat(stage, match.code)["board"]
    asked: dict[str, Any] = {"board": board, "ns": ns, "ew": ew, "unit": "percent", "clauses": ["E80-24"], "reason": "没有打成"}
    reply = board_adjust(competition=stage.competition, match=match.code, **asked, key=f"adjust-{match.code}", by=stage.chief)
    assert reply.status == 201


def play_all(stage: Stage, unplayed: str = "", other_trump: str = "") -> None:
    for number in range(1, ROUNDS + 1):
        if number > 1:
            recompute(stage.competition.pk, "worker")
            round_open(competition=stage.competition, number=number, by=stage.organiser)
        for place, match in enumerate(tables(stage, number)):
            if match.code == unplayed:
                adjust(stage, match, "plus", "minus")
            else:
                enter(stage, match, 40 + 5 * place * number, trump="S" if match.code == other_trump else "H")
                sign(stage, match)


def test_seats_move_and_boards_are_compared_over_the_hall(stage: Stage) -> None:
    play_all(stage)
    state = full(stage.competition)
    assert [seat(stage, match.code) for match in tables(stage, 2)] == [
        {"board": 2, "ns": 1, "ew": 6},
        {"board": 3, "ns": 2, "ew": 4},
        {"board": 1, "ns": 3, "ew": 5},
    ]
    assert [len(board["results"]) for board in state["boards"]] == [3, 3, 3]
    assert all(row["official"] for row in state["rounds"])
    recompute(stage.competition.pk, "worker")
    assert stage.competition.snapshot.body.encode() == canonical(full(stage.competition))
    assert not verify(stage.competition).findings
    assert competition_close(competition=stage.competition, key="close-now", by=stage.chief).status == 201


def test_a_table_of_which_the_chief_referee_set_every_board_needs_no_signature(stage: Stage) -> None:
    """There is nothing that East could sign: no record, only what the chief referee ruled."""
    play_all(stage, unplayed="r2-t2")
    state = full(stage.competition)
    row = next(row for row in state["matches"] if row["match"] == "r2-t2")
    assert (row["state"], row["hands"], row["confirmed"]) == ("complete", [], None)
    assert [row["official"] for row in state["rounds"]] == [True, True, True]
    assert competition_close(competition=stage.competition, key="close-now", by=stage.chief).status == 201


def test_a_record_of_other_pairs_or_of_another_board_is_a_problem(stage: Stage) -> None:
    (first, *_) = tables(stage, 1)
    with pytest.raises(Problems) as refused:
        enter(stage, first, 40, ew=5, board=2)
    assert sorted(fault.code for fault in refused.value.faults) == ["board_not_here", "other_pair"]


def test_another_trump_at_another_table_keeps_the_competition_open(stage: Stage) -> None:
    """The first table to play board 1 fixed hearts."""
    play_all(stage, other_trump="r2-t3")
    state = full(stage.competition)
    assert {row["match"]: [fault["code"] for fault in row["findings"]] for row in state["matches"] if row["findings"]} == {
        "r2-t3": ["trump_differs"]
    }
    assert [row["official"] for row in state["rounds"]] == [True, False, True]
    with pytest.raises(StateRefusal) as refused:
        competition_close(competition=stage.competition, key="close-early", by=stage.chief)
    assert [(row["code"], row["match"]) for row in (refused.value.current or {})["missing"]] == [("finding", "r2-t3")]
    recompute(stage.competition.pk, "worker")
    at_the_desk = [(item.match, item.detail["findings"][0]["code"]) for item in desk_of(competition=stage.competition).todo]
    assert at_the_desk == [("r2-t3", "trump_differs")]  # signed, and of a round long over


def test_a_fouled_board_is_compared_in_groups_and_everything_follows(stage: Stage) -> None:
    play_all(stage)
    recompute(stage.competition.pk, "worker")
    groups = [["r1-t1"], ["r2-t3", "r3-t2"]]
    board_foul(competition=stage.competition, board=1, groups=groups, reason="牌插错", key="foul-board-1", by=stage.chief)
    recompute(stage.competition.pk, "worker")
    state = full(stage.competition)
    assert stage.competition.snapshot.body.encode() == canonical(state)
    assert [(row["match"], row["group"], row["points"]["NS"]) for row in state["boards"][0]["results"]] == [
        ("r1-t1", 1, "12/5"),
        ("r2-t3", 2, 0),
        ("r3-t2", 2, 4),
    ]
    assert not verify(stage.competition).findings


def test_a_round_beyond_the_movement_is_not_opened(stage: Stage) -> None:
    play_all(stage)
    recompute(stage.competition.pk, "worker")
    with pytest.raises((StateRefusal, Problems)):
        round_open(competition=stage.competition, number=ROUNDS + 1, by=stage.organiser)
