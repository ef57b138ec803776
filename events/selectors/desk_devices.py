"""The devices of a competition as the desk shows them: where each is used now, when it was last heard, what it still holds. Reads only.

What a device holds is its own claim. A personal one is shown where its player is registered to sit now.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from events.models import Device, Match
from events.selectors.desk_tiles import minutes_since
from events.selectors.tables import TableRow

# When a device counts as lost: its page asks every two seconds.
DEVICE_SILENT = timedelta(minutes=2)
# What is not sent for so long does not lie on its way: somebody should look at the tablet.
LAGS_AFTER = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """One device. `table` and `side` are where it is used now, None and "" for a phone whose player sits nowhere; `match` sits there.

    `minutes` since the last contact, None before the first; `oldest` minutes since the oldest record that has not arrived.
    """

    device: Device
    table: int | None
    side: str
    match: Match | None
    minutes: int | None
    silent: bool
    oldest: int | None

    @property
    def lags(self) -> bool:
        return self.oldest is not None and self.oldest >= LAGS_AFTER.total_seconds() // 60


def device_rows(devices: Iterable[Device], rows: Sequence[TableRow], now: datetime) -> tuple[DeviceRow, ...]:
    """Those that hold something or are silent first, then by table and side."""
    at_table = {row.match.table: row.match for row in rows}
    seats = {entrant.pk: (row.match, side) for row in rows for side, entrant in row.match.entrants().items()}
    found = [_row(device, at_table, seats, now) for device in devices]
    return tuple(sorted(found, key=lambda row: (not (row.device.unsent or row.device.refused), not row.silent, row.table or 0)))


def _row(device: Device, at_table: dict[int, Match], seats: dict[int, tuple[Match, str]], now: datetime) -> DeviceRow:
    table, side = device.table, device.side
    match = None if table is None else at_table.get(table)
    if device.player is not None:
        sits = seats.get(device.player.entrant_id)
        match, side = sits if sits is not None else (None, "")
        table = None if match is None else match.table
    return DeviceRow(
        device=device,
        table=table,
        side=side,
        match=match,
        minutes=minutes_since(device.last_seen_at, now),
        silent=device.last_seen_at is None or now - device.last_seen_at > DEVICE_SILENT,
        oldest=minutes_since(device.oldest_unsent_at, now) if device.unsent else None,
    )
