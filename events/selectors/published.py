"""What a visitor may see of a competition's results: the snapshot, its phase, and the official version in force.

Reads Snapshot and Publication; joins no names. Officials see everything; the public sees what the visibility allows.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from events.models import Competition, Publication, Snapshot, Visibility


class Phase(StrEnum):
    """The state the seal shows."""

    BEFORE = "before"  # no round is open yet
    PLAYING = "playing"  # the first round runs: no place has been earned yet
    PROVISIONAL = "provisional"  # places by finished rounds
    OFFICIAL = "official"  # a close is in force
    WITHHELD = "withheld"  # the organisers show results only once they are official


EMPTY: Mapping[str, Any] = {
    "seq": 0,
    "closed": False,
    "teams": [],
    "rounds": [],
    "matches": [],
    "encounters": [],
    "standings": [],
    "previous": {},
    "plan": {"draws": [], "blocked": [], "over": False, "rounds": 0},
}


@dataclass(frozen=True, slots=True)
class Published:
    """A state as a page may show it, empty before the first computation; times are aware.

    While a close is in force it is the state that was closed, byte for byte, whatever later code computes. `seq` is what
    the state stands at, `snapshot_seq` where the live stream stands.
    """

    state: Mapping[str, Any]
    phase: Phase
    seq: int
    snapshot_seq: int
    digest: str
    made_at: datetime | None
    version: int = 0
    published_at: datetime | None = None
    withdrawn: int = 0  # the version that was official and was taken back; 0 for none

    @property
    def scores_shown(self) -> bool:
        return self.phase is not Phase.WITHHELD


def published_of(*, competition: Competition, sees_all: bool) -> Published:
    """The snapshot with its phase: two queries. `sees_all`: the viewer may see what is not public yet."""
    snapshot = Snapshot.objects.filter(competition=competition).first()
    newest = Publication.objects.filter(competition=competition).order_by("-version").first()
    return published(competition=competition, snapshot=snapshot, newest=newest, sees_all=sees_all)


def published(*, competition: Competition, snapshot: Snapshot | None, newest: Publication | None, sees_all: bool) -> Published:
    """The same from rows already read (a page of several competitions reads them in bulk); `newest`: the last close, in force or not."""
    closed = newest if newest is not None and newest.reopened_at is None else None
    snapshot_seq = snapshot.seq if snapshot is not None else 0
    if closed is not None:
        return Published(
            state=json.loads(closed.body),
            phase=Phase.OFFICIAL,
            seq=closed.seq,
            snapshot_seq=snapshot_seq,
            digest=closed.digest,
            made_at=closed.published_at,
            version=closed.version,
            published_at=closed.published_at,
        )
    state: Mapping[str, Any] = json.loads(snapshot.body) if snapshot is not None and snapshot.body else EMPTY
    return Published(
        state=state,
        phase=_phase(competition, state, sees_all),
        seq=snapshot_seq,
        snapshot_seq=snapshot_seq,
        digest=snapshot.digest if snapshot is not None else "",
        withdrawn=newest.version if newest is not None else 0,
        made_at=snapshot.made_at if snapshot is not None else None,
    )


def _phase(competition: Competition, state: Mapping[str, Any], sees_all: bool) -> Phase:
    if competition.visibility == Visibility.OFFICIAL and not sees_all:
        return Phase.WITHHELD
    if any(row["finished"] for row in state["rounds"]):
        return Phase.PROVISIONAL
    if any(row["opened"] for row in state["rounds"]):
        return Phase.PLAYING
    return Phase.BEFORE
