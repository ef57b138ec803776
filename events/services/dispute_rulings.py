"""Rulings on disputes 争议裁定: what comes of the hand or the match, by those the rulebook makes competent (W-2, W-3).

A ruling writes what it does as entries of the existing kinds (`ruling`, `void`, `penalty`, `withdrawn`) and then `dispute_ruled`, all in
one transaction under one key; the clock of the table goes on in it too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from events import clock, ledger
from events.access import Actor
from events.models import Book, Competition, Dispute, HandRecord, HandState, LedgerEntry
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.dispute_case import Case, case_held, described, dispute_found, refuse_state
from events.services.keyed import veiled
from events.services.penalties import clause_faults
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.rulings import record_elsewhere, ruling_faults, settle_at
from events.services.seconding import Proposes, Second, penalty_wants_second, proposed, wants_second
from events.services.sitting import HASH, Place, reason_body, reason_faults, refuse, require_competent, scored
from scoring.competence import competent
from scoring.disputes import APPEALED, CHANGED, DISMISSED, FINAL, OUTCOMES, PENALTY, RAISED, RULED, TAKEN, UPHELD, VOIDED, WARNING
from scoring.games import GAMES
from scoring.match_facts import standing
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.penalties import codes, law, may_impose, official

LEAVES = (PENALTY, WARNING, DISMISSED)  # outcomes after which the live record stands as it stood


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a referee decides of a dispute."""

    outcome: str
    clauses: Sequence[str]
    reason: str
    record: Mapping[str, Any] | None = None
    uphold: str | None = None
    penalty: Mapping[str, Any] | None = None
    let_stand: bool = False

    def asked(self, dispute: str) -> dict[str, Any]:
        """What the fingerprint covers."""
        penalty = dict(self.penalty) if isinstance(self.penalty, Mapping) else shown(self.penalty)
        plain = {"dispute": dispute, "outcome": self.outcome, "clauses": list(self.clauses), "reason": veiled(self.reason)}
        more = {"record": self.record, "uphold": self.uphold, "penalty": penalty, "let_stand": self.let_stand}
        return plain | {name: value for name, value in more.items() if value not in (None, False)}


def dispute_rule(
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
    """Decide a dispute for the first time: 201. One of the sides may appeal until the time to protest is over.

    `outcome`: `upheld` the record stands; `changed` to a `record`, or to an entered one by its hash (`uphold`); `voided` the hand is played
    again; `penalty` by the tariff (its body); `warning`; `dismissed`. What decides a hand asks for the competence `ruling`, the rest for
    `violation`, a penalty also for its tariff's official. Problems: all that is wrong with it. NotAllowed: not_competent, ruler_entered_it.
    StateRefusal: dispute_ruled, dispute_appealed, dispute_final, dispute_withdrawn. `let_stand`: see `events.services.bracket`.
    Where the event wants two officials, what decides a hand waits for a second one: 202 (events.services.seconding).
    """
    judgement = Judgement(outcome, clauses, reason, record, uphold, penalty, let_stand)

    def allow(row: Dispute, rulebook: Rulebook) -> None:
        decides_hand = bool(row.number) and outcome in (UPHELD, CHANGED, VOIDED)
        require_competent(by, "ruling" if decides_hand else "violation", rulebook)

    return decided(competition, dispute, judgement, key=key, by=by, appeal=False, allow=allow, second=second)


def decided(
    competition: Competition,
    dispute: str,
    judgement: Judgement,
    *,
    key: str,
    by: Actor,
    appeal: bool,
    allow: Callable[[Dispute, Rulebook], None],
    second: Second | None = None,
) -> Reply:
    """The common course of a first ruling and of one on appeal: key, permission, competence, problems; then the work under the lock."""
    action, asker = "dispute.rule", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, key=key):
        asked = {**judgement.asked(dispute), "appeal": appeal}
        mark = fingerprint(action=action, competition=competition, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        row, found = dispute_found(competition=competition, dispute=dispute, by=by, action=action, rulebook=rulebook)
        allow(row, rulebook)
        _refuse_tariff(rulebook, judgement, by)
        place = (row.game, row.number, row.room)
        refuse([*_faults(rulebook, place, judgement, appeal), *record_elsewhere(competition, rulebook, found.code, judgement.record)])

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            case, now = case_held(book, row, found, rulebook=rulebook, by=by, key=key, mark=mark)
            case.seconder = None if second is None else second.by
            refuse_state(case, now, (APPEALED,) if appeal else (RAISED, TAKEN))
            if second is None and wants_second(competition) and _takes_two(rulebook, now, judgement, appeal=appeal):
                _tried(book, lambda: _effects(case, now, judgement, appeal=appeal))
                case, now = case_held(book, row, found, rulebook=rulebook, by=by, key=key, mark=mark)
                return _proposed(case, now, judgement, appeal=appeal)
            if second is not None:
                second.refuse_settled()
                second.refuse_stale()
            _effects(case, now, judgement, appeal=appeal)
            said = reason_body(competition, judgement.reason)
            if second is not None:
                said = second.stated(book, said)
                second.settle()
            _keep(now, judgement, said["remark"], by=by, appeal=appeal)
            case.sitting.disputes = [one for one in case.sitting.disputes if one.pk != now.pk]
            case.start_clock()
            body = {
                "dispute": now.pid,
                "outcome": judgement.outcome,
                "clauses": list(judgement.clauses),
                "entries": [entry.hash for entry in case.effects],
                "appeal": appeal,
                "final": appeal,
                **said,
            }
            moved = bool(case.effects)
            return case.close(now, "dispute_ruled", body, moved=moved, let_stand=judgement.let_stand, reason=judgement.reason)

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def _takes_two(rulebook: Rulebook, row: Dispute, judgement: Judgement, *, appeal: bool) -> bool:
    """What decides a hand, a penalty that the tariff keeps for the chief referee, and every appeal; a warning is one referee's."""
    if appeal or (row.number and judgement.outcome in (UPHELD, CHANGED, VOIDED)):
        return True
    code = judgement.penalty.get("code") if judgement.outcome == PENALTY and isinstance(judgement.penalty, Mapping) else None
    return isinstance(code, str) and penalty_wants_second(rulebook, code)


class _Tried(Exception):
    """The work went through and is taken back."""


def _tried(book: Book, work: Callable[[], None]) -> None:
    """Do the work and take it back: whatever stands against it now is said to who proposes it."""
    try:
        with transaction.atomic():
            work()
            raise _Tried
    except _Tried:
        book.refresh_from_db(fields=["seq", "hash", "closed"])


def _proposed(case: Case, row: Dispute, judgement: Judgement, *, appeal: bool) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
    asks = {name: value for name, value in judgement.asked(row.pid).items() if name != "reason"}
    body = reason_body(case.book.competition, judgement.reason)
    proposes = Proposes("appeal_rule" if appeal else "dispute_rule", asks)
    say: dict[str, Any] = {"body": body, "place": case.place, "by": case.by, "key": case.key, "mark": case.mark}
    status, told, entry = proposed(case.book, case.match, proposes, **say)
    case.sitting.save()
    return status, {**told, **case.current}, entry


def _keep(row: Dispute, judgement: Judgement, remark: str, *, by: Actor, appeal: bool) -> None:
    """The ruling in the row; what an appeal replaces stands on as the first one."""
    if appeal:
        row.first_outcome, row.first_clauses = row.outcome, row.clauses
        row.state, row.final_by, row.final_at, row.final_remark = FINAL, by.pid, clock.now(), remark
    else:
        row.state, row.ruled_by, row.ruled_at, row.ruling_remark = RULED, by.pid, clock.now(), remark
    row.outcome, row.clauses = judgement.outcome, list(judgement.clauses)


def _refuse_tariff(rulebook: Rulebook, judgement: Judgement, by: Actor) -> None:
    """Raises NotAllowed("not_competent") for an official below the one that the tariff names."""
    code = judgement.penalty.get("code") if isinstance(judgement.penalty, Mapping) else None
    if judgement.outcome != PENALTY or not isinstance(code, str) or code not in codes(rulebook):
        return
    if not may_impose(rulebook, code, by.roles):
        raise NotAllowed("not_competent", clause=law(rulebook, code), values={"act": "penalty", "need": official(rulebook, code)})


def _faults(rulebook: Rulebook, place: Place, judgement: Judgement, appeal: bool) -> list[Fault]:
    outcome, number = judgement.outcome, place[1]
    faults = [*clause_faults(rulebook.clauses, judgement.clauses), *reason_faults(judgement.reason, required=True)]
    if outcome not in OUTCOMES:
        return [*faults, Fault("not_a_choice", at="outcome", values={"choices": list(OUTCOMES)})]
    stated = {"record": judgement.record, "uphold": judgement.uphold, "penalty": judgement.penalty}
    wanted = {CHANGED: ("record", "uphold"), UPHELD: ("uphold",), PENALTY: ("penalty",)}.get(outcome, ())
    faults += [
        Fault("not_with_outcome", at=name, values={"outcome": outcome})
        for name, value in stated.items()
        if value is not None and name not in wanted
    ]
    if outcome == CHANGED and not (appeal and judgement.record is None and judgement.uphold is None):
        # Without either, an appeal takes back the penalty of the first ruling: whether there is one is seen under the lock.
        known = {fault.at for fault in faults}
        faults += [
            fault
            for fault in ruling_faults(rulebook, place, judgement.record, judgement.uphold, judgement.clauses)
            if fault.at not in known
        ]
    if outcome == VOIDED and not number:
        faults.append(Fault("hand_needed", at="outcome", values={"outcome": outcome}))
    if outcome == UPHELD and judgement.uphold is not None and not HASH.fullmatch(judgement.uphold):
        faults.append(Fault("hash_malformed", at="uphold"))
    if outcome == PENALTY:
        faults += GAMES[rulebook.game].check_penalty(rulebook, judgement.penalty, number)
    return faults


def _effects(case: Case, row: Dispute, judgement: Judgement, *, appeal: bool) -> None:
    """The entries that do what the ruling says. Raises what stands against it now."""
    outcome = judgement.outcome
    taken_back = _penalties_back(case, row) if appeal and outcome not in (UPHELD, DISMISSED) else 0
    if outcome in LEAVES or (outcome == CHANGED and judgement.record is None and judgement.uphold is None):
        case.refuse_left(row, lambda role: _fit(case.rulebook, judgement, role, appeal=appeal))
    if outcome == UPHELD:
        _uphold(case, row, judgement)
    elif outcome == CHANGED and (judgement.record is not None or judgement.uphold is not None):
        _change(case, judgement)
    elif outcome == CHANGED and not taken_back:
        raise Problems([Fault("ruling_needs_one", at="record")])
    elif outcome == VOIDED:
        for held in sorted(case.sitting.at(case.place), key=lambda held: held.state != HandState.LIVE):
            case.effect("void", {}, supersedes=held.hash)
            case.sitting.settle(held, HandState.VOID)
    elif outcome == PENALTY and judgement.penalty is not None:
        case.effect("penalty", judgement.penalty)


def _fit(rulebook: Rulebook, judgement: Judgement, role: str, *, appeal: bool) -> bool:
    """Whether a role could give this judgement."""
    code = judgement.penalty.get("code") if judgement.outcome == PENALTY and isinstance(judgement.penalty, Mapping) else None
    tariff = not isinstance(code, str) or may_impose(rulebook, code, [role])
    return tariff and competent(rulebook, "appeal" if appeal else "violation", [role])


def _penalties_back(case: Case, row: Dispute) -> int:
    """The penalties that the first ruling imposed and that still stand are withdrawn: another ruling takes its place."""
    entries = ledger.entries(case.book, kinds=("dispute_ruled", "penalty", "withdrawn"), matches=[case.match.code])
    named = {
        one for entry in entries if entry.kind == "dispute_ruled" and entry.body["dispute"] == row.pid for one in entry.body["entries"]
    }
    found = [entry for entry in standing(entries, "penalty") if entry.hash in named]
    for entry in found:
        case.effect("withdrawn", {}, supersedes=entry.hash)
    return len(found)


def _uphold(case: Case, row: Dispute, judgement: Judgement) -> None:
    """The record that lives stands, by ruling. Without one (the hand is still played, or it is the match) there is nothing to write."""
    live = case.sitting.live(case.place) if row.number else None
    if judgement.uphold is not None and (live is None or live.hash != judgement.uphold):
        raise StateRefusal("stale", current={"dispute": described(row), **case.current})
    if live is None:
        return
    case.refuse_own(live.normal)
    case.effect("ruling", {"uphold": live.hash, "clauses": list(judgement.clauses)})
    settle_at(case.sitting, case.place, live)


def _change(case: Case, judgement: Judgement) -> None:
    """Another result for the hand: a record of the ruling's own, or one that was entered there before."""
    live = case.sitting.live(case.place)
    named = _entered(case, judgement.uphold) if judgement.uphold is not None else None
    normal = named.normal if named is not None else scored(case.rulebook, judgement.record or {}, case.by)[1]
    if live is not None and live.normal == normal:
        raise Problems([Fault("nothing_changes", at="outcome", values={"hand": case.place[1]})])
    case.refuse_own(normal)
    said = {"record": judgement.record} if named is None else {"uphold": named.hash}
    replaced = live.hash if live is not None else ""
    entry = case.effect("ruling", {**said, "clauses": list(judgement.clauses)}, supersedes=replaced)
    settle_at(case.sitting, case.place, named)
    if named is None and judgement.record is not None:
        case.sitting.add(entry=entry, state=HandState.LIVE, by=case.by, entered_by="ruling", record=judgement.record, normal=normal)
    elif named is not None and named not in case.sitting.rows:
        case.sitting.rows.append(named)


def _entered(case: Case, named: str) -> HandRecord:
    """A record of the hand by its hash, whatever became of it: a ruling may bring back what was replaced. Raises NotFound."""
    held = next((row for row in case.sitting.at(case.place) if row.hash == named), None)
    if held is None:
        game, number, room = case.place
        held = HandRecord.objects.filter(match=case.match, game=game, number=number, room=room, hash=named).first()
    if held is None:
        raise NotFound("hand")
    return held
