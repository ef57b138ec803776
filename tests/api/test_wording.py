"""Every code that rules, services and doors can emit has a sentence and a remedy, in Chinese and in English."""

import ast
from collections import defaultdict
from pathlib import Path
from types import ModuleType

import pytest
from django.utils import translation

from events import wording
from events.wording import WORDS, problem_text, remedy_text
from events.wording.terms import TERMS

BASE = Path(__file__).resolve().parents[2]
SOURCES = ["scoring", "events"]
# Calls whose first text argument is a code, or whose named argument of that position is.
CONSTRUCTORS = {
    "Fault", "NotAllowed", "NotFound", "StateRefusal", "KeyMissing", "KeyReused", "Busy", "Refused", "Unreadable", "TooLarge",
    "BadRequest", "NoCredentials", "_coded", "wrong", "_wrong", "Pattern",
}  # fmt: skip


def texts(node: ast.expr) -> list[str]:
    """The texts an expression can be, as far as the source says."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    return [*texts(node.body), *texts(node.orelse)] if isinstance(node, ast.IfExp) else []


def emitted() -> dict[str, set[str]]:
    """code -> files that emit it. Codes that a variable passes on are caught when a test of this folder meets them (conftest)."""
    codes: dict[str, set[str]] = defaultdict(set)
    for folder in SOURCES:
        for path in sorted((BASE / folder).rglob("*.py")):
            name = str(path.relative_to(BASE))
            if "/migrations/" in name or name.startswith("events/wording/") or name.startswith("events/plays/"):
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Dict) and name.startswith(("events/pages/", "events/admin/", "events/api/", "events/live/")):
                    continue  # a "code" in these is one of an event or a match
                for expression in coded(node):
                    for code in texts(expression):
                        codes[code].add(name)
    return codes


def coded(node: ast.AST) -> list[ast.expr]:
    """The expressions in this node that are codes of problems, refusals or findings."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id if isinstance(node.func, ast.Name) else ""
        place = {"_wrong": 1, "Pattern": 1}.get(called, 0)
        if called in CONSTRUCTORS and len(node.args) > place:
            return [node.args[place]]
        if called in {"Fault", "Pattern"}:
            return [keyword.value for keyword in node.keywords if keyword.arg == "code"]
    if isinstance(node, ast.Dict):
        return [value for key, value in zip(node.keys, node.values, strict=True) if isinstance(key, ast.Constant) and key.value == "code"]
    return []


def test_every_code_has_words() -> None:
    codes = emitted()
    assert len(codes) > 120, "the search finds too little to mean anything"
    without = {code: sorted(files) for code, files in sorted(codes.items()) if code not in WORDS and code.isidentifier()}
    assert not without, f"codes without words in events/wording: {without}"


def test_the_search_sees_a_code_without_words() -> None:
    (call,) = (node for node in ast.walk(ast.parse('Fault("never_heard_of", at="x")')) if isinstance(node, ast.Call))
    assert [texts(expression) for expression in coded(call)] == [["never_heard_of"]]
    assert "never_heard_of" not in WORDS


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_every_sentence_can_be_said(language: str) -> None:
    """No broken operand, nothing empty; English has its own text."""
    with translation.override(language):
        for code in WORDS:
            for text in (problem_text(code, {}), remedy_text(code, {})):
                assert text.strip(), code
                if language == "en":
                    assert not any("\u4e00" <= sign <= "\u9fff" for sign in text), f"{code} has no English: {text}"


def test_operands_are_said_in_the_readers_language() -> None:
    values = {"side": "EW"}
    with translation.override("zh-hans"):
        assert problem_text("other_side_confirms", values) == "本桌由东西核对。"
    with translation.override("en"):
        assert problem_text("other_side_confirms", values) == "East-West checks at this table."
        assert all(not any("\u4e00" <= sign <= "\u9fff" for sign in str(term)) for term in TERMS.values())


def test_operands_are_shown_not_interpreted() -> None:
    assert "%(given)s" in problem_text("unknown_seat", {"given": "%(given)s %d {0}"})
    assert len(problem_text("unknown_seat", {"given": "x" * 10_000})) < 200


def test_the_letter_of_a_suit_is_a_suit_where_trumps_are_spoken_of() -> None:
    with translation.override("zh-hans"):
        said = problem_text("trump_differs", {"wanted": "H", "given": "S"})
        assert "♥ 红桃" in said
        assert "♠ 黑桃" in said
        assert "10" in problem_text("rank_differs", {"wanted": "T", "given": "J"})
        assert "♠ 黑桃" in remedy_text("not_a_choice", {"options": ["S", "H", "D", "C", "NT"], "given": "X"})
        assert "南" in remedy_text("not_a_choice", {"options": ["N", "W", "S", "E"], "given": "X"})


def test_no_code_has_two_meanings() -> None:
    """The sentences of all games lie in one drawer: a code that two of them worded would be said in the words of the last."""
    tables = [module.WORDS for module in vars(wording).values() if isinstance(module, ModuleType) and hasattr(module, "WORDS")]
    assert len(tables) > 1
    assert len(WORDS) == sum(map(len, tables))


def test_the_two_at_a_board_are_named_as_everywhere() -> None:
    assert "第 9 手是 甲方 连成，记录写的赢家是 乙方" in problem_text("winner_not_on_board", {"move": 9, "wanted": "A", "given": "B"})
