"""怎么算的 for teams in two rooms (80分 队式赛): the total by rounds, each round by its boards, each board by both rooms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.encounter import Encounter, encounters_of
from events.selectors.boards.parts import number_text, numbers_of
from events.selectors.explanations.cited import Signed, clauses_of, signed_of, steps_of
from events.selectors.explanations.comparison import Comparison, compare, keys_of_chain
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.clauses import Clause
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round of the team: the term of the sum, and its encounter. `points` is what the ranking adds; `against` empty for a bye."""

    round: int
    against: str
    points: str
    conceded: str
    net: str
    result: str
    counted: bool
    met: Encounter | None


@dataclass(frozen=True, slots=True)
class Explanation:
    key: str
    name: str
    number: int
    rank: int
    shared: bool
    points: str
    net: str
    won: int
    drawn: int
    lost: int
    played_rounds: int
    every: tuple[RoundPart, ...]
    clauses: tuple[Clause, ...]
    comparison: Comparison | None
    matches: tuple[str, ...]
    signed: Signed

    @property
    def parts(self) -> tuple[RoundPart, ...]:
        """The rounds that count."""
        return tuple(part for part in self.every if part.counted)

    @property
    def running(self) -> RoundPart | None:
        return next((part for part in self.every if not part.counted), None)


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Explanation | None:
    """None for a team that is not in the standings. No query."""
    state = published.state
    standings: Sequence[Mapping[str, Any]] = state["standings"]
    place = next((index for index, row in enumerate(standings) if row["team"] == key), None)
    if place is None:
        return None
    row = standings[place]
    met = {found.encounter: found for found in encounters_of(state, names)}
    own = [match for match in state["matches"] if key in (match["ns"]["team"], match["ew"]["team"])]
    of_encounters = [one for one in state["encounters"] if key in (one["low"], one["high"])]
    compared = [step for one in of_encounters for board in one["boards"] for step in board["trace"]]
    added = [step for one in of_encounters for step in one["trace"]]
    return Explanation(
        key=key,
        name=names.team(key),
        number=numbers_of(published).get(key, 0),
        rank=row["rank"],
        shared=row["shared"],
        points=number_text(row["points"]),
        net=number_text(row["net"], signed=True),
        won=row["won"],
        drawn=row["drawn"],
        lost=row["lost"],
        played_rounds=row["played_rounds"],
        every=tuple(_part(term, names, met) for term in row["rounds"]),
        clauses=clauses_of(rulebook, steps_of(own), compared, added, row["trace"]),
        comparison=compare(state, names, standings, place, keys_of_chain(rulebook)),
        matches=tuple(match["match"] for match in own),
        signed=signed_of(own),
    )


def _part(term: Mapping[str, Any], names: Names, met: Mapping[str, Encounter]) -> RoundPart:
    against = term["against"]
    return RoundPart(
        round=term["round"],
        against=names.team(against) if against else "",
        points=number_text(term["league"]),
        conceded=number_text(term["conceded"]),
        net=number_text(term["net"], signed=True),
        result=term["result"],
        counted=term["counted"],
        met=met.get(term["encounter"]),
    )
