"""Who comes and goes beside the tables, and the clock of one: vouchers, disqualifications, the first table that finished."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, TableDoor, answer
from events.services import arrivals, table_clock


class Vouchers(CompetitionDoor):
    """入场参赛凭证: issued for one game, returned after it; a form reported lost."""

    actions = {"POST": "voucher.give"}
    shapes = {"POST": inputs.VOUCHER}
    outputs: ClassVar = {"POST": {201: "Arrival"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            arrivals.voucher_give(
                competition=self.competition,
                entrant=self.data["entrant"],
                act=self.data["act"],
                day=inputs.day_text(self.data),
                by=self.by,
                key=self.key,
            )
        )


class Disqualifications(CompetitionDoor):
    """取消比赛资格: by a code of the tariff, or taken back by the hash of its entry."""

    actions = {"POST": "entrant.disqualify"}
    shapes = {"POST": inputs.DISQUALIFICATION}
    outputs: ClassVar = {"POST": {201: "Arrival"}}

    def post(self, request: Request, **_address: Any) -> Response:
        if "supersedes" in self.data:
            taken_back = arrivals.disqualification_withdraw(
                competition=self.competition, supersedes=self.data["supersedes"], reason=self.data["reason"], by=self.by, key=self.key
            )
            return answer(taken_back)
        return answer(
            arrivals.entrant_disqualify(
                competition=self.competition,
                entrant=self.data["entrant"],
                code=self.data.get("code", ""),
                reason=self.data["reason"],
                by=self.by,
                key=self.key,
            )
        )


class FirstFinished(CompetitionDoor):
    """Which table of a round finished first, where its players fill the table of those left over."""

    actions = {"POST": "first_finished.state"}
    shapes = {"POST": inputs.FIRST_FINISHED}
    outputs: ClassVar = {"POST": {201: "Arrival"}}

    def post(self, request: Request, number: int, **_address: Any) -> Response:
        return answer(
            arrivals.first_finished_state(competition=self.competition, number=number, match=self.data["match"], by=self.by, key=self.key)
        )


class TableClock(TableDoor):
    """计时: the clock of a table stopped, started again, or given more minutes."""

    actions = {"POST": "table.clock"}
    shapes = {"POST": inputs.TABLE_CLOCK}
    outputs: ClassVar = {"POST": {201: "Stored"}}

    def post(self, request: Request, **_address: Any) -> Response:
        return answer(
            table_clock.table_clock_set(
                competition=self.competition,
                match=self.match.code,
                act=self.data["act"],
                minutes=self.data.get("minutes", 0),
                reason=self.data.get("reason", ""),
                key=self.key,
                by=self.by,
            )
        )
