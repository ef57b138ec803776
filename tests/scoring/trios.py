"""Books of competitions at tables of three, written as the service writes them: players on the move, and the ladder.

Player i is the entrant `e{i}` of team `t{i}`. A hand is written "bids | how it went": "0 0 2 | won b1 rocket" is the third to speak as
landlord, out first himself, with one bomb and the rocket; `lost` is out first the next player after him; no bar: nobody called.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.nodes import is_setup, planned_matches, setup_node
from scoring.parameters import Rulebook
from scoring.sides import THREE
from tests.scoring.sheets import Sheet


def hand_record(number: int, first_bidder: int, text: str) -> dict[str, Any]:
    """A record from its short spelling."""
    said, bar, after = text.partition("|")
    bids, words = [int(bid) for bid in said.split()], after.split()
    record: dict[str, Any] = {"hand": number, "first_bidder": first_bidder, "bids": bids}
    if bar:
        landlord = (first_bidder - 1 + bids.index(max(bids))) % 3 + 1
        bombs = next((int(word[1:]) for word in words if word[0] == "b"), 0)
        record |= {"landlord": landlord, "out": landlord if words[0] == "won" else landlord % 3 + 1}
        record |= {"bombs": bombs, "rocket": "rocket" in words}
    return record


def game_record(text: str) -> dict[str, Any]:
    """A game of the ladder: "1: 0 1 | won", with `timeouts=2:1`, `face_up=7`, `ruled=peasants:2` (to which side, for whose offence)."""
    said, _, after = text.partition("|")
    first, _, bids = said.partition(":")
    calls = [int(bid) for bid in bids.split()]
    landlord = (int(first) - 1 + calls.index(1)) % 3 + 1
    record: dict[str, Any] = {"hand": 1, "first_bidder": int(first), "bids": calls, "landlord": landlord, "out": None}
    for word in after.split():
        name, _, value = word.partition("=")
        seat, _, count = value.partition(":")
        if name in ("won", "lost"):
            record["out"] = landlord if name == "won" else landlord % 3 + 1
        elif name == "ruled":
            record["ruled"] = {"winner": seat, "doubled": False, "offender": int(count)}
        else:
            record[name] = {seat: int(count)} if name == "timeouts" else int(value)
    return record


class Trios(Sheet):
    """A book whose rounds are tables of three."""

    def __init__(self, rulebook: Rulebook, players: int) -> None:
        super().__init__(rulebook, 0, draw="")
        for number in range(1, players + 1):
            self.enter(number)

    def enter(self, number: int) -> str:
        """One more player, in his own team."""
        entrant = f"e{number}"
        self.entrants.append(entrant)
        self.add("team", team=f"t{number}")
        self.add("entrant", entrant=entrant, team=f"t{number}", players=[f"p{number}"])
        return entrant

    def draw(self, number: int = 1, order: Sequence[str] | None = None) -> None:
        """The draw of a round: as they were entered, or in this order."""
        self.add("draw", draw="groups", round=number, method="recorded", seed="", order=list(order or self.entrants))

    def lot(self, *order: str) -> None:
        self.add("draw", draw="lot", method="recorded", seed="", order=list(order))

    def setup(self) -> dict[str, Any]:
        return setup_node(self.rulebook, [entry for entry in self.entries if is_setup(entry)])

    def open_round(self, number: int, day: str = "") -> list[str]:
        seats, _ = planned_matches(self.rulebook, self.setup(), number, self.state())
        assert seats, self.state()["plan"]
        stated = [{**seat, **{side: seat[side]["entrant"] for side in THREE}} for seat in seats]
        on: dict[str, Any] = {"day": day} if day else {}
        self.add("round_opened", round=number, seats=stated, **on)
        return [seat["match"] for seat in seats]

    def hand(self, match: str, number: int, text: str) -> str:
        """A hand of a table, opened by whoever's turn it is there."""
        seat = next(seat for seat in self.setup()["matches"] if seat["match"] == match)
        first = ((seat.get("hands_before", 0) + number - 1) % 3) + 1
        return self.record(match, hand_record(number, first, text))

    def table(self, match: str, hands: Iterable[str]) -> list[str]:
        """The hands of a table from the first on; their hashes."""
        return [self.hand(match, number, text) for number, text in enumerate(hands, start=1)]

    def voucher(self, entrant: str, act: str = "issued", day: str = "") -> str:
        on: dict[str, Any] = {"day": day} if day else {}
        return self.add("voucher", entrant=entrant, act=act, **on)

    def penalty(self, match: str, code: str, side: str, number: int = 0, **body: Any) -> str:
        return self.add("penalty", match=match, game=1, number=number, code=code, side=side, **body)

    def sign(self, match: str) -> None:
        """Whoever has to sign does, each for himself."""
        sides = ("2", "3") if self.rulebook.choice("confirmation.confirms_side") == "others" else THREE
        for side in sides:
            self.confirm(match, [row["hash"] for row in self.match(match)["hands"]], side=side)

    def row(self, entrant: str) -> dict[str, Any]:
        """The row of one player in the standings."""
        return next(row for row in self.state()["standings"] if row["entrant"] == entrant)

    def order(self) -> list[str]:
        """`rank entrant points` of the standings."""
        return [f"{row['rank']} {row['entrant']} {row['points']}" for row in self.state()["standings"]]


def chunks(entries: Sequence[Entry], sizes: Sequence[int]) -> Iterable[list[Entry]]:
    """The entries in order, so many at a time, round and round."""
    at, turn = 0, 0
    while at < len(entries):
        size = sizes[turn % len(sizes)]
        yield list(entries[at : at + size])
        at, turn = at + size, turn + 1
