"""What officials state beside the hands: penalties, the bell, adjusted scores; a board's trump, a fouled board."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, TableDoor, answer
from events.api.hands import under
from events.api.previews import Tried, tried
from events.pinned import rulebook_of
from events.services import boards, penalties
from scoring.games import GAMES
from scoring.outcomes import Fault
from scoring.tallies import TALLIES


class Penalties(Tried, TableDoor):
    """判罚: a penalty by the rulebook's tariff, about a hand, a board or the game."""

    actions = {"POST": "penalty.give"}
    shapes = {"POST": inputs.PENALTY}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        rulebook, given = rulebook_of(self.competition), data.get("penalty")
        return under("penalty", GAMES[rulebook.game].check_penalty(rulebook, given)) if isinstance(given, dict) else []

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            penalties.penalty_give(
                competition=self.competition,
                match=self.match.code,
                penalty=self.data["penalty"],
                key=self.key,
                by=self.by,
                game=self.data.get("game", 1),
                number=self.data.get("number", 0),
                room=self.data.get("room", ""),
                reason=self.data.get("reason", ""),
                let_stand=self.data.get("let_stand", False),
            )
        )


class TimeUps(Tried, TableDoor):
    """时间到: the bell of a game, and the last hand that counts."""

    actions = {"POST": "time.up"}
    shapes = {"POST": inputs.TIME_UP}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored"}}

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            penalties.time_up_state(
                competition=self.competition,
                match=self.match.code,
                game=self.data.get("game", 1),
                last_hand=self.data["last_hand"],
                lot=self.data.get("lot", ""),
                key=self.key,
                by=self.by,
                reason=self.data.get("reason", ""),
            )
        )


class Adjustments(Tried, TableDoor):
    """调整分: a board's score set by the chief referee, with reason and clauses."""

    actions = {"POST": "board.adjust"}
    shapes = {"POST": inputs.ADJUSTMENT}
    outputs: ClassVar = {"POST": {200: "Effect", 201: "Stored", 202: "Proposed"}}

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        rulebook, clauses = rulebook_of(self.competition), data.get("clauses")
        named = penalties.clause_faults(rulebook.clauses, clauses) if isinstance(clauses, list) else []
        return [*TALLIES[rulebook.tally].check_adjustment(rulebook, data.get("board"), data), *named]

    @tried
    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            penalties.board_adjust(
                competition=self.competition,
                match=self.match.code,
                board=self.data["board"],
                ns=self.data["ns"],
                ew=self.data["ew"],
                unit=self.data["unit"],
                clauses=self.data["clauses"],
                reason=self.data["reason"],
                room=self.data.get("room", ""),
                key=self.key,
                by=self.by,
            )
        )


class BoardFacts(CompetitionDoor):
    """What holds of a board at every table: the rules' complaints are said together with those about the body."""

    kind: ClassVar[str] = ""

    def more_faults(self, data: Mapping[str, Any]) -> list[Fault]:
        rulebook = rulebook_of(self.competition)
        game = GAMES[rulebook.game]
        return list(game.check_board_fact(rulebook, self.kind, data)) if self.kind in game.extra_acts else []


class BoardTrumps(BoardFacts):
    """将牌: the trump of a board, fixed for every table."""

    kind = "board_trump"
    actions = {"POST": "board.trump"}
    shapes = {"POST": inputs.BOARD_TRUMP}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(boards.board_trump_set(competition=self.competition, by=self.by, key=self.key, **self.data))


class Fouled(BoardFacts):
    """A board that was not the same at all tables: its results are compared in groups."""

    kind = "fouled"
    actions = {"POST": "board.foul"}
    shapes = {"POST": inputs.FOULED}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(boards.board_foul(competition=self.competition, by=self.by, key=self.key, **self.data))
