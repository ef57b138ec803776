"""Books of entries for tests, written as the service writes them, with short names instead of hashes."""

from collections.abc import Sequence
from typing import Any

from scoring.entries import Entry
from scoring.fold import fold
from scoring.nodes import is_setup, planned_matches, setup_node
from scoring.parameters import Rulebook

OTHER = {"NS": "EW", "EW": "NS"}


def hand_record(number: int, result: str) -> dict[str, Any]:
    """`NS double_down` as a record by kind, `N S E W` as a record by order."""
    words = result.split()
    if words[0] in OTHER:
        return {"hand": number, "side": words[0], "kind": words[1]}
    return {"hand": number, "order": words}


def hands_of(rows: Sequence[str]) -> list[str]:
    """`["5 x NS double_down"]` written out."""
    hands: list[str] = []
    for row in rows:
        times, sign, result = row.partition(" x ")
        hands += [result] * int(times) if sign else [row]
    return hands


class Written:
    """A book being written. Team number i is `t{i}`, its pair number j `e{i}.{j}`; hashes are `h1`, `h2`, …"""

    def __init__(self, rulebook: Rulebook, teams: int = 2, pairs: int = 1) -> None:
        self.rulebook = rulebook
        self.entries: list[Entry] = []
        self.add("open", rulebook=rulebook.id, digest=rulebook.digest, event="v1", simulated=True, officials=1)
        for i in range(1, teams + 1):
            self.add("team", team=f"t{i}")
            for j in range(1, pairs + 1):
                self.add("entrant", entrant=f"e{i}.{j}", team=f"t{i}", players=[f"p{i}.{j}a", f"p{i}.{j}b"])
        self.add("draw", draw="teams", method="recorded", seed="", order=[f"t{i}" for i in range(1, teams + 1)])
        for i in range(1, teams + 1):
            order = [f"e{i}.{j}" for j in range(1, pairs + 1)]
            self.add("draw", draw="pairs", team=f"t{i}", method="recorded", seed="", order=order)

    def add(self, kind: str, *, match: str = "", number: int = 0, supersedes: str = "", **body: Any) -> str:
        """One more entry; returns its hash."""
        seq = len(self.entries) + 1
        role = "scorer" if number else "organiser"
        entry = Entry(seq, kind, f"key-{seq}", f"h{seq}", supersedes, match, int(number > 0), number, "", "d1", role, body)
        self.entries.append(entry)
        return entry.hash

    def open_round(self, number: int) -> list[str]:
        """Open a round; returns its matches in order of tables."""
        self.add("round_opened", round=number)
        setup = setup_node(self.rulebook, [entry for entry in self.entries if is_setup(entry)])
        return [seat["match"] for seat in planned_matches(self.rulebook, setup, number)[0]]

    def hand(self, match: str, number: int, result: str) -> str:
        return self.add("hand", match=match, number=number, record=hand_record(number, result))

    def hands(self, match: str, rows: Sequence[str]) -> list[str]:
        """Hands from number 1 on; returns their hashes."""
        return [self.hand(match, number, result) for number, result in enumerate(hands_of(rows), start=1)]

    def confirm(self, match: str, covers: Sequence[str], *, side: str = "EW", on_behalf: bool = False) -> str:
        return self.add("confirmation", match=match, covers=list(covers), side=side, on_behalf=on_behalf)

    def state(self) -> dict[str, Any]:
        return fold(self.rulebook, self.entries, book="c1")


def match_in(state: dict[str, Any], match: str) -> dict[str, Any]:
    """The row of one match."""
    return next(row for row in state["matches"] if row["match"] == match)
