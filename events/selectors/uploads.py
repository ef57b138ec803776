"""What is known already of items that come by another road than the tablet's own. Reads only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from events.models import Answer, Competition, HandRecord, HandState, Match


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a record that an item would replace stands: what lives there now (None: nothing), and whether that is signed."""

    number: int
    live: HandRecord | None
    signed: bool


def keys_answered(*, competition: Competition, keys: Iterable[str]) -> frozenset[str]:
    """Those of `keys` under which something was stored already: sent again they are repeats."""
    return frozenset(Answer.objects.filter(book__competition=competition, key__in=list(keys)).values_list("key", flat=True))


def matches_named(*, competition: Competition, codes: Iterable[str]) -> Mapping[str, Match]:
    """The matches of these codes, each with its round."""
    found = Match.objects.select_related("round").filter(competition=competition, code__in=list(codes))
    return {match.code: match for match in found}


def slots_named(*, competition: Competition, hashes: Iterable[str]) -> Mapping[str, Slot]:
    """Hash of a record -> its slot as it is now: two queries, none for no hashes."""
    wanted = list(hashes)
    if not wanted:
        return {}
    named = list(HandRecord.objects.filter(match__competition=competition, hash__in=wanted).select_related("match"))
    lives = HandRecord.objects.filter(match__in={row.match_id for row in named}, state=HandState.LIVE)
    live = {(row.match_id, row.game, row.number, row.room): row for row in lives}
    found = {}
    for row in named:
        now = live.get((row.match_id, row.game, row.number, row.room))
        signed = now is not None and (bool(row.match.confirmed_hash) or now.hash in row.match.shown.get("signed", ()))
        found[row.hash] = Slot(row.number, now, signed)
    return found
