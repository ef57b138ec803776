"""Rounds and the state of their matches."""

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from events.models import Competition, Match, Round
from events.refusals import NotFound
from events.selectors.annulled import annulled_matches
from scoring.formats.groups.leaves import REFILL


def rounds_of(*, competition: Competition) -> QuerySet[Round]:
    """Opened rounds in order, each with `matches_total`, `matches_done`, `matches_confirmed`, `matches_under_review`:
    two queries, three with an annulled pair.

    Done: all hands in, forfeited or annulled, as the standings count it; this is what the tables say at this moment.
    """
    forfeited = ~Q(matches__forfeited_by="") | Q(matches__code__in=annulled_matches(competition=competition))
    done = forfeited | Q(matches__done=True)
    return (
        Round.objects.filter(competition=competition)
        .annotate(
            matches_total=Count("matches"),
            matches_done=Count("matches", filter=done),
            matches_confirmed=Count("matches", filter=forfeited | ~Q(matches__confirmed_hash="")),
            matches_under_review=Count("matches", filter=Q(matches__under_review__gt=0) & ~forfeited),
        )
        .order_by("number")
    )


def round_of(*, competition: Competition, number: int) -> Round:
    """Raises NotFound `round`."""
    found = Round.objects.filter(competition=competition, number=number).first()
    if found is None:
        raise NotFound("round")
    return found


def last_round(*, competition: Competition) -> Round | None:
    """The round opened last."""
    return Round.objects.filter(competition=competition).order_by("-number").first()


def rounds_in_play(*, competition: Competition) -> list[Round]:
    """The round opened last, and the one it runs beside where it fills up a table for those left over (F6-02)."""
    return in_play(Round.objects.filter(competition=competition).order_by("-number")[:2])


def in_play(newest: Iterable[Round]) -> list[Round]:
    """Of the last two rounds, the last one first: those that are played."""
    rounds = list(newest)
    return rounds if rounds and rounds[0].stage == REFILL else rounds[:1]


def matches_of(*, competition: Competition, number: int | None = None) -> QuerySet[Match]:
    """Matches by round and table, with round, pairs and teams joined; of one round when `number` is given."""
    joined = Match.objects.filter(competition=competition).select_related("round", "ns__team", "ew__team", "third__team")
    matches = joined.order_by("round__number", "table")
    return matches if number is None else matches.filter(round__number=number)
