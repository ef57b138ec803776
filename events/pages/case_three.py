"""What a case of a table of three shows beside every case: who has signed, warnings that are counted by the hand, and the clock.

Reads what the case holds; no rule and no write stands here.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from events.models import Competition, Match
from events.selectors.published import published_of
from events.selectors.whole_case import WholeCase
from events.wording.penalties import penalty_word
from events.wording.sides import side_name
from scoring.competence import confirming_sides
from scoring.parameters import Rulebook
from scoring.penalties import leaf
from scoring.sides import THREE

REFILL_GROUP = "format_rules.refill"


def three_context(rulebook: Rulebook, found: WholeCase, people: Mapping[str, str]) -> dict[str, Any]:
    """`three`: whether it is one; `signing`: those who sign, each with whether he has; `warned`: the warnings of each hand."""
    three = found.match.sides == THREE
    return {
        "three": three,
        "signing": _signing(rulebook, found, people) if three else (),
        "warned": _warned(rulebook, found, people) if three else (),
    }


def waits_for_first(competition: Competition, rulebook: Rulebook, match: Match) -> bool:
    """Whether this table is done and people of its round wait to hear which table finished first (F6-02)."""
    if not rulebook.has(REFILL_GROUP) or not match.done:
        return False
    waiting = published_of(competition=competition, sees_all=True).state["plan"].get("refill", ())
    return match.round.number in waiting


def every(rulebook: Rulebook, code: str) -> int:
    """How many warnings of one hand make one fine of this code; 0 where each counts by itself."""
    path = leaf(code, "every")
    return rulebook.number(path) if rulebook.has(path) else 0


def _signing(rulebook: Rulebook, found: WholeCase, people: Mapping[str, str]) -> list[dict[str, Any]]:
    signed = found.value.get("signed_by", ())
    return [
        {"side": side, "name": side_name(side, rulebook.game), "people": people[side], "signed": side in signed}
        for side in confirming_sides(rulebook)
        if side in people
    ]


def _warned(rulebook: Rulebook, found: WholeCase, people: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each player's warnings in each hand, where so many of one hand are fined: how many, and how many short of the next fine."""
    counted: Counter[tuple[int, str, str]] = Counter()
    for one in found.stated:
        if one.kind == "penalty" and every(rulebook, one.body["code"]):
            counted[one.number, one.body["side"], one.body["code"]] += one.body.get("count", 1)
    return [
        {
            "hand": hand,
            "side": side,
            "people": people.get(side, ""),
            "word": penalty_word(code),
            "times": times,
            "short": every(rulebook, code) - times % every(rulebook, code),
            "fined": times // every(rulebook, code) * rulebook.number(leaf(code, "amount")),
        }
        for (hand, side, code), times in sorted(counted.items())
    ]
