"""Kinds of worked cases of players on the move (斗地主 范文四): the cards drawn, the movement, what is played again, whole events.

cards      card -> "table seat"
moves      tables (and rounds); rounds written "T1:A1,B5,C2/bd4 …" (A, B, C: who began at seat 1, 2, 3 of that table), `clean` rounds
           without a replay, `again` as "round Ttable seat boards", `met` as "round Ttable seats"
setting    so many players: what blocks, how many rounds
travelling hands of tables, "1 0 0 | won b1" in order of speaking, other tables three times "1 0 0 | won"; standings "rank player points"
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.travelling import movement
from scoring.formats.travelling.movement import Place
from scoring.nodes import planned_matches
from scoring.parameters import Rulebook
from scoring.sides import THREE
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.trios import Trios

LETTER = dict(zip(THREE, "ABC", strict=True))
PLAIN = ["1 0 0 | won"] * 3


def cards(rulebook: Rulebook, given: Mapping[str, str], expect: Case) -> None:
    for card, wanted in given.items():
        place = movement.place_of(card)
        same(card, f"{(place - 1) // 3 + 1} {(place - 1) % 3 + 1}", wanted)
        same("card", movement.card_of(place), card)


def written(place: Place) -> str:
    people = ",".join(f"{LETTER[seat]}{began}" for seat, began in place.seats.items())
    return f"T{place.table}:{people}" + (f"/bd{place.boards}" if place.boards else "")


def moves(rulebook: Rulebook, given: Case, expect: Case) -> None:
    tables, moving = given["tables"], movement.movement_of(rulebook)
    rounds = given.get("rounds", tables)
    again = [f"{row.round} T{row.table} {row.seat} {row.boards}" for row in movement.replays(tables, rounds, moving)]
    met = [f"{row.round} T{row.table} {row.seat}{row.partner}" for row in movement.partners_again(tables, rounds, moving)]
    found: dict[str, Any] = {
        "clean": movement.longest_without_replay(tables, moving),
        "again": again[: len(expect.get("again", []))] if expect.get("again") else again,
        "met": met,
        "round": {number: " ".join(map(written, movement.places(tables, int(number), moving))) for number in expect.get("round", {})},
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def setting(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Trios(rulebook, given["players"])
    if given.get("drawn"):
        book.draw()
    state = book.state()
    plan = state["plan"]
    found: dict[str, Any] = {
        "blocked": [row["code"] for row in plan["blocked"]],
        "wanted": [row["values"].get("wanted") for row in plan["blocked"] if row["code"] == "entrants_wanted"],
        "rounds": plan["rounds"],
        "replays": len(state["movement"]["replays"]),
        "seats": [
            " ".join(str(seat[side]["entrant"]).removeprefix("e") for side in THREE)
            for seat in planned_matches(rulebook, book.setup(), given.get("round", 1), state)[0]
        ],
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def travelling(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Trios(rulebook, given["players"])
    book.draw()
    for number in range(1, given.get("rounds", 1) + 1):
        for match in book.open_round(number):
            book.table(match, given.get("hands", {}).get(match, PLAIN))
    for line in given.get("penalties", []):
        match, code, side, count = line.split()
        book.penalty(match, code, side, count=int(count))
    for match in given.get("signed", []):
        book.sign(match)
    for order in given.get("lots", []):
        book.lot(*order.split())
    state = book.state()
    found: dict[str, Any] = {
        "order": book.order(),
        "over": state["plan"]["over"],
        "draws": [row["draw"] for row in state["plan"]["draws"]],
        "split_by": [row["split_by"] for row in state["standings"]],
        "champion": [row["entrant"] for row in state["standings"] if row["status"] == "champion"],
        "finished": [row["round"] for row in state["rounds"] if row["finished"]],
        "official": [row["round"] for row in state["rounds"] if row["official"]],
        "signed": {row["match"]: " ".join(row["signed_by"]) for row in state["matches"] if row["signed_by"]},
        "first": {row["match"]: row["hands"][0]["first_bidder"] for row in state["matches"] if row["hands"]},
        "laws": sorted({step["clause"] for row in state["standings"] for step in row["trace"]}),
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)
    assert set(found["laws"]) <= rulebook.clauses.keys()


KINDS: Mapping[str, Kind] = {"cards": cards, "moves": moves, "setting": setting, "travelling": travelling}
