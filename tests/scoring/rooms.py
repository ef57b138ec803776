"""Books of a round robin in two rooms, for tests: boards played to a wanted D, whole encounters, signatures."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.games.eighty import board_at
from scoring.parameters import Rulebook
from tests.scoring.sheets import Sheet

ROOMS = ("open", "closed")
LEVEL = 40


def board_record(rulebook: Rulebook, board: int, room: str, points: int | Mapping[str, Any]) -> dict[str, Any]:
    """A record of a board: by D (taken in tricks; above the pack by digging the kitty), or the fields that differ from 40 in tricks."""
    record = {
        "board": board,
        "room": room,
        "trump": "H",
        "table_points": LEVEL,
        "kitty_points": 0,
        "last_trick": "declarers",
        "dig": "none",
    }
    rank = board_at(rulebook, board).rank
    record |= {} if rank else {"rank": "2"}
    if isinstance(points, Mapping):
        return record | dict(points)
    if points <= 200:
        return record | {"table_points": points}
    kitty = -(-(points - 200) // 15) * 5  # the least kitty that a pair can lift to so much
    return record | {"table_points": points - 4 * kitty, "kitty_points": kitty, "last_trick": "defenders", "dig": "pair"}


class Rooms(Sheet):
    """A book of teams of two pairs; the first round is open. Records are named by their place: `hashes[match, board]`."""

    def __init__(self, rulebook: Rulebook, teams: int = 2, entrants: int = 2, *, draw: bool = True) -> None:
        super().__init__(rulebook, teams, entrants, draw="teams" if draw else "")
        self.hashes: dict[tuple[str, int], str] = {}
        self.boards: dict[str, list[int]] = {}
        for i in range(1, teams + 1) if draw else ():
            order = [f"e{i}.{j}" for j in range(1, entrants + 1)]
            self.add("draw", draw="pairs", team=f"t{i}", method="recorded", seed="", order=order)
        if teams == 2 and draw and entrants == 2:
            self.open_round(1)

    def open_round(self, number: int) -> list[str]:
        if any(entry.kind == "round_opened" and entry.body["round"] == number for entry in self.entries):
            return [seat["match"] for entry in self.entries if entry.kind == "round_opened" for seat in entry.body["seats"]]
        matches = super().open_round(number)
        for seat in self.entries[-1].body["seats"]:
            self.boards[seat["match"]] = list(seat["boards"])
        return matches

    def board(self, match: str, number: int, points: int | Mapping[str, Any]) -> str:
        room = match.rsplit("-", 1)[1]
        self.hashes[match, number] = self.record(match, board_record(self.rulebook, number, room, points))
        return self.hashes[match, number]

    def play(self, encounter: str, number: int, given: Mapping[str, Any]) -> None:
        """One board as a case states it: the rooms, penalties, adjustments, a trump that an official fixed."""
        if "fixed" in given:
            self.add("board_trump", board=number, **given["fixed"])
        for room in ROOMS:
            if room in given:
                self.board(f"{encounter}-{room}", number, given[room])
        for penalty in given.get("penalties", []):
            body = {name: value for name, value in penalty.items() if name not in ("room", "board")}
            self.add("penalty", match=f"{encounter}-{penalty['room']}", game=1, number=penalty.get("board", number), **body)
        for row in given.get("adjustments", []):
            body = {"unit": row["unit"], "ns": row["ns"], "ew": row["ew"], "clauses": ["E80-24"]}
            self.add("adjustment", match=f"{encounter}-{row['room']}", game=1, number=number, **body)

    def fill(self, encounter: str, given: Mapping[str, str], *, unplayed: Sequence[str] = ()) -> None:
        """All boards of an encounter: `{"3": "60 75"}` open and closed, the others level; `unplayed` are "open 8"."""
        for number in self.boards[f"{encounter}-open"]:
            for room, points in zip(ROOMS, given.get(str(number), f"{LEVEL} {LEVEL}").split(), strict=True):
                if f"{room} {number}" not in unplayed:
                    self.board(f"{encounter}-{room}", number, int(points))

    def level(self, encounter: str, net: int) -> None:
        """All boards of an encounter level but the first, on which the home team has `net`."""
        first = self.boards[f"{encounter}-open"][0]
        home_declares = board_at(self.rulebook, first).declarers == "NS"
        gain = LEVEL + abs(net)
        defended_by_home = "closed" if home_declares else "open"
        wins = defended_by_home if net > 0 else next(room for room in ROOMS if room != defended_by_home)
        points = " ".join(str(gain if room == wins else LEVEL) for room in ROOMS)
        self.fill(encounter, {str(first): points})

    def sign(self, encounter: str, *, side: str = "EW", boards: Sequence[int] | None = None) -> None:
        """Every board of both rooms confirmed one by one, as they are when East checks each."""
        for (match, number), entry_hash in list(self.hashes.items()):
            if match.startswith(f"{encounter}-") and (boards is None or number in boards):
                self.confirm(match, [entry_hash], side=side)

    def encounter(self, code: str) -> dict[str, Any]:
        row: dict[str, Any] = next(row for row in self.state()["encounters"] if row["encounter"] == code)
        return row

    def findings(self, encounter: str) -> list[dict[str, Any]]:
        """What the rooms of an encounter find by themselves."""
        return [fault for match in self.state()["matches"] if match["encounter"] == encounter for fault in match["findings"]]
