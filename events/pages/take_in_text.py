"""What a tablet wrote down of its unsent items, read back: the file, its text, the address in a QR code, or what stands behind its #.

Two forms say the same. The file: `{"mingpai": 1, "items": [{"place", "key", "match", "kind", "body", "device_time"} …]}`. The packed one:
base64url of `{"v": 1, "s": [{"p": place, "i": [[key, match, "h" "c" or "v", body, at in ms, …] …]}]}`. Who wrote it proves nothing:
each item is checked by the service as any other.
"""

import base64
import binascii
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from events.plain_json import Unreadable, parse
from events.refusals import Problems
from scoring.outcomes import Fault

MOST_TEXT = 900_000  # characters
MOST_ITEMS = 1000
MOST_PLACES = 20  # competitions in one text: a tablet holds those of its own
KINDS = {"h": "hand", "c": "correction", "v": "void"}


@dataclass(frozen=True, slots=True)
class Group:
    """The items of one competition, as `events.services.uploads` takes them."""

    event: str
    competition: str
    items: tuple[dict[str, Any], ...]


def read_text(text: str) -> list[Group]:
    """The items by competition, in the order written. Raises Problems("take_in_unreadable") for anything else, "take_in_too_many",
    "take_in_too_many_places"."""
    told = _told(text.strip())
    found: dict[str, list[dict[str, Any]]] = {}
    try:
        pairs = list(_of_file(told) if "mingpai" in told else _packed(told))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError, OSError) as fault:
        raise _unreadable() from fault
    if len(pairs) > MOST_ITEMS:
        raise Problems([Fault("take_in_too_many", values={"most": MOST_ITEMS})])
    for place, item in pairs:
        found.setdefault(place, []).append(item)
    if len(found) > MOST_PLACES:
        raise Problems([Fault("take_in_too_many_places", values={"most": MOST_PLACES})])
    groups = []
    for place, items in found.items():
        event, slash, competition = place.partition("/")
        if not slash or not event or not competition:
            raise _unreadable()
        groups.append(Group(event, competition, tuple(items)))
    if not groups:
        raise _unreadable()
    return groups


def _unreadable() -> Problems:
    return Problems([Fault("take_in_unreadable")])


def _told(text: str) -> dict[str, Any]:
    if not text or len(text) > MOST_TEXT:
        raise _unreadable()
    raw = text.encode("utf-8", "replace")
    if not text.startswith("{"):
        packed = "".join(text.rpartition("#")[2].split())
        try:
            raw = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        except (binascii.Error, ValueError) as fault:
            raise _unreadable() from fault
    try:
        told = parse(raw)
    except Unreadable as fault:
        raise _unreadable() from fault
    if not isinstance(told, dict):
        raise _unreadable()
    return told


def _of_file(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    if told["mingpai"] != 1:
        raise ValueError
    return [
        (_text(one["place"]), {name: one[name] for name in ("key", "match", "kind", "body", "device_time") if name in one})
        for one in told["items"]
    ]


def _packed(told: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    if told["v"] != 1:
        raise ValueError
    return [
        (_text(group["p"]), {"key": one[0], "match": one[1], "kind": KINDS[one[2]], "body": one[3], "device_time": _time(one[4])})
        for group in told["s"]
        for one in group["i"]
    ]


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _time(milliseconds: Any) -> str:
    """As the tablet itself would have sent it."""
    if type(milliseconds) is not int:
        raise TypeError
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z"
