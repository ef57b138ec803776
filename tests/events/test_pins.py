"""Six digits cannot be found by trying: five wrong tries lock the side and the device, whoever tries at once and from wherever (S4)."""

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from events import clock
from events.access import Actor
from events.models import Entrant, EntrantPin, PinCounter
from events.refusals import NotAllowed, NotFound
from events.services import pins
from events.services.pins import MOST_TRIES, pin_check, pins_make
from tests.cast import Stage, small_event
from tests.events.test_concurrency import together

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
TRIES, THREADS = 100, 20


def made(stage: Stage, entrant: Entrant) -> str:
    return pins_make(competition=stage.competition, entrants=[entrant.pid], by=stage.organiser)[entrant.pid]


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10**6:06d}"


def tried(stage: Stage, entrant: Entrant, pin: str, by: Actor | None = None) -> str:
    """What came of a try: right, or the code of its refusal."""
    try:
        pin_check(competition=stage.competition, entrant=entrant, pin=pin, by=by or stage.scorer())
    except NotAllowed as refused:
        return refused.code
    return "right"


class TestOne:
    pytestmark = pytest.mark.django_db

    @pytest.fixture
    def stage(self) -> Stage:
        return small_event()

    def test_made_again_the_old_one_is_void(self, stage: Stage) -> None:
        entrant = stage.match().ew
        first, second = made(stage, entrant), made(stage, entrant)
        assert len(first) == 6
        assert first.isdigit()
        if first != second:
            assert tried(stage, entrant, first) == "wrong_pin"
        assert tried(stage, entrant, second) == "right"

    def test_for_all_at_once(self, stage: Stage) -> None:
        sheet = pins_make(competition=stage.competition, entrants=[], by=stage.organiser)
        assert set(sheet) == set(Entrant.objects.filter(competition=stage.competition).values_list("pid", flat=True))
        kept = EntrantPin.objects.get(entrant__pid=stage.match().ew.pid)
        assert sheet[stage.match().ew.pid] not in (kept.digest, kept.salt)
        assert EntrantPin.objects.values("digest").distinct().count() == len(sheet)

    def test_who_makes_them(self, stage: Stage) -> None:
        for by in (stage.auditor, stage.scorer(), stage.checker()):
            with pytest.raises(NotAllowed):
                pins_make(competition=stage.competition, entrants=[], by=by)
        with pytest.raises(NotFound):
            pins_make(competition=stage.competition, entrants=["e000000000000"], by=stage.organiser)

    def test_without_one_nobody_signs(self, stage: Stage) -> None:
        assert tried(stage, stage.match().ew, "123456") == "no_pin"
        assert not PinCounter.objects.exists()

    def test_five_wrong_ones_lock_for_fifteen_minutes(self, stage: Stage) -> None:
        entrant = stage.match().ew
        pin, now = made(stage, entrant), [NOON]
        with clock.injected(lambda: now[0]):
            assert [tried(stage, entrant, wrong(pin)) for _ in range(MOST_TRIES)] == ["wrong_pin"] * MOST_TRIES
            assert tried(stage, entrant, pin) == "pin_locked"
            now[0] = NOON + timedelta(minutes=14, seconds=59)
            assert tried(stage, entrant, pin) == "pin_locked"
            now[0] = NOON - timedelta(hours=3)  # a clock set back opens nothing
            assert tried(stage, entrant, pin) == "pin_locked"
            now[0] = NOON + timedelta(minutes=15)
            assert tried(stage, entrant, pin) == "right"

    def test_the_side_is_locked_on_every_device_and_the_device_for_every_side(self, stage: Stage) -> None:
        match = stage.match()
        pin, other = made(stage, match.ew), made(stage, match.ns)
        for _ in range(MOST_TRIES):
            tried(stage, match.ew, wrong(pin))
        assert tried(stage, match.ew, pin, by=stage.scorer(2)) == "pin_locked"
        assert tried(stage, match.ns, other) == "pin_locked"
        assert tried(stage, match.ns, other, by=stage.scorer(2)) == "right"

    def test_the_desk_renews(self, stage: Stage) -> None:
        entrant = stage.match().ew
        pin = made(stage, entrant)
        for _ in range(MOST_TRIES):
            tried(stage, entrant, wrong(pin))
        assert tried(stage, entrant, made(stage, entrant), by=stage.scorer(2)) == "right"

    def test_a_right_one_gives_a_device_no_more_guesses(self, stage: Stage) -> None:
        match = stage.match()
        known, aimed = made(stage, match.ns), made(stage, match.ew)
        for _ in range(2):
            assert tried(stage, match.ew, wrong(aimed)) == "wrong_pin"
            assert tried(stage, match.ns, known) == "right"
        assert [tried(stage, match.ew, wrong(aimed)) for _ in range(4)] == ["wrong_pin"] * 3 + ["pin_locked"]


def outcomes(stage: Stage, entrant: Entrant, pin: str) -> Counter[str]:
    """A hundred wrong tries in parallel, on as many connections as a small server has."""
    devices = [stage.scorer(table) for table in (1, 2)]
    found: list[str] = []

    def work(number: int) -> None:
        for _ in range(TRIES // THREADS):
            found.append(tried(stage, entrant, pin, by=devices[number % 2]))

    together(*(lambda number=number: work(number) for number in range(THREADS)))
    return Counter(found)


@pytest.mark.django_db(transaction=True)
def test_a_hundred_at_once_are_looked_at_exactly_five_times() -> None:
    stage = small_event()
    entrant = stage.match().ew
    pin = made(stage, entrant)
    assert outcomes(stage, entrant, wrong(pin)) == {"wrong_pin": MOST_TRIES, "pin_locked": TRIES - MOST_TRIES}
    assert tried(stage, entrant, pin) == "pin_locked"
    assert tried(stage, entrant, pin, by=stage.scorer(2)) == "pin_locked"


@pytest.mark.django_db(transaction=True)
def test_control_a_count_that_is_looked_up_first_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistake that this guards against: look whether tries are left, look at the PIN, count afterwards."""
    gate = threading.Barrier(THREADS)

    def looked_up(competition: object, entrant: str, device: str) -> bool:
        counters = PinCounter.objects.filter(subject__in=[entrant, device], tries__gte=MOST_TRIES)
        free = not counters.exists()
        gate.wait(60)
        right = admitted(competition, entrant, device)  # type: ignore[arg-type]
        return free or right

    stage = small_event()
    entrant = stage.match().ew
    pin = made(stage, entrant)
    admitted = pins._admitted
    monkeypatch.setattr(pins, "_admitted", looked_up)
    assert outcomes(stage, entrant, wrong(pin))["wrong_pin"] > MOST_TRIES
    connections.close_all()
