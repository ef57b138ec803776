"""争议 for officials and for the table: how each stands, what was said, whether somebody may still appeal. Reads only.

Who raised a dispute and what was said of it is for officials; a table and the public see that something is looked into.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from events.models import Book, Competition, Dispute, Match, Remark
from events.pinned import rulebook_of
from events.refusals import NotFound
from events.selectors.people import actor_names
from events.storable import storable
from scoring.disputes import OPEN, RULED, WITHDRAWN, protest_over
from scoring.parameters import Rulebook

MOST_SIMILAR = 20
REMARKS = ("remark", "ruling_remark", "appeal_remark", "final_remark")
ACTORS = ("raised_by", "taken_by", "ruled_by", "appealed_by", "final_by")


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """A dispute with the names of who acted (`people`: pid -> name) and the texts of its remarks (`said`: column -> text).

    `final`: nothing can move it any more, by an appeal's ruling or because the time to protest is over. `may_appeal`: a side still may.
    `over`: the time to protest is over, whether or not it is ruled yet.
    """

    dispute: Dispute
    final: bool
    may_appeal: bool
    people: Mapping[str, str]
    said: Mapping[str, str]
    over: bool

    @property
    def match(self) -> Match:
        return self.dispute.match

    @property
    def open(self) -> bool:
        return self.dispute.state in OPEN


def disputes_of(competition: Competition, open_only: bool = False) -> list[DisputeRow]:
    """The competition's disputes, open ones first and of each the newest first: five queries, whatever the size."""
    rows = _joined().filter(match__competition=competition)
    if open_only:
        rows = rows.filter(state__in=OPEN)
    return sorted(_rows(competition, rows), key=lambda row: not row.open)


def dispute_of(competition: Competition, pid: str) -> DisputeRow:
    """One of them. Raises NotFound `dispute`."""
    found = _joined().filter(match__competition=competition, pid=pid) if storable(pid) else Dispute.objects.none()
    rows = _rows(competition, found)
    if not rows:
        raise NotFound("dispute")
    return rows[0]


def disputes_at(match: Match) -> list[DisputeRow]:
    """Those of one match, in the order in which they were raised."""
    return _rows(match.competition, _joined().filter(match=match).order_by("raised_at", "pk"))


def similar_rulings(competition: Competition, dispute: Dispute) -> list[DisputeRow]:
    """What was ruled in the whole event on the same subject or by one of the same clauses under the same rulebook, newest first."""
    ruled = _joined().filter(match__competition__event_id=competition.event_id).exclude(outcome="").exclude(pk=dispute.pk)
    clauses = set(dispute.clauses)
    like = [
        row
        for row in ruled.order_by("-ruled_at", "-pk")
        if row.subject == dispute.subject
        or (row.match.competition.rulebook_id == competition.rulebook_id and clauses & {*row.clauses, *row.first_clauses})
    ]
    return _rows(competition, like[:MOST_SIMILAR])


def disputed_hands(match: Match) -> frozenset[int]:
    """Numbers of the hands about which a dispute is open. One query, none of a match that never had one."""
    if not match.disputed:
        return frozenset()
    return frozenset(Dispute.objects.filter(match=match, state__in=OPEN, number__gt=0).values_list("number", flat=True))


def table_dispute(match: Match, rulebook: Rulebook) -> dict[str, Any] | None:
    """What a table is told: the open dispute raised first, else the one decided last; None where there was none. One query, none without.

    `outcome` stands once it is ruled; `final` as in `DisputeRow`. Nothing of who raised it but the side, nothing of what was said.
    """
    if not match.disputed:
        return None
    rows = list(Dispute.objects.filter(match=match).exclude(state=WITHDRAWN).order_by("raised_at", "pk"))
    shown = next((row for row in rows if row.state in OPEN), rows[-1] if rows else None)
    if shown is None:
        return None
    over = _over(match, rulebook, published=False)
    return {
        "pid": shown.pid,
        "state": shown.state,
        "subject": shown.subject,
        "number": shown.number,
        "game": shown.game,
        "side": shown.raised_side,
        "at": shown.raised_at,
        "outcome": shown.outcome,
        "clauses": list(shown.clauses),
        "first_outcome": shown.first_outcome,
        "final": shown.state == "final" or (shown.state == RULED and over),
        "may_appeal": shown.state == RULED and not over,
    }


def _joined() -> QuerySet[Dispute]:
    people = ("match__ns__team", "match__ew__team", "match__third__team")
    return Dispute.objects.select_related("match__competition__event", "match__round", *people)


def _rows(competition: Competition, found: Iterable[Dispute]) -> list[DisputeRow]:
    disputes = list(found)
    pids = {getattr(row, name) for row in disputes for name in ACTORS} - {""}
    hashes = {getattr(row, name) for row in disputes for name in REMARKS} - {""}
    people = actor_names(event=competition.event, pids=pids) if pids else {}
    texts = dict(Remark.objects.filter(competition__event=competition.event, hash__in=hashes).values_list("hash", "text")) if hashes else {}
    closed = _closed({row.match.competition_id for row in disputes})
    return [_row(row, people, texts, published=row.match.competition_id in closed) for row in disputes]


def _row(row: Dispute, people: Mapping[str, str], texts: Mapping[str, str], *, published: bool) -> DisputeRow:
    over = _over(row.match, rulebook_of(row.match.competition), published=published)
    said = {name: texts.get(getattr(row, name), "") for name in REMARKS if getattr(row, name)}
    return DisputeRow(row, row.state == "final" or (row.state == RULED and over), row.state == RULED and not over, people, said, over)


def _over(match: Match, rulebook: Rulebook, *, published: bool) -> bool:
    return protest_over(rulebook, confirmed=bool(match.confirmed_hash), closed=match.closed, published=published)


def _closed(competitions: Collection[int]) -> set[int]:
    if not competitions:
        return set()
    return set(Book.objects.filter(competition__in=competitions, closed=True).values_list("competition_id", flat=True))
