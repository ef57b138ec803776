"""The ground itself: what a committing test leaves behind, and that threads meet the same fresh database."""

import threading

import pytest
from django.contrib.auth.models import User
from django.db import connection

from events import triggers


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_a_committing_test_leaves_nothing_to_the_next(turn: int) -> None:
    assert not User.objects.exists()
    User.objects.create(username="kept by the first turn if databases were shared")


@pytest.mark.django_db(transaction=True)
def test_threads_meet_the_same_fresh_database() -> None:
    User.objects.create(username="from the main thread")
    seen: list[str] = []

    def look() -> None:
        seen.extend(User.objects.values_list("username", flat=True))
        connection.close()

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert seen == ["from the main thread"]


def test_the_fixture_alone_is_enough(fresh_database: str) -> None:
    User.objects.create(username="alone")
    assert connection.settings_dict["NAME"] == fresh_database


@pytest.mark.django_db
def test_usual_tests_do_not_see_what_others_committed() -> None:
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_fresh_database_has_the_ledgers_triggers() -> None:
    assert triggers.missing("default") == []


@pytest.mark.django_db
def test_the_shared_database_has_them_too() -> None:
    assert triggers.missing("default") == []


@pytest.mark.django_db(transaction=True)
def test_what_was_removed_in_a_fresh_database_is_there_for_the_next() -> None:
    """The positive control: `missing` does see a trigger that is gone."""
    names = triggers.SQLITE if connection.vendor == "sqlite" else triggers.POSTGRESQL
    name = next(iter(names))
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TRIGGER {name}" + ("" if connection.vendor == "sqlite" else f" ON {triggers.TABLE}"))
    assert triggers.missing("default") == [name]


@pytest.mark.django_db(transaction=True)
def test_the_next_fresh_database_has_them_again() -> None:
    assert triggers.missing("default") == []
