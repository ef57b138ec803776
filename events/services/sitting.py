"""A match as a service holds it: found, allowed, locked, and brought up to date in the transaction of the entry.

Reads `Match` and its `HandRecord`s; writes both. What a record is worth is asked of scoring; this only keeps which of them live.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from events import clock
from events.access import BOUND, CHIEF, OTHER_SIDE, OWN_SIDE, Actor, require, require_here
from events.models import Book, Competition, Dispute, HandRecord, HandState, LedgerEntry, Match
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.remarks import remark_keep
from events.selectors.annulled import annulled_matches
from events.selectors.match_value import match_value, seat_of, shown_of
from scoring.competence import RECORDS_SIDE, competence_clause, competent, confirming_sides, least_role, records_side
from scoring.disputes import MATCH, OPEN
from scoring.games import GAMES
from scoring.judge import judge
from scoring.outcomes import Fault, Outcome
from scoring.parameters import Rulebook
from scoring.records import normal
from scoring.seats import place_faults
from scoring.tallies import TALLIES
from scoring.tallies.match_sum import sum_hands

CODE = re.compile(r"[A-Za-z0-9-]{1,40}", re.ASCII)
HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
LONGEST_REASON = 500  # characters

Place = tuple[int, int, str]  # game, number, room


@dataclass(slots=True)
class Sitting:
    """A match, those of its records that live or contest, and its open disputes, under the book's lock."""

    match: Match
    rows: list[HandRecord]
    disputes: list[Dispute] = field(default_factory=list)
    value: dict[str, Any] | None = None  # what the rules make of the match after the entry, where rows alone do not tell

    def live(self, place: Place) -> HandRecord | None:
        return next((row for row in self.at(place) if row.state == HandState.LIVE), None)

    def rivals(self, place: Place) -> list[HandRecord]:
        return [row for row in self.at(place) if row.state == HandState.CONFLICT]

    def at(self, place: Place) -> list[HandRecord]:
        """What lives or contests in a slot."""
        return [row for row in self.rows if place_of_row(row) == place]

    def contested_at(self, place: Place) -> bool:
        return bool(self.rivals(place))

    def disputed_at(self, place: Place) -> Dispute | None:
        """The open dispute about a slot or, by number 0, about the match it is in."""
        return next((one for one in self.disputes if not one.number or (one.game, one.number, one.room) == place), None)

    @property
    def lives(self) -> list[HandRecord]:
        return [row for row in self.rows if row.state == HandState.LIVE]

    @property
    def contested(self) -> list[int]:
        """Numbers of the hands under review; 0 for the match as a whole."""
        return sorted({number for _game, number, _room in self.in_question})

    @property
    def in_question(self) -> set[Place]:
        """The places under review, those of an open dispute among them; the match as a whole is one."""
        disputed = {(one.game, one.number, one.room) if one.number else MATCH for one in self.disputes}
        return disputed | {place_of_row(row) for row in self.rows if row.state == HandState.CONFLICT}

    @property
    def forfeited_by(self) -> list[str]:
        return [side for side in self.match.forfeited_by.split(",") if side]

    def settle(self, row: HandRecord, state: HandState) -> None:
        """A record that no longer lives or contests. Its confirmation, if any, no longer covers what lives."""
        if row.state == HandState.LIVE:
            self.match.confirmed_hash, self.match.confirmed_on_behalf = "", False
        row.state = state
        row.save(update_fields=["state"])
        self.rows.remove(row)

    def add(
        self,
        *,
        entry: LedgerEntry,
        state: HandState,
        by: Actor,
        entered_by: str,
        record: Mapping[str, Any],
        normal: Mapping[str, Any],
    ) -> HandRecord:
        """The record of a new entry, live or contesting."""
        row = HandRecord.objects.create(
            match=self.match,
            game=entry.game,
            number=entry.number,
            room=entry.room,
            state=state,
            seq=entry.seq,
            hash=entry.hash,
            key=entry.key,
            by=entered_by,
            record=record,
            normal=normal,
            points=normal.get("points", {}),
            actor=by.pid,
            device=by.device,
            entered_side=by.side,
            entered_at=clock.now(),
        )
        self.rows.append(row)
        self.rows.sort(key=lambda kept: (*place_of_row(kept), kept.seq))
        return row

    def signed(self, row: HandRecord) -> bool:
        """Whether the record is confirmed: with the whole match, or by itself where each one is."""
        return bool(self.match.confirmed_hash) or row.hash in self.match.shown.get("signed", ())

    def save(self) -> None:
        """One more entry touched this match: its page is out of date."""
        self.match.version += 1
        self._judge()
        self.match.hands_live = len(self.lives)
        self.match.under_review = len(self.in_question)
        self.match.last_entry_at = clock.now()
        self.match.save(
            update_fields=[
                "version",
                "hands_live",
                "under_review",
                "disputed",
                "forfeited_by",
                "confirmed_hash",
                "confirmed_on_behalf",
                "closed",
                "done",
                "winner",
                "shown",
                "clock",
                "last_entry_at",
            ]
        )

    def _judge(self) -> None:
        """Whether the match is done, who won, and what its table shows, as the rules say after the entry just written."""
        match, rulebook = self.match, rulebook_of(self.match.competition)
        if TALLIES[rulebook.tally].additive:
            match.done = bool(match.forfeited_by) or len(self.lives) >= hands_wanted(rulebook)
            if match.disputed:  # a dispute suspends a signature and gives it back
                keep_confirmed(match, match_value(competition=match.competition, match=match.code))
            return
        self.value = match_value(competition=match.competition, match=match.code)
        project(match, self.value)


def place_of_row(row: HandRecord) -> Place:
    return row.game, row.number, row.room


def project(match: Match, value: Mapping[str, Any]) -> None:
    """What the tables keep of a match judged as a whole: `Match` is changed, not saved."""
    keep_confirmed(match, value)
    match.done = value["state"] in ("complete", "forfeited")
    match.winner = value["winner"]
    match.forfeited_by = ",".join(value["forfeited_by"])
    match.shown = shown_of(value)


def keep_confirmed(match: Match, value: Mapping[str, Any]) -> None:
    """Which confirmation holds, as the fold of the match says: `Match` is changed, not saved."""
    confirmed = value["confirmed"] or {"hash": "", "on_behalf": False}
    match.confirmed_hash, match.confirmed_on_behalf = confirmed["hash"], confirmed["on_behalf"]


def match_found(*, competition: Competition, match: str, by: Actor, action: str, rulebook: Rulebook) -> Match:
    """The match, for an actor who may do `action` at its table. Raises NotFound, NotAllowed."""
    require_here(by, event_id=competition.event_id, competition_id=competition.pk)
    require_own_table(by, action, match)
    require_right_side(by, action, rulebook)
    require(by, action, event_id=competition.event_id, competition_id=competition.pk)
    if not CODE.fullmatch(match):
        raise NotFound("match")
    found = Match.objects.select_related("round").filter(competition=competition, code=match).first()
    if found is None:
        raise NotFound("match")
    _bound(by, action, found)
    return found


def require_competent(by: Actor, act: str, rulebook: Rulebook) -> None:
    """Raises NotAllowed("not_competent") where the rulebook reserves an act for a higher official."""
    if not competent(rulebook, act, by.roles):
        raise NotAllowed("not_competent", clause=competence_clause(rulebook, act), values={"act": act, "need": least_role(rulebook, act)})


def require_chief(by: Actor, act: str, rulebook: Rulebook) -> None:
    """Raises NotAllowed("not_competent") for everybody but the chief referee: acts of which the text says nothing are his (W-2)."""
    if CHIEF not in by.roles:
        raise NotAllowed("not_competent", clause=competence_clause(rulebook, "ruling"), values={"act": act, "need": CHIEF})


def _bound(by: Actor, action: str, match: Match) -> None:
    """Officials walk the hall; a device acts at its own table."""
    if by.is_official or action not in BOUND:
        return
    if by.table is None:
        raise NotAllowed("not_paired", values={"action": action})
    if not by.sits_at(table=match.table, match=match.code):
        raise NotAllowed("other_table", values={"table": by.table, "match": match.table})


def require_own_table(by: Actor, action: str, match: str) -> None:
    """A player's phone acts at the one match where he sits now. Raises NotAllowed: not_seated, moved_on."""
    if not by.player or by.read_only or action not in BOUND:
        return
    if by.table is None:
        raise NotAllowed("not_seated", values={"action": action})
    if by.match != match:
        raise NotAllowed("moved_on", values={"table": by.table})


def require_right_side(by: Actor, action: str, rulebook: Rulebook) -> None:
    """A device at the wrong side of a table hears which side does that and by which clause, before its role is looked at.

    Raises NotAllowed: other_side_records, other_side_confirms.
    """
    if by.table is None or by.read_only:
        return
    recording, clause = records_side(rulebook), rulebook.law(RECORDS_SIDE)
    if BOUND.get(action) == OWN_SIDE and by.side != recording:
        raise NotAllowed("other_side_records", clause=clause, values={"side": recording})
    confirming = confirming_sides(rulebook)
    if BOUND.get(action) == OTHER_SIDE and by.side not in confirming:
        raise NotAllowed("other_side_confirms", clause=clause, values={"side": confirming[0] if len(confirming) == 1 else confirming})


def sitting_held(book: Book, found: Match) -> Sitting:
    """The match again and its records, under the lock. Raises StateRefusal for a closed competition."""
    if book.closed:
        raise StateRefusal("competition_closed")
    match = Match.objects.select_related("round").get(pk=found.pk)
    match.competition = book.competition
    rows = HandRecord.objects.filter(match=match, state__in=[HandState.LIVE, HandState.CONFLICT]).order_by("game", "number", "room", "seq")
    return Sitting(match, list(rows), list(Dispute.objects.filter(match=match, state__in=OPEN)) if match.disputed else [])


def refuse_shut(sitting: Sitting) -> None:
    """Nothing is entered in a locked round or at a closed table."""
    if sitting.match.round.state == "locked":
        raise StateRefusal("round_locked", values={"round": sitting.match.round.number})
    if sitting.match.closed:
        raise StateRefusal("table_closed", values={"table": sitting.match.table})


def described(row: HandRecord) -> dict[str, Any]:
    """A record as an answer shows it: ids and numbers."""
    place = {"game": row.game, "room": row.room} if (row.game, row.room) != (1, "") else {}
    if "double_downs" not in row.normal:
        return {"number": row.number, **place, "seq": row.seq, "hash": row.hash, "by": row.by, "record": row.record}
    scored = {name: value for name, value in row.normal.items() if name in ("side", "kind", "points", "double_downs")}
    return {"number": row.number, "seq": row.seq, "hash": row.hash, "by": row.by, **scored}


def summary(sitting: Sitting, rulebook: Rulebook) -> dict[str, Any]:
    """The match in an answer: what lives, what is missing, what is under review, and whether it is annulled: then it does not count.

    A match judged as a whole has the rows of its fold and `shown` instead of what is missing and the sum.
    """
    match, contested = sitting.match, sitting.contested
    if not TALLIES[rulebook.tally].additive:
        return _whole(sitting)
    live = sitting.lives
    numbers = {row.number for row in live}
    return {
        "match": match.code,
        "version": match.version,
        "hands": [{**described(row), "under_review": row.number in contested} for row in live],
        "missing": [number for number in range(1, hands_wanted(rulebook) + 1) if number not in numbers],
        "played": dict(sum_hands([(row.normal["points"], row.normal["double_downs"]) for row in live]).points),
        "under_review": contested,
        "forfeited_by": sitting.forfeited_by,
        "annulled": match.code in annulled_matches(competition=match.competition),
        "confirmed": bool(match.confirmed_hash),
        "on_behalf": match.confirmed_on_behalf,
        "closed": match.closed,
    }


def _whole(sitting: Sitting) -> dict[str, Any]:
    match = sitting.match
    value = sitting.value or match_value(competition=match.competition, match=match.code)
    seqs = {row.hash: row.seq for row in sitting.rows}
    return {
        "match": match.code,
        "version": match.version,
        "hands": [{**row, "seq": seqs[row["hash"]]} for row in value["hands"]],
        "under_review": sitting.contested,
        "forfeited_by": list(value["forfeited_by"]),
        "annulled": False,
        "confirmed": value["confirmed"] is not None,
        **({"signed_by": value["signed_by"]} if "signed_by" in value else {}),
        "on_behalf": bool(value["confirmed"] and value["confirmed"]["on_behalf"]),
        "closed": match.closed,
        "done": value["state"] in ("complete", "forfeited"),
        "winner": value["winner"],
        "shown": shown_of(value),
    }


def place_of(entry: LedgerEntry) -> dict[str, Any]:
    return {"seq": entry.seq, "hash": entry.hash}


def reason_faults(reason: str, *, required: bool = False) -> list[Fault]:
    if required and not reason.strip():
        return [Fault("reason_missing", at="reason")]
    if len(reason) > LONGEST_REASON:
        return [Fault("text_too_long", at="reason", values={"limit": LONGEST_REASON, "length": len(reason)})]
    if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in reason):
        return [Fault("control_character", at="reason")]
    return []


def reason_body(competition: Competition, reason: str) -> dict[str, Any]:
    """What an entry's body says of a reason: the salted hash of the remark that keeps its text."""
    return {"remark": remark_keep(competition, reason.strip())} if reason.strip() else {}


def refuse(faults: Sequence[Fault]) -> None:
    """Raises Problems with all of them, if there are any."""
    if faults:
        raise Problems(faults)


def scored(rulebook: Rulebook, record: Mapping[str, Any], by: Actor) -> tuple[Outcome, dict[str, Any]]:
    """The outcome of a record and its normal form. Raises Problems with everything that cannot be right, or not be said by `by`."""
    outcome = judge(rulebook, record)
    refuse([*outcome.problems, *_penalties_said(record), *_officials_said(rulebook, record, by)])
    return outcome, normal(rulebook, record)


def _officials_said(rulebook: Rulebook, record: Mapping[str, Any], by: Actor) -> list[Fault]:
    """What was ruled and not played, no table states."""
    if by.is_official or not isinstance(record, Mapping):
        return []
    return [Fault("by_officials", at=part) for part in GAMES[rulebook.game].official_parts if record.get(part) is not None]


def _penalties_said(record: Mapping[str, Any]) -> list[Fault]:
    """A table says what was played; a penalty is an official's act of its own."""
    return [Fault("penalties_by_officials", at="penalties")] if isinstance(record, Mapping) and record.get("penalties") else []


def place_here(match: Match, place: Place) -> Place:
    """The place with the room of its table, where none is named."""
    game, number, room = place
    return game, number, room or match.room


def refused_places(
    competition: Competition, rulebook: Rulebook, match: Match, place: Place, number_at: str = "number"
) -> tuple[Fault, ...]:
    """What is wrong with the place of an act: a game the match cannot have, another table's board, the other room."""
    if type(place[0]) is not int or type(place[1]) is not int:
        return ()  # said by the check of the numbers themselves
    return place_faults(rulebook, seat_of(competition=competition, match=match.code), place, number_at=number_at)


def refuse_elsewhere(competition: Competition, match: str, rulebook: Rulebook, record: Mapping[str, Any]) -> None:
    """Raises Problems for a record that names another room, board or pair than its table has."""
    refuse(faults_elsewhere(competition, match, rulebook, record))


def faults_elsewhere(competition: Competition, match: str, rulebook: Rulebook, record: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What of a record without faults contradicts its table."""
    if TALLIES[rulebook.tally].additive:
        return ()
    return GAMES[rulebook.game].fits_seat(rulebook, record, seat_of(competition=competition, match=match))
