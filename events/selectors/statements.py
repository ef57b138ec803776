"""What officials stated about a match and what of it still stands: forfeits, penalties. Reads the ledger alone."""

from collections.abc import Collection

from events.models import LedgerEntry, Match


def standing_statements(*, match: Match, kinds: Collection[str]) -> list[LedgerEntry]:
    """Its entries of these kinds that nobody has withdrawn, oldest first. One query."""
    about = LedgerEntry.objects.filter(book__competition=match.competition_id, match=match.code, kind__in=[*kinds, "withdrawn"])
    entries = list(about.order_by("seq"))
    gone = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return [entry for entry in entries if entry.kind != "withdrawn" and entry.hash not in gone]
