"""The leaderboard: what it says, in which state, to whom, and what it costs."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.models import Competition, Visibility
from events.services.competitions import competition_close, competition_reopen
from events.services.publishing import visibility_set
from events.services.rounds import round_open
from events.services.teams import team_rename
from tests.cast import Stage, small_event, team_name
from tests.events.score_kit import by_kind, confirm, five, hand
from tests.pages.conftest import SWEEP, Visitor, computed, forfeit, path
from tests.pages.document import Element

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8


def rows(board: Element) -> dict[str, dict[str, str]]:
    """Team name -> what its line says, by field."""
    found: dict[str, dict[str, str]] = {}
    for line in board.all("tr"):
        if line.get("data-team"):
            fields = {cell.get("data-f"): cell.text for cell in line if cell.get("data-f")}
            found[line.get("data-name")] = fields | {"keys": " ".join(dict.fromkeys(key.text for key in line.all("span", "key")))}
    return found


def seal(page: Element) -> str:
    return next(element.get("aria-label") for element in page if "seal" in element.classes)


def test_it_ranks_on_finished_rounds_and_shows_the_running_one_beside_them(stage: Stage, visitor: Visitor) -> None:
    found = rows(visitor.page(path(stage)))
    # Round 1: 1 v 4 is 25+9 : 0+8; 2 v 3 is 9+18 : 8+0. Round 2 (not counted): 2 v 1... by the Berger table 4 v 3 and 1 v 2.
    assert {name: (row["rank"], row["points"], row["double_downs"]) for name, row in found.items()} == {
        team_name(0): ("1", "34", "6"),
        team_name(1): ("2", "27", "1"),
        team_name(2): ("3", "8", "1"),
        team_name(3): ("3", "8", "1"),
    }
    assert all(row["current"].startswith("+") for row in found.values())
    assert found[team_name(2)]["keys"] == "与后勤队并列"


def test_equal_points_say_what_decided(drawn: Stage, visitor: Visitor) -> None:
    five(
        drawn,
        table=1,
        rows=(("NS", "double_down"), ("EW", "first_fourth"), ("EW", "first_fourth"), ("EW", "first_fourth"), ("EW", "first_third")),
    )
    five(drawn, table=2, rows=(("NS", "first_third"),) * 3 + (("NS", "double_down"), ("EW", "double_down")))
    five(drawn, table=3, rows=(("NS", "first_third"),) * 5)
    five(drawn, table=4, rows=(("NS", "first_fourth"),) * 4 + (("EW", "first_third"),))
    found = rows(visitor.page(path(computed(drawn))))
    assert found[team_name(0)]["points"] == found[team_name(1)]["points"] == "19"
    assert found[team_name(0)]["keys"] == "同分，双下 2 > 0"


def test_one_tick_a_table(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage))
    ticks = {tick.text: (tick.classes - {"tick"}).pop() for tick in page.one("ol", "ticks").all("a")}
    assert ticks == {"核对中 1": "under_review", "已核对 2": "confirmed", "已交 3": "handed_in", "未交 4": "open"}
    assert "已交 2/4 桌" in page.one("div", "status").text
    assert "核对中 1 桌" in page.one("div", "status").text


def test_under_review_the_number_stands_still(stage: Stage, visitor: Visitor) -> None:
    before = rows(visitor.page(path(stage)))
    hand(stage, by_kind(1, "EW", "double_down"), table=1, number=2, by=stage.chief)
    after = visitor.page(path(computed(stage)))
    assert rows(after) == before
    assert "争议" not in after.text


def test_the_cross_table_keeps_the_order_of_draw_numbers(stage: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(stage))
    table = page.one("table", "x")
    assert [head.text for head in table.one("tbody").all("th")] == [f"{n}{team_name(n - 1)}" for n in (1, 2, 3, 4)]
    cell = {cell.get("data-cell"): cell for cell in table.all("td") if cell.get("data-cell")}
    one, two, three, four = stage.teams
    assert cell[f"{one}:{four}"].text == "34"
    assert "win" in cell[f"{one}:{four}"].classes
    assert cell[f"{four}:{one}"].text == "8"
    assert "lose" in cell[f"{four}:{one}"].classes
    assert "now" in {kind for key in cell for kind in cell[key].classes if one in key}
    assert cell[f"{two}:{four}"].text == "未赛"
    assert {element.get("data-total"): element.text for element in table.all("td", "sumc")} == {one: "34", two: "27", three: "8", four: "8"}


def test_the_next_opponent_comes_from_the_plan(stage: Stage, visitor: Visitor) -> None:
    lines = {line.get("data-name"): line.text for line in visitor.page(path(stage)).all("tr") if line.get("data-team")}
    # 4 teams by the Berger table: round 3 is 1 v 3 and 2 v 4 in some order of halls.
    opponents = {name: [other for other in lines if f"下轮 {other}" in text] for name, text in lines.items()}
    assert all(len(found) == 1 for found in opponents.values())
    assert all(opponents[opponents[name][0]] == [name] for name in lines)


def test_before_the_first_finished_round_nobody_has_a_place(drawn: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(drawn))
    assert seal(page) == "状态：比赛中"
    assert not [element for element in page if element.get("data-f") == "rank"]
    assert not page.all("tr", "first")


def test_before_the_draw_and_before_any_team(visitor: Visitor) -> None:
    stage = computed(small_event(3, 1, drawn=False))
    page = visitor.page(path(stage))
    assert seal(page) == "状态：还没开赛"
    assert team_name(0) in page.text
    empty = small_event(0, 1, code="empty", drawn=False)
    assert "还没有代表队" in visitor.page(path(empty)).text
    assert "还没有代表队" in visitor.page(path(computed(empty))).text


def test_a_bye_is_told(visitor: Visitor) -> None:
    stage = computed(small_event(3, 1))
    text = visitor.page(path(stage)).text
    assert "下轮 轮空" in text
    assert rows(visitor.page(path(stage)))


def test_the_seal_follows_the_state(visitor: Visitor) -> None:
    stage = small_event(2, 1)
    confirm(stage, five(stage))
    assert seal(visitor.page(path(computed(stage)))) == "状态：临时成绩"
    competition_close(competition=stage.competition, by=stage.chief)
    page = visitor.page(path(computed(stage)))
    assert seal(page) == "状态：正式成绩，第 1 版"
    assert "公布" in page.one("p", "asof").text
    competition_reopen(competition=stage.competition, reason="更正", by=stage.chief)
    assert seal(visitor.page(path(computed(stage)))) == "状态：临时成绩"
    competition_close(competition=Competition.objects.get(pk=stage.competition.pk), by=stage.chief)
    assert seal(visitor.page(path(computed(stage)))) == "状态：正式成绩，第 2 版"


def test_official_is_what_was_closed(visitor: Visitor) -> None:
    stage = small_event(2, 1)
    confirm(stage, five(stage))
    competition_close(competition=computed(stage).competition, by=stage.chief)
    computed(stage)
    snapshot = stage.competition.snapshot
    snapshot.body = snapshot.body.replace('"points":9', '"points":99')
    snapshot.save()
    found = rows(visitor.page(path(stage)))
    assert {row["points"] for row in found.values()} == {"9", "8"}


def test_a_hidden_competition_is_not_there_for_the_public(stage: Stage, visitor: Visitor) -> None:
    visibility_set(competition=stage.competition, visibility=Visibility.HIDDEN, by=stage.organiser)
    rest = ("", "?fragment=board", f"why/{stage.teams[0]}/", "rounds/", "rounds/1/", f"tables/{stage.match().code}/", "ledger/", "rules/")
    for address in rest:
        assert visitor.get(path(stage, address)).status_code == 404, address
    assert visitor.client.post(path(stage, "mine/"), {"team": stage.teams[0]}).status_code == 404
    assert stage.competition.name not in visitor.get("/").content.decode()
    visitor.signed_in(stage.users["auditor"])
    for address in rest:
        assert visitor.get(path(stage, address)).status_code == 200, address


def test_results_withheld_until_official_show_no_number(stage: Stage, visitor: Visitor) -> None:
    Competition.objects.filter(pk=stage.competition.pk).update(visibility=Visibility.OFFICIAL)
    page = visitor.page(path(stage))
    assert seal(page) == "状态：成绩待公布"
    assert not rows(page)
    clock = r"\d\d:\d\d(:\d\d)?"  # when it was last computed may be said, and may hold any digits
    assert "34" not in re.sub(clock, "", page.one("main").text)
    assert "34" not in re.sub(clock, "", visitor.page(path(stage, "rounds/")).one("main").text)
    for address in (f"why/{stage.teams[0]}/", f"tables/{stage.match().code}/"):
        assert visitor.get(path(stage, address)).status_code == 404
    assert rows(visitor.signed_in(stage.users["chief_referee"]).page(path(stage)))


def test_it_costs_few_queries_however_many_teams(visitor: Visitor) -> None:
    costs = []
    for teams in (2, 6):
        stage = computed(small_event(teams, 2, code=f"hall{teams}"))
        with CaptureQueriesContext(
            connection,
        ) as captured:
            visitor.page(path(stage))
        costs.append(len(captured))
        with CaptureQueriesContext(connection) as captured:
            visitor.get(path(stage, "?fragment=board"))
        assert len(captured) <= costs[0]
    assert costs[0] == costs[1] <= MOST_QUERIES


def test_a_poll_that_changes_nothing_is_a_304(stage: Stage, visitor: Visitor) -> None:
    first = visitor.get(path(stage, "?fragment=board"))
    tag = first.headers["ETag"]
    assert {"head", "body"} == {element.get("data-part") for element in visitor.page(path(stage, "?fragment=board"))} - {""}
    again = visitor.get(path(stage, "?fragment=board"), If_None_Match=tag)
    assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", tag)
    hand(stage, by_kind(1), table=4, number=2)
    changed = visitor.get(path(computed(stage), "?fragment=board"), If_None_Match=tag)
    assert changed.status_code == 200
    assert changed.headers["ETag"] != tag


def test_a_new_name_and_another_language_are_other_bytes(stage: Stage, visitor: Visitor) -> None:
    tag = visitor.get(path(stage, "?fragment=board")).headers["ETag"]
    assert visitor.speaks("en").get(path(stage, "?fragment=board"), If_None_Match=tag).status_code == 200
    visitor.speaks("zh-hans")
    team_rename(competition=stage.competition, team=stage.teams[0], name="改名队", by=stage.organiser)
    renamed = visitor.get(path(stage, "?fragment=board"), If_None_Match=tag)
    assert renamed.status_code == 200
    assert "改名队" in renamed.content.decode()


def test_my_team_stays_at_the_foot(stage: Stage, visitor: Visitor) -> None:
    assert not visitor.page(path(stage)).all("aside", "mine")
    pinned = visitor.client.post(path(stage, "mine/"), {"team": stage.teams[1]})
    assert (pinned.status_code, pinned.headers["Location"]) == (302, path(stage))
    foot = visitor.page(path(stage)).one("aside", "mine")
    assert team_name(1) in foot.text
    assert {element.get("data-m"): element.text for element in foot if element.get("data-m")} == {"rank": "2", "points": "27"}
    visitor.client.post(path(stage, "mine/"), {"team": "t000000000000"})
    assert not visitor.page(path(stage)).all("aside", "mine")
    assert visitor.get(path(stage, "mine/")).status_code == 405


def test_officials_find_their_way_from_the_board(stage: Stage, visitor: Visitor) -> None:
    assert not [link for link in visitor.page(path(stage)).all("a") if "desk" in link.get("href")]
    page = visitor.signed_in(stage.users["referee"]).page(path(stage))
    assert [link.get("href") for link in page.all("a") if "desk" in link.get("href")] == [path(stage, "desk/")]


def test_names_are_text_and_never_markup(drawn: Stage, visitor: Visitor) -> None:
    team_rename(competition=drawn.competition, team=drawn.teams[0], name="<b onclick=x>\"队'&", by=drawn.organiser)
    page = visitor.page(path(drawn))
    assert "<b onclick=x>\"队'&" in page.text
    assert not [element for element in page if "onclick" in element.attributes]


def test_the_number_of_finished_rounds_is_named(stage: Stage, visitor: Visitor) -> None:
    assert "名次按已结束的前 1 轮" in visitor.page(path(stage)).text
    five(stage, table=1, number=2, rows=SWEEP[1:])
    forfeit(stage, 4, "NS", number=2)
    computed(stage)
    assert "第 2 轮，共 3 轮" in visitor.page(path(stage)).text
    round_open(competition=stage.competition, number=3, by=stage.organiser, force=True, reason="测试")
    assert "第 3 轮，共 3 轮" in visitor.page(path(computed(stage))).text


def test_results_taken_back_say_so_until_there_are_new_ones(visitor: Visitor) -> None:
    stage = small_event(2, 1)
    confirm(stage, five(stage))
    assert not visitor.page(path(computed(stage))).all("p", "withdrawn")
    competition_close(competition=stage.competition, by=stage.chief)
    competition_reopen(competition=stage.competition, by=stage.chief, reason="一桌抄错")
    assert "正式成绩 v1 已撤回" in visitor.page(path(computed(stage))).one("p", "withdrawn").text
    competition_close(competition=stage.competition, by=stage.chief)
    page = visitor.page(path(computed(stage)))
    assert not page.all("p", "withdrawn")
    assert "v2" in page.one("header", "head").text
