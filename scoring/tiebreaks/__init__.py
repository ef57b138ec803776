"""Tie-breakers 破同分: each takes the whole tied set and gives every member a value or None. One module a tie-breaker.

None is unknown and never orders. Clauses TR-04, TR-05, TR-06.
"""

from collections.abc import Mapping

from scoring.parameters import Choice, Schema
from scoring.tiebreaks import double_downs, head_to_head, lot, mark, total
from scoring.tiebreaks.view import TieBreak

STEPS = ("ranking.first", "ranking.second", "ranking.third")
FINAL_TIE = "ranking.final_tie"

TIEBREAKS: Mapping[str, TieBreak] = {
    total.KEY: total.values,
    double_downs.KEY: double_downs.values,
    head_to_head.KEY: head_to_head.values,
    lot.KEY: lot.values,
}


def tie_break(key: str) -> TieBreak:
    """The tie-breaker of a key; a key that is none of the common ones names a mark of the contenders (`View`)."""
    return TIEBREAKS[key] if key in TIEBREAKS else mark.of(key)


SCHEMA: Schema = {
    **{step: Choice((total.KEY, double_downs.KEY, head_to_head.KEY, "none")) for step in STEPS},
    head_to_head.MULTI: Choice(("mini_league", "two_only")),
    FINAL_TIE: Choice(("shared", "lot")),
}
