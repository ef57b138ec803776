"""分阶段与复活 (斗地主 范文五): a tree of stages, each a round of tables of three; where each place of a table leads is data. F5-01..06.

match -> standings. Every stage is drawn before it opens, among those whom the tables before it brought there, and wild cards.
"""

from collections.abc import Mapping
from typing import Any

from scoring.formats.drawn_tables import DrawnTables, values_of
from scoring.formats.protocol import Node, Value
from scoring.formats.stages.course import Course
from scoring.formats.stages.leaves import CHAMPION, SCHEMA, UNSET
from scoring.formats.stages.standings import standings_value
from scoring.formats.stages.tree import Tree
from scoring.outcomes import Fault
from scoring.parameters import Rulebook, Schema
from scoring.setup_facts import SetupFacts

__all__ = ["Stages"]


class Stages(DrawnTables):
    """See `scoring.formats.protocol.Format`."""

    schema: Schema = SCHEMA

    def setup(self, rulebook: Rulebook, facts: SetupFacts) -> Value:
        """A seat of an opened table says which places must be decided there, by the stage of its round."""
        tree, setup = Tree(rulebook), super().setup(rulebook, facts)
        for seat in setup["matches"]:
            stage = tree.at(seat["round"])
            if stage is not None:
                seat["strict"] = tree.strict(stage)
        return setup

    def unset_faults(self, rulebook: Rulebook) -> tuple[Fault, ...]:
        """The champion's prize, of which the text says two things (F5-06)."""
        found = super().unset_faults(rulebook)
        if rulebook.number(CHAMPION) != UNSET:
            return found
        return (*found, Fault("awards_unset", rulebook.law(CHAMPION), CHAMPION, {"rank": 1}))

    def seat_facts(self, rulebook: Rulebook, setup: Mapping[str, Any], coming: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"strict": coming["strict"], "kind": coming["kind"]}

    def wild_cards(self, rulebook: Rulebook) -> bool:
        """Where a stage keeps places for them (F5-04)."""
        return any(stage.wild_cards for stage in Tree(rulebook).stages)

    def roster_open(self, rulebook: Rulebook, setup: Mapping[str, Any], *, wild_card: bool) -> bool:
        """The field is entered until the first draw, a wild card until its stage is drawn (F5-04)."""
        if not wild_card:
            return super().roster_open(rulebook, setup, wild_card=False)
        return any(stage.wild_cards and str(stage.round) not in setup["groups"] for stage in Tree(rulebook).stages)

    def standings(self, rulebook: Rulebook, setup: Mapping[str, Any], nodes: Mapping[Node, Mapping[str, Any]]) -> Value:
        """Beside the common keys `next`, `due`, `awards`, and `stages`: what each is made of and where its places lead."""
        values = values_of(setup, nodes)
        return standings_value(rulebook, setup, Course(rulebook, setup, values), values)
