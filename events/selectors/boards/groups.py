"""The leaderboard of groups 分组淘汰 (斗地主): tables of three until one is left, who of each goes on, and the places.

Reads one Published state and the names.
"""

from events.selectors.boards.three_rows import ThreeBoard, champion_of, entrant_rows, shared_of
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> ThreeBoard:
    """Lays out a snapshot. No query."""
    rows = entrant_rows(published, names)
    return ThreeBoard(rows=rows, champion=champion_of(rows), **shared_of(published, names))
