"""The leaderboard of a tree of stages 分阶段晋级与复活 (斗地主 范文五): which place of which stage leads where, and who is there.

Reads one Published state and the names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.three_people import People, Person
from events.selectors.boards.three_rows import ThreeBoard, champion_of, entrant_rows, shared_of
from events.selectors.boards.three_tables import Card, cards_of
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Way:
    """Where a place of a stage's tables leads: a stage, or nowhere when `to` is empty."""

    place: int
    to: str


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage. `column` from the left; `back`: it lies on the way back 复活, below; `cards` once its round is opened; `people` who
    is to play it."""

    stage: str
    round: int
    column: int
    back: bool
    tables: int
    ways: tuple[Way, ...]
    people: tuple[Person, ...]
    cards: tuple[Card, ...]
    opened: bool
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StagesBoard(ThreeBoard):
    stages: tuple[Stage, ...]


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> StagesBoard:
    """Lays out a snapshot. No query."""
    rows = entrant_rows(published, names)
    return StagesBoard(rows=rows, champion=champion_of(rows), stages=tuple(_stages(published.state, names)), **shared_of(published, names))


def _stages(state: Mapping[str, Any], names: Names) -> Iterable[Stage]:
    people = People(state, names)
    rounds = {row["round"]: row for row in state["rounds"]}
    found = state.get("stages") or ()
    columns = _columns(found)
    for row in found:
        played = rounds.get(row["round"]) or {"opened": False, "finished": False}
        yield Stage(
            stage=row["stage"],
            round=row["round"] or 0,
            column=columns[row["stage"]][0],
            back=columns[row["stage"]][1],
            tables=row["tables"],
            ways=tuple(ways_of(row["places"])),
            people=people.all(row.get("entrants") or ()),
            cards=cards_of((match for match in state["matches"] if match["round"] == row["round"]), names),
            opened=played["opened"],
            finished=played["finished"],
        )


def ways_of(places: Mapping[str, Any]) -> Iterable[Way]:
    for place, to in sorted(places.items(), key=lambda way: int(way[0])):
        yield Way(int(place), to or "")


def _columns(stages: Sequence[Mapping[str, Any]]) -> dict[str, tuple[int, bool]]:
    """Stage -> its column from 1, and whether it lies on the way back: not on the way of those who win every table."""
    by_code = {row["stage"]: row for row in stages}
    main: list[str] = []
    code = stages[0]["stage"] if stages else ""
    while code in by_code and code not in main:
        main.append(code)
        code = by_code[code]["places"].get("1", "")
    back = [row["stage"] for row in stages if row["stage"] not in main]
    last = max(len(main), len(back) + 2) if back else len(main)
    columns = {code: (place, False) for place, code in enumerate(main, start=1)}
    if len(main) > 1:
        columns[main[-1]] = (last, False)
    return columns | {code: (place, True) for place, code in enumerate(back, start=2)}
