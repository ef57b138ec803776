"""The relay: every book's snapshot catches up, with a broker that works, hangs or is not there (R1, R4)."""

import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from pytest_django import Settings

from events import relay, wakeups
from events.models import Book, Snapshot
from events.relay import AGAIN, LAG, Relay, Sender
from events.standings import recompute
from tests.cast import Stage, add_team, bare_event
from tests.events.score_kit import sound

pytestmark = pytest.mark.django_db


class Broker:
    """Stands where a Sender stands and keeps what it is given; the test is the worker."""

    def __init__(self) -> None:
        self.jobs: list[int] = []

    def put(self, competition_id: int) -> None:
        self.jobs.append(competition_id)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def stage() -> Stage:
    return bare_event()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def broker() -> Broker:
    return Broker()


def made_by(stage: Stage) -> str:
    return Snapshot.objects.get(competition=stage.competition).made_by


def add(stage: Stage) -> None:
    add_team(stage, f"第{Book.objects.get(competition=stage.competition).seq}队", 1)


def test_without_a_broker_everything_is_computed_at_once(stage: Stage, settings: Settings) -> None:
    settings.REDIS_URL = ""
    Relay().step()
    assert made_by(stage) == "relay"
    assert relay.dirty() == []
    sound(stage)


def test_with_a_broker_one_job_is_in_flight_however_much_comes(stage: Stage, broker: Broker, clock: Clock) -> None:
    looking = Relay(sender=broker, clock=clock)  # type: ignore[arg-type]
    for _ in range(10):
        add(stage)
        looking.step()
        clock.now += 0.1
    assert broker.jobs == [stage.competition.pk]
    recompute(stage.competition.pk, "worker")
    looking.step()
    assert broker.jobs == [stage.competition.pk]
    add(stage)
    looking.step()
    assert broker.jobs == [stage.competition.pk] * 2


def test_a_job_that_was_lost_is_sent_again(stage: Stage, broker: Broker, clock: Clock) -> None:
    looking = Relay(sender=broker, clock=clock)  # type: ignore[arg-type]
    looking.step()
    clock.now += AGAIN - 0.1
    looking.step()
    assert len(broker.jobs) == 1
    clock.now += 0.2
    looking.step()
    assert len(broker.jobs) == 2


def test_a_snapshot_that_stands_still_is_computed_by_the_relay(stage: Stage, broker: Broker, clock: Clock) -> None:
    looking = Relay(sender=broker, clock=clock)  # type: ignore[arg-type]
    looking.step()
    clock.now += LAG - 0.1
    looking.step()
    assert not Snapshot.objects.filter(competition=stage.competition).exists()
    clock.now += 0.2
    looking.step()
    assert made_by(stage) == "relay"
    sound(stage)


def test_workers_that_keep_up_are_left_alone_however_long_it_goes_on(stage: Stage, broker: Broker, clock: Clock) -> None:
    looking = Relay(sender=broker, clock=clock)  # type: ignore[arg-type]
    for _ in range(20):
        looking.step()
        recompute(stage.competition.pk, "worker")
        add(stage)  # came while the job ran: the book is never clean when the relay looks
        clock.now += 1.0
    assert made_by(stage) == "worker"
    assert len(relay.dirty()) == 1


def test_one_competition_that_cannot_be_computed_does_not_hold_up_another(stage: Stage, clock: Clock, settings: Settings) -> None:
    settings.REDIS_URL = ""
    other = bare_event(code="other")
    tried: list[int] = []

    def compute(competition_id: int, made_by: str) -> int:
        tried.append(competition_id)
        if competition_id == stage.competition.pk:
            raise ZeroDivisionError
        return recompute(competition_id, made_by)

    looking = Relay(recompute=compute, clock=clock)
    for _ in range(3):
        looking.step()
    assert made_by(other) == "relay"
    assert tried.count(stage.competition.pk) == 1
    clock.now += LAG + 0.1
    looking.step()
    assert tried.count(stage.competition.pk) == 2


def test_a_database_that_is_away_does_not_end_the_relay(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.REDIS_URL = ""
    looking, stop, looks = Relay(), threading.Event(), []

    def away() -> list[Any]:
        looks.append(1)
        if len(looks) == 3:
            stop.set()
        raise OperationalError("away")

    monkeypatch.setattr(relay, "dirty", away)
    monkeypatch.setattr(relay, "RECOVERY", 0.01)
    looking.run(stop)
    assert len(looks) == 3


def until(condition: Any, seconds: float = 10.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_a_broker_that_hangs_holds_nobody_up_and_finds_one_job_each() -> None:
    sent: list[int] = []
    hanging = threading.Event()

    def send(competition_id: int) -> None:
        hanging.wait(30)
        sent.append(competition_id)

    sender = Sender(send)
    began = time.monotonic()
    for _ in range(1000):
        for competition_id in (1, 2, 3):
            sender.put(competition_id)
    assert time.monotonic() - began < 5
    hanging.set()
    until(lambda: len(set(sent)) == 3)
    assert len(sent) <= 4  # one was on its way when the others came


def test_a_broker_that_fails_is_asked_again() -> None:
    sent: list[int] = []

    def send(competition_id: int) -> None:
        sent.append(competition_id)
        if len(sent) == 1:
            raise ConnectionError

    sender = Sender(send)
    sender.put(1)
    until(lambda: len(sent) == 1)
    sender.put(2)
    until(lambda: sent == [1, 2])


# --- wake-ups --------------------------------------------------------------------------------------------------------


@pytest.fixture
def fresh_wakeups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakeups, "_client", None)
    monkeypatch.setattr(wakeups, "_quiet_until", 0.0)


@pytest.fixture
def silent_server() -> Iterator[str]:
    """Takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=8) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.mark.usefixtures("fresh_wakeups")
def test_a_wake_up_never_waits_long_and_never_fails(stage: Stage, silent_server: str, settings: Settings) -> None:
    settings.REDIS_URL = silent_server
    began = time.monotonic()
    head = recompute(stage.competition.pk, "relay")
    assert time.monotonic() - began < 3
    assert Snapshot.objects.get(competition=stage.competition).seq == head
    began = time.monotonic()
    for _ in range(100):
        wakeups.snapshot_saved(stage.competition.pk, head)  # silent for a while: not one of them tries
    assert time.monotonic() - began < 0.4


@pytest.mark.usefixtures("fresh_wakeups")
def test_a_refused_connection_is_swallowed(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    wakeups.snapshot_saved(1, 1)
    assert wakeups._quiet_until > 0
