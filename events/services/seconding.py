"""Two officials 附议: what one decided where the event wants two stands as `proposed` until another one seconds it.

Reads `Event`, writes `Proposal` and `proposed` entries through events.ledger. The act itself stays with its own service, which asks here
whether it may take effect. Where one official is enough nothing of this is ever written.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from events import clock, ledger
from events.access import Actor
from events.models import Book, Competition, LedgerEntry, Match, Proposal, ProposalState, Remark
from events.models.ids import proposal_pid
from events.refusals import StateRefusal
from events.selectors.proposals import moved_since
from scoring.competence import CHIEF_REFEREE
from scoring.parameters import Rulebook
from scoring.penalties import official

TWO = 2


def wants_second(competition: Competition) -> bool:
    """Whether an act waits for a second official. Never in a rehearsal: that shows what the act would do."""
    return competition.event.officials_required == TWO and not ledger.rehearsing()


def officials_said(book: Book) -> int:
    """How many officials the book was last told that a decision takes: when it was opened or reopened, or when it was changed."""
    told = [entry for entry in ledger.entries(book, kinds=("open", "officials", "reopen")) if "officials" in entry.body]
    return int(told[-1].body["officials"]) if told else 1


def penalty_wants_second(rulebook: Rulebook, code: str) -> bool:
    """A fine that any referee gives by its fixed tariff needs nobody else; what the tariff keeps for the chief referee does (W-2)."""
    return official(rulebook, code) == CHIEF_REFEREE


@dataclass(frozen=True, slots=True)
class Proposes:
    """How an act would be proposed: its name in events.services.proposals, its arguments (codes, numbers, hashes), and when it waits."""

    act: str
    asks: Mapping[str, Any]
    waits: Callable[[Book], bool] = lambda _book: True


@dataclass(frozen=True, slots=True)
class Second:
    """A proposal in the request that seconds it: `by` seconds, `mark` is the request's fingerprint. The act is the proposer's.

    `seen`: the version of the match that was looked at, asked for where the match moved after the proposal.
    """

    proposal: Proposal
    by: Actor
    mark: str
    seen: int | None = None

    def stated(self, book: Book, body: Mapping[str, Any]) -> dict[str, Any]:
        """The body of the effective entry: it names the proposal and who seconded, and keeps the reason that was proposed.

        Call it under the book's lock. Raises StateRefusal: proposal_settled, proposal_stale.
        """
        self.refuse_settled()
        self.refuse_stale()
        if fresh := body.get("remark"):  # the same words again: the proposal's are kept once
            Remark.objects.filter(competition=book.competition, hash=fresh).delete()
        kept = {"remark": self.proposal.remark} if self.proposal.remark else {}
        named = self.proposal.entry_hash or self.proposal.pid
        return {**body, **kept, "proposal": named, "proposed_by": self.proposal.proposed_by, "seconded_by": self.by.pid}

    def refuse_settled(self) -> None:
        """Raises StateRefusal("proposal_settled") for a proposal that somebody has seconded or refused. Under the book's lock."""
        self.proposal.refresh_from_db(fields=["state"])
        if self.proposal.state != ProposalState.PROPOSED:
            raise StateRefusal("proposal_settled", values={"state": self.proposal.state})

    def refuse_stale(self) -> None:
        """Raises StateRefusal("proposal_stale") where the match moved after the proposal and `seen` is not how it stands now.

        Under the book's lock. What this very request wrote does not count.
        """
        if self.proposal.match is None or not moved_since([self.proposal], besides=self.mark):
            return
        match = Match.objects.get(pk=self.proposal.match.pk)
        if self.seen != match.version:
            raise StateRefusal("proposal_stale", current={"match": {"match": match.code, "version": match.version}})

    def settle(self) -> None:
        """The act was written: nobody seconds it again."""
        settle(self.proposal, ProposalState.SECONDED, self.by)


def open_proposals(competition: Competition) -> list[dict[str, Any]]:
    """What waits for a second and so keeps a competition from being closed: rows of `missing`."""
    rows = Proposal.objects.filter(competition=competition, state=ProposalState.PROPOSED).select_related("match__round")
    return [
        {"code": "proposal_open", "proposal": row.pid}
        | ({"round": row.match.round.number, "match": row.match.code, "table": row.match.table} if row.match is not None else {})
        for row in rows
    ]


def settle(proposal: Proposal, state: ProposalState, by: Actor) -> None:
    """Under the book's lock."""
    proposal.state, proposal.settled_by, proposal.settled_at = state, by.pid, clock.now()
    proposal.save(update_fields=["state", "settled_by", "settled_at"])


def proposed(
    book: Book,
    match: Match | None,
    proposes: Proposes,
    *,
    body: Mapping[str, Any],
    by: Actor,
    key: str,
    mark: str,
    place: tuple[int, int, str] = (0, 0, ""),
) -> tuple[int, dict[str, Any], LedgerEntry | None]:
    """Write what waits for a second: 202 `{"proposal": pid, "entry"}`, as `work` of `replies.once` gives it.

    `body` is that of the entry to be: its remark is the proposal's. Of a closed book only the proposal is kept: nothing but the reopening
    may follow a close.
    """
    proposal = Proposal(
        pid=proposal_pid(),
        competition=book.competition,
        match=match,
        act=proposes.act,
        asks=dict(proposes.asks),
        remark=str(body.get("remark", "")),
        proposed_by=by.pid,
        proposed_at=clock.now(),
    )
    if book.closed:
        proposal.save()
        return 202, {"proposal": proposal.pid}, None
    # Withheld from the public until the close: without something random in it, it could be guessed and tried against its hash.
    said: dict[str, Any] = {"proposal": proposal.pid, "act": proposes.act, "asks": dict(proposes.asks), "salt": secrets.token_hex(16)}
    if proposal.remark:
        said["remark"] = proposal.remark
    game, number, room = place
    entry = ledger.append(
        book,
        kind="proposed",
        body=said,
        by=by,
        key=key,
        fingerprint=mark,
        match=match.code if match is not None else "",
        game=game,
        number=number,
        room=room,
    )
    proposal.entry_seq, proposal.entry_hash = entry.seq, entry.hash
    proposal.save()
    return 202, {"proposal": proposal.pid, "entry": {"seq": entry.seq, "hash": entry.hash}}, entry
