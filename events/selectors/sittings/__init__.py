"""One match 对阵 as its page shows it: one module for each way of counting 计分. Reads the published state; computes no score."""

from collections.abc import Mapping
from typing import Any, Protocol

from events.selectors.people import Names
from events.selectors.sittings import best_of, boards, climb, match_sum, single_game, table_of_three
from scoring.parameters import Rulebook


class SheetOf(Protocol):
    def __call__(self, match: Mapping[str, Any], *, names: Names, rulebook: Rulebook) -> Any: ...


# By the tally's name, as the rulebook gives it; the templates `match/{tally}.html` go with them.
SHEETS: Mapping[str, SheetOf] = {
    "match_sum": match_sum.sheet_of,
    "climb": climb.sheet_of,
    "best_of": best_of.sheet_of,
    "two_rooms": boards.sheet_of,
    "match_points": boards.sheet_of,
    "table_of_three": table_of_three.sheet_of,
    "single_game": single_game.sheet_of,
}
