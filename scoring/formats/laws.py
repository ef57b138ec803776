"""What a refusal cites that is about the competition as a whole: its draw, its rounds, its roster, its lot, who plays what at a table.

Each format has a leaf that says so; where none does, the clause of the text itself. Reads a rulebook; writes nothing.
"""

from collections.abc import Mapping

from scoring.parameters import Rulebook

DRAW, ROUNDS, ROSTER, LOT, TABLE = ("draw", "rounds", "roster", "lot", "table")

_CITED: Mapping[str, Mapping[str, str]] = {
    "cut": {
        DRAW: "format_rules.goes_on.heats",
        ROUNDS: "format_rules.goes_on.heats",
        ROSTER: "format_rules.byes",
        LOT: "format_rules.play_off.again",
        TABLE: "game_rules.players",
    },
    "groups": {
        DRAW: "format_rules.first_round",
        ROUNDS: "format_rules.advance",
        ROSTER: "format_rules.leftover",
        LOT: "tally_rules.ties.chain",
        TABLE: "game_rules.players",
    },
    "knockout": {
        DRAW: "format_rules.placing",
        ROUNDS: "format_rules.elimination",
        ROSTER: "format_rules.placing",
        LOT: "format_rules.placing",
        TABLE: "format_rules.to_win",
    },
    "ladder": {
        DRAW: "format_rules.drawn_by",
        ROUNDS: "format_rules.champion",
        ROSTER: "format_rules.voucher",
        LOT: "format_rules.lot.level",
        TABLE: "game_rules.players",
    },
    "mitchell": {
        DRAW: "format_rules.seating",
        ROUNDS: "format_rules.rounds",
        ROSTER: "format_rules.seating",
        LOT: "ranking.final_tie",
        TABLE: "format_rules.boards_per_round",
    },
    "rooms_round_robin": {
        DRAW: "format_rules.pairing",
        ROUNDS: "format_rules.rounds",
        ROSTER: "format_rules.pairs",
        LOT: "ranking.final_tie",
        TABLE: "format_rules.boards",
    },
    "round_robin": {
        DRAW: "TR-02",
        ROUNDS: "format_rules.rounds",
        ROSTER: "TR-03",
        LOT: "TR-06",
        TABLE: "format_rules.pairs",
    },
    "stages": {
        DRAW: "format_rules.stages",
        ROUNDS: "format_rules.stages",
        ROSTER: "format_rules.stages",
        LOT: "tally_rules.ties.chain",
        TABLE: "game_rules.players",
    },
    "travelling": {
        DRAW: "format_rules.seating",
        ROUNDS: "format_rules.rounds",
        ROSTER: "format_rules.leftover",
        LOT: "ranking.final_tie",
        TABLE: "game_rules.players",
    },
}


def law_of(rulebook: Rulebook, topic: str) -> str:
    """The clause of `topic` under this rulebook; empty where its text has none."""
    named = _CITED.get(rulebook.format, {}).get(topic, "")
    clause = rulebook.law(named) if named in rulebook.leaves else named
    return clause if clause in rulebook.clauses else ""
