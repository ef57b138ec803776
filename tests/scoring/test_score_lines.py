"""`manage.py score`: one answer a line, whatever the line holds; the exit status tells."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.parameters import Rulebook
from scoring.score_lines import score_lines

ROOT = Path(__file__).parents[2]
GOOD = b'{"hand":1,"order":["N","S","E","W"]}\n'
ANSWER = (
    '{"hand":1,"points":{"NS":5,"EW":0},"double_downs":{"NS":1,"EW":0},"problems":[],"findings":[],'
    '"trace":[{"clause":"GD-08","op":"double_down","operands":[5],"value":5}]}'
)


def answers(rules: Rulebook, *lines: bytes) -> list[dict[str, object]]:
    return [json.loads(scored.text) for scored in score_lines(rules, lines)]


def test_a_good_line(rules: Rulebook) -> None:
    (scored,) = score_lines(rules, [GOOD])
    assert (scored.text, scored.faulty) == (ANSWER, False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"{", "not_json"),
        (b'{"hand":1,}', "not_json"),
        (b"\x00", "not_json"),
        (b'{"hand":1} {"hand":2}', "not_json"),
        (b'{"hand":NaN,"order":["N","S"]}', "not_a_json_number"),
        (b'{"hand":-Infinity}', "not_a_json_number"),
        (b'{"hand":1e999}', "number_too_large"),
        (b'{"hand":' + b"9" * 5000 + b"}", "number_too_large"),
        (b'{"hand":1,"hand":2,"order":["N","S"]}', "key_twice"),
        (b"\xff\xfe", "not_utf8"),
        (b"[" * 30_000, "too_deep"),
        (b'{"x":"' + b"a" * 70_000 + b'"}', "body_too_large"),
        (b"null", "record_not_object"),
        (b'"text"', "record_not_object"),
        (b'{"hand":6,"order":["N","S"]}', "hand_out_of_range"),
        (b'{"hand":1,"order":["N\\u0000","S"]}', "unknown_seat"),
        (b'{"hand":1,"side":"\\ud800","kind":"double_down"}', "unknown_side"),
        (b'{"carry":{"levels":{"NS":"J"}}}', "carry_not_used"),
        (b'{"carry":5}', "wrong_type"),
        (b'{"carry":{},"hand":1}', "unknown_field"),
    ],
)
def test_a_bad_line_is_a_problem_on_that_line_alone(rules: Rulebook, line: bytes, code: str) -> None:
    before, bad, after = score_lines(rules, [GOOD, line + b"\n", GOOD])
    assert before.text == after.text == ANSWER
    answer = json.loads(bad.text)
    assert bad.faulty
    assert answer["points"] is None
    assert code in {problem["code"] for problem in answer["problems"]}
    assert bad.text.isascii()
    assert "\n" not in bad.text


def test_empty_lines_and_a_carry_of_nothing_have_no_answer(rules: Rulebook) -> None:
    assert answers(rules, b"\n", b"  \r\n", b'{"carry":{}}\n') == []


def test_a_last_line_without_its_newline(rules: Rulebook) -> None:
    assert len(answers(rules, GOOD.rstrip())) == 1


def score(rulebook: str, given: bytes) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "manage.py", "score", rulebook], input=given, capture_output=True, cwd=ROOT, check=False, timeout=120
    )


def test_the_command_scores_standard_input() -> None:
    done = score("healthcup-guandan", GOOD + GOOD)
    assert done.stdout.decode().splitlines() == [ANSWER, ANSWER]
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_command_tells_of_problems_by_its_exit_status() -> None:
    done = score("healthcup-guandan", GOOD + b"{\n\xff\n" + GOOD)
    assert len(done.stdout.splitlines()) == 4
    assert (done.returncode, done.stderr) == (1, b"")


def test_the_command_names_the_rulebooks_it_knows() -> None:
    done = score("healthcup-whist", GOOD)
    assert done.returncode == 2
    assert "healthcup-guandan" in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
