"""What an explanation rests on: the clauses its numbers cite, and how many of its tables are signed for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.clauses import Clause
from scoring.parameters import Rulebook

Steps = Iterable[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Signed:
    """Of so many tables, how many are confirmed, and of these how many by an official."""

    of: int
    confirmed: int
    on_behalf: int


def signed_of(matches: Iterable[Mapping[str, Any]]) -> Signed:
    told = [match["confirmed"] for match in matches]
    return Signed(len(told), sum(1 for one in told if one), sum(1 for one in told if one and one["on_behalf"]))


def steps_of(matches: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """All steps of these matches, from the hand up to what the match is worth."""
    found = [step for match in matches for hand in match["hands"] for step in hand["trace"]]
    return found + [step for match in matches for step in match["trace"]]


def clauses_of(rulebook: Rulebook, *traces: Steps) -> tuple[Clause, ...]:
    """Every clause that these steps cite, each once, in order of first use."""
    ids = dict.fromkeys(step["clause"] for trace in traces for step in trace)
    return tuple(rulebook.clauses[clause] for clause in ids if clause in rulebook.clauses)
