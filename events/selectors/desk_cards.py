"""What a case card needs of each open case: the records of its match, notes, pictures, what was ruled of the like before. Reads only.

All cards together cost a fixed number of queries.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from events.access import Actor
from events.models import Attachment, Competition, Dispute, HandRecord, HandState, Match, Remark
from events.selectors.case_notes import Notes, notes_of
from events.selectors.desk_open import OpenCase
from events.selectors.people import actor_names


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One case with its papers. `records`: those of the match that live or contest, by place; `said`: what was told when it was raised
    and when it was appealed; `similar`: how many rulings of the event are about the like; `people`: names by the pids of who acted."""

    case: OpenCase
    records: Sequence[HandRecord]
    notes: Notes
    photos: int
    similar: int
    said: tuple[str, ...]
    people: Mapping[str, str]

    @property
    def here(self) -> list[HandRecord]:
        """The records of the hand in question, the live one first."""
        game, number, room = self.case.slot
        found = [row for row in self.records if (row.game, row.number, row.room) == (game, number, room)]
        return sorted(found, key=lambda row: (row.state != HandState.LIVE, row.seq))


def files_of(competition: Competition, cases: Sequence[OpenCase], by: Actor) -> list[CaseFile]:
    """Nothing is asked where nothing is open; else seven queries, however many cases."""
    if not cases:
        return []
    matches = list({case.match.pk: case.match for case in cases}.values())
    records = _records(matches)
    notes = notes_of(matches=matches, by=by)
    photos = Counter(Attachment.objects.filter(match__in=matches, erased_at=None).values_list("match__code", "about"))
    ruled = Dispute.objects.filter(match__competition__event=competition.event).exclude(outcome="").values_list("subject", "clauses")
    alike = Counter(subject for subject, _clauses in ruled)
    hashes = {mark for case in cases for mark in _marks(case)}
    texts = dict(Remark.objects.filter(competition=competition, hash__in=hashes).values_list("hash", "text"))
    people = actor_names(event=competition.event, pids=_pids(cases, records, notes))
    return [
        CaseFile(
            case=case,
            records=records.get(case.match.pk, ()),
            notes=notes.get((case.match.code, case.about), Notes()),
            photos=photos[case.match.code, case.about],
            similar=alike[case.dispute.subject] if case.dispute is not None else 0,
            said=tuple(texts[mark] for mark in _marks(case) if texts.get(mark)),
            people=people,
        )
        for case in cases
    ]


def _records(matches: Sequence[Match]) -> dict[int, list[HandRecord]]:
    found: dict[int, list[HandRecord]] = {}
    rows = HandRecord.objects.filter(match__in=matches, state__in=(HandState.LIVE, HandState.CONFLICT))
    for row in rows.order_by("game", "number", "room", "state", "seq"):
        found.setdefault(row.match_id, []).append(row)
    return found


def _marks(case: OpenCase) -> list[str]:
    dispute = case.dispute
    return [] if dispute is None else [mark for mark in (dispute.remark, dispute.ruling_remark, dispute.appeal_remark) if mark]


def _pids(cases: Sequence[OpenCase], records: Mapping[int, Sequence[HandRecord]], notes: Mapping[tuple[str, str], Notes]) -> set[str]:
    acted = {pid for case in cases if case.dispute is not None for pid in (case.dispute.raised_by, case.dispute.taken_by) if pid}
    wrote = {author for one in notes.values() for author, _text in one.others}
    return acted | wrote | {row.actor for rows in records.values() for row in rows}
