"""Who is competent 权限: the least official an act needs, which side records, which side confirms. Clauses GD-01..03, 05..07, 14.

Roles and sides only; who holds a role in an event is the service's business.
"""

from collections.abc import Iterable, Mapping

from scoring.outcomes import Fault
from scoring.parameters import Choice, Leaf, Rulebook, Schema
from scoring.sides import SIDES, THREE

REFEREE, CHIEF_REFEREE = RANKS = ("referee", "chief_referee")

ACTS = (
    "line_up",
    "forfeit",
    "annulment",
    "withdrawal",
    "violation",
    "ruling",
    "appeal",
    "correction_after_confirmation",
    "void_after_confirmation",
    "confirmation_on_behalf",
    "table_close",
    "close",
    "reopen",
)
RECORDS_SIDE, CONFIRMS_SIDE, UNIT = "confirmation.records_side", "confirmation.confirms_side", "confirmation.unit"

OFFICIALS = "officials"  # nobody at the table keeps the score: an official does
OTHERS, EACH = "others", "each"  # of a table of three: whoever does not keep the score, or all three

EXTRA_ACTS = ("penalty", "time_up", "adjustment", "board_trump", "fouled")  # of games that have them

SCHEMA: Schema = {
    **{f"competence.{act}": Choice(RANKS) for act in ACTS},
    UNIT: Choice(("match", "hand")),
    "protest.deadline": Choice(("match_end", "close")),
}


def schema(extra_acts: Iterable[str], sides: tuple[str, ...] = SIDES) -> Schema:
    """The leaves of a rulebook whose game knows these acts beside the common ones, at a table with these sides."""
    three = sides == THREE
    return {
        **SCHEMA,
        RECORDS_SIDE: Choice((*THREE, OFFICIALS) if three else SIDES),
        CONFIRMS_SIDE: Choice((OTHERS, EACH) if three else SIDES),
        **{f"competence.{act}": Choice(RANKS) for act in extra_acts},
    }


def least_role(rulebook: Rulebook, act: str) -> str:
    """The lowest official who may do `act`: `referee` or `chief_referee`."""
    return rulebook.choice(f"competence.{act}")


def competent(rulebook: Rulebook, act: str, roles: Iterable[str]) -> bool:
    """Whether a holder of `roles` may do `act`. A role that is no official's is never enough."""
    need = RANKS.index(least_role(rulebook, act))
    return any(role in RANKS and RANKS.index(role) >= need for role in roles)


def competence_clause(rulebook: Rulebook, act: str) -> str:
    """The clause that a refusal for want of competence cites."""
    return rulebook.law(f"competence.{act}")


def records_side(rulebook: Rulebook) -> str:
    """The side that keeps the score: `NS`, `EW`, a seat of a table of three (GD-07, F4-03), or `officials`."""
    return rulebook.choice(RECORDS_SIDE)


def confirms_side(rulebook: Rulebook) -> str:
    """The side that checks and signs: the other one (GD-07); at a table of three `others` or `each` (F1-24)."""
    return rulebook.choice(CONFIRMS_SIDE)


def confirming_sides(rulebook: Rulebook) -> tuple[str, ...]:
    """Every side that has to sign, one by one."""
    side = confirms_side(rulebook)
    if side in SIDES:
        return (side,)
    return THREE if side == EACH else tuple(seat for seat in THREE if seat != records_side(rulebook))


def contradictions(leaves: Mapping[str, Leaf]) -> tuple[Fault, ...]:
    """Nobody confirms what his own side entered: the two sides must differ."""
    records, confirms = leaves[RECORDS_SIDE], leaves[CONFIRMS_SIDE]
    if records.value == confirms.value:
        return (Fault("same_side", confirms.clause, CONFIRMS_SIDE, {"side": confirms.value}),)
    if confirms.value == EACH and records.value != OFFICIALS:
        return (Fault("same_side", confirms.clause, CONFIRMS_SIDE, {"side": records.value}),)
    return ()
