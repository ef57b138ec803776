"""分组淘汰 at tables of three: the best of each table go on, until one table is left, whose places are the final ranks.

match -> standings. Before each round its tables are drawn among those who come to it; who sits there is stated when it opens, and
changed by `reseated` when a result before it is. Clauses DZH-12, DZH-13; F2-01, F2-09; F3-01, F3-15; F6-01, F6-02, F6-11; F7-01..03.
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.drawn_tables import FINAL as FINAL_TABLE
from scoring.formats.drawn_tables import (
    LOT,
    REGULAR,
    DrawnTables,
    coming_row,
    common_setup,
    draws_wanted,
    round_row,
    seats_of,
    values_of,
)
from scoring.formats.groups.flow import Flow, flow_of
from scoring.formats.groups.leaves import ARRIVAL, FIRST_ROUND, OPTIONAL, REFILL, SCHEMA
from scoring.formats.groups.levels import FINAL, levels_to_come, refills, stage_of, strict_of
from scoring.formats.groups.standings import award_rows, standings_rows
from scoring.formats.protocol import Node, Value
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts
from scoring.tallies.table_of_three.leaves import MINUTES, TIME

__all__ = ["Groups"]


class Groups(DrawnTables):
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = SCHEMA
    optional: Mapping[str, Schema] = OPTIONAL

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """The common keys, and `gone`: who was taken off. A seat's `strict` follows from its stage."""
        setup = common_setup(facts, facts.groups.get(1, ()))
        gone = [one for one, (team, _) in facts.entrants.items() if one in facts.gone or team in facts.gone]
        seats = [{**seat, "strict": strict_of(rulebook, seat.get("stage", ""))} for seat in setup["matches"]]
        return {**setup, "matches": seats, "gone": gone, "team_of_gone": {one: facts.entrants[one][0] for one in gone}}

    def planned(
        self, rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None
    ) -> tuple[list[Value], list[str]]:
        coming = (results or {}).get("next")
        if not coming or not coming["seats_known"]:
            return super().planned(rulebook, setup, number, results)
        if coming["round"] != number or (results or {})["plan"]["blocked"]:
            return [], []
        (seat,) = seats_of(setup, coming, coming["entrants"], self.seat_facts(rulebook, setup, coming))
        return [{**seat, "table": coming["table"]}], []

    def seat_facts(self, rulebook: Rulebook, setup: Mapping[str, Any], coming: Mapping[str, Any]) -> Mapping[str, Any]:
        kind = FINAL_TABLE if coming["stage"] == FINAL else REGULAR
        return {"strict": strict_of(rulebook, coming["stage"]), "kind": kind, "stakes": coming.get("stakes")}

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """`{"standings", "previous", "rounds", "plan", "next", "due", "awards"}`; a place once won is not won again."""
        values = values_of(setup, nodes)
        flow = flow_of(rulebook, setup, values)
        if flow.coming is not None and rulebook.choice(FIRST_ROUND) == ARRIVAL and flow.coming["round"] == 1:
            flow.coming["method"] = "recorded"
        rounds = _rounds(rulebook, setup, flow, values)
        rows = standings_rows(rulebook, setup, flow, values)
        return {
            "standings": rows,
            "previous": {},
            "rounds": rounds,
            "plan": _plan(rulebook, setup, flow, rounds),
            "next": flow.coming,
            "due": [row.as_json() for row in flow.due],
            "awards": award_rows(rulebook, rows, over=flow.over),
        }


def _plan(rulebook: Rulebook, setup: Mapping[str, Any], flow: Flow, rounds: list[Value]) -> Value:
    """The draws and lots that are wanted, what stands in the way of the coming round, which may open beside one that runs, and (`refill`)
    the rounds in which people wait to hear which table finished first."""
    draws = draws_wanted(setup, flow.coming)
    blocked = list(flow.blocked)
    blocked += [{"code": "draw_missing", "values": {"draw": row["draw"], "round": row["round"]}} for row in draws]
    if flow.coming is not None and rulebook.has(TIME) and not rulebook.number(MINUTES):
        blocked.append({"code": "minutes_unset", "values": {"leaf": MINUTES}})
    draws += [{"draw": LOT, "entrants": tied} for tied in flow.lots.wanted]
    refill = [row["values"]["round"] for row in flow.blocked if row["code"] == "first_finished_missing"]
    found = {"draws": draws, "blocked": blocked, "beside": flow.beside, "refill": refill}
    return {**setup["plan"], **found, "rounds": len(rounds), "over": flow.over}


def _rounds(rulebook: Rulebook, setup: Mapping[str, Any], flow: Flow, values: Mapping[str, Mapping[str, Any]]) -> list[Value]:
    """The rows of the opened rounds, and of those to come as far as can be said."""
    wrong = {due.match for due in flow.due}
    level_of = {level.round: level for level in flow.levels}
    rows: list[Value] = []
    for stated in setup["rounds"]:
        level = level_of.get(stated["round"])
        byes = level.waiting if level is not None and level.refill_round is None else []
        row = round_row(stated, values.values(), byes)
        tables = [result for one in flow.levels for result in one.tables() if result.round == row["round"]]
        row["finished"] = row["finished"] and all(result.decided for result in tables)
        row["official"] = row["official"] and row["finished"] and not any(result.match in wrong for result in tables)
        rows.append(row)
    if flow.over or not flow.levels:
        return rows
    return rows + [coming_row({"round": len(rows) + at, "stage": stage}) for at, stage in enumerate(_stages(rulebook, flow), start=1)]


def _stages(rulebook: Rulebook, flow: Flow) -> list[str]:
    """The stages of the rounds that are not opened yet, in order."""
    level = flow.levels[-1]
    stages = [] if level.opened else [level.stage]
    if (level.refill_round is not None and level.refill is None) or (not level.opened and refills(rulebook, len(level.members))):
        stages.append(REFILL)
    for number, members in enumerate(levels_to_come(rulebook, level), start=level.number + 1):
        stages += [stage_of(rulebook, number, members), *([REFILL] if refills(rulebook, members) else [])]
    return stages
