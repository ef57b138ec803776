"""What changed between two snapshots: a frame of at most 1 KB, or the advice to fetch the page again.

A team round robin of 掼蛋 sends its rows and cells, to be patched in place. A board of another shape sends the looks of its tables at
once and says that its parts are to be drawn anew: it is asked for as `?fragment=board`, whose ETag spares what did not change.

Pure: states in, bytes out. Holds ids and numbers only. All values in a frame are absolute, so a frame may be applied
to any board that is not older than its `from`.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from events.selectors.boards.parts import look_of

FRAME_BYTES = 1024
CARRIED = ("team", "rank", "shared", "points", "double_downs", "current")  # of a row of the standings, in a frame


@dataclass(frozen=True)
class Board:
    """The part of a state that frames speak of. `told` counts what was said of its publication; `structure` holds what a frame cannot
    carry; `drawn` is a digest of what a board without rows of its own in the frames shows."""

    seq: int
    closed: bool
    shown: bool = True
    told: int = 0
    structure: tuple[Any, ...] = ()
    rows: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    cells: Mapping[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    drawn: str = ""


@dataclass(frozen=True)
class Change:
    """From `start` to `seq`. `reload`: too much changed for a frame; `redraw`: tables can be patched, the rest is drawn anew."""

    start: int
    seq: int
    closed: bool
    rows: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    cells: Mapping[tuple[str, str], tuple[Any, ...]] = field(default_factory=dict)
    tables: Mapping[str, str] = field(default_factory=dict)
    reload: bool = False
    redraw: bool = False

    @cached_property
    def message(self) -> bytes:
        """The frame as it goes over the wire; computed once for all viewers."""
        data = _compact(
            {"seq": self.seq, "reload": True}
            if self.reload
            else {
                "seq": self.seq,
                "from": self.start,
                "rows": list(self.rows.values()),
                "cells": list(self.cells.values()),
                "tables": list(self.tables.items()),
                "closed": self.closed,
                **({"redraw": True} if self.redraw else {}),
            }
        )
        if len(data) > FRAME_BYTES:
            data = _compact({"seq": self.seq, "reload": True})
        return b"event: frame\nid: %d\ndata: %s\n\n" % (self.seq, data)

    def after(self, first: "Change") -> "Change":
        """Both in one: what a viewer gets who was too slow for `first`."""
        return Change(
            start=first.start,
            seq=self.seq,
            closed=self.closed,
            rows={**first.rows, **self.rows},
            cells={**first.cells, **self.cells},
            tables={**first.tables, **self.tables},
            reload=first.reload or self.reload,
            redraw=first.redraw or self.redraw,
        )

    def since(self, seq: int) -> "Change":
        """The same for a viewer whose board stands at `seq`."""
        return self if seq == self.start else replace(self, start=seq)


def board_of(seq: int, state: Mapping[str, Any], *, shown: bool = True, told: int = 0) -> Board:
    """`shown` false: results are withheld until they are official, so nothing but the close is told."""
    closed = bool(state.get("closed", False))
    if not state or not (shown or closed):
        return Board(seq=seq, closed=closed, shown=shown, told=told)
    tables = {match["match"]: table_state(match) for match in state["matches"]}
    if not all(name in row for row in state["standings"] for name in CARRIED):
        return Board(seq=seq, closed=closed, shown=shown, told=told, structure=_structure(state), tables=tables, drawn=_drawn(state))
    return Board(
        seq=seq,
        closed=closed,
        shown=shown,
        told=told,
        structure=(tuple(row["team"] for row in state["standings"]), *_structure(state)),
        rows={row["team"]: _row(row) for row in state["standings"]},
        cells={(met["low"], met["high"]): _cell(met) for met in state["encounters"]},
        tables=tables,
    )


def change(before: Board, after: Board) -> Change:
    if before.structure != after.structure or before.shown != after.shown or before.told != after.told:
        return reload_at(after.seq, before.seq)
    return Change(
        start=before.seq,
        seq=after.seq,
        closed=after.closed,
        rows={key: row for key, row in after.rows.items() if before.rows.get(key) != row},
        cells={key: cell for key, cell in after.cells.items() if before.cells.get(key) != cell},
        tables={key: state for key, state in after.tables.items() if before.tables.get(key) != state},
        redraw=before.drawn != after.drawn,
    )


def nothing_new(board: Board) -> Change:
    """An empty frame: tells where the board stands."""
    return Change(start=board.seq, seq=board.seq, closed=board.closed)


def reload_at(seq: int, start: int = 0) -> Change:
    return Change(start=start, seq=seq, closed=False, reload=True)


def table_state(match: Mapping[str, Any]) -> str:
    """`open`, `handed_in`, `confirmed`, `under_review`, `forfeited` or `annulled`: the look of a table on the board."""
    return look_of(match)


def _structure(state: Mapping[str, Any]) -> tuple[Any, ...]:
    """Who plays, what is open, what counts, and who is level with whom: when any of it changes the page is drawn anew."""
    return (
        tuple(sorted((team["team"], team["number"] or 0) for team in state["teams"])),
        tuple((row["round"], row["opened"], row["locked"], row["finished"], row["official"]) for row in state["rounds"]),
        tuple(match["match"] for match in state["matches"]),
        tuple(sorted(state["previous"].items())),
        bool(state["plan"]["over"]),
        bool(state["closed"]),
    )


def _drawn(state: Mapping[str, Any]) -> str:
    """A digest of everything but where the book stands."""
    shown = {name: part for name, part in state.items() if name != "seq"}
    return hashlib.sha256(json.dumps(shown, sort_keys=True).encode()).hexdigest()


def _row(row: Mapping[str, Any]) -> tuple[Any, ...]:
    current = row["current"] or {"points": 0, "handed_in": 0, "matches": 0}
    return (
        *(row["team"], row["rank"], row["shared"], row["points"], row["double_downs"]),
        *(current["points"], current["handed_in"], current["matches"]),
    )


def _cell(met: Mapping[str, Any]) -> tuple[Any, ...]:
    return (met["low"], met["high"], met["points"]["low"], met["points"]["high"], met["counted"])


def _compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
