"""五子棋: one game of two players, by its result and, where somebody wrote them down, its moves. Clauses GMK-01..04, GMK-06.

A record calls the players A and B; A sits where the match has North-South, B where it has East-West. What a game is worth in its
match, and who has Black next, is the tally's.
"""

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

from scoring.games.gomoku.board import Board, Point, board_of
from scoring.outcomes import Fault, Outcome, Step, shown
from scoring.parameters import Choice, Rulebook, Schema, Whole
from scoring.penalties import Tariff
from scoring.sides import SIDES

SIDE: Mapping[str, str] = {"A": "NS", "B": "EW"}
PLAYERS = tuple(SIDE)
OPPONENT: Mapping[str, str] = {"A": "B", "B": "A"}
FIVE, RESIGNED, FORFEIT, DRAW = REASONS = ("five", "resigned", "forfeit", "draw")
FIELDS = ("game", "black", "winner", "reason", "moves", "rps")
MOST_STRANGE = 10  # unknown fields named in one answer

AT_TABLE, MOST_GAMES = "game_rules.players", "game_rules.most_games"
BOARD, IN_A_ROW, OVERLINE, FORBIDDEN = "game_rules.board", "game_rules.in_a_row", "game_rules.overline", "game_rules.forbidden_moves"
RPS_WINNER, DRAW_BY = "game_rules.rps_winner", "game_rules.draw_by"
TAKES_BLACK, EXACT, FULL_BOARD = "takes_black", "exact_five", "full_board"
LOSES: Mapping[str, str] = {RESIGNED: "game_rules.loses.resigned", FORFEIT: "game_rules.loses.forfeit"}
GAME_LOST, MATCH_LOST = "game_lost", "match_lost"
LAW_OF: Mapping[str, str] = {FIVE: IN_A_ROW, DRAW: DRAW_BY, **LOSES}

SCHEMA: Schema = {
    AT_TABLE: Whole(2, 2),
    MOST_GAMES: Whole(1, 99),
    BOARD: Whole(9, 25),
    IN_A_ROW: Whole(3, 9),
    OVERLINE: Choice(("wins", EXACT)),
    FORBIDDEN: Choice(("no_forbidden",)),
    RPS_WINNER: Choice((TAKES_BLACK, "chooses")),
    DRAW_BY: Choice(("agreement", FULL_BOARD)),
    **{path: Choice((GAME_LOST, MATCH_LOST)) for path in LOSES.values()},
}


def board_by(rulebook: Rulebook) -> Board:
    """The board the rulebook plays on (GMK-04, GMK-06)."""
    return board_of(rulebook.number(BOARD), rulebook.number(IN_A_ROW), rulebook.choice(OVERLINE) == EXACT)


class Gomoku:
    """One game. Nothing is carried from game to game."""

    schema = SCHEMA
    extra_acts: tuple[str, ...] = ()
    remembers = False
    sides: tuple[str, ...] = SIDES
    official_parts: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    tariffs: Mapping[str, Tariff] = MappingProxyType({})

    def operand_words(self, name: str) -> tuple[str, ...]:
        """No penalty, no operand."""
        return ()

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        return (1, record["game"], "")

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> Fault:
        """A game has one result; one that is played again has its own number (GMK-05)."""
        return Fault("game_given_twice", rulebook.law(MOST_GAMES), "game", {"game": record["game"]})

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """A record names no table, so it fits any."""
        return ()

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """The text knows no points for an offence: a player loses the game or the match, or nothing."""
        return (Fault("no_tariff"),)

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """No boards of cards are kept."""
        return (Fault("not_in_this_game"),)

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """All that cannot be right by itself: shape, types, a winner who goes with no reason, moves that say something else."""
        if not isinstance(record, Mapping):
            return (Fault("record_not_object", at="", values={"given": shown(record)}),)
        strange = islice((name for name in record if name not in FIELDS), MOST_STRANGE)
        faults = [Fault("unknown_field", at=str(shown(name)), values={"known": list(FIELDS)}) for name in strange]
        faults += self._check_number(rulebook, record)
        result = [
            *_check_name(record, "black", PLAYERS, "unknown_party", rulebook.law(RPS_WINNER)),
            *_check_name(record, "reason", REASONS, "unknown_reason", rulebook.law(IN_A_ROW)),
        ]
        result += self._check_winner(rulebook, record)
        faults += result
        if "rps" in record:
            faults += self._check_rps(rulebook, record)
        if "moves" in record:
            faults += self._check_moves(rulebook, record, decided=not result)
        return tuple(faults)

    def _check_number(self, rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
        law = rulebook.law(MOST_GAMES)
        if "game" not in record:
            return [Fault("missing_field", law, "game")]
        most, number = rulebook.number(MOST_GAMES), record["game"]
        if type(number) is not int:
            return [Fault("wrong_type", law, "game", {"wanted": "integer", "given": shown(number)})]
        if not 1 <= number <= most:
            return [Fault("game_out_of_range", law, "game", {"least": 1, "most": most, "given": shown(number)})]
        return []

    def _check_winner(self, rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
        """Who won, or null for a drawn game: never left out."""
        law = rulebook.law(IN_A_ROW)
        if record.get("winner", "") is not None:
            faults = _check_name(record, "winner", PLAYERS, "unknown_party", law)
            if not faults and record.get("reason") == DRAW:
                faults = [Fault("draw_has_no_winner", rulebook.law(DRAW_BY), "winner", {"given": record["winner"]})]
            return faults
        reason = record.get("reason")
        if isinstance(reason, str) and reason in REASONS and reason != DRAW:
            return [Fault("winner_missing", law, "winner", {"reason": reason})]
        return []

    def _check_rps(self, rulebook: Rulebook, record: Mapping[str, Any]) -> list[Fault]:
        law = rulebook.law(RPS_WINNER)
        faults = _check_name(record, "rps", PLAYERS, "unknown_party", law)
        black = record.get("black")
        if not faults and rulebook.choice(RPS_WINNER) == TAKES_BLACK and black in PLAYERS and black != record["rps"]:
            faults = [Fault("black_not_rps_winner", law, "black", {"given": black, "wanted": record["rps"]})]
        return faults

    def _check_moves(self, rulebook: Rulebook, record: Mapping[str, Any], *, decided: bool) -> list[Fault]:
        """The moves by themselves, and against the result where that is sound: what is on the board is what was won."""
        board, moves, law = board_by(rulebook), record["moves"], rulebook.law(IN_A_ROW)
        faults, won = board.read(moves, rulebook.law(BOARD))
        if faults:
            return faults
        if won is not None and won < len(moves) - 1:
            faults.append(Fault("moves_after_line", law, f"moves[{won + 1}]", {"move": won + 1, "given": len(moves)}))
        if not decided:
            return faults
        reason, winner = record["reason"], record["winner"]
        if won is None:
            if reason == FIVE:
                faults.append(Fault("no_line_on_board", law, "moves", {"wanted": board.line, "given": len(moves)}))
            elif reason == DRAW and rulebook.choice(DRAW_BY) == FULL_BOARD and len(moves) < board.size**2:
                faults.append(Fault("board_not_full", rulebook.law(DRAW_BY), "moves", {"wanted": board.size**2, "given": len(moves)}))
            return faults
        player = record["black"] if won % 2 == 0 else OPPONENT[record["black"]]
        if winner != player:
            faults.append(Fault("winner_not_on_board", law, "winner", {"given": winner, "wanted": player, "move": won + 1}))
        elif reason != FIVE:
            faults.append(Fault("line_not_claimed", law, "reason", {"given": reason, "wanted": FIVE, "move": won + 1}))
        return faults

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """`{"game", "black", "winner", "reason", "points"}` by sides; `winner` is empty for a drawn game, which has no points."""
        winner = "" if record["winner"] is None else SIDE[record["winner"]]
        return {
            "game": record["game"],
            "black": SIDE[record["black"]],
            "winner": winner,
            "reason": record["reason"],
            "points": {side: int(side == winner) for side in SIDES},
        }

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """Who had Black, who won and how."""
        return {name: normal[name] for name in ("black", "winner", "reason")}

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """The result, the points, the number of stones and the points of the line where the moves were written down; the trace."""
        moves = record.get("moves")
        return {
            **self.result(normal),
            "points": dict(normal["points"]),
            "stones": None if moves is None else len(moves),
            "five": self._line(rulebook, record),
            "trace": [step.as_json() for step in self._steps(rulebook, normal["reason"], normal["winner"])],
        }

    def _line(self, rulebook: Rulebook, record: Mapping[str, Any]) -> list[Point] | None:
        moves = record.get("moves")
        return None if moves is None or record["reason"] != FIVE else board_by(rulebook).line_of(moves, len(moves) - 1)

    def _steps(self, rulebook: Rulebook, reason: str, winner: str) -> tuple[Step, ...]:
        """The one step that gives the winner the game; a drawn one gives nothing."""
        return (
            (Step(rulebook.law(LAW_OF[reason]), reason, (1,), 1, winner),)
            if winner
            else (Step(rulebook.law(LAW_OF[reason]), reason, (), 0),)
        )

    def judge(self, rulebook: Rulebook, record: object) -> Outcome:
        """The game for A or B, the line where the moves show one, or all the problems."""
        problems = self.check(rulebook, record)
        if problems or not isinstance(record, Mapping):
            number = record.get("game") if isinstance(record, Mapping) else None
            number = number if type(number) is int and abs(number) < 10**9 else None
            return self.unjudged(problems, number)
        winner = record["winner"]
        moved = {"winner": winner, "five": self._line(rulebook, record)}
        points = {player: int(player == winner) for player in PLAYERS}
        return Outcome("game", record["game"], points, moved, trace=self._steps(rulebook, record["reason"], winner or ""))

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged: nobody has won."""
        return Outcome("game", number, None, {"winner": None, "five": None}, problems=problems)

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Nothing is carried from game to game, so every stated carry is a fault."""
        return tuple(Fault("carry_not_used", at=f"carry.{shown(name)}") for name in islice(carry, MOST_STRANGE))

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """A record as JSON Schema."""
        player, size = {"enum": list(PLAYERS)}, rulebook.number(BOARD)
        point = {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": size}, "minItems": 2, "maxItems": 2}
        return {
            "type": "object",
            "properties": {
                "game": {"type": "integer", "minimum": 1, "maximum": rulebook.number(MOST_GAMES)},
                "black": player,
                "winner": {"enum": [*PLAYERS, None]},
                "reason": {"enum": list(REASONS)},
                "moves": {"type": "array", "items": point, "maxItems": size * size, "uniqueItems": True},
                "rps": player,
            },
            "required": ["game", "black", "winner", "reason"],
            "additionalProperties": False,
        }


def _check_name(record: Mapping[str, Any], name: str, known: tuple[str, ...], code: str, law: str) -> list[Fault]:
    if name not in record:
        return [Fault("missing_field", law, name)]
    value = record[name]
    if not isinstance(value, str):
        return [Fault("wrong_type", law, name, {"wanted": "string", "given": shown(value)})]
    return [] if value in known else [Fault(code, law, name, {"known": list(known), "given": shown(value)})]
