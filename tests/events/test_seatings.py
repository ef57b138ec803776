"""坐错位置: whose the records are is put right afterwards, with everything that follows; live equals the full recomputation."""

from typing import Any

import pytest

from events.access import Actor
from events.models import LedgerEntry, Match
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.hands import hand_record
from events.services.rounds import round_open
from events.services.seatings import seats_correct
from events.standings import full, recompute
from tests.cast import Stage, other_event, small_event
from tests.events.score_kit import confirm, five, match_state, new_key, sound
from tests.floor.three_event import hand as three_hand
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db


def correct(stage: Stage, seats: dict[str, str], *, match: Match | None = None, by: Actor | None = None, **more: Any) -> Any:
    return seats_correct(
        competition=stage.competition,
        match=(match or stage.match()).code,
        seats=seats,
        reason=more.pop("reason", "坐反了"),
        key=new_key(),
        by=by or stage.chief,
        **more,
    )


def exchanged(match: Match) -> dict[str, str]:
    return {"NS": match.ew.pid, "EW": match.ns.pid}


def points_of(stage: Stage) -> dict[str, int]:
    return {row["team"]: row["current"]["points"] for row in full(stage.competition)["standings"] if row["current"]}


def test_the_sides_of_a_match_are_exchanged_and_the_hands_stay() -> None:
    stage = small_event()
    confirm(stage, five(stage))
    recompute(stage.competition.pk, "worker")
    match, before = stage.match(), match_state(stage, stage.match().code)
    teams = match.ns.team.pid, match.ew.team.pid
    points = points_of(stage)
    assert correct(stage, exchanged(match)).status == 201
    after = match_state(stage, match.code)
    assert (after["ns"]["team"], after["ew"]["team"]) == teams[::-1]
    assert after["hands"] == before["hands"]
    assert after["points"] == before["points"]
    assert after["confirmed"] == before["confirmed"]
    assert [points_of(stage)[team] for team in teams] == [points[team] for team in teams[::-1]]
    assert stage.match().ns.team.pid == teams[1]
    sound(stage)
    correct(stage, exchanged(stage.match()))  # and back
    assert points_of(stage) == points
    sound(stage)


def test_two_pairs_of_a_team_at_each_others_tables() -> None:
    stage = small_event()
    one, other = (
        stage.match(1),
        Match.objects.filter(competition=stage.competition, encounter=stage.match(1).encounter).order_by("table")[1],
    )
    five(stage)
    pid, theirs = one.ns.pid, other.ns.pid
    correct(stage, {"NS": theirs, "EW": one.ew.pid})
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.ns.pid, other.ns.pid) == (theirs, pid)
    assert LedgerEntry.objects.filter(kind="reseated").count() == 2
    sound(stage)
    elsewhere = Match.objects.filter(competition=stage.competition).exclude(encounter=one.encounter).first()
    assert elsewhere is not None
    with pytest.raises(Problems) as refused:
        correct(stage, {"NS": elsewhere.ns.pid, "EW": one.ew.pid})
    assert [fault.code for fault in refused.value.faults] == ["seated_elsewhere"]


def test_in_a_bracket_the_other_one_goes_on() -> None:
    stage = other_event("healthcup-gomoku", 4)
    for table in (1, 2):
        for game in (1, 2):
            black = "A" if game == 1 else "B"
            hand_record(
                competition=stage.competition,
                match=stage.match(table).code,
                record={"game": game, "black": black, "winner": "A", "reason": "resigned"},
                key=new_key(),
                by=stage.referee,
            )
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="测试")
    match = stage.match(1)
    won, lost = match.ns.pid, match.ew.pid
    final = stage.match(1, 2)
    assert won in (final.ns.pid, final.ew.pid)
    correct(stage, exchanged(match))
    final.refresh_from_db()
    assert lost in (final.ns.pid, final.ew.pid)
    assert won not in (final.ns.pid, final.ew.pid)
    assert not any(row["differs"] for drawn in full(stage.competition)["bracket"]["rounds"] for row in drawn["matches"])
    sound(stage)


def test_three_seats_are_permuted() -> None:
    stage = three_event()
    match = stage.match()
    people = [match.ns.pid, match.ew.pid, match.third.pid]  # type: ignore[union-attr]
    hand_record(competition=stage.competition, match=match.code, record=three_hand(1), key=new_key(), by=stage.referee)
    before = match_state(stage, match.code)["points"]
    correct(stage, {"1": people[1], "2": people[2], "3": people[0]})
    after = match_state(stage, match.code)
    assert [after[seat]["entrant"] for seat in "123"] == [people[1], people[2], people[0]]
    assert after["points"] == before
    sound(stage)


def test_refusals() -> None:
    stage = small_event()
    match = stage.match()
    with pytest.raises(NotAllowed):
        correct(stage, exchanged(match), by=stage.referee)
    for seats, code in (
        ({"NS": match.ns.pid, "EW": match.ew.pid}, "seats_unchanged"),
        ({"NS": match.ns.pid}, "seats_incomplete"),
        ({"NS": match.ns.pid, "EW": match.ns.pid}, "seats_incomplete"),
        ({**exchanged(match), "1": match.ns.pid}, "unknown_side"),
    ):
        with pytest.raises(Problems) as refused:
            correct(stage, seats)
        assert code in [fault.code for fault in refused.value.faults]
    with pytest.raises(Problems):
        correct(stage, exchanged(match), reason="")
    assert not LedgerEntry.objects.filter(kind="reseated").exists()
    rooms = other_event("hefei-eighty-teams", 4, 2, code="rooms")
    with pytest.raises(StateRefusal) as no:
        correct(rooms, exchanged(rooms.match()))
    assert no.value.code == "not_in_this_format"
