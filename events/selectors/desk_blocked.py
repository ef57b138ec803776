"""What the plan waits for, as people are told: in the words of the format, by which clause, where the form for it stands. Reads only."""

from collections.abc import Mapping
from typing import Any

from scoring.formats.laws import LOT, ROSTER, law_of
from scoring.formats.stages.leaves import CHAMPION
from scoring.parameters import Rulebook

ENTRANTS_WANTED, TOO_FEW, VOUCHERS = "entrants_wanted", "too_few_entrants", "format_rules.voucher"
WILD_CARD_WANTED, STAGE_WANTED, TOO_FEW_VOUCHERS = "wild_card_wanted", "stage_entrants_wanted", "too_few_vouchers"

# What a reason cites that does not name its clause or its leaf: a topic of the format, or a leaf.
TOPICS: Mapping[str, str] = {ENTRANTS_WANTED: ROSTER, TOO_FEW: ROSTER, "first_finished_missing": ROSTER, "ties_open": LOT}
LEAVES: Mapping[str, str] = {"awards_unset": CHAMPION}

# The part of 赛事设置 where a reason is done away with; a new competition where only that helps.
FOUND_ANEW = "found"
FORMS: Mapping[str, str] = {
    WILD_CARD_WANTED: "wild",
    STAGE_WANTED: "team",
    ENTRANTS_WANTED: "team",
    TOO_FEW: "team",
    TOO_FEW_VOUCHERS: "voucher",
    "first_finished_missing": "first-finished",
    "minutes_unset": FOUND_ANEW,
    "awards_unset": FOUND_ANEW,
}


def blocked_row(rulebook: Rulebook, row: Mapping[str, Any], state: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row with `clause` ("" where it cites none) and `form`, and with the code whose sentence fits this format."""
    code = _code(rulebook, row, state)
    return {**row, "code": code, "clause": clause_of(rulebook, row), "form": FORMS.get(code, "")}


def clause_of(rulebook: Rulebook, row: Mapping[str, Any]) -> str:
    """The clause that a reason cites."""
    leaf = row.get("values", {}).get("leaf") or LEAVES.get(row["code"], "")
    if "clause" in row:
        return str(row["clause"])
    if leaf in rulebook.leaves:
        return rulebook.law(leaf)
    return law_of(rulebook, TOPICS[row["code"]]) if row["code"] in TOPICS else ""


def _code(rulebook: Rulebook, row: Mapping[str, Any], state: Mapping[str, Any]) -> str:
    """A stage is named where one wants people, and a wild card where it keeps a place for one; on a ladder vouchers are counted."""
    stage = row.get("values", {}).get("stage")
    if row["code"] == ENTRANTS_WANTED and stage:
        wild = any(one["stage"] == stage and one["wild_cards"] for one in state.get("stages", ()))
        return WILD_CARD_WANTED if wild else STAGE_WANTED
    if row["code"] == TOO_FEW and rulebook.has(VOUCHERS):
        return TOO_FEW_VOUCHERS
    return str(row["code"])
