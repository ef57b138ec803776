"""Two tablets with different results at the same moment, two hundred times, and then a ruling for each: none is lost, and the standings
follow what was ruled."""

import random

import pytest

from tests.faults.conftest import Ground, ground
from tests.faults.test_repeats import pairs_of_tablets
from tests.rig.rig import Rig

POINTS = 3  # of a hand won first and third, by the printed rules (GD-08)


def rule_each(made: Ground, seed: int) -> None:
    """Uphold one of the two results of every slot, by lot, and compare what the tables show with the sum of what was ruled."""
    hall, chance = made.hall, random.Random(seed)
    wanted: dict[str, dict[str, int]] = {}
    for code, _table in made.tables:
        path = f"{hall.path}/tables/{code}"
        hands = hall.chief.get(f"{path}/").body["hands"]
        wanted[code] = {"NS": 0, "EW": 0}
        for number in sorted({hand["number"] for hand in hands}):
            rivals = [hand for hand in hands if hand["number"] == number and hand["state"] in ("live", "conflict")]
            assert len(rivals) == 2
            upheld = chance.choice(rivals)
            wanted[code][upheld["record"]["side"]] += POINTS
            body = {"number": number, "uphold": upheld["hash"], "clauses": ["GD-08"], "reason": "问过双方"}
            answer = hall.chief.send(f"{path}/rulings/", body, key=hall.key("ruling", code, number), expect=range(200, 600))
            assert answer.status == 201, answer.text
    board = made.board()
    assert sum(row["under_review"] for row in board["rounds"]) == 0
    for code, _table in made.tables:
        table = hall.chief.get(f"{hall.path}/tables/{code}/").body
        live = [hand for hand in table["hands"] if hand["state"] == "live"]
        sums = {side: sum(hand["points"][side] for hand in live) for side in ("NS", "EW")}
        assert sums == wanted[code], code
        assert [hand["state"] for hand in table["hands"]].count("conflict") == 0
    made.sound()


def test_each_pair_is_ruled_and_the_tables_follow(rig_sqlite: Rig) -> None:
    """The light version, in every `make test`."""
    made = ground(rig_sqlite)
    try:
        pairs_of_tablets(made, 1, 8)
        rule_each(made, 3)
    finally:
        made.hall.close()


@pytest.mark.faults
def test_two_hundred_pairs_are_ruled_on_postgres(rig_postgres: Rig) -> None:
    made = ground(rig_postgres)
    try:
        pairs_of_tablets(made, 3, 200)
        rule_each(made, 3)
    finally:
        made.hall.close()
