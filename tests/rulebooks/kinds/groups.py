"""Kinds of worked cases of rounds of tables of three. Entrants are named by the order in which they registered; what a table gave is
stated outright, so that a case shows who goes on and nothing else (`tests.scoring.groups_kit`).

rounds  entrants and `steps`, in order; what stands after them is compared with `expect`

Steps: `open` (draw the coming round as its entrants stand, unless it was drawn, and open it) · `draw 3 1 2` (the draw of the coming
round) · `lot 5 2` (among the tied, the first named first) · `first r1-t2` (which table ended first) · `out 4` (an entrant taken off) ·
`reseat r2-t1 1 5 7` (who sits there now; then `let_stand`: the chief referee let the match stand) · `r1-t1 6 0 -6` (what a table gave
its seats; then `absent 3`, `bust 2,3` or `playing`).

Expected: `next` (who comes to the round that is to be opened), `stage`, `method` of its draw, `stakes` (`carried`: whether there are
any), `draws` (lots that are wanted), `blocked`, `order` ("rank entrant"), `seats`, `starts` and `strict` of matches, `byes` and `stages`
of the rounds, `beside`, `due` and `due_starts`, `over`, `champions`, `awards`, `went_on` of entrants, round by round: "yes", "no", "?".
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.parameters import Rulebook
from scoring.sides import THREE
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.groups_kit import Hall

WENT = {True: "yes", False: "no", None: "?"}


def rounds(rulebook: Rulebook, given: Case, expect: Case) -> None:
    hall = Hall(given["entrants"], rulebook)
    for step in given.get("steps", []):
        _do(hall, *step.split())
    state = hall.state()
    for name, wanted in expect.items():
        found = FOUND[name](hall, state)
        same(name, {key: found.get(key) for key in wanted} if isinstance(wanted, Mapping) else found, wanted)
    laws = {step["clause"] for row in state["standings"] for step in row["trace"]}
    assert laws <= rulebook.clauses.keys(), laws


def _do(hall: Hall, act: str, *words: str) -> None:
    named = [f"e{word}" for word in words if word.isdigit()]
    if act == "open":
        assert hall.state()["next"] is not None, "no round is to be opened"
        hall.open()
    elif act == "draw":
        hall.draw(order=named)
    elif act == "lot":
        hall.lot(*named)
    elif act == "first":
        hall.add("first_finished", round=int(words[0].removeprefix("r").split("-")[0]), match=words[0])
    elif act == "out":
        hall.add("entrant_out", entrant=named[0])
    elif act == "reseat":
        ruled = {"ruled": True} if words[-1] == "let_stand" else {}
        hall.add("reseated", match=words[0], **dict(zip(THREE, named, strict=True)), **ruled)
    else:
        said = dict(zip(words[3::2], words[4::2], strict=False))
        absent, bust = (said[name].split(",") if name in said else [] for name in ("absent", "bust"))
        state = "playing" if words[-1] == "playing" else "forfeited" if absent else "complete"
        hall.give(act, *map(int, words[:3]), state=state, absent=absent, bust=bust)


def _number(entrant: str) -> str:
    return entrant.removeprefix("e")


def _next(state: Mapping[str, Any]) -> Mapping[str, Any]:
    return state["next"] or {"entrants": [], "stage": "", "stakes": {}}


FOUND: Mapping[str, Callable[[Hall, Mapping[str, Any]], Any]] = {
    "next": lambda hall, state: [_number(one) for one in _next(state)["entrants"]],
    "stage": lambda hall, state: _next(state)["stage"],
    "method": lambda hall, state: next((row["method"] for row in state["plan"]["draws"] if row["draw"] == "groups"), ""),
    "stakes": lambda hall, state: {_number(one): stake for one, stake in _next(state).get("stakes", {}).items()},
    "carried": lambda hall, state: bool(_next(state).get("stakes")),
    "draws": lambda hall, state: [[_number(one) for one in row["entrants"]] for row in state["plan"]["draws"] if row["draw"] == "lot"],
    "blocked": lambda hall, state: [row["code"] for row in state["plan"]["blocked"]],
    "order": lambda hall, state: [f"{row['rank']} {_number(row['entrant'])}" for row in state["standings"]],
    "seats": lambda hall, state: {row["match"]: [_number(one) for one in hall.seats(row["match"])] for row in state["matches"]},
    "starts": lambda hall, state: {
        seat["match"]: [seat["start"][side] for side in THREE] for seat in hall.setup()["matches"] if "start" in seat
    },
    "strict": lambda hall, state: {seat["match"]: seat["strict"] for seat in hall.setup()["matches"]},
    "byes": lambda hall, state: [[_number(one) for one in row["byes"]] for row in state["rounds"]],
    "stages": lambda hall, state: [row["stage"] for row in state["rounds"]],
    "beside": lambda hall, state: state["plan"]["beside"],
    "due": lambda hall, state: {row["match"]: [_number(one) for one in row["seats"].values()] for row in state["due"]},
    "due_starts": lambda hall, state: {row["match"]: list(row.get("start", {}).values()) for row in state["due"]},
    "over": lambda hall, state: state["plan"]["over"],
    "champions": lambda hall, state: [_number(row["entrant"]) for row in state["standings"] if row["status"] == "champion"],
    "awards": lambda hall, state: [f"{_number(row['entrant'])} {row['cash']}" for row in state["awards"]],
    "went_on": lambda hall, state: {_number(row["entrant"]): [WENT[one["went_on"]] for one in row["rounds"]] for row in state["standings"]},
}

KINDS: Mapping[str, Kind] = {"rounds": rounds}
