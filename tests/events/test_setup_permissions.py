"""docs/permissions.md and events/access.py are one table."""

import re
from pathlib import Path

import pytest
from django.test import RequestFactory

from events.access import ACTIONS, BOUND, KEYED, Actor, password_login_allowed, require
from events.refusals import NotAllowed, NotFound

PAGE = Path(__file__).resolve().parents[2] / "docs" / "permissions.md"
WORDS = {"own_side": "own side", "other_side": "other side", "own_table": "own table"}


def test_the_page_shows_the_table_of_the_code() -> None:
    rows = re.findall(r"^\| `([a-z_.]+)` \| ([a-z_, ]*) \| ([a-z ]*?) ?\| (yes)? ?\|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    shown = {action: (frozenset(who.split(", ")), bound.strip(), bool(keyed)) for action, who, bound, keyed in rows}
    held = {action: (roles, WORDS.get(BOUND.get(action, ""), ""), action in KEYED) for action, roles in ACTIONS.items()}
    assert shown == held
    assert len(rows) == len(ACTIONS)


def test_every_key_and_binding_is_of_an_action() -> None:
    assert ACTIONS.keys() >= KEYED
    assert BOUND.keys() <= ACTIONS.keys()


def test_a_cookie_reads_and_does_nothing_else() -> None:
    cookie = Actor(pid="d1", roles=frozenset({"referee"}), event_id=1, read_only=True)
    assert [action for action in ACTIONS if cookie.may(action)] == ["attachment.read", "ledger.read", "hidden.read", "desk.read"]


def test_another_event_is_not_found_and_a_low_role_is_not_allowed() -> None:
    scorer = Actor(pid="d1", roles=frozenset({"scorer"}), event_id=1, competition_id=3)
    with pytest.raises(NotFound):
        require(scorer, "hand.record", event_id=2)
    with pytest.raises(NotFound):
        require(scorer, "hand.record", event_id=1, competition_id=4)
    with pytest.raises(NotAllowed):
        require(scorer, "competition.close", event_id=1, competition_id=3)
    require(scorer, "hand.record", event_id=1, competition_id=3)


@pytest.mark.parametrize(
    ("address", "host", "headers", "secure", "allowed"),
    [
        ("127.0.0.1", "localhost:8000", {}, False, True),
        ("127.0.0.1", "127.0.0.1", {}, False, True),
        ("::1", "[::1]:8000", {}, False, True),
        ("192.168.1.9", "192.168.1.5:8000", {}, False, False),
        ("127.0.0.1", "hall.test:8000", {}, False, False),
        ("192.168.1.9", "localhost", {}, False, False),
        ("127.0.0.1", "localhost", {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, False, False),
        ("", "localhost", {}, False, False),
        ("203.0.113.9", "mingpai.example", {}, True, True),
    ],
)
def test_passwords_only_at_the_machine_or_under_tls(address: str, host: str, headers: dict[str, str], secure: bool, allowed: bool) -> None:
    request = RequestFactory().get("/login/", secure=secure)
    request.META.update({"REMOTE_ADDR": address, "HTTP_HOST": host, **headers})
    assert password_login_allowed(request) is allowed
