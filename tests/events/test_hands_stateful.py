"""D9, D7: whatever is done at two tables in whatever order, the services agree with a small model, and after every step the
incremental snapshot is the fold byte for byte and `verify` finds nothing. Planted bugs show that the machine would notice.

MINGPAI_EXAMPLES sets the number of courses (40 in the test command, 300 with the faults before a release).
"""

import os
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, Phase, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from events.access import Actor
from events.models import HandState, Snapshot
from events.refusals import KeyReused, Refused
from events.services import hands, matches, replies
from events.services.competitions import competition_close, competition_reopen
from events.services.hands import hand_record
from events.services.matches import entry_withdraw, match_forfeit, table_close, table_reopen
from events.services.replies import Reply
from events.services.rulings import ruling_make
from events.services.sitting import Sitting, place_of_row
from events.standings import full, recompute
from events.verification import differing_projections, verify
from scoring import incremental
from scoring.fold import canonical
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, new_key, void
from tests.events.table_model import HANDS, Claim, Result, Table

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("MINGPAI_EXAMPLES", "40"))
TABLES = st.sampled_from([1, 2])
NUMBERS = st.integers(1, HANDS)
RESULTS = st.tuples(st.sampled_from(["NS", "EW"]), st.sampled_from(["double_down", "first_third", "first_fourth"]))


class Hall(RuleBasedStateMachine):
    """Two tables of one round. `stage` is set by the test; every course is rolled back."""

    stage: Stage
    codes: dict[int, str]

    @initialize()
    def begin(self) -> None:
        # Marked as a test's own transaction, as Django's TestCase does: services commit within it, and it is thrown away.
        self.course = transaction.atomic()
        self.course._from_testcase = True  # type: ignore[attr-defined]
        self.course.__enter__()
        self.tables = {1: Table(), 2: Table()}
        self.closed = False
        self.answers: dict[str, tuple[int, int, Result, Actor, Reply]] = {}

    def teardown(self) -> None:
        if hasattr(self, "course"):
            report = verify(self.stage.competition)
            transaction.set_rollback(True)
            self.course.__exit__(None, None, None)
            assert report.findings == ()

    def attempt(self, allowed: bool, act: Callable[[], Reply]) -> Reply | None:
        """Do it; it must be refused exactly when the model says so."""
        if allowed:
            return act()  # a refusal fails the course with its code
        with pytest.raises(Refused):
            act()
        return None

    def submit_as(self, table: int, number: int, result: Result, key: str) -> Reply:
        stage = self.stage
        return hand_record(
            competition=stage.competition, match=self.codes[table], record=by_kind(number, *result), key=key, by=stage.scorer(table)
        )

    def some_table(self, data: st.DataObject, wanted: Callable[[Table], Any]) -> tuple[int, Table]:
        """A table of this kind if there is one, else any: refusals are worth trying too, but not most of the time."""
        fitting = [table for table, model in self.tables.items() if wanted(model)]
        table = data.draw(st.sampled_from(fitting or [1, 2]))
        return table, self.tables[table]

    def seldom(self) -> bool:
        return len(self.answers) % 7 == 3

    # --- hands

    def submit(self, table: int, number: int, result: Result, by_official: bool = False) -> None:
        model, key, stage = self.tables[table], new_key(), self.stage
        by = stage.referee if by_official else stage.scorer(table)
        expected = 409 if self.closed else model.expected(number, result)
        reply = self.attempt(expected != 409, lambda: self.send(table, number, result, key, by))
        if reply is None:
            return
        assert reply.status == expected
        self.answers[key] = (table, number, result, by, reply)
        if expected == 201:
            model.slots[number] = [Claim(result, reply.body["entry"]["hash"])]
        elif expected == 202 and all(claim.result != result for claim in model.slots[number]):
            model.slots[number].append(Claim(result, reply.body["kept"]["hash"]))
        else:
            return
        model.history.append((number, model.slots[number][-1].hash, "" if by_official else "NS"))

    def send(self, table: int, number: int, result: Result, key: str, by: Actor) -> Reply:
        record = by_kind(number, *result)
        return hand_record(competition=self.stage.competition, match=self.codes[table], record=record, key=key, by=by)

    @rule(table=TABLES, number=NUMBERS, result=RESULTS, official=st.booleans())
    def one_hand(self, table: int, number: int, result: Result, official: bool) -> None:
        self.submit(table, number, result, official)

    def rest_of_the_slip(self, table: int, result: Result) -> None:
        for number in range(1, HANDS + 1):
            if self.tables[table].live(number) is None:
                self.submit(table, number, result)

    @rule(data=st.data(), result=RESULTS)
    def second_tablet(self, data: st.DataObject, result: Result) -> None:
        """A hand for a slot that is taken: an echo or a conflict."""
        table, model = self.some_table(data, lambda model: any(model.slots.values()))
        taken = [number for number, claims in model.slots.items() if claims]
        self.submit(table, data.draw(st.sampled_from(taken or [1])), result, by_official=True)

    @precondition(lambda self: self.answers)
    @rule(data=st.data())
    def replay(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.answers)))
        table, number, result, by, first = self.answers[key]
        again = self.send(table, number, result, key, by)
        assert (again.status, dict(again.body), again.replayed) == (first.status, dict(first.body), True)

    @precondition(lambda self: self.answers)
    @rule(data=st.data(), table=TABLES, number=NUMBERS, result=RESULTS)
    def reuse(self, data: st.DataObject, table: int, number: int, result: Result) -> None:
        key = data.draw(st.sampled_from(sorted(self.answers)))
        assume(self.answers[key][:3] != (table, number, result))
        with pytest.raises(KeyReused):
            self.send(table, number, result, key, self.answers[key][3])

    # --- corrections, voids, rulings

    def predecessor(self, data: st.DataObject) -> tuple[int, Table, int, str, str]:
        """An entry that once was in a slot: half of the time one that lives no more, where there is one."""
        signed: bool = data.draw(st.booleans()) and any(model.confirmed for model in self.tables.values())
        table, model = self.some_table(data, lambda model: model.confirmed if signed else model.history)
        lives = {claims[0].hash for claims in model.slots.values() if claims}
        stale = [row for row in model.history if row[1] not in lives]
        lively = [row for row in model.history if row[1] in lives]
        use_stale: bool = data.draw(st.booleans())
        rows = stale if stale and use_stale else lively or model.history
        number, named, side = data.draw(st.sampled_from(rows))
        return table, model, number, named, side

    def changeable(self, model: Table, number: int, named: str) -> bool:
        live = model.live(number)
        return not self.closed and live is not None and live.hash == named and number not in model.contested

    @precondition(lambda self: any(model.history for model in self.tables.values()))
    @rule(data=st.data(), result=RESULTS, official=st.booleans())
    def correct(self, data: st.DataObject, result: Result, official: bool) -> None:
        table, model, number, named, side = self.predecessor(data)
        live = model.live(number)
        allowed = self.changeable(model, number, named) and live is not None and live.result != result  # else nothing would change
        if not official:  # what a referee entered or corrected, the scorer does not change back
            allowed = allowed and not model.closed and not model.confirmed and side == "NS"
        by = self.stage.referee if official else self.stage.scorer(table)
        act = lambda: correct(self.stage, named, by_kind(number, *result), table=table, by=by, reason="更正")  # noqa: E731
        reply = self.attempt(allowed, act)
        if reply is not None:
            model.slots[number] = [Claim(result, reply.body["entry"]["hash"])]
            model.history.append((number, reply.body["entry"]["hash"], "" if official else "NS"))
            model.confirmed = False
            self.attempt(False, act)  # a second tablet that had not heard of it, with a key of its own

    @precondition(lambda self: any(model.history for model in self.tables.values()))
    @rule(data=st.data())
    def void(self, data: st.DataObject) -> None:
        table, model, number, named, _ = self.predecessor(data)
        act = lambda: void(self.stage, named, table=table, by=self.stage.chief, reason="撤回")  # noqa: E731
        if self.attempt(self.changeable(model, number, named), act) is not None:
            model.slots[number] = []
            model.confirmed = False

    @precondition(lambda self: any(model.contested for model in self.tables.values()) or self.seldom())
    @rule(data=st.data(), own=st.none() | RESULTS)
    def ruling(self, data: st.DataObject, own: Result | None) -> None:
        table, model = self.some_table(data, lambda model: model.contested)
        number = data.draw(st.sampled_from(model.contested or [1]))
        chosen = data.draw(st.sampled_from(model.slots.get(number) or [Claim(("NS", "double_down"), "0" * 64)]))
        what: dict[str, Any] = {"uphold": chosen.hash} if own is None else {"record": by_kind(number, *own)}
        match, stage = self.codes[table], self.stage
        act = lambda: ruling_make(  # noqa: E731
            competition=stage.competition,
            match=match,
            number=number,
            clauses=["GD-08"],
            key=new_key(),
            reason="看牌",
            by=stage.chief,
            **what,
        )
        reply = self.attempt(number in model.contested and not self.closed, act)
        if reply is not None:
            model.slots[number] = [chosen if own is None else Claim(own, reply.body["entry"]["hash"])]
            if own is not None:
                model.history.append((number, reply.body["entry"]["hash"], ""))

    # --- the match

    @precondition(lambda self: any(model.complete for model in self.tables.values()) or self.seldom())
    @rule(data=st.data(), stale=st.integers(0, 4))
    def confirm(self, data: st.DataObject, stale: int) -> None:
        table, model = self.some_table(data, lambda model: model.complete and not model.contested)
        covers = [claims[0].hash for claims in model.slots.values() if claims] or ["0" * 64]
        if stale == 0:
            covers[0] = "f" * 64
        self.sign(table, covers, right=stale != 0)

    @rule(table=TABLES, result=RESULTS)
    def finish(self, table: int, result: Result) -> None:
        """What a quiet table does: the rest of the slip, and the other side signs."""
        self.rest_of_the_slip(table, result)
        self.sign(table, [claims[0].hash for claims in self.tables[table].slots.values() if claims] or ["0" * 64], right=True)

    def sign(self, table: int, covers: list[str], *, right: bool) -> None:
        model = self.tables[table]
        ready = model.complete and not model.contested and not model.confirmed and not model.forfeit
        allowed = ready and right and not model.closed and not self.closed
        if self.attempt(allowed, lambda: confirm(self.stage, covers, table=table)) is not None:
            model.confirmed = True

    @precondition(lambda self: len(self.answers) % 3 == 0)
    @rule(table=TABLES, side=st.sampled_from(["NS", "EW"]))
    def forfeit(self, table: int, side: str) -> None:
        model, stage = self.tables[table], self.stage
        act = lambda: match_forfeit(  # noqa: E731
            competition=stage.competition, match=self.codes[table], sides=[side], key=new_key(), reason="", by=stage.chief
        )
        if (reply := self.attempt(model.forfeit is None and not self.closed, act)) is not None:
            model.forfeit = (side, reply.body["entry"]["hash"])

    @precondition(lambda self: any(model.forfeit for model in self.tables.values()) or self.seldom())
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        table, model = self.some_table(data, lambda model: model.forfeit)
        stage, named = self.stage, model.forfeit[1] if model.forfeit else "0" * 64
        act = lambda: entry_withdraw(  # noqa: E731
            competition=stage.competition, match=self.codes[table], supersedes=named, key=new_key(), reason="弄错了", by=stage.chief
        )
        if self.attempt(model.forfeit is not None and not self.closed, act) is not None:
            model.forfeit = None

    @rule(table=TABLES, close=st.booleans())
    def table_state(self, table: int, close: bool) -> None:
        model, stage = self.tables[table], self.stage
        service = table_close if close else table_reopen
        act = lambda: service(competition=stage.competition, match=self.codes[table], key=new_key(), by=stage.referee)  # noqa: E731
        if self.attempt(model.closed != close and not self.closed, act) is not None:
            model.closed = close

    # --- the competition

    @precondition(lambda self: all(table.official for table in self.tables.values()) or self.seldom())
    @rule()
    def close(self) -> None:
        allowed = not self.closed and all(table.official for table in self.tables.values())
        act = lambda: competition_close(competition=self.stage.competition, by=self.stage.chief, key=new_key())  # noqa: E731
        if self.attempt(allowed, act) is not None:
            self.closed = True

    @precondition(lambda self: self.closed or self.seldom())
    @rule()
    def reopen(self) -> None:
        stage = self.stage
        act = lambda: competition_reopen(competition=stage.competition, reason="申诉", by=stage.chief, key=new_key())  # noqa: E731
        if self.attempt(self.closed, act) is not None:
            self.closed = False

    # --- what must hold after every step

    @invariant()
    def agrees(self) -> None:
        if not hasattr(self, "course"):
            return
        competition = self.stage.competition
        recompute(competition.pk, "worker")
        state = full(competition)
        assert Snapshot.objects.get(competition=competition).body.encode() == canonical(state)
        assert list(differing_projections(competition, state)) == []
        rows = {row["match"]: row for row in state["matches"]}
        for table, model in self.tables.items():
            row = rows[self.codes[table]]
            assert row["points"] == model.points
            assert {hand["number"]: hand["hash"] for hand in row["hands"]} == {n: c[0].hash for n, c in model.slots.items() if c}
            assert [hand["number"] for hand in row["hands"] if hand["under_review"]] == model.contested
            assert (row["confirmed"] is not None) == model.confirmed
            assert row["closed"] == model.closed


def machine(stage: Stage) -> type[Hall]:
    return type("HallOfOneTest", (Hall,), {"stage": stage, "codes": {table: stage.match(table).code for table in (1, 2)}})


@pytest.fixture
def stage() -> Stage:
    stage = small_event(teams=2, pairs=2)
    for table in (1, 2):
        stage.scorer(table)
        stage.checker(table)
    return stage


def course(examples: int, **kwargs: Any) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=30,
        deadline=None,
        derandomize="MINGPAI_EXAMPLES" not in os.environ,
        database=None,
        suppress_health_check=list(HealthCheck),
        **kwargs,
    )


def test_any_course_of_two_tables_agrees_with_the_model(stage: Stage) -> None:
    run_state_machine_as_test(machine(stage), settings=course(EXAMPLES))


# --- planted bugs ----------------------------------------------------------------------------------------------------


def last_writer_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    stored = hands._Hand._append

    def overwrite(self: Any, book: Any, sitting: Any, state: Any) -> Any:
        live = sitting.live(self.place)
        if live is not None:
            sitting.settle(live, HandState.REPLACED)
        return stored(self, book, sitting, HandState.LIVE)

    monkeypatch.setattr(hands._Hand, "_append", overwrite)


def a_known_key_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    replayed = replies._replay
    monkeypatch.setattr(replies, "_replay", lambda answer, fingerprint: replayed(answer, answer.fingerprint))


def a_stale_predecessor_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    changeable = hands._changeable

    def lenient(sitting: Any, supersedes: str, *rest: Any, as_table: bool) -> Any:
        row = next((row for row in sitting.match.hands.filter(hash=supersedes)), None)
        live = sitting.live(place_of_row(row)) if row else None
        return changeable(sitting, live.hash if live else supersedes, *rest, as_table=as_table)

    monkeypatch.setattr(hands, "_changeable", lenient)


def a_correction_keeps_the_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    settle = Sitting.settle

    def forgetful(self: Sitting, row: Any, state: HandState) -> None:
        before = self.match.confirmed_hash
        settle(self, row, state)
        self.match.confirmed_hash = before

    monkeypatch.setattr(Sitting, "settle", forgetful)


def a_withdrawn_forfeit_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "keep_absences", lambda match, standing, rulebook: None)


def a_dirty_match_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    dirty = incremental.dirty_matches
    monkeypatch.setattr(incremental, "dirty_matches", lambda before, setup, touched: dirty(before, setup, () if before else touched))


def an_echo_confirms(monkeypatch: pytest.MonkeyPatch) -> None:
    """An echo that is stored as a second live record: what a check of the key alone would allow."""
    monkeypatch.setattr(Sitting, "live", lambda self, place: None)


BUGS = [
    last_writer_wins,
    a_known_key_is_not_compared,
    a_stale_predecessor_passes,
    a_correction_keeps_the_confirmation,
    a_withdrawn_forfeit_stands,
    a_dirty_match_is_forgotten,
    an_echo_confirms,
]


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_planted_bug_is_found(stage: Stage, bug: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    # A difference from the model, a refusal or an answer it did not expect, or the database's own refusal.
    with pytest.raises((AssertionError, Refused, IntegrityError, pytest.fail.Exception)):
        run_state_machine_as_test(machine(stage), settings=course(60, phases=[Phase.generate], report_multiple_bugs=False))
