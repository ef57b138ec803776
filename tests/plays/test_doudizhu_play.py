"""The 斗地主 events through HTTP against a real service: from the draw to the prizes, the final table is the worked one."""

from pathlib import Path

import pytest

from events.plays.kinds import read_event
from events.plays.player import differences
from tests.plays.doudizhu import EVENTS, LADDER, REFILL
from tests.plays.test_play import played_on
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig

# What happens whatever the seed; every other event is played by `make plays`, and here before a release.
HAPPENS = {
    "healthcup-doudizhu": {"draws", "time-ups", "forfeit", "corrected_later"},
    "doudizhu-stack-300": {"draws", "time-ups"},
    "doudizhu-repechage": {"draws", "time-ups"},
    REFILL: {"draws", "time-ups", "first-finished", "penalties", "withdrawn"},
    LADDER: {"draws", "vouchers", "penalties", "disqualifications", "refused_day_cap", "refused_too_young", "confirmed_on_behalf"},
}


@pytest.mark.parametrize("rulebook", list(HAPPENS))
def test_final_table_is_the_worked_one(rig_sqlite: Rig, rulebook: str) -> None:
    event = read_event(rulebook)
    played = played_on(rig_sqlite, event, 7)
    assert differences(event.expected, played.table) == []
    assert {name for name, count in played.counts.items() if count} >= HAPPENS[rulebook]


@pytest.mark.faults
def test_another_arrival_on_postgresql(tmp_path: Path, postgres_cluster: PostgresCluster) -> None:
    with Rig(tmp_path, "postgres", cluster=postgres_cluster) as rig:
        for rulebook in EVENTS:
            event = read_event(rulebook)
            assert differences(event.expected, played_on(rig, event, 5).table) == [], rulebook
