"""What holds of any ladder (斗地主 范文一): the incremental path, the order of arrival, levels and awards."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.nodes import is_setup
from tests.scoring.kept import Kept
from tests.scoring.ladders import LOW, any_ladder
from tests.scoring.trios import chunks

LADDERS = settings(max_examples=20, deadline=None)


@LADDERS
@given(st.integers(0, 10**9), st.lists(st.integers(1, 40), min_size=1, max_size=4))
def test_what_is_kept_is_what_is_folded(seed: int, sizes: list[int]) -> None:
    book = any_ladder(seed)
    kept, seen = Kept(LOW), []
    for part in chunks(book.entries, sizes):
        seen += part
        assert kept.read(part) == canonical(fold(LOW, seen, book="c1"))


@LADDERS
@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_the_order_of_arrival_changes_nothing(seed: int, order: int) -> None:
    """Tables hand in in any order, before or after what the desk says of other things; entries of one match keep theirs."""
    book = any_ladder(seed)
    lines: dict[str, list[Entry]] = {}
    for entry in book.entries:
        lines.setdefault("" if is_setup(entry) else entry.match, []).append(entry)
    chance, arrived = Random(order), []
    while lines:
        line = chance.choice(sorted(lines))
        arrived.append(lines[line].pop(0))
        if not lines[line]:
            del lines[line]
    moved = [replace(entry, seq=seq) for seq, entry in enumerate(arrived, start=1)]
    assert canonical(fold(LOW, moved)) == canonical(fold(LOW, book.entries))


@LADDERS
@given(st.integers(0, 10**9))
def test_what_holds_of_every_ladder(seed: int) -> None:
    book = any_ladder(seed)
    state = book.state()
    assert json.loads(canonical(state)) == state
    top = 4
    ended = next((run["level"] for row in state["standings"] if row["status"] == "champion" for run in row["runs"][-1:]), None)
    assert ended in (None, top)
    numbers = [row["round"] for row in state["rounds"] if row["opened"]]
    for row in state["standings"]:
        legs = row["rounds"]
        assert [leg["round"] for leg in legs] == sorted({leg["round"] for leg in legs}), "nobody sits twice in a session"
        if row["status"] != "disqualified":
            level = 0
            for leg in legs:
                level = level + 1 if leg["went_on"] else 0 if leg["went_on"] is False else level
                assert leg["went_on"] is False or leg["level"] == level
                if level == top:
                    break
        assert row["rank"] <= len(state["standings"])
        assert row["best"] >= row["level"] >= 0
        assert all(wins >= 1 for wins in row["wins"].values())
        assert sum(row["wins"].values()) == sum(leg["went_on"] is True for leg in legs)
        for leg in legs[:-1]:
            assert leg["state"] in ("complete", "forfeited"), "nobody goes on before his last game is decided"
    if state["ladder"]["champion"]:
        assert state["next"] is None
        assert state["plan"]["rounds"] == len(numbers)
    for award in state["awards"]:
        row = next(row for row in state["standings"] if row["entrant"] == award["entrant"])
        assert row["best"] >= int(award["award"].removeprefix("level_"))
        assert row["status"] != "disqualified"
        assert award["award"] in row["awards"]
    assert len([award for award in state["awards"] if award["goods"]]) <= 1
    assert len({(award["entrant"], award["award"]) for award in state["awards"]}) == len(state["awards"]), "each tier once a person"
