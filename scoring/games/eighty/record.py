"""The record of one board of 80分 as it comes in: any JSON value, answered with all its faults. Clauses E80-02, E80-06, E80-10..12.

`{"board": 1, "room": "open", "trump": "H", "table_points": 60, "kitty_points": 15, "last_trick": "defenders", "dig": "single"}`, in
pairs `"ns"` and `"ew"` instead of the room. Where `last_trick` is `none`, play stopped and an official says what becomes of the rest.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

from scoring.cards import RANKS
from scoring.games.eighty import schema
from scoring.games.eighty.boards import Board, boards
from scoring.games.eighty.offences import check_penalty
from scoring.games.eighty.pack import check_hands, most_kitty_points, pack_points, step_of_points
from scoring.games.eighty.trumps import check_account
from scoring.outcomes import Fault, shown
from scoring.parameters import Rulebook
from scoring.sides import SIDES

DECLARERS, DEFENDERS, NOBODY = LAST_TRICKS = ("declarers", "defenders", "none")
NO_DIG = "none"
PLAYED = ("trump", "rank", "table_points", "declarers_points", "kitty_points", "last_trick", "dig", "cards", "calls", "drawn", "penalties")
INLINE_SIDES = (*SIDES, DECLARERS, DEFENDERS)
MOST_STRANGE = 10
MOST_PENALTIES = 50
MOST_PAIRS = 999


def fields(rulebook: Rulebook) -> tuple[str, ...]:
    """The fields a record may have."""
    where = ("room",) if rulebook.choice(schema.RESULT_BY) == schema.BY_ROOM else ("ns", "ew")
    return ("board", *where, *PLAYED)


def check_record(rulebook: Rulebook, record: object, *, inline: bool = False) -> tuple[Fault, ...]:
    """All that cannot be right by itself. Penalties may stand in the record only where it is judged without a service (`inline`)."""
    if not isinstance(record, Mapping):
        return (Fault("record_not_object", at="", values={"given": shown(record)}),)
    reader = _Reader(rulebook, record)
    reader.read(inline=inline)
    return tuple(reader.faults)


class _Reader:
    """Reads one record and gathers every fault on the way."""

    def __init__(self, rulebook: Rulebook, record: Mapping[str, Any]) -> None:
        self.rulebook, self.record = rulebook, record
        self.faults: list[Fault] = []

    def wrong(self, code: str, name: str, law: str, **values: object) -> None:
        self.faults.append(Fault(code, law, name, values))

    def read(self, *, inline: bool) -> None:
        known = fields(self.rulebook)
        for name in islice((name for name in self.record if name not in known), MOST_STRANGE):
            self.wrong("unknown_field", str(shown(name)), "", known=list(known))
        board = self._board()
        self._where()
        rulebook, trump_law = self.rulebook, self.rulebook.law(schema.TRUMP_MODE)
        self._choice("trump", schema.TRUMPS, trump_law)
        if "rank" in self.record or rulebook.choice(schema.TRUMP_MODE) == schema.DRAWN:
            self._choice("rank", RANKS, trump_law)
        self.faults += check_account(rulebook, self.record)
        self._points()
        if board is not None and "cards" in self.record:
            self.faults += check_hands(rulebook, board, self.record["cards"], self.record.get("kitty_points"))
        self._penalties(inline=inline)

    def _board(self) -> Board | None:
        law, known = self.rulebook.law(schema.LARGEST_BOARD), boards(self.rulebook)
        number = self._whole("board", law)
        if number is None:
            return None
        if number not in known:
            self.wrong("board_out_of_range", "board", law, least=min(known), most=max(known), given=shown(number))
            return None
        return known[number]

    def _where(self) -> None:
        law = self.rulebook.law(schema.RESULT_BY)
        if self.rulebook.choice(schema.RESULT_BY) == schema.BY_ROOM:
            self._choice("room", schema.ROOMS, law)
            return
        for name in ("ns", "ew"):
            number = self._whole(name, law)
            if number is not None and not 1 <= number <= MOST_PAIRS:
                self.wrong("out_of_range", name, law, least=1, most=MOST_PAIRS, given=shown(number))

    def _points(self) -> None:
        rulebook, law = self.rulebook, self.rulebook.law(schema.CARD_POINTS["K"])
        pack = pack_points(rulebook)
        last, dig = self._last_trick()
        kitty_counts = last == DEFENDERS or rulebook.choice(schema.REST_KITTY) == schema.AS_SINGLE
        table = self._sum("table_points", pack, law, needed=True)
        kitty = self._sum("kitty_points", most_kitty_points(rulebook), law, needed=kitty_counts)
        declarers = self._sum("declarers_points", pack, law, needed=False)
        total = sum(points for points in (table, kitty, declarers) if points is not None)
        if total > pack:
            self.wrong("more_than_the_pack", "table_points", law, most=pack, given=total)
        elif None not in (table, kitty, declarers) and last in (DECLARERS, DEFENDERS) and total != pack:
            self.wrong("points_do_not_add_up", "declarers_points", law, wanted=pack, given=total)
        if last is not None and dig is not None and (last == DEFENDERS) != (dig != NO_DIG):
            code = "dig_missing" if last == DEFENDERS else "dig_without_last_trick"
            self.wrong(code, "dig", rulebook.law(schema.DIG["single"]), given=dig)

    def _last_trick(self) -> tuple[str | None, str | None]:
        law = self.rulebook.law(schema.DIG["single"])
        return self._choice("last_trick", LAST_TRICKS, law), self._choice("dig", (NO_DIG, *schema.DIGS), law)

    def _sum(self, name: str, most: int, law: str, *, needed: bool) -> int | None:
        """A sum of points: within the pack and made of its cards. Null stands for not stated, where it need not be."""
        if not needed and self.record.get(name) is None:
            return None
        points = self._whole(name, law)
        if points is None:
            return None
        step = step_of_points(self.rulebook)
        if not 0 <= points <= most:
            self.wrong("out_of_range", name, law, least=0, most=most, given=shown(points))
        if step and points % step:
            self.wrong("not_a_multiple", name, law, step=step, given=shown(points))
        elif 0 <= points <= most:
            return points
        return None

    def _penalties(self, *, inline: bool) -> None:
        given = self.record.get("penalties", [])
        if not isinstance(given, list):
            self.wrong("wrong_type", "penalties", "", wanted="list", given=shown(given))
        elif given and not inline:
            self.wrong("penalties_by_officials", "penalties", "")
        elif len(given) > MOST_PENALTIES:
            self.wrong("too_many", "penalties", "", most=MOST_PENALTIES, given=len(given))
        else:
            for place, body in enumerate(given):
                self.faults += check_penalty(self.rulebook, body, f"penalties[{place}]", INLINE_SIDES, inline=True)

    def _whole(self, name: str, law: str) -> int | None:
        if name not in self.record:
            self.wrong("missing_field", name, law)
            return None
        value = self.record[name]
        if type(value) is not int:
            self.wrong("wrong_type", name, law, wanted="integer", given=shown(value))
            return None
        return value

    def _choice(self, name: str, known: tuple[str, ...], law: str) -> str | None:
        if name not in self.record:
            self.wrong("missing_field", name, law)
            return None
        value = self.record[name]
        if not isinstance(value, str):
            self.wrong("wrong_type", name, law, wanted="string", given=shown(value))
        elif value not in known:
            self.wrong("not_a_choice", name, law, options=list(known), given=shown(value))
        else:
            return value
        return None
