"""Matches of 炒地皮 for tests: played by chance hand by hand, as lawful as a table plays them, and written as the service writes them."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from scoring.entries import Entry
from scoring.games.chaodipi import Carry, Chaodipi, at_the_bell
from scoring.matches import match_node
from scoring.parameters import Rulebook
from scoring.sides import OTHER, SEATS, SIDE_OF

GAME = Chaodipi()
MATCH = "r1-m1"
DIGS = ("single", "single", "pair", "tractor2", "tractor3", "throw:pair")
FINES = ("failed_throw", "wrong_follow", "deliberate", "count_same_side", "count_one_sided")


def seat(to_win: int) -> dict[str, Any]:
    sides = {one: {"team": f"t{one}", "entrant": f"e{one}", "players": [f"p{one}a", f"p{one}b"]} for one in ("ns", "ew")}
    return {"match": MATCH, "round": 1, "encounter": MATCH, "pair": 1, "table": 1, "room": "", "boards": [], "to_win": to_win, **sides}


def any_hand(chance: Random, carry: Carry, game: int, number: int) -> dict[str, Any]:
    """A hand that may follow `carry`."""
    declarer = carry.dealer or chance.choice(SEATS)
    table = 5 * chance.choice((0, 0, *range(0, 41)))
    kitty = min(5 * chance.choice((0, 0, 1, 2, 4, 8)), 200 - table)
    record: dict[str, Any] = {
        "game": game, "hand": number, "declarer": declarer, "trump": chance.choice(("S", "H", "C", "D", "NT")),
        "buried_by": chance.choice((declarer, declarer, *SEATS)), "table_points": table, "kitty_points": kitty,
        "last_trick": "declarers", "dig": "none", "hook": "none",
    }  # fmt: skip
    if chance.random() < 0.5:
        at_hook = carry.levels[SIDE_OF[declarer]] == "J"
        record |= {
            "last_trick": "defenders",
            "dig": chance.choice(DIGS),
            "hook": chance.choice(("none", "main", "sub")) if at_hook else "none",
        }
    return record


def any_fines(chance: Random, record: dict[str, Any]) -> list[dict[str, Any]]:
    """Fines that an official may enter for it."""
    fines = [
        {"code": chance.choice(FINES), "side": chance.choice(("NS", "EW")), "count": chance.randint(1, 4), "at": chance.randint(0, 25)}
        for _ in range(chance.choice((0, 0, 0, 1, 1, 2)))
    ]
    if chance.random() < 0.1:
        fines.append({"code": "kitty_count", "side": SIDE_OF[record["buried_by"]], "count": 1, "at": 0})
    return fines


class Match:
    """A match being played: `records` and `fines` as they really were, `entries` as they were written down."""

    def __init__(self, rulebook: Rulebook, to_win: int = 1) -> None:
        self.rulebook, self.to_win = rulebook, to_win
        self.entries: list[Entry] = []
        self.records: list[dict[str, Any]] = []
        self.fines: dict[tuple[int, int], list[dict[str, Any]]] = {}

    def add(self, kind: str, game: int = 0, number: int = 0, supersedes: str = "", **body: Any) -> str:
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, kind, f"key-{seq}", f"h{seq:03}", supersedes, MATCH, game, number, "", "d1", "referee", body))
        return self.entries[-1].hash

    def write(self, chance: Random, record: dict[str, Any], fines: list[dict[str, Any]]) -> None:
        """Sometimes wrong at first and corrected, or wrong, taken back and written again."""
        game, number = record["game"], record["hand"]
        self.records.append(record)
        self.fines[game, number] = fines
        slip = {**record, "table_points": (record["table_points"] + 5) % 100, "kitty_points": 0}
        trouble = chance.random()
        if trouble < 0.15:
            wrong = self.add("hand", game, number, record=slip)
            self.add("correction", game, number, wrong, record=record)
        elif trouble < 0.25:
            wrong = self.add("hand", game, number, record=slip)
            self.add("void", game, number, wrong)
            self.add("hand", game, number, record=record)
        else:
            self.add("hand", game, number, record=record)
        for fine in fines:
            self.add("penalty", game, number, **fine)
        if chance.random() < 0.1:
            mistaken = self.add("penalty", game, number, code="failed_throw", side="NS", count=5, at=1)
            self.add("withdrawn", supersedes=mistaken)

    def clean(self) -> tuple[list[Entry], list[Entry]]:
        """The hands as they really were, one entry each, and everything else that stands: fines and bells."""
        tidy = Match(self.rulebook, self.to_win)
        for record in self.records:
            tidy.add("hand", record["game"], record["hand"], record=record)
        hands = list(tidy.entries)
        for (game, number), fines in self.fines.items():
            for fine in fines:
                tidy.add("penalty", game, number, **fine)
        tidy.entries += [replace(entry, hash=f"bell-{entry.hash}") for entry in self.entries if entry.kind == "time_up"]
        return hands, tidy.entries[len(hands) :]

    def row(self, entries: Sequence[Entry] | None = None) -> dict[str, Any]:
        return match_node(self.rulebook, seat(self.to_win), self.entries if entries is None else entries)


def any_match(rulebook: Rulebook, seed: int, *, to_win: int = 1, longest: int = 30) -> Match:
    """A match played until somebody has won it; a game that does not end in `longest` hands is ended by its bell."""
    chance = Random(seed)
    match = Match(rulebook, to_win)
    wins = dict.fromkeys(OTHER, 0)
    for game in range(1, 2 * to_win):
        carry: Carry = GAME.start(rulebook)
        last = chance.choice((longest, longest, chance.randint(1, 12)))
        number = 0
        while not carry.winner and number < last:
            number += 1
            record = any_hand(chance, carry, game, number)
            fines = any_fines(chance, record)
            match.write(chance, record, fines)
            _, stepped = GAME.step(rulebook, carry, {**record, "penalties": fines})
            assert stepped is not None, "a hand played by chance is a lawful one"
            carry = stepped
        if not carry.winner:
            match.add("time_up", game, last_hand=number)
            carry, _ = at_the_bell(rulebook, carry)
        wins[carry.winner] += 1
        if wins[carry.winner] == to_win:
            break
    return match
