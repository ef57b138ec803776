"""Books of a knock-out, written as the service writes them; entrants stand by draw number, matches are decided by forfeits."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.parameters import Rulebook
from tests.scoring.sheets import Sheet

SIDES = {"ns": "NS", "ew": "EW"}


class Drawn(Sheet):
    """A book whose entrants are drawn: `entrants` is how many (each of a team of its own), or the team of each by draw number.

    The team's letter or number names it; number i is the entrant `e{i}`.
    """

    def __init__(self, rulebook: Rulebook, entrants: int | Sequence[str], players: int = 1) -> None:
        super().__init__(rulebook, 0, players=players, draw="")
        teams = [str(number) for number in range(1, entrants + 1)] if isinstance(entrants, int) else list(entrants)
        for team in dict.fromkeys(teams):
            self.add("team", team=f"t{team}")
        for number, team in enumerate(teams, start=1):
            self.entrants.append(f"e{number}")
            self.add("entrant", entrant=f"e{number}", team=f"t{team}", players=[f"p{number}{letter}" for letter in "abcd"[:players]])
        self.add("draw", draw="entrants", method="recorded", seed="", order=list(self.entrants))

    @staticmethod
    def number(entrant: str | None) -> str:
        """The draw number of an entrant, as text; empty for nobody."""
        return (entrant or "").removeprefix("e")

    def play(
        self,
        upsets: Mapping[str, Any] | None = None,
        absent: Mapping[str, Sequence[str]] | None = None,
        rounds: int | None = None,
        undecided: Sequence[str] = (),
    ) -> None:
        """Open every round (or so many) and decide its matches: the smaller number goes on, or the one that `upsets` names."""
        wanted = self.state()["plan"]["rounds"] if rounds is None else rounds
        for number in range(1, wanted + 1):
            for code in self.open_round(number):
                if code not in undecided:
                    self.decide(code, (upsets or {}).get(code), (absent or {}).get(code))

    def decide(self, code: str, winner: str | int | None = None, absent: Sequence[str] | None = None) -> str:
        """State who was away: the loser, so that `winner` (or the smaller number) goes on, or `absent`. Returns the entry's hash."""
        return self.add("forfeit", match=code, sides=list(absent or [self._loser(code, winner)]))

    def reseat(self, **body: Any) -> str:
        """An entry of the setup: who sits at an opened match from now on. `match`, `ns`, `ew`, and `ruled` if it is let stand."""
        entry = Entry(len(self.entries) + 1, "reseated", hash=f"h{len(self.entries) + 1}", body=body)
        self.entries.append(entry)
        return entry.hash

    def seats(self, code: str) -> dict[str, str]:
        """Side -> entrant of an opened match, as it was last stated."""
        stated: dict[str, str] = {}
        for entry in self.entries:
            rows = entry.body["seats"] if entry.kind == "round_opened" else [entry.body] if entry.kind == "reseated" else ()
            for row in rows:
                if row["match"] == code:
                    stated = {side: row[key] for key, side in SIDES.items()}
        return stated

    def _loser(self, code: str, winner: str | int | None) -> str:
        seats = self.seats(code)
        wins = f"e{winner}" if winner else min(seats.values(), key=lambda entrant: int(self.number(entrant)))
        return next(side for side, entrant in seats.items() if entrant != wins)
