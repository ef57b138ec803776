"""Recording hands through the service: stored, echoed, kept in conflict, corrected, voided, refused (D2, D3, D5)."""

from typing import Any

import pytest

from events.models import Answer, HandRecord, LedgerEntry, Refusal, Remark
from events.refusals import KeyMissing, KeyReused, NotAllowed, NotFound, Problems, Refused, StateRefusal
from events.services.hands import hand_preview, hand_record, slip_record
from events.services.matches import table_close, table_reopen
from events.services.rounds import round_lock, round_unlock
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, live, match_state, new_key, sound, void

pytestmark = pytest.mark.django_db

ORDER = {"hand": 1, "order": ["N", "S", "E", "W"]}


@pytest.fixture
def stage() -> Stage:
    return small_event()


def entries(stage: Stage) -> int:
    return LedgerEntry.objects.filter(book__competition=stage.competition).count()


def test_a_stored_hand_brings_its_outcome_its_clause_and_its_place(stage: Stage) -> None:
    before = entries(stage)
    reply = hand(stage, ORDER)
    assert reply.status == 201
    assert reply.body["outcome"]["points"] == {"NS": 5, "EW": 0}
    assert reply.body["outcome"]["trace"][0]["clause"] == "GD-08"
    entry = LedgerEntry.objects.get(book__competition=stage.competition, seq=before + 1)
    assert reply.body["entry"] == {"seq": entry.seq, "hash": entry.hash}
    assert (entry.kind, entry.number, entry.actor, entry.role, entry.device) == ("hand", 1, *_who(stage.scorer()), stage.scorer().device)
    summary = reply.body["match"]
    assert summary["missing"] == [2, 3, 4, 5]
    assert summary["played"] == {"NS": 5, "EW": 0}
    assert summary["hands"][0]["hash"] == entry.hash
    assert stage.match().version == summary["version"] == 1
    sound(stage)


def _who(actor: Any) -> tuple[str, str]:
    return actor.pid, actor.role


def test_the_same_key_brings_the_same_answer_and_stores_nothing(stage: Stage) -> None:
    first = hand(stage, ORDER, key="same-key-1")
    before = entries(stage)
    five(stage, table=2)
    again = hand(stage, ORDER, key="same-key-1")
    assert (again.status, again.body, again.replayed) == (first.status, first.body, True)
    assert entries(stage) == before + 5
    sound(stage)


def test_a_replay_comes_even_after_the_table_was_closed_and_the_match_confirmed(stage: Stage) -> None:
    first = hand(stage, by_kind(1), key="early-key-1")
    rest = [hand(stage, by_kind(number)).body["entry"]["hash"] for number in range(2, 6)]
    confirm(stage, [first.body["entry"]["hash"], *rest])
    table_close(competition=stage.competition, match=stage.match().code, key=new_key(), by=stage.referee)
    assert hand(stage, by_kind(1), key="early-key-1").body == first.body


@pytest.mark.parametrize(
    "other",
    [by_kind(2), by_kind(1, "EW"), by_kind(1, kind="first_third"), ORDER, {"hand": 1}, {**ORDER, "note": 1}],
    ids=["number", "side", "kind", "form", "incomplete", "extra"],
)
def test_a_known_key_with_another_body_is_refused_and_never_shows_the_stored_answer(stage: Stage, other: dict[str, Any]) -> None:
    hand(stage, by_kind(1), key="used-key-1")
    before = entries(stage)
    with pytest.raises(KeyReused) as refused:
        hand(stage, other, key="used-key-1")
    assert (refused.value.code, refused.value.current) == ("key_reused", None)
    assert entries(stage) == before


def test_a_known_key_for_another_match_or_action_is_refused(stage: Stage) -> None:
    stored = hand(stage, by_kind(1), key="used-key-2").body["entry"]["hash"]
    with pytest.raises(KeyReused):
        hand(stage, by_kind(1), key="used-key-2", table=2, by=stage.referee)
    with pytest.raises(KeyReused):
        correct(stage, stored, by_kind(1, "EW"), key="used-key-2")


def test_a_key_of_another_competition_is_simply_another_key(stage: Stage) -> None:
    other = small_event(code="elsewhere")
    hand(stage, by_kind(1), key="two-books-1")
    reply = hand(other, by_kind(3, "EW"), key="two-books-1")
    assert (reply.status, reply.replayed) == (201, False)


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "ключ-ключ"])
def test_a_missing_or_malformed_key_is_refused(stage: Stage, key: str) -> None:
    with pytest.raises(KeyMissing):
        hand_record(competition=stage.competition, match=stage.match().code, record=ORDER, key=key, by=stage.scorer())


def test_the_same_result_under_another_key_is_an_echo(stage: Stage) -> None:
    first = hand(stage, ORDER)
    before = entries(stage)
    echo = hand(stage, by_kind(1), key="echo-key-1", by=stage.referee)
    assert (echo.status, echo.body["echo"], echo.body["entry"]) == (200, True, first.body["entry"])
    assert entries(stage) == before
    assert hand(stage, by_kind(1), key="echo-key-1", by=stage.referee).replayed
    assert stage.match().confirmed_hash == ""
    sound(stage)


def test_a_different_result_is_kept_and_both_are_told(stage: Stage) -> None:
    first = hand(stage, by_kind(1))
    reply = hand(stage, by_kind(1, "EW"), by=stage.referee)
    assert (reply.status, reply.body["conflict"]) == (202, True)
    assert reply.body["live"]["hash"] == first.body["entry"]["hash"]
    assert reply.body["live"]["points"] == {"NS": 5, "EW": 0}
    assert reply.body["kept"]["points"] == {"NS": 0, "EW": 5}
    assert reply.body["match"]["under_review"] == [1]
    row = match_state(stage, stage.match().code)
    assert row["played"] == {"NS": 5, "EW": 0}
    assert row["hands"][0]["under_review"]
    assert [rival["hash"] for rival in row["hands"][0]["rivals"]] == [reply.body["kept"]["hash"]]
    sound(stage)


def test_the_same_rival_again_is_not_kept_twice(stage: Stage) -> None:
    hand(stage, by_kind(1))
    kept = hand(stage, by_kind(1, "EW"), by=stage.referee).body["kept"]
    before = entries(stage)
    again = hand(stage, {"hand": 1, "order": ["E", "W"]}, by=stage.chief)
    assert (again.status, again.body["kept"]) == (202, kept)
    assert entries(stage) == before


def test_only_the_hand_under_review_stands_still(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    hand(stage, by_kind(1, "EW"), by=stage.referee)
    assert hand(stage, by_kind(2)).status == 201
    for attempt in (lambda: correct(stage, first, by_kind(1, "EW")), lambda: void(stage, first, by=stage.referee)):
        with pytest.raises(StateRefusal) as refused:
            attempt()
        assert refused.value.code == "under_review"


def test_all_problems_are_said_at_once_and_the_key_is_not_consumed(stage: Stage) -> None:
    before = entries(stage)
    with pytest.raises(Problems) as refused:
        hand(stage, {"hand": 9, "order": ["N", "N", "X"]}, key="wrong-key-1")
    assert {fault.code for fault in refused.value.faults} == {"hand_out_of_range", "seat_repeated", "unknown_seat", "order_incomplete"}
    assert entries(stage) == before
    assert hand(stage, ORDER, key="wrong-key-1").status == 201


def test_a_sixth_hand_is_a_problem(stage: Stage) -> None:
    five(stage)
    with pytest.raises(Problems) as refused:
        hand(stage, by_kind(6))
    assert [(fault.code, fault.at, fault.clause) for fault in refused.value.faults] == [("hand_out_of_range", "hand", "GD-08")]


@pytest.mark.parametrize(
    "record", [None, [], "N S E W", 5, {}, {"hand": float("nan")}, {"hand": 10**40, "order": [[]]}, {"hand": True}], ids=repr
)
def test_any_other_value_is_a_problem_too(stage: Stage, record: Any) -> None:
    with pytest.raises(Problems):
        hand(stage, record)


def test_a_refusal_is_logged_with_codes_and_places_only(stage: Stage) -> None:
    with pytest.raises(Problems):
        hand(stage, {"hand": 1, "order": ["N", "秘密"], "秘密": "秘密"}, key="logged-key-1")
    row = Refusal.objects.get(competition=stage.competition)
    assert (row.status, row.action, row.key, row.actor) == (422, "hand.record", "logged-key-1", stage.scorer().pid)
    assert {code["code"] for code in row.codes} >= {"unknown_seat", "unknown_field"}
    assert not Answer.objects.filter(key="logged-key-1").exists()


def test_hands_in_any_order_make_the_same_match(stage: Stage) -> None:
    for number in (4, 1, 5, 3, 2):
        assert hand(stage, by_kind(number)).status == 201
    assert [row["number"] for row in match_state(stage, stage.match().code)["hands"]] == [1, 2, 3, 4, 5]
    sound(stage)


# --- who may ---------------------------------------------------------------------------------------------------------


def test_a_device_enters_for_its_own_table_only(stage: Stage) -> None:
    with pytest.raises(NotAllowed) as refused:
        hand(stage, ORDER, table=2, by=stage.scorer(1))
    assert refused.value.code == "other_table"


def test_the_checking_side_does_not_enter(stage: Stage) -> None:
    with pytest.raises(NotAllowed):
        hand(stage, ORDER, by=stage.checker(1))


@pytest.mark.parametrize("role", ["organiser", "auditor", "checker", "scorer"])
def test_who_walks_no_table_enters_nothing(stage: Stage, role: str) -> None:
    with pytest.raises(NotAllowed):
        hand(stage, ORDER, by=stage.actors[role])


@pytest.mark.parametrize("role", ["referee", "chief_referee"])
def test_officials_enter_at_any_table(stage: Stage, role: str) -> None:
    assert hand(stage, ORDER, table=3, by=stage.actors[role]).status == 201


def test_another_event_is_not_there(stage: Stage) -> None:
    other = small_event(code="elsewhere")
    for by in (other.referee, other.scorer(1)):
        with pytest.raises(NotFound):
            hand(stage, ORDER, by=by)


@pytest.mark.parametrize("code", ["r1-1v9-p1", "", "r1-1v2-p1\0", "x" * 500, "../..", "对阵", "r1-1v4-p1\n"])
def test_a_match_that_is_not_there_is_not_found(stage: Stage, code: str) -> None:
    with pytest.raises(NotFound):
        hand_record(competition=stage.competition, match=code, record=ORDER, key=new_key(), by=stage.referee)


# --- state -----------------------------------------------------------------------------------------------------------


def _refused(stage: Stage, code: str, record: dict[str, Any], **kwargs: Any) -> Refused:
    before = entries(stage)
    with pytest.raises(StateRefusal) as refused:
        hand(stage, record, **kwargs)
    assert refused.value.code == code
    assert entries(stage) == before
    return refused.value


def test_a_closed_table_takes_nothing_until_it_is_opened_again(stage: Stage) -> None:
    match = stage.match().code
    table_close(competition=stage.competition, match=match, key=new_key(), by=stage.referee)
    _refused(stage, "table_closed", ORDER, key="later-key-1")
    _refused(stage, "table_closed", ORDER, by=stage.referee)
    table_reopen(competition=stage.competition, match=match, key=new_key(), by=stage.referee)
    assert hand(stage, ORDER, key="later-key-1").status == 201
    sound(stage)


def test_a_locked_round_takes_nothing_until_it_is_unlocked(stage: Stage) -> None:
    round_lock(competition=stage.competition, number=1, by=stage.chief, key=new_key())
    _refused(stage, "round_locked", ORDER)
    round_unlock(competition=stage.competition, number=1, by=stage.chief, key=new_key())
    assert hand(stage, ORDER).status == 201
    sound(stage)


def test_a_confirmed_match_takes_nothing(stage: Stage) -> None:
    confirm(stage, five(stage))
    refused = _refused(stage, "match_confirmed", by_kind(1, "EW", "first_third"), by=stage.referee)
    assert refused.current is not None
    assert refused.current["match"]["confirmed"]


# --- corrections and voids -------------------------------------------------------------------------------------------


def test_the_enterer_corrects_until_the_match_is_confirmed(stage: Stage) -> None:
    hashes = five(stage)
    reply = correct(stage, hashes[1], by_kind(2, "NS", "first_fourth"))
    assert reply.status == 201
    assert live(stage.match())[2] == reply.body["entry"]["hash"]
    assert match_state(stage, stage.match().code)["hands"][1]["by"] == "correction"
    covers = [*hashes[:1], reply.body["entry"]["hash"], *hashes[2:]]
    confirm(stage, covers)
    with pytest.raises(StateRefusal) as refused:
        correct(stage, hashes[0], by_kind(1, "EW"))
    assert refused.value.code == "match_confirmed"
    sound(stage)


def test_a_referee_corrects_a_confirmed_match_for_a_reason_and_the_confirmation_falls(stage: Stage) -> None:
    hashes = five(stage)
    confirm(stage, hashes)
    with pytest.raises(Problems) as refused:
        correct(stage, hashes[0], by_kind(1, "EW"), by=stage.chief)
    assert [fault.code for fault in refused.value.faults] == ["reason_missing"]
    reply = correct(stage, hashes[0], by_kind(1, "EW"), by=stage.chief, reason="记反了，双方同意")
    assert not reply.body["match"]["confirmed"]
    assert match_state(stage, stage.match().code)["confirmed"] is None
    remark = Remark.objects.get(competition=stage.competition)
    entry = LedgerEntry.objects.get(hash=reply.body["entry"]["hash"])
    assert remark.hash in entry.body
    assert "记反" not in entry.body
    assert remark.text == "记反了，双方同意"
    sound(stage)


def test_a_stale_predecessor_is_refused_with_the_current_one(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    second = correct(stage, first, by_kind(1, "EW")).body["entry"]["hash"]
    for attempt in (lambda: correct(stage, first, by_kind(1)), lambda: void(stage, first)):
        with pytest.raises(StateRefusal) as refused:
            attempt()
        assert refused.value.code == "stale"
        assert refused.value.current is not None
        assert refused.value.current["live"]["hash"] == second


def test_a_correction_keeps_its_slot(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    with pytest.raises(Problems) as refused:
        correct(stage, first, by_kind(2))
    assert [fault.code for fault in refused.value.faults] == ["number_differs"]


@pytest.mark.parametrize(("supersedes", "refusal"), [("0" * 64, NotFound), ("nonsense", Problems), ("", Problems), ("\0" * 64, Problems)])
def test_a_predecessor_that_never_was(stage: Stage, supersedes: str, refusal: type[Refused]) -> None:
    with pytest.raises(refusal):
        correct(stage, supersedes, by_kind(1))
    with pytest.raises(refusal):
        void(stage, supersedes)


def test_a_hand_of_another_match_is_not_found_here(stage: Stage) -> None:
    elsewhere = hand(stage, by_kind(1), table=2).body["entry"]["hash"]
    with pytest.raises(NotFound):
        correct(stage, elsewhere, by_kind(1, "EW"))


def test_what_a_referee_entered_a_scorer_does_not_change(stage: Stage) -> None:
    entered = hand(stage, by_kind(1), by=stage.referee).body["entry"]["hash"]
    with pytest.raises(NotAllowed) as refused:
        correct(stage, entered, by_kind(1, "EW"))
    assert refused.value.code == "not_the_enterer"


def test_a_new_tablet_of_the_same_table_and_side_goes_on_for_the_dead_one(stage: Stage) -> None:
    entered = hand(stage, by_kind(1)).body["entry"]["hash"]
    del stage.devices[1, "NS"]
    assert stage.scorer(1).pid != LedgerEntry.objects.get(hash=entered).actor
    assert correct(stage, entered, by_kind(1, "EW")).status == 201


def test_a_void_empties_the_slot_and_the_next_hand_lives(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    reply = void(stage, first)
    assert reply.body["match"]["missing"] == [1, 2, 3, 4, 5]
    sound(stage)
    assert hand(stage, by_kind(1, "EW")).status == 201
    assert HandRecord.objects.filter(match=stage.match(), number=1, state="live").count() == 1
    sound(stage)


# --- preview and slip ------------------------------------------------------------------------------------------------


def test_a_preview_tells_the_outcome_and_stores_nothing(stage: Stage) -> None:
    before = entries(stage)
    preview = hand_preview(competition=stage.competition, match=stage.match().code, record=ORDER, by=stage.scorer())
    assert preview["outcome"] == hand(stage, ORDER).body["outcome"]
    assert entries(stage) == before + 1
    with pytest.raises(Problems):
        hand_preview(competition=stage.competition, match=stage.match().code, record={}, by=stage.scorer())


def test_one_bad_item_of_a_slip_does_not_block_the_others(stage: Stage) -> None:
    hand(stage, by_kind(2, "EW"), by=stage.referee)
    items: list[dict[str, Any]] = [
        {"key": "slip-item-1", "record": by_kind(1)},
        {"key": "slip-item-2", "record": by_kind(2)},
        {"key": "slip-item-3", "record": {"hand": 3}},
        {"key": "bad", "record": by_kind(4)},
        {"key": "slip-item-5", "record": by_kind(5), "device_time": "2026-05-01T10:00:00+08:00"},
    ]
    replies = slip_record(competition=stage.competition, match=stage.match().code, items=items, by=stage.scorer())
    assert [reply.status for reply in replies] == [201, 202, 422, 400, 201]
    assert replies[2].body["problems"][0]["code"] == "result_missing"
    assert replies[3].body["code"] == "key_malformed"
    assert LedgerEntry.objects.get(key="slip-item-5").device_time == "2026-05-01T10:00:00+08:00"
    again = slip_record(competition=stage.competition, match=stage.match().code, items=items, by=stage.scorer())
    assert [reply.replayed for reply in again] == [True, True, False, False, True]
    assert [reply.body for reply in again] == [reply.body for reply in replies]
    sound(stage)


@pytest.mark.parametrize("length", [0, 6])
def test_a_slip_has_one_to_five_items(stage: Stage, length: int) -> None:
    items = [{"key": new_key(), "record": by_kind(1)}] * length
    with pytest.raises(Problems):
        slip_record(competition=stage.competition, match=stage.match().code, items=items, by=stage.scorer())


def test_a_correction_that_changes_nothing_is_refused_and_takes_no_confirmation_away(stage: Stage) -> None:
    hashes = five(stage)
    confirm(stage, hashes)
    with pytest.raises(Problems) as refused:
        correct(stage, hashes[0], by_kind(1), by=stage.chief, reason="再看一次")
    assert [fault.code for fault in refused.value.faults] == ["nothing_changes"]
    assert stage.match().confirmed_hash
    sound(stage)


def test_who_believed_the_slot_empty_is_asked_before_a_second_result_is_kept(stage: Stage) -> None:
    stored = hand(stage, by_kind(1)).body["entry"]["hash"]
    what: dict[str, Any] = {"competition": stage.competition, "match": stage.match().code, "key": "paper-slip-1", "by": stage.referee}
    with pytest.raises(StateRefusal) as refused:
        hand_record(**what, record=by_kind(1, "EW"), ask=True)
    assert (refused.value.code, refused.value.current["live"]["hash"]) == ("slot_taken", stored)  # type: ignore[index]
    assert not HandRecord.objects.filter(state="conflict").exists()
    assert hand_record(**{**what, "key": "paper-slip-2"}, record=by_kind(1), ask=True).status == 200  # the same result asks nothing
    assert hand_record(**what, record=by_kind(1, "EW")).status == 202  # "yes": under the same key
    sound(stage)
