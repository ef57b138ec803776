"""Books of a pairs competition, for tests: boards played to a wanted D, whole tables, signatures."""

from collections.abc import Mapping
from typing import Any

from scoring.entries import Entry
from scoring.parameters import Rulebook
from tests.scoring.rooms import board_record
from tests.scoring.sheets import Sheet

LEVEL = 40


class Pairs(Sheet):
    """A book of pairs, one a team: pair i is `e{i}.1` and has draw number i. `seats[match]` is what its round stated."""

    def __init__(self, rulebook: Rulebook, pairs: int, *, draw: bool = True) -> None:
        super().__init__(rulebook, pairs, draw="entrants" if draw else "")
        self.seats: dict[str, Mapping[str, Any]] = {}
        self.hashes: dict[tuple[str, int], str] = {}

    def open_round(self, number: int) -> list[str]:
        matches = super().open_round(number)
        self.seats |= {seat["match"]: seat for seat in self.entries[-1].body["seats"]}
        return matches

    def number(self, match: str, side: str) -> int:
        """The draw number of the pair that a round put on one side."""
        return int(self.seats[match][side].removeprefix("e").partition(".")[0])

    def board(self, match: str, board: int, points: int | Mapping[str, Any]) -> str:
        """One board of a table, played to a D or with these fields; what stands in the way of a record is in them."""
        record = board_record(self.rulebook, board, "", points) | {side: self.number(match, side) for side in ("ns", "ew")}
        record |= points if isinstance(points, Mapping) else {}
        del record["room"]
        self.hashes[match, board] = self.record(match, record)
        return self.hashes[match, board]

    def table(self, match: str, points: str) -> None:
        """The boards of a table in order: "40 60"; `-` is not played."""
        for board, wanted in zip(self.seats[match]["boards"], points.split(), strict=True):
            if wanted != "-":
                self.board(match, board, int(wanted))

    def round(self, number: int, results: Mapping[str, str], otherwise: int = LEVEL) -> None:
        """Open a round and play it: `{"r1-t2": "40 60"}`, the other tables to the same D."""
        for match in self.open_round(number):
            self.table(match, results.get(match) or " ".join([str(otherwise)] * len(self.seats[match]["boards"])))

    def sign(self, match: str) -> None:
        """Every board of a table confirmed by East, one by one."""
        for (of, _), entry_hash in list(self.hashes.items()):
            if of == match:
                self.confirm(match, [entry_hash])

    def adjust(self, match: str, board: int, ns: Any, ew: Any, unit: str = "percent", clause: str = "E80-24") -> str:
        return self.add("adjustment", match=match, game=1, number=board, ns=ns, ew=ew, unit=unit, clauses=[clause])

    def penalty(self, match: str, board: int, code: str, side: str, **body: Any) -> str:
        return self.add("penalty", match=match, game=1, number=board, code=code, side=side, **body)

    def reseat(self, match: str, ns: str, ew: str) -> None:
        """Other people in the seats of an opened table; the entry names no match in its columns, only in its body."""
        seq = len(self.entries) + 1
        body = {"match": match, "ns": ns, "ew": ew}
        self.entries.append(Entry(seq, "reseated", f"key-{seq}", f"h{seq}", actor="d1", role="chief_referee", body=body))
