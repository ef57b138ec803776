"""The leaderboard of pairs by match points, the sheet of a board, and the recap of a pair."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events.selectors.boards.figures import figures_of
from tests.pages.conftest import Visitor, path
from tests.pages.halls import gomoku_hall, pairs_hall

pytestmark = pytest.mark.django_db

MOST_QUERIES = 8


def test_places_by_direction_with_their_share(visitor: Visitor) -> None:
    page = visitor.page(path(pairs_hall(rounds=2)))
    north, east = page.all("table", "pairs")
    assert (north.one("caption").text, east.one("caption").text) == ("南北方向", "东西方向")
    for table in (north, east):
        rows = table.one("tbody").all("tr")
        assert len(rows) == 4
        assert all(cell.text.endswith("%") for row in rows for cell in row.all("td", "big"))
    assert [link.one("b").text for link in page.one("ol", "sheets").all("a")] == [str(n) for n in range(1, 9)]


def test_before_a_finished_round_there_is_no_share(visitor: Visitor) -> None:
    page = visitor.page(path(pairs_hall()))
    cells = [cell.text for table in page.all("table", "pairs") for cell in table.all("td", "big")]
    assert cells == ["–"] * 8


def test_a_boards_sheet_has_every_result_with_its_steps(visitor: Visitor) -> None:
    stage = pairs_hall(rounds=2)
    page = visitor.page(path(stage, "boards/1/"))
    assert page.one("h1").text == "第 1 副"
    rows = [row for row in page.one("table", "travel").one("tbody").all("tr") if "how-row" not in row.classes]
    assert [row.one("th").text for row in rows] == ["1·1", "2·4"]
    points = [[cell.text for cell in row.all("td", "mp")] for row in rows]
    assert points == [["0", "4"], ["4", "0"]]  # North-South declare: 35 points against none
    steps = [step.text for step in page.all("ol", "steps")[0].all("li")]
    assert any("胜 1 个、平 0 个结果" in step and "004·4·5" in step for step in steps)
    assert "南北坐庄，东西防守" in page.text
    assert page.one("a", rel="next").get("href").endswith("/boards/2/")


def test_a_pairs_recap(visitor: Visitor) -> None:
    stage = pairs_hall(rounds=2)
    entrant = stage.entrants[stage.teams[0]][0]
    page = visitor.page(path(stage, f"why/{entrant}/"))
    first, second = page.all("table", "recap")
    assert first.one("caption").text.startswith("第 1 轮坐南北 对")
    assert "进行中，未计入" in second.one("caption").text
    rows = [row for row in first.one("tbody").all("tr") if "how-row" not in row.classes]
    assert [row.one("th").text for row in rows] == ["1", "2"]
    assert [row.all("td")[0].text for row in rows] == ["坐庄", "防守"]
    assert "满分之和" in page.one("div", "hero").text
    assert first.one("tfoot").text.startswith("本轮")
    row = visitor.page(path(stage, f"why/{entrant}/?fragment=row"))
    assert len(row.one("div", "calc").all("table", "recap")) == 2


def test_the_match_page_leads_to_the_boards(visitor: Visitor) -> None:
    stage = pairs_hall()
    page = visitor.page(path(stage, f"tables/{stage.match(1).code}/"))
    assert "牌号 1–2" in page.one("p", "meta").text
    links = [link.get("href") for link in page.one("table", "bds").all("a") if "/boards/" in link.get("href")]
    assert links == [path(stage, "boards/1/"), path(stage, "boards/2/")]


@pytest.mark.parametrize("rest", ["boards/99/", "boards/0/", "boards/99999999999999999999/"])
def test_a_board_that_is_not_in_play_is_a_404(visitor: Visitor, rest: str) -> None:
    assert visitor.get(path(pairs_hall(), rest)).status_code == 404


def test_other_formats_have_no_sheets(visitor: Visitor) -> None:
    assert visitor.get(path(gomoku_hall(), "boards/1/")).status_code == 404


def test_it_costs_the_same_however_many_pairs(another: Callable[[], Visitor]) -> None:
    costs: dict[str, list[int]] = {}
    for entrants in (6, 10):
        stage = pairs_hall(entrants=entrants, code=f"hall{entrants}")
        entrant = stage.entrants[stage.teams[0]][0]
        for rest in ("", "rounds/", "rounds/1/", f"tables/{stage.match(1).code}/", f"why/{entrant}/", "boards/1/"):
            with CaptureQueriesContext(connection) as captured:
                another().page(path(stage, rest))
            costs.setdefault(rest.split("/")[0] + str(rest.count("/")), []).append(len(captured))
    assert all(small == large <= MOST_QUERIES for small, large in costs.values()), costs


def test_parts_of_a_point_are_said_as_decimals() -> None:
    """Next to a colon 48/5 would read as a score of its own."""
    figures = figures_of("match_points", {"state": "complete", "points": {"NS": "48/5", "EW": "12/5"}})
    assert (figures.ns, figures.ew) == ("9.6", "2.4")
