"""One match as a referee's case: every record with who, where and when, the contested hands side by side, what stands. Reads only.

"What if" totals are sums of the hands as they would stand; what a match counts in the end is the fold's business.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from events.models import Competition, HandRecord, HandState, LedgerEntry, Match, Player, Remark, TableCall
from events.pinned import hands_wanted, rulebook_of
from events.selectors.people import actor_names
from scoring.parameters import Rulebook
from scoring.tallies.match_sum import forfeit_credit, sum_hands


@dataclass(frozen=True, slots=True)
class Said:
    """One record of a hand. `who` is a person or a device, `role` a code; `total` what the table would say if it lived."""

    row: HandRecord
    who: str
    role: str
    claimed: str
    reason: str
    total: Mapping[str, int]

    @property
    def side(self) -> str:
        return str(self.row.normal["side"])

    @property
    def kind(self) -> str:
        return str(self.row.normal["kind"])

    @property
    def worth(self) -> int:
        return int(self.row.points[self.side])


@dataclass(frozen=True, slots=True)
class Slot:
    """One hand of the match: what lives, what contests it, and what was there before."""

    number: int
    live: Said | None
    rivals: tuple[Said, ...]
    past: tuple[Said, ...]

    @property
    def contenders(self) -> tuple[Said, ...]:
        return ((self.live,) if self.live is not None else ()) + self.rivals


@dataclass(frozen=True, slots=True)
class Standing:
    """A forfeit or line-up in force, which 撤销 can take back by its hash."""

    hash: str
    kind: str
    who: str
    at: datetime | None
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    match: Match
    slots: tuple[Slot, ...]
    totals: Mapping[str, int]
    double_downs: Mapping[str, int]
    standing: tuple[Standing, ...]
    calls: tuple[TableCall, ...]
    players: Mapping[str, tuple[Player, ...]]
    hands_wanted: int

    @property
    def missing(self) -> list[int]:
        return [slot.number for slot in self.slots if slot.live is None]

    def entered_by(self, actor: str) -> bool:
        """Whether a live hand was recorded by this actor: then another one confirms."""
        return any(slot.live is not None and slot.live.row.actor == actor for slot in self.slots)

    @property
    def contested(self) -> list[Slot]:
        return [slot for slot in self.slots if slot.rivals]

    @property
    def covers(self) -> list[str]:
        return [slot.live.row.hash for slot in self.slots if slot.live is not None]


def case_of(*, competition: Competition, match: Match) -> Case:
    """Eight queries, whatever happened at the table."""
    rulebook = rulebook_of(competition)
    rows = list(HandRecord.objects.filter(match=match).order_by("number", "seq"))
    entries = list(LedgerEntry.objects.filter(book__competition=competition, match=match.code).order_by("seq"))
    names = actor_names(event=competition.event, pids={entry.actor for entry in entries})
    live = {row.number: row for row in rows if row.state == HandState.LIVE}
    by_seq = {entry.seq: entry for entry in entries}
    reasons = _reasons(competition, entries)
    said = {row.pk: _said(row, live, by_seq.get(row.seq), names, reasons) for row in rows}
    played = sum_hands([(row.points, row.normal["double_downs"]) for row in live.values()])
    return Case(
        match=match,
        slots=tuple(_slot(number, rows, said) for number in range(1, hands_wanted(rulebook) + 1)),
        totals=played.points,
        double_downs=played.double_downs,
        standing=tuple(_standing(competition, entries, names)),
        calls=tuple(TableCall.objects.filter(match=match, answered_at__isnull=True).order_by("called_at")),
        players=_eligible(match),
        hands_wanted=hands_wanted(rulebook),
    )


def counted_of(match: Match, rulebook: Rulebook) -> Mapping[str, int] | None:
    """What a forfeited match counts, side by side, whatever was played in it; None without a forfeit."""
    sides = [side for side in match.forfeited_by.split(",") if side]
    return forfeit_credit(rulebook, sides).points if sides else None


def _said(
    row: HandRecord, live: Mapping[int, HandRecord], entry: LedgerEntry | None, names: Mapping[str, str], reasons: Mapping[str, str]
) -> Said:
    would = [row if number == row.number else other for number, other in live.items()]
    if row.number not in live:
        would.append(row)
    total = sum_hands([(kept.points, kept.normal["double_downs"]) for kept in would])
    return Said(
        row=row,
        who=names.get(row.actor, row.actor),
        role=entry.role if entry is not None else "",
        claimed=entry.device_time if entry is not None else "",
        reason=reasons.get(entry.hash, "") if entry is not None else "",
        total=total.points,
    )


def _reasons(competition: Competition, entries: Sequence[LedgerEntry]) -> dict[str, str]:
    """Entry hash -> the reason its remark keeps. For officials: the public sees that there is one, not what it says."""
    marks = {entry.hash: json.loads(entry.body).get("remark", "") for entry in entries}
    texts = dict(
        Remark.objects.filter(competition=competition, hash__in=[mark for mark in marks.values() if mark]).values_list("hash", "text")
    )
    return {named: texts[mark] for named, mark in marks.items() if mark in texts}


def _slot(number: int, rows: Sequence[HandRecord], said: Mapping[int, Said]) -> Slot:
    mine = [row for row in rows if row.number == number]
    living = next((said[row.pk] for row in mine if row.state == HandState.LIVE), None)
    rivals = tuple(said[row.pk] for row in mine if row.state == HandState.CONFLICT)
    past = tuple(said[row.pk] for row in mine if row.state not in (HandState.LIVE, HandState.CONFLICT))
    return Slot(number, living, rivals, past)


def _standing(competition: Competition, entries: Sequence[LedgerEntry], names: Mapping[str, str]) -> list[Standing]:
    gone = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    found = [entry for entry in entries if entry.kind in ("forfeit", "line_up") and entry.hash not in gone]
    marks = {entry.hash: json.loads(entry.body).get("remark", "") for entry in found}
    texts = dict(Remark.objects.filter(competition=competition, hash__in=marks.values()).values_list("hash", "text"))
    return [
        Standing(
            hash=entry.hash,
            kind=entry.kind,
            who=names.get(entry.actor, entry.actor),
            at=_moment(entry.server_time),
            reason=texts.get(marks[entry.hash], ""),
        )
        for entry in found
    ]


def _moment(stamp: str) -> datetime | None:
    try:
        return datetime.fromisoformat(stamp)
    except ValueError:
        return None


def _eligible(match: Match) -> dict[str, tuple[Player, ...]]:
    """For each side: the players of its team, the registered pair first."""
    teams = match.entrants()
    players = list(
        Player.objects.filter(entrant__team__in=[entrant.team_id for entrant in teams.values()])
        .select_related("entrant")
        .order_by("entrant__number", "order")
    )
    return {
        side: tuple(
            [player for player in players if player.entrant_id == entrant.pk]
            + [player for player in players if player.entrant_id != entrant.pk and player.entrant.team_id == entrant.team_id]
        )
        for side, entrant in teams.items()
    }
