"""Runs 晋级: one person's games in order, the level each of his runs came to and what ended it. Clauses F1-10, F1-11.

Reads match values and a rulebook alone. A game without a result for him (it is played again) moves nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.formats.drawn_tables import DECIDED, seat_of_entrant
from scoring.formats.ladder.leaves import RESTART, STEP, TOP
from scoring.parameters import Rulebook

Value = dict[str, Any]
WIN, LOSS, NONE, RUNNING = "win", "loss", "none", ""
REACHED_TOP, LOST = "top", "loss"


def run_node(rulebook: Rulebook, entrant: str, matches: Iterable[Mapping[str, Any]]) -> Value:
    """`{"entrant", "games": [game…], "runs": [{"from_round", "level", "ended_by"}], "out": {"round", "codes"} or null}`.

    A game is `{"round", "table", "match", "seat", "result", "level", "run", "state", "signed", "official"}`: `level` after it, `run` from
    0, `result` empty while it is undecided. `out` is a disqualification at the table: it voids, and nothing after it counts.
    """
    games: list[Value] = []
    runs: list[Value] = []
    out: Value | None = None
    for value in sorted(matches, key=lambda value: (value["round"], value["table"])):
        seat = seat_of_entrant(value, entrant)
        result = value["results"].get(seat, NONE) if value["state"] in DECIDED else RUNNING
        if not runs or runs[-1]["ended_by"]:
            runs.append({"from_round": value["round"], "level": rulebook.number(RESTART) if runs else 0, "ended_by": ""})
        run = runs[-1]
        if result == WIN and out is None:
            run["level"] = min(run["level"] + rulebook.number(STEP), rulebook.number(TOP))
        if result == LOSS:
            run["ended_by"] = LOST
        elif run["level"] >= rulebook.number(TOP):
            run["ended_by"] = REACHED_TOP
        codes = value["disqualified"].get(seat, [])
        if codes and out is None:
            out = {"round": value["round"], "codes": list(codes)}
        games.append(
            {
                **{name: value[name] for name in ("round", "table", "match", "state")},
                "seat": seat,
                "result": result,
                "level": run["level"],
                "run": len(runs) - 1,
                "signed": seat in value["signed_by"],
                "official": value["state"] == "forfeited" or (value["confirmed"] is not None and not value["under_review"]),
            }
        )
    return {"entrant": entrant, "games": games, "runs": runs, "out": out}
