"""The leaderboard of a team round robin (掼蛋): places by finished rounds, the round that runs beside them, the cross-table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards import parts
from events.selectors.boards.cross import CrossRow, cross_of
from events.selectors.boards.parts import Board, Current, Row, seats_of, split_of
from events.selectors.fixtures import opponents
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(Row):
    double_downs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBoard(Board):
    cross: tuple[CrossRow, ...]


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> TeamBoard:
    """Lays out a snapshot. No query."""
    state = published.state
    shared = parts.progress(state)
    return TeamBoard(
        rows=tuple(_rows(state, names, opponents(state, rulebook), shared["round"])),
        cross=cross_of(state, names),
        **shared,
    )


def _rows(state: Mapping[str, Any], names: Names, fixtures: Mapping[str, Mapping[int, str | None]], number: int) -> Iterable[TeamRow]:
    numbers = {team["team"]: team["number"] for team in state["teams"]}
    seats = seats_of(state["matches"], number, "team")
    standings = state["standings"]
    for index, row in enumerate(standings):
        team = row["team"]
        below = standings[index + 1] if index + 1 < len(standings) else None
        ahead = next((n for n in sorted(fixtures.get(team, {})) if n > number), 0)
        against = fixtures.get(team, {}).get(ahead)
        now_against = fixtures.get(team, {}).get(number)
        current = row["current"]
        yield TeamRow(
            key=team,
            number=numbers.get(team) or 0,
            name=names.team(team),
            of="",
            rank=row["rank"],
            shared=row["shared"],
            points=row["points"],
            double_downs=row["double_downs"],
            split=split_of(below, names.team(below["team"])) if below else None,
            change=state["previous"][team] - row["rank"] if team in state["previous"] else 0,
            current=Current(
                round=current["round"],
                points=current["points"],
                handed_in=current["handed_in"],
                matches=current["matches"],
                tables=seats.get(team, ""),
                against=names.team(now_against) if now_against else "",
            )
            if current
            else None,
            next_round=ahead,
            next_against=names.team(against) if against else "",
            next_bye=bool(ahead) and against is None,
        )
