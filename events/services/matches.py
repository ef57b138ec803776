"""What happens to a match 对阵 beyond its hands: confirmed, forfeited, its line-up, its table closed.

Reads `Match`, `HandRecord`, the match's entries; writes through events.ledger and keeps `Match` in the same transaction.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Competition, LedgerEntry, Player
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, StateRefusal
from events.services.absences import absences, keep_absences
from events.services.calls import call_answer, table_call
from events.services.keyed import veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.sitting import (
    HASH,
    Sitting,
    match_found,
    place_of,
    reason_body,
    reason_faults,
    refuse,
    refuse_shut,
    require_competent,
    sitting_held,
    summary,
)
from scoring.competence import CONFIRMS_SIDE, confirms_side
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

__all__ = [
    "call_answer",
    "entry_withdraw",
    "line_up_record",
    "match_confirm",
    "match_forfeit",
    "table_call",
    "table_close",
    "table_reopen",
]

SIDES = ("NS", "EW")
PID = re.compile(r"p[0-9a-f]{12}", re.ASCII)
MOST_COVERED = 100

Change = Callable[[Sitting, Book], tuple[str, Mapping[str, Any], str]]


def match_confirm(*, competition: Competition, match: str, covers: Sequence[str], key: str, by: Actor, reason: str = "") -> Reply:
    """The other side confirms exactly the live hands `covers` names, or a referee does on its behalf with a reason: 201.

    StateRefusal: hands_missing (values.missing), under_review (values.hands), covers_stale (current.match), match_confirmed,
    match_forfeited; for a device also round_locked, table_closed. NotAllowed: enterer_confirms, other_side_confirms, not_competent.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = reason_faults(reason, required=by.is_official)
        if not 1 <= len(covers) <= MOST_COVERED:
            found.append(Fault("out_of_range", at="covers", values={"least": 1, "most": MOST_COVERED}))
        return found + [Fault("hash_malformed", at=f"covers[{n}]") for n, named in enumerate(covers) if not HASH.fullmatch(named)]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        current = {"match": summary(sitting, rulebook)}
        if by.is_official:
            require_competent(by, "confirmation_on_behalf", rulebook)
        else:
            refuse_shut(sitting)
        if sitting.forfeited_by:
            raise StateRefusal("match_forfeited", current=current)
        if sitting.match.confirmed_hash:
            raise StateRefusal("match_confirmed", current=current)
        if sitting.contested:
            raise StateRefusal("under_review", values={"hands": sitting.contested}, current=current)
        if missing := current["match"]["missing"]:
            raise StateRefusal("hands_missing", values={"missing": missing}, current=current)
        if set(covers) != {row.hash for row in sitting.lives}:
            raise StateRefusal("covers_stale", current=current)
        if any(by.was(row.actor) or (by.side and row.entered_side == by.side) for row in sitting.lives):
            raise NotAllowed("enterer_confirms", clause=rulebook.law(CONFIRMS_SIDE))
        sitting.match.confirmed_on_behalf = by.is_official
        body = {
            "covers": [row.hash for row in sitting.lives],
            "side": confirms_side(rulebook),
            "on_behalf": by.is_official,
            **reason_body(competition, reason),
        }
        return "confirmation", body, ""

    asked = {"covers": list(covers), "reason": veiled(reason)}
    return _changed(competition, rulebook, match, "match.confirm", asked, key, by, faults, change)


def match_forfeit(*, competition: Competition, match: str, sides: Sequence[str], key: str, reason: str, by: Actor) -> Reply:
    """One or both sides give the match up: 201. StateRefusal("match_forfeited") when one is stated already: withdraw that first."""
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = reason_faults(reason)
        if not sides or len(set(sides)) != len(sides) or not set(sides) <= set(SIDES):
            found.append(Fault("unknown_side", at="sides", values={"known": list(SIDES)}))
        return found

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "forfeit", rulebook)
        if any(absence.kind == "forfeit" for absence in absences(book, sitting.match)):
            raise StateRefusal("match_forfeited", current={"match": summary(sitting, rulebook)})
        return "forfeit", {"sides": [side for side in SIDES if side in sides], **reason_body(competition, reason)}, ""

    asked = {"sides": sorted(sides), "reason": veiled(reason)}
    return _changed(competition, rulebook, match, "match.forfeit", asked, key, by, faults, change)


def line_up_record(
    *, competition: Competition, match: str, side: str, players: Sequence[str], key: str, by: Actor, reason: str = ""
) -> Reply:
    """State who (player pids) really sat on a side: 201. Differing from the registered pair is a forfeit (GD-01).

    A player of another competition is unknown; one of another pair or team is not: that is what changes a line-up.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = reason_faults(reason)
        if side not in SIDES:
            found.append(Fault("unknown_side", at="side", values={"known": list(SIDES)}))
        if len(players) != 2 or len(set(players)) != 2:
            found.append(Fault("two_players", at="players"))
        askable = [pid for pid in players[:2] if PID.fullmatch(pid)]
        there = set(Player.objects.filter(entrant__competition=competition, pid__in=askable).values_list("pid", flat=True))
        return found + [Fault("unknown_player", at=f"players[{n}]") for n, pid in enumerate(players[:2]) if pid not in there]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "line_up", rulebook)
        return "line_up", {"side": side, "players": sorted(players), **reason_body(competition, reason)}, ""

    asked = {"side": side, "players": sorted(players), "reason": veiled(reason)}
    return _changed(competition, rulebook, match, "match.line_up", asked, key, by, faults, change)


def entry_withdraw(*, competition: Competition, match: str, supersedes: str, key: str, reason: str, by: Actor) -> Reply:
    """Take back a forfeit or a line-up by its hash: 201. StateRefusal("stale") when it stands no more, NotFound for none of this match."""
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        return [*reason_faults(reason), *([] if HASH.fullmatch(supersedes) else [Fault("hash_malformed", at="supersedes")])]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "withdrawal", rulebook)
        if not any(absence.hash == supersedes for absence in absences(book, sitting.match)):
            if LedgerEntry.objects.filter(book=book, match=match, hash=supersedes, kind__in=["forfeit", "line_up"]).exists():
                raise StateRefusal("stale", current={"match": summary(sitting, rulebook)})
            raise NotFound("entry")
        return "withdrawn", reason_body(competition, reason), supersedes

    asked = {"supersedes": supersedes, "reason": veiled(reason)}
    return _changed(competition, rulebook, match, "match.withdraw", asked, key, by, faults, change)


def table_close(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Nothing more is entered at this table: 201. StateRefusal("table_closed") when it is so already."""
    rulebook = rulebook_of(competition)

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "table_close", rulebook)
        if sitting.match.closed:
            raise StateRefusal("table_closed", values={"table": sitting.match.table})
        sitting.match.closed = True
        return "table_closed", {"match": match}, ""

    return _changed(competition, rulebook, match, "match.close", {"closed": True}, key, by, list, change)


def table_reopen(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Undo table_close: 201. StateRefusal("table_not_closed")."""
    rulebook = rulebook_of(competition)

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "table_close", rulebook)
        if not sitting.match.closed:
            raise StateRefusal("table_not_closed", values={"table": sitting.match.table})
        sitting.match.closed = False
        return "table_reopened", {"match": match}, ""

    return _changed(competition, rulebook, match, "match.close", {"closed": False}, key, by, list, change)


def _changed(
    competition: Competition,
    rulebook: Rulebook,
    match: str,
    action: str,
    asked: Mapping[str, Any],
    key: str,
    by: Actor,
    faults: Callable[[], list[Fault]],
    change: Change,
) -> Reply:
    """The common course of these acts: key, permission, problems; then under the lock `change`, which gives kind, body and predecessor."""
    with refusals_kept(competition=competition, action=action, by=by, match=match, key=key):
        mark = fingerprint(action=action, competition=competition, match=match, body=asked)
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        refuse(faults())

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry]:
            sitting = sitting_held(book, found)
            kind, body, supersedes = change(sitting, book)
            entry = ledger.append(book, kind=kind, body=body, by=by, key=key, fingerprint=mark, match=found.code, supersedes=supersedes)
            _follow(sitting, book, entry, rulebook)
            sitting.save()
            return 201, {"entry": place_of(entry), "match": summary(sitting, rulebook)}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


def _follow(sitting: Sitting, book: Book, entry: LedgerEntry, rulebook: Rulebook) -> None:
    """What an entry changes in the projection beyond what `change` set."""
    if entry.kind == "confirmation":
        sitting.match.confirmed_hash = entry.hash
    if entry.kind in ("forfeit", "line_up", "withdrawn"):
        keep_absences(sitting.match, absences(book, sitting.match), rulebook)
