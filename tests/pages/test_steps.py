"""Every step that the rules can take and every code of a tariff has words, in both languages, that name its operands."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.utils import translation

import scoring
from events.wording.penalties import PENALTIES, penalty_word
from events.wording.steps import STEPS, step_text
from scoring.games import GAMES
from tests.cast import Stage
from tests.pages import halls

ROOT = Path(scoring.__file__).parent
CHINESE = re.compile(r"[㐀-鿿]")
GUANDAN = {"double_down", "first_third", "first_fourth"}


def ops() -> set[str]:
    """The names of steps that stand in the code as they are, alone or as one of two."""
    found: set[str] = set()
    for file in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Step" and len(node.args) > 1:
                told = node.args[1]
                parts = [told.body, told.orelse] if isinstance(told, ast.IfExp) else [told]
                found |= {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return found


def traces(value: object) -> Iterator[str]:
    """Every step's name in a state, wherever it stands."""
    if isinstance(value, dict):
        yield from (step["op"] for step in value.get("trace") or ())
        for part in value.values():
            yield from traces(part)
    elif isinstance(value, list):
        for part in value:
            yield from traces(part)


def test_every_step_in_the_code_has_words() -> None:
    found = ops()
    assert len(found) > 20
    assert {op for op in found if op not in STEPS and op not in PENALTIES} - GUANDAN == set()


@pytest.mark.django_db
@pytest.mark.parametrize("made", [halls.chaodipi_hall, halls.won_gomoku, halls.finished_rooms, halls.pairs_hall])
def test_every_step_of_a_hall_has_words(made: Callable[[], Stage]) -> None:
    found = set(traces(json.loads(made().competition.snapshot.body)))
    assert found
    assert {op for op in found if op not in STEPS and op not in PENALTIES} == set()


def test_every_code_of_a_tariff_has_a_word() -> None:
    codes = {code for game in GAMES.values() for code in getattr(game, "tariffs", {})}
    assert len(codes) > 15
    assert codes - set(PENALTIES) == set()


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_words_take_the_operands_of_their_steps(language: str) -> None:
    with translation.override(language):
        for op in STEPS:
            told = step_text({"op": op, "operands": [12, 3, 5, 60], "value": 7, "clause": "X"}, "甲")
            assert told
            assert "%(" not in told
            if language == "en":
                assert not CHINESE.search(told.replace("甲", "")), (op, told)
        for code in PENALTIES:
            assert penalty_word(code)
            assert "20" in step_text({"op": code, "operands": [10, 2], "value": 20, "clause": "X"}, "甲")


def test_levels_fractions_and_signs_read_as_on_paper() -> None:
    with translation.override("zh-hans"):
        assert step_text({"op": "climb", "operands": [10, 1], "value": 11}, "甲") == "甲 从 10 升 1 级，到 J"
        assert step_text({"op": "climb", "operands": [14, 1], "value": 15}, "甲") == "甲 从 A 升 1 级，到 过A"
        assert step_text({"op": "scale", "operands": [1, 3, 6], "value": "18/5"}) == "3 个结果折成满分 6：1 → 3.6"
        assert "−20" in step_text({"op": "open", "operands": [0, 20], "value": -20})
        assert step_text({"op": "on_D", "operands": [60, 10], "value": 70}) == "计入防守方得分：60+10 = 70"
