"""A competition in rounds of tables of three whose tables are given their results outright: the format by itself, without a game.

Entrants are `e1`, `e2`, … each of a team of his own; a table's result is its points by entrant.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.formats.groups import Groups
from scoring.formats.groups.leaves import OPTIONAL, SCHEMA
from scoring.formats.protocol import SETUP, STANDINGS, Node
from scoring.parameters import Leaf, Rulebook
from scoring.setup_facts import SetupFacts
from scoring.sides import THREE

VALUES: Mapping[str, Any] = {
    "format_rules.advance": 1,
    "format_rules.carry": "nothing",
    "format_rules.first_round": "lot",
    "format_rules.leftover": "bye",
    "format_rules.two_left": "best_out",
    "format_rules.final_strict": "first",
    "format_rules.absent": "points_then_lot",
    "ranking.out_together": "shared",
    "awards.by_rank": (),
    "tally_rules.ties.chain": "extra_hands",
}
REFILLED: Mapping[str, Any] = {"format_rules.leftover": "refill", "format_rules.refill.counts": "better"}
STACKS: Mapping[str, Any] = {
    "format_rules.advance": 2,
    "format_rules.carry": "stack",
    "game_rules.stack.start": 300,
    "tally_rules.bust.at": 0,
    "format_rules.bust.both": "chief_referee",
}


def rules(*changed: Mapping[str, Any]) -> Rulebook:
    """A rulebook that has what the format reads and nothing else; later values count."""
    values = {path: value for some in (VALUES, *changed) for path, value in some.items()}
    leaves = {path: Leaf(value, "C-1") for path, value in values.items()}
    schema = {**SCHEMA, **{path: kind for group in OPTIONAL.values() for path, kind in group.items()}}
    return Rulebook("r", {}, "s", "doudizhu", "table_of_three", "groups", {}, leaves, schema, ())


class Hall:
    """Entries of the setup and what the tables gave."""

    def __init__(self, entrants: int, rulebook: Rulebook | None = None) -> None:
        self.rulebook = rulebook or rules()
        self.form = Groups()
        self.entries: list[Entry] = []
        self.given: dict[str, dict[str, Any]] = {}
        for number in range(1, entrants + 1):
            self.add("team", team=f"t{number}")
            self.add("entrant", entrant=f"e{number}", team=f"t{number}", players=[f"p{number}"])

    def add(self, kind: str, **body: Any) -> None:
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, kind, hash=f"h{seq}", body=body))

    def draw(self, number: int | None = None, order: Sequence[str] | None = None) -> list[str]:
        """Draw the coming round: as its entrants stand, or in this order."""
        coming = self.state()["next"]
        drawn = list(order or coming["entrants"])
        self.add("draw", draw="groups", round=number or coming["round"], method="recorded", seed="", order=drawn)
        return drawn

    def lot(self, *order: str) -> None:
        self.add("draw", draw="lot", method="recorded", seed="", order=list(order))

    def open(self) -> list[str]:
        """Draw the coming round, if that is wanted, and open it; returns its matches."""
        state = self.state()
        if any(row["draw"] == "groups" for row in state["plan"]["draws"]):
            self.draw()
            state = self.state()
        number = state["next"]["round"]
        seats, _ = self.form.planned(self.rulebook, self.setup(), number, state)
        assert seats, state["plan"]
        self.add("round_opened", round=number, seats=[{**seat, **{side: seat[side]["entrant"] for side in THREE}} for seat in seats])
        return [seat["match"] for seat in seats]

    def give(self, match: str, *points: int, state: str = "complete", absent: Sequence[str] = (), bust: Sequence[str] = ()) -> None:
        """What a table gave its seats 1, 2, 3."""
        given = dict(zip(THREE, points or (0, 0, 0), strict=True))
        self.given[match] = {"points": given, "state": state, "forfeited_by": list(absent), "busted": list(bust)}

    def play(self, upsets: Mapping[str, Sequence[int]] | None = None) -> None:
        """Play the coming round: seats 1, 2, 3 come in this order, but for `upsets`."""
        for match in self.open():
            self.give(match, *((upsets or {}).get(match) or (6, 0, -6)))

    def setup(self) -> dict[str, Any]:
        return self.form.setup(self.rulebook, SetupFacts(self.entries))

    def state(self) -> dict[str, Any]:
        setup = self.setup()
        nodes: dict[Node, Mapping[str, Any]] = {("match", seat["match"]): self._value(seat) for seat in setup["matches"]}
        nodes[STANDINGS] = self.form.standings(self.rulebook, setup, nodes)
        nodes[SETUP] = setup
        return self.form.published(self.rulebook, setup, nodes)

    def _value(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        nothing = {"points": dict.fromkeys(THREE, 0), "state": "waiting", "forfeited_by": [], "busted": []}
        given = self.given.get(seat["match"], nothing)
        points = given["points"]
        places = {side: 1 + sum(other > points[side] for other in points.values()) for side in THREE}
        signed = {"hash": "h", "side": "2", "on_behalf": False}
        people = {side: {"team": seat[side]["team"], "entrant": seat[side]["entrant"]} for side in THREE}
        said = {"places": places, "confirmed": signed, "under_review": 0, "stage": seat["stage"], "table": seat["table"]}
        return {"match": seat["match"], "round": seat["round"], **people, **said, **given}

    def order(self) -> list[str]:
        """`rank entrant` of the standings."""
        return [f"{row['rank']} {row['entrant']}" for row in self.state()["standings"]]

    def row(self, entrant: str) -> dict[str, Any]:
        return next(row for row in self.state()["standings"] if row["entrant"] == entrant)

    def blocked(self) -> list[str]:
        return [row["code"] for row in self.state()["plan"]["blocked"]]

    def seats(self, match: str) -> list[str]:
        row = next(row for row in self.state()["matches"] if row["match"] == match)
        return [row[side]["entrant"] for side in THREE]
