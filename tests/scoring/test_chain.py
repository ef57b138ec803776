"""The hash chain: its vectors never change, and every altered row is found and located."""

from dataclasses import fields, replace
from typing import Any

import pytest

from scoring.chain import GENESIS, Fields, check_chain, entry_hash

FIRST = Fields(
    book="c0123456789ab",
    seq=1,
    kind="open",
    key="k-1",
    fingerprint="f" * 64,
    match="",
    game=0,
    number=0,
    room="",
    supersedes="",
    actor="g0123456789ab",
    role="organiser",
    device="",
    device_time="",
    server_time="2026-11-30T01:00:00Z",
    rulebook_digest="d" * 64,
    body='{"rulebook":"healthcup-guandan"}',
    prev=GENESIS,
)
# Frozen: a stored book must verify for ever.
FIRST_HASH = "90f7cfd32ebd885ab8b105a3e8af3db8d3ce77fcdf6f6262ea23e0884567b9e6"
CHINESE_HASH = "ed56a4e98315876bd4798890f753f0fdb8ff40f98cd1c2cb161a86b8d0f12a9e"


def book(length: int) -> list[tuple[Fields, str]]:
    rows: list[tuple[Fields, str]] = []
    prev = GENESIS
    for seq in range(1, length + 1):
        row = replace(FIRST, seq=seq, key=f"k-{seq}", body=f'{{"n":{seq}}}', prev=prev)
        prev = entry_hash(row)
        rows.append((row, prev))
    return rows


def test_vectors_are_frozen() -> None:
    assert entry_hash(FIRST) == FIRST_HASH
    assert entry_hash(replace(FIRST, seq=2, body='{"备注":"一"}', prev=FIRST_HASH)) == CHINESE_HASH


def test_a_sound_book() -> None:
    rows = book(5)
    assert check_chain(rows) is None
    assert check_chain(rows, head=(5, rows[-1][1])) is None
    assert check_chain([]) is None
    assert check_chain([], head=(0, "")) is None


def altered(row: Fields, column: str) -> Fields:
    value = getattr(row, column)
    changed: Any = value + 1 if isinstance(value, int) else value + "x"
    return replace(row, **{column: changed})


@pytest.mark.parametrize("column", [field.name for field in fields(Fields)])
def test_every_column_is_in_the_hash(column: str) -> None:
    assert entry_hash(altered(FIRST, column)) != FIRST_HASH


@pytest.mark.parametrize("column", [field.name for field in fields(Fields)])
@pytest.mark.parametrize("seq", [1, 3, 5])
def test_a_changed_column_is_found_where_it_is(column: str, seq: int) -> None:
    rows = book(5)
    row, stored = rows[seq - 1]
    rows[seq - 1] = (altered(row, column), stored)
    assert check_chain(rows) == seq


def test_a_changed_row_with_a_fresh_hash_is_found_at_the_next() -> None:
    rows = book(5)
    forged = replace(rows[2][0], body="{}")
    rows[2] = (forged, entry_hash(forged))
    assert check_chain(rows) == 4


def test_a_missing_swapped_or_added_row_is_found() -> None:
    rows = book(5)
    assert check_chain(rows[:2] + rows[3:]) == 3
    assert check_chain([rows[0], rows[2], rows[1], *rows[3:]]) == 2
    assert check_chain([*rows[:3], rows[2], *rows[3:]]) == 4
    assert check_chain(rows[1:]) == 1


def test_rows_cut_off_or_added_at_the_end_are_found_by_the_head() -> None:
    rows = book(5)
    assert check_chain(rows[:3], head=(5, rows[4][1])) == 4
    assert check_chain([], head=(5, rows[4][1])) == 1
    assert check_chain(rows, head=(4, rows[3][1])) == 5
    assert check_chain(rows, head=(5, "0" * 64)) == 5
    assert check_chain(rows, head=(0, "")) == 1


def test_columns_do_not_run_into_each_other() -> None:
    assert entry_hash(replace(FIRST, kind="ab", key="c")) != entry_hash(replace(FIRST, kind="a", key="bc"))
    assert entry_hash(replace(FIRST, kind='a","b', key="c")) != entry_hash(replace(FIRST, kind="a", key='b","c'))


def test_text_that_no_encoding_holds_has_a_hash_too() -> None:
    assert entry_hash(replace(FIRST, body="\ud800\x00")) != entry_hash(replace(FIRST, body="\ud801\x00"))
