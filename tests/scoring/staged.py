"""A competition in stages of tables of three whose tables are given their results outright: the format by itself, without a game.

Entrants are `e1`, `e2`, … each of a team of his own; a table's result is its points by seat, and its places follow from them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.entries import Entry
from scoring.formats.cut import Cut
from scoring.formats.cut.leaves import SCHEMA as CUT_SCHEMA
from scoring.formats.protocol import SETUP, STANDINGS, Node
from scoring.formats.stages import Stages
from scoring.formats.stages.leaves import SCHEMA as STAGES_SCHEMA
from scoring.parameters import Leaf, Rulebook, frozen_value
from scoring.setup_facts import SetupFacts
from scoring.sides import THREE

STAGES_VALUES: Mapping[str, Any] = {
    "format_rules.stages": [
        {"stage": "heats", "tables": 6, "wild_cards": 0},
        {"stage": "semifinal", "tables": 2, "wild_cards": 0},
        {"stage": "repechage", "tables": 3, "wild_cards": 1},
        {"stage": "decider", "tables": 1, "wild_cards": 0},
        {"stage": "final", "tables": 1, "wild_cards": 0},
    ],
    "format_rules.routes.heats": [{"place": 1, "to": "semifinal"}, {"place": 2, "to": "repechage"}],
    "format_rules.routes.semifinal": [{"place": 1, "to": "final"}, {"place": 2, "to": "repechage"}],
    "format_rules.routes.repechage": [{"place": 1, "to": "decider"}],
    "format_rules.routes.decider": [{"place": 1, "to": "final"}],
    "format_rules.absent": "points_then_lot",
    "format_rules.final_strict": "all",
    "ranking.out_together": "shared",
    "awards.champion": 0,
    "awards.by_rank": [{"rank": 2, "cash": 1000}, {"rank": 3, "cash": 500}],
}
CUT_VALUES: Mapping[str, Any] = {
    "format_rules.goes_on.heats": 9,
    "format_rules.goes_on.semifinal": 3,
    "format_rules.byes": "use_places",
    "format_rules.final_second": "shared",
    "format_rules.play_off.hands": 3,
    "format_rules.play_off.fill_equal": "lot",
    "format_rules.play_off.again": 1,
    "format_rules.play_off.more": "tables",
    "format_rules.absent": "last",
    "ranking.out_together": "shared",
    "awards.by_rank": [],
}


def rules(form: str, **changed: Any) -> Rulebook:
    """A rulebook that has what the format reads and nothing else; keywords are leaves with `__` for dots."""
    values = {**(STAGES_VALUES if form == "stages" else CUT_VALUES), **{name.replace("__", "."): value for name, value in changed.items()}}
    leaves = {path: Leaf(frozen_value(value), "C-1") for path, value in values.items()}
    schema = STAGES_SCHEMA if form == "stages" else CUT_SCHEMA
    return Rulebook("r", {}, "s", "doudizhu", "table_of_three", form, {}, leaves, schema, ())


class Staged:
    """Entries of the setup and what the tables gave."""

    def __init__(self, rulebook: Rulebook, entrants: int) -> None:
        self.rulebook = rulebook
        self.form: Stages | Cut = Stages() if rulebook.format == "stages" else Cut()
        self.entries: list[Entry] = []
        self.given: dict[str, dict[str, Any]] = {}
        self.entrants = 0
        for _ in range(entrants):
            self.enter()

    def enter(self, *, wild_card: bool = False) -> str:
        self.entrants += 1
        number = self.entrants
        self.add("team", team=f"t{number}")
        said = {"wild_card": True} if wild_card else {}
        self.add("entrant", entrant=f"e{number}", team=f"t{number}", players=[f"p{number}"], **said)
        return f"e{number}"

    def add(self, kind: str, **body: Any) -> str:
        seq = len(self.entries) + 1
        self.entries.append(Entry(seq, kind, hash=f"h{seq}", body=body))
        return f"h{seq}"

    def draw(self, order: Sequence[str] | None = None) -> None:
        """Draw the coming round: as its entrants stand, or in this order."""
        coming = self.state()["next"]
        self.add("draw", draw="groups", round=coming["round"], method="recorded", seed="", order=list(order or coming["entrants"]))

    def lot(self, *order: str) -> None:
        self.add("draw", draw="lot", method="recorded", seed="", order=list(order))

    def open(self, order: Sequence[str] | None = None) -> list[str]:
        """Draw the coming round and open it; returns its matches."""
        self.draw(order)
        state = self.state()
        assert not state["plan"]["draws"], state["plan"]
        number = state["next"]["round"]
        seats, _ = self.form.planned(self.rulebook, self.setup(), number, state)
        assert seats, state["plan"]
        self.add("round_opened", round=number, seats=[{**seat, **{side: seat[side]["entrant"] for side in THREE}} for seat in seats])
        return [seat["match"] for seat in seats]

    def give(self, match: str, *points: int, state: str = "complete", absent: Sequence[str] = ()) -> None:
        """What a table gave its seats 1, 2, 3."""
        given = dict(zip(THREE, points or (0, 0, 0), strict=True))
        self.given[match] = {"points": given, "state": "forfeited" if absent else state, "forfeited_by": list(absent)}

    def play(self, changed: Mapping[str, Sequence[int]] | None = None, order: Sequence[str] | None = None) -> list[str]:
        """Draw, open and play the coming round: seats 1, 2, 3 come in this order, but for `changed`."""
        matches = self.open(order)
        for match in matches:
            self.give(match, *((changed or {}).get(match) or (6, 0, -6)))
        return matches

    def reseat(self, match: str, **changed: Any) -> None:
        row = next(seat for seat in self.setup()["matches"] if seat["match"] == match)
        self.add("reseated", match=match, **{**{side: row[side]["entrant"] for side in THREE}, **changed})

    def follow(self) -> None:
        """What a service does with `due`: seat anew whoever is due."""
        for row in self.state()["due"]:
            self.reseat(row["match"], **row["seats"])

    def setup(self) -> dict[str, Any]:
        return self.form.setup(self.rulebook, SetupFacts(self.entries))

    def state(self) -> dict[str, Any]:
        setup = self.setup()
        nodes: dict[Node, Mapping[str, Any]] = {("match", seat["match"]): self._value(seat) for seat in setup["matches"]}
        nodes[STANDINGS] = self.form.standings(self.rulebook, setup, nodes)
        nodes[SETUP] = setup
        return self.form.published(self.rulebook, setup, nodes)

    def _value(self, seat: Mapping[str, Any]) -> dict[str, Any]:
        given = self.given.get(seat["match"], {"points": dict.fromkeys(THREE, 0), "state": "waiting", "forfeited_by": []})
        points = given["points"]
        places = {side: 1 + sum(other > points[side] for other in points.values()) for side in THREE}
        signed = {"hash": "h", "side": "2", "on_behalf": False}
        people = {side: {"team": seat[side]["team"], "entrant": seat[side]["entrant"]} for side in THREE}
        said = {"places": places, "confirmed": signed, "under_review": 0, "stage": seat["stage"], "shown": {"played": 10, "wanted": 10}}
        return {"match": seat["match"], "round": seat["round"], "table": seat["table"], **people, **said, **given}

    def order(self) -> list[str]:
        """`rank entrant` of the standings."""
        return [f"{row['rank']} {row['entrant']}" for row in self.state()["standings"]]

    def row(self, entrant: str) -> dict[str, Any]:
        return next(row for row in self.state()["standings"] if row["entrant"] == entrant)

    def status(self, *entrants: str) -> list[str]:
        return [self.row(one)["status"] for one in entrants]

    def blocked(self) -> list[str]:
        return [row["code"] for row in self.state()["plan"]["blocked"]]

    def coming(self) -> str:
        """`round stage: entrants` of what comes next."""
        coming = self.state()["next"]
        return "" if coming is None else f"{coming['round']} {coming['stage']}: {' '.join(coming['entrants'])}"

    def seats(self, match: str) -> list[str]:
        row = next(row for row in self.state()["matches"] if row["match"] == match)
        return [row[side]["entrant"] for side in THREE]
