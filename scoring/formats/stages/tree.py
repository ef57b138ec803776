"""The tree of stages as the rulebook states it: who comes from where, which places of a table must be decided, whether it adds up.

Reads leaves alone; knows no entrant and no result. Clauses F5-01..05.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.formats.stages.leaves import ALL, FINAL_STRICT, OUT, ROUTES, STAGES
from scoring.parameters import Rulebook
from scoring.sides import THREE

PLACES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its round, its tables, and how many places are kept for wild cards."""

    code: str
    round: int
    tables: int
    wild_cards: int

    @property
    def wanted(self) -> int:
        """How many play it."""
        return self.tables * len(THREE)


class Tree:
    """All the stages of a rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.stages = tuple(
            Stage(str(row["stage"]), number, int(row["tables"]), int(row["wild_cards"]))
            for number, row in enumerate(rulebook.rows(STAGES), start=1)
        )
        self.by_code = {stage.code: stage for stage in self.stages}
        self.last = self.stages[-1]

    @cached_property
    def routes(self) -> Mapping[tuple[str, int], str]:
        """Stage and place -> the stage it leads to, or `out`."""
        return {(stage, int(row["place"])): str(row["to"]) for stage, path in ROUTES.items() for row in self.rulebook.rows(path)}

    def at(self, number: int) -> Stage | None:
        """The stage of a round."""
        return self.stages[number - 1] if 1 <= number <= len(self.stages) else None

    def leads(self, stage: Stage, place: int) -> str:
        """Where a place of a table leads: to a stage, or `out`."""
        return self.routes.get((stage.code, place), OUT)

    def into(self, stage: Stage) -> list[tuple[Stage, int]]:
        """The stages before this one, in order, and the place of each that leads here."""
        return [(source, place) for source in self.stages[: stage.round - 1] for place in PLACES if self.leads(source, place) == stage.code]

    def strict(self, stage: Stage) -> list[int]:
        """After which places of a table nobody may be left equal: where the next place leads elsewhere; in the last stage its ranks."""
        if stage is self.last:
            return [1, 2] if self.rulebook.choice(FINAL_STRICT) == ALL else [1]
        return [place for place in PLACES[:-1] if self.leads(stage, place) != self.leads(stage, place + 1)]

    def places(self, stage: Stage) -> dict[str, str]:
        """Place -> where it leads, as it is published; the last stage leads nowhere."""
        return {} if stage is self.last else {str(place): self.leads(stage, place) for place in PLACES}

    def faults(self) -> list[dict[str, Any]]:
        """Rows of `plan.blocked`: routes that lead back or into nothing, and stages that do not fill their tables."""
        found: list[dict[str, Any]] = []
        for (code, place), to in self.routes.items():
            source, target = self.by_code.get(code), self.by_code.get(to)
            if source is None or source is self.last or (to != OUT and (target is None or target.round <= source.round)):
                found.append({"code": "route_wrong", "values": {"stage": code, "place": place, "to": to}})
        for stage in self.stages:
            entered = stage.wanted if stage is self.stages[0] else 0
            come = entered + sum(source.tables for source, _ in self.into(stage)) + stage.wild_cards
            if come != stage.wanted:
                found.append({"code": "places_differ", "values": {"stage": stage.code, "wanted": stage.wanted, "entrants": come}})
        return found
