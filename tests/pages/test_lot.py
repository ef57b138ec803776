"""Teams that nothing separates but a lot: the board and the explanation say so, and nothing pretends to be a score."""

from dataclasses import replace

import pytest

from events.models import Competition
from events.services.competitions import competition_create
from events.services.draws import draw_make
from events.services.matches import match_forfeit
from events.services.rounds import round_open
from tests.cast import RULEBOOK, Stage, add_team, bare_event, make_draws
from tests.events.score_kit import new_key
from tests.pages.conftest import Visitor, computed, path

pytestmark = pytest.mark.django_db


@pytest.fixture
def level() -> Stage:
    """Two teams that both stayed away, in a competition that draws lots for what nothing else separates."""
    stage = bare_event()
    overrides = {"ranking.final_tie": "lot"}
    competition_create(event=stage.event, code="lot", name="抽签", rulebook_id=RULEBOOK, overrides=overrides, by=stage.organiser)
    Competition.objects.filter(event=stage.event, code="lot").update(visibility="provisional")
    stage = replace(stage, competition=Competition.objects.select_related("event").get(event=stage.event, code="lot"))
    for name in ("甲队", "乙队"):
        add_team(stage, name, 1)
    make_draws(stage)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    match = stage.match().code
    match_forfeit(competition=stage.competition, match=match, sides=["NS", "EW"], key=new_key(), reason="都没有来", by=stage.chief)
    return computed(stage)


def test_a_tie_that_waits_for_its_lot_is_shared(level: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(level, f"why/{level.teams[0]}/"))
    assert page.one(id="before").one("h2").text == "为什么甲队和乙队并列"
    assert "还没抽签" in page.one("ol", "keys").all("li")[-1].text
    assert "双方弃权" in page.all("table", "hands")[0].text


def test_after_the_lot_it_is_named_and_shown_as_places(level: Stage, visitor: Visitor) -> None:
    first, second = reversed(level.teams)
    draw_make(competition=level.competition, draw="lot", order=[first, second], by=level.organiser)
    computed(level)
    board = visitor.page(path(level))
    assert [row.get("data-team") for row in board.all("tr") if row.get("data-team")] == [first, second]
    assert "抽签定先后" in board.text
    keys = visitor.page(path(level, f"why/{first}/")).one("ol", "keys").all("li")
    assert keys[-1].get("class") == "decided"
    assert "1:2" in keys[-1].text
    assert "抽签定先后，乙队在前" in keys[-1].text
