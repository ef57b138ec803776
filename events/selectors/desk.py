"""The referee's desk: what wants somebody, a tile a table, what keeps the next round, the devices. Reads only.

Everything comes from the projections (Match, HandRecord, TableCall, Device) and, for what only the fold knows (annulled
pairs, shared places, blocked plans), from the snapshot. A number of minutes is whole, so that a poll changes nothing
until a minute is over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from events import clock
from events.models import Competition, Device, HandRecord, HandState, Match, Round, TableCall
from events.pinned import rulebook_of
from events.selectors.between_tables import between_tables
from events.selectors.desk_checklist import BRACKET_DIFFERS, MISPLACED, Checklist, checklist_of
from events.selectors.desk_tiles import (
    CALL,
    DONE,
    FINDING,
    REVIEW,
    SILENT,
    TIME_LIMIT,
    UNCONFIRMED,
    Hall,
    Tile,
    minutes_since,
    records_of,
)
from events.selectors.devices import devices_of
from events.selectors.people import names_of
from events.selectors.published import published_of
from events.selectors.rounds import last_round
from events.selectors.tables import TableRow, table_rows
from scoring.games import GAMES

# When a device counts as lost: its page asks every two seconds.
DEVICE_SILENT = timedelta(minutes=2)
DEVICE_LOST = "device_lost"

# Urgency of what wants somebody: 0 now, 1 soon, 2 look when you pass by.
URGENCY: Mapping[str, int] = {
    CALL: 0,
    REVIEW: 0,
    BRACKET_DIFFERS: 0,
    TIME_LIMIT: 1,
    FINDING: 1,
    UNCONFIRMED: 1,
    DEVICE_LOST: 1,
    SILENT: 2,
}


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
        """As its kind; a table past its time is urgent once somebody has to decide what happens."""
        return 0 if self.detail.get("decides") else URGENCY[self.kind]


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk at one moment. `game`, `tally`: by whose names the words and tiles are chosen."""

    game: str
    tally: str
    extra_acts: tuple[str, ...]
    todo: tuple[Todo, ...]
    tiles: tuple[Tile, ...]
    round: Round | None
    checklist: Checklist
    devices: tuple[tuple[Device, int | None, bool], ...]  # device, minutes since the last contact, silent?

    @property
    def handed_in(self) -> int:
        return sum(1 for tile in self.tiles if tile.row.match.done or tile.state in DONE)


def desk_of(*, competition: Competition, state: Mapping[str, Any] | None = None) -> Desk:
    """The desk as of now: about a dozen queries, whatever the number of tables. `state`: the computed state, where it is known better
    than the snapshot has it."""
    now = clock.now()
    rulebook = rulebook_of(competition)
    current = last_round(competition=competition)
    state = published_of(competition=competition, sees_all=True).state if state is None else state
    names = names_of(competition=competition)
    rows = table_rows(competition=competition, names=names) if current is not None else []
    calls = _open_calls(competition)
    devices = [device for device in devices_of(event=competition.event) if device.competition_id == competition.pk]
    heard = {device.pid: minutes_since(device.last_seen_at, now) for device in devices}
    silent = {device.pid for device in devices if device.last_seen_at is None or now - device.last_seen_at > DEVICE_SILENT}
    hall = Hall(
        rulebook=rulebook,
        current=current,
        now=now,
        calls={call.match_id: call for call in reversed(calls)},
        records=records_of(rulebook, current, rows),
        annulled=frozenset(match["match"] for match in state["matches"] if match["state"] == "annulled"),
        given=frozenset(match["match"] for match in state["matches"] if match["state"] == "forfeited" and not match["forfeited_by"]),
        findings={match["match"]: _found(match) for match in state["matches"]},
        between=between_tables(state),
    )
    tiles = tuple(hall.tile(row) for row in rows)
    checklist = checklist_of(competition, state, tiles, current, names)
    todo = [*_calls(calls, now), *_reviews(competition, now), *_tables(tiles, now), *_lost(devices, silent, current, rows, now)]
    todo += _earlier(competition, current, hall, {row.match.code for row in rows})
    todo += _misplaced(checklist, current, now)
    todo.sort(key=lambda item: (item.urgency, item.since, item.table))
    return Desk(
        game=rulebook.game,
        tally=rulebook.tally,
        extra_acts=GAMES[rulebook.game].extra_acts,
        todo=tuple(todo),
        tiles=tiles,
        round=current,
        checklist=checklist,
        devices=tuple((device, heard[device.pid], device.pid in silent) for device in devices),
    )


def _found(match: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [*match["findings"], *(fault for hand in match["hands"] for fault in hand["findings"])]


def _open_calls(competition: Competition) -> list[TableCall]:
    return list(
        TableCall.objects.filter(match__competition=competition, answered_at__isnull=True)
        .select_related("match__round")
        .order_by("called_at")
    )


def _item(kind: str, match: Match, since: datetime, now: datetime, **detail: Any) -> Todo:
    return Todo(kind, match.table, match.round.number, match.code, minutes_since(since, now) or 0, since, detail)


def _calls(calls: Sequence[TableCall], now: datetime) -> list[Todo]:
    return [_item(CALL, call.match, call.called_at, now, reason=call.reason, hand=call.hand_number, call=call.pk) for call in calls]


def _reviews(competition: Competition, now: datetime) -> list[Todo]:
    """Hands with two results, of any round: the oldest rival tells since when."""
    found = (
        HandRecord.objects.filter(match__competition=competition, state=HandState.CONFLICT).select_related("match__round").order_by("seq")
    )
    first: dict[tuple[int, int, int], HandRecord] = {}
    for row in found:
        first.setdefault((row.match_id, row.game, row.number), row)
    return [_item(REVIEW, row.match, row.entered_at, now, hand=row.number, game=row.game) for row in first.values()]


def _tables(tiles: Sequence[Tile], now: datetime) -> Iterable[Todo]:
    """What the tables of the current round want: what is wrong, time, a signature, news."""
    for tile in tiles:
        match = tile.row.match
        since = match.last_entry_at or match.round.opened_at
        if tile.findings:
            yield _item(FINDING, match, since, now, findings=tile.findings)
        if tile.overtime is not None:
            over = tile.overtime
            yield _item(
                TIME_LIMIT, match, over.since, now, over=over.minutes, allowed=over.allowed, boards=over.boards, decides=over.decides
            )
        if tile.state == UNCONFIRMED:
            yield _item(UNCONFIRMED, match, since, now, hands=tile.row.hands, done=True, unsigned=tile.unsigned)
        elif tile.unsigned and not match.done:
            yield _item(UNCONFIRMED, match, tile.unsigned_since or since, now, hands=tile.row.hands, done=False, unsigned=tile.unsigned)
        if tile.state == SILENT and tile.overtime is None:
            yield _item(SILENT, match, since, now, hands=tile.row.hands)


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


def _earlier(competition: Competition, current: Round | None, hall: Hall, shown: set[str]) -> Iterable[Todo]:
    """Matches of earlier rounds, but for those `shown` as tiles, that nobody has confirmed, or that do not fit another table: they
    keep the official result."""
    if current is None:
        return
    left = (
        Match.objects.filter(competition=competition, round__number__lt=current.number, forfeited_by="")
        .exclude(code__in=shown)
        .filter(Q(confirmed_hash="") | Q(code__in=hall.between))
        .select_related("round")
        .exclude(code__in=hall.annulled | hall.given)
    )
    for match in left:
        since = match.last_entry_at or match.round.opened_at
        if findings := hall.found_at(match):
            yield _item(FINDING, match, since, hall.now, findings=findings)
        else:
            yield _item(UNCONFIRMED, match, since, hall.now, hands=match.hands_live, done=match.done, unsigned=())


def _misplaced(checklist: Checklist, current: Round | None, now: datetime) -> list[Todo]:
    """Opened matches in which others sit than the results before them lead to."""
    since = current.opened_at if current is not None else now
    return [
        Todo(BRACKET_DIFFERS, place.table, place.round, place.match, minutes_since(since, now) or 0, since, {})
        for blocked in checklist.blocked
        if blocked.code in MISPLACED
        for place in blocked.places
    ]
