"""The rules of the games 玩法: how one record is checked and scored. One module a game; none imports another."""

from collections.abc import Mapping
from typing import Any, Protocol

from scoring.games.chaodipi import Chaodipi
from scoring.games.doudizhu import Doudizhu
from scoring.games.eighty import Eighty
from scoring.games.gomoku import Gomoku
from scoring.games.guandan import Guandan
from scoring.outcomes import Fault, Outcome
from scoring.parameters import Rulebook, Schema
from scoring.penalties import Tariff


class Game(Protocol):
    """What a game answers about one record. Records come from outside: any JSON value must be answered, never raised on."""

    @property
    def schema(self) -> Schema:
        """The leaves the game reads."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides of its table (`scoring.sides`): two, or three players."""

    @property
    def official_parts(self) -> tuple[str, ...]:
        """Parts of a record that only an official may state: what was ruled, not played."""

    @property
    def extra_acts(self) -> tuple[str, ...]:
        """Acts of officials that only such games know, beside those of `scoring.competence.ACTS`."""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Parts of a record that nobody who is still to play may see: who keeps them shows them after the close."""

    @property
    def tariffs(self) -> Mapping[str, Tariff]:
        """What may be imposed, by code; empty where the text knows no penalty in points."""

    def operand_words(self, name: str) -> tuple[str, ...]:
        """What an operand of a penalty may say, where that is one of a few words."""

    @property
    def remembers(self) -> bool:
        """Whether a hand depends on the hands before it, so that only the fold of the match knows what it is worth."""

    def place(self, record: Mapping[str, Any]) -> tuple[int, int, str]:
        """Where a record without faults belongs: game, number, room."""

    def given_twice(self, rulebook: Rulebook, record: Mapping[str, Any]) -> Fault | None:
        """The finding when another record of a match has the place of this one, without faults; its values name the place.

        None where each record is answered for itself.
        """

    def fits_seat(self, rulebook: Rulebook, record: Mapping[str, Any], seat: Mapping[str, Any]) -> tuple[Fault, ...]:
        """What of a record without faults contradicts the table it is entered at: a wrong room, board or pair."""

    def check_penalty(self, rulebook: Rulebook, body: object, number: int | None = None) -> tuple[Fault, ...]:
        """Everything that is wrong with the body of a penalty under the rulebook's tariff, or nothing.

        `number` is the hand or board it is entered for, 0 the game as a whole; None where that is not known.
        """

    def check_board_fact(self, rulebook: Rulebook, kind: str, body: Mapping[str, Any]) -> tuple[Fault, ...]:
        """Everything wrong with what is stated of a board for all tables: its trump (`board_trump`), or that it was `fouled`."""

    def check(self, rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
        """Everything that cannot be right by itself, or nothing."""

    def normal(self, rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
        """The scored normal form of a record without faults: equal forms are the same result."""

    def result(self, normal: Mapping[str, Any]) -> dict[str, Any]:
        """The result a normal form states, without its points."""

    def row(self, rulebook: Rulebook, record: Mapping[str, Any], normal: Mapping[str, Any]) -> dict[str, Any]:
        """What the published state says of a live record: its result, points, what else it moves, and the trace."""

    def judge(self, rulebook: Rulebook, record: object) -> Outcome:
        """The record judged with nothing carried into it."""

    def unjudged(self, problems: tuple[Fault, ...], number: int | None = None) -> Outcome:
        """The outcome of what cannot be judged, for these problems."""

    def unused_carry(self, carry: Mapping[str, Any]) -> tuple[Fault, ...]:
        """What of a stated carry the game cannot use; a game without memory can use none of it."""

    def json_schema(self, rulebook: Rulebook) -> dict[str, Any]:
        """JSON Schema of a record."""


class GameWithMemory(Game, Protocol):
    """A game whose records carry something into the next. What it carries is its own; None where it is not known."""

    def start(self, rulebook: Rulebook, seat: Mapping[str, Any] | None = None) -> Any:
        """What stands before the first record of a game."""

    def carry_of(self, rulebook: Rulebook, value: object) -> tuple[Any, tuple[Fault, ...]]:
        """What somebody states to stand now, or None and all that is wrong with it. Any JSON value is answered."""

    def step(self, rulebook: Rulebook, carry: Any, record: object) -> tuple[Outcome, Any]:
        """A record judged after what stands, and what stands then. A record with problems leaves nothing to go on from."""


WITH_MEMORY: Mapping[str, GameWithMemory] = {"chaodipi": Chaodipi(), "doudizhu": Doudizhu()}
GAMES: Mapping[str, Game] = {**WITH_MEMORY, "eighty": Eighty(), "gomoku": Gomoku(), "guandan": Guandan()}
