"""Forfeits 弃权 and line-ups of a match: which stand, and what scoring makes of them for the projection.

Reads the match's entries; sets `Match.forfeited_by` for the caller to save.
"""

from typing import Any

from events import ledger
from events.models import Book, Entrant, Match
from scoring.entries import Entry
from scoring.nodes import match_node
from scoring.parameters import Rulebook

KINDS = ("forfeit", "line_up")


def absences(book: Book, match: Match) -> list[Entry]:
    """The forfeits and line-ups of the match that were not withdrawn, in order."""
    entries = ledger.entries(book, kinds=(*KINDS, "withdrawn"), matches=[match.code])
    withdrawn = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return [entry for entry in entries if entry.kind in KINDS and entry.hash not in withdrawn]


def keep_absences(match: Match, standing: list[Entry], rulebook: Rulebook) -> None:
    """Who forfeits, as scoring reads the standing entries: stated, or by a changed partner (GD-01)."""
    seat = {
        "match": match.code,
        "round": match.round.number,
        "encounter": match.encounter,
        "pair": match.pair,
        "table": match.table,
        "ns": _side(match.ns),
        "ew": _side(match.ew),
    }
    match.forfeited_by = ",".join(match_node(rulebook, seat, standing)["forfeited_by"])


def _side(entrant: Entrant) -> dict[str, Any]:
    players = [player.pid for player in entrant.players.order_by("order")]
    return {"team": entrant.team.pid, "entrant": entrant.pid, "players": players}
