"""统一排名晋级 (斗地主 范文九): every stage is ranked over all its tables, the best go on; ties on the cut are played off. F9-01..05.

match -> standings. A stage, and each play-off of it, is a round of tables of three that is drawn before it opens.
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.cut.course import PLAY_OFF_SUFFIX, Course, strict_final
from scoring.formats.cut.leaves import FINAL_STAGE, SCHEMA, STAGES
from scoring.formats.cut.standings import standings_value
from scoring.formats.drawn_tables import DrawnTables, values_of
from scoring.formats.protocol import Node, Value
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts

__all__ = ["Cut"]


class Cut(DrawnTables):
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = SCHEMA

    def leads_to(self, before: tuple[int, str], after: tuple[int, str]) -> bool:
        """A play-off that a late correction asks for is played after the stage that it leads to was opened."""
        return super().leads_to(before, after) or (before[1].endswith(PLAY_OFF_SUFFIX) and after[0] != before[0])

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """Which places of a table must be decided is said by its stage; of a play-off by the seat as it was stated."""
        setup = super().setup(rulebook, facts)
        for seat in setup["matches"]:
            if seat.get("stage") in STAGES:
                seat["strict"] = strict_final(rulebook) if seat["stage"] == FINAL_STAGE else []
        return setup

    def seat_facts(self, rulebook: Rulebook, setup: Mapping[str, Any], coming: Mapping[str, Any]) -> Mapping[str, Any]:
        """`hands` is the seat's own number of hands: of a play-off, which has fewer than a stage."""
        return {name: coming[name] for name in ("strict", "kind", "hands") if name in coming}

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """Beside the common keys `next`, `due`, `awards`, and `cut`: the ranking of the running stage with who is in, tied and out."""
        values = values_of(setup, nodes)
        return standings_value(rulebook, setup, Course(rulebook, setup, values), values)
