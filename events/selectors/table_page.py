"""What the table page shows: the match at a device's table, its hands, what is under review. Reads only.

Shapes are plain dictionaries of codes, numbers and the names of the people at the table: the page turns codes
into words in its own language, so one state has one ETag whatever the language.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils import timezone

from events.access import Actor
from events.models import Book, Competition, Device, HandRecord, HandState, Match, PairingCode, Player, Role, TableCall
from events.models.table_call import REASONS
from events.pinned import rulebook_of
from events.secrets import digest_of
from events.selectors.announcements import announcements_now
from events.selectors.annulled import annulled_matches
from events.selectors.boards.three_tables import apart_of
from events.selectors.desk_clock import minutes_left_now
from events.selectors.disputes import disputed_hands, table_dispute
from events.selectors.match_value import match_value
from events.selectors.places import place_now
from events.selectors.rounds import rounds_in_play
from events.selectors.rules import device_role, hands_wanted
from scoring.competence import UNIT, confirming_sides, records_side
from scoring.games.guandan import KINDS, POINTS
from scoring.parameters import Rulebook
from scoring.tallies import TALLIES
from scoring.tallies.match_sum import sum_hands

KEPT_MATCHES = 256  # values of matches judged as a whole, each until its next entry


@dataclass(frozen=True, slots=True)
class Folded:
    """What the page draws of a match judged as a whole: its rows, and the places that only extra hands decided, best first."""

    hands: tuple[dict[str, Any], ...] = ()
    apart: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a table page, and where: `kind` is `table` for a device of the table, `player` for a player's own where he sits now,
    `official` for a referee who came to the table. `match` names the one match of the last two; the first has its table for every round."""

    pid: str
    table: int
    side: str
    role: str
    kind: str = "table"
    match: str = ""


@dataclass(frozen=True, slots=True)
class Sitters:
    """Who sits on a side: names, and the ids by which a confirmation says who took the tablet, in the same order."""

    names: list[str] = field(default_factory=list)
    pids: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class PairingOffer:
    """What a pairing code would pair. `spent` is "", "used" or "expired"."""

    code: PairingCode
    role: str
    spent: str


def pairing_offer(*, secret: str) -> PairingOffer | None:
    """The code behind a secret, without using it up; None for a secret nobody made."""
    code = PairingCode.objects.select_related("competition__event").filter(digest=digest_of(secret)).first()
    if code is None:
        return None
    spent = "used" if code.used_at is not None else "expired" if code.expires_at <= timezone.now() else ""
    return PairingOffer(code, str(device_role(code.competition, code.side)), spent)


def kinds_of(rulebook: Rulebook) -> list[dict[str, Any]]:
    """The results a hand of 掼蛋 can have, with the points the rulebook gives and the clause that gives them."""
    return [{"code": kind, "points": rulebook.number(POINTS[kind]), "clause": rulebook.law(POINTS[kind])} for kind in KINDS]


def reasons() -> Sequence[tuple[str, str]]:
    """Why a table may call a referee: codes and source words."""
    return REASONS


def holder_of(*, device: Device) -> Holder | None:
    """Where a device is: as it was paired, or where its player sits now; None for a player who sits nowhere."""
    if device.player is None:
        return Holder(device.pid, device.table or 0, device.side, device.role)
    place = place_now(competition=device.competition, player=device.player)
    if place is None:
        return None
    return Holder(device.pid, place.table, place.side, str(device_role(device.competition, place.side)), "player", place.match)


def official_at(*, competition: Competition, match: Match, by: Actor) -> Holder:
    """A referee at a table: enters for the side that records there."""
    return Holder(by.pid, match.table, records_side(rulebook_of(competition)), str(Role.SCORER), "official", match.code)


def state_at(*, competition: Competition, holder: Holder) -> dict[str, Any]:
    """All that moves on the page of this device: at most eight queries, two more once a pair at the table has forfeited, or when
    the page of a match judged as a whole is the first to see a new entry; one more in a later game of a match.

    `match` is what sits at the device's table in the round in play, or None. `unit` is what is confirmed: `match` or `hand`;
    `confirming` are the sides that sign it, each on its own device or on the other side's, handed over: `hand_over` says with what,
    and which of them have a PIN.
    """
    rulebook = rulebook_of(competition)
    rounds = rounds_in_play(competition=competition)
    joined = Match.objects.select_related("round", "ns__team", "ew__team", "third__team", "ns__pin", "ew__pin", "third__pin")
    if holder.match:
        match = joined.filter(competition=competition, code=holder.match).first()
    else:
        match = joined.filter(round__in=rounds, table=holder.table).order_by("-round__number").first() if rounds else None
    of_match = match.round if match is not None else rounds[0] if rounds else None
    closed = Book.objects.filter(competition=competition, closed=True).exists()
    return {
        "device": {"pid": holder.pid, "table": holder.table, "side": holder.side, "role": holder.role, "kind": holder.kind},
        "hands_total": hands_wanted(rulebook),
        "unit": rulebook.choice(UNIT),
        "confirming": list(confirming_sides(rulebook)),
        "hand_over": {"how": competition.event.hand_over, "pins": _with_pins(match)},
        "announcements": [
            {"pid": one.pid, "text": one.text, "at": one.made_at} for one in announcements_now(competition.event, competition)
        ],
        "published": closed,
        "locked": closed or (of_match is not None and of_match.state == "locked"),
        "match": None if match is None else match_state(match, competition),
    }


def match_state(match: Match, competition: Competition) -> dict[str, Any]:
    """One match as the page draws it. Six queries less the match itself. Under each of its sides: who sits there.

    A match whose hands add up has `totals`, the sums of the live hands. One that is judged as a whole has `shown`, `done` and
    `winner` as the rules see it, and its hands are the rows of its fold (scoring), each with `confirmed`; `apart`: seats
    with the places that extra hands alone decided; `minutes_left` is what
    its rulebook's limit leaves, None where no time runs: shown, never judged.
    """
    call = TableCall.objects.filter(match=match, answered_at__isnull=True).order_by("called_at").first()
    players = _players(match)
    rulebook = rulebook_of(competition)
    additive = TALLIES[rulebook.tally].additive
    return {
        "code": match.code,
        "round": match.round.number,
        "table": match.table,
        "room": match.room,
        "boards": match.boards,
        "version": match.version,
        "closed": match.closed,
        **{
            side: {"team": sitter.team.name, "players": players[sitter.pk].names, "pids": players[sitter.pk].pids}
            for side, sitter in match.entrants().items()
        },
        **(_added_up(match) if additive else _judged_whole(match, competition)),
        "confirmed": bool(match.confirmed_hash),
        "signed_by": _signed(match, rulebook),
        "on_behalf": match.confirmed_on_behalf,
        "forfeited_by": [side for side in match.forfeited_by.split(",") if side],
        "annulled": additive and match.code in annulled_matches(competition=competition),
        "call": None if call is None else {"reason": call.reason, "at": call.called_at},
        "dispute": table_dispute(match, rulebook),
    }


def _added_up(match: Match) -> dict[str, Any]:
    rows = list(HandRecord.objects.filter(match=match, state__in=[HandState.LIVE, HandState.CONFLICT]).order_by("number", "seq"))
    live = [row for row in rows if row.state == HandState.LIVE]
    disputed = disputed_hands(match)
    played = sum_hands([(row.points, row.normal["double_downs"]) for row in live])
    return {
        "hands": [_hand(row, [other for other in rows if other.number == row.number and other is not row], disputed) for row in live],
        "totals": {"points": dict(played.points), "double_downs": dict(played.double_downs)},
    }


def _hand(row: HandRecord, rivals: Sequence[HandRecord], disputed: Collection[int]) -> dict[str, Any]:
    shown, in_question = _result(row), bool(rivals) or row.number in disputed
    return {**shown, "number": row.number, "under_review": in_question, "rivals": [_result(rival) for rival in rivals]}


def _result(row: HandRecord) -> dict[str, Any]:
    normal: Mapping[str, Any] = row.normal
    return {"side": normal["side"], "kind": normal["kind"], "points": row.points, "hash": row.hash, "by": row.by}


def _judged_whole(match: Match, competition: Competition) -> dict[str, Any]:
    folded = _folded(competition.pid, match.code, match.version, json.dumps(match.shown, sort_keys=True)) if match.version else Folded()
    numbers = {side: sitter.number for side, sitter in match.entrants().items()}
    return {
        "hands": list(folded.hands),
        "apart": [list(one) for one in folded.apart],
        "numbers": numbers,
        "shown": match.shown,
        "done": match.done,
        "winner": match.winner,
        "minutes_left": minutes_left_now(rulebook_of(competition), match),
    }


def _signed(match: Match, rulebook: Rulebook) -> list[str]:
    """Whose signatures stand. Where several sides sign, the match tells; else the one that confirms has signed or it has not."""
    signed = match.shown.get("signed_by")
    if signed is None:
        return list(confirming_sides(rulebook)) if match.confirmed_hash and not match.confirmed_on_behalf else []
    return list(signed)


@lru_cache(maxsize=KEPT_MATCHES)
def _folded(competition: str, match: str, version: int, shown: str) -> Folded:
    """A match as it stood after `version` entries: folded once, whoever asks.

    `shown` is in the key because a board's trump is an entry about no match, and yet changes what its tables show.
    """
    found = Competition.objects.get(pid=competition)
    value = match_value(competition=found, match=match)
    hands = tuple({name: part for name, part in row.items() if name not in ("trace", "clauses")} for row in value["hands"])
    return Folded(hands, tuple(apart_of(value)))


def _players(match: Match) -> dict[int, Sitters]:
    found = {sitter.pk: Sitters() for sitter in match.entrants().values()}
    players = Player.objects.filter(entrant_id__in=found).order_by("entrant_id", "order")
    for entrant, name, pid in players.values_list("entrant_id", "name", "pid"):
        found[entrant].names.append(name)
        found[entrant].pids.append(pid)
    return found


def _with_pins(match: Match | None) -> list[str]:
    """The sides that can sign with a PIN on the other side's tablet."""
    return [] if match is None else [side for side, sitter in match.entrants().items() if hasattr(sitter, "pin")]
