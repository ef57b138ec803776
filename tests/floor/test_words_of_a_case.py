"""What the desk's page of a table of 80分 says: records and forms in the words of the game, a penalty with its tariff and clause."""

import pytest

from tests.cast import other_event
from tests.floor.test_whole_case import BOARD, Case
from tests.pages.document import parse

pytestmark = pytest.mark.django_db


@pytest.fixture
def rooms(db: None) -> Case:
    stage = other_event("hefei-eighty-teams", teams=4, entrants=2)
    return Case(stage, stage.match())


def options(page: str, name: str) -> dict[str, str]:
    return {option.get("value"): option.text for option in parse(page).all("select", name=name)[0].all("option")}


def test_a_record_says_nothing_of_what_it_leaves_empty(rooms: Case) -> None:
    board = str(rooms.match.boards[0])
    rooms.send("record", board=board, **{**BOARD, "trump": "NT", "last_trick": "declarers", "dig": "none", "kitty_points": ""})
    page = rooms.page()
    assert "null" not in parse(page).one("main").text
    assert "主 无将" in parse(page).one("main").text
    assert options(page, "trump")["NT"] == "无将"


def test_only_the_units_of_the_tally_are_offered(rooms: Case) -> None:
    assert options(rooms.page(), "unit") == {"net": "净得分", "match_points": "比赛分"}


def test_a_penalty_says_its_clause_and_what_it_fines(rooms: Case) -> None:
    page = rooms.page("?penalty=miscount")
    assert "牌数不符 每张 10 〔004·2·4〕" in parse(page).one("details", id="penalty").text
    assert options(page, "looked") == {"": "–", "yes": "是", "no": "不是"}


def test_both_rooms_are_one_press_away(rooms: Case) -> None:
    assert f"/rounds/1/#{rooms.match.encounter}" in rooms.page()
