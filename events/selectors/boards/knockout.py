"""The leaderboard of a knock-out 淘汰赛 (炒地皮, 五子棋): the bracket with what stands at its tables now, and the places.

Reads one Published state and the names; who goes on is said by the state's bracket.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards import parts
from events.selectors.boards.figures import SIDES, Figures, figures_of
from events.selectors.boards.parts import Board, Current, Row, Tick, breakable, name_of, numbers_of, row_key, split_of, team_of, tick_of
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook

# So many last rounds stand side by side as a tree on a wide screen; those before are lists.
TREE_ROUNDS = 4
CHAMPION = "champion"


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match of the bracket. `after`: the number of the match, in the round before, that fills an empty side."""

    key: str
    name: str
    of: str
    side: str
    figure: str
    passed: bool
    deal: bool
    wins: int | None
    won: bool
    lost: bool
    after: int


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """`number` is its place in the round from 1. `tick` is None while the match is not opened; `differs`: others should sit there;
    `empty`: nobody comes to it."""

    match: str
    number: int
    sides: tuple[BracketSide, ...]
    bye: bool
    opened: bool
    differs: bool
    third_place: bool
    empty: bool
    tick: Tick | None
    game: int
    how: str

    @property
    def running(self) -> bool:
        return self.tick is not None and not self.tick.handed_in and self.tick.hands > 0


@dataclass(frozen=True, slots=True)
class BracketRound:
    """`of`: how many are still in it; `third`: the match for third place; `tree`: it stands in the tree, with lines to the next round."""

    round: int
    of: int
    matches: tuple[BracketMatch, ...]
    third: tuple[BracketMatch, ...]
    tree: bool
    opened: bool
    finished: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantRow(Row):
    """`status`: in, out, champion. `stage`: how many were still in the last round the entrant reached, 0 before the draw."""

    status: str
    stage: int
    lost_to: str
    wins: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket(Board):
    bracket: tuple[BracketRound, ...]
    champion: EntrantRow | None

    @property
    def live(self) -> tuple[BracketMatch, ...]:
        """The matches being played in the round opened last."""
        found = (row for row in self.bracket if row.round == self.round)
        return tuple(match for row in found for match in (*row.matches, *row.third) if match.running)

    @property
    def stage(self) -> int:
        """How many are still in the round opened last."""
        return next((row.of for row in self.bracket if row.round == self.round), 0)


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> Bracket:
    """Lays out a snapshot. No query."""
    state = published.state
    shared = parts.progress(state)
    drawn = state.get("bracket") or {"rounds": [], "champion": None}
    matches = {match["match"]: match for match in state["matches"]}
    sizes = {row["round"]: row["of"] for row in drawn["rounds"]}
    rows = tuple(_rows(published, names, sizes, matches))
    return Bracket(
        rows=rows,
        bracket=tuple(_rounds(state, drawn, matches, names, rulebook.tally)),
        champion=next((row for row in rows if row.status == CHAMPION), None),
        **shared,
    )


def _rounds(
    state: Mapping[str, Any], drawn: Mapping[str, Any], matches: Mapping[str, Mapping[str, Any]], names: Names, tally: str
) -> Iterable[BracketRound]:
    teams = {entrant["entrant"]: team["team"] for team in state["teams"] for entrant in team["entrants"]}
    states = {row["round"]: row for row in state["rounds"]}
    places = {row["match"]: place for each in drawn["rounds"] for place, row in enumerate(each["matches"], start=1)}
    last = len(drawn["rounds"])
    for row in drawn["rounds"]:
        played = states.get(row["round"], {"opened": False, "finished": False})
        found = [_match(each, matches.get(each["match"]), places, names, teams, tally) for each in row["matches"]]
        yield BracketRound(
            round=row["round"],
            of=row["of"],
            matches=tuple(match for match in found if not match.third_place),
            third=tuple(match for match in found if match.third_place),
            tree=row["round"] > last - TREE_ROUNDS,
            opened=played["opened"],
            finished=played["finished"],
        )


def _match(
    row: Mapping[str, Any],
    match: Mapping[str, Any] | None,
    places: Mapping[str, int],
    names: Names,
    teams: Mapping[str, str],
    tally: str,
) -> BracketMatch:
    figures = figures_of(tally, match) if match is not None else Figures()
    sides = []
    for index, side in enumerate(SIDES):
        entrant = match[side.lower()]["entrant"] if match is not None else row[side.lower()]
        source = row["from"][index] if index < len(row["from"]) else ""
        sides.append(
            BracketSide(
                key=entrant or "",
                name=breakable(names.pair(entrant)) if entrant else "",
                of=names.team(teams[entrant]) if entrant in teams else "",
                side=side,
                figure=figures.of(side),
                passed=figures.passed == side,
                deal=figures.deal == side,
                wins=figures.wins[index] if figures.wins is not None else None,
                won=bool(entrant) and row["winner"] == entrant,
                lost=bool(entrant) and row["winner"] not in (None, entrant),
                after=places.get(source, 0),
            )
        )
    return BracketMatch(
        match=row["match"],
        number=places[row["match"]],
        sides=tuple(sides),
        bye=row["bye"],
        opened=match is not None,
        differs=row["differs"],
        third_place=row["third_place"],
        empty=row["decided"] and row["winner"] is None and match is None,
        tick=tick_of(match) if match is not None else None,
        game=figures.game,
        how=figures.how,
    )


def _rows(published: Published, names: Names, sizes: Mapping[int, int], matches: Mapping[str, Mapping[str, Any]]) -> Iterable[EntrantRow]:
    numbers, standings = numbers_of(published), published.state["standings"]
    for index, row in enumerate(standings):
        key, below = row_key(row), standings[index + 1] if index + 1 < len(standings) else None
        current = row["current"]
        yield EntrantRow(
            key=key,
            name=name_of(names, row),
            of=team_of(names, row),
            number=numbers.get(key, 0),
            rank=row["rank"],
            shared=row["shared"],
            points=row["wins"],
            split=split_of(below, name_of(names, below)) if below else None,
            current=Current(
                round=current["round"],
                points=current["points"],
                handed_in=current["handed_in"],
                matches=current["matches"],
                tables=str(matches[current["match"]]["table"]),
                against=breakable(names.pair(current["against"])) if current["against"] else "",
            )
            if current
            else None,
            status=row["status"],
            stage=sizes.get(row["reached"], 0),
            lost_to=breakable(names.pair(row["lost_to"])) if row["lost_to"] else "",
            wins=row["wins"],
        )
