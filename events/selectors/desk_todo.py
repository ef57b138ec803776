"""待办: what wants somebody at this moment, by urgency and then by age. Reads what the desk has read, and the rounds before.

A number of minutes is whole, so that a poll changes nothing until a minute is over.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from events.models import Announcement, Competition, Match, Proposal, Round, TableCall
from events.selectors.desk_checklist import BRACKET_DIFFERS, MISPLACED, Checklist
from events.selectors.desk_clock import is_paused
from events.selectors.desk_devices import DeviceRow
from events.selectors.desk_open import Open, OpenCase
from events.selectors.desk_tiles import CALL, FINDING, REVIEW, SILENT, TIME_LIMIT, UNCONFIRMED, Hall, Tile, minutes_since

DISPUTE, APPEAL, PROPOSAL = "dispute", "appeal", "proposal"
DEVICE_LOST, LAGGING, REFUSED, ANNOUNCED = "device_lost", "lagging", "refused", "announced"
STALE_AFTER = timedelta(hours=1)

# Urgency of what wants somebody: 0 now, 1 soon, 2 look when you pass by.
URGENCY: Mapping[str, int] = {
    CALL: 0,
    DISPUTE: 0,
    APPEAL: 0,
    REVIEW: 0,
    BRACKET_DIFFERS: 0,
    PROPOSAL: 1,
    TIME_LIMIT: 1,
    FINDING: 1,
    UNCONFIRMED: 1,
    DEVICE_LOST: 1,
    REFUSED: 1,
    LAGGING: 2,
    SILENT: 2,
    ANNOUNCED: 2,
}


@dataclass(frozen=True, slots=True)
class Todo:
    """One thing that wants somebody. `since` is when it began; `detail` holds operands for the words. `table` 0: of no table."""

    kind: str
    table: int
    round: int
    match: str
    minutes: int
    since: datetime
    detail: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The same as long as it is the same thing: a page keeps its place."""
        of = next((str(self.detail[one]) for one in ("about", "call", "proposal", "pid", "holder") if one in self.detail), "")
        return "-".join(part for part in (self.kind, self.match, of) if part)

    @property
    def urgency(self) -> int:
        """As its kind; a table past its time is urgent once somebody has to decide what happens."""
        return 0 if self.detail.get("decides") else URGENCY[self.kind]


def todo_of(
    competition: Competition,
    found: Open,
    tiles: Sequence[Tile],
    devices: Sequence[DeviceRow],
    hall: Hall,
    checklist: Checklist,
    announced: Sequence[Announcement],
) -> tuple[Todo, ...]:
    """Everything that wants somebody, the most urgent and then the oldest first. One query, for the rounds before."""
    now, current = hall.now, hall.current
    todo = [*_calls(found.calls, now), *_cases(found.cases, now), *_proposals(found.proposals, now), *_tables(tiles, now)]
    todo += [*_devices(devices, now), *_earlier(competition, current, hall, {tile.row.match.code for tile in tiles})]
    todo += [*_misplaced(checklist, current, now), *_announced(announced, now)]
    return tuple(sorted(todo, key=lambda item: (item.urgency, item.since, item.table)))


def _item(kind: str, match: Match, since: datetime, now: datetime, **detail: Any) -> Todo:
    return Todo(kind, match.table, match.round.number, match.code, minutes_since(since, now) or 0, since, detail)


def _calls(calls: Sequence[TableCall], now: datetime) -> list[Todo]:
    return [_item(CALL, call.match, call.called_at, now, reason=call.reason, hand=call.hand_number, call=call.pk) for call in calls]


def _cases(cases: Sequence[OpenCase], now: datetime) -> Iterable[Todo]:
    """Disputes and hands with two records, of any round."""
    for case in cases:
        kind = REVIEW if case.dispute is None else APPEAL if case.appealed else DISPUTE
        detail = {"hand": case.slot[1], "game": case.slot[0], "about": case.about, "handed": case.handed, "stopped": is_paused(case.match)}
        if case.dispute is not None:
            detail |= {"subject": case.dispute.subject, "side": case.dispute.raised_side, "taken": case.dispute.state == "taken"}
        yield _item(kind, case.match, case.since, now, **detail)


def _proposals(proposals: Sequence[Proposal], now: datetime) -> Iterable[Todo]:
    for one in proposals:
        detail = {"act": one.act, "proposal": one.pid}
        if one.match is not None:
            yield _item(PROPOSAL, one.match, one.proposed_at, now, **detail)
        else:
            yield Todo(PROPOSAL, 0, 0, "", minutes_since(one.proposed_at, now) or 0, one.proposed_at, detail)


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


def _devices(devices: Sequence[DeviceRow], now: datetime) -> Iterable[Todo]:
    """Devices that are silent while their table plays or with records in them, that do not get rid of them, or were refused some."""
    for row in devices:
        device, match = row.device, row.match
        if match is None or device.last_seen_at is None:
            continue
        detail = {"device": str(device), "holder": device.pid, "unsent": device.unsent, "refused": device.refused, "oldest": row.oldest}
        if row.silent and (device.unsent or (device.player is None and not match.done)):
            yield _item(DEVICE_LOST, match, device.last_seen_at, now, **detail)
        elif row.lags and device.oldest_unsent_at is not None:
            yield _item(LAGGING, match, device.oldest_unsent_at, now, **detail)
        elif device.refused:
            yield _item(REFUSED, match, device.last_seen_at, now, **detail)


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


def _announced(announced: Sequence[Announcement], now: datetime) -> Iterable[Todo]:
    """What is said to the hall without an end, and has been for long: somebody should say whether it still holds."""
    for one in announced:
        if one.ends_at is None and now - one.made_at >= STALE_AFTER:
            yield Todo(ANNOUNCED, 0, 0, "", minutes_since(one.made_at, now) or 0, one.made_at, {"text": one.text, "pid": one.pid})
