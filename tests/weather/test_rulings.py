"""Two paired tablets of a side with different results at the same moment, two hundred times, and then a ruling for each: none is lost,
and the standings follow what was ruled."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from events.plays.client import Answer, Caller
from events.plays.hall import pair_device
from tests.faults.burst import ledger_rows
from tests.faults.conftest import Ground, ground
from tests.faults.test_repeats import at_once
from tests.rig.rig import Rig

POINTS = 3  # of a hand won first and third, by the printed rules (GD-08)
HANDS = 5


def entered_twice(made: Ground, rounds: int, most: int) -> None:
    """For each slot the scorer's tablet and another one of the same side enter different results at once: one lives, the other is kept."""
    hall = made.hall
    for number in range(2, rounds + 1):
        made.open_round(number)
    slots = [(code, table, hand) for code, table in made.tables for hand in range(1, HANDS + 1)][:most]
    assert len(slots) == most
    others = {table: pair_device(hall, table, "NS") for table in sorted({table for _code, table, _hand in slots})}

    def enter(caller: Caller, code: str, hand: int, winner: str) -> Callable[[], Answer]:
        body = {"record": {"hand": hand, "side": winner, "kind": "first_third"}}
        return lambda: caller.deliver(f"{hall.path}/tables/{code}/hands/", body, key=hall.key("pair", code, hand, winner))

    for code, table, hand in slots:
        answers = at_once(enter(hall.devices[table, "NS"], code, hand, "NS"), enter(others[table], code, hand, "EW"))
        assert sorted(answer.status for answer in answers) == [201, 202], (code, hand)
    for caller in others.values():
        caller.close()
    rows = [row for row in ledger_rows(hall) if row["kind"] == "hand"]
    assert len(rows) == 2 * most, "a result was overwritten or dropped"
    assert len({row["device"] for row in rows}) == 2 * len(others), "not from two tablets a table"


def rule_each(made: Ground, seed: int) -> None:
    """Uphold one of the two results of every slot, by lot; tables and standings say the sum of what was ruled, per team."""
    hall, chance = made.hall, random.Random(seed)
    wanted: Counter[str] = Counter()
    for code, _table in made.tables:
        path = f"{hall.path}/tables/{code}"
        table = hall.chief.get(f"{path}/").body
        sums: Counter[str] = Counter()
        for number in sorted({hand["number"] for hand in table["hands"]}):
            rivals = [hand for hand in table["hands"] if hand["number"] == number and hand["state"] in ("live", "conflict")]
            assert len(rivals) == 2
            upheld = chance.choice(rivals)
            sums[upheld["record"]["side"]] += POINTS
            body = {"number": number, "uphold": upheld["hash"], "clauses": ["GD-08"], "reason": "问过双方"}
            answer = hall.chief.send(f"{path}/rulings/", body, key=hall.key("ruling", code, number), expect=range(200, 600))
            assert answer.status == 201, answer.text
        hands = hall.chief.get(f"{path}/").body["hands"]
        assert [hand["state"] for hand in hands].count("conflict") == 0
        live = [hand for hand in hands if hand["state"] == "live"]
        for side in ("NS", "EW"):
            assert sum(hand["points"][side] for hand in live) == sums[side], (code, side)
            wanted[table["sides"][side]["team"]] += sums[side]
    board = made.board()
    assert sum(row["under_review"] for row in board["rounds"]) == 0
    shown = {row["team"]: sum(one["points"] for one in row["rounds"]) for row in board["standings"]}
    assert shown == {team: wanted[team] for team in shown}
    assert sum(shown.values()) == sum(wanted.values()) > 0
    for row in board["standings"]:
        counted = sum(one["points"] for one in row["rounds"] if one["counted"])
        assert row["points"] == counted, row["team"]
        running = [one["points"] for one in row["rounds"] if row["current"] and one["round"] == row["current"]["round"]]
        assert not row["current"] or [row["current"]["points"]] == running, row["team"]
    made.sound()


def test_each_pair_is_ruled_and_the_standings_follow(rig_sqlite: Rig) -> None:
    """The light version, in every `make test`."""
    made = ground(rig_sqlite)
    try:
        entered_twice(made, 1, 8)
        rule_each(made, 3)
    finally:
        made.hall.close()


@pytest.mark.faults
def test_two_hundred_pairs_are_ruled_on_postgres(rig_postgres: Rig) -> None:
    made = ground(rig_postgres)
    try:
        entered_twice(made, 3, 200)
        rule_each(made, 3)
    finally:
        made.hall.close()
