"""One-time links and passwords: single use and exact limits, also when tried in parallel."""

import io
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from events import clock
from events.models import LoginCounter, LoginLink
from events.refusals import NotAllowed, NotFound, Refused
from events.services.logins import MOST_TRIES, login_link_make, login_link_use, password_login
from tests.cast import PASSWORD, make_user

pytestmark = pytest.mark.django_db


def test_a_link_works_once() -> None:
    user = make_user("referee")
    secret = login_link_make(user=user)
    assert login_link_use(secret=secret) == user
    with pytest.raises(NotFound):
        login_link_use(secret=secret)
    assert secret not in str(list(LoginLink.objects.values()))


def test_a_link_lives_fifteen_minutes_and_a_clock_set_back_does_not_revive_it() -> None:
    user = make_user("referee")
    kept, late = login_link_make(user=user), login_link_make(user=user)
    start = clock.now()
    with clock.injected(lambda: start + timedelta(minutes=14)):
        assert login_link_use(secret=kept) == user
    with clock.injected(lambda: start + timedelta(minutes=16)), pytest.raises(NotFound):
        login_link_use(secret=late)
    with pytest.raises(NotFound):
        login_link_use(secret=late)


def test_an_account_switched_off_gets_in_by_no_link() -> None:
    user = make_user("referee")
    secret = login_link_make(user=user)
    user.is_active = False
    user.save()
    with pytest.raises(NotFound):
        login_link_use(secret=secret)
    with pytest.raises(NotAllowed):
        login_link_make(user=user)


@pytest.mark.parametrize("secret", ["", "x", "\0", "\ud800", "y" * 10_000])
def test_a_guess_is_no_link(secret: str) -> None:
    with pytest.raises(NotFound):
        login_link_use(secret=secret)


def test_the_command_prints_a_link_that_works() -> None:
    user = make_user("referee")
    out = io.StringIO()
    call_command("login_link", "referee", "--base-url", "http://192.168.1.5:8000/", stdout=out)
    found = re.fullmatch(r"http://192\.168\.1\.5:8000/login/([A-Za-z0-9_-]{22})/\n", out.getvalue())
    assert found is not None
    assert login_link_use(secret=found[1]) == user
    with pytest.raises(CommandError):
        call_command("login_link", "nobody", stdout=out)


def wrong(username: str = "referee", password: str = "x") -> str:
    try:
        password_login(username=username, password=password)
    except NotAllowed as refused:
        return refused.code
    return "in"


def test_a_password_lets_in_and_forgives_the_wrong_tries() -> None:
    user = make_user("referee")
    assert [wrong() for _ in range(MOST_TRIES - 1)] == ["wrong_login"] * (MOST_TRIES - 1)
    assert password_login(username="referee", password=PASSWORD) == user
    assert not LoginCounter.objects.exists()


def test_after_the_limit_even_the_right_one_waits() -> None:
    make_user("referee")
    assert [wrong() for _ in range(MOST_TRIES + 5)] == ["wrong_login"] * MOST_TRIES + ["too_many_tries"] * 5
    assert wrong(password=PASSWORD) == "too_many_tries"
    assert wrong(username=" Referee ") == "too_many_tries"
    assert wrong(username="other") == "wrong_login"
    later = clock.now() + timedelta(minutes=16)
    with clock.injected(lambda: later):
        assert wrong(password=PASSWORD) == "in"


@pytest.mark.parametrize(("username", "password"), [("", ""), ("a\0", "b"), ("x" * 10_000, "y" * 10_000), ("\ud800", "z"), ("a", "\0")])
def test_strange_input_is_just_wrong(username: str, password: str) -> None:
    assert wrong(username, password) == "wrong_login"


@pytest.mark.django_db(transaction=True)
def test_parallel_wrong_tries_are_admitted_up_to_the_limit_exactly() -> None:
    make_user("referee")

    def attempt(_place: int) -> str:
        try:
            return wrong()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(attempt, range(100)))
    assert answers.count("wrong_login") == MOST_TRIES
    assert answers.count("too_many_tries") == 100 - MOST_TRIES


@pytest.mark.django_db(transaction=True)
def test_of_many_tries_at_once_one_uses_the_link() -> None:
    user = make_user("referee")
    secret = login_link_make(user=user)

    def attempt(_place: int) -> str:
        try:
            return login_link_use(secret=secret).username
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(attempt, range(8)))
    assert answers == ["login_link"] * 7 + ["referee"]
