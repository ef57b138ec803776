"""Clauses 条款: what a number cites. Texts are paraphrases; the regulation itself is named by `ref`."""

from collections.abc import Mapping
from dataclasses import dataclass

KINDS: Mapping[str, str] = {
    "C": "computed",
    "E": "enforced",
    "W": "workflow",
    "D": "draw or seating",
    "R": "recorded only",
}


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rulebook. `ref` is the place in the regulation (`000·四·(二)4`), `kind` a key of KINDS."""

    id: str
    ref: str
    kind: str
    zh: str
    en: str

    def as_json(self) -> dict[str, str]:
        return {"ref": self.ref, "kind": self.kind, "zh": self.zh, "en": self.en}


def house_clause(number: int, instead_of: Clause) -> Clause:
    """The organiser's own rule number `number`, in place of a printed one."""
    return Clause(
        id=f"house:{number}",
        ref=f"house:{number}",
        kind=instead_of.kind,
        zh=f"本次比赛组委会的规定，代替 {instead_of.ref}",
        en=f"the organiser's own rule for this competition, in place of {instead_of.ref}",
    )
