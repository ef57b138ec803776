"""The leaderboard of stages that are ranked over all tables 统一排名晋级 (斗地主 范文九): the cut with who is tied on it, tables, places.

Reads one Published state and the names; who is in, out or tied is said by the state's `cut`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_people import People, Person
from events.selectors.boards.three_rows import ThreeBoard, ThreeRow, champion_of, entrant_rows, shared_of
from events.selectors.boards.three_tables import total_text
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook

TIED, OPEN, BEST_OUT, FINAL = "tied", "open", "best_out", "final"


@dataclass(frozen=True, slots=True)
class CutRow:
    """One line of the stage's ranking. `status`: in, tied, out, best_out or open; `line`: the cut runs under it."""

    person: Person
    rank: int
    shared: bool
    match: str
    table: int
    points: str
    status: str
    played: int
    wanted: int
    line: bool

    @property
    def zone(self) -> bool:
        return self.status == TIED


@dataclass(frozen=True, slots=True)
class Cut:
    """`places` that go on from the tables, `byes` that use up further ones; `wanted`: play_off, lot or nothing; `final`: it stands."""

    round: int
    stage: str
    places: int
    byes: tuple[Person, ...]
    final: bool
    rows: tuple[CutRow, ...]
    tied: tuple[Person, ...]
    wanted: str

    @property
    def decided(self) -> bool:
        """Whether its tables are over: only a play-off or a lot may still change who goes on."""
        return self.final or bool(self.wanted)

    @property
    def best_out(self) -> CutRow | None:
        return next((row for row in self.rows if row.status == BEST_OUT), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CutBoard(ThreeBoard):
    cut: Cut | None

    @property
    def listed(self) -> tuple[ThreeRow, ...]:
        """The standings but for those whom the cut's own table ranks now."""
        shown = {row.person.key for row in self.cut.rows} if self.cut is not None else set()
        return tuple(row for row in self.rows if row.key not in shown)


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> CutBoard:
    """Lays out a snapshot. No query."""
    rows = entrant_rows(published, names)
    return CutBoard(rows=rows, champion=champion_of(rows), cut=cut_of(published.state, names), **shared_of(published, names))


def cut_of(state: Mapping[str, Any], names: Names) -> Cut | None:
    found = state.get("cut")
    if not found or not found["rows"] or state["plan"]["over"] or any(row["stage"] == FINAL for row in _opened(state)):
        return None
    matches = {match["match"]: match for match in state["matches"]}
    ranks = [row["rank"] for row in found["rows"]]
    people, statuses = People(state, names), _as_it_stands(found)
    rows = tuple(
        CutRow(
            person=people.one(row["entrant"]),
            rank=row["rank"],
            shared=ranks.count(row["rank"]) > 1,
            match=row["match"],
            table=matches[row["match"]]["table"] if row["match"] in matches else 0,
            points=total_text(matches[row["match"]], row["points"]) if row["match"] in matches else str(row["points"]),
            status=statuses[place - 1],
            played=row["played"],
            wanted=row["wanted"] or 0,
            line=place == found["places"] and place < len(found["rows"]),
        )
        for place, row in enumerate(found["rows"], start=1)
    )
    return Cut(
        round=found["round"],
        stage=found.get("stage") or "",
        places=found["places"],
        byes=people.all(found.get("byes", ())),
        final=bool(found["final"]),
        rows=rows,
        tied=tuple(row.person for row in rows if row.status == TIED),
        wanted=found.get("wanted") or "",
    )


def _opened(state: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [row for row in state["rounds"] if row["opened"]]


def _as_it_stands(found: Mapping[str, Any]) -> list[str]:
    """The status of every row. While the stage is played all are `open`: then the ranks say who would be in, tied on the line or out
    if it ended now, once anything was played."""
    rows, places = found["rows"], found["places"]
    said = [str(row["status"]) for row in rows]
    if any(status != OPEN for status in said) or not any(row["played"] for row in rows) or not 0 < places <= len(rows):
        return said
    ranks = [row["rank"] for row in rows]
    line = ranks[places - 1]
    if ranks.count(line) == sum(rank == line for rank in ranks[:places]):
        return ["in" if place < places else OPEN for place in range(len(rows))]
    after = next((rank for rank in ranks if rank > line), 0)
    return ["in" if rank < line else TIED if rank == line else BEST_OUT if rank == after else OPEN for rank in ranks]
