"""An act tried out changes nothing, on either database, and shows what the act then does; nothing else is ever taken back."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, connections, transaction

from events import ledger
from events.models import Answer, Competition, HandRecord, LedgerEntry, Refusal, Remark
from events.pinned import rulebook_of
from events.refusals import Problems, StateRefusal
from events.selectors.effects import effect_rows
from events.services.hands import hand_correct
from events.services.matches import match_forfeit
from events.services.penalties import penalty_give
from events.services.rehearsal import Effect, effect_of
from events.services.rulings import ruling_make
from events.standings import full, recompute
from tests.cast import Stage, other_event, small_event
from tests.events.score_kit import by_kind, confirm, five, hand, new_key, sound

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stage() -> Stage:
    stage = small_event()
    confirm(stage, five(stage))
    recompute(stage.competition.pk, "worker")
    return stage


def database() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the product."""
    found = {}
    for model in apps.get_app_config("events").get_models():
        names = [column.attname for column in model._meta.concrete_fields]
        found[model.__name__] = sorted(tuple(map(str, row)) for row in model._default_manager.values_list(*names))
    return found


def unhashed(value: Any) -> Any:
    """A state without the hashes of its entries, which also cover the time of writing."""
    if isinstance(value, dict):
        return {name: unhashed(one) for name, one in value.items() if name != "hash"}
    return [unhashed(one) for one in value] if isinstance(value, list) else value


def correction(stage: Stage, kind: str = "first_third", *, key: str = "") -> Callable[[], object]:
    live = HandRecord.objects.get(match=stage.match(), number=1, state="live")
    return lambda: hand_correct(
        competition=stage.competition,
        match=stage.match().code,
        supersedes=live.hash,
        record=by_kind(1, "EW", kind),
        key=key or new_key(),
        reason="报告单写的是东西赢",
        by=stage.referee,
    )


def test_everything_is_taken_back_and_the_act_then_does_what_was_shown(stage: Stage) -> None:
    key = new_key()
    act, before = correction(stage, key=key), database()
    effect = effect_of(competition=stage.competition, act=act)
    assert database() == before
    assert effect.refused is None
    assert effect.before == full(Competition.objects.get(pk=stage.competition.pk))
    assert getattr(act(), "replayed", None) is False  # the key was not used up
    recompute(stage.competition.pk, "worker")
    assert unhashed(effect.after) == unhashed(full(Competition.objects.get(pk=stage.competition.pk)))
    sound(stage)


def test_a_refused_act_leaves_no_row_in_the_log_of_refusals(stage: Stage) -> None:
    def act() -> object:
        return match_forfeit(
            competition=stage.competition, match=stage.match().code, sides=["XX"], key=new_key(), reason="", by=stage.chief
        )

    before = database()
    effect = effect_of(competition=stage.competition, act=act)
    assert isinstance(effect.refused, Problems)
    assert effect.after == effect.before
    assert database() == before
    with pytest.raises(Problems):
        act()
    assert Refusal.objects.count() == 1  # in earnest it is kept


def test_a_refusal_under_the_lock_takes_the_whole_act_back(stage: Stage) -> None:
    def act() -> object:
        return ruling_make(
            competition=stage.competition,
            match=stage.match().code,
            number=1,
            record=by_kind(1, "EW"),
            clauses=["GD-08"],
            key=new_key(),
            reason="查",
            by=stage.chief,
        )

    before = database()
    effect = effect_of(competition=stage.competition, act=act)
    assert isinstance(effect.refused, StateRefusal)
    assert effect.refused.code == "not_contested"
    assert database() == before


def test_nothing_outside_a_rehearsal_is_taken_back(stage: Stage) -> None:
    """The control: the same act before and after a rehearsal commits, and another thread's writing meanwhile waits and commits."""
    effect_of(competition=stage.competition, act=correction(stage))
    assert not ledger.rehearsing()
    seen: list[int] = []
    started = threading.Event()

    def elsewhere() -> None:
        started.set()
        assert not ledger.rehearsing()
        seen.append(hand(stage, by_kind(1), table=2).status)
        connections.close_all()

    thread = threading.Thread(target=elsewhere)
    stage.scorer(2)

    def act() -> object:
        thread.start()
        assert started.wait(30)
        return correction(stage)()

    effect_of(competition=stage.competition, act=act)
    thread.join(60)
    assert seen == [201]
    assert HandRecord.objects.filter(match=stage.match(2), state="live").count() == 1
    correction(stage)()
    assert HandRecord.objects.filter(match=stage.match(), by="correction", state="live").count() == 1
    sound(stage)


def test_control_without_the_rehearsal_the_same_act_stays(stage: Stage) -> None:
    before = database()
    correction(stage)()
    after = database()
    changed = {name for name in before if before[name] != after[name]}
    assert {"LedgerEntry", "Answer", "Remark", "HandRecord", "Match", "Book"} <= changed


def test_a_rehearsal_cannot_lose_its_transaction_or_play_with_two_books(stage: Stage) -> None:
    other = small_event(code="other")
    with pytest.raises(RuntimeError, match="one book"), ledger.rehearsed(stage.competition), ledger.locked(other.competition):
        pass
    with pytest.raises(RuntimeError, match="within a rehearsal"), ledger.rehearsed(stage.competition), ledger.rehearsed(stage.competition):
        pass
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic(), ledger.rehearsed(stage.competition):
        pass
    assert not connection.in_atomic_block
    assert not ledger.rehearsing()


def test_an_act_that_fails_midway_is_taken_back_too(stage: Stage) -> None:
    def act() -> object:
        correction(stage)()
        raise ZeroDivisionError

    before = database()
    with pytest.raises(ZeroDivisionError):
        effect_of(competition=stage.competition, act=act)
    assert database() == before
    assert not ledger.rehearsing()
    sound(stage)


def test_the_competition_in_hand_remembers_no_book_that_never_was(stage: Stage) -> None:
    head = stage.competition.book.seq
    effect_of(competition=stage.competition, act=correction(stage))
    assert stage.competition.book.seq == head == LedgerEntry.objects.filter(book__competition=stage.competition).count()


def test_effect_of_a_correction_is_laid_out(stage: Stage) -> None:
    effect = effect_of(competition=stage.competition, act=correction(stage))
    shown = _shown(stage, effect)
    assert [(hand.number, hand.kind) for hand in shown.hands] == [(1, "changed")]
    assert {change.what for change in shown.hands[0].changes} == {"points:NS", "points:EW"}
    assert any(fact.what == "confirmed" and not fact.after for fact in shown.facts)
    assert not shown.nothing
    assert not shown.others
    assert shown.downstream
    assert Answer.objects.filter(book__competition=stage.competition).exists()
    assert Remark.objects.count() == 0


def test_effect_of_a_forfeit_names_what_counts_instead(stage: Stage) -> None:
    code = stage.match().code
    effect = effect_of(
        competition=stage.competition,
        act=lambda: match_forfeit(competition=stage.competition, match=code, sides=["EW"], key=new_key(), reason="没来", by=stage.chief),
    )
    shown = _shown(stage, effect)
    assert {fact.what for fact in shown.facts} >= {"state"}
    assert any(change.what == "points" for side in shown.sides for change in side.changes)


def test_an_act_that_only_keeps_a_rival_changes_the_review_alone(stage: Stage) -> None:
    effect = effect_of(
        competition=stage.competition,
        act=lambda: penalty_give(competition=stage.competition, match=stage.match().code, penalty={}, key=new_key(), by=stage.chief),
    )
    assert effect.refused is not None
    stage.scorer(2)
    kept = effect_of(competition=stage.competition, act=lambda: hand(stage, by_kind(1), table=2))
    assert getattr(kept.reply, "status", 0) == 201
    assert _shown(stage, kept, stage.match(2).code).hands[0].kind == "new"


def test_a_fine_in_a_climb_shows_levels_of_later_hands() -> None:
    stage = other_event("healthcup-chaodipi", 4)
    code = stage.match().code
    effect = effect_of(
        competition=stage.competition,
        act=lambda: penalty_give(
            competition=stage.competition,
            match=code,
            penalty={"code": "wrong_follow", "side": "NS", "count": 1},
            number=1,
            key=new_key(),
            by=stage.chief,
        ),
    )
    assert effect.refused is None, effect.refused
    assert effect.after["matches"][0]["penalties"]
    assert not effect.before["matches"][0]["penalties"]


def _shown(stage: Stage, effect: Effect, match: str = "") -> Any:
    assert effect.refused is None, effect.refused
    return effect_rows(rulebook_of(stage.competition), effect.before, effect.after, match or stage.match().code)
