"""Records as they come in: what cannot be right by itself, and the scored normal form that tells an echo from a conflict."""

from collections.abc import Mapping
from typing import Any

from scoring.games import GAMES
from scoring.outcomes import Fault
from scoring.parameters import Rulebook


def check(rulebook: Rulebook, record: object) -> tuple[Fault, ...]:
    """All the problems of a record, each with code, clause and place; empty when it may be stored."""
    return GAMES[rulebook.game].check(rulebook, record)


def normal(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, Any]:
    """The scored normal form of a record that `check` finds nothing wrong with; equal forms are the same result."""
    return GAMES[rulebook.game].normal(rulebook, record)


def json_schema(rulebook: Rulebook) -> dict[str, Any]:
    """JSON Schema of the rulebook's records."""
    return GAMES[rulebook.game].json_schema(rulebook)
