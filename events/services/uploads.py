"""What waited on a tablet, sent at once: each item is the very act of its single door, under its own key and with its own result.

Whoever brings an item, and through whichever door, asks for the same thing by the same fingerprint: what a tablet sends after the
desk took the same item in from a file or a picture is answered as a repeat, and nothing is doubled.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from events.access import Actor
from events.clock import CLAIM
from events.models import Competition
from events.refusals import Problems, Refused
from events.services.hands import hand_correct, hand_record, hand_void, refused_body
from events.services.names import text_faults
from events.services.replies import Reply, refusals_gathered
from scoring.outcomes import Fault

MOST_ITEMS = 100
LONGEST_REASON = 500
KINDS = ("hand", "correction", "void")
ACTIONS: Mapping[str, str] = {"hand": "hand.record", "correction": "hand.correct", "void": "hand.void"}
FIELDS: Mapping[str, tuple[frozenset[str], frozenset[str]]] = {  # kind -> what its body must have, what it may have
    "hand": (frozenset({"record"}), frozenset({"device_time"})),
    "correction": (frozenset({"record", "supersedes"}), frozenset({"device_time", "reason", "let_stand"})),
    "void": (frozenset({"supersedes"}), frozenset({"device_time", "reason", "let_stand"})),
}
_PATTERNS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "key": (re.compile(r"[A-Za-z0-9_-]{8,64}"), "key_malformed"),
    "match": (re.compile(r"[A-Za-z0-9-]{1,40}"), "not_a_match"),
    "supersedes": (re.compile(r"[0-9a-f]{64}"), "hash_malformed"),
    "device_time": (re.compile(CLAIM), "not_a_time"),
}
ENVELOPE = frozenset({"key", "match", "kind", "body"})


def items_upload(*, competition: Competition, items: Sequence[Any], by: Actor, as_table: bool = False) -> list[Reply]:
    """`items`: one to 100 of `{"key", "match", "kind": "hand" | "correction" | "void", "body", "device_time"?}`, the body as the single
    door takes it; each is done or refused by itself, in the order given.

    A refused item's Reply has the refusal's status and `{"code", "problems"?: [{"code", "clause", "at", "values"}], "values"?,
    "current"?}`; 503 busy among them: try that one again. `as_table`: an official brings what a table wrote down (see
    `taken_in_faults`, and `hand_correct`). Raises Problems for a list that is empty or too long, and nothing else.
    """
    if not 1 <= len(items) <= MOST_ITEMS:
        raise Problems([Fault("out_of_range", at="items", values={"least": 1, "most": MOST_ITEMS})])
    with refusals_gathered():
        return [_item(competition, item, by, as_table) for item in items]


def taken_in_faults(item: Any) -> list[Fault]:
    """As `item_faults`, for an item that an official brings for a table. It may not speak in his name: a reason, and the word that what
    follows is to stand, are given by him who decides, not by whoever wrote the file."""
    faults = item_faults(item)
    if faults:
        return faults
    body = item["body"]
    return [Fault("taken_in_on_its_own", at=f"body.{name}") for name in ("let_stand", "reason") if body.get(name)]


def item_faults(item: Any) -> list[Fault]:
    """What is wrong with one item before the rules are asked about its record: all of it."""
    if not isinstance(item, dict):
        return [Fault("not_an_object", at="")]
    faults = _names(item, ENVELOPE, frozenset({"device_time"}), "")
    for name in ("key", "match", "device_time"):
        faults += _text(item, name, "")
    kind, body = item.get("kind"), item.get("body")
    if "kind" in item and kind not in KINDS:
        faults.append(Fault("not_a_choice", at="kind", values={"choices": list(KINDS)}))
    if "body" in item and not isinstance(body, dict):
        faults.append(Fault("not_an_object", at="body"))
    if kind in KINDS and isinstance(body, dict):
        faults += _body_faults(kind, body)
    return faults


def _body_faults(kind: str, body: Mapping[str, Any]) -> list[Fault]:
    faults = _names(body, *FIELDS[kind], "body.")
    for name in ("supersedes", "device_time"):
        faults += _text(body, name, "body.")
    if "record" in body and not isinstance(body["record"], dict):
        faults.append(Fault("not_an_object", at="body.record"))
    if "let_stand" in body and not isinstance(body["let_stand"], bool):
        faults.append(Fault("not_a_truth_value", at="body.let_stand"))
    if "reason" in body:
        faults += text_faults(body["reason"], at="body.reason", most=LONGEST_REASON)[1]
    return faults


def _names(given: Mapping[str, Any], needed: frozenset[str], more: frozenset[str], under: str) -> list[Fault]:
    known = sorted(needed | more)
    unknown = [Fault("unknown_field", at=f"{under}{name}"[:80], values={"known": known}) for name in given if name not in needed | more]
    return [*(Fault("field_missing", at=f"{under}{name}") for name in sorted(needed - given.keys())), *unknown]


def _text(given: Mapping[str, Any], name: str, under: str) -> list[Fault]:
    if name not in given:
        return []
    pattern, code = _PATTERNS[name]
    value = given[name]
    if not isinstance(value, str):
        return [Fault("not_text", at=f"{under}{name}")]
    return [] if pattern.fullmatch(value) else [Fault(code, at=f"{under}{name}")]


def _item(competition: Competition, item: Any, by: Actor, as_table: bool) -> Reply:
    try:
        faults = taken_in_faults(item) if as_table else item_faults(item)
        if faults:
            raise Problems(faults)
        return _act(competition, item, by, as_table)
    except Refused as refused:
        return Reply(refused.status, refused_body(refused))


def _act(competition: Competition, item: Mapping[str, Any], by: Actor, as_table: bool) -> Reply:
    """The single door's own call, with what it would hand on and no more: so the fingerprint is the same."""
    body = item["body"]
    told: dict[str, Any] = {"device_time": item.get("device_time") or body.get("device_time", "")}
    if item["kind"] != "hand":
        reason = text_faults(body["reason"], at="reason", most=LONGEST_REASON)[0] if "reason" in body else ""
        told |= {"supersedes": body["supersedes"], "reason": reason, "let_stand": body.get("let_stand", False), "as_table": as_table}
    if item["kind"] != "void":
        told["record"] = body["record"]
    act = cast(Callable[..., Reply], {"hand": hand_record, "correction": hand_correct, "void": hand_void}[item["kind"]])
    try:
        return act(competition=competition, match=item["match"], key=item["key"], by=by, **told)
    except Problems as refused:
        raise Problems([_inside(fault, item["kind"]) for fault in refused.faults]) from refused


def _inside(fault: Fault, kind: str) -> Fault:
    """The single door's fault, placed in the item: its body's own fields by name, all else in the record."""
    needed, more = FIELDS[kind]
    first = re.split(r"[.\[]", fault.at)[0]
    own = first in needed | more and kind != "hand"
    place = "body" if own else "body.record"
    return Fault(fault.code, fault.clause, f"{place}.{fault.at}" if fault.at else place, fault.values)
