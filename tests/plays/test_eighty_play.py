"""The two 80分 events through HTTP against a real service: table and boards are the worked ones, on SQLite and on PostgreSQL."""

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from events.plays.kinds import read_event
from events.plays.player import Played, differences
from tests.plays.eighty import PAIRS, TEAMS, boards_of_pairs, boards_of_teams
from tests.plays.test_play import played_on
from tests.plays.worked import worked
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig

SLIPS = {"correction", "void", "conflict_after", "conflict_before", "corrected_later"}
ACTS = {"penalties", "adjustments", "board-trumps", "signed", "refused_claim_too_late", "refused_trump_differs"}
HAPPENS = {
    TEAMS: SLIPS | ACTS | {"conflict_together", "withdrawn", "refused_more_than_the_pack"},
    PAIRS: SLIPS | ACTS | {"fouled", "refused_other_pair"},
}


@pytest.fixture(scope="module")
def workings() -> Iterator[dict[str, ModuleType]]:
    made = {name: worked(name) for name in (TEAMS, PAIRS)}
    yield {name: next(module) for name, module in made.items()}
    for module in made.values():
        next(module, None)


def as_worked(played: Played, rulebook: str, workings: dict[str, ModuleType]) -> None:
    """The final table, and every board of it."""
    boards = boards_of_teams if rulebook == TEAMS else boards_of_pairs
    assert differences(read_event(rulebook).expected, played.table) == []
    assert played.results == boards(workings[rulebook])


def play_both(rig: Rig, seed: int, workings: dict[str, ModuleType]) -> None:
    """One after the other in the same service. What the files state happens whatever the seed."""
    for rulebook in (TEAMS, PAIRS):
        played = played_on(rig, read_event(rulebook), seed)
        as_worked(played, rulebook, workings)
        assert {name for name, count in played.counts.items() if count} >= HAPPENS[rulebook]


def test_tables_and_boards_are_the_worked_ones(rig_sqlite: Rig, workings: dict[str, ModuleType]) -> None:
    play_both(rig_sqlite, 1, workings)


@pytest.mark.faults
def test_another_arrival_on_postgresql(tmp_path: Path, postgres_cluster: PostgresCluster, workings: dict[str, ModuleType]) -> None:
    with Rig(tmp_path, "postgres", cluster=postgres_cluster) as rig:
        play_both(rig, 5, workings)
