"""Where a player sits now: the one match of the rounds in play at which his phone may act, and the side of it.

Reads rounds, matches and the line-ups that stand. Nothing is kept: who moves has lost the old table with the entry that moves him.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from events import ledger
from events.models import Competition, Match, Player
from events.selectors.rounds import rounds_in_play
from scoring.entries import Entry
from scoring.sides import sides_of

LineUps = Mapping[str, Collection[str]]  # side -> pids of the players who really sit there, where that was stated
KINDS = ("line_up", "withdrawn")


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """A match and the side of its table."""

    match: str
    table: int
    side: str
    round: int


def side_of(player: str, entrant: object, seats: Mapping[str, object], line_ups: LineUps) -> str:
    """The side on which a player sits, or "". A line-up that stands says who sits there; without one, the entrant's own players do.

    `seats`: side -> the entrant there, named as `entrant` is.
    """
    named = next((side for side, players in line_ups.items() if player in players), "")
    if named:
        return named
    own = next((side for side, sitter in seats.items() if sitter == entrant), "")
    return "" if own in line_ups else own


def line_ups_of(entries: Iterable[Entry]) -> dict[str, dict[str, Collection[str]]]:
    """Match -> side -> players, of the line-ups that stand: not withdrawn, and of two for one side the later one."""
    read = list(entries)
    gone = {entry.supersedes for entry in read if entry.kind == "withdrawn"}
    found: dict[str, dict[str, Collection[str]]] = {}
    for entry in read:
        if entry.kind == "line_up" and entry.hash not in gone:
            found.setdefault(entry.match, {})[entry.body["side"]] = entry.body["players"]
    return found


def place_now(*, competition: Competition, player: Player) -> PlaceNow | None:
    """Where the player sits in the rounds in play; None for who has a bye, is out or waits for the next round. Four queries."""
    return places_now(competition=competition, players=[player]).get(player.pk)


def places_now(*, competition: Competition, players: Collection[Player]) -> dict[int, PlaceNow]:
    """The same of many: a player's key -> his place, of those who have one. Four queries.

    Who was stated to sit in for others sits there, and nowhere else. Else of several tables the one that is not finished, of the round
    opened last: whoever was first to finish may fill up another.
    """
    rounds = rounds_in_play(competition=competition)
    columns = ("code", "table", "done", "round__number", "ns_id", "ew_id", "third_id")
    tables = Match.objects.filter(round__in=rounds).order_by("-round__number", "done", "table").values(*columns)
    matches = {row["code"]: row for row in tables} if rounds else {}
    if not matches:
        return {}
    stated = line_ups_of(ledger.entries(competition.book, kinds=KINDS, matches=list(matches)))
    found: dict[int, PlaceNow] = {}
    for code, row in matches.items():
        for player in players:
            seats = _seats(row)
            side = side_of(player.pid, player.entrant_id, seats, stated.get(code, {}))
            if side and (player.pk not in found or seats[side] != player.entrant_id):
                found[player.pk] = PlaceNow(code, row["table"], side, row["round__number"])
    return found


def _seats(row: Mapping[str, Any]) -> dict[str, int]:
    """Side -> the entrant's key. At a table of three the columns of the first two seats are `ns` and `ew`."""
    if row["third_id"] is None:
        return {"NS": row["ns_id"], "EW": row["ew_id"]}
    return {"1": row["ns_id"], "2": row["ew_id"], "3": row["third_id"]}


def side_in(match: Mapping[str, Any], player: str, entrant: str, line_ups: LineUps) -> str:
    """The same of a match of a folded state."""
    seats = {side: match[side.lower()]["entrant"] for side in sides_of(match)}
    return side_of(player, entrant, seats, line_ups)
