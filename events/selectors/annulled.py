"""Which matches are annulled by their pair's forfeits (GD-06), as the tables stand at this moment. What that takes is asked of scoring."""

from collections import defaultdict
from typing import Any

from django.db.models import Q

from events.models import Competition, Match
from events.pinned import rulebook_of
from scoring.formats import FORMATS
from scoring.formats.round_robin import entrant_node


def annulled_matches(*, competition: Competition) -> frozenset[str]:
    """Codes of the matches of annulled pairs: one query while no pair is, two when one is. None where a rulebook annuls nobody."""
    if "entrant" not in FORMATS[rulebook_of(competition).format].layers:
        return frozenset()
    played: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    forfeited = Match.objects.filter(competition=competition).exclude(forfeited_by="")
    for number, absent, ns, ew in forfeited.values_list("round__number", "forfeited_by", "ns__pid", "ew__pid"):
        match = {"round": number, "forfeited_by": absent.split(","), "ns": {"entrant": ns}, "ew": {"entrant": ew}}
        played[ns].append(match)
        played[ew].append(match)
    rulebook = rulebook_of(competition)
    pairs = [pair for pair, matches in played.items() if entrant_node(rulebook, pair, matches)["annulled"]]
    if not pairs:
        return frozenset()
    theirs = Match.objects.filter(Q(ns__pid__in=pairs) | Q(ew__pid__in=pairs), competition=competition)
    return frozenset(theirs.values_list("code", flat=True))
