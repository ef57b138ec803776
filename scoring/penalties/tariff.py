"""The tariff of a rulebook 罚则: for each code what it costs, per what, who may impose it, when and on what it works.

A game names its codes and, for each, what a rulebook may choose (`Tariff`); the numbers are leaves `penalties.<code>.…`.
Reads a rulebook; writes nothing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.competence import RANKS
from scoring.parameters import Choice, LeafType, Rulebook, Schema, Whole

PER_CARD, PER_OCCURRENCE, FIXED, RULED = PER = ("card", "occurrence", "fixed", "ruled")
RECORD, CREDIT, TOTAL, STANDING, STATUS = PHASES = ("record", "credit", "total", "standing", "status")
PARTS = ("amount", "per", "official", "phase", "order", "moves")
PREFIX = "penalties."


@dataclass(frozen=True, slots=True)
class Tariff:
    """What a rulebook may say of one code. `moves` are the game's own names of what the penalty works on.

    `amounts` are the bounds of the amount; with `per` = ruled it is the most an official may impose. `operands` are the
    fields that a penalty of this code has beside the common ones, `required` those of them that it cannot do without. `orders`
    bound its place among the codes that work at one moment; without them it is any from 1 to the number of codes.
    """

    moves: tuple[str, ...]
    phases: tuple[str, ...] = (RECORD,)
    per: tuple[str, ...] = PER
    amounts: tuple[int, int] = (0, 999)
    operands: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    orders: tuple[int, int] | None = None


def leaf(code: str, part: str) -> str:
    """The path of one part of a code's tariff: `penalties.failed_throw.amount`."""
    return f"{PREFIX}{code}.{part}"


def tariff_schema(tariffs: Mapping[str, Tariff]) -> Schema:
    """The leaves of all codes."""
    schema: dict[str, LeafType] = {}
    for code, tariff in tariffs.items():
        schema |= {
            leaf(code, "amount"): Whole(*tariff.amounts),
            leaf(code, "per"): Choice(tariff.per),
            leaf(code, "official"): Choice(RANKS),
            leaf(code, "phase"): Choice(tariff.phases),
            leaf(code, "order"): Whole(*(tariff.orders or (1, len(tariffs)))),
            leaf(code, "moves"): Choice(tariff.moves),
        }
    return schema


def codes(rulebook: Rulebook) -> tuple[str, ...]:
    """The codes of a rulebook, in the order in which they work."""
    found = {path.removeprefix(PREFIX).rpartition(".")[0] for path in rulebook.leaves if path.startswith(PREFIX)}
    return tuple(sorted(found, key=lambda code: (rulebook.number(leaf(code, "order")), code)))


def official(rulebook: Rulebook, code: str) -> str:
    """The lowest official who may impose a penalty of this code: `referee` or `chief_referee`."""
    return rulebook.choice(leaf(code, "official"))


def may_impose(rulebook: Rulebook, code: str, roles: Iterable[str]) -> bool:
    """Whether a holder of `roles` may impose it. A role that is no official's is never enough."""
    need = RANKS.index(official(rulebook, code))
    return any(role in RANKS and RANKS.index(role) >= need for role in roles)


def law(rulebook: Rulebook, code: str) -> str:
    """The clause of a code: that of its amount."""
    return rulebook.law(leaf(code, "amount"))
