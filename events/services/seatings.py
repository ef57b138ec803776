"""坐错位置: who really sat where at a match that was played with the sides, or two tables of a team, exchanged.

Writes `Match` and, through events.ledger, `reseated`. The records, fines and signatures stay as they are: they tell of the sides of the
table. Whose they are is what changes, and everything after it is computed anew.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Competition, Entrant, HandRecord, HandState, LedgerEntry, Match
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.selectors.match_value import match_value
from events.selectors.plan import setup_of
from events.services.bracket import COLUMNS, bracket_follow
from events.services.keyed import new_key, veiled
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.seconding import Proposes, Second, proposed, wants_second
from events.services.sitting import (
    Sitting,
    match_found,
    place_of,
    project,
    reason_body,
    reason_faults,
    refuse,
    require_competent,
    sitting_held,
    summary,
)
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.sides import THREE, key_of, sides_of
from scoring.tallies import TALLIES

# Formats in which the boards of a table are compared with those of others: with other people the results compare with nothing.
COMPARED = frozenset({"rooms_round_robin", "mitchell"})
# Formats in which the pairs of one team meet those of another in one encounter, so that two of them may be at each other's tables.
EXCHANGED = frozenset({"round_robin"})
BRACKET = "knockout"

Seat = Mapping[str, Any]


def seats_correct(
    *,
    competition: Competition,
    match: str,
    seats: Mapping[str, str],
    reason: str,
    key: str,
    by: Actor,
    let_stand: bool = False,
    second: Second | None = None,
) -> Reply:
    """State who really sat at each side of a match, side -> entrant: 201. Somebody of another table of his team's changes places with it.

    Competence as for a ruling, with a reason. Problems: reason_missing, seats_incomplete, seats_unchanged, seated_elsewhere (somebody
    who neither sits here nor at another table of the same team and encounter). StateRefusal: not_in_this_format where boards are
    compared, match_forfeited, and those of `events.services.bracket`; `let_stand`: see there. Where something was recorded it is two
    officials' if the event wants two: 202.
    """
    action, asker = "match.reseat", by if second is None else second.by
    with refusals_kept(competition=competition, action=action, by=asker, match=match, key=key):
        asked = {"seats": dict(seats), "reason": veiled(reason), **({"let_stand": True} if let_stand else {})}
        mark = fingerprint(action=action, competition=competition, match=match, body=asked) if second is None else second.mark
        if replay := known(competition=competition, key=key, fingerprint=mark, by=asker):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        require_competent(by, "ruling", rulebook)
        refuse(reason_faults(reason, required=True))

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            if rulebook.format in COMPARED:
                raise StateRefusal("not_in_this_format", values={"act": "reseat"})
            sitting = sitting_held(book, found)
            changes = _changes(rulebook, setup_of(competition)["matches"], match, seats)
            if second is None and wants_second(competition) and _recorded(competition, [seat["match"] for seat, _sits in changes]):
                asks = {name: value for name, value in asked.items() if name != "reason"}
                said = reason_body(competition, reason)
                status, told, entry = proposed(book, sitting.match, Proposes("reseat", asks), body=said, by=by, key=key, mark=mark)
                sitting.save()
                return status, {**told, "match": summary(sitting, rulebook)}, entry
            written: list[LedgerEntry] = []
            for seat, people in changes:
                held = sitting if seat["match"] == match else sitting_held(book, _other(competition, seat["match"]))
                if held.forfeited_by:
                    raise StateRefusal("match_forfeited", current={"match": summary(held, rulebook)})
                body = {**_body(rulebook, seat, people), **reason_body(competition, reason)}
                if second is not None:
                    body = second.stated(book, body)
                written.append(
                    ledger.append(
                        book,
                        kind="reseated",
                        body=body,
                        by=by,
                        key=new_key() if written else key,
                        fingerprint=mark,
                    )
                )
                _seat(held, people)
                bracket_follow(book, held, by=by, let_stand=let_stand, reason=reason)
            if second is not None:
                second.settle()
            return 201, {"entry": place_of(written[0]), "match": summary(sitting, rulebook)}, written[0]

        return once(competition=competition, key=key, fingerprint=mark, by=asker, work=work)


def _recorded(competition: Competition, matches: Sequence[str]) -> bool:
    """Whether anything was recorded at one of these matches that would become other people's."""
    rows = HandRecord.objects.filter(match__competition=competition, match__code__in=matches)
    return rows.filter(state__in=[HandState.LIVE, HandState.CONFLICT]).exists()


def _changes(rulebook: Rulebook, known_seats: list[Seat], match: str, said: Mapping[str, str]) -> list[tuple[Seat, dict[str, str]]]:
    """This match with its people as stated, then each other match that gave somebody and takes whom he changed places with."""
    here = next(seat for seat in known_seats if seat["match"] == match)
    sides = sides_of(here)
    faults = [Fault("seats_incomplete", at=f"seats.{side}") for side in sides if not said.get(side)]
    faults += [Fault("unknown_side", at="seats", values={"known": list(sides)}) for side in said if side not in sides]
    if len({said.get(side) for side in sides}) < len(sides):
        faults.append(Fault("seats_incomplete", at="seats"))
    refuse(faults)
    now = {side: here[key_of(side)]["entrant"] for side in sides}
    wanted = {side: said[side] for side in sides}
    if wanted == now:
        refuse([Fault("seats_unchanged", at="seats")])
    found: list[tuple[Seat, dict[str, str]]] = [(here, wanted)]
    gone = [entrant for entrant in now.values() if entrant not in wanted.values()]
    for side, entrant in wanted.items():
        if entrant in now.values():
            continue
        there = _table_of(rulebook, known_seats, here, entrant)
        if there is None:
            refuse([Fault("seated_elsewhere", at=f"seats.{side}")])
            continue
        seat, at = there
        instead = next((one for one in gone if _team(here, one) == seat[key_of(at)]["team"]), None)
        if instead is None:
            refuse([Fault("seated_elsewhere", at=f"seats.{side}")])
            continue
        gone.remove(instead)
        theirs = dict(next((people for other, people in found if other["match"] == seat["match"]), _people(seat)))
        found = [one for one in found if one[0]["match"] != seat["match"]] + [(seat, {**theirs, at: instead})]
    return found


def _table_of(rulebook: Rulebook, known_seats: list[Seat], here: Seat, entrant: str) -> tuple[Seat, str] | None:
    """Where somebody who does not sit here was seated, if the two tables may have been exchanged: the seat and his side of it."""
    if rulebook.format not in EXCHANGED:
        return None
    for seat in known_seats:
        if seat["match"] != here["match"] and seat["encounter"] == here["encounter"]:
            for side, one in _people(seat).items():
                if one == entrant:
                    return seat, side
    return None


def _people(seat: Seat) -> dict[str, str]:
    return {side: seat[key_of(side)]["entrant"] for side in sides_of(seat)}


def _team(seat: Seat, entrant: str) -> str:
    return next(str(seat[key_of(side)]["team"]) for side, one in _people(seat).items() if one == entrant)


def _body(rulebook: Rulebook, seat: Seat, people: Mapping[str, str]) -> dict[str, Any]:
    """A body of `reseated`. What everybody brought goes with him; in a bracket the match is no longer asked who ought to sit where."""
    body: dict[str, Any] = {"match": seat["match"], **{key_of(side): entrant for side, entrant in people.items()}, "really": True}
    if "start" in seat:
        brought = {entrant: seat["start"][side] for side, entrant in _people(seat).items()}
        body["start"] = {side: brought[entrant] for side, entrant in people.items()}
    return body | ({"ruled": True} if rulebook.format == BRACKET or seat.get("ruled") else {})


def _other(competition: Competition, match: str) -> Match:
    return Match.objects.select_related("round").get(competition=competition, code=match)


def _seat(held: Sitting, people: Mapping[str, str]) -> None:
    """The projection of who sits at the match, and of what is made of it. Its version counts entries of its own, and this is none."""
    match, competition = held.match, held.match.competition
    rows = Entrant.objects.select_related("team").filter(competition=competition).in_bulk(list(people.values()), field_name="pid")
    for side, entrant in people.items():
        setattr(match, COLUMNS[side] if side in THREE else key_of(side), rows[entrant])
    if not TALLIES[rulebook_of(competition).tally].additive:
        held.value = match_value(competition=competition, match=match.code)
        project(match, held.value)
    match.save()
