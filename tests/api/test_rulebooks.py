"""Rulebooks: every number with clause, reading and reason; a competition shows the one it pinned, overrides included."""

import pytest

from scoring.rulebook import ids, load_file
from tests.api.caller import Caller, codes, competition_path
from tests.cast import Stage

pytestmark = pytest.mark.django_db


def test_the_rulebook_is_complete(anyone: Caller) -> None:
    book = load_file("healthcup-guandan")
    assert [row["id"] for row in anyone.get("rulebooks/").json()["results"]] == list(ids())
    shown = anyone.get("rulebooks/healthcup-guandan/").json()
    assert {leaf["path"]: (leaf["value"], leaf["clause"]) for leaf in shown["leaves"]} == {
        path: (leaf.value, leaf.clause) for path, leaf in book.leaves.items()
    }
    assert shown["digest"] == book.digest
    assert all(bool(leaf["reading"]) == bool(leaf["why"]) for leaf in shown["leaves"])
    clauses = anyone.get("rulebooks/healthcup-guandan/clauses/").json()["results"]
    assert clauses == shown["clauses"]
    assert {leaf["clause"] for leaf in shown["leaves"]} <= {clause["clause"] for clause in clauses}


def test_a_competition_shows_its_own_values(stage: Stage, organiser: Caller) -> None:
    path = f"events/{stage.event.code}/competitions/"
    change = {"game_rules.points.double_down": 6}
    body = {"code": "house", "name": "本厂规则", "rulebook": "healthcup-guandan", "overrides": change}
    assert organiser.post(path, body).status_code == 201
    leaves = {leaf["path"]: leaf for leaf in organiser.get(path + "house/rulebook/").json()["leaves"]}
    assert (leaves["game_rules.points.double_down"]["value"], leaves["game_rules.points.double_down"]["clause"]) == (6, "house:1")
    plain = {leaf["path"]: leaf for leaf in organiser.get(competition_path(stage) + "rulebook/").json()["leaves"]}
    assert plain["game_rules.points.double_down"]["value"] == 5


def test_overrides_that_cannot_be(stage: Stage, organiser: Caller) -> None:
    path = f"events/{stage.event.code}/competitions/"
    changes = {"game_rules.points.double_down": "six", "game_rules.players": 5, "no.such": 1}
    body = {"code": "house", "name": "本厂规则", "rulebook": "healthcup-guandan", "overrides": changes}
    answer = organiser.post(path, body)
    assert answer.status_code == 422
    assert len(codes(answer)) == 3
    assert codes(organiser.post(path, {**body, "rulebook": "no-such"})) == ["rulebook_unknown"]
