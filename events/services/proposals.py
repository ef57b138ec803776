"""What happens to a proposal 提议: another official seconds it and it takes effect, or refuses it. See events.services.seconding.

The act is done again by its own service, as its proposer's: his competence, his reason, judged by what holds now.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from events import ledger
from events.access import OFFICIALS, Actor, require
from events.models import Book, Competition, Grant, LedgerEntry, Match, Proposal, ProposalState, Remark
from events.refusals import NotAllowed, NotFound, StateRefusal
from events.selectors.grants import grants_ever
from events.services import adjustments, appeals, competitions, dispute_rulings, disputes, hands, matches, penalties, rulings, seatings
from events.services.keyed import veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Second, settle
from events.services.sitting import reason_body, reason_faults, refuse, sitting_held

PID = re.compile(r"s[0-9a-f]{12}", re.ASCII)

# act -> the service that does it, with the arguments that stand in `asks`
ACTS: Mapping[str, Callable[..., Reply]] = {
    "forfeit": matches.match_forfeit,
    "withdrawal": matches.entry_withdraw,
    "line_up": matches.line_up_record,
    "reseat": seatings.seats_correct,
    "hand_correct": hands.hand_correct,
    "hand_void": hands.hand_void,
    "ruling": rulings.ruling_make,
    "dispute_rule": dispute_rulings.dispute_rule,
    "appeal_rule": appeals.appeal_rule,
    "dispute_withdraw": disputes.dispute_withdraw,
    "penalty": penalties.penalty_give,
    "board_adjust": penalties.board_adjust,
    "match_adjust": adjustments.match_adjust,
    "reopen": competitions.competition_reopen,
}


def proposal_second(*, competition: Competition, proposal: str, key: str, by: Actor, seen: int | None = None) -> Reply:
    """Another official agrees: what the act itself answers, 201, and the proposal is settled with it.

    NotAllowed: second_is_another for who proposed it, and whatever the act refuses its proposer. StateRefusal: proposal_settled,
    proposer_left (he holds no office any more), proposal_stale (the match moved after the proposal, and `seen` is not the version at which
    it stands now), and those of the act. Refused, the proposal stands as it stood.
    """
    action = "proposal.second"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        found = _found(competition, proposal)
        asked = {"proposal": found.pid, **({} if seen is None else {"seen": seen})}
        mark = fingerprint(action=action, competition=competition, body=asked)
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        if by.was(found.proposed_by):
            raise NotAllowed("second_is_another")
        if found.state != ProposalState.PROPOSED:
            raise StateRefusal("proposal_settled", values={"state": found.state})
        proposer = _proposer(competition, found)
    reason = Remark.objects.filter(competition=competition, hash=found.remark).values_list("text", flat=True).first() or ""
    # A dispute knows its match.
    where = {"match": found.match.code} if found.match is not None and "dispute" not in found.asks else {}
    return ACTS[found.act](
        competition=competition, key=key, by=proposer, reason=reason, second=Second(found, by, mark, seen), **where, **found.asks
    )


def proposal_refuse(*, competition: Competition, proposal: str, key: str, reason: str, by: Actor) -> Reply:
    """An official does not agree, or its proposer takes it back: 201. Nothing of it takes effect. StateRefusal("proposal_settled")."""
    action = "proposal.refuse"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        found = _found(competition, proposal)
        mark = fingerprint(action=action, competition=competition, body={"proposal": found.pid, "reason": veiled(reason)})
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        refuse(reason_faults(reason, required=True))

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            Second(found, by, mark).refuse_settled()
            settle(found, ProposalState.REFUSED, by)
            if book.closed:  # one to reopen: nothing but the reopening may follow a close
                return 201, {"proposal": found.pid}, None
            code = found.match.code if found.match is not None else ""
            said = {"proposal": found.entry_hash or found.pid, **reason_body(competition, reason)}
            entry = ledger.append(book, kind="proposal_refused", body=said, by=by, key=key, fingerprint=mark, match=code)
            if found.match is not None:
                sitting_held(book, Match.objects.get(pk=found.match.pk)).save()
            return 201, {"proposal": found.pid, "entry": {"seq": entry.seq, "hash": entry.hash}}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def _found(competition: Competition, proposal: str) -> Proposal:
    if not PID.fullmatch(proposal):
        raise NotFound("proposal")
    found = Proposal.objects.select_related("match").filter(competition=competition, pid=proposal).first()
    if found is None:
        raise NotFound("proposal")
    return found


def _proposer(competition: Competition, proposal: Proposal) -> Actor:
    """Who proposed, with the offices that he holds now. Raises StateRefusal("proposer_left")."""
    grant = Grant.objects.select_related("user").filter(event_id=competition.event_id, pid=proposal.proposed_by).first()
    ever = list(grants_ever(user=grant.user, event=competition.event)) if grant is not None else []
    roles = frozenset(str(one.role) for one in ever if one.revoked_at is None)
    if not roles & OFFICIALS:
        raise StateRefusal("proposer_left")
    return Actor(proposal.proposed_by, roles, competition.event_id, pids=frozenset(one.pid for one in ever))
