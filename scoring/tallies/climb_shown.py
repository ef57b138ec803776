"""What the table and the desk see of a climbed match while it goes on: levels, the deal, the next dealer, what each row would do.

Computed from games as the tally folded them; writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.games.chaodipi.carry import Carry, fresh
from scoring.games.chaodipi.hand import climbed, next_dealer, standing
from scoring.games.chaodipi.leaves import BANDS
from scoring.leaf_types import OPEN_END
from scoring.parameters import Rulebook
from scoring.sides import OTHER
from scoring.tallies.climb_game import Game, shown_games

Value = dict[str, Any]


def shown(rulebook: Rulebook, to_win: int, games: Sequence[Game], wins: Mapping[str, int], *, decided: bool) -> Value:
    """The game that is being played: the first that is not decided, the next one, or the last when the match is over."""
    game = next((game for game in games if not game.winner), None)
    if game is None or decided:
        game = games[-1] if decided else Game(games[-1].number + 1, fresh(rulebook))
    carry = game.carry
    going_on = not decided and not game.winner
    known = going_on and game.gap is None
    return {
        "game": game.number,
        "to_win": to_win,
        "wins": dict(wins),
        "levels": dict(carry.levels),
        "deal": carry.deal,
        "dealer": carry.dealer if going_on else "",
        "next_hand": game.next_hand if going_on else None,
        "time_up": game.bell is not None,
        "last_hand": game.bell,
        "wanted": game.wanted if going_on else "",
        "must_play": standing(rulebook, carry),
        "carry": replace(carry, time_up=game.next_hand == game.bell).as_json() if known and game.next_hand else None,
        "bands": bands(rulebook, carry) if known and game.next_hand is not None else [],
        "gap": game.gap,
        "games": shown_games(games),
    }


def bands(rulebook: Rulebook, carry: Carry) -> list[Value]:
    """Each row of the table and what it would do from here; before anybody has the deal, only the row.

    `dealer` is the seat that would deal next, empty where it is not known who deals now or the rules leave it open (CDP-22).
    """
    rows: list[Value] = []
    for row in rulebook.rows(BANDS):
        shown_row: Value = {
            "least": row["least"],
            "most": None if row["most"] == OPEN_END else row["most"],
            **{name: row[name] for name in ("declarers", "defenders", "swaps")},
            "levels": None,
            "deal": None,
            "dealer": "",
            "wins": "",
        }
        if carry.deal:
            after, _ = climbed(rulebook, carry, row, carry.deal)
            deal = OTHER[carry.deal] if row["swaps"] else carry.deal
            shown_row |= {"levels": dict(after.levels), "deal": deal, "wins": after.winner}
        if carry.dealer:
            shown_row["dealer"] = next_dealer(rulebook, carry.dealer, swaps=bool(row["swaps"]))
        rows.append(shown_row)
    return rows
