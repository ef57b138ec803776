"""What the public sees and when: hidden, provisional, under notice, official; by stages; the board that stands still."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events import clock
from events.models import Competition, Freeze, LedgerEntry, StageState, Visibility
from events.refusals import KeyReused, NotAllowed, NotFound, Problems, Refused
from events.selectors.published import Phase, published_of
from events.services.competitions import competition_close, competition_reopen
from events.services.keyed import new_key
from events.services.publishing import board_freeze, board_unfreeze, visibility_set
from events.services.rounds import round_open
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, five, hand
from tests.pages.halls import won_gomoku
from tests.pages.three_halls import health_hall

pytestmark = pytest.mark.django_db


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.faults[0].code if isinstance(refused.value, Problems) else refused.value.code


def kinds(stage: Stage) -> list[str]:
    return list(LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True))


def shown(stage: Stage, *, sees_all: bool = False) -> Any:
    recompute(stage.competition.pk, "worker")
    return published_of(competition=Competition.objects.select_related("book").get(pk=stage.competition.pk), sees_all=sees_all)


def sound(stage: Stage) -> None:
    recompute(stage.competition.pk, "worker")
    assert verify(Competition.objects.select_related("event").get(pk=stage.competition.pk)).findings == ()


def soon(minutes: int = 30) -> datetime:
    return clock.now().replace(microsecond=0) + timedelta(minutes=minutes)


@pytest.fixture
def stage() -> Stage:
    """Round 1 open, nothing played."""
    return small_event()


@pytest.fixture
def played(stage: Stage) -> Stage:
    """Round 1 finished and confirmed."""
    for table in range(1, 5):
        confirm(stage, five(stage, table=table), table=table)
    return stage


@pytest.mark.parametrize("until", [clock.now() + timedelta(days=61), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)])
def test_a_notice_ends_within_sixty_days(played: Stage, until: datetime) -> None:
    def shown(until: datetime) -> object:
        return visibility_set(competition=played.competition, visibility="notice", notice_until=until, by=played.chief)

    assert code_of(lambda: shown(until)) == "notice_too_far"
    shown(soon(60 * 24 * 60 - 1))


def test_a_notice_has_an_end_and_is_in_the_ledger(played: Stage) -> None:
    until = soon()
    visibility_set(competition=played.competition, visibility="notice", notice_until=until, by=played.chief)
    assert (played.competition.visibility, played.competition.notice_until) == ("notice", until)
    entry = LedgerEntry.objects.filter(book__competition=played.competition).order_by("-seq")[0]
    assert (entry.kind, entry.body) == ("published", f'{{"stage":"","state":"notice","until":"{clock.stamp(until)}"}}')
    found = shown(played)
    assert (found.phase, found.notice_until, found.notice_over) == (Phase.NOTICE, until, False)
    sound(played)


def test_nothing_becomes_official_by_a_clock(played: Stage) -> None:
    visibility_set(competition=played.competition, visibility="notice", notice_minutes=20, by=played.chief)
    with clock.injected(lambda: datetime.now(UTC) + timedelta(hours=2)):
        found = shown(played)
    assert (found.phase, found.notice_over) == (Phase.NOTICE, True)
    assert not Competition.objects.get(pk=played.competition.pk).book.closed


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"visibility": "notice"}, "notice_needs_time"),
        ({"visibility": "notice", "notice_until": datetime(2020, 1, 1, tzinfo=UTC)}, "notice_is_past"),
        ({"visibility": "provisional", "notice_until": datetime(2126, 1, 1, tzinfo=UTC)}, "only_with_notice"),
        ({"visibility": "secret"}, "not_a_choice"),
        ({"visibility": "hidden", "stage": "final"}, "not_a_choice"),
        ({"visibility": "official"}, "close_first"),
    ],
)
def test_what_cannot_be_set(played: Stage, asked: dict[str, Any], code: str) -> None:
    before = kinds(played)
    assert code_of(lambda: visibility_set(competition=played.competition, by=played.chief, **asked)) == code
    assert kinds(played) == before


def test_who_may(played: Stage) -> None:
    other = small_event(code="else", organiser="somebody")
    for by, refusal in ((played.referee, NotAllowed), (other.chief, NotFound)):
        with pytest.raises(refusal):
            visibility_set(competition=played.competition, visibility="hidden", by=by)
        with pytest.raises(refusal):
            board_freeze(competition=played.competition, round=2, key=new_key(), by=by)
        with pytest.raises(refusal):
            board_unfreeze(competition=played.competition, key=new_key(), by=by)


def test_no_notice_while_a_round_is_played(stage: Stage) -> None:
    hand(stage, by_kind(1))
    assert code_of(lambda: visibility_set(competition=stage.competition, visibility="notice", notice_minutes=30, by=stage.chief)) == (
        "notice_while_playing"
    )


def test_no_round_begins_under_notice(played: Stage) -> None:
    visibility_set(competition=played.competition, visibility="notice", notice_minutes=30, by=played.chief)
    assert code_of(lambda: round_open(competition=played.competition, number=2, by=played.organiser)) == "in_notice"
    visibility_set(competition=played.competition, visibility="provisional", by=played.chief)
    round_open(competition=played.competition, number=2, by=played.organiser)
    sound(played)


def test_what_is_so_already_writes_nothing_and_a_key_answers_again(played: Stage) -> None:
    before = kinds(played)
    visibility_set(competition=played.competition, visibility="provisional", by=played.chief)
    assert kinds(played) == before
    key = new_key()
    for _press in range(2):
        visibility_set(competition=played.competition, visibility="notice", notice_minutes=30, by=played.chief, key=key)
    assert kinds(played) == [*before, "published"]
    with pytest.raises(KeyReused):
        visibility_set(competition=played.competition, visibility="notice", notice_minutes=60, by=played.chief, key=key)


def test_entries_of_publishing_change_no_number(played: Stage) -> None:
    before = full(played.competition)
    visibility_set(competition=played.competition, visibility="notice", notice_minutes=30, by=played.chief)
    visibility_set(competition=played.competition, visibility="provisional", by=played.chief)
    board_freeze(competition=played.competition, round=2, key=new_key(), by=played.chief)
    board_unfreeze(competition=played.competition, key=new_key(), by=played.chief)
    after = full(played.competition)
    assert canonical({**after, "seq": before["seq"]}) == canonical(before)


# ---- 封榜 ----------------------------------------------------------------------------------------------------------------


def test_the_board_stands_at_the_opening_of_the_round(played: Stage) -> None:
    key = new_key()
    reply = board_freeze(competition=played.competition, round=2, key=key, by=played.organiser)
    assert (reply.status, reply.body["seq"]) == (201, None)
    assert board_freeze(competition=played.competition, round=2, key=key, by=played.organiser).replayed
    assert played.competition.frozen_seq is None
    round_open(competition=played.competition, number=2, by=played.organiser)
    opening = LedgerEntry.objects.get(book__competition=played.competition, kind="round_opened", body__contains='"round":2')
    freeze = Freeze.objects.get(competition=played.competition)
    assert (freeze.seq, freeze.last_round) == (opening.seq, 2)
    assert freeze.body.encode() == canonical(full(played.competition, upto=opening.seq))
    five(played, table=1, number=2)
    public, official = shown(played), shown(played, sees_all=True)
    assert (public.held, public.seq, public.frozen.round) == (True, opening.seq, 2)
    assert (official.held, official.seq) == (False, played.competition.book.seq)
    assert all(not match["hands"] for match in public.state["matches"] if match["round"] == 2)
    assert any(match["hands"] for match in official.state["matches"] if match["round"] == 2)
    sound(played)


def test_the_round_that_runs_is_frozen_as_it_stands(stage: Stage) -> None:
    hand(stage, by_kind(1))
    reply = board_freeze(competition=stage.competition, round=1, key=new_key(), by=stage.chief)
    assert reply.body["seq"] == reply.body["entry"]["seq"]
    hand(stage, by_kind(2))
    assert [len(match["hands"]) for match in shown(stage).state["matches"]] == [1, 0, 0, 0]
    board_unfreeze(competition=stage.competition, key=new_key(), by=stage.chief)
    assert [len(match["hands"]) for match in shown(stage).state["matches"]] == [2, 0, 0, 0]
    assert kinds(stage)[-1] == "unfrozen"
    sound(stage)


def test_what_cannot_be_frozen(played: Stage) -> None:
    competition = played.competition

    def freeze(number: int) -> str:
        return code_of(lambda: board_freeze(competition=competition, round=number, key=new_key(), by=played.chief))

    assert freeze(0) == "out_of_range"
    assert freeze(9) == "no_more_rounds"
    assert code_of(lambda: board_unfreeze(competition=competition, key=new_key(), by=played.chief)) == "not_frozen"
    visibility_set(competition=competition, visibility="hidden", by=played.chief)
    assert freeze(2) == "nothing_shown"
    visibility_set(competition=competition, visibility="notice", notice_minutes=30, by=played.chief)
    assert freeze(2) == "in_notice"
    visibility_set(competition=competition, visibility="provisional", by=played.chief)
    round_open(competition=competition, number=2, by=played.organiser)
    assert freeze(1) == "round_past"
    board_freeze(competition=competition, round=2, key=new_key(), by=played.chief)
    assert freeze(3) == "already_frozen"
    for table in range(1, 5):
        five(played, table=table, number=2)
    assert (
        code_of(lambda: visibility_set(competition=competition, visibility="notice", notice_minutes=30, by=played.chief)) == "board_frozen"
    )


def test_a_close_asks_that_the_board_be_let_go(played: Stage) -> None:
    competition = played.competition
    for number in (2, 3):
        round_open(competition=competition, number=number, by=played.organiser)
        if number == 3:
            board_freeze(competition=competition, round=3, key=new_key(), by=played.chief)
        for table in range(1, 5):
            confirm(played, five(played, table=table, number=number), table=table, number=number)
    assert code_of(lambda: competition_close(competition=competition, by=played.chief, key=new_key())) == "frozen_first"
    board_unfreeze(competition=competition, key=new_key(), by=played.chief)
    visibility_set(competition=competition, visibility="notice", notice_minutes=30, by=played.chief)
    competition_close(competition=competition, by=played.chief, key=new_key())
    competition.refresh_from_db()
    assert (competition.visibility, competition.notice_until) == (Visibility.OFFICIAL, None)
    assert code_of(lambda: board_freeze(competition=competition, round=3, key=new_key(), by=played.chief)) == "competition_closed"
    visibility_set(competition=competition, visibility="hidden", by=played.chief)
    visibility_set(competition=competition, visibility="official", by=played.chief)
    assert Competition.objects.get(pk=competition.pk).book.closed
    sound(played)
    competition_reopen(competition=competition, reason="算错一局", by=played.chief, key=new_key())
    assert Competition.objects.get(pk=competition.pk).visibility == Visibility.PROVISIONAL
    sound(played)


# ---- by stages -----------------------------------------------------------------------------------------------------------


def test_a_stage_has_a_state_of_its_own() -> None:
    stage = health_hall()
    competition = Competition.objects.get(pk=stage.competition.pk)
    codes = [row["stage"] for row in full(competition)["rounds"]]
    first = codes[0]
    visibility_set(competition=competition, visibility="hidden", stage=first, by=stage.organiser)
    assert StageState.objects.get(competition=competition).state == "hidden"
    found = shown(stage)
    assert (found.held, found.frozen.stage, found.frozen.round) == (True, first, None)
    assert all(not match["hands"] for match in found.state["matches"])
    assert any(match["hands"] for match in shown(stage, sees_all=True).state["matches"])
    sound(stage)
    visibility_set(competition=competition, visibility="provisional", stage=first, by=stage.organiser)
    assert not shown(stage).held
    assert code_of(lambda: visibility_set(competition=competition, visibility="official", stage=first, by=stage.chief)) == "close_first"
    sound(stage)


def test_each_round_of_a_knockout_is_published_by_itself() -> None:
    stage = won_gomoku()
    competition = Competition.objects.get(pk=stage.competition.pk)
    until = soon(60)
    visibility_set(competition=competition, visibility="notice", stage="round_1", notice_until=until, by=stage.chief)
    states = {one.code: (one.state, one.until) for one in shown(stage).stages}
    assert states["round_1"] == ("notice", until)
    sound(stage)


def test_verify_finds_a_state_that_nobody_said(played: Stage) -> None:
    visibility_set(competition=played.competition, visibility="hidden", by=played.chief)
    Competition.objects.filter(pk=played.competition.pk).update(visibility="provisional")
    recompute(played.competition.pk, "worker")
    found = verify(Competition.objects.select_related("event").get(pk=played.competition.pk))
    assert [finding.code for finding in found.findings] == ["visibility_differs"]


def test_verify_finds_a_frozen_board_that_was_changed(played: Stage) -> None:
    round_open(competition=played.competition, number=2, by=played.organiser)
    board_freeze(competition=played.competition, round=2, key=new_key(), by=played.chief)
    row = Freeze.objects.get()
    Freeze.objects.update(body=row.body.replace('"points":', '"points" :', 1))
    recompute(played.competition.pk, "worker")
    found = verify(Competition.objects.select_related("event").get(pk=played.competition.pk))
    assert [finding.code for finding in found.findings] == ["freeze_differs"]
    Freeze.objects.update(body=row.body, ended_at=clock.now())
    found = verify(Competition.objects.select_related("event").get(pk=played.competition.pk))
    assert {finding.code for finding in found.findings} == {"freeze_not_stated"}
