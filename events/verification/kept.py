"""What is kept beside the ledger and vouched for by it: reasons by their salted hash, answers by the entry they name."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.models import Answer, Book, Competition, LedgerEntry, Remark
from events.remarks import remark_hash
from events.verification.findings import Finding
from scoring.entries import Entry
from scoring.judge import judge
from scoring.parameters import Rulebook


def remarks(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    """Every reason that an entry names is there and says what was hashed, or was erased (`erased_at`, and nothing left)."""
    named = {entry.body["remark"]: entry for entry in entries if "remark" in entry.body}
    kept = {row.hash: row for row in Remark.objects.filter(competition=competition)}
    for mark, entry in named.items():
        row = kept.get(mark)
        where = {"seq": entry.seq, "match": entry.match}
        if row is None:
            yield Finding("remark_missing", where)
        elif row.erased_at is not None:
            if row.text or row.salt:
                yield Finding("remark_differs", where)
        elif remark_hash(row.salt, row.text) != mark:
            yield Finding("remark_differs", where)
    if unnamed := len(kept.keys() - named.keys()):
        yield Finding("remark_unknown", {"count": unnamed})


def answers(book: Book, rulebook: Rulebook, entries: Sequence[Entry]) -> Iterator[Finding]:
    """What keys were answered: each answer is its entry's, names entries that exist, and says of a hand what the rules say."""
    by_seq = {entry.seq: entry for entry in entries}
    hashes = {entry.seq: entry.hash for entry in entries}
    prints = dict(LedgerEntry.objects.filter(book=book).values_list("seq", "fingerprint"))
    for answer in Answer.objects.filter(book=book).order_by("id"):
        entry = by_seq.get(answer.entry_seq) if answer.entry_seq is not None else None
        body = _parsed(answer.body)
        sound = body is not None and all(hashes.get(place["seq"]) == place["hash"] for place in _places(body))
        if sound and answer.entry_seq is not None:
            sound = entry is not None and _of_entry(answer, entry, prints[entry.seq], body, rulebook)
        if not sound:
            yield Finding("answer_differs", {"key": answer.key})


def _of_entry(answer: Answer, entry: Entry, fingerprint: str, body: Any, rulebook: Rulebook) -> bool:
    """Whether an answer is the one that the service gave for its entry."""
    if (answer.key, answer.actor) != (entry.key, entry.actor):
        return False
    if fingerprint != answer.fingerprint and entry.kind != "open":  # the entry that opens a book carries none
        return False
    if isinstance(body.get("entry"), dict) and body["entry"] != {"seq": entry.seq, "hash": entry.hash}:
        return False
    if "outcome" in body and isinstance(entry.body.get("record"), dict):
        return bool(body["outcome"] == json.loads(json.dumps(judge(rulebook, entry.body["record"]).as_json())))
    return True


def _parsed(text: str) -> Any:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _places(value: Any) -> Iterator[Mapping[str, Any]]:
    """Every part of an answer that names an entry by seq and hash."""
    if isinstance(value, dict):
        if "seq" in value and "hash" in value:
            yield value
        for item in value.values():
            yield from _places(item)
    elif isinstance(value, list):
        for item in value:
            yield from _places(item)
