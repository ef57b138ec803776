"""A match beyond its hands: confirmation by the other side, forfeits, line-ups, closing, calls."""

from typing import Any

import pytest

from events import actors
from events.access import Actor
from events.models import LedgerEntry, Player, TableCall
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.events import grant_give, grant_revoke
from events.services.matches import (
    call_answer,
    entry_withdraw,
    line_up_record,
    match_confirm,
    match_forfeit,
    table_call,
    table_close,
    table_reopen,
)
from events.services.rounds import round_lock
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, match_state, new_key, sound, void

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def players(stage: Stage, side: str) -> list[str]:
    match = stage.match()
    return list(Player.objects.filter(entrant=match.ns if side == "NS" else match.ew).values_list("pid", flat=True))


def forfeit(stage: Stage, *sides: str, by: Actor | None = None, reason: str = "没有来", key: str = "") -> Any:
    return match_forfeit(
        competition=stage.competition, match=stage.match().code, sides=sides, key=key or new_key(), reason=reason, by=by or stage.chief
    )


def line_up(stage: Stage, side: str, pids: list[str], by: Actor | None = None) -> Any:
    return line_up_record(
        competition=stage.competition, match=stage.match().code, side=side, players=pids, key=new_key(), by=by or stage.referee
    )


def withdraw(stage: Stage, supersedes: str, by: Actor | None = None, reason: str = "弄错了") -> Any:
    return entry_withdraw(
        competition=stage.competition, match=stage.match().code, supersedes=supersedes, key=new_key(), reason=reason, by=by or stage.chief
    )


# --- confirmation ----------------------------------------------------------------------------------------------------


def test_the_other_side_confirms_all_five(stage: Stage) -> None:
    hashes = five(stage)
    reply = confirm(stage, hashes)
    assert reply.status == 201
    match = stage.match()
    assert match.confirmed_hash == reply.body["entry"]["hash"]
    confirmed = match_state(stage, match.code)["confirmed"]
    assert confirmed == {"hash": match.confirmed_hash, "side": "EW", "on_behalf": False}
    sound(stage)


def test_the_order_of_what_is_covered_does_not_matter(stage: Stage) -> None:
    assert confirm(stage, list(reversed(five(stage)))).status == 201


def test_a_confirmation_covers_exactly_what_lives(stage: Stage) -> None:
    hashes = five(stage)
    second = correct(stage, hashes[1], by_kind(2)).body["entry"]["hash"]
    for covers in (hashes, hashes[:4], [*hashes[:1], second, *hashes[2:4]], [*hashes, second], ["0" * 64]):
        with pytest.raises(StateRefusal) as refused:
            confirm(stage, covers)
        assert refused.value.code == "covers_stale"
        assert refused.value.current is not None
        assert refused.value.current["match"]["hands"][1]["hash"] == second
    assert confirm(stage, [hashes[0], second, *hashes[2:]]).status == 201


@pytest.mark.parametrize("covers", [[], ["nonsense"], ["0" * 63], ["0" * 64] * 101])
def test_what_is_covered_is_named_by_hashes(stage: Stage, covers: list[str]) -> None:
    with pytest.raises(Problems):
        confirm(stage, covers)


def test_hands_that_are_missing_are_named(stage: Stage) -> None:
    hashes = five(stage)
    void(stage, hashes[2])
    with pytest.raises(StateRefusal) as refused:
        confirm(stage, [*hashes[:2], *hashes[3:]])
    assert (refused.value.code, refused.value.values) == ("hands_missing", {"missing": [3]})


def test_nothing_under_review_is_confirmed(stage: Stage) -> None:
    hashes = five(stage)
    hand(stage, by_kind(4, "EW"), by=stage.referee)
    with pytest.raises(StateRefusal) as refused:
        confirm(stage, hashes)
    assert (refused.value.code, refused.value.values) == ("under_review", {"hands": [4]})


def test_a_confirmed_match_is_not_confirmed_again(stage: Stage) -> None:
    hashes = five(stage)
    confirm(stage, hashes)
    with pytest.raises(StateRefusal) as refused:
        confirm(stage, hashes)
    assert refused.value.code == "match_confirmed"


def test_the_recording_side_does_not_confirm(stage: Stage) -> None:
    hashes = five(stage)
    with pytest.raises(NotAllowed):
        confirm(stage, hashes, by=stage.scorer(1))


def test_the_checker_of_another_table_is_a_stranger(stage: Stage) -> None:
    hashes = five(stage)
    with pytest.raises(NotAllowed) as refused:
        confirm(stage, hashes, by=stage.checker(2))
    assert refused.value.code == "other_table"


def test_a_referee_confirms_on_behalf_with_a_reason(stage: Stage) -> None:
    hashes = five(stage)
    with pytest.raises(Problems) as refused:
        confirm(stage, hashes, by=stage.referee)
    assert [fault.code for fault in refused.value.faults] == ["reason_missing"]
    confirm(stage, hashes, by=stage.referee, reason="东西方手机没电，已当面核对")
    confirmed = match_state(stage, stage.match().code)["confirmed"]
    assert confirmed["on_behalf"] is True
    assert stage.match().confirmed_on_behalf
    sound(stage)


@pytest.mark.parametrize("entered", ["one hand", "a correction"])
def test_a_referee_does_not_confirm_what_he_entered_himself(stage: Stage, entered: str) -> None:
    if entered == "one hand":
        hashes = [hand(stage, by_kind(number), by=stage.referee if number == 3 else None).body["entry"]["hash"] for number in range(1, 6)]
    else:
        hashes = five(stage)
        hashes[0] = correct(stage, hashes[0], by_kind(1, "EW"), by=stage.referee).body["entry"]["hash"]
    with pytest.raises(NotAllowed) as refused:
        confirm(stage, hashes, by=stage.referee, reason="代东西方")
    assert refused.value.code == "enterer_confirms"
    assert confirm(stage, hashes, by=stage.chief, reason="代东西方").status == 201


@pytest.mark.parametrize("how", ["promoted", "granted again"])
def test_whoever_entered_stays_the_enterer_under_another_grant(stage: Stage, how: str) -> None:
    entering, user = stage.referee, stage.users["referee"]
    hashes = five(stage, by=entering)
    if how == "promoted":
        grant_give(event=stage.event, user=user, role="chief_referee", by=stage.organiser)
    else:
        grant_revoke(event=stage.event, grant=entering.pid, by=stage.organiser)
        grant_give(event=stage.event, user=user, role="referee", by=stage.organiser)
    now = actors.for_user(user=user, event=stage.event)
    assert now is not None
    assert now.pid != entering.pid
    with pytest.raises(NotAllowed) as refused:
        confirm(stage, hashes, by=now, reason="代东西方")
    assert (refused.value.code, refused.value.clause) == ("enterer_confirms", "GD-07")
    assert confirm(stage, hashes, by=stage.chief, reason="代东西方").status == 201


def test_the_same_key_is_answered_again_to_a_person_who_was_promoted(stage: Stage) -> None:
    first = hand(stage, by_kind(1), by=stage.referee, key="before-promotion-1")
    grant_give(event=stage.event, user=stage.users["referee"], role="chief_referee", by=stage.organiser)
    now = actors.for_user(user=stage.users["referee"], event=stage.event)
    assert now is not None
    assert now.was(stage.referee.pid)
    assert not now.was(stage.chief.pid)
    round_lock(competition=stage.competition, number=1, by=stage.chief, key=new_key())
    again = hand(stage, by_kind(1), by=now, key="before-promotion-1")
    assert (again.replayed, again.body) == (True, first.body)


def test_the_checker_confirms_what_a_referee_entered(stage: Stage) -> None:
    assert confirm(stage, five(stage, by=stage.referee)).status == 201


@pytest.mark.parametrize("shut", ["table_closed", "round_locked"])
def test_at_a_locked_table_as_in_a_locked_round_only_officials_confirm(stage: Stage, shut: str) -> None:
    hashes = five(stage)
    if shut == "table_closed":
        table_close(competition=stage.competition, match=stage.match().code, key=new_key(), by=stage.referee)
    else:
        round_lock(competition=stage.competition, number=1, by=stage.chief, key=new_key())
    with pytest.raises(StateRefusal) as refused:
        confirm(stage, hashes)
    assert refused.value.code == shut
    assert confirm(stage, hashes, by=stage.referee, reason="散场后补签").status == 201
    sound(stage)


def test_a_replayed_confirmation_is_the_same(stage: Stage) -> None:
    hashes = five(stage)
    kwargs: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "covers": hashes, "key": "confirm-key-1"}
    first = match_confirm(**kwargs, by=stage.checker())
    again = match_confirm(**kwargs, by=stage.checker())
    assert (again.body, again.replayed) == (first.body, True)
    assert LedgerEntry.objects.filter(kind="confirmation").count() == 1


# --- forfeits and line-ups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sides", [[], ["NS", "NS"], ["N"], ["NS", "EW", "NS"]])
def test_a_forfeit_names_one_or_both_sides(stage: Stage, sides: list[str]) -> None:
    with pytest.raises(Problems):
        forfeit(stage, *sides)


def test_only_the_competent_official_states_a_forfeit(stage: Stage) -> None:
    for by in (stage.scorer(), stage.checker(), stage.organiser, stage.referee):
        with pytest.raises(NotAllowed):
            forfeit(stage, "EW", by=by)


def test_a_forfeit_is_stated_once_and_can_be_withdrawn(stage: Stage) -> None:
    first = forfeit(stage, "EW")
    assert stage.match().forfeited_by == "EW"
    with pytest.raises(StateRefusal) as refused:
        forfeit(stage, "NS", "EW")
    assert refused.value.code == "match_forfeited"
    withdraw(stage, first.body["entry"]["hash"])
    assert stage.match().forfeited_by == ""
    sound(stage)
    forfeit(stage, "NS", "EW")
    assert stage.match().forfeited_by == "NS,EW"
    sound(stage)


@pytest.mark.parametrize("reason", ["", "  "])
def test_nothing_is_taken_back_without_a_reason(stage: Stage, reason: str) -> None:
    first = forfeit(stage, "EW").body["entry"]["hash"]
    with pytest.raises(Problems) as refused:
        withdraw(stage, first, reason=reason)
    assert [(fault.code, fault.at) for fault in refused.value.faults] == [("reason_missing", "reason")]
    assert stage.match().forfeited_by == "EW"


def test_what_was_withdrawn_is_stale_and_what_is_no_forfeit_is_not_found(stage: Stage) -> None:
    first = forfeit(stage, "EW").body["entry"]["hash"]
    withdraw(stage, first)
    with pytest.raises(StateRefusal) as refused:
        withdraw(stage, first)
    assert refused.value.code == "stale"
    played = hand(stage, by_kind(1)).body["entry"]["hash"]
    for unknown in (played, "0" * 64):
        with pytest.raises(NotFound):
            withdraw(stage, unknown)


def test_a_forfeited_match_is_not_confirmed(stage: Stage) -> None:
    hashes = five(stage)
    forfeit(stage, "EW")
    with pytest.raises(StateRefusal) as refused:
        confirm(stage, hashes)
    assert refused.value.code == "match_forfeited"
    sound(stage)


def test_a_line_up_of_strangers_or_of_one_is_a_problem(stage: Stage) -> None:
    ns = players(stage, "NS")
    other = small_event(code="elsewhere")
    foreign = Player.objects.filter(entrant__competition=other.competition).first()
    assert foreign is not None
    for side, pids in (("NS", ns[:1]), ("NS", [ns[0], ns[0]]), ("NS", [ns[0], foreign.pid]), ("NS", [ns[0], "p\0"]), ("X", ns), ("NS", [])):
        with pytest.raises(Problems):
            line_up(stage, side, pids)


# --- tables and calls ------------------------------------------------------------------------------------------------


def test_a_table_is_closed_once(stage: Stage) -> None:
    kwargs: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "by": stage.referee}
    with pytest.raises(StateRefusal) as refused:
        table_reopen(**kwargs, key=new_key())
    assert refused.value.code == "table_not_closed"
    table_close(**kwargs, key=new_key())
    with pytest.raises(StateRefusal) as refused:
        table_close(**kwargs, key=new_key())
    assert refused.value.code == "table_closed"
    sound(stage)


def test_a_raised_hand_is_one_call_until_it_is_answered(stage: Stage) -> None:
    kwargs: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "reason": "disagreement"}
    before = LedgerEntry.objects.count()
    first = table_call(**kwargs, by=stage.scorer())
    assert table_call(**kwargs, by=stage.scorer()).pk == first.pk
    assert table_call(**kwargs, by=stage.scorer(), hand_number=3).pk != first.pk
    with pytest.raises(NotAllowed):
        call_answer(competition=stage.competition, call_id=first.pk, by=stage.scorer())
    answered = call_answer(competition=stage.competition, call_id=first.pk, by=stage.referee)
    again = call_answer(competition=stage.competition, call_id=first.pk, by=stage.chief)
    assert (again.answered_by, again.answered_at) == (stage.referee.pid, answered.answered_at)
    assert table_call(**kwargs, by=stage.scorer()).pk != first.pk
    assert LedgerEntry.objects.count() == before


def test_a_call_has_a_known_reason_and_a_hand_that_exists(stage: Stage) -> None:
    kwargs: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "by": stage.scorer()}
    with pytest.raises(Problems) as refused:
        table_call(**kwargs, reason="hungry", hand_number=6)
    assert [fault.code for fault in refused.value.faults] == ["reason_unknown", "out_of_range"]
    with pytest.raises(NotFound):
        call_answer(competition=stage.competition, call_id=999_999, by=stage.referee)
    other = small_event(code="elsewhere")
    call = table_call(competition=other.competition, match=other.match().code, reason="other", by=other.referee)
    with pytest.raises(NotFound):
        call_answer(competition=stage.competition, call_id=call.pk, by=stage.referee)
    assert TableCall.objects.count() == 1


def test_a_device_of_the_wrong_side_hears_which_side_it_is_and_why(stage: Stage) -> None:
    with pytest.raises(NotAllowed) as refused:
        hand(stage, by_kind(1), by=stage.checker())
    assert (refused.value.code, refused.value.clause) == ("other_side_records", "GD-07")
    hashes = five(stage)
    with pytest.raises(NotAllowed) as refused:
        confirm(stage, hashes, by=stage.scorer())
    assert (refused.value.code, refused.value.clause) == ("other_side_confirms", "GD-07")
