"""From the ledger to the published snapshot: what the workers and the relay do.

Reads entries, writes `NodeValue` and `Snapshot` in one transaction guarded by seq. Running it twice, or twice at once,
changes nothing; a snapshot never goes backwards. Never reads a projection.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from events import clock, ledger, wakeups
from events.models import Competition, NodeValue, Snapshot
from events.pinned import rulebook_of
from scoring import incremental
from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.nodes import SETUP, Node, Value, is_setup, setup_node, state_of


class Overtaken(RuntimeError):
    """Other recomputations were faster, again and again. The relay looks again in a moment."""


def recompute(competition_id: int, made_by: str) -> int:
    """Bring the snapshot up to the head of the book; returns its seq. `made_by` is "worker" or "relay".

    Reads the entries after the snapshot and those of the matches they touch, whatever the size of the event.
    """
    for _ in range(5):
        seq = _attempt(Competition.objects.select_related("book").get(pk=competition_id), made_by)
        if seq is not None:
            return seq
    raise Overtaken(str(competition_id))


def _attempt(competition: Competition, made_by: str) -> int | None:
    """One try; None when somebody else moved the snapshot meanwhile (then what was read may not fit together)."""
    book = competition.book
    start = Snapshot.objects.filter(competition=competition).values_list("seq", flat=True).first()
    if start is not None and start >= book.seq:
        return start
    changed, state = _computed(competition, _values(competition), start or 0)
    body = canonical(state).decode()
    if not _saved(competition, start, book.seq, body, changed, made_by):
        return None
    wakeups.snapshot_saved(competition.pk, book.seq)
    return book.seq


@dataclass(frozen=True, slots=True)
class Kept:
    """All node values as they stand at entry `seq`; `seq` 0 and no values before the first computation."""

    seq: int
    values: Mapping[Node, Value]


@dataclass(frozen=True, slots=True)
class Pending:
    """What the entries up to `seq` make dirty against what is kept: read, not computed. `matches` has all entries of each dirty match."""

    seq: int
    setup: Value
    matches: Mapping[str, list[Entry]]


def kept_of(competition: Competition) -> Kept:
    """The node values of the snapshot, read together with its seq; nothing where recomputations kept overtaking the reader."""
    seqs = Snapshot.objects.filter(competition=competition).values_list("seq", flat=True)
    for _ in range(5):
        before = seqs.first()
        values = _values(competition)
        if before is not None and before == seqs.first():
            return Kept(before, values)
    return Kept(0, {})


def pending_of(competition: Competition, kept: Kept, upto: int) -> Pending:
    """Reads the entries after `kept` up to `upto`, and those of the matches they touch."""
    book, rulebook = competition.book, rulebook_of(competition)
    before = kept.values.get(SETUP)
    new = ledger.entries(book, after=kept.seq if before is not None else 0, upto=upto)
    setup = before
    if setup is None or any(is_setup(entry) for entry in new):
        setup = setup_node(rulebook, ledger.entries(book, upto=upto, matches=[""]))
    dirty = incremental.dirty_matches(before, setup, {entry.match for entry in new if not is_setup(entry)})
    return Pending(upto, setup, _by_match(ledger.entries(book, upto=upto, matches=dirty), dirty))


def state_after(competition: Competition, kept: Kept, pending: Pending) -> tuple[Mapping[Node, Value], Value]:
    """The node values that changed against `kept`, and the whole state. Reads nothing."""
    rulebook = rulebook_of(competition)
    changed = incremental.recompute(rulebook, kept.values, pending.setup, pending.matches)
    standing = {node: value for node, value in {**kept.values, **changed}.items() if value}
    return changed, state_of(rulebook, standing, seq=pending.seq, book=competition.pid)


def _computed(competition: Competition, values: Mapping[Node, Value], start: int) -> tuple[Mapping[Node, Value], Value]:
    """The node values that changed after entry `start`, and the whole state."""
    kept = Kept(start, values)
    return state_after(competition, kept, pending_of(competition, kept, competition.book.seq))


def _values(competition: Competition) -> dict[Node, Value]:
    return {(row.node, row.key): json.loads(row.value) for row in NodeValue.objects.filter(competition=competition)}


def _by_match(entries: list[Entry], dirty: tuple[str, ...]) -> dict[str, list[Entry]]:
    found: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        found[entry.match].append(entry)
    return {match: found[match] for match in dirty}


def _saved(competition: Competition, start: int | None, seq: int, body: str, changed: Mapping[Node, Value], made_by: str) -> bool:
    """Write all or nothing, and only onto the snapshot that was started from."""
    new = {"seq": seq, "body": body, "digest": hashlib.sha256(body.encode()).hexdigest(), "made_by": made_by, "made_at": clock.now()}
    try:
        with ledger.one_writer(), transaction.atomic():
            if start is None:
                Snapshot.objects.create(competition=competition, **new)
            elif not Snapshot.objects.filter(competition=competition, seq=start).update(**new):
                return False
            _keep(competition, changed)
    except IntegrityError:  # the first snapshot, made twice at once
        return False
    return True


def _keep(competition: Competition, changed: Mapping[Node, Value]) -> None:
    rows = [
        NodeValue(competition=competition, node=node, key=key, value=canonical(value).decode())
        for (node, key), value in changed.items()
        if value
    ]
    NodeValue.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["competition", "node", "key"], update_fields=["value"], batch_size=200
    )
    for node, key in (node for node, value in changed.items() if not value):
        NodeValue.objects.filter(competition=competition, node=node, key=key).delete()


def full(competition: Competition, *, upto: int | None = None) -> dict[str, Any]:
    """The state folded from every entry (up to `upto`), by the path that shares no values with `recompute`."""
    return fold(rulebook_of(competition), ledger.entries(competition.book, upto=upto), book=competition.pid)
