"""Who meets whom in every round: as opened, and for the rounds to come as the format plans them. Seats of later rounds are not told."""

from collections.abc import Mapping
from typing import Any

from scoring.nodes import planned_matches
from scoring.rulebook import Rulebook

# round -> (lower, higher) team of each meeting
Meetings = dict[int, list[tuple[str, str]]]


def meetings_to_come(state: Mapping[str, Any], rulebook: Rulebook) -> Meetings:
    """The meetings of the rounds that are not open yet, in order of the smaller draw number. No query."""
    numbers = {team["team"]: team["number"] or 0 for team in state["teams"]}
    found: Meetings = {}
    for row in state["rounds"]:
        if row["opened"]:
            continue
        seats, _byes = planned_matches(rulebook, state, row["round"], state)
        pairs = {tuple(sorted((seat["ns"]["team"], seat["ew"]["team"]), key=lambda team: numbers[team])) for seat in seats}
        found[row["round"]] = sorted(((low, high) for low, high in pairs), key=lambda pair: numbers[pair[0]])
    return found


def opponents(state: Mapping[str, Any], rulebook: Rulebook) -> dict[str, dict[int, str | None]]:
    """team -> round -> opponent (None: bye), for all rounds of the plan."""
    found: dict[str, dict[int, str | None]] = {}
    met = [(encounter["round"], encounter["low"], encounter["high"]) for encounter in state["encounters"]]
    met += [(number, low, high) for number, pairs in meetings_to_come(state, rulebook).items() for low, high in pairs]
    for number, low, high in met:
        found.setdefault(low, {})[number] = high
        found.setdefault(high, {})[number] = low
    for row in state["rounds"]:
        if row["bye"]:
            found.setdefault(row["bye"], {})[row["round"]] = None
    return found
