"""淘汰制 between entrants (炒地皮, 五子棋): who loses is out, until one is left. Clauses CDP-01, CDP-05, GMK-05, GMK-07, D-1.

match -> standings. A draw of all entrants gives the lines of round 1; who sits at a later match is stated when its round is opened,
and changed by `reseated`. When results no longer lead to those who were seated, the bracket says so and nothing is changed silently.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.formats.knockout.bracket import DECIDED, Bracket, match_code
from scoring.formats.knockout.following import changes_after, next_match_of, passed_over, seated_for_nobody
from scoring.formats.knockout.leaves import FINAL_TO_WIN, SCHEMA, TO_WIN
from scoring.formats.knockout.lines import first_round, rounds_of
from scoring.formats.knockout.standings import standings_rows
from scoring.formats.protocol import ENTRANTS, STANDINGS, Node, Value
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts, numbered_teams

__all__ = ["Knockout", "changes_after", "next_match_of", "seats_to_change"]

DRAW = {"draw": ENTRANTS}
LEAST = 2


class Knockout:
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = SCHEMA
    contenders = ENTRANTS
    states_seats = True
    layers: tuple[str, ...] = ()

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """Beside the common keys `lines`: the entrants of round 1 from the top, `[upper, lower or null]`; empty while undrawn."""
        teams = numbered_teams(facts)
        drawn = sorted((row["number"] or 0, row["entrant"], team["team"]) for team in teams for row in team["entrants"])
        blocked: list[Value] = []
        if len(drawn) < LEAST:
            blocked.append({"code": "too_few_entrants", "values": {"entrants": len(drawn), "least": LEAST}})
        draws = [DRAW] if any(not number for number, _, _ in drawn) else []
        blocked += [{"code": "draw_missing", "values": wanted} for wanted in draws]
        names = [entrant for _, entrant, _ in drawn]
        pairings = [] if blocked else first_round(rulebook, [team for _, _, team in drawn])
        total = rounds_of(len(drawn))
        return {
            "simulated": facts.simulated,
            "closed": facts.closed,
            "teams": teams,
            "rounds": [
                {"round": number, "opened": number in facts.opened, "locked": facts.locked.get(number, False)}
                for number in range(1, max(total, *facts.opened, 0) + 1)
            ],
            "lines": [[names[upper - 1], None if lower is None else names[lower - 1]] for upper, lower in pairings],
            "matches": [{**seat, **_games(rulebook, seat["match"], total)} for seat in facts.stated_seats()],
            "lots": facts.lots,
            "plan": {"draws": draws, "blocked": blocked, "rounds": total},
        }

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        """Nothing while a match of the round before is undecided: then the plan in `results` is blocked by `results_missing`."""
        if setup["plan"]["blocked"] or not 1 <= number <= setup["plan"]["rounds"]:
            return [], []
        if number == 1 or results is None:
            rows = Bracket(rulebook, {**setup, "matches": [], "rounds": []}, {}).as_json()["rounds"][number - 1]["matches"]
        else:
            rows = results["bracket"]["rounds"][number - 1]["matches"]
        played = [{**row, **(row["due"] or {})} for row in rows if not row["decided"] or row["opened"]]
        if any(row["ns"] is None or row["ew"] is None for row in played):
            return [], []
        seat_of = {row["entrant"]: _side(team["team"], row) for team in setup["teams"] for row in team["entrants"]}
        seats = [
            {
                "match": row["match"],
                "round": number,
                "encounter": row["match"],
                "pair": 1,
                "table": table,
                "room": "",
                "boards": [],
                "ns": seat_of[row["ns"]],
                "ew": seat_of[row["ew"]],
                **_games(rulebook, row["match"], setup["plan"]["rounds"]),
            }
            for table, row in enumerate(played, start=1)
        ]
        return seats, _byes(rows)

    def edges(self, setup: Mapping[str, Any]) -> dict[Node, list[Node]]:
        return {}

    def winner_change(self, rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        first = next(iter([*changes_after(rulebook, setup, match), *seated_for_nobody(rulebook, setup, match)]), None)
        return passed_over(setup, match) if first is None else first

    def compute(
        self, rulebook: Rulebook, setup: Mapping[str, Any], layer: str, key: str, inputs: Mapping[Node, Mapping[str, Any]]
    ) -> Value:
        raise LookupError(f"a knock-out has no nodes between matches and standings: {layer}")

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """`{"standings", "previous", "rounds", "plan", "bracket"}`; a place once won is not won again, so `previous` is empty."""
        matches = {seat["match"]: nodes["match", seat["match"]] for seat in setup["matches"]}
        bracket = Bracket(rulebook, setup, matches)
        drawn = bracket.as_json()
        rounds = [_round(row, _rows_of(drawn, row["round"]), matches) for row in setup["rounds"]]
        final = bracket.final
        plan = {**setup["plan"], "blocked": [*setup["plan"]["blocked"], *_blocked(drawn, rounds)]}
        plan["over"] = final is not None and all(row["finished"] for row in rounds)
        return {
            "standings": standings_rows(rulebook, setup, bracket, matches),
            "previous": {},
            "rounds": rounds,
            "plan": plan,
            "bracket": drawn,
        }

    def published(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        return {
            "teams": setup["teams"],
            "matches": [nodes["match", seat["match"]] for seat in setup["matches"]],
            "encounters": [],
            **nodes[STANDINGS],
        }


def seats_to_change(results: Mapping[str, Any]) -> list[Value]:
    """For every opened match in which others are seated than the results lead to: `{"match", "ns", "ew"}`, a body of `reseated`.

    `results` is the value of the standings node, or the published state. A match whose people are not both known is not in it.
    """
    rows = [row for drawn in results["bracket"]["rounds"] for row in drawn["matches"]]
    return [{"match": row["match"], **row["due"]} for row in rows if row["due"] is not None]


def _side(team: str, row: Mapping[str, Any]) -> Value:
    return {"team": team, "entrant": row["entrant"], "players": row["players"]}


def _games(rulebook: Rulebook, match: str, total: int) -> Value:
    """How many games win the match, and whether it is the final (CDP-05, GMK-05)."""
    final = match == match_code(total, 1)
    return {"to_win": rulebook.number(FINAL_TO_WIN if final else TO_WIN), "final": final}


def _rows_of(drawn: Mapping[str, Any], number: int) -> Sequence[Mapping[str, Any]]:
    return next((row["matches"] for row in drawn["rounds"] if row["round"] == number), ())


def _byes(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Who goes on without a match. Who is third without one has no bye."""
    return [row["winner"] for row in rows if row["bye"] and not row["third_place"]]


def _round(row: Mapping[str, Any], drawn: Sequence[Mapping[str, Any]], matches: Mapping[str, Mapping[str, Any]]) -> Value:
    """A round is finished when every match of it is decided, opened or not; official when the opened ones are confirmed too."""
    values = [value for value in matches.values() if value["round"] == row["round"]]
    given = [value for value in values if value["state"] == "forfeited"]
    byes = _byes(drawn)
    finished = bool(drawn) and all(one["decided"] for one in drawn)
    confirmed = len(given) + sum(value["confirmed"] is not None for value in values if value not in given)
    return {
        **row,
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": byes,
        "finished": finished,
        "official": finished and confirmed == len(values) and not any(one["differs"] for one in drawn),
        "matches": len(values),
        "handed_in": sum(value["state"] in DECIDED for value in values),
        "confirmed": confirmed,
        "under_review": sum(value["under_review"] for value in values if value not in given),
    }


def _blocked(drawn: Mapping[str, Any], rounds: Sequence[Mapping[str, Any]]) -> list[Value]:
    """Matches with the wrong people in them, and the results that the next round waits for."""
    rows = [row for one in drawn["rounds"] for row in one["matches"]]
    blocked: list[Value] = [{"code": "bracket_differs", "values": {"match": row["match"]}} for row in rows if row["differs"]]
    waiting = next((row["round"] for row in rounds if not row["opened"] and not row["finished"]), None)
    if waiting is not None:
        undecided = {row["match"] for row in rows if not row["decided"]}
        sources = [source for row in _rows_of(drawn, waiting) for source in row["from"] if source in undecided]
        if sources:
            blocked.append({"code": "results_missing", "values": {"round": waiting, "matches": sorted(set(sources))}})
    return blocked
