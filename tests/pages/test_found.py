"""From nothing to published standings with the pages alone: a new event, a new competition, and on from there."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Competition, Event, Grant, Role
from events.pinned import rulebook_of
from events.services.accounts import account_make
from events.services.logins import login_link_make
from events.standings import recompute
from events.wording import problem_text
from scoring.rulebook import ids
from tests.cast import RULEBOOK, Stage
from tests.pages.conftest import Visitor
from tests.pages.document import Element, parse

pytestmark = pytest.mark.django_db

EVENT = {"name": "春季掼蛋赛", "code": "chunji", "time_zone": "Asia/Shanghai", "officials_required": "1"}
COMPETITION = {"rulebook": RULEBOOK, "name": "掼蛋团体", "code": "guandan"}
POINTS = f"{RULEBOOK}:game_rules.points.double_down"


@pytest.fixture
def founder(db: None) -> User:
    return account_make(username="laoli", name="李组委", staff=True)


@pytest.fixture
def browser(founder: User) -> Client:
    client = Client()
    client.force_login(founder)
    return client


def wrong(page: str) -> str:
    return parse(page).one("ul", "told").text


def test_only_who_may_found_is_offered_it(browser: Client, visitor: Visitor) -> None:
    assert [link.text for link in parse(browser.get("/").content.decode()).all("a", href="/new/")] == ["新建赛事"]
    for user in (None, account_make(username="wang")):
        if user:
            visitor.signed_in(user)
        assert not visitor.page("/").all("a", href="/new/")
        assert visitor.get("/new/").status_code == 403
        assert visitor.client.post("/new/", EVENT).status_code == 403
    assert not Event.objects.filter(code="chunji").exists()


def test_a_new_event_has_its_founder_as_organiser_and_where_ticked_as_chief_referee(browser: Client, founder: User) -> None:
    form = parse(browser.get("/new/").content.decode())
    assert re.fullmatch(r"\d{8}", form.one("input", name="code").get("value"))
    answer = browser.post("/new/", EVENT | {"chief": "on", "starts_on": "2026-04-18", "venue": "工会礼堂"})
    assert (answer.status_code, answer["Location"]) == (302, "/e/chunji/")
    assert set(Grant.objects.filter(user=founder).values_list("role", flat=True)) == {Role.ORGANISER, Role.CHIEF_REFEREE}
    page = parse(browser.get("/e/chunji/").content.decode())
    assert page.one("section", "office").one("a", "btn").get("href") == "/new/chunji/"
    browser.post("/new/", EVENT | {"code": "qiuji"})
    assert list(Grant.objects.filter(event__code="qiuji").values_list("role", flat=True)) == [Role.ORGANISER]


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("code", "春季", "代号只能用小写字母"),
        ("code", "", "代号只能用小写字母"),
        ("name", " ", ""),
        ("starts_on", "2026-02-30", ""),
        ("time_zone", "Asia/Nowhere", ""),
        ("officials_required", "many", ""),
        ("name", "x" * 300, ""),
        ("venue", "a\x00b", ""),
    ],
)
def test_what_cannot_be_an_event_is_told_and_nothing_typed_is_lost(browser: Client, field: str, value: str, says: str) -> None:
    answer = browser.post("/new/", EVENT | {"host": "老年大学", field: value})
    assert answer.status_code == 422
    assert says in wrong(answer.content.decode())
    assert parse(answer.content.decode()).one("input", name="host").get("value") == "老年大学"
    assert not Event.objects.exists()


def test_an_address_that_is_taken_is_told(browser: Client) -> None:
    browser.post("/new/", EVENT)
    assert "已有人用" in wrong(browser.post("/new/", EVENT).content.decode())


def test_a_competition_leads_to_its_setup_and_pins_the_organisers_numbers(browser: Client) -> None:
    browser.post("/new/", EVENT)
    form = parse(browser.get(f"/new/chunji/?rulebook={RULEBOOK}").content.decode())
    assert form.one("input", name="code").get("value") == "guandan"
    sent = fields(form) | COMPETITION | {POINTS: "6"}
    answer = browser.post("/new/chunji/", sent)
    assert (answer.status_code, answer["Location"]) == (302, "/e/chunji/guandan/setup/")
    assert browser.get(answer["Location"]).status_code == 200
    rules = parse(browser.get("/e/chunji/guandan/rules/").content.decode())
    assert [line.one("b").text for line in rules.all("tr") if line.text.startswith("双下得分")] == ["6"]
    assert len(rules.all("span", "key")) == 1, "what was left as printed cites the organiser nowhere"
    assert browser.post("/new/chunji/", sent)["Location"] == "/e/chunji/guandan/setup/", "a double press"
    assert Competition.objects.count() == 1
    assert parse(browser.get(f"/new/chunji/?rulebook={RULEBOOK}").content.decode()).one("input", name="code").get("value") == "guandan-2"


WRONG = ({POINTS: "many"}, {POINTS: "-1"}, {POINTS: "9" * 30}, {"code": "掼蛋"}, {"rulebook": "nowhere"}, {"key": "\x00"})


@pytest.mark.parametrize("change", WRONG)
def test_what_cannot_be_a_competition_is_told_and_nothing_typed_is_lost(browser: Client, change: dict[str, str]) -> None:
    browser.post("/new/", EVENT)
    form = fields(parse(browser.get(f"/new/chunji/?rulebook={RULEBOOK}").content.decode()))
    answer = browser.post("/new/chunji/", form | COMPETITION | change)
    assert answer.status_code in (400, 422)
    page = parse(answer.content.decode())
    if answer.status_code == 422:
        assert page.one("ul", "told").all("li")[1:]
        if "rulebook" in change:  # no page sends such a one: the choice is shown again
            assert len(page.all("ul", "books")) == 1
        else:
            assert page.one("input", name="name").get("value") == "掼蛋团体"
    assert not Competition.objects.exists()


def test_a_referee_is_not_offered_a_competition(stage: Stage, visitor: Visitor) -> None:
    address = f"/new/{stage.event.code}/"
    page = visitor.signed_in(stage.users["referee"]).page(f"/e/{stage.event.code}/")
    assert [link.text for link in page.one("section", "office").all("a")] == ["裁判台"]
    assert visitor.get(address).status_code == 403
    assert Visitor().get(address).status_code == 403
    assert visitor.get("/new/nowhere/").status_code == 404


def test_a_login_link_leads_to_the_event_one_works_in(stage: Stage) -> None:
    client = Client()
    secret = login_link_make(user=stage.users["referee"])
    assert client.post(f"/login/{secret}/")["Location"] == f"/e/{stage.event.code}/"
    nobody = login_link_make(user=account_make(username="nobody"))
    assert client.post(f"/login/{nobody}/")["Location"] == "/"


def test_one_person_comes_from_nothing_to_published_standings(browser: Client) -> None:
    """Two teams of a pair, one round; a second account confirms, because nobody confirms what they entered."""
    browser.post("/new/", EVENT | {"chief": "on"})
    browser.post("/new/chunji/", fields(parse(browser.get(f"/new/chunji/?rulebook={RULEBOOK}").content.decode())) | COMPETITION)
    setup = "/e/chunji/guandan/setup/"
    act(browser, setup, "paste", {"lines": "红队 赵一 钱二\n蓝队 孙三 李四"})
    act(browser, setup, "draw-teams", {})
    act(browser, setup, "draw-pairs", {})
    act(browser, setup, "give", {"username": "wang", "name": "王裁判", "role": "referee"})
    competition = Competition.objects.get()
    recompute(competition.pk, "worker")
    desk = "/e/chunji/guandan/desk/"
    opening = parse(browser.get(desk + "open/").content.decode())
    answer = browser.post(desk + "open/", fields(opening))
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    table = f"{desk}tables/r1-1v2-p1/"
    slip = {f"row-{n}": "NS:double_down" for n in range(1, 6)}
    entered = act(browser, table, "slip", slip)
    assert entered.status_code == 302
    second = Client()
    second.force_login(User.objects.get(username="wang"))
    assert act(second, table, "confirm", {"reason": "看过报告单"}).status_code == 302
    recompute(competition.pk, "worker")
    assert act(browser, setup, "close", {}).status_code == 302
    recompute(competition.pk, "worker")
    assert "正式" in parse(Client().get("/e/chunji/guandan/").content.decode()).one("header", "head").text


def fields(page: Element) -> dict[str, str]:
    """What a browser would send of the page's first form in main, untouched."""
    form = page.one("main").all("form")[0]
    found = {box.get("name"): box.get("value") for box in form.all("input") if box.get("type") != "checkbox" and box.get("name")}
    for select in form.all("select"):
        options = select.all("option")
        found[select.get("name")] = next((o for o in options if "selected" in o.attributes), options[0]).get("value")
    return found


def act(client: Client, address: str, name: str, values: dict[str, str]) -> Any:
    """Presses the form of one act on a page, with what was filled in."""
    page = parse(client.get(address).content.decode())
    form = next(form for form in page.all("form") if form.get("action") == f"{address}{name}/")
    hidden: dict[str, list[str]] = {}
    for box in form.all("input", type="hidden"):
        hidden.setdefault(box.get("name"), []).append(box.get("value"))
    return client.post(f"{address}{name}/", hidden | values)


def test_the_rulebook_is_chosen_first_and_only_its_numbers_are_asked(browser: Client) -> None:
    browser.post("/new/", EVENT)
    page = parse(browser.get("/new/chunji/").content.decode())
    assert [link.get("href") for link in page.all("a", "btn") if "rulebook" in (link.get("href") or "")] == [
        f"?rulebook={name}" for name in ids()
    ]
    form = fields(parse(browser.get("/new/chunji/?rulebook=healthcup-gomoku").content.decode()))
    assert form["rulebook"] == "healthcup-gomoku"
    assert all(name.startswith("healthcup-gomoku:") for name in form if ":" in name)
    answer = browser.post("/new/chunji/", form | {"name": "五子棋", "code": "wuzi"})
    assert (answer.status_code, answer["Location"]) == (302, "/e/chunji/wuzi/setup/")
    left = Competition.objects.get(code="wuzi")
    assert "house:" not in left.rulebook_text, "what was left as printed cites the organiser nowhere"


def test_the_suits_of_a_board_are_suits_and_not_seats(browser: Client) -> None:
    browser.post("/new/", EVENT)
    form = parse(browser.get("/new/chunji/?rulebook=hefei-eighty-teams").content.decode())
    (trump,) = form.all("select", name="hefei-eighty-teams:game_rules.boards:0:trump")
    assert [option.text for option in trump.all("option")] == ["♠ 黑桃", "♥ 红桃", "♦ 方块", "♣ 梅花", "无将", "由裁判长另定"]


def test_pairs_that_are_not_drawn_are_told_in_words() -> None:
    assert problem_text("draw_missing", {"draw": "entrants"}) == "还没有抽签号。"


def test_a_list_of_a_rulebook_is_read_and_written_in_words(browser: Client) -> None:
    browser.post("/new/", EVENT)
    form = parse(browser.get("/new/chunji/?rulebook=healthcup-chaodipi").content.decode())
    leader, passes = "healthcup-chaodipi:game_rules.time.leader", "healthcup-chaodipi:game_rules.must_play.pass_A_as_declarer_only"
    assert form.one("input", name=leader).get("value") == "级数、谁有庄、加打一副、抽签"
    assert [option.text for option in form.one("select", name=passes).all("option")] == ["是", "否"]
    sent = {"rulebook": "healthcup-chaodipi", "name": "炒地皮", "code": "chaodipi"}
    browser.post("/new/chunji/", sent | {"key": "printed-1", leader: "级数、谁有庄、加打一副、抽签"})
    browser.post("/new/chunji/", sent | {"key": "shorter-1", "code": "lots", leader: "级数，抽签"})
    leaders = [rulebook_of(one).leaves["game_rules.time.leader"].value for one in Competition.objects.order_by("id")]
    assert leaders == [("level", "bank", "one_more_hand", "lot"), ("level", "lot")]
