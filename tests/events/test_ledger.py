"""T1 and the ledger's own promises: what is written, and that any change of it is found and located."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from events import clock, ledger
from events.models import Book, LedgerEntry
from events.refusals import KeyMissing, StateRefusal
from scoring.chain import check_chain
from tests.cast import Stage, add_team, bare_event

pytestmark = pytest.mark.django_db

COLUMNS = [
    "seq", "kind", "key", "fingerprint", "match", "game", "number", "room", "supersedes", "actor", "role", "device",
    "device_time", "server_time", "rulebook_digest", "body", "prev", "hash",
]  # fmt: skip


@pytest.fixture
def stage() -> Stage:
    stage = bare_event()
    for place in range(9):
        add_team(stage, f"{place + 1}队", 2)
    return stage


def stored(stage: Stage) -> list[tuple[Any, str]]:
    rows = LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq")
    return [(ledger.fields(row, stage.competition.pid), row.hash) for row in rows]


def head(stage: Stage) -> tuple[int, str]:
    book = Book.objects.get(competition=stage.competition)
    return book.seq, book.hash


def test_entries_follow_each_other_without_a_gap(stage: Stage) -> None:
    rows = stored(stage)
    assert [fields.seq for fields, _ in rows] == list(range(1, len(rows) + 1))
    assert rows[0][0].prev == ledger.genesis(stage.competition)
    assert [fields.prev for fields, _ in rows[1:]] == [hash for _, hash in rows[:-1]]
    assert head(stage) == (len(rows), rows[-1][1])
    assert ledger.first_fault(stage.competition.book) is None


def test_the_genesis_stands_on_the_pinned_rulebook_and_the_ids(stage: Stage) -> None:
    before = ledger.genesis(stage.competition)
    for changed in ("pid", "rulebook_id", "rulebook_digest"):
        kept = getattr(stage.competition, changed)
        setattr(stage.competition, changed, kept[:-1] + "0" if kept[-1] != "0" else kept[:-1] + "1")
        assert ledger.genesis(stage.competition) != before
        assert ledger.first_fault(stage.competition.book) == 1
        setattr(stage.competition, changed, kept)
    assert ledger.genesis(stage.competition) == before


@pytest.mark.parametrize("column", [*COLUMNS, "book"])
def test_a_changed_column_of_any_row_is_found_and_located(stage: Stage, column: str) -> None:
    rows = stored(stage)
    assert len(rows) >= 28
    for place, (fields, hash) in enumerate(rows):
        broken = list(rows)
        if column == "hash":
            broken[place] = (fields, _other(hash))
        else:
            broken[place] = (replace(fields, **{column: _other(getattr(fields, column))}), hash)
        found = check_chain(broken, head(stage), ledger.genesis(stage.competition))
        # The head row of a book holds a hash too, so even the last row's is found; a book's name may only differ from the next one's.
        assert found in (fields.seq, fields.seq + 1), (column, fields.seq)


def _other(value: Any) -> Any:
    return value + 1 if isinstance(value, int) else ("0" if value[:1] != "0" else "1") + value[1:]


def test_a_row_that_is_missing_is_located(stage: Stage) -> None:
    rows = stored(stage)
    for place in range(len(rows)):
        broken = rows[:place] + rows[place + 1 :]
        assert check_chain(broken, head(stage), ledger.genesis(stage.competition)) == place + 1


def test_rows_that_are_swapped_added_or_doubled_are_located(stage: Stage) -> None:
    rows, genesis = stored(stage), ledger.genesis(stage.competition)
    for place in range(len(rows) - 1):
        swapped = list(rows)
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        assert check_chain(swapped, head(stage), genesis) == place + 1
        doubled = rows[: place + 1] + rows[place:]
        assert check_chain(doubled, head(stage), genesis) == place + 2
        renumbered = (replace(rows[place][0], seq=place + 2), rows[place][1])
        assert check_chain([*rows[: place + 1], renumbered, *rows[place + 1 :]], head(stage), genesis) == place + 2
    added = replace(rows[-1][0], seq=len(rows) + 1, prev=rows[-1][1])
    assert check_chain([*rows, (added, rows[-1][1])], head(stage), genesis) == len(rows) + 1


def test_the_check_reads_the_database_itself(stage: Stage) -> None:
    """The owner of the file takes a trigger off and edits: the chain says where."""
    if connection.vendor == "sqlite":
        drop = "DROP TRIGGER ledger_refuses_update"
    else:
        drop = "ALTER TABLE events_ledgerentry DISABLE TRIGGER ledger_refuses_update"
    with transaction.atomic(), connection.cursor() as cursor:
        connection.check_constraints()  # PostgreSQL alters no table with checks pending
        cursor.execute(drop)
        cursor.execute("UPDATE events_ledgerentry SET role = 'chief_referee' WHERE seq = 7")
    assert ledger.first_fault(stage.competition.book) == 7


def test_a_body_is_kept_as_one_spelling() -> None:
    text = ledger.body_text({"b": [1, True, None], "a": "e\u0301", "nested": {"z": 1, "y": "二"}})
    assert text == '{"a":"\u00e9","b":[1,true,null],"nested":{"y":"二","z":1}}'


@pytest.mark.parametrize("value", [1.0, float("nan"), float("inf"), 2**53, -(2**53), "a\0b", "\ud800", b"bytes", {1: 2}, {1, 2}], ids=repr)
def test_what_other_readers_could_read_differently_is_never_written(value: Any) -> None:
    with pytest.raises(ledger.NotWritable):
        ledger.body_text({"value": value})


@pytest.mark.parametrize("key", ["", None])
def test_a_missing_key_is_named(key: Any) -> None:
    with pytest.raises(KeyMissing) as refused:
        ledger.check_key(key)
    assert refused.value.code == "key_missing"


@pytest.mark.parametrize("key", ["short77", "x" * 65, "with space", "with\nline", "eight888\n", "шестнадцать", "a/b/c/d/e", "²²²²²²²²"])
def test_a_malformed_key_is_named(key: str) -> None:
    with pytest.raises(KeyMissing) as refused:
        ledger.check_key(key)
    assert refused.value.code == "key_malformed"


@pytest.mark.parametrize("key", ["eight888", "x" * 64, "3f0c5f9e-1b7a-4c55-9b9e-0a7a2f4f9d11", "A_b-C_d-"])
def test_a_good_key_passes(key: str) -> None:
    assert ledger.check_key(key) == key


@pytest.fixture
def stepped() -> Iterator[list[datetime]]:
    """A clock that goes back an hour with every look."""
    shown: list[datetime] = []

    def read() -> datetime:
        shown.append(datetime(2026, 5, 1, 12, tzinfo=UTC) - timedelta(hours=len(shown)))
        return shown[-1]

    with clock.injected(read):
        yield shown


def test_a_clock_that_goes_back_changes_neither_order_nor_chain(stage: Stage, stepped: list[datetime]) -> None:
    before = head(stage)[0]
    for place in range(5):
        add_team(stage, f"后来{place}", 1)
    rows = list(LedgerEntry.objects.filter(book__competition=stage.competition, seq__gt=before).order_by("seq"))
    assert len({row.server_time for row in rows}) == len(rows)
    assert [row.server_time for row in rows] == sorted((row.server_time for row in rows), reverse=True)
    assert [row.seq for row in rows] == list(range(before + 1, before + 1 + len(rows)))
    assert ledger.first_fault(stage.competition.book) is None


def test_nothing_but_a_reopening_follows_a_close(stage: Stage) -> None:
    with ledger.locked(stage.competition) as book:
        ledger.append(book, kind="close", body={}, by=stage.chief)
    with pytest.raises(StateRefusal) as refused, ledger.locked(stage.competition) as book:
        ledger.append(book, kind="team", body={}, by=stage.organiser)
    assert refused.value.code == "competition_closed"
    with ledger.locked(stage.competition) as book:
        ledger.append(book, kind="reopen", body={}, by=stage.chief)
        ledger.append(book, kind="team", body={}, by=stage.organiser)
    assert ledger.first_fault(stage.competition.book) is None


def _append_and_fail(stage: Stage) -> None:
    with ledger.locked(stage.competition) as book:
        ledger.append(book, kind="team", body={}, by=stage.organiser)
        raise RuntimeError


def test_an_error_between_leaves_no_trace(stage: Stage) -> None:
    before = head(stage), len(stored(stage))
    with pytest.raises(RuntimeError):
        _append_and_fail(stage)
    assert (head(stage), len(stored(stage))) == before


def test_no_name_of_a_team_or_a_player_is_in_the_ledger(stage: Stage) -> None:
    add_team(stage, "不该出现的名字", 2)
    text = "".join(LedgerEntry.objects.values_list("body", flat=True)) + "".join(LedgerEntry.objects.values_list("key", flat=True))
    assert "不该出现" not in text
    assert "小明" not in text


def test_python_brings_a_sqlite_that_knows_what_the_triggers_need() -> None:
    assert sqlite3.sqlite_version_info >= (3, 31)
