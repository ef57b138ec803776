"""What is open at the desk: raised hands, disputes, hands with two records, and what waits for a second official. Reads only.

A case is what somebody has to decide: a dispute, or a slot of two records that nobody has disputed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from events.models import CaseNote, Competition, Dispute, HandRecord, HandState, Match, Proposal, TableCall
from events.models.proposal import ProposalState
from scoring.disputes import OPEN

Slot = tuple[int, int, str]  # game, number, room


@dataclass(frozen=True, slots=True)
class OpenCase:
    """One case. `about` names it as notes and addresses do: the dispute's pid, or the slot; `since` it is open; `handed`: an official
    left it to the chief referee."""

    match: Match
    slot: Slot
    since: datetime
    dispute: Dispute | None
    handed: bool = False

    @property
    def about(self) -> str:
        return self.dispute.pid if self.dispute is not None else slot_name(self.slot)

    @property
    def appealed(self) -> bool:
        return self.dispute is not None and self.dispute.state == "appealed"


@dataclass(frozen=True, slots=True)
class Open:
    """All of it, oldest first."""

    calls: Sequence[TableCall]
    cases: Sequence[OpenCase]
    proposals: Sequence[Proposal]


def slot_name(slot: Slot) -> str:
    """`1-4-`: game, number, room."""
    game, number, room = slot
    return f"{game}-{number}-{room}"


def open_of(competition: Competition) -> Open:
    """Five queries."""
    return Open(_calls(competition), _cases(competition), _proposals(competition))


def case_of_dispute(dispute: Dispute) -> OpenCase:
    """One dispute as a case. One query."""
    handed = CaseNote.objects.filter(match=dispute.match, about=dispute.pid, handed_at__isnull=False).exists()
    return OpenCase(dispute.match, (dispute.game, dispute.number, dispute.room), _since(dispute), dispute, handed)


def _calls(competition: Competition) -> list[TableCall]:
    return list(
        TableCall.objects.filter(match__competition=competition, answered_at__isnull=True)
        .select_related("match__round")
        .order_by("called_at", "pk")
    )


def _proposals(competition: Competition) -> list[Proposal]:
    waiting = Proposal.objects.filter(competition=competition, state=ProposalState.PROPOSED)
    return list(waiting.select_related("match__round").order_by("proposed_at", "pk"))


def _cases(competition: Competition) -> list[OpenCase]:
    joined = ("match__round", "match__ns__team", "match__ew__team", "match__third__team")
    handed = set(CaseNote.objects.filter(match__competition=competition, handed_at__isnull=False).values_list("match_id", "about"))
    disputes = Dispute.objects.filter(match__competition=competition, state__in=OPEN).select_related(*joined).order_by("raised_at", "pk")
    cases = [OpenCase(one.match, (one.game, one.number, one.room), _since(one), one, (one.match_id, one.pid) in handed) for one in disputes]
    disputed = {(case.match.pk, case.slot) for case in cases} | {(case.match.pk, (0, 0, "")) for case in cases if not case.slot[1]}
    rivals = HandRecord.objects.filter(match__competition=competition, state=HandState.CONFLICT).select_related(*joined).order_by("seq")
    for place, row in _first(rivals).items():
        if place not in disputed:
            cases.append(OpenCase(row.match, place[1], row.entered_at, None, (row.match_id, slot_name(place[1])) in handed))
    return sorted(cases, key=lambda case: case.since)


def _since(dispute: Dispute) -> datetime:
    return dispute.appealed_at if dispute.state == "appealed" and dispute.appealed_at else dispute.raised_at


def _first(rivals: Iterable[HandRecord]) -> Mapping[tuple[int, Slot], HandRecord]:
    """The oldest rival of each slot."""
    first: dict[tuple[int, Slot], HandRecord] = {}
    for row in rivals:
        first.setdefault((row.match_id, (row.game, row.number, row.room)), row)
    return first
