"""Books of entries for competitions whose rounds state their seats, written as the service writes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.fold import fold
from scoring.games import GAMES
from scoring.nodes import is_setup, planned_matches, setup_node
from scoring.parameters import Rulebook


class Sheet:
    """A book being written. Team i is `t{i}`; its entrant j is `e{i}.{j}`; players `p{i}.{j}a`, `…b`; hashes `h1`, `h2`, …

    With `drawn` the teams (or entrants, as the format ranks) are drawn in order of entry.
    """

    def __init__(self, rulebook: Rulebook, teams: int, entrants: int = 1, *, players: int = 2, draw: str = "entrants") -> None:
        self.rulebook = rulebook
        self.entries: list[Entry] = []
        self.entrants: list[str] = []
        self.add("open", rulebook=rulebook.id, digest=rulebook.digest, event="v1", simulated=True, officials=1)
        for i in range(1, teams + 1):
            self.add("team", team=f"t{i}")
            for j in range(1, entrants + 1):
                self.entrants.append(f"e{i}.{j}")
                self.add("entrant", entrant=f"e{i}.{j}", team=f"t{i}", players=[f"p{i}.{j}{letter}" for letter in "abcd"[:players]])
        if draw == "entrants":
            self.add("draw", draw="entrants", method="recorded", seed="", order=list(self.entrants))
        elif draw == "teams":
            self.add("draw", draw="teams", method="recorded", seed="", order=[f"t{i}" for i in range(1, teams + 1)])

    def add(self, kind: str, *, match: str = "", game: int = 0, number: int = 0, room: str = "", supersedes: str = "", **body: Any) -> str:
        """One more entry; returns its hash."""
        seq = len(self.entries) + 1
        entry = Entry(seq, kind, f"key-{seq}", f"h{seq}", supersedes, match, game, number, room, "d1", "referee", body)
        self.entries.append(entry)
        return entry.hash

    def open_round(self, number: int) -> list[str]:
        """Open a round as it is planned now; returns its matches in order of tables."""
        setup = setup_node(self.rulebook, [entry for entry in self.entries if is_setup(entry)])
        seats, _ = planned_matches(self.rulebook, setup, number, self.state() if number > 1 else None)
        stated = [{**seat, **{side: seat[side]["entrant"] for side in ("ns", "ew")}} for seat in seats]
        self.add("round_opened", round=number, seats=stated)
        return [seat["match"] for seat in seats]

    def record(self, match: str, record: Mapping[str, Any], kind: str = "hand", supersedes: str = "", **body: Any) -> str:
        """A record at its own place."""
        game, number, room = GAMES[self.rulebook.game].place(record)
        return self.add(kind, match=match, game=game, number=number, room=room, supersedes=supersedes, record=dict(record), **body)

    def records(self, match: str, records: Sequence[Mapping[str, Any]]) -> list[str]:
        return [self.record(match, record) for record in records]

    def confirm(self, match: str, covers: Sequence[str], *, side: str = "EW", on_behalf: bool = False) -> str:
        return self.add("confirmation", match=match, covers=list(covers), side=side, on_behalf=on_behalf)

    def state(self) -> dict[str, Any]:
        return fold(self.rulebook, self.entries, book="c1")

    def match(self, code: str) -> dict[str, Any]:
        """The row of one match in the state."""
        row: dict[str, Any] = next(row for row in self.state()["matches"] if row["match"] == code)
        return row
