"""A dispute as its services hold it: found and allowed, then under the book's lock with its match, written and brought up to date.

Reads and writes `Dispute`, `Match` and its `HandRecord`s; writes through events.ledger.
"""

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from events import ledger
from events.access import CHIEF, REFEREE, Actor, require
from events.models import Book, Competition, Dispute, HandRecord, LedgerEntry, Match
from events.refusals import NotFound, StateRefusal
from events.services.bracket import bracket_follow
from events.services.keyed import new_key
from events.services.own_versions import RULED, another_free, entered_it, enterers, refuse_own
from events.services.sitting import Place, Sitting, match_found, place_of, place_of_row, sitting_held, summary
from events.services.table_clock import BY_DISPUTE, PAUSED, RESUMED, clock_held, clock_released, holders
from scoring.disputes import APPEALED, DEADLINE, FINAL, OPEN, RAISED, RESULT, TAKEN, WITHDRAWN, protest_over
from scoring.parameters import Rulebook

PID = re.compile("q[0-9a-f]{12}", re.ASCII)
# Withheld until the close, next to hashes that anybody may read: without something random in them they could be guessed and tried.
SALTED = frozenset({"dispute", "appeal", "dispute_withdrawn", "clock"})


def dispute_found(*, competition: Competition, dispute: str, by: Actor, action: str, rulebook: Rulebook) -> tuple[Dispute, Match]:
    """The dispute and its match, for an actor who may do `action` at that table. Raises NotFound `dispute`, NotAllowed."""
    require(by, action, event_id=competition.event_id, competition_id=competition.pk)
    row = (
        Dispute.objects.select_related("match").filter(match__competition=competition, pid=dispute).first()
        if PID.fullmatch(dispute)
        else None
    )
    if row is None:
        raise NotFound("dispute")
    return row, match_found(competition=competition, match=row.match.code, by=by, action=action, rulebook=rulebook)


def described(row: Dispute) -> dict[str, Any]:
    """A dispute in an answer: codes, numbers and ids; nobody's name, nor who raised it."""
    return {
        "dispute": row.pid,
        "match": row.match.code,
        "game": row.game,
        "number": row.number,
        "room": row.room,
        "subject": row.subject,
        "state": row.state,
        "outcome": row.outcome,
        "clauses": list(row.clauses),
    }


@dataclass(slots=True)
class Case:
    """One act about a dispute under the lock. The entry that carries the request's key is written last, by `close`."""

    book: Book
    sitting: Sitting
    rulebook: Rulebook
    by: Actor
    key: str
    mark: str
    place: Place
    written: int = 0
    effects: list[LedgerEntry] = field(default_factory=list)
    seconder: Actor | None = None

    @property
    def match(self) -> Match:
        return self.sitting.match

    @property
    def current(self) -> dict[str, Any]:
        return {"match": summary(self.sitting, self.rulebook)}

    def refuse_own(self, normal: Mapping[str, Any]) -> None:
        """Nobody rules for a version of his own, nor seconds one. Raises NotAllowed("ruler_entered_it")."""
        for official in (self.by, self.seconder):
            if official is not None:
                refuse_own(self.sitting, self.place, official, normal, self.rulebook)

    def refuse_left(self, row: Dispute, fit: Callable[[str], bool]) -> None:
        """Whoever leaves his own version standing decides for it, whatever the outcome is called; so does who seconds it.

        Of a dispute about the result of the match every hand is meant. Allowed where nobody else holds a role that is `fit` and entered
        none of it: a hall with one referee must go on. Raises NotAllowed("ruler_entered_it").
        """
        heard = {row.ruled_by} if row.state == APPEALED else set()
        for live in self._standing(row):
            own = enterers(self.match, place_of_row(live), live.normal)
            if any(self.by.was(pid) for pid in own) and another_free(self.book.competition, self.by, fit, own | heard):
                raise entered_it(self.rulebook, place_of_row(live))
            other = self.seconder
            if other is None or not any(other.was(pid) for pid in own):
                continue
            if another_free(self.book.competition, other, lambda role: role in (CHIEF, REFEREE), own | {self.by.pid, *self.by.pids}):
                raise entered_it(self.rulebook, place_of_row(live))

    def _standing(self, row: Dispute) -> list[HandRecord]:
        """The records that the dispute questions and that stand by nobody's ruling."""
        if row.number:
            live = self.sitting.live(self.place)
            rows = [] if live is None else [live]
        else:
            rows = self.sitting.lives if row.subject == RESULT else []
        return [row for row in rows if row.by != RULED]

    def effect(self, kind: str, body: Mapping[str, Any], *, supersedes: str = "") -> LedgerEntry:
        """An entry of an existing kind that moves the score of the dispute's hand or match."""
        entry = self._append(kind, body, key=new_key(), supersedes=supersedes)
        self.effects.append(entry)
        return entry

    def stop_clock(self) -> None:
        """停牌 (W-1): nobody plays, so no time runs. A clock that stands already stands on for the dispute too."""
        stands = bool(holders(self.match.clock))
        if self.match.done or BY_DISPUTE in holders(self.match.clock):
            return
        self.match.clock = clock_held(self.match.clock, BY_DISPUTE)
        if not stands:
            self._append("clock", {"act": PAUSED}, key=new_key(), of_place=False)

    def start_clock(self) -> None:
        """Play goes on once nothing is open at the table: what the stop lasted is given back."""
        if self.sitting.disputes or BY_DISPUTE not in holders(self.match.clock):
            return
        self.match.clock = clock_released(self.match.clock, BY_DISPUTE)
        if not holders(self.match.clock):
            self._append("clock", {"act": RESUMED}, key=new_key(), of_place=False)

    def close(
        self, row: Dispute, kind: str, body: Mapping[str, Any], *, moved: bool = False, let_stand: bool = False, reason: str = ""
    ) -> tuple[int, Mapping[str, Any], LedgerEntry]:
        """Write the act itself and bring everything up to date: 201, as `work` of `replies.once` gives it. `moved`: a result did."""
        entry = self._append(kind, body, key=self.key)
        row.save()
        self.sitting.disputes = [one for one in self.sitting.disputes if one.pk != row.pk] + ([row] if row.state in OPEN else [])
        self.match.version += self.written - 1
        self.sitting.save()
        if moved:
            bracket_follow(self.book, self.sitting, by=self.by, let_stand=let_stand, reason=reason)
        return 201, {"entry": place_of(entry), "dispute": described(row), **self.current}, entry

    def _append(self, kind: str, body: Mapping[str, Any], *, key: str, supersedes: str = "", of_place: bool = True) -> LedgerEntry:
        self.written += 1
        game, number, room = self.place if of_place else (0, 0, "")
        said = {**body, "salt": secrets.token_hex(16)} if kind in SALTED else body
        return ledger.append(
            self.book,
            kind=kind,
            body=said,
            by=self.by,
            key=key,
            fingerprint=self.mark,
            match=self.match.code,
            game=game,
            number=number,
            room=room,
            supersedes=supersedes,
        )


def case_held(book: Book, row: Dispute, match: Match, *, rulebook: Rulebook, by: Actor, key: str, mark: str) -> tuple[Case, Dispute]:
    """The case under the lock, and the dispute as it stands now. Raises StateRefusal for a closed competition."""
    sitting = sitting_held(book, match)
    now = Dispute.objects.get(pk=row.pk)
    now.match = sitting.match
    return Case(book, sitting, rulebook, by, key, mark, (now.game, now.number, now.room)), now


def refuse_over(case: Case) -> None:
    """Raises StateRefusal("protest_over") once nobody may protest: the match is signed or its table locked (W-4)."""
    if protest_over(case.rulebook, confirmed=bool(case.match.confirmed_hash), closed=case.match.closed, published=case.book.closed):
        raise StateRefusal("protest_over", clause=case.rulebook.law(DEADLINE), values={"table": case.match.table}, current=case.current)


def refuse_state(case: Case, row: Dispute, wanted: Sequence[str]) -> None:
    """Raises StateRefusal unless the dispute is in one of these states; the code says in which it is."""
    if row.state in wanted:
        return
    codes = {RAISED: "dispute_not_ruled", TAKEN: "dispute_not_ruled", APPEALED: "dispute_appealed", WITHDRAWN: "dispute_withdrawn"}
    code = codes.get(row.state, "dispute_final" if row.state == FINAL else "dispute_ruled")
    raise StateRefusal(code, values={"state": row.state}, current={"dispute": described(row), **case.current})
