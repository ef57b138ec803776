"""What officials fix of a board beside its result: its trump, and that it was fouled. Clauses E80-02, E80-06.

Any JSON value is answered.
"""

from collections.abc import Mapping
from typing import Any

from scoring.cards import RANKS
from scoring.games.eighty import schema
from scoring.games.eighty.boards import boards
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook

BOARD_TRUMP, FOULED = KINDS = ("board_trump", "fouled")
MOST_GROUPS = 20
MOST_MATCHES = 500


def check_board_fact(rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
    """All that is wrong with `{"board", "mode", "rank", "trump"}` or `{"board", "groups": [[match…], …]}`."""
    if kind not in KINDS or (kind == FOULED and rulebook.choice(schema.RESULT_BY) == schema.BY_ROOM):
        return (Fault("not_in_this_game", rulebook.law(schema.RESULT_BY), values={"given": shown(kind)}),)
    faults = _check_board(rulebook, body)
    if kind == FOULED:
        return (*faults, *_check_groups(rulebook, body))
    law = rulebook.law(schema.TRUMP_MODE)
    for name, known in (("mode", schema.MODES), ("rank", RANKS), ("trump", schema.TRUMPS)):
        value = body.get(name)
        if name not in body:
            faults.append(Fault("missing_field", law, name))
        elif not isinstance(value, str) or value not in known:
            faults.append(Fault("not_a_choice", law, name, {"options": list(known), "given": shown(value)}))
    return tuple(faults)


def _check_board(rulebook: Rulebook, body: Mapping[str, Any]) -> list[Fault]:
    law, known, number = rulebook.law(schema.LARGEST_BOARD), boards(rulebook), body.get("board")
    if "board" not in body:
        return [Fault("missing_field", law, "board")]
    if type(number) is not int:
        return [Fault("wrong_type", law, "board", {"wanted": "integer", "given": shown(number)})]
    if number not in known:
        values = {"least": min(known), "most": max(known), "given": shown(number)}
        return [Fault("board_out_of_range", law, "board", values)]
    return []


def _check_groups(rulebook: Rulebook, body: Mapping[str, Any]) -> list[Fault]:
    """At least two groups of matches, none of them empty, no match in two."""
    law, groups = rulebook.law(schema.BOARDS), body.get("groups")
    if "groups" not in body:
        return [Fault("missing_field", law, "groups")]
    if not isinstance(groups, list) or not 2 <= len(groups) <= MOST_GROUPS:
        return [Fault("groups_malformed", law, "groups", {"least": 2, "most": MOST_GROUPS})]
    seen: set[str] = set()
    for place, group in enumerate(groups):
        at = f"groups[{place}]"
        if not isinstance(group, list) or not 1 <= len(group) <= MOST_MATCHES or not all(isinstance(match, str) for match in group):
            return [Fault("groups_malformed", law, at, {"least": 2, "most": MOST_GROUPS})]
        if (twice := next((match for match in group if match in seen or group.count(match) > 1), None)) is not None:
            return [Fault("match_in_two_groups", law, at, {"given": shown(twice)})]
        seen.update(group)
    return []
