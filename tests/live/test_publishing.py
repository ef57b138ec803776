"""What viewers of a stream are told while the board stands still, and when what the public sees changes."""

import asyncio
import json

import pytest
from django.utils import timezone

from events.live.endpoint import LiveEndpoint
from events.live.watcher import Watcher
from events.models import Competition, Event, Freeze
from tests.live.boards import state
from tests.live.test_streams import Client, save, stored, watched

pytestmark = pytest.mark.django_db(transaction=True)
CANARY = 987


@pytest.fixture
def competition() -> Competition:
    event = Event.objects.create(code="hall", name="会场")
    made = Competition.objects.create(event=event, code="guandan", name="掼蛋", rulebook_id="r", rulebook_digest="d", rulebook_text="{}")
    save(made, state(1, points=1, hands=1))
    return made


def freeze(competition: Competition, seq: int = 1) -> None:
    body = json.dumps(state(seq, points=1, hands=1))
    Freeze.objects.create(competition=competition, round=2, seq=seq, body=body, asked_at=timezone.now(), began_at=timezone.now())
    Competition.objects.filter(pk=competition.pk).update(frozen_seq=seq, shown_version=1)


def thaw(competition: Competition) -> None:
    Freeze.objects.update(ended_at=timezone.now())
    Competition.objects.filter(pk=competition.pk).update(frozen_seq=None, shown_version=2)


def noticed(competition: Competition) -> None:
    Competition.objects.filter(pk=competition.pk).update(visibility="notice", shown_version=1)


async def looked(watcher: Watcher, times: int = 3) -> None:
    """Until the watcher has looked so often: it has seen whatever was stored before."""
    seen = 0
    before = watcher._look_once

    async def counted() -> None:
        nonlocal seen
        await before()
        seen += 1

    watcher._look_once = counted  # type: ignore[method-assign]
    async with asyncio.timeout(5):
        while seen < times:
            await asyncio.sleep(0.005)
    watcher._look_once = before  # type: ignore[method-assign]


def test_nothing_of_what_is_played_on_reaches_a_stream(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(freeze, competition)
        assert await client.frames(1) == [{"seq": 1, "reload": True}]
        told = client.received
        for seq in range(2, 6):
            await stored(save, competition, state(seq, points=CANARY, hands=4))
            await looked(watcher, 2)
        assert client.received == told
        late = Client(endpoint)
        (first,) = await late.frames(1)
        assert (first["seq"], str(CANARY).encode() in late.received) == (1, False)
        await stored(thaw, competition)
        frames = await client.frames(2)
        assert frames[1] == {"seq": 5, "reload": True}
        await client.leave()
        await late.leave()

    watched(play)


def test_control_without_the_freeze_the_number_is_told(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(save, competition, state(2, points=CANARY, hands=4))
        await client.frames(1)
        assert str(CANARY).encode() in client.received
        await client.leave()

    watched(play)


def test_a_notice_is_told_at_once(competition: Competition) -> None:
    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(noticed, competition)
        assert await client.frames(1) == [{"seq": 1, "reload": True}]
        await client.leave()

    watched(play)


def test_a_hidden_competition_ends_its_streams(competition: Competition) -> None:
    def hide(one: Competition) -> None:
        Competition.objects.filter(pk=one.pk).update(visibility="hidden", shown_version=1)

    async def play(endpoint: LiveEndpoint, watcher: Watcher) -> None:
        client = Client(endpoint, query="seq=1")
        await client.until(lambda: b"retry:" in client.received)
        await stored(hide, competition)
        await client.task
        again = Client(endpoint)
        await again.task
        assert again.status == 404

    watched(play)
