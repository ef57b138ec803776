"""Recording hands 局: one result a slot, whatever is retried, doubled or out of order.

Reads `Match`, `HandRecord` and `Answer`; writes through events.ledger and keeps the projection in the same transaction.
Never talks to the broker. Rules are asked of scoring, never known here.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Competition, HandRecord, HandState, LedgerEntry, Match
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, Refused, StateRefusal
from events.selectors.match_value import row_with
from events.services.bracket import bracket_follow
from events.services.keyed import veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, proposed, wants_second
from events.services.sitting import (
    HASH,
    Sitting,
    described,
    match_found,
    place_of,
    place_of_row,
    reason_body,
    reason_faults,
    refuse,
    refuse_elsewhere,
    refuse_shut,
    require_competent,
    scored,
    sitting_held,
    summary,
)
from scoring.competence import competence_clause, least_role
from scoring.games import GAMES
from scoring.judge import judge
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.tallies import TALLIES

MOST_ITEMS = 5
LONGEST_TIME = 40  # characters of a device's clock

Answered = tuple[int, Mapping[str, Any], LedgerEntry | None]


def hand_record(
    *, competition: Competition, match: str, record: Mapping[str, Any], key: str, by: Actor, device_time: str = "", ask: bool = False
) -> Reply:
    """Store one hand: 201 stored, 200 echo of the live result, 202 kept beside another result until a ruling.

    With `ask` a hand that would be kept beside another one is refused instead, StateRefusal("slot_taken", current=the live
    one): for a person who believed the slot to be empty. The key is not used up, so the answer "yes" may come under it.
    Raises Problems, KeyMissing, KeyReused, NotAllowed, NotFound, StateRefusal (competition_closed, round_locked, table_closed,
    match_confirmed), Busy.
    """
    with refusals_kept(competition=competition, action="hand.record", by=by, match=match, key=key):
        mark = fingerprint(action="hand.record", competition=competition, match=match, body={"record": record})
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action="hand.record", rulebook=rulebook)
        hand = _Hand(rulebook, record, key, mark, by, device_time, ask)
        refuse_elsewhere(competition, match, rulebook, record)
        return once(competition=competition, key=key, fingerprint=mark, by=by, work=lambda book: hand.store(book, found))


class _Hand:
    """One submission, judged before the lock and stored under it."""

    def __init__(self, rulebook: Rulebook, record: Mapping[str, Any], key: str, mark: str, by: Actor, device_time: str, ask: bool) -> None:
        self.rulebook, self.record, self.key, self.mark, self.by = rulebook, record, key, mark, by
        self.device_time, self.ask = device_time[:LONGEST_TIME], ask
        outcome, self.normal = scored(rulebook, record, by)
        self.outcome = outcome.as_json()
        self.place = GAMES[rulebook.game].place(record)
        self.number = self.place[1]

    def store(self, book: Book, found: Match) -> Answered:
        sitting = sitting_held(book, found)
        refuse_shut(sitting)
        if sitting.match.confirmed_hash:
            raise StateRefusal("match_confirmed", current={"match": summary(sitting, self.rulebook)})
        live = sitting.live(self.place)
        if live is not None and live.normal == self.normal:
            return 200, {"echo": True, **self._answer(sitting, live)}, None
        if live is not None and sitting.signed(live):  # where each one is signed by itself
            raise StateRefusal("match_confirmed", current={"match": summary(sitting, self.rulebook)})
        if live is None and sitting.match.done and not TALLIES[self.rulebook.tally].additive:
            raise StateRefusal("match_decided", current={"match": summary(sitting, self.rulebook)})
        if live is None:
            row, entry = self._append(book, sitting, HandState.LIVE)
            return 201, self._answer(sitting, row), entry
        if self.ask:
            current = {"live": described(live), "match": summary(sitting, self.rulebook)}
            raise StateRefusal("slot_taken", values={"hand": self.number, **_said(live.normal, self.normal)}, current=current)
        same = next((rival for rival in sitting.rivals(self.place) if rival.normal == self.normal), None)
        kept, written = (same, None) if same is not None else self._append(book, sitting, HandState.CONFLICT)
        conflict = {"conflict": True, "live": described(live), "kept": described(kept)}
        return 202, {**conflict, **self._answer(sitting, kept)}, written

    def _append(self, book: Book, sitting: Sitting, state: HandState) -> tuple[HandRecord, LedgerEntry]:
        entry = ledger.append(
            book,
            kind="hand",
            body={"record": self.record},
            by=self.by,
            key=self.key,
            fingerprint=self.mark,
            match=sitting.match.code,
            game=self.place[0],
            number=self.number,
            room=self.place[2],
            device_time=self.device_time,
        )
        row = sitting.add(entry=entry, state=state, by=self.by, entered_by="hand", record=self.record, normal=self.normal)
        sitting.save()
        bracket_follow(book, sitting, by=self.by)
        return row, entry

    def _answer(self, sitting: Sitting, row: HandRecord) -> dict[str, Any]:
        entry = {"seq": row.seq, "hash": row.hash}
        match = summary(sitting, self.rulebook)
        judged = next((hand for hand in match["hands"] if hand["hash"] == row.hash), None) if "shown" in match else None
        return {"outcome": judged or self.outcome, "entry": entry, "match": match}


def slip_record(*, competition: Competition, match: str, items: Sequence[Mapping[str, Any]], by: Actor) -> list[Reply]:
    """A slip of up to five items `{"key", "record", "device_time"?, "ask"?}` (as hand_record), each with its own result; a bad one
    does not block the others.

    A refused item's Reply has the refusal's status and `{"code", "problems"?: [{"code", "clause", "at", "values"}], "values"?,
    "current"?}`.
    Raises what concerns the slip as a whole: Problems (empty, too long), NotFound, NotAllowed.
    """
    with refusals_kept(competition=competition, action="hand.record", by=by, match=match):
        match_found(competition=competition, match=match, by=by, action="hand.record", rulebook=rulebook_of(competition))
        if not 1 <= len(items) <= MOST_ITEMS:
            raise Problems([Fault("out_of_range", at="items", values={"least": 1, "most": MOST_ITEMS})])
    return [_item(competition, match, item, by) for item in items]


def _item(competition: Competition, match: str, item: Mapping[str, Any], by: Actor) -> Reply:
    try:
        return hand_record(
            competition=competition,
            match=match,
            record=item.get("record", {}),
            key=item.get("key", ""),
            by=by,
            device_time=item.get("device_time", ""),
            ask=item.get("ask") is True,
        )
    except Refused as refused:
        return Reply(refused.status, refused_body(refused))


def refused_body(refused: Refused) -> dict[str, Any]:
    """A refusal as codes and operands."""
    body: dict[str, Any] = {"code": refused.code}
    if refused.clause:
        body["clause"] = refused.clause
    if refused.values:
        body["values"] = refused.values
    if isinstance(refused, Problems):
        body["problems"] = [fault.as_json() for fault in refused.faults]
    if refused.current is not None:
        body["current"] = refused.current
    return body


def hand_preview(*, competition: Competition, match: str, record: Mapping[str, Any], by: Actor) -> dict[str, Any]:
    """The outcome a record would have; nothing is stored. Raises Problems, NotAllowed, NotFound."""
    with ledger.busy_is_refused():
        rulebook = rulebook_of(competition)
        match_found(competition=competition, match=match, by=by, action="hand.preview", rulebook=rulebook)
    outcome, _ = scored(rulebook, record, by)
    if TALLIES[rulebook.tally].additive:
        return {"outcome": outcome.as_json()}
    refuse_elsewhere(competition, match, rulebook, record)
    with ledger.busy_is_refused():
        row = row_with(competition=competition, match=match, record=record)
    return {"outcome": row or outcome.as_json()}


def hand_correct(
    *,
    competition: Competition,
    match: str,
    supersedes: str,
    record: Mapping[str, Any],
    key: str,
    by: Actor,
    reason: str = "",
    device_time: str = "",
    let_stand: bool = False,
    as_table: bool = False,
    second: Second | None = None,
) -> Reply:
    """Replace the live hand with the hash `supersedes`: 201. StateRefusal("stale", current=the live one) when it no longer lives.

    `let_stand`: see `events.services.bracket`; `as_table`: an official brings what a table wrote down, and may with it no more than the
    table itself. Problems("nothing_changes") for the result that lives already: what changes nothing
    would only take a confirmation away. Of a signed hand it is two officials' where the event wants two: 202.
    """
    action, asker = "hand.correct", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, match=match, key=key):
        asked = {"supersedes": supersedes, "record": record, "reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
        mark = fingerprint(action=action, competition=competition, match=match, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        faults = [*judge(rulebook, record).problems, *_supersedes_faults(supersedes), *reason_faults(reason, required=let_stand)]
        refuse(faults)
        outcome, normal = scored(rulebook, record, by)
        refuse_elsewhere(competition, match, rulebook, record)
        place = GAMES[rulebook.game].place(record)

        def work(book: Book) -> Answered:
            sitting = sitting_held(book, found)
            live = _changeable(sitting, supersedes, by, rulebook, "correction_after_confirmation", reason, as_table=as_table)
            if place != place_of_row(live):
                named = "hand" if place[1] != live.number else "game" if place[0] != live.game else "room"
                said = {"hand": (live.number, place[1]), "game": (live.game, place[0]), "room": (live.room, place[2])}[named]
                raise Problems([Fault("number_differs", at=named, values={"live": said[0], "given": said[1]})])
            if normal == live.normal:
                raise Problems([Fault("nothing_changes", at="record", values={"hand": live.number})])
            body = {"record": record, **reason_body(competition, reason)}
            if second is None and sitting.signed(live) and wants_second(competition):
                return _proposed(book, sitting, live, "hand_correct", asked, body, rulebook, key, mark, by)
            if second is not None:
                body = second.stated(book, body)
            entry = ledger.append(
                book,
                kind="correction",
                body=body,
                by=by,
                key=key,
                fingerprint=mark,
                match=found.code,
                game=live.game,
                number=live.number,
                room=live.room,
                supersedes=live.hash,
                device_time=device_time[:LONGEST_TIME],
            )
            sitting.settle(live, HandState.REPLACED)
            sitting.add(entry=entry, state=HandState.LIVE, by=by, entered_by="correction", record=record, normal=normal)
            sitting.save()
            bracket_follow(book, sitting, by=by, let_stand=let_stand, reason=reason)
            if second is not None:
                second.settle()
            return 201, {"outcome": outcome.as_json(), "entry": place_of(entry), "match": summary(sitting, rulebook)}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def hand_void(
    *,
    competition: Competition,
    match: str,
    supersedes: str,
    key: str,
    by: Actor,
    reason: str = "",
    device_time: str = "",
    let_stand: bool = False,
    as_table: bool = False,
    second: Second | None = None,
) -> Reply:
    """Take the live hand off its slot: 201; the slot is empty again. StateRefusal("stale"), `as_table` and 202 as hand_correct."""
    action, asker = "hand.void", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, match=match, key=key):
        asked = {"supersedes": supersedes, "reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
        mark = fingerprint(action=action, competition=competition, match=match, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        refuse([*_supersedes_faults(supersedes), *reason_faults(reason, required=let_stand)])

        def work(book: Book) -> Answered:
            sitting = sitting_held(book, found)
            live = _changeable(sitting, supersedes, by, rulebook, "void_after_confirmation", reason, as_table=as_table)
            body = reason_body(competition, reason)
            if second is None and sitting.signed(live) and wants_second(competition):
                return _proposed(book, sitting, live, "hand_void", asked, body, rulebook, key, mark, by)
            if second is not None:
                body = second.stated(book, body)
            entry = ledger.append(
                book,
                kind="void",
                body=body,
                by=by,
                key=key,
                fingerprint=mark,
                match=found.code,
                game=live.game,
                number=live.number,
                room=live.room,
                supersedes=live.hash,
                device_time=device_time[:LONGEST_TIME],
            )
            sitting.settle(live, HandState.VOID)
            sitting.save()
            bracket_follow(book, sitting, by=by, let_stand=let_stand, reason=reason)
            if second is not None:
                second.settle()
            return 201, {"entry": place_of(entry), "match": summary(sitting, rulebook)}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def _proposed(
    book: Book,
    sitting: Sitting,
    live: HandRecord,
    act: str,
    asked: Mapping[str, Any],
    body: Mapping[str, Any],
    rulebook: Rulebook,
    key: str,
    mark: str,
    by: Actor,
) -> Answered:
    """What one official would change of a signed hand waits for another one; the hand stands meanwhile."""
    proposes = Proposes(act, {name: value for name, value in asked.items() if name != "reason"})
    status, told, entry = proposed(book, sitting.match, proposes, body=body, place=place_of_row(live), by=by, key=key, mark=mark)
    sitting.save()
    return status, {**told, "match": summary(sitting, rulebook)}, entry


def _said(live: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, list[str]]:
    """Two results as operands, by side and kind, where the game names a result so; the wording knows both."""
    if "kind" not in live:
        return {}
    return {name: [str(normal["side"]), str(normal["kind"])] for name, normal in (("live", live), ("given", given))}


def _supersedes_faults(supersedes: str) -> list[Fault]:
    return [] if HASH.fullmatch(supersedes) else [Fault("hash_malformed", at="supersedes")]


def _changeable(
    sitting: Sitting, supersedes: str, by: Actor, rulebook: Rulebook, late_act: str, reason: str, *, as_table: bool
) -> HandRecord:
    """The live record with this hash, which `by` may replace now.

    The enterer may until the match is confirmed: the same device, or another one paired to the same table and side (tablets
    die). Then a referee may, for a reason. A hand under review waits for its ruling.
    """
    named = next((row for row in sitting.rows if row.hash == supersedes), None)
    if named is None:
        named = HandRecord.objects.filter(match=sitting.match, hash=supersedes).first()
        if named is None:
            raise NotFound("hand")
    live = sitting.live(place_of_row(named))
    if (dispute := sitting.disputed_at(place_of_row(named))) is not None:
        code, ruler = "disputed" if dispute.number else "match_disputed", {"hands": [named.number], "need": least_role(rulebook, "ruling")}
        raise StateRefusal(code, clause=competence_clause(rulebook, "ruling"), values=ruler, current={"match": summary(sitting, rulebook)})
    if sitting.contested_at(place_of_row(named)):
        raise StateRefusal("under_review", values={"hands": [named.number]}, current={"match": summary(sitting, rulebook)})
    if live is None or live.hash != supersedes:
        raise StateRefusal("stale", current={"live": described(live) if live else None, "match": summary(sitting, rulebook)})
    if by.is_official and as_table:
        refuse_shut(sitting)
        if sitting.signed(live):
            raise StateRefusal("taken_in_signed", current={"match": summary(sitting, rulebook)})
        return live
    if by.is_official:
        if sitting.signed(live):
            require_competent(by, late_act, rulebook)
            refuse(reason_faults(reason, required=True))
        return live
    refuse_shut(sitting)
    if sitting.signed(live):
        raise StateRefusal("match_confirmed", current={"match": summary(sitting, rulebook)})
    if not by.was(live.actor) and live.entered_side != by.side:
        raise NotAllowed("not_the_enterer", values={"hand": live.number})
    return live
