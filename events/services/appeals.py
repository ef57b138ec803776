"""Appeals 申诉: a side asks the chief referee once more, and what he rules is final (W-3).

Writes `Dispute` and, through events.ledger, `appeal`; the ruling is written as every ruling on a dispute is.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events import clock
from events.access import Actor
from events.models import Book, Competition, Dispute, LedgerEntry
from events.pinned import rulebook_of
from events.refusals import NotAllowed, StateRefusal
from events.services.dispute_case import case_held, described, dispute_found, refuse_over, refuse_state
from events.services.dispute_rulings import Judgement, decided
from events.services.keyed import veiled
from events.services.own_versions import another_free
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Second
from events.services.sitting import reason_body, reason_faults, refuse, refuse_shut, require_competent
from scoring.competence import competence_clause, competent
from scoring.disputes import APPEALED, FINAL, RULED
from scoring.outcomes import Fault
from scoring.parameters import Rulebook


def dispute_appeal(*, competition: Competition, dispute: str, key: str, by: Actor, reason: str, side: str = "") -> Reply:
    """A side of the table disagrees with the ruling: 201; the hand is under review again and play stops.

    An official does it for a `side`, with a reason. StateRefusal: dispute_not_ruled, appeal_used (once, and never against what is
    final), protest_over (the match signed or its table locked), dispute_withdrawn.
    """
    action = "dispute.appeal"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        mark = fingerprint(action=action, competition=competition, body={"dispute": dispute, "reason": veiled(reason), "side": side})
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        rulebook = rulebook_of(competition)
        row, found = dispute_found(competition=competition, dispute=dispute, by=by, action=action, rulebook=rulebook)
        whose = side if by.is_official else by.side
        unknown = whose not in found.sides or (not by.is_official and side not in ("", by.side))
        faults = [Fault("unknown_side", at="side", values={"known": list(found.sides)})] if unknown else []
        refuse([*faults, *reason_faults(reason, required=by.is_official)])

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry]:
            case, now = case_held(book, row, found, rulebook=rulebook, by=by, key=key, mark=mark)
            if now.state in (APPEALED, FINAL):
                used = {"dispute": described(now), **case.current}
                raise StateRefusal("appeal_used", clause=competence_clause(rulebook, "appeal"), current=used)
            refuse_state(case, now, (RULED,))
            refuse_over(case)
            if not by.is_official:
                refuse_shut(case.sitting)
            said = reason_body(competition, reason)
            now.state, now.appealed_by, now.appealed_side, now.appealed_at = APPEALED, by.pid, whose, clock.now()
            now.appeal_remark = said.get("remark", "")
            case.stop_clock()
            return case.close(now, "appeal", {"dispute": now.pid, "side": whose, **said})

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def appeal_rule(
    *,
    competition: Competition,
    dispute: str,
    key: str,
    by: Actor,
    outcome: str,
    clauses: Sequence[str],
    reason: str,
    record: Mapping[str, Any] | None = None,
    uphold: str | None = None,
    penalty: Mapping[str, Any] | None = None,
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """The chief referee decides an appeal, and nobody after him: 201. As `dispute_rule`, with the competence `appeal`.

    `upheld` and `dismissed` leave what the first ruling did; any other outcome takes its penalties back, and `changed` with neither
    record nor hash does nothing else. Whoever gave the first ruling hears no appeal against it (`ruler_hears_no_appeal`), unless nobody
    else in the event is competent: a hall with one chief referee has nobody further to ask, and an appeal left open would hold up the
    close.
    """
    judgement = Judgement(outcome, clauses, reason, record, uphold, penalty, let_stand)

    def allow(row: Dispute, rulebook: Rulebook) -> None:
        refuse_hearing(competition, rulebook, row, by)

    return decided(competition, dispute, judgement, key=key, by=by, appeal=True, allow=allow, second=second)


def refuse_hearing(competition: Competition, rulebook: Rulebook, row: Dispute, by: Actor) -> None:
    """Who settles an appeal, by a ruling or by putting down that it is dropped. Raises NotAllowed: not_competent, ruler_hears_no_appeal."""
    require_competent(by, "appeal", rulebook)
    if row.ruled_by and by.was(row.ruled_by) and another_free(competition, by, lambda role: competent(rulebook, "appeal", [role])):
        raise NotAllowed("ruler_hears_no_appeal", clause=competence_clause(rulebook, "appeal"))
