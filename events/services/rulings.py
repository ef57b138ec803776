"""Rulings 裁定: what a slot's result is, decided by those the rulebook makes competent.

Reads `Match`, `HandRecord`; writes through events.ledger and keeps the projection in the same transaction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Competition, HandRecord, HandState, LedgerEntry
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound, StateRefusal
from events.services.bracket import bracket_follow
from events.services.keyed import veiled
from events.services.own_versions import refuse_own
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, proposed, wants_second
from events.services.sitting import (
    HASH,
    Place,
    Sitting,
    faults_elsewhere,
    match_found,
    place_here,
    place_of,
    reason_body,
    reason_faults,
    refuse,
    refused_places,
    require_competent,
    scored,
    sitting_held,
    summary,
)
from scoring.competence import least_role
from scoring.games import GAMES
from scoring.judge import judge
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

MOST_CLAUSES = 10
MOST_NUMBER = 999  # deals of one game, where no rule bounds them


def ruling_make(
    *,
    competition: Competition,
    match: str,
    number: int,
    clauses: Sequence[str],
    key: str,
    reason: str,
    by: Actor,
    record: Mapping[str, Any] | None = None,
    uphold: str | None = None,
    game: int = 1,
    room: str = "",
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """Settle hand `number` (of that `game`, in that `room`) by a record of its own, or by upholding the
    contested entry with hash `uphold`: 201.

    Problems: ruling_needs_one, reason_missing, clause_missing, clause_unknown, hash_malformed, number_differs and those of the record.
    NotAllowed("not_competent"), and "ruler_entered_it" for who entered the result that would stand: nobody rules for
    a version of his own. StateRefusal("dispute_open") for a hand with an open dispute: it is ruled as that dispute, which has an outcome,
    a deadline for its appeal and a stopped clock, and no second door may leave those hanging; StateRefusal("not_contested") for a hand
    that is not under review (that is corrected, not ruled), NotFound for a hash that is not contested there.
    """
    action, asker = "ruling.make", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, match=match, key=key):
        asked = {"number": number, "record": record, "uphold": uphold, "clauses": list(clauses), "reason": veiled(reason)}
        asked |= {name: value for name, value in (("game", game), ("room", room), ("let_stand", let_stand)) if value not in (1, "", False)}
        mark = fingerprint(action=action, competition=competition, match=match, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        require_competent(by, "ruling", rulebook)
        place = place_here(found, (game, number, room))
        elsewhere = [*refused_places(competition, rulebook, found, place), *record_elsewhere(competition, rulebook, match, record)]
        refuse([*ruling_faults(rulebook, place, record, uphold, clauses), *elsewhere, *reason_faults(reason, required=True)])

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            sitting = sitting_held(book, found)
            if (dispute := sitting.disputed_at(place)) is not None and dispute.number:
                ruler = {"hand": number, "need": least_role(rulebook, "ruling")}
                raise StateRefusal("dispute_open", values=ruler, current={"match": summary(sitting, rulebook)})
            if not sitting.contested_at(place):
                raise StateRefusal("not_contested", values={"hand": number}, current={"match": summary(sitting, rulebook)})
            upheld = _contested(sitting, place, uphold) if uphold is not None else None
            normal = scored(rulebook, record, by)[1] if record is not None else None
            for official in (by, asker):  # who seconds is bound as who rules
                refuse_own(sitting, place, official, normal if upheld is None else upheld.normal, rulebook)
            body = {"record": record} if upheld is None else {"uphold": upheld.hash}
            body |= {"clauses": list(clauses), **reason_body(competition, reason)}
            if second is None and wants_second(competition):
                asks = {name: value for name, value in asked.items() if name != "reason" and value is not None}
                status, told, entry = proposed(
                    book, sitting.match, Proposes("ruling", asks), body=body, place=place, by=by, key=key, mark=mark
                )
                sitting.save()
                return status, {**told, "match": summary(sitting, rulebook)}, entry
            if second is not None:
                body = second.stated(book, body)
            live = sitting.live(place)
            entry = ledger.append(
                book,
                kind="ruling",
                body=body,
                by=by,
                key=key,
                fingerprint=mark,
                match=found.code,
                game=place[0],
                number=place[1],
                room=place[2],
                supersedes=live.hash if live is not None and live is not upheld else "",
            )
            settle_at(sitting, place, upheld)
            if record is not None and normal is not None:
                sitting.add(entry=entry, state=HandState.LIVE, by=by, entered_by="ruling", record=record, normal=normal)
            sitting.save()
            bracket_follow(book, sitting, by=by, let_stand=let_stand, reason=reason)
            if second is not None:
                second.settle()
            return 201, {"entry": place_of(entry), "match": summary(sitting, rulebook)}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def ruling_faults(
    rulebook: Rulebook, place: Place, record: Mapping[str, Any] | None, uphold: str | None, clauses: Sequence[str]
) -> list[Fault]:
    """Everything wrong with what a ruling on a hand states: neither or both of a record and a hash, its place, its clauses."""
    faults = []
    number, most = place[1], hands_wanted(rulebook) or MOST_NUMBER
    if (record is None) == (uphold is None):
        faults.append(Fault("ruling_needs_one", at="record"))
    if not 1 <= number <= most:
        faults.append(Fault("out_of_range", at="number", values={"least": 1, "most": most}))
    if record is not None:
        outcome = judge(rulebook, record)
        faults += outcome.problems
        if not outcome.problems and (given := GAMES[rulebook.game].place(record))[:2] != place[:2]:
            name, which = ("game", 0) if given[0] != place[0] else (outcome.counted_as, 1)
            faults.append(Fault("number_differs", at=f"record.{name}", values={"live": place[which], "given": given[which]}))
    if uphold is not None and not HASH.fullmatch(uphold):
        faults.append(Fault("hash_malformed", at="uphold"))
    if not clauses:
        faults.append(Fault("clause_missing", at="clauses"))
    if len(clauses) > MOST_CLAUSES:
        faults.append(Fault("out_of_range", at="clauses", values={"least": 1, "most": MOST_CLAUSES}))
    faults += [
        Fault("clause_unknown", at=f"clauses[{n}]") for n, clause in enumerate(clauses[:MOST_CLAUSES]) if clause not in rulebook.clauses
    ]
    return faults


def record_elsewhere(competition: Competition, rulebook: Rulebook, match: str, record: Mapping[str, Any] | None) -> list[Fault]:
    """What of the record that a ruling states contradicts its table: another room, board, pair or trump."""
    if record is None or judge(rulebook, record).problems:
        return []
    return [replace(fault, at=f"record.{fault.at}") for fault in faults_elsewhere(competition, match, rulebook, record)]


def _contested(sitting: Sitting, place: Place, named: str) -> HandRecord:
    for row in sitting.at(place):
        if row.hash == named:
            return row
    raise NotFound("hand")


def settle_at(sitting: Sitting, place: Place, upheld: HandRecord | None) -> None:
    """What was not upheld is overruled; what was upheld lives. The old live one first: only one may live at a time."""
    rows = [row for row in sitting.at(place) if row is not upheld]
    for row in sorted(rows, key=lambda row: row.state != HandState.LIVE):
        sitting.settle(row, HandState.OVERRULED)
    if upheld is not None:
        upheld.state, upheld.by = HandState.LIVE, "ruling"
        upheld.save(update_fields=["state", "by"])
