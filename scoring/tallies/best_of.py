"""One match 对阵 of single games, won by who first has enough of them (三局两胜). Clauses GMK-01, GMK-03, GMK-05, GMK-06.

Reads the live games of a match in order of their numbers, and who forfeits. How many games win the match is the seat's (`to_win`):
the format knows which match is a final. Games count in order and without a gap, as far as the one that decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.games import GAMES
from scoring.games.gomoku import LOSES, MATCH_LOST
from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Choice, Rulebook, Schema
from scoring.sides import OTHER, SIDES
from scoring.slots import Slot

Value = dict[str, Any]

WON_BY, DRAWS = "tally_rules.won_by", "tally_rules.draws"
NEXT, DECIDER, AFTER_DRAW = "tally_rules.black.next", "tally_rules.black.decider", "tally_rules.black.after_draw"
WON_GAMES, CHANGED_PLAYER = "tally_rules.forfeit.won_games", "tally_rules.changed_player"
REPLAYED, COUNTED, RPS, SWAPPED, KEPT = "replayed", "counted", "rps", "swapped", "kept"

SCHEMA: Schema = {
    WON_BY: Choice(("first_to",)),
    DRAWS: Choice((REPLAYED, COUNTED)),
    NEXT: Choice((SWAPPED, RPS)),
    DECIDER: Choice((SWAPPED, RPS)),
    AFTER_DRAW: Choice((SWAPPED, "unchanged")),
    WON_GAMES: Choice(("dropped", KEPT)),
    CHANGED_PLAYER: Choice(("forfeit", "recorded")),
}


@dataclass
class _Score:
    """A match as far as its games have been read. `games` are the normal forms of those that count."""

    to_win: int
    wins: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    games: list[Mapping[str, Any]] = field(default_factory=list)
    winner: str = ""
    decided_by: tuple[Step, ...] = ()

    @property
    def next_game(self) -> int:
        return len(self.games) + 1


class BestOf:
    """The tally of a match that is decided by won games. See `scoring.tallies.protocol.Tally`."""

    schema = SCHEMA
    additive = False

    def partners_frozen(self, rulebook: Rulebook) -> bool:
        return rulebook.choice(CHANGED_PLAYER) == "forfeit"

    def sitting(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Value:
        """The games, the score in games, and what is wrong with their numbers. `points` are the games won.

        A row has, beside what the game says, `counted`, `black_due` (who was to have Black, empty where 猜拳 decides) and
        `out_of_turn` (the other one had it): a game that was played stands, so that is no finding.
        """
        score = _Score(int(seat["to_win"]))
        rows: list[Value] = []
        blocking: list[Fault] = []
        law = rulebook.law(WON_BY)
        for slot in facts.slots:
            due, found = "", []
            counted = not score.winner and slot.number == score.next_game
            if counted:
                due = next_black(rulebook, score.games, score.wins, score.to_win)
                _count(rulebook, score, slot.live.normal)
            elif score.winner:
                values = {"game": slot.number, "decided": len(score.games)}
                found.append(Fault("game_after_decision", law, f"game[{slot.number}]", values))
                blocking += found
            elif not blocking:
                missing = score.next_game
                blocking.append(Fault("game_missing", law, f"game[{missing}]", {"game": missing, "before": slot.number}))
            rows.append(_row(rulebook, slot, found, counted=counted, due=due))
        part = _forfeited(rulebook, score, facts.absent) if facts.absent else _played(rulebook, score, blocking)
        return {"hands": rows, **part, "penalties": [], "shown": _shown(rulebook, score, decided=bool(facts.absent or score.winner))}

    def check_adjustment(self, rulebook: Rulebook, board: object, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A game is corrected or ruled, never adjusted."""
        return (Fault("not_in_this_game"),)

    def whole(self, rulebook: Rulebook, part: Mapping[str, Any]) -> bool:
        """Decided, and no game is out of place."""
        return part["state"] == "complete" and not part["findings"]


def next_black(rulebook: Rulebook, games: Sequence[Mapping[str, Any]], wins: Mapping[str, int], to_win: int) -> str:
    """The side that has Black in the next game, from the normal forms of those before it; empty where 猜拳 decides (GMK-01).

    A drawn game that is replayed has a rule of its own, and so has the decider: the game that wins the match for either side.
    """
    if not games:
        return ""
    last = games[-1]
    if not last["winner"] and rulebook.choice(DRAWS) == REPLAYED:
        return OTHER[last["black"]] if rulebook.choice(AFTER_DRAW) == SWAPPED else str(last["black"])
    decider = to_win > 1 and all(wins[side] == to_win - 1 for side in SIDES)
    return OTHER[last["black"]] if rulebook.choice(DECIDER if decider else NEXT) == SWAPPED else ""


def _count(rulebook: Rulebook, score: _Score, normal: Mapping[str, Any]) -> None:
    """One more game, and whether it decides the match: by games won, by what a resignation or 弃权 costs, by the lead after all."""
    score.games.append(normal)
    side, reason = str(normal["winner"]), normal["reason"]
    if side:
        score.wins[side] += 1
        if score.wins[side] == score.to_win:
            score.winner = side
            score.decided_by = (Step(rulebook.law(WON_BY), "first_to", (score.to_win,), score.to_win, side),)
            return
        if reason in LOSES and rulebook.choice(LOSES[reason]) == MATCH_LOST:
            score.winner, law = side, LOSES[reason]
            score.wins = _walkover(rulebook, score, side)
            score.decided_by = (Step(rulebook.law(law), reason, (score.to_win,), score.to_win, side),)
            return
    games_of_match = 2 * score.to_win - 1
    if rulebook.choice(DRAWS) == COUNTED and len(score.games) >= games_of_match and score.wins["NS"] != score.wins["EW"]:
        score.winner = max(SIDES, key=lambda one: score.wins[one])
        lead = (score.wins[score.winner], score.wins[OTHER[score.winner]])
        score.decided_by = (Step(rulebook.law(DRAWS), "more_games", lead, lead[0], score.winner),)


def _walkover(rulebook: Rulebook, score: _Score, winner: str) -> dict[str, int]:
    """Games of a match that one side gave up: enough for the other; its own by the rulebook (GMK-03)."""
    kept = score.wins[OTHER[winner]] if rulebook.choice(WON_GAMES) == KEPT else 0
    return {side: score.to_win if side == winner else kept for side in SIDES}


def _forfeited(rulebook: Rulebook, score: _Score, absent: Sequence[str]) -> Value:
    """A match that an official gave to the side that was there; to nobody when both were away."""
    law = rulebook.law(WON_GAMES)
    winner = "" if len(absent) > 1 else OTHER[absent[0]]
    points = _walkover(rulebook, score, winner) if winner else dict.fromkeys(SIDES, 0)
    op = "forfeit" if winner else "both_absent"
    trace = [Step(law, op, (points[side],), points[side], side).as_json() for side in SIDES]
    return {"state": "forfeited", "points": points, "winner": winner, "trace": trace, "findings": []}


def _played(rulebook: Rulebook, score: _Score, blocking: Sequence[Fault]) -> Value:
    """A match as its games stand."""
    law = rulebook.law(WON_BY)
    won = {side: tuple(int(game["winner"] == side) for game in score.games) for side in SIDES}
    sums = [Step(law, "sum", won[side], sum(won[side]), side) for side in SIDES] if score.games else []
    return {
        "state": "complete" if score.winner else "playing" if score.games or blocking else "waiting",
        "points": dict(score.wins),
        "winner": score.winner,
        "trace": [step.as_json() for step in (*sums, *score.decided_by)],
        "findings": [fault.as_json() for fault in blocking],
    }


def _shown(rulebook: Rulebook, score: _Score, *, decided: bool) -> Value:
    """What the table and the desk see: the score in games, the next game and who has Black in it."""
    return {
        "wins": dict(score.wins),
        "to_win": score.to_win,
        "next_game": None if decided else score.next_game,
        "next_black": "" if decided else next_black(rulebook, score.games, score.wins, score.to_win),
        "games": [{name: game[name] for name in ("game", "black", "winner", "reason")} for game in score.games],
    }


def _row(rulebook: Rulebook, slot: Slot, findings: Sequence[Fault], *, counted: bool, due: str) -> Value:
    live, game = slot.live, GAMES[rulebook.game]
    return {
        "number": slot.number,
        "game": slot.game,
        "room": slot.room,
        "hash": live.hash,
        **game.row(rulebook, live.record, live.normal),
        "counted": counted,
        "black_due": due,
        "out_of_turn": bool(due) and due != live.normal["black"],
        "under_review": slot.in_question,
        "rivals": [{"hash": rival.hash, **game.result(rival.normal)} for rival in slot.rivals],
        "by": live.by,
        "clauses": list(live.clauses),
        "findings": [fault.as_json() for fault in findings],
    }
