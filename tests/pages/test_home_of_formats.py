"""The home of an event whose competitions rank entrants: who leads, live tables, and where a player sits."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.cast import team_name
from tests.pages.conftest import Visitor
from tests.pages.halls import chaodipi_hall, finished_rooms, gomoku_hall, pairs_hall, won_gomoku

pytestmark = pytest.mark.django_db


def now(visitor: Visitor, code: str) -> str:
    """The line of the competition in the table of what runs."""
    return visitor.page(f"/e/{code}/").one("table", "now").one("tbody").all("tr")[-1].text


def test_live_levels_until_there_is_a_champion(visitor: Visitor) -> None:
    chaodipi_hall("climb")
    assert "朱小三/\u200b秦小四 3 : 5 冯小六/\u200b陈小七" in now(visitor, "climb")
    won_gomoku("won")
    assert "赵小一冠军" in now(visitor, "won")


def test_teams_lead_by_match_points_and_pairs_by_share(visitor: Visitor) -> None:
    finished_rooms("rooms")
    assert f"{team_name(3)} 31" in now(visitor, "rooms")
    pairs_hall("pairs", rounds=2)
    text = now(visitor, "pairs")
    assert text.count("%") == 2
    assert "还没开赛" not in text


def test_withheld_results_do_not_lead(visitor: Visitor) -> None:
    for made, code in ((chaodipi_hall, "climb"), (won_gomoku, "won"), (finished_rooms, "rooms")):
        stage = made(code)
        stage.competition.visibility = "official"
        stage.competition.save()
        text = now(visitor, code)
        assert "–" in text
        assert "冠军" not in text
        assert "3 : 5" not in text


def test_a_player_is_found_by_own_draw_number_and_meets_people(visitor: Visitor) -> None:
    gomoku_hall("five")
    (seat,) = visitor.page("/e/five/?q=签号 4").one("section", "found").all("li")
    assert "孔小四" in seat.text
    assert "签号 4" in seat.text
    assert "对赵小五" in seat.text


def test_it_costs_the_same_however_many_entrants(visitor: Visitor) -> None:
    costs = []
    for entrants in (5, 9):
        gomoku_hall(f"hall{entrants}", entrants=entrants)
        with CaptureQueriesContext(connection) as captured:
            visitor.page(f"/e/hall{entrants}/?q=小")
        costs.append(len(captured))
    assert costs[0] == costs[1] <= 12
