"""怎么走到这里 in a knock-out: every match of one entrant, what it ended with, and where that left it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.selectors.boards.figures import Figures, figures_of
from events.selectors.boards.parts import breakable, name_of, numbers_of, row_key
from events.selectors.explanations.cited import Signed, clauses_of, signed_of, steps_of
from events.selectors.explanations.comparison import Comparison
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.clauses import Clause
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Leg:
    """One round of the way. `side` is empty for a bye; `result`: won, lost, bye, playing, waiting."""

    round: int
    of: int
    third_place: bool
    match: str
    table: int
    side: str
    against: str
    against_key: str
    mine: str
    theirs: str
    passed: bool
    figures: Figures
    result: str
    confirmed: bool
    under_review: int
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """`stage`: how many were still in the last round reached; `status`: in, out, champion."""

    key: str
    name: str
    team: str
    number: int
    rank: int
    shared: bool
    status: str
    stage: int
    wins: int
    legs: tuple[Leg, ...]
    trace: tuple[Mapping[str, Any], ...]
    clauses: tuple[Clause, ...]
    comparison: Comparison | None
    matches: tuple[str, ...]
    signed: Signed

    @property
    def parts(self) -> tuple[Leg, ...]:
        return self.legs


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Explanation | None:
    """None for an entrant that is not in the standings. No query."""
    state = published.state
    row = next((row for row in state["standings"] if row_key(row) == key), None)
    if row is None:
        return None
    matches = {match["match"]: match for match in state["matches"]}
    own = [match for match in state["matches"] if key in (match["ns"]["entrant"], match["ew"]["entrant"])]
    legs = []
    for drawn in (state.get("bracket") or {"rounds": []})["rounds"]:
        for line in drawn["matches"]:
            match = matches.get(line["match"])
            sitting = (match["ns"]["entrant"], match["ew"]["entrant"]) if match else (line["ns"], line["ew"])
            if key in sitting:
                legs.append(_leg(drawn, line, match, sitting, key, names, rulebook.tally))
    of = {drawn["round"]: drawn["of"] for drawn in (state.get("bracket") or {"rounds": []})["rounds"]}
    return Explanation(
        key=key,
        name=name_of(names, row),
        team=names.team(row["team"]),
        number=numbers_of(published).get(key, 0),
        rank=row["rank"],
        shared=row["shared"],
        status=row["status"],
        stage=of.get(row["reached"], 0),
        wins=row["wins"],
        legs=tuple(legs),
        trace=tuple(row["trace"]),
        clauses=clauses_of(rulebook, steps_of(own), row["trace"]),
        comparison=None,
        matches=tuple(match["match"] for match in own),
        signed=signed_of(own),
    )


def _leg(
    drawn: Mapping[str, Any],
    line: Mapping[str, Any],
    match: Mapping[str, Any] | None,
    sitting: tuple[str | None, str | None],
    key: str,
    names: Names,
    tally: str,
) -> Leg:
    place = sitting.index(key)
    side, other = ("NS", "EW")[place], sitting[1 - place]
    figures = figures_of(tally, match) if match is not None else Figures()
    if line["bye"]:
        result = "bye"
    elif line["winner"] == key:
        result = "won"
    elif line["decided"]:
        result = "lost"
    else:
        result = "playing" if match is not None and match["state"] != "waiting" else "waiting"
    return Leg(
        round=drawn["round"],
        of=drawn["of"],
        third_place=line["third_place"],
        match=line["match"] if match is not None else "",
        table=match["table"] if match is not None else 0,
        side=side if match is not None else "",
        against=breakable(names.pair(other)) if other else "",
        against_key=other or "",
        mine=figures.of(side),
        theirs=figures.of("EW" if side == "NS" else "NS"),
        passed=figures.passed == side,
        figures=figures,
        result=result,
        confirmed=bool(match and match["confirmed"]),
        under_review=match["under_review"] if match else 0,
        trace=tuple(match["trace"]) if match else (),
    )
