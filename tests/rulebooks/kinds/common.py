"""Kinds of worked cases that every rulebook has: who may do what, who records and confirms, draws by a seed."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring import competence
from scoring.draws import draw_order
from scoring.parameters import Rulebook

Case = Mapping[str, Any]
Kind = Callable[[Rulebook, Any, Case], None]


def same(what: str, found: object, wanted: object) -> None:
    assert found == wanted, f"{what}: {found!r}, wanted {wanted!r}"


def acts(rulebook: Rulebook, given: Any, expect: Case) -> None:
    for row in given:
        for role, wanted in row.items():
            if role != "act":
                same(f"{role} may {row['act']}", competence.competent(rulebook, row["act"], [role]), wanted)


def recording(rulebook: Rulebook, given: Any, expect: Case) -> None:
    same("records", competence.records_side(rulebook), expect["records"])
    same("confirms", competence.confirms_side(rulebook), expect["confirms"])


def draw(rulebook: Rulebook, given: Case, expect: Case) -> None:
    ids = [str(number) for number in range(1, given["teams"] + 1)]
    first = draw_order(given["seed"], ids)
    same("order", [int(name) for name in first], expect["order"])
    same("drawn again, registered the other way round", draw_order(given["seed"], reversed(ids)), first)
    assert draw_order(given["other_seed"], ids) != first


COMMON: Mapping[str, Kind] = {"competence": acts, "sides": recording, "draw": draw}
