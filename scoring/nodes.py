"""The nodes of the computation: setup, match, entrant, encounter, standings. Each is pure: JSON-able values in, one out.

`scoring.fold` computes every node; `scoring.incremental` only those that an entry made dirty. Both call these functions.
A node's name is (kind, key): ("setup", ""), ("match", "r3-2v7-p1"), ("entrant", "e…"), ("encounter", "r3-2v7"), ("standings", "").
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.matches import match_node
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.published import standings_node, state_of
from scoring.setup import planned_matches, setup_node
from scoring.tallies import match_sum
from scoring.tallies.match_sum import Credit

__all__ = [
    "Node",
    "Seating",
    "Value",
    "dependents",
    "encounter_node",
    "entrant_node",
    "is_setup",
    "match_node",
    "planned_matches",
    "setup_node",
    "standings_node",
    "state_of",
]

Value = dict[str, Any]
Node = tuple[str, str]

SETUP: Node = ("setup", "")
STANDINGS: Node = ("standings", "")


def is_setup(entry: Entry) -> bool:
    """Whether an entry belongs to the setup node; all others belong to the match they name."""
    return not entry.match


def entrant_node(rulebook: Rulebook, entrant: str, matches: Iterable[Mapping[str, Any]]) -> Value:
    """A pair's forfeited rounds and whether they annul its results (GD-06), from the values of the matches it plays in."""
    rounds: set[int] = set()
    for match in matches:
        side = "NS" if match["ns"]["entrant"] == entrant else "EW"
        if side in match["forfeited_by"]:
            rounds.add(match["round"])
    return {
        "entrant": entrant,
        "forfeits": len(rounds),
        "rounds": sorted(rounds),
        "annulled": len(rounds) >= rulebook.number(match_sum.LIMIT),
    }


def encounter_node(
    rulebook: Rulebook, row: Mapping[str, Any], matches: Iterable[Mapping[str, Any]], entrants: Mapping[str, Mapping[str, Any]]
) -> Value:
    """What counts of each match of an encounter, and the sums of both teams (GD-09).

    `row` is the encounter's row of the setup's `encounters`, `matches` the values of its matches, `entrants` the values of
    the pairs in it, by entrant. The credits of the matches are part of the value: only here is known what is annulled.
    """
    credits: dict[str, Value] = {}
    scored: dict[str, list[int]] = {"low": [], "high": []}
    downs = {"low": 0, "high": 0}
    handed_in = confirmed = under_review = 0
    for match in sorted(matches, key=lambda value: int(value["table"])):
        credit = match["credit"]
        annulled = [side for side in match_sum.SIDES if entrants[match[side.lower()]["entrant"]]["annulled"]]
        if annulled:
            credit = match_sum.annulled_credit(rulebook, Credit.from_json(credit), annulled).as_json()
        credits[match["match"]] = credit
        decided = credit["state"] in ("forfeited", "annulled")
        handed_in += decided or credit["state"] == "complete"
        confirmed += decided or match["confirmed"] is not None
        under_review += 0 if decided else match["under_review"]
        low_side = "NS" if match["ns"]["team"] == row["low"] else "EW"
        for place, side in (("low", low_side), ("high", match_sum.OTHER[low_side])):
            downs[place] += credit["double_downs"][side]
            if credit["points"] is not None:
                scored[place].append(credit["points"][side])
    total = {place: sum(points) for place, points in scored.items()}
    law = rulebook.law(match_sum.TEAM_ROUND)
    return {
        **{name: row[name] for name in ("encounter", "round", "low", "high")},
        "points": total,
        "double_downs": downs,
        "finished": handed_in == len(credits),
        "official": handed_in == confirmed == len(credits),
        "matches": len(credits),
        "counted": len(scored["low"]),
        "handed_in": handed_in,
        "confirmed": confirmed,
        "under_review": under_review,
        "trace": [Step(law, "sum", tuple(points), total[place], place).as_json() for place, points in scored.items() if points],
        "credits": credits,
    }


class Seating:
    """Who plays in what, from the setup's value: the edges of the computation."""

    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.seats: dict[str, Mapping[str, Any]] = {seat["match"]: seat for seat in setup["matches"]}
        self.encounters: dict[str, Mapping[str, Any]] = {row["encounter"]: row for row in setup["encounters"]}
        self.matches_of: dict[str, list[str]] = defaultdict(list)
        for seat in setup["matches"]:
            for side in ("ns", "ew"):
                self.matches_of[seat[side]["entrant"]].append(seat["match"])

    def entrants_of(self, encounter: str) -> list[str]:
        """The pairs that play in an encounter."""
        return [self.seats[match][side]["entrant"] for match in self.encounters[encounter]["matches"] for side in ("ns", "ew")]

    def dependents(self, node: str, key: str) -> tuple[Node, ...]:
        """See `scoring.nodes.dependents`."""
        if node == "match" and key in self.seats:
            seat = self.seats[key]
            return (("entrant", seat["ns"]["entrant"]), ("entrant", seat["ew"]["entrant"]), ("encounter", seat["encounter"]))
        if node == "entrant":
            return tuple(
                ("encounter", encounter) for encounter in sorted({self.seats[m]["encounter"] for m in self.matches_of.get(key, ())})
            )
        if node in ("encounter", "setup"):
            return (STANDINGS,)
        return ()


def dependents(setup: Mapping[str, Any], node: str, key: str) -> tuple[Node, ...]:
    """The nodes computed directly from this one: match -> its two entrants and its encounter; entrant -> every encounter it
    plays in, because two forfeits annul all of them; encounter -> standings; setup -> standings (and the matches whose seat
    is new or another, see `scoring.incremental.dirty_matches`). For many nodes make one `Seating` and ask that."""
    return Seating(setup).dependents(node, key)
