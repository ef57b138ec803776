"""Short ways to say what happens at a table, for the tests of the score services. Every call goes through the services."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

from events.access import Actor
from events.models import Match, Snapshot
from events.services.hands import hand_correct, hand_record, hand_void
from events.services.matches import match_confirm
from events.services.replies import Reply
from events.standings import full, recompute
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage

_keys = count(1)

ROWS = (("NS", "double_down"), ("EW", "first_third"), ("NS", "first_fourth"), ("NS", "first_third"), ("EW", "double_down"))
"""Five hands, 9:8 with a double-down on either side (RULES 3.4)."""


def new_key() -> str:
    return f"test-key-{next(_keys):06d}"


def by_kind(number: int, side: str = "NS", kind: str = "double_down") -> dict[str, Any]:
    return {"hand": number, "side": side, "kind": kind}


def hand(stage: Stage, record: Mapping[str, Any], *, table: int = 1, key: str = "", by: Actor | None = None, number: int = 1) -> Reply:
    return hand_record(
        competition=stage.competition,
        match=stage.match(table, number).code,
        record=record,
        key=key or new_key(),
        by=by or stage.scorer(table),
    )


def five(stage: Stage, *, table: int = 1, rows: Sequence[tuple[str, str]] = ROWS, by: Actor | None = None, number: int = 1) -> list[str]:
    """The five hands of a match; gives their hashes."""
    replies = [hand(stage, by_kind(n, *row), table=table, by=by, number=number) for n, row in enumerate(rows, 1)]
    return [reply.body["entry"]["hash"] for reply in replies]


def confirm(stage: Stage, covers: Sequence[str], *, table: int = 1, by: Actor | None = None, reason: str = "", number: int = 1) -> Reply:
    return match_confirm(
        competition=stage.competition,
        match=stage.match(table, number).code,
        covers=covers,
        key=new_key(),
        by=by or stage.checker(table),
        reason=reason,
    )


def correct(
    stage: Stage, supersedes: str, record: Mapping[str, Any], *, table: int = 1, by: Actor | None = None, reason: str = "", key: str = ""
) -> Reply:
    return hand_correct(
        competition=stage.competition,
        match=stage.match(table).code,
        supersedes=supersedes,
        record=record,
        key=key or new_key(),
        by=by or stage.scorer(table),
        reason=reason,
    )


def void(stage: Stage, supersedes: str, *, table: int = 1, by: Actor | None = None, reason: str = "") -> Reply:
    return hand_void(
        competition=stage.competition,
        match=stage.match(table).code,
        supersedes=supersedes,
        key=new_key(),
        by=by or stage.scorer(table),
        reason=reason,
    )


def live(match: Match) -> dict[int, str]:
    """Hand number -> hash of what lives in the projection."""
    return dict(match.hands.filter(state="live").values_list("number", "hash"))


def state(stage: Stage) -> dict[str, Any]:
    """The state folded from the whole ledger."""
    return full(stage.competition)


def match_state(stage: Stage, code: str) -> dict[str, Any]:
    found: dict[str, Any] = next(row for row in state(stage)["matches"] if row["match"] == code)
    return found


def sound(stage: Stage) -> None:
    """After whatever happened: the snapshot catches up and equals the fold byte for byte, and everything shown agrees."""
    recompute(stage.competition.pk, "worker")
    assert Snapshot.objects.get(competition=stage.competition).body.encode() == canonical(state(stage))
    report = verify(stage.competition)
    assert not report.findings, report
    assert report.behind == 0
