"""A form of the set-up as it came, and an order typed as numbers beside names. Reads requests; writes nothing."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest

from events.access import Actor
from events.pages.base import Place
from events.refusals import Problems
from scoring.outcomes import Fault
from scoring.sides import THREE

MOST_PLACE = 9999


class Sent:
    """A form as it came."""

    def __init__(self, request: HttpRequest, place: Place, by: Actor) -> None:
        self.data, self.place, self.by = request.POST, place, by

    def text(self, name: str) -> str:
        return self.data.get(name, "").strip()

    def keyed(self) -> dict[str, object]:
        return {"competition": self.place.competition, "by": self.by, "key": self.text("key")}

    def numbered(self) -> dict[str, str]:
        """Id -> what was typed beside it."""
        return {name.removeprefix("number-"): self.text(name) for name in self.data if name.startswith("number-")}


def order_typed(sent: Sent) -> Sequence[str]:
    """The ids by the numbers typed beside them; every number once."""
    return _ordered(sent.numbered())


def seats_typed(sent: Sent) -> Sequence[str]:
    """The same where a place is a seat: as a number, or as table and seat (`5-2`). Who has none typed beside him is left out."""
    return _ordered({pid: _place(text) for pid, text in sent.numbered().items() if text})


def _ordered(typed: Mapping[str, str]) -> list[str]:
    wanted = {str(number) for number in range(1, len(typed) + 1)}
    numbers = list(typed.values())
    if set(numbers) != wanted:
        wrong = sorted({number or "–" for number in numbers if number not in wanted or numbers.count(number) > 1})
        raise Problems([Fault("numbers_not_once_each", at="order", values={"most": len(typed), "wrong": wrong})])
    return sorted(typed, key=lambda pid: int(typed[pid]))


def _place(text: str) -> str:
    """The place in the order that a table and a seat stand for; anything else as it was typed."""
    table, dash, seat = text.replace("－", "-").partition("-")
    if not dash or seat not in THREE or not (table.isascii() and table.isdigit() and 0 < int(table) <= MOST_PLACE):
        return text
    return str((int(table) - 1) * len(THREE) + int(seat))
