"""A match judged as a whole, as a referee's case: every record with who and when, contested slots, what was stated. Reads only."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.models import Competition, HandRecord, HandState, LedgerEntry, Match, Player, Remark, TableCall
from events.selectors.match_value import Seat, match_value, seat_of
from events.selectors.people import actor_names

STATED = ("forfeit", "line_up", "penalty", "time_up", "adjustment")


@dataclass(frozen=True, slots=True)
class Said:
    """One record of a slot. `who` is a person or a device; `reason` what its remark keeps."""

    row: HandRecord
    who: str
    reason: str


@dataclass(frozen=True, slots=True)
class SlotCase:
    """One hand, board or game: what lives, what contests it, what was there before. `name` is its number as people say it."""

    id: str
    game: int
    number: int
    room: str
    live: Said | None
    rivals: tuple[Said, ...]
    past: tuple[Said, ...]
    signed: bool
    findings: tuple[Mapping[str, Any], ...]
    remarks: tuple[Mapping[str, Any], ...]

    @property
    def contenders(self) -> tuple[Said, ...]:
        return ((self.live,) if self.live is not None else ()) + self.rivals


@dataclass(frozen=True, slots=True)
class Stated:
    """What an official stated and nobody has withdrawn: it can be taken back by its hash."""

    hash: str
    kind: str
    body: Mapping[str, Any]
    game: int
    number: int
    who: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class WholeCase:
    match: Match
    seat: Seat
    value: Mapping[str, Any]
    slots: tuple[SlotCase, ...]
    stated: tuple[Stated, ...]
    calls: tuple[TableCall, ...]
    players: Mapping[str, tuple[Player, ...]]

    @property
    def contested(self) -> list[SlotCase]:
        return [slot for slot in self.slots if slot.rivals]

    @property
    def unsigned(self) -> list[SlotCase]:
        """What could be confirmed now."""
        return [slot for slot in self.slots if slot.live is not None and not slot.signed and not slot.rivals and not slot.findings]


def whole_case_of(*, competition: Competition, match: Match) -> WholeCase:
    """About ten queries, whatever happened at the table."""
    seat = seat_of(competition=competition, match=match.code)
    value = match_value(competition=competition, match=match.code, seat=seat)
    rows = list(HandRecord.objects.filter(match=match).order_by("game", "number", "room", "seq"))
    entries = list(LedgerEntry.objects.filter(book__competition=competition, match=match.code).order_by("seq"))
    names = actor_names(event=competition.event, pids={entry.actor for entry in entries})
    reasons = _reasons(competition, entries)
    return WholeCase(
        match=match,
        seat=seat,
        value=value,
        slots=tuple(_slots(rows, value, names, reasons)),
        stated=tuple(_stated(entries, names, reasons)),
        calls=tuple(TableCall.objects.filter(match=match, answered_at__isnull=True).order_by("called_at")),
        players={
            side: tuple(Player.objects.filter(entrant__team=entrant.team_id).order_by("entrant__number", "order"))
            for side, entrant in match.entrants().items()
        },
    )


def slot_id(game: int, number: int, room: str) -> str:
    """`1-4`, `1-4open`: how the page of a match names a slot."""
    return f"{game}-{number}{room}"


def slot_of_record(match: Match, named: str) -> str:
    """The slot of one record of this match by its hash; "" where there is none such."""
    place = HandRecord.objects.filter(match=match, hash=named).values_list("game", "number", "room").first()
    return "" if place is None else slot_id(*place)


def _slots(rows: Sequence[HandRecord], value: Mapping[str, Any], names: Mapping[str, str], reasons: Mapping[str, str]) -> list[SlotCase]:
    judged = {row["hash"]: row for row in value["hands"]}
    found: list[SlotCase] = []
    slots: dict[tuple[int, int, str], list[Said]] = {}
    for row in rows:
        said = Said(row, names.get(row.actor, row.actor), reasons.get(row.hash, ""))
        slots.setdefault((row.game, row.number, row.room), []).append(said)
    for place, mine in slots.items():
        live = next((said for said in mine if said.row.state == HandState.LIVE), None)
        row = judged.get(live.row.hash, {}) if live is not None else {}
        found.append(
            SlotCase(
                id=slot_id(*place),
                game=place[0],
                number=place[1],
                room=place[2],
                live=live,
                rivals=tuple(said for said in mine if said.row.state == HandState.CONFLICT),
                past=tuple(said for said in mine if said.row.state not in (HandState.LIVE, HandState.CONFLICT)),
                signed=bool(row.get("confirmed")) or value["confirmed"] is not None,
                findings=tuple(row.get("findings", ())),
                remarks=tuple(row.get("remarks", ())),
            )
        )
    return found


def _reasons(competition: Competition, entries: Sequence[LedgerEntry]) -> dict[str, str]:
    """Entry hash -> the reason its remark keeps. For officials."""
    marks = {entry.hash: json.loads(entry.body).get("remark", "") for entry in entries}
    kept = Remark.objects.filter(competition=competition, hash__in=[mark for mark in marks.values() if mark])
    texts = dict(kept.values_list("hash", "text"))
    return {named: texts[mark] for named, mark in marks.items() if mark in texts}


def _stated(entries: Sequence[LedgerEntry], names: Mapping[str, str], reasons: Mapping[str, str]) -> list[Stated]:
    gone = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return [
        Stated(
            hash=entry.hash,
            kind=entry.kind,
            body=json.loads(entry.body),
            game=entry.game,
            number=entry.number,
            who=names.get(entry.actor, entry.actor),
            at=datetime.fromisoformat(entry.server_time),
            reason=reasons.get(entry.hash, ""),
        )
        for entry in entries
        if entry.kind in STATED and entry.hash not in gone
    ]
