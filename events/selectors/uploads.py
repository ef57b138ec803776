"""What is known already of items that come by another road than the tablet's own. Reads only."""

from collections.abc import Iterable, Mapping

from events.models import Answer, Competition, Match


def keys_answered(*, competition: Competition, keys: Iterable[str]) -> frozenset[str]:
    """Those of `keys` under which something was stored already: sent again they are repeats."""
    return frozenset(Answer.objects.filter(book__competition=competition, key__in=list(keys)).values_list("key", flat=True))


def matches_named(*, competition: Competition, codes: Iterable[str]) -> Mapping[str, Match]:
    """The matches of these codes, each with its round."""
    found = Match.objects.select_related("round").filter(competition=competition, code__in=list(codes))
    return {match.code: match for match in found}
