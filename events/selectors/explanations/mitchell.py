"""怎么算的 for a pair (80分 双人赛): its recap, round by round and board by board, with what each result was compared with."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from events.selectors.boards.parts import breakable, name_of, number_text, numbers_of, percent_text, row_key
from events.selectors.explanations.cited import Signed, clauses_of, signed_of, steps_of
from events.selectors.explanations.comparison import Comparison, compare, keys_of_list
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.clauses import Clause
from scoring.parameters import Rulebook

KEYS = "ranking.keys"


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One board of the pair. `D` are the defenders' points; `points` its match points of `top`; `defended`: the pair defended."""

    board: int
    D: str
    points: str
    top: str
    percent: str
    defended: bool
    adjusted: bool
    trace: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round: against whom, at which table, on which side. `beside`: points that come from no board; `counted`: in the total."""

    round: int
    match: str
    table: int
    side: str
    against: str
    against_key: str
    points: str
    top: str
    beside: str
    counted: bool
    boards: tuple[BoardLine, ...]
    fines: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    key: str
    name: str
    team: str
    number: int
    direction: str
    rank: int
    shared: bool
    points: str
    tops: str
    percent: str
    boards: int
    parts: tuple[RoundPart, ...]
    running: RoundPart | None
    clauses: tuple[Clause, ...]
    comparison: Comparison | None
    matches: tuple[str, ...]
    signed: Signed


def explanation_of(*, published: Published, names: Names, rulebook: Rulebook, key: str) -> Explanation | None:
    """None for a pair that is not in the standings. No query."""
    state = published.state
    row = next((row for row in state["standings"] if row_key(row) == key), None)
    if row is None:
        return None
    peers = [one for one in state["standings"] if one["direction"] == row["direction"]]
    own = {match["match"]: match for match in state["matches"] if key in (match["ns"]["entrant"], match["ew"]["entrant"])}
    results: dict[str, list[tuple[Mapping[str, Any], Mapping[str, Any]]]] = {}
    for board in state.get("boards", ()):
        for result in board["results"]:
            if result["match"] in own:
                results.setdefault(result["match"], []).append((board, result))
    said = {part["round"]: part for part in row["rounds"]}
    rounds = sorted({match["round"] for match in own.values()} | set(said))
    by_round = {match["round"]: match for match in own.values()}
    parts = [_part(number, said.get(number), by_round.get(number), results, key, names) for number in rounds]
    traces = [result["trace"] for found in results.values() for _board, result in found]
    return Explanation(
        key=key,
        name=name_of(names, row),
        team=names.team(row["team"]),
        number=numbers_of(published).get(key, 0),
        direction=row["direction"],
        rank=row["rank"],
        shared=row["shared"],
        points=number_text(row["points"]),
        tops=number_text(row["tops"]),
        percent=percent_text(row["percent"]),
        boards=row["boards"],
        parts=tuple(part for part in parts if part.counted),
        running=next((part for part in parts if not part.counted), None),
        clauses=clauses_of(rulebook, steps_of(own.values()), *traces, row["trace"]),
        comparison=compare(state, names, peers, peers.index(row), keys_of_list(rulebook, KEYS)),
        matches=tuple(own),
        signed=signed_of(own.values()),
    )


def _part(
    number: int,
    said: Mapping[str, Any] | None,
    match: Mapping[str, Any] | None,
    results: Mapping[str, list[tuple[Mapping[str, Any], Mapping[str, Any]]]],
    key: str,
    names: Names,
) -> RoundPart:
    """A round as the standings count it (`said`), or as it stands now while it runs."""
    side = "" if match is None else "NS" if match["ns"]["entrant"] == key else "EW"
    against = "" if match is None else match["ew" if side == "NS" else "ns"]["entrant"]
    counted = {one["board"]: one for one in said["boards"]} if said else {}
    found = results.get(match["match"], []) if match else []
    return RoundPart(
        round=number,
        match=match["match"] if match else "",
        table=match["table"] if match else 0,
        side=side,
        against=breakable(names.pair(against)) if against else "",
        against_key=against,
        points=number_text(said["points"]) if said else "",
        top=number_text(said["top"]) if said else "",
        beside=number_text(said["beside"], signed=True) if said and said["beside"] else "",
        counted=said is not None and said["counted"],
        boards=tuple(_line(board, result, side, counted.get(board["board"])) for board, result in found),
        fines=tuple(match["trace"]) if match else (),
    )


def _line(board: Mapping[str, Any], result: Mapping[str, Any], side: str, counted: Mapping[str, Any] | None) -> BoardLine:
    points = counted["points"] if counted else (result["points"] or {}).get(side)
    top = counted["top"] if counted else result["top"]
    return BoardLine(
        board=board["board"],
        D=number_text(result["D"]),
        points=number_text(points),
        top=number_text(top),
        percent="" if points is None or not top else percent_text(_share(points, top)),
        defended=bool(board["declarers"]) and board["declarers"] != side,
        adjusted=result["adjusted"],
        trace=tuple(step for step in result["trace"] if step.get("of", side) == side),
    )


def _share(points: object, top: object) -> str:
    whole = Fraction(str(points)) * 100 / Fraction(str(top))
    return f"{whole.numerator}/{whole.denominator}"
