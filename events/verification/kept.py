"""What is kept beside the ledger and vouched for by it: reasons by their salted hash, answers by the entry they name."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.models import Answer, Book, Competition, LedgerEntry, Proposal, Remark
from events.remarks import remark_hash
from events.verification.findings import Finding
from scoring.entries import Entry
from scoring.judge import judge
from scoring.nodes import is_setup, match_node, setup_node
from scoring.parameters import Rulebook
from scoring.tallies import TALLIES


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
    # One to reopen stands in no entry: nothing but the reopening follows a close.
    proposals = set(Proposal.objects.filter(competition=competition, entry_seq=None).values_list("remark", flat=True))
    if unnamed := len(kept.keys() - named.keys() - proposals):
        yield Finding("remark_unknown", {"count": unnamed})


def answers(book: Book, rulebook: Rulebook, entries: Sequence[Entry]) -> Iterator[Finding]:
    """What keys were answered: each answer is its entry's, names entries that exist, and says of a hand what the rules say."""
    by_seq = {entry.seq: entry for entry in entries}
    hashes = {entry.seq: entry.hash for entry in entries}
    outcomes = _Outcomes(rulebook, entries)
    prints = dict(LedgerEntry.objects.filter(book=book).values_list("seq", "fingerprint"))
    for answer in Answer.objects.filter(book=book).order_by("id"):
        entry = by_seq.get(answer.entry_seq) if answer.entry_seq is not None else None
        body = _parsed(answer.body)
        sound = body is not None and all(hashes.get(place["seq"]) == place["hash"] for place in _places(body))
        if sound and answer.entry_seq is not None:
            sound = entry is not None and _of_entry(answer, entry, prints[entry.seq], body, outcomes)
        if not sound:
            yield Finding("answer_differs", {"key": answer.key})


def _of_entry(answer: Answer, entry: Entry, fingerprint: str, body: Any, outcomes: "_Outcomes") -> bool:
    """Whether an answer is the one that the service gave for its entry."""
    # What two officials decided is its proposer's entry, and the answer to who seconded it.
    if (answer.key, answer.actor) != (entry.key, entry.body.get("seconded_by", entry.actor)):
        return False
    if fingerprint != answer.fingerprint and entry.kind != "open":  # the entry that opens a book carries none
        return False
    if isinstance(body.get("entry"), dict) and body["entry"] != {"seq": entry.seq, "hash": entry.hash}:
        return False
    if "outcome" in body and isinstance(entry.body.get("record"), dict):
        return bool(body["outcome"] == outcomes.of(entry))
    return True


class _Outcomes:
    """What an answer said of a record: judged by itself, or as its match stood right after it where hands hang together."""

    def __init__(self, rulebook: Rulebook, entries: Sequence[Entry]) -> None:
        self.rulebook = rulebook
        self.whole = not TALLIES[rulebook.tally].additive
        self.setup = [entry for entry in entries if is_setup(entry)]
        self.by_match: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            self.by_match[entry.match].append(entry)
        self.seats: dict[int, dict[str, Mapping[str, Any]]] = {}

    def of(self, entry: Entry) -> Any:
        row = self._row(entry) if self.whole and entry.kind == "hand" else None
        said = judge(self.rulebook, entry.body["record"]).as_json() if row is None else row | {"seq": entry.seq}
        return json.loads(json.dumps(said))

    def _row(self, entry: Entry) -> dict[str, Any] | None:
        seat = self._seats(entry.seq).get(entry.match)
        if seat is None:
            return None
        value = match_node(self.rulebook, seat, [other for other in self.by_match[entry.match] if other.seq <= entry.seq])
        return next((row for row in value["hands"] if row["hash"] == entry.hash), None)

    def _seats(self, seq: int) -> dict[str, Mapping[str, Any]]:
        """The seats as they were at that entry; made again only after another entry about them."""
        before = sum(1 for entry in self.setup if entry.seq < seq)
        if before not in self.seats:
            setup = setup_node(self.rulebook, self.setup[:before])
            self.seats[before] = {seat["match"]: seat for seat in setup["matches"]}
        return self.seats[before]


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
