"""Ways in: a link that a preview cannot burn, a password only where it may travel, and the way out."""

import pytest
from django.test import Client, override_settings

from events.services.logins import login_link_make
from tests.cast import PASSWORD, make_user
from tests.pages.conftest import Visitor
from tests.pages.document import parse

pytestmark = pytest.mark.django_db


def at_the_machine() -> Client:
    return Client(REMOTE_ADDR="127.0.0.1", HTTP_HOST="localhost:8000")


def in_the_hall() -> Client:
    return Client(REMOTE_ADDR="192.168.1.20", HTTP_HOST="192.168.1.2:8000")


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def test_looking_at_a_link_uses_nothing_up_and_pressing_it_does_once(visitor: Visitor) -> None:
    link = f"/login/{login_link_make(user=make_user('chief'))}/"
    for _ in range(3):
        page = visitor.page(link)
        assert page.one("main").one("button").text == "在这台设备上登录"
    assert not signed_in(visitor.client)
    # The address is a secret: told to this house alone. (`no-referrer` would make browsers post with `Origin: null`.)
    assert visitor.get(link).headers["Referrer-Policy"] == "same-origin"
    assert visitor.client.post(link).headers["Location"] == "/"
    assert signed_in(visitor.client)
    late = Client()
    spent = late.post(link)
    assert spent.status_code == 404
    assert "不能再用" in spent.content.decode()
    assert not signed_in(late)


def test_a_link_never_made_opens_nothing(visitor: Visitor) -> None:
    assert visitor.client.post("/login/not-a-secret/").status_code == 404


def test_the_link_button_is_guarded_against_forgery() -> None:
    link = f"/login/{login_link_make(user=make_user('chief'))}/"
    client = Client(enforce_csrf_checks=True)
    refused = client.post(link)
    assert refused.status_code == 403
    assert "表单过期了" in refused.content.decode()
    token = parse(client.get(link).content.decode()).one("main").one("input").get("value")
    assert client.post(link, {"csrfmiddlewaretoken": token}).status_code == 302


def test_the_secret_of_a_link_is_not_repeated_in_the_page(visitor: Visitor) -> None:
    secret = login_link_make(user=make_user("chief"))
    assert secret not in visitor.get(f"/login/{secret}/").content.decode()


def test_a_password_is_asked_for_only_where_it_may_travel() -> None:
    make_user("chief")
    assert not parse(in_the_hall().get("/login/").content.decode()).all("input", type="password")
    assert in_the_hall().post("/login/", {"username": "chief", "password": PASSWORD}).status_code == 403
    assert parse(at_the_machine().get("/login/").content.decode()).all("input", type="password")
    assert in_the_hall().get("/login/", secure=True).content.decode().count('type="password"') == 1


def test_a_password_opens_a_session_and_a_wrong_one_says_so() -> None:
    make_user("chief")
    client = at_the_machine()
    wrong = client.post("/login/", {"username": "chief", "password": "no"})
    assert wrong.status_code == 403
    page = parse(wrong.content.decode())
    assert "用户名或密码不对" in page.one("p", role="alert").text
    assert page.one("input", id="username").get("value") == "chief"
    assert not signed_in(client)
    assert client.post("/login/", {"username": "chief", "password": PASSWORD}).status_code == 302
    assert signed_in(client)


@pytest.mark.parametrize("username", ["", "x" * 10000, "a\x00b", "😀"])
def test_a_name_that_cannot_be_is_refused_calmly(username: str) -> None:
    assert at_the_machine().post("/login/", {"username": username, "password": "x"}).status_code == 403


def test_too_many_tries_are_told() -> None:
    make_user("chief")
    client = at_the_machine()
    for _ in range(10):
        client.post("/login/", {"username": "chief", "password": "no"})
    late = client.post("/login/", {"username": "chief", "password": PASSWORD})
    assert "试的次数太多" in late.content.decode()
    assert not signed_in(client)


def test_the_way_out_is_a_button(visitor: Visitor) -> None:
    visitor.signed_in(make_user("chief"))
    assert "chief" in visitor.page("/").one("footer").text
    assert visitor.get("/logout/").status_code == 405
    assert visitor.client.post("/logout/").status_code == 302
    assert not signed_in(visitor.client)
    assert "已退出" in visitor.page("/").text


@override_settings(ALLOWED_HOSTS=["hall.test"])
def test_a_foreign_host_name_is_refused_calmly() -> None:
    assert Client(HTTP_HOST="elsewhere.test").get("/login/").status_code == 400


@pytest.mark.parametrize(
    ("wanted", "led_to"),
    [("/admin/", "/admin/"), ("https://elsewhere.example/", "/"), ("//elsewhere.example/", "/"), ("/\\elsewhere", "/")],
)
def test_after_the_password_back_to_the_page_asked_for_if_it_is_ours(wanted: str, led_to: str) -> None:
    make_user("chief")
    answer = at_the_machine().post("/login/", {"username": "chief", "password": PASSWORD, "next": wanted})
    assert (answer.status_code, answer["Location"]) == (302, led_to)
