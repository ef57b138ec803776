"""One match 对阵 of games that are climbed hand by hand: levels, the bell, games won. Clauses CDP-01..05, 22, 28, 36.

Reads the live hands, the penalties and the bells of a match; writes nothing. What one hand moves is the game's business
(`scoring.games.chaodipi`); how many games win the match is the seat's (`to_win`), which the format knows. Hands after a gap in their
numbers are not judged: what is missing is unknown, not nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Choice, Rulebook, Schema
from scoring.penalties import Penalty, cost, in_order, law
from scoring.sides import OTHER, SIDES
from scoring.tallies.climb_game import Game, fold_game, numbers
from scoring.tallies.climb_shown import shown

Value = dict[str, Any]

CHANGED_PARTNER = "tally_rules.changed_partner"
WON_BY = "tally_rules.won_by"

SCHEMA: Schema = {CHANGED_PARTNER: Choice(("forfeit", "recorded")), WON_BY: Choice(("first_to",))}


class Climb:
    """The tally of a match whose hands carry levels into the next. See `scoring.tallies.protocol.Tally`."""

    schema = SCHEMA
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        return rulebook.choice(CHANGED_PARTNER) == "forfeit"

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """There are no boards to adjust."""
        return (Fault("not_in_this_game", at="board"),)

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """The hands with what each moved, the games and who won them; `points` are the games won.

        Games count in order: a later one counts when those before it are decided. The match is won by who first has enough.
        """
        to_win = int(seat["to_win"])
        wins = dict.fromkeys(SIDES, 0)
        games: list[Game] = []
        after: list[Game] = []
        winner, open_game = "", False
        for number in numbers(facts):
            game = fold_game(rulebook, number, facts, decided=games[-1].number if winner else 0)
            (after if winner else games).append(game)
            if game.winner and not open_game and not winner:
                wins[game.winner] += 1
                winner = game.winner if wins[game.winner] >= to_win else ""
            open_game = open_game or not game.winner
        findings = [fault.as_json() for game in (*games, *after) for fault in game.findings]
        part = _forfeited(rulebook, to_win, facts) if facts.absent else _played(rulebook, games, wins, winner)
        return {
            "hands": [row for game in (*games, *after) for row in game.rows],
            **part,
            "findings": [] if facts.absent else findings,
            "penalties": [
                _penalty(rulebook, penalty) for penalty in sorted(facts.penalties, key=lambda one: (one.game, *in_order(rulebook, one)))
            ],
            "shown": shown(rulebook, to_win, games, wins, decided=bool(facts.absent or winner)),
        }

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Decided, and nothing contradicts anything."""
        return part["state"] == "complete" and not part["findings"]


def _forfeited(rulebook: Rulebook, to_win: int, facts: MatchFacts) -> Value:
    """A match that an official gave to the side that was there; to nobody when both were away."""
    winner = "" if len(facts.absent) > 1 else OTHER[facts.absent[0]]
    points = {side: to_win if side == winner else 0 for side in SIDES}
    steps = [Step(rulebook.law(WON_BY), "forfeit" if winner else "both_absent", (points[side],), points[side], side) for side in SIDES]
    return {"state": "forfeited", "points": points, "winner": winner, "trace": [step.as_json() for step in steps]}


def _played(rulebook: Rulebook, games: Sequence[Game], wins: Mapping[str, int], winner: str) -> Value:
    """A match as its games stand: each that is decided, and the sum of each side."""
    steps = [game.decided_by for game in games if game.decided_by is not None]
    won = {side: tuple(int(game.winner == side) for game in games if game.winner) for side in SIDES}
    if steps:
        steps += [Step(rulebook.law(WON_BY), "sum", won[side], sum(won[side]), side) for side in SIDES]
    begun = any(game.rows or game.bell is not None or game.winner for game in games)
    return {
        "state": "complete" if winner else "playing" if begun else "waiting",
        "points": dict(wins),
        "winner": winner,
        "trace": [step.as_json() for step in steps],
    }


def _penalty(rulebook: Rulebook, penalty: Penalty) -> Value:
    return {
        "hash": penalty.hash,
        "code": penalty.code,
        "side": penalty.side,
        "game": penalty.game,
        "number": penalty.number,
        "count": penalty.count,
        "amount": cost(rulebook, penalty),
        "clause": law(rulebook, penalty.code),
        "at": penalty.at,
    }
