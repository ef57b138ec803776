"""The referee's desk: what wants somebody, a tile a table, the open cases, the clock, what keeps the next round, the devices. Reads only.

Everything comes from the projections (Match, HandRecord, Dispute, TableCall, Device) and, for what only the fold knows (annulled
pairs, shared places, blocked plans), from the snapshot. A number of minutes is whole, so that a poll changes nothing
until a minute is over.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events import clock
from events.models import Announcement, Competition, Round
from events.pinned import rulebook_of
from events.selectors.announcements import announcements_now
from events.selectors.between_tables import between_tables
from events.selectors.desk_checklist import Checklist, checklist_of
from events.selectors.desk_devices import DeviceRow, device_rows
from events.selectors.desk_open import OpenCase, open_of
from events.selectors.desk_tiles import DONE, Hall, Tile, records_of
from events.selectors.desk_todo import Todo, todo_of
from events.selectors.devices import devices_of
from events.selectors.people import Names, names_of
from events.selectors.published import published_of
from events.selectors.round_clock import RoundClock, round_clock_of
from events.selectors.rounds import last_round
from events.selectors.tables import table_rows
from scoring.games import GAMES


@dataclass(frozen=True, slots=True)
class Desk:
    """The whole desk at one moment. `game`, `tally`: by whose names the words and tiles are chosen; `clock` of the round opened last."""

    game: str
    tally: str
    extra_acts: tuple[str, ...]
    todo: tuple[Todo, ...]
    tiles: tuple[Tile, ...]
    round: Round | None
    clock: RoundClock | None
    checklist: Checklist
    devices: tuple[DeviceRow, ...]
    cases: Sequence[OpenCase]
    announced: Sequence[Announcement]
    names: Names
    state: Mapping[str, Any]

    @property
    def handed_in(self) -> int:
        return sum(1 for tile in self.tiles if tile.row.match.done or tile.state in DONE)

    @property
    def urgent(self) -> int:
        return sum(1 for item in self.todo if item.urgency == 0)

    @property
    def devices_lost(self) -> int:
        return sum(1 for row in self.devices if row.silent)


def desk_of(*, competition: Competition, state: Mapping[str, Any] | None = None) -> Desk:
    """The desk as of now: a fixed number of queries, whatever the number of tables and cases. `state`: the computed state, where it is
    known better than the snapshot has it."""
    now = clock.now()
    rulebook = rulebook_of(competition)
    current = last_round(competition=competition)
    state = published_of(competition=competition, sees_all=True).state if state is None else state
    names = names_of(competition=competition)
    rows = table_rows(competition=competition, names=names) if current is not None else []
    found = open_of(competition)
    announced = announcements_now(competition.event, competition)
    devices = device_rows([one for one in devices_of(event=competition.event) if one.competition_id == competition.pk], rows, now)
    hall = Hall(
        rulebook=rulebook,
        current=current,
        now=now,
        calls={call.match_id: call for call in reversed(found.calls)},
        cases=_first(found.cases),
        lost={row.match.pk: row.minutes for row in devices if row.match is not None and row.silent and row.device.player is None},
        records=records_of(rulebook, current, rows),
        annulled=frozenset(match["match"] for match in state["matches"] if match["state"] == "annulled"),
        given=frozenset(match["match"] for match in state["matches"] if match["state"] == "forfeited" and not match["forfeited_by"]),
        findings={match["match"]: _found(match) for match in state["matches"]},
        between=between_tables(state),
    )
    tiles = tuple(hall.tile(row) for row in rows)
    checklist = checklist_of(competition, state, tiles, current, names, found)
    return Desk(
        game=rulebook.game,
        tally=rulebook.tally,
        extra_acts=GAMES[rulebook.game].extra_acts,
        todo=todo_of(competition, found, tiles, devices, hall, checklist, announced),
        tiles=tiles,
        round=current,
        clock=None if current is None else round_clock_of(rulebook, current, [row.match for row in rows]),
        checklist=checklist,
        devices=devices,
        cases=found.cases,
        announced=announced,
        names=names,
        state=state,
    )


def _first(cases: Sequence[OpenCase]) -> dict[int, OpenCase]:
    """The oldest case of each match."""
    return {case.match.pk: case for case in reversed(cases)}


def _found(match: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [*match["findings"], *(fault for hand in match["hands"] for fault in hand["findings"])]
