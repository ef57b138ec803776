"""The leaderboard as a page shows it: the snapshot's standings joined with names, laid out as its format asks.

Reads one Published state and the names; computes no score and no rank.
"""

from collections.abc import Mapping
from typing import Protocol

from events.models import Competition, Team
from events.selectors.boards import cut, groups, knockout, ladder, mitchell, rooms_round_robin, round_robin, stages, travelling
from events.selectors.boards.parts import Board
from events.selectors.people import Names
from events.selectors.published import Published
from scoring.parameters import Rulebook


class Layout(Protocol):
    def __call__(self, *, published: Published, names: Names, rulebook: Rulebook) -> Board: ...


# By the format's name, as the rulebook gives it; the templates `board/{format}.html` go with them.
LAYOUTS: Mapping[str, Layout] = {
    "round_robin": round_robin.board_of,
    "knockout": knockout.board_of,
    "rooms_round_robin": rooms_round_robin.board_of,
    "mitchell": mitchell.board_of,
    "groups": groups.board_of,
    "stages": stages.board_of,
    "cut": cut.board_of,
    "travelling": travelling.board_of,
    "ladder": ladder.board_of,
}


def board_of(*, published: Published, names: Names, rulebook: Rulebook) -> Board:
    """Lays out a snapshot by the rulebook's format. No query."""
    return LAYOUTS[rulebook.format](published=published, names=names, rulebook=rulebook)


def team_names(*, competition: Competition) -> dict[str, str]:
    """Team pid -> name: one query."""
    return dict(Team.objects.filter(competition=competition).values_list("pid", "name"))
