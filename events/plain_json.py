"""Plain JSON, bounded in depth and numbers: what a stranger's text is read as, whichever door it comes through.

Python's own reader accepts `NaN`, doubled keys, NUL and lone surrogates; each has been somebody's 500 or silent loss.
"""

import json
import math
from collections.abc import Iterable
from typing import Any

from events.refusals import Refused

MOST_DEPTH = 20
MOST_WHOLE = 2**53 - 1  # what every JSON reader, a browser's included, keeps exactly


class Unreadable(Refused):
    """400: the body as a whole cannot be read."""

    status = 400


def parse(raw: bytes) -> Any:
    """The value that `raw` spells; `{}` when it is empty, so that a call without fields needs no body. Raises `Unreadable`."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("not_utf8") from None
    if not text.strip():
        return {}
    if _depth(text) > MOST_DEPTH:
        raise Unreadable("too_deep", values={"limit": MOST_DEPTH})
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite, parse_int=_bounded)
    except json.JSONDecodeError as error:
        raise Unreadable("not_json", values={"line": error.lineno, "column": error.colno}) from None
    except RecursionError:
        raise Unreadable("too_deep", values={"limit": MOST_DEPTH}) from None
    _check_text(value)
    return value


def _depth(text: str) -> int:
    """Deepest nesting, brackets inside strings left out. Counted before parsing: a deep body must not cost a stack."""
    deepest = depth = 0
    in_text = escaped = False
    for sign in text:
        if in_text:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                in_text = False
        elif sign == '"':
            in_text = True
        elif sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unreadable("key_twice", values={"field": _shown(key)})
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise Unreadable("not_a_json_number", values={"number": name})


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise Unreadable("number_too_large", values={"limit": MOST_WHOLE})
    return value


def _bounded(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MOST_WHOLE:
        raise Unreadable("number_too_large", values={"limit": MOST_WHOLE})
    return int(digits)


def _check_text(value: Any) -> None:
    """Refuses NUL and lone surrogates wherever text stands, names of fields included: no database stores them."""
    if isinstance(value, str):
        if "\x00" in value:
            raise Unreadable("nul_in_text")
        if any("\ud800" <= sign <= "\udfff" for sign in value):
            raise Unreadable("broken_text")
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key)
            _check_text(inner)
    elif isinstance(value, list):
        for inner in value:
            _check_text(inner)


def _shown(text: str) -> str:
    """A stranger's field name, fit to be sent back."""
    return text[:40].encode("utf-8", "replace").decode("utf-8")
