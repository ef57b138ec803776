"""What a side of a running match is worth at a glance, as its tally 计分 counts: levels, games won, points.

Reads one match of the published state; computes no score.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from events.selectors.boards.parts import number_text

SIDES = ("NS", "EW")
PASSED_A = "passed_A"


@dataclass(frozen=True, slots=True)
class Figures:
    """A match at a glance. `ns` and `ew` are short texts, empty where there is nothing to say yet.

    `passed`: the side that passed the last level; `deal`: the side that has the deal; `wins`: games won, where several decide;
    `game`: which game runs, 0 for none; `how`: the code of how it was decided.
    """

    ns: str = ""
    ew: str = ""
    passed: str = ""
    deal: str = ""
    wins: tuple[int, int] | None = None
    game: int = 0
    how: str = ""

    def of(self, side: str) -> str:
        return self.ns if side == "NS" else self.ew


def figures_of(tally: str, match: Mapping[str, Any]) -> Figures:
    """By the tally's name; where a match was forfeited, what counts of it and that it was."""
    found = FIGURES[tally](match)
    return replace(found, passed="", deal="", how="forfeit") if match["state"] == "forfeited" else found


def _climb(match: Mapping[str, Any]) -> Figures:
    """炒地皮: both levels, who has the deal, which game it is; games won once several have decided it."""
    shown = match["shown"]
    games, several = shown["games"], shown["to_win"] > 1
    wins = (shown["wins"]["NS"], shown["wins"]["EW"]) if several else None
    last = next((game for game in reversed(games) if game["winner"]), None)
    if match["state"] == "forfeited":
        return _points(match) if several else Figures()
    if match["winner"]:
        how = _decided(match, last["reason"]) if last else ""
        if wins is not None:
            return Figures(ns=str(wins[0]), ew=str(wins[1]), how=how)
        levels = last["levels"] if last else shown["levels"]
        return Figures(ns=levels["NS"], ew=levels["EW"], passed=match["winner"] if how == PASSED_A else "", how=how)
    if match["state"] == "waiting":
        return Figures(wins=wins)
    levels = shown["levels"]
    return Figures(ns=levels["NS"], ew=levels["EW"], deal=shown["deal"], wins=wins, game=shown["game"] if several else 0)


def _best_of(match: Mapping[str, Any]) -> Figures:
    """五子棋: games won by each, and which game runs."""
    shown = match["shown"]
    if match["state"] == "waiting":
        return Figures()
    ns, ew = str(shown["wins"]["NS"]), str(shown["wins"]["EW"])
    return Figures(ns=ns, ew=ew, game=0 if match["winner"] else shown["next_game"] or 0)


def _points(match: Mapping[str, Any]) -> Figures:
    """Matches whose points add up: both sides' points, once there are any."""
    points = match["points"]
    if points is None or match["state"] == "waiting":
        return Figures()
    return Figures(ns=number_text(points["NS"]), ew=number_text(points["EW"]))


FIGURES: Mapping[str, Callable[[Mapping[str, Any]], Figures]] = {
    "climb": _climb,
    "best_of": _best_of,
    "match_sum": _points,
    "two_rooms": _points,
    "match_points": _points,
}


def _decided(match: Mapping[str, Any], reason: str) -> str:
    """The reason a game ended; at the bell the key that decided, as the match's own steps name it (level, bank, lot)."""
    return next((step["op"] for step in reversed(match["trace"]) if step["op"].startswith(f"{reason}_")), reason)
