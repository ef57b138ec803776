"""The standings of a pairs competition: the boards of the finished rounds compared, by direction or all together. Clause E80P-02, AMB-38.

While a round is running its results move no rank: the boards of the finished rounds are compared among themselves. The running round
stands beside as `current`, with the boards as they compare now.
"""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from fractions import Fraction
from typing import Any

from scoring import standings as ranking
from scoring.formats.mitchell.boards import findings_by_match
from scoring.formats.mitchell.totals import Reader, Total
from scoring.formats.protocol import Node, Value
from scoring.outcomes import Step, score_json
from scoring.parameters import Choice, Rulebook, Schema, Several
from scoring.sides import EW, NS, SIDES
from scoring.standings import Place
from scoring.tallies import pairs_rules as rules
from scoring.tallies.pairs_rules import Counting
from scoring.tiebreaks import lot
from scoring.tiebreaks.view import Contender, View

KEYS, RANKED, FINAL_TIE = "ranking.keys", "ranking.directions", "ranking.final_tie"
PERCENT, POINTS, TOPS = MARKS = ("percent", "points", "tops")
PLAYED = "played"  # those who have a result are before those who have none
EACH, TOGETHER = ("each_direction", "together")

SCHEMA: Schema = {KEYS: Several(MARKS, least=1), RANKED: Choice((EACH, TOGETHER)), FINAL_TIE: Choice(("shared", lot.KEY))}


def standings_node(rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
    """`{"standings", "previous", "rounds", "plan"}` from the setup, the matches and the boards."""
    by_round: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for seat in setup["matches"]:
        by_round[seat["round"]].append(nodes["match", seat["match"]])
    contested = findings_by_match(nodes["board", str(row["board"])] for row in setup["boards"])
    rounds = [_round(row, by_round.get(row["round"], ()), contested) for row in setup["rounds"]]
    finished = [row["round"] for row in rounds if row["finished"]]
    running = [row["round"] for row in rounds if row["opened"] and not row["finished"]]
    reader = Reader(rulebook, setup, by_round)
    boards = reader.boards(finished)
    totals = reader.totals(boards, finished)
    places = ranked(rulebook, setup, totals)
    previous: dict[str, int] = {}
    if len(finished) > 1:
        before = ranked(rulebook, setup, reader.totals(reader.boards(finished[:-1]), finished[:-1]))
        previous = {place.team: place.rank for its in before.values() for place in its}
    plan = dict(setup["plan"])
    plan["over"] = bool(rounds) and len(finished) == len(rounds)
    if plan["over"] and rulebook.choice(FINAL_TIE) == lot.KEY:
        lots = [{"draw": "lot", "entrants": tied} for its in places.values() for tied in _tied(its)]
        plan["draws"] = [*plan["draws"], *lots]
        plan["blocked"] = [*plan["blocked"], *({"code": "draw_missing", "values": wanted} for wanted in lots)]
    ways = reader.ways(boards, finished)
    now = _current(setup, nodes, running[-1]) if running else {}
    teams = {entrant["entrant"]: team["team"] for team in setup["teams"] for entrant in team["entrants"]}
    rows = [
        {
            "team": teams[place.team],
            "entrant": place.team,
            "direction": direction,
            **_row(rulebook, place, totals[place.team], ways[place.team]),
            "current": now.get(place.team),
        }
        for direction, its in places.items()
        for place in its
    ]
    return {"standings": rows, "previous": previous, "rounds": rounds, "plan": plan}


def _round(row: Mapping[str, Any], matches: Sequence[Mapping[str, Any]], contested: Container[str]) -> Value:
    """A round is finished when every board of every table has its result; official when all of it is confirmed or decided by officials,
    and no board is contested by what another table states of it."""
    decided = [match["state"] == "forfeited" or (match["state"] == "complete" and not match["hands"]) for match in matches]
    handed_in = sum(sure or match["state"] == "complete" for sure, match in zip(decided, matches, strict=True))
    signed = [match["confirmed"] is not None and match["match"] not in contested for match in matches]
    confirmed = sum(sure or by_east for sure, by_east in zip(decided, signed, strict=True))
    finished = bool(matches) and handed_in == len(matches)
    return {
        **row,
        "finished": finished,
        "official": finished and confirmed == len(matches),
        "matches": len(matches),
        "handed_in": handed_in,
        "confirmed": confirmed,
        "under_review": sum(0 if sure else match["under_review"] for sure, match in zip(decided, matches, strict=True)),
    }


def ranked(rulebook: Rulebook, setup: Mapping[str, Any], totals: Mapping[str, Total]) -> dict[str, tuple[Place, ...]]:
    """The places of each direction, or of all under the empty name: by the rulebook's keys, then a lot where it wants one."""
    counting = Counting.of(rulebook)
    numbers = {entrant["entrant"]: entrant["number"] or 0 for team in setup["teams"] for entrant in team["entrants"]}
    keys = [PLAYED, *rulebook.several(KEYS), *([lot.KEY] if rulebook.choice(FINAL_TIE) == lot.KEY else [])]
    lines: dict[str, Sequence[str]] = {side: setup["lines"][side] for side in SIDES}  # never in the order of stored keys
    if rulebook.choice(RANKED) == TOGETHER:
        lines = {"": [*lines[NS], *lines[EW]]}
    found = {}
    for direction, entrants in lines.items():
        contenders = {entrant: _contender(counting, entrant, numbers[entrant], totals[entrant]) for entrant in entrants}
        found[direction] = ranking.rank(rulebook, View(contenders, lots=setup["lots"]), keys)
    return found


def _contender(counting: Counting, entrant: str, number: int, total: Total) -> Contender:
    played = int(total.boards > 0 or total.tops > 0)
    percent = counting.per_cent(total.points, total.tops) if played else None
    return Contender(entrant, number, total.points, marks={PLAYED: played, PERCENT: percent, POINTS: total.points, TOPS: total.full})


def _tied(places: Sequence[Place]) -> list[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for place in places:
        if place.shared:
            groups[place.rank].append(place.team)
    return list(groups.values())


def _row(rulebook: Rulebook, place: Place, total: Total, way: Sequence[Value]) -> Value:
    counting, split = Counting.of(rulebook), place.split
    percent = counting.per_cent(total.points, total.tops) if total.boards or total.tops else None
    law = rulebook.law(KEYS)
    trace = [Step(rulebook.law(rules.SCORING), "sum", tuple(Fraction(row["points"]) for row in way), total.points)]
    if percent is not None:
        trace.append(Step(law, PERCENT, (total.points, total.tops), percent))
    return {
        "rank": place.rank,
        "shared": place.shared,
        "points": score_json(total.points),
        "tops": total.tops,
        "percent": None if percent is None else score_json(percent),
        "boards": total.boards,
        "full": total.full,
        "split_by": place.split_by,
        "split": None
        if split is None or split.key == "shared"
        else {"key": split.key, "mine": score_json(split.mine), "theirs": score_json(split.theirs), "other": split.other},
        "rounds": list(way),
        "trace": [step.as_json() for step in trace],
    }


def _current(setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]], number: int) -> dict[str, Value]:
    """Of those who play in the running round: `{"round", "points", "top", "boards", "of"}`, its boards as they compare now."""
    found: dict[str, Value] = {}
    for seat in setup["matches"]:
        if seat["round"] == number:
            for side in SIDES:
                found[seat[side.lower()]["entrant"]] = {
                    "round": number,
                    "points": Fraction(0),
                    "top": 0,
                    "boards": 0,
                    "of": len(seat["boards"]),
                }
    for row in setup["boards"]:
        for result in nodes["board", str(row["board"])]["results"]:
            if result["round"] == number:
                for side in SIDES:
                    its = found[result[side.lower()]]
                    its["points"] += Fraction(result["points"][side])
                    its["top"] += result["top"]
                    its["boards"] += 1
    return {entrant: {**its, "points": score_json(its["points"])} for entrant, its in found.items()}
