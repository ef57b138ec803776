"""What a visitor may see of a competition's results: the snapshot, its phase, and the official version in force.

Every public door asks here. Reads Snapshot, Publication, Freeze and StageState; joins no names. Officials see everything; the public
sees what the visibility allows, and where the board stands still (封榜, or a stage that is not public) the bytes kept with the Freeze.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Q

from events import clock
from events.models import Competition, Freeze, LedgerEntry, Publication, Snapshot, StageState, Visibility
from events.pinned import rulebook_of
from events.selectors.stages import codes_of, has_stages, stages_of


class Phase(StrEnum):
    """The state the seal shows."""

    BEFORE = "before"  # no round is open yet
    PLAYING = "playing"  # the first round runs: no place has been earned yet
    PROVISIONAL = "provisional"  # places by finished rounds
    NOTICE = "notice"  # 公示: who objects does so until a stated time
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
class Frozen:
    """Where the public's board stands still: from a round on, or before a stage (then `round` is None) that is not public."""

    round: int | None
    stage: str
    since: datetime | None
    seq: int
    last_round: int  # the last one the public knows to be open


@dataclass(frozen=True, slots=True)
class StageShown:
    """What the public sees of one stage. `state` in the words of Visibility, `playing` and `before` of Phase; `until` of a notice."""

    code: str
    rounds: tuple[int, ...]
    state: str
    until: datetime | None
    over: bool  # the time of its notice is up


@dataclass(frozen=True, slots=True)
class Published:
    """A state as a page may show it, empty before the first computation; times are aware.

    While a close is in force it is the state that was closed, byte for byte, whatever later code computes. `seq` is what
    the state stands at, `snapshot_seq` where the live stream stands. `frozen` is told to everybody; `held` says that this visitor's
    state is the one kept with it.
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
    notice_until: datetime | None = None
    notice_over: bool = False  # the time is up: nothing becomes official by that, the chief referee closes
    frozen: Frozen | None = None
    held: bool = False
    stages: tuple[StageShown, ...] = field(default=())

    @property
    def scores_shown(self) -> bool:
        return self.phase is not Phase.WITHHELD

    @property
    def under_review(self) -> int:
        """Tables of all rounds with a hand that is being looked into."""
        return sum(1 for match in self.state["matches"] if match["under_review"])


def published_of(*, competition: Competition, sees_all: bool) -> Published:
    """The snapshot with its phase: two queries, one more where stages are published one by one or an official sees a frozen board.

    `sees_all`: the viewer may see what is not public yet.
    """
    freeze = freeze_of(competition)
    snapshot = Snapshot.objects.filter(competition=competition).first() if freeze is None or sees_all else None
    newest = Publication.objects.filter(competition=competition).order_by("-version").first()
    return published(
        competition=competition, snapshot=snapshot, newest=newest, sees_all=sees_all, freeze=freeze, stages=stage_rows(competition)
    )


def freeze_of(competition: Competition) -> Freeze | None:
    """Where the public's board stands still; no query where it does not. One that was just lifted still keeps its bytes."""
    if competition.frozen_seq is None:
        return None
    return Freeze.objects.filter(competition=competition, seq=competition.frozen_seq).order_by("-id").first()


def freezes_of(competitions: Collection[Competition]) -> dict[int, Freeze]:
    """The same for many at once, by their primary keys: one query, none where nothing stands still."""
    standing = {competition.pk: competition.frozen_seq for competition in competitions if competition.frozen_seq is not None}
    rows = Freeze.objects.filter(competition__in=standing).order_by("id") if standing else ()
    return {row.competition_id: row for row in rows if row.seq == standing[row.competition_id]}


def stage_rows(competition: Competition) -> Sequence[StageState]:
    """The stages of which something was said; no query where none can be."""
    if not competition.shown_version or not has_stages(rulebook_of(competition)):
        return ()
    return list(StageState.objects.filter(competition=competition))


def frozen_of(*, competition: Competition, sees_all: bool) -> Published | None:
    """For a door that reads rows instead of a state: what the public sees while its board stands still; None for who sees all."""
    return None if sees_all or competition.frozen_seq is None else published_of(competition=competition, sees_all=False)


def upto_of(shown: Published) -> int | None:
    """The last entry that this visitor may know of while the board stands still; None for all."""
    return shown.seq if shown.held else None


def changed_since(*, competition: Competition, seq: int) -> Collection[str]:
    """The matches of which something was entered after `seq`, and those in which others sit since: one query."""
    later = LedgerEntry.objects.filter(~Q(match="") | Q(kind="reseated"), book__competition=competition, seq__gt=seq)
    return {match or json.loads(body)["match"] for match, body in later.values_list("match", "body")}


def published(
    *,
    competition: Competition,
    snapshot: Snapshot | None,
    newest: Publication | None,
    sees_all: bool,
    freeze: Freeze | None = None,
    stages: Sequence[StageState] = (),
) -> Published:
    """The same from rows already read (a page of several competitions reads them in bulk); `newest`: the last close, in force or not.

    Where the board stands still `snapshot` is not looked at for the public.
    """
    closed = newest if newest is not None and newest.reopened_at is None else None
    if closed is not None:
        return Published(
            state=json.loads(closed.body),
            phase=Phase.OFFICIAL,
            seq=closed.seq,
            snapshot_seq=snapshot.seq if snapshot is not None else 0,
            digest=closed.digest,
            made_at=closed.published_at,
            version=closed.version,
            published_at=closed.published_at,
        )
    held = freeze is not None and not sees_all
    seq, body, digest, made_at = _kept(freeze) if held and freeze is not None else _computed(snapshot)
    state: Mapping[str, Any] = json.loads(body) if body else EMPTY
    said = _stages(competition, state, stages)
    phase, until = _phase(competition, state, said, sees_all=sees_all)
    return Published(
        state=state,
        phase=phase,
        seq=seq,
        snapshot_seq=seq,
        digest=digest,
        withdrawn=newest.version if newest is not None else 0,
        made_at=made_at,
        notice_until=until,
        notice_over=until is not None and until <= clock.now(),
        frozen=_frozen(freeze),
        held=held,
        stages=said,
    )


def _kept(freeze: Freeze) -> tuple[int, str, str, datetime | None]:
    return freeze.seq or 0, freeze.body, freeze.digest, freeze.began_at


def _computed(snapshot: Snapshot | None) -> tuple[int, str, str, datetime | None]:
    return (snapshot.seq, snapshot.body, snapshot.digest, snapshot.made_at) if snapshot is not None else (0, "", "", None)


def _frozen(freeze: Freeze | None) -> Frozen | None:
    if freeze is None:
        return None
    return Frozen(freeze.round, freeze.stage, freeze.began_at, freeze.seq or 0, freeze.last_round)


def _stages(competition: Competition, state: Mapping[str, Any], rows: Sequence[StageState]) -> tuple[StageShown, ...]:
    """Every stage of the plan, where something was said of one: what is not said follows from its rounds."""
    if not rows:
        return ()
    said = {row.stage: row for row in rows}
    found = []
    for stage in stages_of(state, rulebook_of(competition)):
        row = said.get(stage.code)
        plain = Phase.PROVISIONAL if stage.finished else Phase.PLAYING if stage.opened else Phase.BEFORE
        stated = row is not None and row.state != Visibility.PROVISIONAL
        until = row.notice_until if row is not None else None
        over = until is not None and until <= clock.now()
        found.append(StageShown(stage.code, stage.rounds, row.state if row is not None and stated else plain, until, over))
    return tuple(found)


def _phase(
    competition: Competition, state: Mapping[str, Any], stages: Sequence[StageShown], *, sees_all: bool
) -> tuple[Phase, datetime | None]:
    """What the seal shows: of the stage opened last, where stages are published one by one. With the end of a notice."""
    if competition.visibility == Visibility.OFFICIAL and not sees_all:
        return Phase.WITHHELD, None
    if competition.visibility == Visibility.NOTICE:
        return Phase.NOTICE, competition.notice_until
    now = _stage_now(competition, state, stages)
    if now is not None and now.state == Visibility.NOTICE:
        return Phase.NOTICE, now.until
    if any(row["finished"] for row in state["rounds"]):
        return Phase.PROVISIONAL, None
    if any(row["opened"] for row in state["rounds"]):
        return Phase.PLAYING, None
    return Phase.BEFORE, None


def _stage_now(competition: Competition, state: Mapping[str, Any], stages: Sequence[StageShown]) -> StageShown | None:
    """The stage of the round opened last."""
    if not stages:
        return None
    codes = codes_of(state, rulebook_of(competition))
    opened = [code for row, code in zip(state["rounds"], codes, strict=True) if row["opened"]]
    return next((stage for stage in stages if opened and stage.code == opened[-1]), None)
