"""Who was put in where by an act at another table: read from the entries that it wrote behind its own. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from events import ledger
from events.models import Competition, Match
from events.selectors.people import names_of
from scoring.sides import THREE

RESEATED, MOST = "reseated", 200


@dataclass(frozen=True, slots=True)
class Reseated:
    """An opened match in which others sit now: seat -> name, or, with none, the same people with other stacks."""

    round: int
    table: int
    seats: tuple[tuple[str, str], ...]


def reseated_after(*, competition: Competition, seq: int) -> tuple[Reseated, ...]:
    """What the entries straight behind entry `seq` changed at tables of three; a match that was left as it is says nothing."""
    following = ledger.entries(competition.book, after=seq, upto=seq + MOST)
    bodies = [entry.body for entry in takewhile(lambda entry: entry.kind == RESEATED, following)]
    bodies = [body for body in bodies if THREE[0] in body and not body.get("ruled")]
    if not bodies:
        return ()
    before, names = _seated(competition, seq), names_of(competition=competition)
    places = {match.code: match for match in Match.objects.filter(competition=competition).select_related("round")}
    found = []
    for body in bodies:
        match, was = places[body["match"]], before.get(body["match"], {})
        seats = tuple((seat, names.contender(body[seat])) for seat in THREE if body[seat] != was.get(seat))
        found.append(Reseated(match.round.number, match.table, seats))
    return tuple(found)


def _seated(competition: Competition, seq: int) -> dict[str, Mapping[str, Any]]:
    """Match -> who sat there, as it was stated last up to an entry."""
    seated: dict[str, Mapping[str, Any]] = {}
    for entry in ledger.entries(competition.book, upto=seq, kinds=("round_opened", RESEATED)):
        for stated in entry.body.get("seats", ()) if entry.kind != RESEATED else (entry.body,):
            seated[stated["match"]] = stated
    return seated
