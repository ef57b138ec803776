"""Forfeits 弃权 and line-ups of a match: which stand, and what scoring makes of them for the projection.

Reads the match's entries; sets `Match.forfeited_by` for the caller to save.
"""

from collections.abc import Collection
from typing import Any

from events import ledger
from events.models import Book, Competition, Entrant, Match
from events.selectors.match_value import seat_of
from scoring.entries import Entry
from scoring.nodes import match_node
from scoring.parameters import Rulebook
from scoring.sides import key_of
from scoring.tallies import TALLIES

KINDS = ("forfeit", "line_up")


def absences(book: Book, match: Match) -> list[Entry]:
    """The forfeits and line-ups of the match that were not withdrawn, in order."""
    entries = ledger.entries(book, kinds=(*KINDS, "withdrawn"), matches=[match.code])
    withdrawn = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return [entry for entry in entries if entry.kind in KINDS and entry.hash not in withdrawn]


def line_up_forfeits(competition: Competition, rulebook: Rulebook, match: str, side: str, players: Collection[str]) -> bool:
    """Whether these players on that side make it forfeit: others than the registered ones, where the rulebook freezes partners (GD-01)."""
    registered = seat_of(competition=competition, match=match)[key_of(side)]["players"]
    return TALLIES[rulebook.tally].partners_frozen(rulebook) and sorted(players) != sorted(registered)


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
