"""What the public is shown against what was said of it: states of the competition and its stages, and the boards that stand still.

Only from the first `published` entry on: an older book said nothing of it.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from events.models import Competition, Freeze, StageState, Visibility
from events.verification.findings import Finding
from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.parameters import Rulebook


def published_states(competition: Competition, entries: Sequence[Entry]) -> Iterator[Finding]:
    """`visibility_differs`, `stage_state_differs`: what stands in the columns is not what was said last."""
    said = _said(entries)
    if "" in said and said[""] != competition.visibility:
        yield Finding("visibility_differs")
    rows = dict(StageState.objects.filter(competition=competition).values_list("stage", "state"))
    for stage in sorted({*said, *rows} - {""}):
        if said.get(stage) != rows.get(stage):
            yield Finding("stage_state_differs", {"stage": stage})


def _said(entries: Sequence[Entry]) -> Mapping[str, str]:
    """Stage -> the state said last; a close settles the stages, and close and reopening say a state of the whole too."""
    said: dict[str, str] = {}
    for entry in entries:
        if entry.kind == "published":
            said[entry.body["stage"]] = entry.body["state"]
        elif entry.kind == "close":
            said = {"": Visibility.OFFICIAL} if "" in said else {}
        elif entry.kind == "reopen" and "" in said:
            said[""] = Visibility.PROVISIONAL
    return said


def frozen_boards(competition: Competition, rulebook: Rulebook, entries: Sequence[Entry]) -> Iterator[Finding]:
    """`freeze_differs`: bytes that are not those of the book at that entry; `freeze_not_stated`: one that no entry began or ended."""
    rows = list(Freeze.objects.filter(competition=competition).order_by("id"))
    for row in rows:
        if row.seq is not None and not _same(competition, rulebook, entries, row):
            yield Finding("freeze_differs", {"seq": row.seq})
    boards = [(row.round, row.ended_at is None) for row in rows if not row.stage]
    if boards != _freezes(entries):
        yield Finding("freeze_not_stated")
    active = [row.seq for row in rows if row.ended_at is None and row.seq is not None]
    if competition.frozen_seq != min(active, default=None):
        yield Finding("freeze_not_stated")


def _same(competition: Competition, rulebook: Rulebook, entries: Sequence[Entry], row: Freeze) -> bool:
    if hashlib.sha256(row.body.encode()).hexdigest() != row.digest:
        return False
    return canonical(fold(rulebook, entries[: row.seq], book=competition.pid)) == row.body.encode()


def _freezes(entries: Sequence[Entry]) -> list[tuple[int | None, bool]]:
    """The rounds from which the board was frozen, in order, and whether it still is."""
    found: list[tuple[int | None, bool]] = []
    for entry in entries:
        if entry.kind == "frozen":
            found.append((entry.body["round"], True))
        elif entry.kind == "unfrozen" and found:
            found[-1] = (found[-1][0], False)
    return found
