"""Devices: paired by a one-time secret, bound to table and side, revoked at once; secrets kept as digests alone."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from events import actors, clock
from events.models import Device, PairingCode
from events.refusals import NotAllowed, NotFound, Problems, Refused
from events.selectors.devices import devices_of, pairing_codes_of
from events.selectors.tables import match_of_device
from events.services.devices import Queue, device_pair, device_revoke, device_seen, pairing_code_make
from tests.cast import Stage, bare_event, small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return bare_event()


def code(stage: Stage, table: int = 3, side: str = "NS") -> str:
    return pairing_code_make(competition=stage.competition, table=table, side=side, by=stage.referee)[1]


@pytest.mark.parametrize(("side", "role"), [("NS", "scorer"), ("EW", "checker")])
def test_the_side_that_records_gets_the_scorer(stage: Stage, side: str, role: str) -> None:
    paired = device_pair(secret=code(stage, 3, side), label="老王的手机 📱")
    by = actors.for_token(token=paired.token)
    assert by is not None
    assert (by.roles, by.table, by.side, by.competition_id, by.event_id) == ({role}, 3, side, stage.competition.pk, stage.event.pk)
    assert by.pid == by.device == paired.device.pid
    assert by.may("table.call")


def test_the_cookie_reads_and_the_token_does_not_serve_as_one(stage: Stage) -> None:
    paired = device_pair(secret=code(stage))
    reader = actors.for_cookie(cookie=paired.cookie)
    assert reader is not None
    assert reader.read_only
    assert not reader.may("hand.record")
    assert actors.for_token(token=paired.cookie) is None
    assert actors.for_cookie(cookie=paired.token) is None


def test_secrets_are_long_and_kept_as_digests(stage: Stage) -> None:
    secret = code(stage)
    paired = device_pair(secret=secret)
    assert min(len(text) for text in (secret, paired.token, paired.cookie)) >= 22
    stored = [str(value) for row in (*PairingCode.objects.values(), *Device.objects.values()) for value in row.values()]
    assert not {secret, paired.token, paired.cookie} & set(stored)


def test_a_code_pairs_one_device(stage: Stage) -> None:
    secret = code(stage)
    device_pair(secret=secret)
    with pytest.raises(NotFound):
        device_pair(secret=secret)
    assert Device.objects.count() == 1


@pytest.mark.parametrize("secret", ["", "nonsense", "\ud800", "x" * 10_000, "\0"])
def test_an_unknown_code_pairs_nothing(stage: Stage, secret: str) -> None:
    with pytest.raises(NotFound):
        device_pair(secret=secret)


def test_a_code_lives_twelve_hours_and_a_clock_set_back_does_not_revive_it(stage: Stage) -> None:
    kept, late = code(stage), code(stage)
    start = clock.now()
    with clock.injected(lambda: start + timedelta(hours=11, minutes=59)):
        assert pairing_codes_of(competition=stage.competition).count() == 2
        device_pair(secret=kept)
    with clock.injected(lambda: start + timedelta(hours=12, minutes=1)):
        assert not pairing_codes_of(competition=stage.competition).exists()
        with pytest.raises(NotFound):
            device_pair(secret=late)
    with pytest.raises(NotFound):
        device_pair(secret=late)


def test_a_bad_label_does_not_use_the_code_up(stage: Stage) -> None:
    secret = code(stage)
    with pytest.raises(Problems):
        device_pair(secret=secret, label="x" * 61)
    assert device_pair(secret=secret).device.table == 3


@pytest.mark.parametrize(
    ("table", "side", "codes"),
    [
        (0, "NS", ["table_out_of_range"]),
        (1000, "N", ["table_out_of_range", "not_a_choice"]),
        ("1", "NS", ["table_out_of_range"]),
        (True, "EW", ["table_out_of_range"]),
        (1, None, ["not_a_choice"]),
    ],
)
def test_a_code_that_cannot_be(stage: Stage, table: int, side: str, codes: list[str]) -> None:
    with pytest.raises(Problems) as refused:
        pairing_code_make(competition=stage.competition, table=table, side=side, by=stage.organiser)
    assert [fault.code for fault in refused.value.faults] == codes


@pytest.mark.parametrize("role", ["scorer", "checker", "auditor"])
def test_others_pair_and_revoke_nothing(stage: Stage, role: str) -> None:
    paired = device_pair(secret=code(stage))
    with pytest.raises(NotAllowed):
        pairing_code_make(competition=stage.competition, table=1, side="NS", by=stage.actors[role])
    with pytest.raises(NotAllowed):
        device_revoke(event=stage.event, device=paired.device.pid, by=stage.actors[role])
    by = actors.for_token(token=paired.token)
    assert by is not None
    with pytest.raises(NotAllowed):
        pairing_code_make(competition=stage.competition, table=1, side="NS", by=by)


def test_a_revoked_device_is_a_stranger_at_once(stage: Stage) -> None:
    paired = device_pair(secret=code(stage))
    first = device_revoke(event=stage.event, device=paired.device.pid, by=stage.referee)
    again = device_revoke(event=stage.event, device=paired.device.pid, by=stage.referee)
    assert first.revoked_at == again.revoked_at is not None
    assert actors.for_token(token=paired.token) is None
    assert actors.for_cookie(cookie=paired.cookie) is None
    assert not devices_of(event=stage.event).exists()
    assert devices_of(event=stage.event, revoked=True).count() == 1


def test_another_events_device_is_not_there(stage: Stage) -> None:
    other = bare_event(code="other", organiser="hall-organiser")
    paired = device_pair(secret=code(other))
    with pytest.raises(NotFound):
        device_revoke(event=stage.event, device=paired.device.pid, by=stage.organiser)
    with pytest.raises(NotFound):
        device_revoke(event=other.event, device=paired.device.pid, by=stage.organiser)
    with pytest.raises(NotFound):
        pairing_code_make(competition=other.competition, table=1, side="NS", by=stage.organiser)
    assert actors.for_token(token=paired.token) is not None


def test_contact_is_noted_now_and_then(stage: Stage, django_assert_num_queries: object) -> None:
    device = device_pair(secret=code(stage)).device
    start = clock.now()
    with clock.injected(lambda: start + timedelta(seconds=5)):
        device_seen(device=device)
    assert Device.objects.get(pk=device.pk).last_seen_at == device.last_seen_at
    with clock.injected(lambda: start + timedelta(seconds=20)):
        device_seen(device=device, queue=Queue(2))
    seen = Device.objects.get(pk=device.pk)
    assert (seen.last_seen_at, seen.unsent) == (start + timedelta(seconds=20), 2)
    device_seen(device=seen, queue=Queue(10**9, 3, 600))
    assert Device.objects.get(pk=device.pk).unsent == 9999
    device_revoke(event=stage.event, device=device.pid, by=stage.organiser)
    device_seen(device=seen, queue=Queue(1))
    assert Device.objects.get(pk=device.pk).unsent == 9999


def test_a_device_finds_the_match_at_its_table() -> None:
    stage = small_event(4, 2)
    match = match_of_device(actor=stage.device(3, "EW"))
    assert match is not None
    assert match.code == "r1-2v3-p1"
    assert match_of_device(actor=stage.device(99, "NS")) is None


@pytest.mark.django_db(transaction=True)
def test_of_many_tries_at_once_one_pairs() -> None:
    stage = bare_event()
    secret = code(stage)

    def attempt(_place: int) -> str:
        try:
            return device_pair(secret=secret).device.pid
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(attempt, range(8)))
    assert answers.count("pairing_code") == 7
    assert Device.objects.count() == 1
