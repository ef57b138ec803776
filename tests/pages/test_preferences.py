"""字大 and the language: small forms, two cookies, no script needed."""

from collections.abc import Callable

import pytest
from django.test import Client

from events.services.events import event_create
from tests.cast import make_user
from tests.pages.conftest import Visitor

pytestmark = pytest.mark.django_db


def test_chinese_whatever_the_browser_accepts_until_somebody_chooses(visitor: Visitor) -> None:
    response = visitor.get("/", Accept_Language="en-US,en;q=0.9")
    assert response.headers["Content-Language"] == "zh-hans"
    assert "赛事" in response.content.decode()
    chosen = visitor.client.post("/language/", {"language": "en", "next": "/login/?a=1"})
    assert (chosen.status_code, chosen.headers["Location"]) == (302, "/login/?a=1")
    page = visitor.page("/")
    assert page.one("html").get("lang") == "en"
    assert page.one("h1").text == "Events"
    visitor.client.post("/language/", {"language": "zh-hans"})
    assert visitor.page("/").one("h1").text == "赛事"


def test_the_api_listens_to_the_header(visitor: Visitor) -> None:
    unknown = "/api/v1/events/nowhere/"
    assert visitor.get(unknown, Accept_Language="en").json()["message"] != visitor.get(unknown).json()["message"]


def test_large_type_is_kept_and_can_be_left(visitor: Visitor) -> None:
    assert visitor.page("/").one("html").get("data-size") == ""
    assert visitor.client.post("/size/", {"size": "big", "next": "/"}).headers["Location"] == "/"
    page = visitor.page("/")
    assert page.one("html").get("data-size") == "big"
    button = page.one("button", name="size")
    assert (button.get("aria-pressed"), button.get("value")) == ("true", "normal")
    visitor.client.post("/size/", {"size": "normal", "next": "/"})
    assert visitor.page("/").one("html").get("data-size") == ""


@pytest.mark.parametrize(
    "target", ["https://elsewhere.test/", "//elsewhere.test/", "/\\elsewhere.test", "javascript:alert(1)", "e", "/\x00", ""]
)
def test_the_way_back_never_leaves_the_house(visitor: Visitor, target: str) -> None:
    for form, value in (("size", "big"), ("language", "en")):
        response = visitor.client.post(f"/{form}/", {form: value, "next": target})
        assert (response.status_code, response.headers["Location"]) == (302, "/")


def test_what_cannot_be_meant_changes_nothing(visitor: Visitor) -> None:
    for form, value in (("size", "huge"), ("language", "tlh"), ("size", ""), ("language", "en\x00")):
        assert not visitor.client.post(f"/{form}/", {form: value, "next": "/"}).cookies
        assert visitor.get(f"/{form}/").status_code == 405
    visitor.speaks("xx")
    assert visitor.page("/").one("html").get("lang") == "zh-Hans"


def test_they_work_without_a_token(another: Callable[[], Visitor]) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/size/", {"size": "big"}).status_code == 302
    assert another().get("/").cookies == {}


def test_a_page_is_never_kept_for_another_language(visitor: Visitor) -> None:
    event_create(code="hall", name="健康杯", by_user=make_user("founder", staff=True))
    assert "Cookie" in visitor.get("/").headers["Vary"]
