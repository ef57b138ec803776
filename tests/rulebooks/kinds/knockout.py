"""Kinds of worked cases of a knock-out, whatever is played in it: entrants are named by draw number, matches decided by forfeits.

bracket    entrants (how many, or the team of each by draw number) -> lines of round 1, byes, rounds
knockout   the same, played: the smaller number wins but for `upsets` (match -> the winner); `absent` match -> both sides away;
           `open` rounds are opened (all of them without it); `undecided` matches are left as they are
following  so many entrants; expect match -> where its winner goes, with the side where that is known
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.knockout import next_match_of
from scoring.nodes import is_setup, setup_node
from scoring.parameters import Rulebook
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.drawn import Drawn


def bracket(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Drawn(rulebook, given["entrants"])
    drawn = book.state()["bracket"]
    first = drawn["rounds"][0]["matches"]
    found: dict[str, Any] = {
        "size": drawn["size"],
        "rounds": len(drawn["rounds"]),
        "lines": [" ".join(number for side in ("ns", "ew") if (number := book.number(row[side]))) for row in first],
        "byes": [book.number(row["winner"]) for row in first if row["bye"]],
        "matches": sum(not row["bye"] for row in first),
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def knockout(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Drawn(rulebook, given["entrants"])
    book.play(given.get("upsets", {}), given.get("absent", {}), given.get("open"), given.get("undecided", ()))
    state = book.state()
    rows = {row["match"]: row for drawn in state["bracket"]["rounds"] for row in drawn["matches"]}
    found: dict[str, Any] = {
        "champion": book.number(state["bracket"]["champion"]),
        "order": [f"{row['rank']} {book.number(row['entrant'])}" for row in state["standings"]],
        "split_by": [row["split_by"] for row in state["standings"]],
        "wins": {book.number(row["entrant"]): row["wins"] for row in state["standings"]},
        "laws": [row["trace"][-1]["clause"] for row in state["standings"] if row["trace"]],
        "seats": {code: f"{book.number(row['ns'])} - {book.number(row['ew'])}" for code, row in rows.items() if row["opened"]},
        "to_win": {row["match"]: row["shown"]["to_win"] for row in state["matches"]},
        "played": len(state["matches"]),
        "byes": [[book.number(one) for one in row["byes"]] for row in state["rounds"]],
        "over": state["plan"]["over"],
        "blocked": [row["code"] for row in state["plan"]["blocked"]],
    }
    for name, wanted in expect.items():
        if isinstance(wanted, Mapping):
            same(name, {key: found[name].get(key) for key in wanted}, wanted)
        else:
            same(name, found[name], wanted)


def following(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Drawn(rulebook, given["entrants"])
    setup = setup_node(rulebook, [entry for entry in book.entries if is_setup(entry)])
    for match, wanted in expect.items():
        after = next_match_of(rulebook, setup, match)
        same(match, "" if after is None else f"{after['match']} {after['side']}".strip(), wanted)


KINDS: Mapping[str, Kind] = {"bracket": bracket, "knockout": knockout, "following": following}
