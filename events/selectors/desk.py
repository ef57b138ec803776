"""The referee's desk: what wants somebody, a tile a table, what keeps the next round, the devices. Reads only.

Everything comes from the projections (Match, HandRecord, TableCall, Device) and, for what only the fold knows (annulled
pairs, shared places, blocked plans), from the snapshot. A number of minutes is whole, so that a poll changes nothing
until a minute is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from events import clock
from events.models import Competition, Device, HandRecord, HandState, Match, Round, TableCall
from events.selectors.devices import devices_of
from events.selectors.plan import seats_of_round, setup_of
from events.selectors.published import published_of
from events.selectors.rounds import last_round
from events.selectors.tables import TableRow, table_rows

# When a table or device counts as silent. A hand of 掼蛋 takes five to eight minutes; a page asks every two seconds.
TABLE_SILENT = timedelta(minutes=12)
DEVICE_SILENT = timedelta(minutes=2)

# Urgency of what wants somebody: 0 now, 1 soon, 2 look when you pass by.
CALL, REVIEW, UNCONFIRMED, DEVICE_LOST, SILENT = "call", "review", "unconfirmed", "device_lost", "silent"
URGENCY: Mapping[str, int] = {CALL: 0, REVIEW: 0, UNCONFIRMED: 1, DEVICE_LOST: 1, SILENT: 2}

CONFIRMED, FORFEITED, ANNULLED, PLAYING, WAITING = "confirmed", "forfeited", "annulled", "playing", "waiting"
DONE = frozenset({CONFIRMED, FORFEITED, ANNULLED})


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing that wants somebody. `since` is when it began; `detail` holds operands for the words."""

    kind: str
    table: int
    round: int
    match: str
    minutes: int
    since: datetime
    detail: Mapping[str, Any]

    @property
    def urgency(self) -> int:
        return URGENCY[self.kind]


@dataclass(frozen=True, slots=True)
class Tile:
    """One table of the hall: `state` is the most urgent thing to say of it, `minutes` how long it has been so."""

    row: TableRow
    state: str
    minutes: int | None
    closed: bool


@dataclass(frozen=True, slots=True)
class Checklist:
    """What stands between now and the next round: table numbers of the current one, and what the plan says."""

    round: int
    not_handed_in: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    under_review: tuple[int, ...]
    ties: int
    blocked: tuple[str, ...]
    draws_missing: int
    next_round: int | None
    next_tables: int
    over: bool

    @property
    def open_items(self) -> int:
        return len(self.not_handed_in) + len(self.unconfirmed) + len(self.under_review)


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk at one moment."""

    todo: tuple[Todo, ...]
    tiles: tuple[Tile, ...]
    round: Round | None
    checklist: Checklist
    devices: tuple[tuple[Device, int | None, bool], ...]  # device, minutes since the last contact, silent?

    @property
    def handed_in(self) -> int:
        return sum(1 for tile in self.tiles if tile.row.match.done or tile.state in DONE)


def minutes_since(moment: datetime | None, now: datetime) -> int | None:
    """Whole minutes; never negative, whatever a clock did."""
    return None if moment is None else max(0, int((now - moment).total_seconds() // 60))


def desk_of(*, competition: Competition) -> Desk:
    """The desk as of now: about ten queries, whatever the number of tables."""
    now = clock.now()
    current = last_round(competition=competition)
    state = published_of(competition=competition, sees_all=True).state
    annulled = {match["match"] for match in state["matches"] if match["state"] == "annulled"}
    rows = table_rows(competition=competition) if current is not None else []
    calls = _open_calls(competition)
    devices = [device for device in devices_of(event=competition.event) if device.competition_id == competition.pk]
    heard = {device.pid: minutes_since(device.last_seen_at, now) for device in devices}
    silent = {device.pid for device in devices if device.last_seen_at is None or now - device.last_seen_at > DEVICE_SILENT}
    tiles = tuple(_tile(row, calls, annulled, now, current) for row in rows)
    todo = [*_calls(calls, now), *_reviews(competition, now), *_tables(tiles, now), *_lost(devices, silent, current, rows, now)]
    todo += _earlier(competition, current, annulled, now)
    todo.sort(key=lambda item: (item.urgency, item.since, item.table))
    return Desk(
        todo=tuple(todo),
        tiles=tiles,
        round=current,
        checklist=_checklist(competition, state, tiles, current),
        devices=tuple((device, heard[device.pid], device.pid in silent) for device in devices),
    )


def _open_calls(competition: Competition) -> list[TableCall]:
    return list(
        TableCall.objects.filter(match__competition=competition, answered_at__isnull=True)
        .select_related("match__round")
        .order_by("called_at")
    )


def _tile(row: TableRow, calls: Sequence[TableCall], annulled: set[str], now: datetime, current: Round | None) -> Tile:
    match = row.match
    began = match.last_entry_at or (current.opened_at if current is not None else now)
    minutes = minutes_since(began, now)
    call = next((call for call in calls if call.match_id == match.pk), None)
    if call is not None:
        return Tile(row, CALL, minutes_since(call.called_at, now), match.closed)
    if match.under_review:
        return Tile(row, REVIEW, minutes, match.closed)
    if match.code in annulled:
        return Tile(row, ANNULLED, None, match.closed)
    if match.forfeited_by:
        return Tile(row, FORFEITED, None, match.closed)
    if match.confirmed_hash:
        return Tile(row, CONFIRMED, None, match.closed)
    if match.done:
        return Tile(row, UNCONFIRMED, minutes, match.closed)
    if now - began > TABLE_SILENT:
        return Tile(row, SILENT, minutes, match.closed)
    return Tile(row, PLAYING if row.hands else WAITING, minutes, match.closed)


def _item(kind: str, match: Match, since: datetime, now: datetime, **detail: Any) -> Todo:
    return Todo(kind, match.table, match.round.number, match.code, minutes_since(since, now) or 0, since, detail)


def _calls(calls: Sequence[TableCall], now: datetime) -> list[Todo]:
    return [_item(CALL, call.match, call.called_at, now, reason=call.reason, hand=call.hand_number, call=call.pk) for call in calls]


def _reviews(competition: Competition, now: datetime) -> list[Todo]:
    """Hands with two results, of any round: the oldest rival tells since when."""
    found = (
        HandRecord.objects.filter(match__competition=competition, state=HandState.CONFLICT).select_related("match__round").order_by("seq")
    )
    first: dict[tuple[int, int], HandRecord] = {}
    for row in found:
        first.setdefault((row.match_id, row.number), row)
    return [_item(REVIEW, row.match, row.entered_at, now, hand=row.number) for row in first.values()]


def _tables(tiles: Sequence[Tile], now: datetime) -> list[Todo]:
    wanted = [tile for tile in tiles if tile.state in (UNCONFIRMED, SILENT)]
    return [
        _item(tile.state, tile.row.match, tile.row.match.last_entry_at or tile.row.match.round.opened_at, now, hands=tile.row.hands)
        for tile in wanted
    ]


def _lost(devices: Sequence[Device], silent: set[str], current: Round | None, rows: Sequence[TableRow], now: datetime) -> list[Todo]:
    """Silent devices that hold something unsent, or whose table is still playing."""
    playing = {row.match.table: row.match for row in rows if not row.match.done}
    at = {row.match.table: row.match for row in rows}
    items = []
    for device in devices:
        match = playing.get(device.table) if not device.unsent else at.get(device.table)
        if device.pid in silent and match is not None and device.last_seen_at is not None:
            items.append(_item(DEVICE_LOST, match, device.last_seen_at, now, device=str(device), unsent=device.unsent))
    return items


def _earlier(competition: Competition, current: Round | None, annulled: set[str], now: datetime) -> list[Todo]:
    """Matches of earlier rounds that nobody has confirmed: they keep the official result."""
    if current is None:
        return []
    left = (
        Match.objects.filter(competition=competition, round__number__lt=current.number, confirmed_hash="", forfeited_by="")
        .select_related("round")
        .exclude(code__in=annulled)
    )
    return [_item(UNCONFIRMED, match, match.last_entry_at or match.round.opened_at, now, hands=match.hands_live) for match in left]


def _checklist(competition: Competition, state: Mapping[str, Any], tiles: Sequence[Tile], current: Round | None) -> Checklist:
    setup = setup_of(competition)
    plan = setup["plan"]
    open_tiles = [tile for tile in tiles if tile.state not in DONE]
    now_at = current.number if current is not None else 0
    ready = not plan["blocked"] and not plan["draws"]
    seats, _byes = seats_of_round(competition, setup, now_at + 1, state) if ready else ([], None)
    return Checklist(
        round=now_at,
        not_handed_in=tuple(tile.row.match.table for tile in open_tiles if not tile.row.match.done),
        unconfirmed=tuple(tile.row.match.table for tile in open_tiles if tile.row.match.done and not tile.row.match.under_review),
        under_review=tuple(tile.row.match.table for tile in tiles if tile.row.match.under_review),
        ties=sum(1 for row in state["standings"] if row["shared"]),
        blocked=tuple(item["code"] for item in plan["blocked"]),
        draws_missing=len(plan["draws"]),
        next_round=now_at + 1 if seats else None,
        next_tables=len(seats),
        over=ready and not seats and now_at > 0,
    )
