"""What a list may be asked: what its filters offer, and nothing that could reach the database past them."""

import logging
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import pytest
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.cast import Cast
from tests.events.score_kit import five

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]
MODELS = sorted(admin.site._registry, key=lambda model: model.__name__)

ASKED = [
    "ledgerentry/?body__regex=%5E(.%2B)%2B%21%24",
    "ledgerentry/?body__contains=x",
    "match/?code__regex=(",
    "match/?last_entry_at__year=99999999999",
    "match/?last_entry_at__gt=notadate",
    "match/?table__range=1",
    "match/?ns__team__name__startswith=x",
    "match/?id__in=1,2,x",
    "match/?table__in=" + ",".join(["1"] * 4000),
    "match/?_to_field=competition",
    "match/?q=%00",
    "match/?q=" + "a+" * 1000,
    "handrecord/?record__contains=x",
    "handrecord/?record__regex=(",
    "handrecord/?entered_at__hour=99999999999999999999",
    "device/?paired_at__time=25:61",
    "device/?token_digest__startswith=a",
    "grant/?user__password__startswith=p",
]
# What is asked in a declared way gets an answer, whatever the value.
ANSWERED = [
    "match/?round=9999999999999999999999",
    "match/?table=%D9%A1",
    "match/?event=x&competition=y&state=z",
    "match/?p=99999999999999999999",
    "match/?p=-1",
    "match/?o=99.99.-7.x",
    "match/?q=" + "a+" * 99,
    "match/?all=&_facets=True",
    "handrecord/?state__exact=nothing",
    "refusal/?status__exact=99999999999999999999",
    "refusal/?status__exact=x",
    "device/?revoked_at__isempty=x",
    "device/?revoked_at__isempty=1",
    "device/?side__exact=%F0%9F%80%84",
]


def address(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


@pytest.fixture
def client(cast: Cast, sign_in: SignIn) -> Client:
    five(cast.a1)
    return sign_in(cast.a1.users["organiser"])


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked[:40])
def test_what_no_filter_declares_is_refused(client: Client, asked: str) -> None:
    assert client.get(f"/admin/events/{asked}").status_code == 400


@pytest.mark.parametrize("asked", ANSWERED, ids=lambda asked: asked[:40])
def test_a_declared_filter_takes_any_value(client: Client, asked: str) -> None:
    assert client.get(f"/admin/events/{asked}").status_code in {200, 302}


def test_accounts_are_asked_no_more_than_the_rest(superuser: User, sign_in: SignIn) -> None:
    client = sign_in(superuser)
    assert client.get("/admin/auth/user/?is_staff__exact=1").status_code == 200
    for asked in ("password__regex=(", "last_login__year=99999999999", "username__startswith=r"):
        assert client.get(f"/admin/auth/user/?{asked}").status_code == 400


def test_every_link_a_list_offers_is_answered(cast: Cast, superuser: User, sign_in: SignIn) -> None:
    five(cast.a1)
    client = sign_in(superuser)
    followed = 0
    for model in MODELS:
        page = client.get(address(model))
        assert page.status_code == 200
        links = {link.replace("&amp;", "&") for link in re.findall(r'href="(\?[^"]+)"', page.content.decode())}
        for link in sorted(links):
            assert client.get(address(model) + link).status_code == 200, (model, link)
            followed += any(name not in {"o", "_facets"} for name, _value in parse_qsl(urlsplit(link).query))
    assert followed > 40


@pytest.mark.parametrize("chosen", ["张三abc", "9" * 40, "\0", "-1", "1.5", ""])
def test_a_choice_that_is_no_row_is_refused(client: Client, chosen: str) -> None:
    sent: dict[str, Any] = {"action": "close_tables", ACTION_CHECKBOX_NAME: [chosen]}
    assert client.post("/admin/events/match/", sent).status_code == 400


def test_what_was_typed_is_not_written_down(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        client.get(f"/admin/events/match/?{quote('张三')}__regex=1")
        client.post("/admin/events/match/", {"action": "close_tables", ACTION_CHECKBOX_NAME: ["张三abc"]})
    assert "张三" not in caplog.text
    assert quote("张三") not in caplog.text
