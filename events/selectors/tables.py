"""Tables: the match that sits at one, its hands, and a list of them with names."""

from dataclasses import dataclass

from django.db.models import QuerySet

from events.access import Actor
from events.models import Competition, HandRecord, Match


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
    raise NotImplementedError


def match_of_device(*, actor: Actor) -> Match | None:
    """What is played at the device's table: its match of the round opened last."""
    raise NotImplementedError


def hands_of(*, match: Match) -> QuerySet[HandRecord]:
    """Every record of the match, slot by slot in order of arrival."""
    raise NotImplementedError


def table_rows(*, competition: Competition, number: int | None = None) -> list[TableRow]:
    """Tables of a round (default: the last opened one) with names: at most four queries, whatever the size."""
    raise NotImplementedError
