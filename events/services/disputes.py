"""争议: a hand is raised at a table and play stops; a referee comes; it is taken back, or ruled and perhaps appealed (W-1..W-4, W-8).

Writes `Dispute` and, through events.ledger, `dispute`, `dispute_taken`, `dispute_withdrawn` and the stopped clock. Rulings and appeals
stand in their own modules and are exported here.
"""

from collections.abc import Mapping
from typing import Any

from events import clock
from events.access import Actor
from events.models import Book, Competition, Dispute, LedgerEntry
from events.models.ids import dispute_pid
from events.pinned import hands_wanted, rulebook_of
from events.refusals import StateRefusal
from events.services.appeals import appeal_rule, dispute_appeal, refuse_hearing
from events.services.dispute_case import Case, case_held, described, dispute_found, refuse_over, refuse_state
from events.services.dispute_limits import refuse_more, same_open
from events.services.dispute_rulings import dispute_rule
from events.services.keyed import veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, proposed, wants_second
from events.services.sitting import (
    match_found,
    place_here,
    reason_body,
    reason_faults,
    refuse,
    refuse_shut,
    refused_places,
    sitting_held,
)
from scoring.competence import competent
from scoring.disputes import AFTER, APPEALED, FINAL, RAISED, SUBJECTS, TAKEN, WITHDRAWN
from scoring.games import GAMES
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

__all__ = ["appeal_rule", "dispute_appeal", "dispute_raise", "dispute_rule", "dispute_take", "dispute_withdraw"]

MOST_NUMBER = 999  # hands of one game, where no rule bounds them
MOST_GAME = 99
MOST_TRICK = 99


def dispute_raise(
    *,
    competition: Competition,
    match: str,
    key: str,
    by: Actor,
    subject: str,
    game: int = 1,
    number: int = 0,
    room: str = "",
    reason: str = "",
    noticed: Mapping[str, Any] | None = None,
    side: str = "",
) -> Reply:
    """Stop play over hand `number` (0: the match as a whole): 201 `{"dispute", "entry", "match"}`; 200 echo for the same while it is open.

    By anyone at the table or by an official, who may name the `side` it is for. `noticed` `{"trick", "after"}`: when an irregularity was
    seen, which a ruling may hang on (W-8). The clock of a table that still plays stops in the same transaction.
    Problems: not_a_choice, out_of_range, unknown_side, those of the place. StateRefusal: protest_over (W-4), for a device also round_locked
    and those of events.services.dispute_limits.
    """
    action = "dispute.raise"
    with refusals_kept(competition=competition, action=action, by=by, match=match, key=key):
        asked = {
            "subject": subject,
            "game": game,
            "number": number,
            "room": room,
            "reason": veiled(reason),
            "noticed": noticed,
            "side": side,
        }
        mark = fingerprint(action=action, competition=competition, match=match, body=asked)
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        place = place_here(found, (game, number, room))
        faults = [*_subject_faults(subject), *_place_faults(rulebook, game, number), *_noticed_faults(noticed), *reason_faults(reason)]
        if side and (not by.is_official or side not in GAMES[rulebook.game].sides):
            faults.append(Fault("unknown_side", at="side", values={"known": list(GAMES[rulebook.game].sides)}))
        refuse([*faults, *refused_places(competition, rulebook, found, place)])

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            case = Case(book, sitting_held(book, found), rulebook, by, key, mark, place)
            refuse_over(case)
            if not by.is_official:
                refuse_shut(case.sitting)
            if (same := same_open(case, subject)) is not None:
                return 200, {"echo": True, "dispute": described(same), **case.current}, None
            refuse_more(case, subject)
            row = Dispute(pid=dispute_pid(), match=case.match, game=place[0], number=place[1], room=place[2], subject=subject)
            row.noticed = dict(noticed or {})
            row.raised_by, row.raised_side, row.raised_at = by.pid, by.side or side, clock.now()
            said = reason_body(competition, reason)
            row.remark = said.get("remark", "")
            case.match.disputed = True
            case.stop_clock()
            seen = {"noticed": row.noticed} if row.noticed else {}
            return case.close(row, "dispute", {"dispute": row.pid, "side": row.raised_side, "subject": subject, **seen, **said})

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def dispute_take(*, competition: Competition, dispute: str, key: str, by: Actor) -> Reply:
    """A referee is there and looks into it: 201. StateRefusal("dispute_taken") for one that another already looks into, or its state."""
    action = "dispute.take"
    with refusals_kept(competition=competition, action=action, by=by, key=key):
        mark = fingerprint(action=action, competition=competition, body={"dispute": dispute})
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        rulebook = rulebook_of(competition)
        row, found = dispute_found(competition=competition, dispute=dispute, by=by, action=action, rulebook=rulebook)

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry]:
            case, now = case_held(book, row, found, rulebook=rulebook, by=by, key=key, mark=mark)
            if now.state == TAKEN:
                raise StateRefusal("dispute_taken", current={"dispute": described(now), **case.current})
            refuse_state(case, now, (RAISED,))
            now.state, now.taken_by, now.taken_at = TAKEN, by.pid, clock.now()
            return case.close(now, "dispute_taken", {"dispute": now.pid})

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def dispute_withdraw(*, competition: Competition, dispute: str, key: str, by: Actor, reason: str, second: Second | None = None) -> Reply:
    """An official puts down, with a reason, that a dispute or an appeal is dropped: 201. A table settles nothing among itself (W-4).

    What was ruled before a dropped appeal is final then, so whoever drops it must be one who could hear it, and where the event wants
    two officials another one seconds it (202). NotAllowed: not_competent, ruler_hears_no_appeal, ruler_entered_it.
    StateRefusal: dispute_ruled, dispute_final, dispute_withdrawn.
    """
    action, asker = "dispute.withdraw", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, key=key):
        asked = {"dispute": dispute, "reason": veiled(reason)}
        mark = fingerprint(action=action, competition=competition, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        row, found = dispute_found(competition=competition, dispute=dispute, by=by, action=action, rulebook=rulebook)
        refuse(reason_faults(reason, required=True))

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            case, now = case_held(book, row, found, rulebook=rulebook, by=by, key=key, mark=mark)
            case.seconder = None if second is None else second.by
            refuse_state(case, now, (RAISED, TAKEN, APPEALED))
            act = "appeal" if now.state == APPEALED else "violation"
            if now.state == APPEALED:
                refuse_hearing(competition, rulebook, now, by)
            case.refuse_left(now, lambda role: competent(rulebook, act, [role]))
            said = reason_body(competition, reason)
            if second is not None:
                said = second.stated(book, said)
                second.settle()
            elif now.state == APPEALED and wants_second(competition):
                proposes = Proposes("dispute_withdraw", {"dispute": now.pid})
                say: dict[str, Any] = {"body": said, "place": case.place, "by": by, "key": key, "mark": mark}
                status, told, entry = proposed(book, case.match, proposes, **say)
                case.sitting.save()
                return status, {**told, **case.current}, entry
            now.state = FINAL if now.state == APPEALED else WITHDRAWN
            now.final_by, now.final_at, now.final_remark = by.pid, clock.now(), said["remark"]
            case.sitting.disputes = [one for one in case.sitting.disputes if one.pk != now.pk]
            case.start_clock()
            return case.close(now, "dispute_withdrawn", {"dispute": now.pid, **said})

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def _subject_faults(subject: str) -> list[Fault]:
    return [] if subject in SUBJECTS else [Fault("not_a_choice", at="subject", values={"choices": list(SUBJECTS)})]


def _place_faults(rulebook: Rulebook, game: int, number: int) -> list[Fault]:
    most = hands_wanted(rulebook) or MOST_NUMBER
    bounds = (("game", game, 1, MOST_GAME), ("number", number, 0, most))
    return [
        Fault("out_of_range", at=name, values={"least": least, "most": high})
        for name, value, least, high in bounds
        if type(value) is not int or not least <= value <= high
    ]


def _noticed_faults(noticed: object) -> list[Fault]:
    if noticed is None:
        return []
    if not isinstance(noticed, Mapping) or set(noticed) != {"trick", "after"}:
        return [Fault("not_a_choice", at="noticed", values={"choices": ["trick", "after"]})]
    faults, trick = [], noticed["trick"]
    if type(trick) is not int or not 1 <= trick <= MOST_TRICK:
        faults.append(Fault("out_of_range", at="noticed.trick", values={"least": 1, "most": MOST_TRICK}))
    if noticed["after"] not in AFTER:
        faults.append(Fault("not_a_choice", at="noticed.after", values={"choices": list(AFTER)}))
    return faults
