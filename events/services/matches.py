"""What happens to a match 对阵 beyond its hands: confirmed, forfeited, its line-up, its table closed.

Reads `Match`, `HandRecord`, the match's entries; writes through events.ledger and keeps `Match` in the same transaction.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Competition, HandRecord, LedgerEntry, Match, Player
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, StateRefusal
from events.selectors.rules import players_an_entrant
from events.services.absences import absences, keep_absences, line_up_forfeits
from events.services.attachments import photo_faults
from events.services.bracket import bracket_follow
from events.services.calls import call_answer, table_call
from events.services.handing_over import Handed
from events.services.keyed import veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, penalty_wants_second, proposed, wants_second
from events.services.sitting import (
    HASH,
    Place,
    Sitting,
    match_found,
    place_here,
    place_of,
    place_of_row,
    reason_body,
    reason_faults,
    refuse,
    refuse_shut,
    refused_places,
    require_chief,
    require_competent,
    sitting_held,
    summary,
)
from scoring.competence import CONFIRMS_SIDE, UNIT, confirming_sides, confirms_side
from scoring.disputes import MATCH
from scoring.games import GAMES
from scoring.match_facts import standing
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.penalties import law as tariff_law
from scoring.penalties import may_impose, official
from scoring.tallies import TALLIES

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

PID = re.compile(r"p[0-9a-f]{12}", re.ASCII)
MOST_COVERED = 100
NO_RESULT = ("confirmation", "clock", "table_closed", "table_reopened")  # acts after which nobody else goes on
WITHDRAWABLE = ("forfeit", "line_up", "penalty", "time_up", "adjustment", "match_adjusted")

Change = Callable[[Sitting, Book], tuple[str, Mapping[str, Any], str]]


def match_confirm(
    *,
    competition: Competition,
    match: str,
    covers: Sequence[str],
    key: str,
    by: Actor,
    reason: str = "",
    photo: str = "",
    side: str = "",
    pin: str = "",
    signature: str = "",
    player: str = "",
) -> Reply:
    """The other side confirms exactly the live hands `covers` names, or a referee does on its behalf with a reason: 201.

    All of a match that is done at once; where the rulebook has every hand confirmed by itself, any of them. `photo`: a kept one, for a
    referee. A tablet that was handed over passes on the confirmation of `side` with that side's `pin` or `signature` (a kept one), and
    says which `player` held it (events.services.handing_over).
    StateRefusal: hands_missing (values.missing), match_not_done, finding, under_review (values.hands), covers_stale (current.match),
    match_confirmed,
    match_forfeited; for a device also round_locked, table_closed. NotAllowed: enterer_confirms, other_side_confirms, not_competent.
    """
    rulebook = rulebook_of(competition)
    passed_on = bool(side or pin or signature or player)
    handed = Handed(side=side, pin=pin, signature=signature, player=player) if passed_on else None

    def faults() -> list[Fault]:
        found = reason_faults(reason, required=by.is_official) + photo_faults(competition, match, photo, by)
        if handed is not None:
            found += handed.faults(rulebook)
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
        covered = _covered(sitting, rulebook, covers, current)
        signer = by.side if handed is None else handed.side
        if signer and signer in current["match"].get("signed_by", ()):
            raise StateRefusal("side_signed", values={"side": signer}, current=current)
        # A tablet that was handed over may have recorded what its other side signs now: the side is what counts.
        passer_on = handed is not None and not by.is_official
        if any((not passer_on and by.was(row.actor)) or (signer and row.entered_side == signer) for row in covered):
            raise NotAllowed("enterer_confirms", clause=rulebook.law(CONFIRMS_SIDE))
        sitting.match.confirmed_on_behalf = by.is_official
        each = not TALLIES[rulebook.tally].additive and rulebook.choice(UNIT) == "hand"
        body = {
            "covers": [row.hash for row in covered],
            "side": confirms_side(rulebook) if by.is_official or not signer else signer,
            "on_behalf": by.is_official,
            **({"photo": photo} if photo else {}),
            **({} if handed is None else handed.body(book, sitting.match, by, covered, each=each)),
            **reason_body(competition, reason),
        }
        return "confirmation", body, ""

    # Where several seats sign, the answer to one is not the answer to another that sends the same under its key.
    signing = {"side": by.side} if by.side and len(confirming_sides(rulebook)) > 1 else {}
    asked = {"covers": list(covers), "reason": veiled(reason), **signing, **({"photo": photo} if photo else {})}
    if handed is None:
        return changed(competition, rulebook, match, "match.confirm", asked, key, by, faults, change)
    asked |= handed.asked()

    def admit(found: Match) -> None:
        handed.admit(competition=competition, match=found, by=by, rulebook=rulebook)

    return changed(competition, rulebook, match, "match.hand_over", asked, key, by, faults, change, admit=admit)


def _to_settle(whole: Mapping[str, Any]) -> list[int]:
    """The hands that nobody can sign for; 0 for what is wrong with the match and with none of them."""
    rows = [row["number"] for row in whole["hands"] if row["findings"]]
    return rows or ([0] if whole["shown"]["findings"] else [])


def _covered(sitting: Sitting, rulebook: Rulebook, covers: Sequence[str], current: Mapping[str, Any]) -> list[HandRecord]:
    """The live records that `covers` names, if they may be confirmed now."""
    additive = TALLIES[rulebook.tally].additive
    if not additive and rulebook.choice(UNIT) == "hand":
        found = [row for row in sitting.lives if row.hash in covers]
        asked = {place_of_row(row) for row in found} | {MATCH}
        contested = sorted({place[1] for place in sitting.in_question & asked})
        rows = {row["hash"]: row for row in current["match"]["hands"]}
        faulty = [row.number for row in found if rows[row.hash]["findings"]]
    else:
        found, contested = sitting.lives, sitting.contested
        faulty = [] if additive else _to_settle(current["match"])
    if 0 in contested:
        raise StateRefusal("match_disputed", current=current)
    if contested:
        raise StateRefusal("under_review", values={"hands": contested}, current=current)
    if additive and (missing := current["match"]["missing"]):
        raise StateRefusal("hands_missing", values={"missing": missing}, current=current)
    if not additive and rulebook.choice(UNIT) != "hand" and not current["match"]["done"]:
        raise StateRefusal("match_not_done", current=current)
    if faulty:
        raise StateRefusal("finding", values={"hands": faulty}, current=current)
    if set(covers) != {row.hash for row in found}:
        raise StateRefusal("covers_stale", current=current)
    if all(sitting.signed(row) for row in found):
        raise StateRefusal("match_confirmed", current=current)
    return found


def match_forfeit(
    *,
    competition: Competition,
    match: str,
    sides: Sequence[str],
    key: str,
    reason: str,
    by: Actor,
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """One or more sides give the match up: 201. StateRefusal("match_forfeited") when one is stated already: withdraw that first.

    Where the event wants two officials: 202, and another one seconds it (events.services.seconding).
    """
    rulebook = rulebook_of(competition)
    known_sides = GAMES[rulebook.game].sides

    def faults() -> list[Fault]:
        found = reason_faults(reason)
        if not sides or len(set(sides)) != len(sides) or not set(sides) <= set(known_sides):
            found.append(Fault("unknown_side", at="sides", values={"known": list(known_sides)}))
        return found

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "forfeit", rulebook)
        if any(absence.kind == "forfeit" for absence in absences(book, sitting.match)):
            raise StateRefusal("match_forfeited", current={"match": summary(sitting, rulebook)})
        return "forfeit", {"sides": [side for side in known_sides if side in sides], **reason_body(competition, reason)}, ""

    asked = {"sides": sorted(sides), "reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
    return changed(
        competition,
        rulebook,
        match,
        "match.forfeit",
        asked,
        key,
        by,
        faults,
        change,
        let_stand=let_stand,
        reason=reason,
        proposes=Proposes("forfeit", {"sides": sorted(sides), **({"let_stand": True} if let_stand else {})}),
        second=second,
    )


def line_up_record(
    *,
    competition: Competition,
    match: str,
    side: str,
    players: Sequence[str],
    key: str,
    by: Actor,
    reason: str = "",
    second: Second | None = None,
) -> Reply:
    """State who (player pids) really sat on a side: 201. Differing from the registered pair is a forfeit (GD-01).

    One that makes a forfeit is two officials' where the event wants two: 202.

    A player of another competition is unknown; one of another pair or team is not: that is what changes a line-up.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        found = reason_faults(reason)
        if side not in GAMES[rulebook.game].sides:
            found.append(Fault("unknown_side", at="side", values={"known": list(GAMES[rulebook.game].sides)}))
        wanted = players_an_entrant(competition)
        if len(players) != wanted or len(set(players)) != wanted:
            found.append(
                Fault("two_players", at="players")
                if wanted == 2
                else Fault("players_wanted", at="players", values={"wanted": wanted, "given": len(players)})
            )
        askable = [pid for pid in players[:wanted] if PID.fullmatch(pid)]
        there = set(Player.objects.filter(entrant__competition=competition, pid__in=askable).values_list("pid", flat=True))
        return found + [Fault("unknown_player", at=f"players[{n}]") for n, pid in enumerate(players[:wanted]) if pid not in there]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "line_up", rulebook)
        return "line_up", {"side": side, "players": sorted(players), **reason_body(competition, reason)}, ""

    asked = {"side": side, "players": sorted(players), "reason": veiled(reason)}
    asks = {"side": side, "players": sorted(players)}
    return changed(
        competition,
        rulebook,
        match,
        "match.line_up",
        asked,
        key,
        by,
        faults,
        change,
        reason=reason,
        proposes=Proposes("line_up", asks, lambda _book: line_up_forfeits(competition, rulebook, match, side, players)),
        second=second,
    )


def entry_withdraw(
    *,
    competition: Competition,
    match: str,
    supersedes: str,
    key: str,
    reason: str,
    by: Actor,
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """Take back a forfeit, line-up, penalty, bell or adjustment by its hash: 201.

    StateRefusal("stale") when it stands no more, NotFound for none of this match. A penalty is taken back by those who may impose
    it; the rest is for whom the rulebook names.
    """
    rulebook = rulebook_of(competition)

    def faults() -> list[Fault]:
        return [*reason_faults(reason, required=True), *([] if HASH.fullmatch(supersedes) else [Fault("hash_malformed", at="supersedes")])]

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        entries = ledger.entries(book, kinds=(*WITHDRAWABLE, "withdrawn"), matches=[match])
        named = next((entry for entry in entries if entry.hash == supersedes and entry.kind in WITHDRAWABLE), None)
        if named is not None and named.kind == "match_adjusted":
            require_chief(by, "adjustment", rulebook)
        elif named is None or named.kind != "penalty":
            require_competent(by, "withdrawal", rulebook)
        elif not may_impose(rulebook, named.body["code"], by.roles):
            raise NotAllowed(
                "not_competent",
                clause=tariff_law(rulebook, named.body["code"]),
                values={"act": "penalty", "need": official(rulebook, named.body["code"])},
            )
        if named is None:
            raise NotFound("entry")
        if named not in standing(entries, *WITHDRAWABLE):
            raise StateRefusal("stale", current={"match": summary(sitting, rulebook)})
        return "withdrawn", reason_body(competition, reason), supersedes

    asked = {"supersedes": supersedes, "reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
    return changed(
        competition,
        rulebook,
        match,
        "match.withdraw",
        asked,
        key,
        by,
        faults,
        change,
        let_stand=let_stand,
        reason=reason,
        proposes=Proposes(
            "withdrawal", {"supersedes": supersedes, **({"let_stand": True} if let_stand else {})}, _took_two(rulebook, supersedes)
        ),
        second=second,
    )


def _took_two(rulebook: Rulebook, supersedes: str) -> Callable[[Book], bool]:
    """Whether what is taken back is such as two officials state: two take it back."""

    def said(book: Book) -> bool:
        entry = next((row for row in ledger.entries(book, kinds=WITHDRAWABLE) if row.hash == supersedes), None)
        if entry is None:
            return False
        if entry.kind == "penalty":
            return penalty_wants_second(rulebook, str(entry.body["code"]))
        if entry.kind == "line_up":
            return line_up_forfeits(book.competition, rulebook, entry.match, str(entry.body["side"]), entry.body["players"])
        return entry.kind in ("forfeit", "adjustment", "match_adjusted")

    return said


def table_close(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Nothing more is entered at this table: 201. StateRefusal("table_closed") when it is so already."""
    rulebook = rulebook_of(competition)

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "table_close", rulebook)
        if sitting.match.closed:
            raise StateRefusal("table_closed", values={"table": sitting.match.table})
        sitting.match.closed = True
        return "table_closed", {"match": match}, ""

    return changed(competition, rulebook, match, "match.close", {"closed": True}, key, by, list, change)


def table_reopen(*, competition: Competition, match: str, key: str, by: Actor) -> Reply:
    """Undo table_close: 201. StateRefusal("table_not_closed")."""
    rulebook = rulebook_of(competition)

    def change(sitting: Sitting, book: Book) -> tuple[str, Mapping[str, Any], str]:
        require_competent(by, "table_close", rulebook)
        if not sitting.match.closed:
            raise StateRefusal("table_not_closed", values={"table": sitting.match.table})
        sitting.match.closed = False
        return "table_reopened", {"match": match}, ""

    return changed(competition, rulebook, match, "match.close", {"closed": False}, key, by, list, change)


def changed(
    competition: Competition,
    rulebook: Rulebook,
    match: str,
    action: str,
    asked: Mapping[str, Any],
    key: str,
    by: Actor,
    faults: Callable[[], list[Fault]],
    change: Change,
    *,
    place: Place | None = None,
    number_at: str = "number",
    let_stand: bool = False,
    reason: str = "",
    admit: Callable[[Match], None] | None = None,
    proposes: Proposes | None = None,
    second: Second | None = None,
) -> Reply:
    """The common course of these acts: key, permission, problems; then under the lock `change`, which gives kind, body and predecessor.

    `place` is the slot the entry is about, if it is about one: at this table, and in its room where none is named (`number_at` is where
    its number came from). `let_stand`: see `events.services.bracket`. `admit` is asked once before the lock, after everything that is wrong
    with what was sent. `proposes`: the act waits for a second official where the event wants two; `second`: one seconds it now.
    """
    asker = by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, match=match, key=key):
        mark = fingerprint(action=action, competition=competition, match=match, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        slot = None if place is None else place_here(found, place)
        elsewhere = () if slot is None else refused_places(competition, rulebook, found, slot, number_at)
        refuse([*faults(), *elsewhere, *(reason_faults(reason, required=True) if let_stand else [])])
        if admit is not None:
            admit(found)

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            sitting = sitting_held(book, found)
            kind, body, supersedes = change(sitting, book)
            if proposes is not None and second is None and wants_second(competition) and proposes.waits(book):
                status, told, entry = proposed(
                    book, sitting.match, proposes, body=body, place=slot or (0, 0, ""), by=by, key=key, mark=mark
                )
                sitting.save()
                return status, {**told, "match": summary(sitting, rulebook)}, entry
            if second is not None:
                body = second.stated(book, body)
            game, number, room = slot or (0, 0, "")
            entry = ledger.append(
                book,
                kind=kind,
                body=body,
                by=by,
                key=key,
                fingerprint=mark,
                match=found.code,
                game=game,
                number=number,
                room=room,
                supersedes=supersedes,
            )
            _follow(sitting, book, entry, rulebook)
            sitting.save()
            if kind not in NO_RESULT:
                bracket_follow(book, sitting, by=by, let_stand=let_stand, reason=reason)
            if second is not None:
                second.settle()
            return 201, {"entry": place_of(entry), "match": summary(sitting, rulebook)}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def _follow(sitting: Sitting, book: Book, entry: LedgerEntry, rulebook: Rulebook) -> None:
    """What an entry changes in the projection beyond what `change` set."""
    if not TALLIES[rulebook.tally].additive:
        return  # the fold of the match says it all
    if entry.kind == "confirmation":
        sitting.match.confirmed_hash = entry.hash
    if entry.kind in ("forfeit", "line_up", "withdrawn"):
        keep_absences(sitting.match, absences(book, sitting.match), rulebook)
