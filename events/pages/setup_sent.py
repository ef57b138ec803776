"""A form of the set-up as it came, and an order typed as numbers beside names. Reads requests; writes nothing."""

from collections import Counter
from collections.abc import Sequence

from django.http import HttpRequest

from events.access import Actor
from events.pages.base import Place
from events.pinned import rulebook_of
from events.refusals import Problems
from scoring.formats.laws import DRAW, law_of
from scoring.outcomes import Fault
from scoring.sides import THREE

MOST_DIGITS = 4


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
    typed = sent.numbered()
    wanted = {str(number) for number in range(1, len(typed) + 1)}
    numbers = list(typed.values())
    if set(numbers) != wanted:
        wrong = sorted({number or "–" for number in numbers if number not in wanted or numbers.count(number) > 1})
        raise Problems([Fault("numbers_not_once_each", at="order", values={"most": len(typed), "wrong": wrong})])
    return sorted(typed, key=lambda pid: int(typed[pid]))


def seats_typed(sent: Sent) -> Sequence[str]:
    """The same where a place is a seat: as a number, or as table and seat (`5-2`). Who has none typed beside him is left out."""
    typed = {pid: text for pid, text in sent.numbered().items() if text}
    placed = {pid: _place(text) for pid, text in typed.items()}
    clause = law_of(rulebook_of(sent.place.competition), DRAW)
    count, wanted = Counter(placed.values()), {str(number) for number in range(1, len(placed) + 1)}
    twice = sorted({typed[pid] for pid, place in placed.items() if count[place] > 1})
    if twice:
        raise Problems([Fault("seat_twice", clause, "order", {"wrong": twice})])
    outside = sorted({typed[pid] for pid, place in placed.items() if place not in wanted})
    if outside:
        raise Problems([Fault("seats_not_filled", clause, "order", {"most": len(placed), "wrong": outside})])
    return sorted(placed, key=lambda pid: int(placed[pid]))


def _place(text: str) -> str:
    """The place in the order that a table and a seat stand for; anything else as it was typed."""
    table, dash, seat = text.replace("－", "-").partition("-")
    if not dash or seat not in THREE or not (table.isascii() and table.isdigit() and len(table) <= MOST_DIGITS and int(table)):
        return text
    return str((int(table) - 1) * len(THREE) + int(seat))
