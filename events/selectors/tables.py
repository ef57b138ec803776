"""Tables: the match that sits at one, its hands, and a list of them with names."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import QuerySet

from events.access import Actor
from events.models import Competition, Entrant, HandRecord, Match, Round
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound
from events.selectors.people import Names, names_of
from events.selectors.rounds import in_play, matches_of, rounds_in_play
from events.storable import storable


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits at a side of a table: the team's name, the players' names, the number that was drawn."""

    team: str
    people: str
    number: int | None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a round as a list shows it. `sides`: side -> who sits there; `hands` live of `hands_wanted`."""

    match: Match
    sides: Mapping[str, Seated]
    hands: int
    hands_wanted: int


def match_of(*, competition: Competition, code: str) -> Match:
    """By code (`r3-2v7-p1`), pairs and teams joined: one query. Raises NotFound `match`."""
    found = matches_of(competition=competition).filter(code=code).first() if storable(code) else None
    if found is None:
        raise NotFound("match")
    return found


def seated_beside(match: Match) -> list[Entrant]:
    """Who sits at the other tables of this encounter: one query."""
    others = Match.objects.filter(round=match.round, encounter=match.encounter).exclude(pk=match.pk).select_related("ns__team", "ew__team")
    return [entrant for other in others for entrant in (other.ns, other.ew)]


def match_of_device(*, actor: Actor) -> Match | None:
    """What is played at the device's table: its match of the round opened last, or of the one that runs beside it."""
    if actor.competition_id is None or actor.table is None:
        return None
    joined = Match.objects.select_related("round", "competition", "ns__team", "ew__team", "third__team")
    if actor.player:
        return joined.filter(competition_id=actor.competition_id, code=actor.match).first()
    newest = list(Round.objects.filter(competition_id=actor.competition_id).order_by("-number")[:2])
    return joined.filter(round__in=in_play(newest), table=actor.table).order_by("-round__number").first()


def hands_of(*, match: Match) -> QuerySet[HandRecord]:
    """Every record of the match, slot by slot in order of arrival."""
    return HandRecord.objects.filter(match=match).order_by("game", "number", "room", "seq")


def table_rows(*, competition: Competition, number: int | None = None, names: Names | None = None) -> list[TableRow]:
    """Tables of a round (default: those in play) with names, read here when not given: at most four queries, whatever the size."""
    numbers = [number] if number is not None else [one.number for one in rounds_in_play(competition=competition)]
    if not numbers:
        return []
    names = names or names_of(competition=competition)
    wanted = hands_wanted(rulebook_of(competition))
    return [
        TableRow(
            match=match,
            sides={side: Seated(entrant.team.name, names.pair(entrant.pid), entrant.number) for side, entrant in match.entrants().items()},
            hands=match.hands_live,
            hands_wanted=wanted,
        )
        for match in matches_of(competition=competition).filter(round__number__in=numbers)
    ]
