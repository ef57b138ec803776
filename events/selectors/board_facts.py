"""The boards of a competition that has boards: who deals, the rank, the trump as far as it is fixed and by whom, groups of a fouled one.

Reads the setup entries, rounds and names; writes nothing. A trump that a table called stands in the records, not here.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.models import Competition, LedgerEntry, Match, Remark
from events.pinned import rulebook_of
from events.selectors.people import Names, actor_names, names_of
from events.selectors.plan import seats_of_round, setup_of
from events.selectors.rounds import matches_of
from scoring.formats.protocol import ENTRANTS
from scoring.games.eighty import boards, fixed_trump
from scoring.games.eighty.schema import BOARDS
from scoring.setup import contenders

BOARD_TRUMP, FOULED = "board_trump", "fouled"


@dataclass(frozen=True, slots=True)
class Fixed:
    """The entry that fixed something of a board: what it says, by whom, when, and the reason its remark keeps."""

    body: Mapping[str, Any]
    who: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """A match that plays the board; `done` says whether its result of the board is in."""

    match: str
    round: int
    table: int
    room: str
    ns: str
    ew: str
    done: bool
    group: int  # of a fouled board, from 1; 0 where it is not


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One board. `rank` and `trump` as they are settled for all tables, else empty; `trump_by` is None where the rulebook settles it."""

    number: int
    dealer: str
    declarers: str
    rank: str
    trump: str
    trump_by: Fixed | None
    fouled_by: Fixed | None
    sittings: tuple[Sitting, ...]

    @property
    def done(self) -> int:
        return sum(1 for sitting in self.sittings if sitting.done)


def boards_of(*, competition: Competition) -> tuple[BoardRow, ...]:
    """The boards that are or will be played, by number; before the draw the printed set. Eight queries, whatever its size."""
    rulebook = rulebook_of(competition)
    said = _said(competition)
    sittings = _sittings(competition, said)
    known = boards(rulebook)
    wanted = {*sittings, *_planned(competition), *(number for _kind, number in said)} or {row["board"] for row in rulebook.rows(BOARDS)}
    rows = []
    for number, board in ((number, known[number]) for number in sorted(wanted) if number in known):
        trump_by, fouled_by = said.get((BOARD_TRUMP, number)), said.get((FOULED, number))
        settled = fixed_trump(rulebook, number, trump_by.body if trump_by is not None else None)
        rows.append(
            BoardRow(
                number=number,
                dealer=board.dealer,
                declarers=board.declarers,
                rank=settled.get("rank", ""),
                trump=settled.get("trump", ""),
                trump_by=trump_by,
                fouled_by=fouled_by,
                sittings=tuple(sittings.get(number, ())),
            )
        )
    return tuple(rows)


def _planned(competition: Competition) -> set[int]:
    """The boards of all rounds of the plan, opened or not; none while it is blocked."""
    setup = setup_of(competition)
    rounds = range(1, setup["plan"]["rounds"] + 1)
    return {board for number in rounds for seat in seats_of_round(competition, setup, number, None)[0] for board in seat["boards"]}


def _said(competition: Competition) -> dict[tuple[str, int], Fixed]:
    """Kind and board -> what was stated of it last."""
    entries = list(LedgerEntry.objects.filter(book__competition=competition, kind__in=(BOARD_TRUMP, FOULED)).order_by("seq"))
    bodies = {entry.hash: json.loads(entry.body) for entry in entries}
    names = actor_names(event=competition.event, pids={entry.actor for entry in entries})
    marks = [body["remark"] for body in bodies.values() if "remark" in body]
    reasons = dict(Remark.objects.filter(competition=competition, hash__in=marks).values_list("hash", "text"))
    return {
        (entry.kind, body["board"]): Fixed(
            body=body,
            who=names.get(entry.actor, entry.actor),
            at=datetime.fromisoformat(entry.server_time),
            reason=reasons.get(body.get("remark", ""), ""),
        )
        for entry in entries
        for body in (bodies[entry.hash],)
    }


def _sittings(competition: Competition, said: Mapping[tuple[str, int], Fixed]) -> dict[int, list[Sitting]]:
    names = names_of(competition=competition)
    entrants = contenders(rulebook_of(competition)) == ENTRANTS
    found: dict[int, list[Sitting]] = {}
    for match in matches_of(competition=competition):
        done = {row["board"] for row in match.shown.get("boards", ()) if row["done"]}
        ns, ew = _sides(match, names, entrants)
        for board in match.boards:
            groups: Sequence[Sequence[str]] = said[FOULED, board].body["groups"] if (FOULED, board) in said else ()
            group = next((place for place, members in enumerate(groups, start=1) if match.code in members), 0)
            where = (match.code, match.round.number, match.table, match.room)
            found.setdefault(board, []).append(Sitting(*where, ns=ns, ew=ew, done=board in done, group=group))
    return found


def _sides(match: Match, names: Names, entrants: bool) -> tuple[str, str]:
    if not entrants:
        return match.ns.team.name, match.ew.team.name
    return names.pair(match.ns.pid), names.pair(match.ew.pid)
