"""The setup of a competition from the entries that name no match, as its format reads them."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.entries import Entry
from scoring.formats import FORMATS
from scoring.parameters import Rulebook
from scoring.setup_facts import SetupFacts

Value = dict[str, Any]


def setup_node(rulebook: Rulebook, entries: Iterable[Entry]) -> Value:
    """Teams, rounds, the seats of the opened rounds' matches and what is blocked: see `scoring.formats.protocol.Format.setup`."""
    return FORMATS[rulebook.format].setup(rulebook, SetupFacts(entries))


def planned_matches(
    rulebook: Rulebook, setup: Mapping[str, Any], number: int, results: Mapping[str, Any] | None = None
) -> tuple[list[Value], list[str]]:
    """The seats of round `number` as they are to be, opened or not, and who has a bye; nothing while the plan is blocked.

    `results` is the standings node's value or the published state, for formats in which those who won go on.
    """
    return FORMATS[rulebook.format].planned(rulebook, setup, number, results)


def contenders(rulebook: Rulebook) -> str:
    """Who is drawn and ranked: `teams` or `entrants`."""
    return FORMATS[rulebook.format].contenders
