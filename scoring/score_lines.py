"""Lines in, lines out: the rules without a database. One outcome for each record; a line that cannot be read is a problem too.

A line is a record, or `{"carry": {…}}`, which sets what the match carries into the next record and has no outcome of its own
unless the game cannot use it. Empty lines are passed over. The lines of a game with memory are the hands of one match in order:
each is judged after the one before it, the first of a game from its start. A board or a game that another line has already is a finding.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from scoring.followed import Followed
from scoring.games import GAMES, WITH_MEMORY, Game
from scoring.outcomes import Fault, Outcome, shown
from scoring.parameters import Rulebook

MOST_BYTES = 64 * 1024
MOST_WHOLE = 2**53 - 1  # what every JSON reader keeps exactly


@dataclass(frozen=True, slots=True)
class Scored:
    """One answer: its JSON text (ASCII, one line) and whether it says that something is wrong."""

    text: str
    faulty: bool


class _Unreadable(Exception):
    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.fault = Fault(code, values=values)


def score_lines(rulebook: Rulebook, lines: Iterable[bytes]) -> Iterator[Scored]:
    """An answer for every line that is a record or faulty, in order. Never raises on what a line holds."""
    game = GAMES[rulebook.game]
    followed = Followed(rulebook, WITH_MEMORY[rulebook.game]) if rulebook.game in WITH_MEMORY else None
    places: set[tuple[object, ...]] = set()
    for line in lines:
        if not line.strip():
            continue
        beside: dict[str, Any] = {}
        try:
            value = _read(line)
        except _Unreadable as unreadable:
            outcome = game.unjudged((unreadable.fault,))
        else:
            if isinstance(value, dict) and "carry" in value:
                faults = _carry_faults(rulebook, value, followed)
                if not faults:
                    continue
                outcome = game.unjudged(faults)
            elif followed is None:
                outcome = _once_only(rulebook, game, value, game.judge(rulebook, value), places)
            else:
                outcome, gap = followed.judge(value)
                beside = {"gap": gap}
        yield Scored(_text(outcome, beside), bool(outcome.problems))


def _once_only(rulebook: Rulebook, game: Game, record: Any, outcome: Outcome, places: set[tuple[object, ...]]) -> Outcome:
    """The outcome of a record, with the finding that an earlier line had its place; adds the place to `places`."""
    again = None if outcome.problems else game.given_twice(rulebook, record)
    if again is None:
        return outcome
    place = tuple(again.values.values())
    if place in places:
        return replace(outcome, findings=(*outcome.findings, again))
    places.add(place)
    return outcome


def _text(outcome: Outcome, beside: dict[str, Any]) -> str:
    return json.dumps({**outcome.as_json(), **beside}, ensure_ascii=True, separators=(",", ":"))


def _carry_faults(rulebook: Rulebook, line: dict[str, Any], followed: Followed | None) -> tuple[Fault, ...]:
    beside = [Fault("unknown_field", at=str(shown(name)), values={"known": ["carry"]}) for name in line if name != "carry"]
    carry = line["carry"]
    if not isinstance(carry, dict):
        return (*beside, Fault("wrong_type", at="carry", values={"wanted": "object", "given": shown(carry)}))
    if followed is None:
        return (*beside, *GAMES[rulebook.game].unused_carry(carry))
    return (*beside, *followed.take(carry, only_check=bool(beside)))


def _read(line: bytes) -> Any:
    """The JSON value of one line; raises _Unreadable for what is not plain JSON, where Python's own reader is lenient."""
    if len(line) > MOST_BYTES:
        raise _Unreadable("body_too_large", limit=MOST_BYTES)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError:
        raise _Unreadable("not_utf8") from None
    try:
        return json.loads(text.strip(), object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite, parse_int=_bounded)
    except json.JSONDecodeError as error:
        raise _Unreadable("not_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise _Unreadable("too_deep", limit=MOST_BYTES) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Unreadable("key_twice", field=shown(key))
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise _Unreadable("not_a_json_number", number=name)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _Unreadable("number_too_large", limit=MOST_WHOLE)
    return value


def _bounded(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MOST_WHOLE:
        raise _Unreadable("number_too_large", limit=MOST_WHOLE)
    return int(digits)
