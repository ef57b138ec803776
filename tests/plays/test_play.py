"""The whole event through HTTP against a real service: the final table is the worked one, whatever the order of arrival."""

import secrets
from pathlib import Path

import pytest

from events.plays.event_file import EventFile
from events.plays.kinds import read_event
from events.plays.player import Played, differences, play
from events.plays.service import place_of
from tests.plays.conftest import CLIMB, GOMOKU, RULEBOOK
from tests.rig.postgres import PostgresCluster
from tests.rig.rig import Rig


def played_on(rig: Rig, event: EventFile, seed: int) -> Played:
    """Played, and the live snapshot held against a full recomputation, byte for byte."""
    place = place_of(RULEBOOK, rig.supervisor)
    played = play(event, place, event_code=f"play-{secrets.token_hex(4)}", seed=seed, say=lambda line: None)
    verified = rig.manage("verify", played.event_code)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    return played


def test_final_table_is_the_worked_one(rig_sqlite: Rig, event: EventFile) -> None:
    """SQLite, embedded broker and worker. Every kind of trouble happened on the way."""
    played = played_on(rig_sqlite, event, 3)
    assert differences(event.expected, played.table) == []
    happened = {name for name, count in played.counts.items() if count}
    assert {"twice", "lost_answer", "echo", "conflict_together", "correction", "void", "dispute", "slip", "confirmed_again"} <= happened
    live = rig_sqlite.rows(
        "SELECT count(*) FROM events_handrecord h JOIN events_match m ON m.id = h.match_id"
        " JOIN events_competition c ON c.id = m.competition_id JOIN events_event e ON e.id = c.event_id"
        " WHERE h.state = %s AND e.code = %s",
        "live",
        played.event_code,
    )
    assert live == [(545,)]


SLIPS = {"conflict_after", "conflict_before", "conflict_together", "correction", "void", "corrected_later"}
OTHERS = {
    CLIMB: SLIPS | {"penalties", "time-ups", "withdrawn", "forfeit"},
    GOMOKU: SLIPS,
}


@pytest.mark.parametrize("rulebook", list(OTHERS))
def test_final_table_of_the_other_events(rig_sqlite: Rig, rulebook: str) -> None:
    """Whatever the seed, what the files state happens, and the table is the worked one."""
    event = read_event(rulebook)
    played = played_on(rig_sqlite, event, 7)
    assert differences(event.expected, played.table) == []
    happened = {name for name, count in played.counts.items() if count}
    assert happened >= OTHERS[rulebook]


@pytest.mark.faults
def test_seed_and_database_change_arrival_alone(tmp_path: Path, postgres_cluster: PostgresCluster, event: EventFile) -> None:
    digests, counts = set(), []
    for seed, database in ((4, "sqlite"), (5, "postgres")):
        folder = tmp_path / database
        folder.mkdir()
        with Rig(folder, database, cluster=postgres_cluster) as rig:  # type: ignore[arg-type]
            played = played_on(rig, event, seed)
        assert differences(event.expected, played.table) == []
        digests.add(played.digest)
        counts.append(played.counts)
    assert len(digests) == 1
    assert counts[0] != counts[1]


def test_differences_are_seen(event: EventFile) -> None:
    table = [dict(row) for row in event.expected]
    assert differences(event.expected, tuple(table)) == []
    table[2]["points"] += 1
    table[4]["split_by"] = "shared"
    assert len(differences(event.expected, tuple(table))) == 2
    assert differences(event.expected, tuple(table[:7])) != []
