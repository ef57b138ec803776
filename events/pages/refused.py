"""A refusal in words beside the form that met it: what is wrong, by which clause, what to do."""

from dataclasses import dataclass

from events.refusals import Problems, Refused
from events.selectors.people import Names
from events.wording import problem_text, remedy_text
from scoring.outcomes import Fault
from scoring.parameters import Rulebook


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is wrong. `at` is the place in what was sent; `clause` the regulation's place, or ""."""

    message: str
    remedy: str
    clause: str
    at: str


def told(refused: Refused, rulebook: Rulebook | None = None, names: Names | None = None) -> tuple[Told, ...]:
    """All that is wrong, in the active language. `names` are those of the entrants that a fault may name by their ids."""
    faults = refused.faults if isinstance(refused, Problems) else (Fault(refused.code, refused.clause, "", refused.values),)
    return tuple(_told(fault, rulebook, names or Names()) for fault in faults)


def _told(fault: Fault, rulebook: Rulebook | None, names: Names) -> Told:
    clause = rulebook.clauses.get(fault.clause) if rulebook is not None and fault.clause else None
    values = names.said(fault.values)
    return Told(
        message=problem_text(fault.code, values),
        remedy=remedy_text(fault.code, values),
        clause=clause.ref if clause is not None else "",
        at=fault.at,
    )
