"""Standings of a knock-out: the champion, the loser of the final, then those who went out in the same round, who share a rank.

Who is still in has the first rank, shared, until a match decides otherwise. Clauses CDP-01, GMK-05, GMK-07.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.formats.knockout.bracket import Bracket, Meeting
from scoring.formats.knockout.leaves import ELIMINATION, SHARED, THIRD_PLACE
from scoring.outcomes import Step
from scoring.parameters import Rulebook

Value = dict[str, Any]
IN, OUT, CHAMPION = "in", "out", "champion"
FIRST, SECOND, THIRD, FOURTH = range(1, 5)


@dataclass
class _Way:
    """How far one entrant came. `reached` is the round of the last meeting it came to on the way to the final."""

    entrant: str
    team: str
    number: int
    reached: int = 0
    status: str = IN
    rank: int = FIRST
    lost_to: str | None = None
    wins: int = 0
    now: Meeting | None = None
    third: bool = False  # ranked by the match for third place


def standings_rows(rulebook: Rulebook, setup: Mapping[str, Any], bracket: Bracket, matches: Mapping[str, Mapping[str, Any]]) -> list[Value]:
    """The rows of `standings`, best first; those who share a rank in order of their draw numbers.

    Beside the common keys: `reached` (round), `status` (`in`, `out`, `champion`), `lost_to`, `wins` (matches won; a bye is none).
    `points` are the matches won: a knock-out gives no others.
    """
    ways = {row["entrant"]: _Way(row["entrant"], team["team"], row["number"] or 0) for team in setup["teams"] for row in team["entrants"]}
    for meeting in bracket.meetings():
        if not meeting.third_place:
            _main(bracket, ways, meeting)
    if bracket.third is not None:
        _third(ways, bracket.third)
    ordered = sorted(ways.values(), key=lambda way: (way.rank, way.number, way.entrant))
    ranks = [way.rank for way in ordered]
    rows: list[Value] = []
    for place, way in enumerate(ordered):
        above = ordered[place - 1] if place else None
        rows.append(
            {
                "team": way.team,
                "entrant": way.entrant,
                "rank": way.rank,
                "shared": ranks.count(way.rank) > 1,
                "points": way.wins,
                "split_by": "" if above is None else _split_by(way, above),
                "split": None if above is None or above.rank == way.rank else _split(way, above),
                "current": None if way.now is None else _current(way.now, way.entrant, matches),
                "reached": way.reached,
                "status": way.status,
                "lost_to": way.lost_to,
                "wins": way.wins,
                "trace": [step.as_json() for step in _trace(rulebook, bracket, way)],
            }
        )
    return rows


def _main(bracket: Bracket, ways: Mapping[str, _Way], meeting: Meeting) -> None:
    """One meeting on the way to the final. Who is out stays out, whoever was seated later."""
    came = meeting.seated or (meeting.upper, meeting.lower)
    for one in came:
        way = ways.get(one or "")
        if way is None or way.status == OUT:
            continue
        way.reached = meeting.round
        way.now = None if meeting.decided or meeting.seated is None else meeting
        if not meeting.decided:
            continue
        if meeting.winner == one:
            way.wins += meeting.seated is not None
            if meeting is bracket.final:
                way.status = CHAMPION
        else:
            way.status, way.lost_to = OUT, meeting.winner
            way.rank = (bracket.size >> meeting.round) + 1


def _third(ways: Mapping[str, _Way], third: Meeting) -> None:
    """The match for third place: until it is decided both share the rank and are still in."""
    for one in third.seated or (third.upper, third.lower):
        way = ways.get(one or "")
        if way is None:
            continue
        if not third.decided:
            way.status, way.now = IN, third if third.seated is not None else None
            continue
        way.third = True
        if third.winner == one:
            way.wins += third.seated is not None
        elif third.winner is not None:
            way.rank, way.lost_to = FOURTH, third.winner


def _split_by(way: _Way, above: _Way) -> str:
    """What put a row below the one above it."""
    if way.rank == above.rank:
        return "shared"
    if above.status == CHAMPION and way.rank == SECOND:
        return "final"
    return "third_place" if way.rank == FOURTH and above.rank == THIRD else "reached"


def _split(way: _Way, above: _Way) -> Value:
    """Both values of what separated them: the rounds they reached; in a match between the two, lost 0 and won 1."""
    key = _split_by(way, above)
    mine, theirs = (way.reached, above.reached) if key == "reached" else (0, 1)
    return {"key": key, "mine": mine, "theirs": theirs, "other": above.entrant}


def _current(meeting: Meeting, entrant: str, matches: Mapping[str, Mapping[str, Any]]) -> Value:
    """The opened match an entrant plays now; `points` are the games won in it."""
    value, seated = matches[meeting.match], meeting.seated or ("", "")
    mine = 0 if seated[0] == entrant else 1
    points = (value["points"] or {}).get(("NS", "EW")[mine], 0)
    return {"round": meeting.round, "match": meeting.match, "against": seated[1 - mine], "points": points, "handed_in": 0, "matches": 1}


def _trace(rulebook: Rulebook, bracket: Bracket, way: _Way) -> list[Step]:
    if way.status == CHAMPION:
        return [Step(rulebook.law(ELIMINATION), "champion", (way.reached,), way.rank)]
    if way.rank == FIRST:
        return []
    if way.third:
        return [Step(rulebook.law(THIRD_PLACE), "third_place", (way.reached,), way.rank)]
    if way.rank == THIRD and rulebook.choice(THIRD_PLACE) == SHARED:
        return [Step(rulebook.law(THIRD_PLACE), "out_in_round", (way.reached, bracket.size), way.rank)]
    return [Step(rulebook.law(ELIMINATION), "out_in_round", (way.reached, bracket.size), way.rank)]
