"""A past event never changes: its book, folded under the text it pinned, gives the bytes it gave then (D8).

`golden/<name>/` holds the pinned text of an earlier edition of the rulebook, the book and the digest of its state. When code on
purpose publishes another shape of state, the digests are made anew and `FORMAT` gets a new number; when a *result* differs, the
code is wrong.
"""

import hashlib
import json
from pathlib import Path

import pytest

from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.rulebook import from_canonical, ids, load_file

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.name for path in GOLDEN.iterdir())


@pytest.mark.parametrize("name", NAMES)
def test_a_past_event_folds_to_the_same_bytes(name: str) -> None:
    folder = GOLDEN / name
    rulebook = from_canonical((folder / "rulebook.json").read_text(encoding="utf-8").rstrip("\n"))
    lines = (folder / "book.jsonl").read_text(encoding="utf-8").splitlines()
    state = fold(rulebook, [Entry(**json.loads(line)) for line in lines], book="c1")
    wanted = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    found = [[row["rank"], row["team"], row["points"], row["double_downs"], row["split_by"]] for row in state["standings"]]
    assert found == wanted["standings"]
    assert hashlib.sha256(canonical(state)).hexdigest() == wanted["sha256"]


def test_the_past_is_not_scored_by_the_files_of_today() -> None:
    today = {load_file(name).digest for name in ids()}
    pinned = {from_canonical((GOLDEN / name / "rulebook.json").read_text(encoding="utf-8").rstrip("\n")).digest for name in NAMES}
    assert len(pinned) == len(NAMES) >= 3
    assert not pinned & today
