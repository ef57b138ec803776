"""Rounds: one after the other, seats from the plan, a step ahead only by the organiser with a reason."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from events.models import LedgerEntry, Match, Remark, Round
from events.refusals import NotAllowed, NotFound, Problems, Refused, StateRefusal
from events.services.hands import hand_record
from events.services.keyed import new_key
from events.services.matches import match_forfeit
from events.services.replies import Reply
from events.services.rounds import round_lock, round_open, round_unlock
from tests.cast import Stage, make_draws, small_event

pytestmark = pytest.mark.django_db


def refusal(call: Callable[[], object]) -> StateRefusal:
    with pytest.raises(StateRefusal) as refused:
        call()
    return refused.value


def give_up_round(stage: Stage, number: int = 1) -> None:
    """Finish a round the short way: both sides forfeit everywhere."""
    for match in Match.objects.filter(competition=stage.competition, round__number=number):
        match_forfeit(competition=stage.competition, match=match.code, sides=["NS", "EW"], key=new_key(), reason="没来", by=stage.chief)


def test_round_1_seats_the_lower_number_north_south() -> None:
    """GD-07, case 158: table numbers run through the encounters in order of the smaller number."""
    stage = small_event(4, 2)
    rows = Match.objects.filter(competition=stage.competition).select_related("ns__team", "ew__team")
    assert [(row.table, row.ns.team.number, row.ns.number, row.ew.team.number, row.ew.number) for row in rows] == [
        (1, 1, 1, 4, 1),
        (2, 1, 2, 4, 2),
        (3, 2, 1, 3, 1),
        (4, 2, 2, 3, 2),
    ]


def test_an_odd_field_has_a_bye() -> None:
    """Case 186: the bye is told by the team's pid."""
    stage = small_event(3, 1, opened=0)
    byes = []
    for number in (1, 2, 3):
        reply = round_open(competition=stage.competition, number=number, by=stage.organiser)
        assert len(reply.body["matches"]) == 1
        byes.append(reply.body["bye"])
        give_up_round(stage, number)
    assert sorted(byes) == sorted(stage.teams)
    refused = refusal(lambda: round_open(competition=stage.competition, number=4, by=stage.organiser))
    assert (refused.code, refused.values) == ("no_more_rounds", {"rounds": 3})


def test_not_before_the_draws() -> None:
    stage = small_event(2, 1, drawn=False)
    refused = refusal(lambda: round_open(competition=stage.competition, number=1, by=stage.organiser))
    assert refused.code == "draws_missing"
    assert refused.current is not None
    assert len(refused.current["draws"]) == 3
    make_draws(stage)
    assert round_open(competition=stage.competition, number=1, by=stage.organiser).status == 201


@pytest.mark.parametrize("number", [1, 3, 900])
def test_only_the_next_round(number: int) -> None:
    stage = small_event(4, 1)
    refused = refusal(lambda: round_open(competition=stage.competition, number=number, by=stage.organiser))
    assert (refused.code, refused.values) == ("not_next", {"next": 2})


@pytest.mark.parametrize("number", [0, -1, 1000, 10**30, "2", None, True, 1.0])
def test_a_round_number_that_cannot_be(number: int) -> None:
    stage = small_event(4, 1)
    with pytest.raises(Problems):
        round_open(competition=stage.competition, number=number, by=stage.organiser)


def test_an_unfinished_round_says_what_is_missing() -> None:
    stage = small_event(4, 1)
    hand_record(
        competition=stage.competition, match="r1-1v4-p1", record={"hand": 1, "order": ["N", "S"]}, key="hand-key-1", by=stage.scorer(1)
    )
    refused = refusal(lambda: round_open(competition=stage.competition, number=2, by=stage.organiser))
    assert refused.code == "round_unfinished"
    assert refused.current == {
        "missing": [
            {"round": 1, "match": "r1-1v4-p1", "table": 1, "hands": 1},
            {"round": 1, "match": "r1-2v3-p1", "table": 2, "hands": 0},
        ]
    }
    assert Round.objects.filter(competition=stage.competition).count() == 1


def test_the_organiser_may_go_ahead_with_a_reason() -> None:
    stage = small_event(4, 1)
    with pytest.raises(Problems) as refused:
        round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason=" \n ")
    assert [fault.code for fault in refused.value.faults] == ["reason_missing"]
    with pytest.raises(NotAllowed):
        round_open(competition=stage.competition, number=2, by=stage.chief, force=True, reason="赶时间")
    reply = round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="张三晚到，\n先打第二轮")
    entry = LedgerEntry.objects.get(book__competition=stage.competition, seq=reply.body["entry"]["seq"])
    assert "张三" not in entry.body
    assert Remark.objects.get(competition=stage.competition).text == "张三晚到， 先打第二轮"
    assert Remark.objects.get(competition=stage.competition).hash in entry.body


def test_a_finished_round_lets_the_chief_open_the_next() -> None:
    stage = small_event(4, 1)
    give_up_round(stage)
    assert round_open(competition=stage.competition, number=2, by=stage.chief).status == 201
    assert Match.objects.filter(competition=stage.competition, round__number=2).count() == 2


def test_a_retried_opening_opens_once() -> None:
    stage = small_event(2, 1, opened=0)
    first = round_open(competition=stage.competition, number=1, by=stage.organiser, key="round-key-1")
    again = round_open(competition=stage.competition, number=1, by=stage.organiser, key="round-key-1")
    assert (again.replayed, again.body) == (True, first.body)
    assert Match.objects.filter(competition=stage.competition).count() == 1


def test_locking_stops_the_tables_and_unlocking_lets_them_go_on() -> None:
    stage = small_event(2, 1)

    def enter(key: str) -> Reply:
        record = {"hand": 1, "order": ["N", "S"]}
        return hand_record(competition=stage.competition, match="r1-1v2-p1", record=record, key=key, by=stage.scorer(1))

    round_lock(competition=stage.competition, number=1, by=stage.chief)
    assert refusal(lambda: enter("hand-key-1")).code == "round_locked"
    assert refusal(lambda: round_lock(competition=stage.competition, number=1, by=stage.chief)).code == "round_locked"
    round_unlock(competition=stage.competition, number=1, by=stage.organiser)
    assert enter("hand-key-1").status == 201
    assert refusal(lambda: round_unlock(competition=stage.competition, number=1, by=stage.chief)).code == "round_not_locked"
    with pytest.raises(NotFound):
        round_lock(competition=stage.competition, number=2, by=stage.chief)


@pytest.mark.parametrize("role", ["referee", "scorer", "checker", "auditor"])
def test_others_do_not_open_or_lock(role: str) -> None:
    stage = small_event(2, 1)
    for call in (round_open, round_lock, round_unlock):
        with pytest.raises(NotAllowed):
            call(competition=stage.competition, number=1, by=stage.actors[role])


@pytest.mark.django_db(transaction=True)
def test_two_at_once_open_one_round() -> None:
    stage = small_event(4, 1, opened=0)

    def attempt(place: int) -> str:
        try:
            return str(round_open(competition=stage.competition, number=1, by=stage.organiser, key=f"round-key-{place}").status)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(attempt, range(4)))
    assert answers == ["201", "not_next", "not_next", "not_next"]
    assert Match.objects.filter(competition=stage.competition).count() == 2
