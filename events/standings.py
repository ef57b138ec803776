"""From the ledger to the published snapshot: what the workers and the relay do.

Reads entries, writes `NodeValue` and `Snapshot` in one transaction guarded by seq. Running it twice, or twice at once,
changes nothing; a snapshot never goes backwards. Never reads a projection.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
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
    values = {(row.node, row.key): json.loads(row.value) for row in NodeValue.objects.filter(competition=competition)}
    changed, state = _computed(competition, values, start or 0)
    body = canonical(state).decode()
    if not _saved(competition, start, book.seq, body, changed, made_by):
        return None
    wakeups.snapshot_saved(competition.pk, book.seq)
    return book.seq


def _computed(competition: Competition, values: Mapping[Node, Value], start: int) -> tuple[Mapping[Node, Value], Value]:
    """The node values that changed after entry `start`, and the whole state."""
    book, rulebook = competition.book, rulebook_of(competition)
    before = values.get(SETUP)
    new = ledger.entries(book, after=start if before is not None else 0, upto=book.seq)
    setup = before
    if setup is None or any(is_setup(entry) for entry in new):
        setup = setup_node(rulebook, ledger.entries(book, upto=book.seq, matches=[""]))
    dirty = incremental.dirty_matches(before, setup, {entry.match for entry in new if not is_setup(entry)})
    changed = incremental.recompute(rulebook, values, setup, _by_match(ledger.entries(book, upto=book.seq, matches=dirty), dirty))
    kept = {node: value for node, value in {**values, **changed}.items() if value}
    state = state_of(rulebook, kept, seq=book.seq, book=competition.pid)
    return changed, state


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
