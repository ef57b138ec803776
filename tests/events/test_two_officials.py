"""What cannot go round the second official: another number of officials, other people, another result of a signed hand."""

import json
from typing import Any

import pytest

from events import actors
from events.models import Competition, Event, LedgerEntry, Player, Proposal
from events.refusals import StateRefusal
from events.services.competitions import competition_close, competition_reopen
from events.services.events import event_change, grant_give
from events.services.hands import hand_correct, hand_void
from events.services.matches import entry_withdraw, line_up_record
from events.services.proposals import proposal_second
from events.services.rehearsal import effect_of
from events.services.seatings import seats_correct
from events.standings import recompute
from events.verification import verify
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, match_state, new_key, sound
from tests.events.test_proposals import last, second, two_officials

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return two_officials(small_event())


def at(stage: Stage, table: int = 1) -> dict[str, Any]:
    return {"competition": stage.competition, "match": stage.match(table).code, "key": new_key(), "by": stage.chief}


def strangers(stage: Stage) -> list[str]:
    return list(Player.objects.filter(entrant=stage.match(2).ns).values_list("pid", flat=True))


def change(stage: Stage, officials: int) -> None:
    stage.competition.event = stage.event = event_change(event=stage.event, changes={"officials_required": officials}, by=stage.organiser)


def test_every_open_book_is_told_how_many_officials(stage: Stage) -> None:
    said = LedgerEntry.objects.filter(book__competition=stage.competition, kind="officials")
    assert [json.loads(entry.body) for entry in said] == [{"officials": 2}]
    assert said[0].actor == stage.organiser.pid
    change(stage, 2)
    assert said.count() == 1
    sound(stage)


def test_two_are_not_made_one_once_a_round_is_open(stage: Stage) -> None:
    with pytest.raises(StateRefusal) as refused:
        change(stage, 1)
    assert refused.value.code == "officials_fixed"
    assert Event.objects.get(pk=stage.event.pk).officials_required == 2
    event_change(event=stage.event, changes={"officials_required": 2, "name": "新名"}, by=stage.organiser)


def test_before_anything_is_open_the_organisers_choose() -> None:
    stage = small_event(opened=0)
    for officials in (2, 1, 2, 1):
        change(stage, officials)
    told = LedgerEntry.objects.filter(book__competition=stage.competition, kind="officials").order_by("seq")
    assert [json.loads(entry.body)["officials"] for entry in told] == [2, 1, 2, 1]
    sound(stage)


def test_what_was_changed_behind_the_books_is_found(stage: Stage) -> None:
    Event.objects.filter(pk=stage.event.pk).update(officials_required=1)
    recompute(stage.competition.pk, "worker")
    fresh = Competition.objects.get(pk=stage.competition.pk)
    assert [finding.code for finding in verify(fresh).findings] == ["officials_differ"]


def test_a_book_that_was_closed_meanwhile_hears_it_when_it_is_reopened() -> None:
    stage = small_event(teams=2, pairs=1)
    confirm(stage, five(stage))
    competition_close(competition=stage.competition, by=stage.chief)
    change(stage, 2)
    reply = competition_reopen(competition=stage.competition, reason="抄错了", by=stage.chief, key=new_key())
    second(stage, reply.body["proposal"])
    assert json.loads(last(stage).body)["officials"] == 2
    sound(stage)


def test_a_line_up_that_forfeits_is_two_officials(stage: Stage) -> None:
    reply = line_up_record(**at(stage), side="EW", players=strangers(stage), reason="换人")
    assert (reply.status, stage.match().forfeited_by) == (202, "")
    done = second(stage, reply.body["proposal"])
    assert (done.status, stage.match().forfeited_by) == (201, "EW")
    assert json.loads(last(stage).body)["seconded_by"] == stage.referee.pid
    back = entry_withdraw(**at(stage), supersedes=done.body["entry"]["hash"], reason="认错人了")
    assert (back.status, stage.match().forfeited_by) == (202, "EW")
    second(stage, back.body["proposal"])
    assert stage.match().forfeited_by == ""
    sound(stage)


def test_a_line_up_of_the_registered_pair_is_one_referees(stage: Stage) -> None:
    own = list(Player.objects.filter(entrant=stage.match().ew).values_list("pid", flat=True))
    assert line_up_record(**at(stage), side="EW", players=own).status == 201
    assert not Proposal.objects.exists()


def test_the_seats_of_a_match_with_records_are_two_officials(stage: Stage) -> None:
    match = stage.match()
    swapped = {"NS": match.ew.pid, "EW": match.ns.pid}
    confirm(stage, five(stage))
    reply = seats_correct(**at(stage), seats=swapped, reason="坐反了")
    assert (reply.status, match_state(stage, match.code)["ns"]["entrant"]) == (202, match.ns.pid)
    sound(stage)
    assert second(stage, reply.body["proposal"]).status == 201
    assert match_state(stage, match.code)["ns"]["entrant"] == match.ew.pid
    assert last(stage).kind == "reseated"
    sound(stage)
    empty = stage.match(2)
    assert seats_correct(**at(stage, 2), seats={"NS": empty.ew.pid, "EW": empty.ns.pid}, reason="坐反了").status == 201


@pytest.mark.parametrize("act", ["correct", "void"])
def test_a_signed_hand_is_two_officials(stage: Stage, act: str) -> None:
    hashes = five(stage)
    corrected = correct(stage, hashes[1], by_kind(2), by=stage.referee, reason="抄错").body["entry"]["hash"]
    confirm(stage, [hashes[0], corrected, *hashes[2:]])
    signed = stage.match().confirmed_hash

    def change_signed() -> Any:
        if act == "void":
            return hand_void(**at(stage), supersedes=hashes[0], reason="重打")
        return hand_correct(**at(stage), supersedes=hashes[0], record=by_kind(1, "EW"), reason="看错了")

    effect = effect_of(competition=stage.competition, act=change_signed)
    assert effect.before != effect.after
    reply = change_signed()
    assert (reply.status, stage.match().confirmed_hash) == (202, signed)
    sound(stage)
    assert second(stage, reply.body["proposal"]).status == 201
    entry = last(stage)
    assert entry.kind == {"correct": "correction", "void": "void"}[act]
    assert (entry.actor, json.loads(entry.body)["seconded_by"]) == (stage.chief.pid, stage.referee.pid)
    assert stage.match().confirmed_hash == ""
    sound(stage)


def test_what_is_not_signed_is_corrected_as_before(stage: Stage) -> None:
    hashes = five(stage)
    assert correct(stage, hashes[0], by_kind(1, "EW")).status == 201
    assert correct(stage, hashes[1], by_kind(2), by=stage.referee, reason="抄错").status == 201


def test_whoever_holds_two_roles_is_one_person(stage: Stage) -> None:
    """The organiser who is chief referee too neither lowers the number nor seconds himself."""
    grant_give(event=stage.event, user=stage.users["organiser"], role="chief_referee", by=stage.organiser)
    both = actors.for_user(user=stage.users["organiser"], event=stage.event)
    assert both is not None
    with pytest.raises(StateRefusal):
        event_change(event=stage.event, changes={"officials_required": 1}, by=both)
    confirm(stage, five(stage))
    reply = hand_correct(
        **{**at(stage), "by": both},
        supersedes=stage.match().hands.get(state="live", number=1).hash,
        record=by_kind(1, "EW"),
        reason="看错了",
    )
    other = make_user("hall-second-referee", staff=True)
    grant_give(event=stage.event, user=other, role="referee", by=stage.organiser)
    by = actors.for_user(user=other, event=stage.event)
    assert by is not None
    assert proposal_second(competition=stage.competition, proposal=reply.body["proposal"], key=new_key(), by=by).status == 201
