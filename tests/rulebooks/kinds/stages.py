"""Kinds of worked cases of a tree of stages: entrants are named by their numbers, tables are given their points outright.

stages   so many entrants; `play` stages are played, seat 1 before 2 before 3 but for `results` (match -> points by seat); `wild` so
         many wild cards are entered before the stage that wants them; `absent` match -> seats; `lots` orders of numbers; then
         `corrected` (match -> points), and `stands` matches that the chief referee lets stand
"""

from collections.abc import Mapping
from typing import Any

from scoring.parameters import Rulebook
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.staged import Staged


def points_of(text: str) -> list[int]:
    return [int(one) for one in text.split()]


def number(entrant: str) -> str:
    return entrant.removeprefix("e")


def numbers(entrants: list[str]) -> str:
    return " ".join(map(number, entrants))


def played(hall: Staged, given: Case, play: int) -> None:
    """Stage after stage, as far as nothing keeps the next from opening."""
    for order in given.get("lots", []):
        hall.lot(*(f"e{one}" for one in order.split()))
    for stage in range(1, play + 1):
        if hall.state()["next"] is None and stage > 1:
            for _ in range(given.get("wild", 0)):
                hall.enter(wild_card=True)
        if hall.state()["next"] is None:
            return
        for match in hall.open():
            hall.give(match, *points_of(given.get("results", {}).get(match, "6 0 -6")), absent=given.get("absent", {}).get(match, ()))


def event(hall: Staged) -> dict[str, Any]:
    """What a case may expect of any event in stages."""
    state = hall.state()
    coming = state["next"]
    rows = state["standings"]
    seats = hall.setup()["matches"]
    return {
        "coming": "" if coming is None else f"{coming['round']} {coming['stage']}: {numbers(coming['entrants'])}",
        "blocked": [row["code"] for row in state["plan"]["blocked"]],
        "values": [row["values"] for row in state["plan"]["blocked"]],
        "over": state["plan"]["over"],
        "order": [f"{row['rank']} {number(row['entrant'])}" for row in rows],
        "ranks": [row["rank"] for row in rows],
        "status": {number(row["entrant"]): row["status"] for row in rows},
        "reached": {number(row["entrant"]): " ".join(leg["stage"] for leg in row["rounds"]) for row in rows},
        "points": {number(row["entrant"]): row["points"] for row in rows},
        "cited": {number(row["entrant"]): " ".join(step["clause"] for step in row["trace"]) for row in rows},
        "laws": sorted({step["clause"] for row in rows for step in row["trace"]}),
        "rounds": [row["stage"] for row in state["rounds"]],
        "tables": [sum(seat["round"] == row["round"] for seat in seats) for row in state["rounds"]],
        "strict": {seat["match"]: seat["strict"] for seat in seats},
        "kinds": {seat["match"]: seat["kind"] for seat in seats},
        "hands": {seat["match"]: seat["hands"] for seat in seats if "hands" in seat},
        "seats": {seat["match"]: numbers(hall.seats(seat["match"])) for seat in seats},
        "awards": [f"{number(row['entrant'])} {row['award']} {row['cash']} {row['clause']}" for row in state["awards"]],
        "lots": [numbers(row["entrants"]) for row in state["plan"]["draws"] if row["draw"] == "lot"],
        "due": [f"{row['match']} {side}={number(entrant)}" for row in state["due"] for side, entrant in row["seats"].items()],
    }


def compared(found: Mapping[str, Any], expect: Case) -> None:
    for name, wanted in expect.items():
        if isinstance(wanted, Mapping):
            same(name, {key: found[name].get(key) for key in wanted}, wanted)
        else:
            same(name, found[name], wanted)


def stages(rulebook: Rulebook, given: Case, expect: Case) -> None:
    hall = Staged(rulebook, given["entrants"])
    played(hall, given, given.get("play", 0))
    for _ in range(given.get("wild_after", 0)):
        hall.enter(wild_card=True)
    for match, points in given.get("corrected", {}).items():
        hall.give(match, *points_of(points))
    for match in given.get("stands", []):
        hall.reseat(match, ruled=True)
    if given.get("follow"):
        hall.follow()
    found = event(hall)
    found["places"] = {row["stage"]: " ".join(f"{place}-{to}" for place, to in row["places"].items()) for row in hall.state()["stages"]}
    compared(found, expect)


KINDS: Mapping[str, Kind] = {"stages": stages}
