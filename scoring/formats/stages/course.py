"""How far a tree of stages has come: who is due in each stage, who sits there, where each place led, what keeps the next from opening.

Reads the setup's value and the values of the opened matches; writes nothing. Who sits at an opened table is a fact; who is due there
follows from the tables before it. Clauses F5-01..05.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.drawn_tables import DECIDED
from scoring.formats.finishing import Lots, absent_from, order_at, places_of, seated_at, to_separate
from scoring.formats.stages.leaves import OUT
from scoring.formats.stages.tree import Stage, Tree
from scoring.parameters import Rulebook
from scoring.sides import THREE

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """One opened table: its value, its order as far as it is decided, and who is still to be separated there."""

    stage: Stage
    value: Mapping[str, Any]
    order: Sequence[Sequence[str]]
    open: Sequence[Sequence[str]]
    ruled: bool

    @property
    def match(self) -> str:
        return str(self.value["match"])

    @property
    def decided(self) -> bool:
        return self.value["state"] in DECIDED and not self.open

    def at(self, place: int) -> str | None:
        """Who has a place, once it is decided; nobody where too few were there."""
        ordered = [entrant for group in self.order for entrant in group]
        return ordered[place - 1] if self.decided and place <= len(ordered) else None


@dataclass
class Played:
    """One stage as it stands. `due`: entrant -> the table he comes from, empty for who comes from none; complete only if `known`."""

    stage: Stage
    due: dict[str, str] = field(default_factory=dict)
    known: bool = False
    opened: bool = False
    tables: list[Table] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        return self.opened and all(table.decided for table in self.tables)

    @property
    def full(self) -> bool:
        return self.known and len(self.due) == self.stage.wanted

    @property
    def seated(self) -> list[str]:
        return [entrant for table in self.tables for entrant in seated_at(table.value)]


class Course:
    """All the stages, in the order in which they are played."""

    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> None:
        self.tree, self.setup = Tree(rulebook), setup
        self.faults = self.tree.faults()
        lots = Lots(setup["lots"])
        opened = {row["round"] for row in setup["rounds"] if row["opened"]}
        ruled = {seat["match"] for seat in setup["matches"] if seat.get("ruled")}
        self.wild = [one for one in setup["wild_cards"] if one in setup["registered"]]
        self.stages: list[Played] = []
        self.by_code: dict[str, Played] = {}
        for stage in self.tree.stages:
            played = Played(stage, opened=stage.round in opened)
            self._due(played)
            for value in values.values():
                if value["round"] == stage.round:
                    order = order_at(lots, value, self.tree.strict(stage))
                    open_ones = to_separate(order, self.tree.strict(stage))
                    played.tables.append(Table(stage, value, order, open_ones, value["match"] in ruled))
            self.stages.append(played)
            self.by_code[stage.code] = played

    @property
    def last(self) -> Played:
        return self.stages[-1]

    def _due(self, played: Played) -> None:
        """Who comes to a stage: everybody who is no wild card to the first; then by the places of tables, and wild cards."""
        stage = played.stage
        if stage.round == 1:
            played.due = dict.fromkeys((one for one in self.setup["registered"] if one not in self.wild), "")
            played.known = True
            return
        sources = self.tree.into(stage)
        played.known = all(self.by_code[source.code].decided for source, _ in sources)
        for source, place in sources:
            for table in self.by_code[source.code].tables:
                comes = table.at(place)
                if comes is not None and comes in self.setup["registered"]:
                    played.due[comes] = table.match
        free = stage.wanted - len(played.due) if played.known else stage.wild_cards
        before = {one for other in self.stages for one in (*other.seated, *other.due)}
        played.due |= dict.fromkeys([one for one in self.wild if one not in before][: max(free, 0)], "")

    def coming(self) -> Played | None:
        """The first stage that is not opened yet, once everything that leads to it is decided."""
        return next((played for played in self.stages if not played.opened), None)

    def lots(self) -> list[list[str]]:
        """Equals at tables whose hands are all played, among whom a lot has to decide."""
        return [list(tied) for played in self.stages for table in played.tables for tied in table.open]

    def leads(self, played: Played, table: Table, entrant: str) -> tuple[int | None, str | None]:
        """The place of one at a table and where it leads: a stage, `out`, or None in the last stage and while it is not decided."""
        if entrant in absent_from(table.value):
            return None, None if played.stage is self.tree.last else OUT
        place = places_of(table.order).get(entrant)
        if place is None or not table.decided or played.stage is self.tree.last:
            return place, None
        return place, self.tree.leads(played.stage, place)

    def due(self) -> list[Value]:
        """Opened tables in which others are due than are seated: `{"match", "seats": {"2": entrant}}`, in order of rounds and tables.

        Whoever comes from the table of one who leaves takes his seat; the rest follow in order.
        """
        return [row for played in self.stages[1:] if played.opened and played.full for row in self._changed(played)]

    def _changed(self, played: Played) -> list[Value]:
        leaving = [
            (table.match, seat, table.value[seat]["entrant"])
            for table in played.tables
            if not table.ruled
            for seat in THREE
            if table.value[seat]["entrant"] not in played.due
        ]
        seated = set(played.seated)
        coming = [entrant for entrant in played.due if entrant not in seated]
        changed: dict[str, dict[str, str]] = {}
        rest: list[tuple[str, str]] = []
        for match, seat, entrant in leaving:
            before = self._came_from(played, entrant)
            follower = next((one for one in coming if before and played.due[one] == before), None)
            if follower is None:
                rest.append((match, seat))
                continue
            coming.remove(follower)
            changed.setdefault(match, {})[seat] = follower
        for (match, seat), follower in zip(rest, coming, strict=False):
            changed.setdefault(match, {})[seat] = follower
        return [{"match": table.match, "seats": changed[table.match]} for table in played.tables if table.match in changed]

    def _came_from(self, played: Played, entrant: str) -> str:
        """The last table before this stage at which somebody sat."""
        before = [
            table.match for other in self.stages[: played.stage.round - 1] for table in other.tables if entrant in seated_at(table.value)
        ]
        return before[-1] if before else ""
