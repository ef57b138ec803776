"""Tables: the match that sits at one, its hands, and a list of them with names."""

from dataclasses import dataclass

from django.db.models import QuerySet

from events.access import Actor
from events.models import Competition, HandRecord, Match, Round
from events.pinned import hands_wanted, rulebook_of
from events.refusals import NotFound
from events.selectors.people import Names, names_of
from events.selectors.rounds import last_round, matches_of
from events.storable import storable


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of a round as a list shows it. Sides: team name and pair; `hands` live of `hands_wanted`."""

    match: Match
    ns_team: str
    ns_pair: str
    ew_team: str
    ew_pair: str
    hands: int
    hands_wanted: int


def match_of(*, competition: Competition, code: str) -> Match:
    """By code (`r3-2v7-p1`), pairs and teams joined: one query. Raises NotFound `match`."""
    found = matches_of(competition=competition).filter(code=code).first() if storable(code) else None
    if found is None:
        raise NotFound("match")
    return found


def match_of_device(*, actor: Actor) -> Match | None:
    """What is played at the device's table: its match of the round opened last."""
    if actor.competition_id is None or actor.table is None:
        return None
    newest = Round.objects.filter(competition_id=actor.competition_id).order_by("-number").values("pk")[:1]
    return Match.objects.filter(round__in=newest, table=actor.table).select_related("round", "competition", "ns__team", "ew__team").first()


def hands_of(*, match: Match) -> QuerySet[HandRecord]:
    """Every record of the match, slot by slot in order of arrival."""
    return HandRecord.objects.filter(match=match).order_by("game", "number", "room", "seq")


def table_rows(*, competition: Competition, number: int | None = None, names: Names | None = None) -> list[TableRow]:
    """Tables of a round (default: the last opened one) with names, read here when not given: at most four queries, whatever the size."""
    if number is None:
        newest = last_round(competition=competition)
        if newest is None:
            return []
        number = newest.number
    names = names or names_of(competition=competition)
    wanted = hands_wanted(rulebook_of(competition))
    return [
        TableRow(
            match=match,
            ns_team=match.ns.team.name,
            ns_pair=names.pair(match.ns.pid),
            ew_team=match.ew.team.name,
            ew_pair=names.pair(match.ew.pid),
            hands=match.hands_live,
            hands_wanted=wanted,
        )
        for match in matches_of(competition=competition, number=number)
    ]
