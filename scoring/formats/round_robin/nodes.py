"""The two layers of a team round robin: a pair's forfeits, and what an encounter of two teams counts. Clauses GD-05, GD-06, GD-09."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.sides import OTHER, SIDES
from scoring.tallies import match_sum
from scoring.tallies.match_sum import Credit

Value = dict[str, Any]


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
        annulled = [side for side in SIDES if entrants[match[side.lower()]["entrant"]]["annulled"]]
        if annulled:
            credit = match_sum.annulled_credit(rulebook, Credit.from_json(credit), annulled).as_json()
        credits[match["match"]] = credit
        decided = credit["state"] in ("forfeited", "annulled")
        handed_in += decided or credit["state"] == "complete"
        confirmed += decided or match["confirmed"] is not None
        under_review += 0 if decided else match["under_review"]
        low_side = "NS" if match["ns"]["team"] == row["low"] else "EW"
        for place, side in (("low", low_side), ("high", OTHER[low_side])):
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
