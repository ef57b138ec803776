"""Rounds and the state of their matches."""

from django.db.models import QuerySet

from events.models import Competition, Match, Round


def rounds_of(*, competition: Competition) -> QuerySet[Round]:
    """Opened rounds in order, each with `matches_total`, `matches_done`, `matches_confirmed`, `matches_under_review`: one query."""
    raise NotImplementedError


def round_of(*, competition: Competition, number: int) -> Round:
    """Raises NotFound `round`."""
    raise NotImplementedError


def last_round(*, competition: Competition) -> Round | None:
    """The round opened last."""
    raise NotImplementedError


def matches_of(*, competition: Competition, number: int | None = None) -> QuerySet[Match]:
    """Matches by round and table, with round, pairs and teams joined; of one round when `number` is given."""
    raise NotImplementedError
