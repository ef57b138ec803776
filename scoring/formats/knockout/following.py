"""What a result asks of the matches after it: who goes on where, and who has to be seated anew when a result was changed.

Reads the setup's value and, for one match, its value; writes nothing. Clauses CDP-01, GMK-07.
"""

import re
from collections.abc import Mapping
from typing import Any

from scoring.formats.knockout.bracket import Came, came_out, match_code, number_of, sides
from scoring.formats.knockout.leaves import LOWER_DRAW, NS_BY, PLAYED, THIRD_PLACE
from scoring.parameters import Rulebook
from scoring.sides import SIDES

Value = dict[str, Any]
CODE = re.compile(r"r(?P<round>[1-9][0-9]{0,3})-m(?P<place>[1-9][0-9]{0,5})")


def next_match_of(rulebook: Rulebook, setup: Mapping[str, Any], match: str) -> Value | None:
    """Where the winner of a match goes: `{"match", "side"}`; None after the final, the match for third place or no match at all.

    `side` is empty where it hangs on who else comes (the smaller draw number sits North-South).
    """
    found = _place_of(setup, match)
    if found is None or found[0] == setup["plan"]["rounds"]:
        return None
    number, place = found
    side = "" if rulebook.choice(NS_BY) == LOWER_DRAW else "NS" if place % 2 else "EW"
    return {"match": match_code(number + 1, (place + 1) // 2), "side": side}


def changes_after(rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> list[Value]:
    """Opened matches in which others should sit now that `match`, a match's value, stands as it does: `{"match", "seats"}`.

    The winner's next match first, then, after a semi-final, that for third place. `seats` has only what changes, `ns` or `ew` or
    both -> entrant. Nothing for a match that the chief referee let stand, nor where nobody comes.
    """
    changes = [_change(rulebook, setup, *coming) for coming in _after(rulebook, setup, match) if coming[2]]
    return [change for change in changes if change is not None]


def seated_for_nobody(rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> list[Value]:
    """Opened matches where somebody from `match` sits although nobody comes out of it now: `{"match", "seats": {}, "gone": side}`."""
    changes = [_change(rulebook, setup, *coming) for coming in _after(rulebook, setup, match) if coming[2] is None]
    return [change for change in changes if change is not None]


def passed_over(setup: Mapping[str, Any], match: Mapping[str, Any]) -> Value | None:
    """Where the round after a match was opened without its next match, as a walkover: `{"match", "seats": {}, "passed": true}`.

    What follows then hangs on the other match before it too, so only the whole bracket tells (`seats_to_change`).
    """
    found = _place_of(setup, match["match"])
    if found is None:
        return None
    number, code = found[0] + 1, match_code(found[0] + 1, (found[1] + 1) // 2)
    opened = any(row["round"] == number and row["opened"] for row in setup["rounds"])
    seated = any(seat["match"] == code for seat in setup["matches"])
    return {"match": code, "seats": {}, "passed": True} if opened and not seated else None


def _after(rulebook: Rulebook, setup: Mapping[str, Any], match: Mapping[str, Any]) -> list[tuple[tuple[int, int], str, Came]]:
    """Where the match stands, which matches follow, and who comes to each."""
    found = _place_of(setup, match["match"])
    if found is None:
        return []
    number, place = found
    winner, loser = came_out(rulebook, setup, match)
    total = setup["plan"]["rounds"]
    after = [(match_code(number + 1, (place + 1) // 2), winner)] if number < total else []
    if number == total - 1 and rulebook.choice(THIRD_PLACE) == PLAYED:
        after.append((match_code(total, 2), loser))
    return [(found, code, entrant) for code, entrant in after]


def _change(rulebook: Rulebook, setup: Mapping[str, Any], found: tuple[int, int], code: str, entrant: Came) -> Value | None:
    """`entrant`, or nobody, comes from the match at `found` to the match `code`; the other place there is left as it is."""
    seat = next((seat for seat in setup["matches"] if seat["match"] == code), None)
    if seat is None or seat.get("ruled"):
        return None
    number, place = found
    width = 1 << (number - 1)
    below = {one for pair in setup["lines"][(place - 1) * width : place * width] for one in pair}
    seated = (seat["ns"]["entrant"], seat["ew"]["entrant"])
    others = [one for one in seated if one not in below]
    if len(others) != 1:
        return None
    if entrant is None:
        return {"match": code, "seats": {}, "gone": SIDES[1 - seated.index(others[0])]}
    upper, lower = (entrant, others[0]) if place % 2 else (others[0], entrant)
    due = sides(rulebook, number_of(setup), upper, lower)
    changed = {side: now for side, was, now in zip(("ns", "ew"), seated, due, strict=True) if was != now}
    return {"match": code, "seats": changed} if changed else None


def _place_of(setup: Mapping[str, Any], match: str) -> tuple[int, int] | None:
    """Round and place of a match on the way to the final; None for the match for third place and what is none."""
    found = CODE.fullmatch(match)
    if found is None:
        return None
    number, place = int(found["round"]), int(found["place"])
    total = setup["plan"]["rounds"]
    return (number, place) if number <= total and place <= 1 << (total - number) else None
