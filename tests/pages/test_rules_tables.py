"""规程 of rulebooks that hold tables, lists and tariffs: each is shown as what it is."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.leaf_types import Table
from scoring.rulebook import ids, load_file
from tests.pages.conftest import Visitor, path
from tests.pages.halls import hall

pytestmark = pytest.mark.django_db
# What a text leaves blank: nothing is founded without it.
BLANKS = {"doudizhu-refill": {"tally_rules.time.minutes": 30}, "doudizhu-repechage": {"awards.champion": 2500}}


def test_the_bands_of_a_climb_are_a_table_with_a_clause_a_row(visitor: Visitor) -> None:
    page = visitor.page(path(hall("healthcup-chaodipi", teams=1), "rules/"))
    bands = page.one("table", id="game_rules.bands")
    rows = bands.one("tbody").all("tr")
    assert [row.one("th").text for row in rows[:2]] == ["0", "1–19"]
    assert rows[-1].one("th").text == "180 以上"
    assert all(row.all("a", "cl") for row in rows)
    must = next(row for row in page.all("tr") if row.all("th") and row.all("th")[0].text.startswith("必打的级"))
    assert [item.text for item in must.one("ol", "order").all("li")] == ["2", "J", "A"]


def test_the_tariff_is_one_table_of_offences(visitor: Visitor) -> None:
    page = visitor.page(path(hall("healthcup-chaodipi", teams=1), "rules/"))
    rows = page.one("table", "tariff").one("tbody").all("tr")
    assert len(rows) == 10
    assert rows[0].one("th").text == "甩牌不成"
    assert "10" in rows[0].text
    assert all(row.all("a", "cl") for row in rows)


@pytest.mark.parametrize("rulebook_id", ids())
def test_every_table_of_every_rulebook_is_there_in_both_languages(
    rulebook_id: str, visitor: Visitor, another: Callable[[], Visitor]
) -> None:
    rulebook = load_file(rulebook_id)
    entered: dict[str, Any] = {"born": "1990-05-01"} if "format_rules.age.least" in rulebook.leaves else {}
    players = rulebook.number("game_rules.players") // 2
    stage = hall(rulebook_id, teams=1, players=players, overrides=BLANKS.get(rulebook_id), **entered)
    tables = [leaf for leaf, kind in rulebook.schema.items() if isinstance(kind, Table)]
    for page in (visitor.page(path(stage, "rules/")), another().speaks("en").page(path(stage, "rules/"))):
        found = {table.get("id"): table for table in page.all("table", "leaf-table")}
        assert set(found) == set(tables)
        assert all(len(found[leaf].one("tbody").all("tr")) == len(rulebook.rows(leaf)) for leaf in tables)
