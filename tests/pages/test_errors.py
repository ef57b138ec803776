"""When something is wrong, the page is as calm as the others and says what to do."""

import pytest
from django.db import OperationalError
from django.template.loader import render_to_string
from django.test import Client
from django.views.defaults import server_error

from events.pages import home
from events.refusals import Busy
from tests.pages.conftest import Visitor
from tests.pages.document import parse

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there(visitor: Visitor) -> None:
    page = visitor.page("/e/nowhere/", 404)
    assert page.one("h1").text == "没有这一页"
    assert page.one("main").one("a").get("href") == "/"
    assert visitor.speaks("en").page("/e/nowhere/", 404).one("h1").text == "There is no such page"


@pytest.mark.parametrize("name", ["400", "403", "404", "405", "500", "503", "403_csrf"])
def test_error_pages_need_no_request_and_no_database(name: str, django_assert_num_queries: object) -> None:
    page = parse(render_to_string(f"{name}.html"))
    assert len(page.all("h1")) == 1
    assert page.one("main").one("p", "kicker").text == name[:3]


def test_an_address_behind_a_button_leads_back_to_the_button(visitor: Visitor) -> None:
    page = visitor.page("/e/hall/guandan/desk/tables/r1-e1-b1/correct/", 405)
    assert page.one("h1").text == "这一页要从按钮进来"
    assert page.one("main").one("p", "acts").all("a")[0].get("href") == "/e/hall/guandan/desk/tables/r1-e1-b1/"
    assert visitor.get("/e/hall/guandan/setup/paste/").headers["Allow"] == "POST"
    assert visitor.client.put("/e/hall/guandan/setup/paste/").content == b""


def test_a_fault_of_ours_is_a_500_with_words() -> None:
    response = server_error(Client().get("/").wsgi_request)
    assert response.status_code == 500
    assert "这是我们的错" in response.content.decode()


@pytest.mark.parametrize("fault", [Busy("busy"), OperationalError("database is locked")])
def test_a_database_that_does_not_answer_is_a_503(visitor: Visitor, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def slow(**_kwargs: object) -> object:
        raise fault

    monkeypatch.setattr(home, "events_visible", slow)
    response = visitor.get("/")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "2"
    assert "正忙" in response.content.decode()


ADDRESSES = ["/e/%00/", "/e/a/%F0%9F%98%80/", "/e/..%2f..%2fetc/", "/e/x/y/why/%00/", "/e/x/y/rounds/-1/", "//e/x/"]


@pytest.mark.parametrize("address", ADDRESSES)
def test_no_address_is_a_fault_of_the_server(visitor: Visitor, address: str) -> None:
    assert visitor.get(address).status_code in {301, 302, 400, 404}
