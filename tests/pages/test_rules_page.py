"""规程: every parameter in words, with its clause, and the reading adopted where the text is silent."""

from collections.abc import Callable

import pytest

from events.services.competitions import competition_create
from events.wording.leaves import GROUPS, LEAVES, VALUES
from scoring.parameters import Choice
from scoring.rulebook import ids, load_file
from tests.cast import RULEBOOK, Stage
from tests.pages.conftest import Visitor, path

SIDES_AND_ROLES = {"NS", "EW", "N", "W", "S", "E", "referee", "chief_referee"}


@pytest.mark.parametrize("rulebook_id", ids())
def test_every_parameter_and_every_choice_has_a_name(rulebook_id: str) -> None:
    rulebook = load_file(rulebook_id)
    assert {leaf for leaf in rulebook.leaves if leaf not in LEAVES} == set()
    assert {leaf.split(".")[0] for leaf in rulebook.leaves} <= set(GROUPS)
    options = {option for kind in rulebook.schema.values() if isinstance(kind, Choice) for option in kind.options}
    words = {option for option in options if isinstance(option, str) and len(option) > 1} - SIDES_AND_ROLES
    assert words - set(VALUES) == set()


@pytest.mark.django_db
def test_the_pinned_rulebook_leaf_by_leaf(stage: Stage, visitor: Visitor, another: Callable[[], Visitor]) -> None:
    page = visitor.page(path(stage, "rules/"))
    rulebook = load_file(RULEBOOK)
    assert len([line for table in page.all("table", "rules") for line in table.one("tbody").all("tr")]) == len(rulebook.leaves)
    lines = {line.one("th").text: line.text for table in page.all("table", "rules") for line in table.one("tbody").all("tr")}
    assert lines["双下得分"] == "双下得分 5 000·四·(二)4"
    policy = next(text for name, text in lines.items() if name.startswith("作废怎么算"))
    assert "执行口径" in policy
    assert "对双方都不算" in policy
    assert rulebook.digest[:12] in page.text
    ids_on_page = {element.get("id") for element in page}
    assert all(clause in ids_on_page for clause in rulebook.clauses)
    english = another().speaks("en").page(path(stage, "rules/"))
    assert rulebook.clauses["GD-08"].en in english.text


@pytest.mark.django_db
def test_the_organisers_own_values_are_marked(stage: Stage, visitor: Visitor) -> None:
    competition_create(
        event=stage.event,
        code="house",
        name="自定",
        rulebook_id=RULEBOOK,
        overrides={"game_rules.points.double_down": 6},
        by=stage.organiser,
    )
    stage.event.competitions.filter(code="house").update(visibility="provisional")
    page = visitor.page(f"/e/{stage.event.code}/house/rules/")
    assert "其中 1 处是组委会自定的" in page.text
    assert "双下得分 6 组委会" in " ".join(line.text for line in page.all("tr"))
