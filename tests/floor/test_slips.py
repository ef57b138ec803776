"""补录 of a stack of slips: every game's rows, what is there already, conflicts, problems cell by cell, nothing typed lost."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from events.models import HandRecord, Match
from tests.cast import Stage, other_event, small_event
from tests.floor.three_event import three_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def referee(stage: Stage) -> Client:
    client = Client()
    client.force_login(stage.users["referee"])
    return client


def place(stage: Stage) -> str:
    return f"/e/{stage.event.code}/{stage.competition.code}/desk/slips/"


def opened(client: Client, stage: Stage, table: int = 1) -> dict[str, str]:
    """The hidden fields of the slip: `rows` are the names of its rows."""
    page = client.get(place(stage), {"table": table}).content.decode()
    return dict(re.findall(r'name="(\d+\.key)" value="([^"]+)"', page))


def send(client: Client, stage: Stage, typed: dict[str, str], match: Match | None = None) -> Any:
    keys = opened(client, stage, (match or stage.match()).table)
    rows = [name.partition(".")[0] for name in keys]
    return client.post(f"{place(stage)}{(match or stage.match()).code}/", {"rows": rows, **keys, **typed})


def slip(*digits: str) -> dict[str, str]:
    return {f"{number}.result": digit for number, digit in enumerate(digits, 1) if digit}


def kinds(match: Match) -> list[tuple[int, str, str]]:
    return [
        (row.number, row.normal["side"], row.normal["kind"])
        for row in HandRecord.objects.filter(match=match, state="live").order_by("number")
    ]


def test_five_digits_are_a_slip_and_the_next_table_is_asked(stage: Stage) -> None:
    client = referee(stage)
    answer = send(client, stage, slip("1", "5", "3", "1", "4"))
    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?last={stage.match().code}")
    assert kinds(stage.match()) == [
        (1, "NS", "double_down"),
        (2, "EW", "first_third"),
        (3, "NS", "first_fourth"),
        (4, "NS", "double_down"),
        (5, "EW", "double_down"),
    ]
    page = client.get(answer["Location"]).content.decode()
    assert "11 : 8" in page
    assert "合计 19" in page
    assert "单数" in page
    assert 'id="pick"' in page
    assert re.search(r'name="table"[^>]*autofocus', page)


def test_what_is_there_is_shown_an_echo_is_no_second_record_and_another_result_is_asked_back(stage: Stage) -> None:
    client = referee(stage)
    send(client, stage, slip("1"))
    page = client.get(place(stage), {"table": 1}).content.decode()
    assert "已有" in page
    again = send(client, stage, slip("1", "5"))
    assert again.status_code == 302
    assert HandRecord.objects.filter(match=stage.match()).count() == 2
    asked = send(client, stage, slip("2", "", "3"))
    shown = asked.content.decode()
    assert asked.status_code == 422
    assert 'name="1.result"' in shown
    assert re.search(r'name="1\.result"[^>]*value="2"', shown)
    assert "1.report" in shown
    assert [number for number, *_ in kinds(stage.match())] == [1, 2, 3]  # the good row stays
    kept = send(client, stage, slip("2") | {"1.report": "yes"})
    assert kept.status_code == 302
    assert stage.match().under_review == 1
    assert "请裁定" in client.get(kept["Location"]).content.decode()


def test_a_digit_that_is_no_result_is_told_with_its_row_and_nothing_is_lost(stage: Stage) -> None:
    answer = send(referee(stage), stage, slip("9", "4"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert re.search(r'name="1\.result"[^>]*value="9"', page)
    assert "told" in page
    assert [number for number, *_ in kinds(stage.match())] == [2]


def test_the_sum_on_paper_is_held_against_the_rows(stage: Stage) -> None:
    client = referee(stage)
    answer = send(client, stage, slip("1", "5", "3", "1", "4") | {"sum-NS": "11", "sum-EW": "9"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "11:9" in page
    assert "11:8" in page
    assert "同单双" in page
    assert not kinds(stage.match())
    assert re.search(r'name="2\.result"[^>]*value="5"', page)
    assert send(client, stage, slip("1", "5", "3", "1", "4") | {"sum-NS": "11", "sum-EW": "8"}).status_code == 302
    assert len(kinds(stage.match())) == 5


@pytest.mark.parametrize(
    ("overrides", "sums"),
    [({"game_rules.points.first_third": 2}, (11, 7)), ({"game_rules.points.loser": 1}, (13, 11))],
    ids=["an even result", "points for who loses"],
)
def test_where_points_are_overridden_nothing_is_said_of_odd_and_even(overrides: dict[str, int], sums: tuple[int, int]) -> None:
    stage = other_event("healthcup-guandan", teams=4, entrants=2, overrides=overrides)
    client, digits = referee(stage), slip("1", "5", "3", "1", "4")
    over = send(client, stage, digits | {"sum-NS": "41", "sum-EW": "0"}).content.decode()
    assert "同单双" not in over
    assert "加起来最多" in over
    wrong = send(client, stage, digits | {"sum-NS": str(sums[0] + 1), "sum-EW": str(sums[1])}).content.decode()
    assert f"{sums[0]}:{sums[1]}" in wrong
    assert "加起来最多" not in wrong
    done = send(client, stage, digits | {"sum-NS": str(sums[0]), "sum-EW": str(sums[1])})
    assert done.status_code == 302
    page = client.get(done["Location"]).content.decode()
    assert f"合计 {sum(sums)}" in page
    assert "同单双" not in page


def test_an_empty_slip_and_a_table_that_is_not_there(stage: Stage) -> None:
    client = referee(stage)
    assert send(client, stage, {}).status_code == 422
    assert "没有 99 桌" in client.get(place(stage), {"table": "99"}).content.decode()
    for strange in ("", "x", "9" * 50, "\x00"):
        assert client.get(place(stage), {"table": strange}).status_code == 200
        assert client.get(place(stage), {"last": strange}).status_code == 200


def test_who_may(stage: Stage) -> None:
    for role, status in (("auditor", 403), ("organiser", 403), ("referee", 200), ("chief_referee", 200)):
        client = Client()
        client.force_login(stage.users[role])
        assert client.get(place(stage)).status_code == status, role
    assert Client().get(place(stage)).status_code == 403
    assert Client(enforce_csrf_checks=True).post(f"{place(stage)}{stage.match().code}/").status_code == 403


CLIMB = {
    "declarer": "S",
    "trump": "S",
    "buried_by": "S",
    "table_points": "60",
    "kitty_points": "0",
    "last_trick": "declarers",
    "dig": "none",
    "hook": "none",
}
BOARD = {"trump": "H", "table_points": "60", "kitty_points": "15", "last_trick": "defenders", "dig": "pair"}
OF_THREE = {"bids.0": "3", "landlord": "1", "out": "1", "bombs": "0", "rocket": "no", "spring": "none"}

# What is typed in the first rows, beside the places that stand there already, and how many records come of it.
GAMES: dict[str, tuple[Callable[[], Stage], list[dict[str, str]]]] = {
    "chaodipi": (lambda: other_event("healthcup-chaodipi", 4), [CLIMB, CLIMB | {"declarer": "N", "buried_by": "N"}]),
    "eighty": (lambda: other_event("hefei-eighty-pairs", 6), [BOARD, BOARD | {"table_points": "70"}]),
    "doudizhu": (three_event, [OF_THREE | {"first_bidder": "1"}, OF_THREE | {"first_bidder": "2", "landlord": "2", "out": "2"}]),
    "gomoku": (
        lambda: other_event("healthcup-gomoku", 4),
        [{"black": "A", "winner": "A", "reason": "resigned"}, {"black": "B", "winner": "A", "reason": "resigned"}],
    ),
}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_has_rows_with_its_fields(game: str) -> None:
    stage, lines = GAMES[game][0](), GAMES[game][1]
    match = Match.objects.filter(competition=stage.competition).order_by("table")[0]
    client = referee(stage)
    page = client.get(place(stage), {"table": match.table}).content.decode()
    shown = dict(re.findall(r'<input[^>]*name="(\d+\.(?:game|hand))"[^>]*value="(\d+)"', page))
    shown |= dict(re.findall(r'<select[^>]*name="(\d+\.board)"[^>]*>.*?<option value="(\d+)" selected', page, re.S))
    typed = {f"{row}.{name}": value for row, line in enumerate(lines, 1) for name, value in line.items()}
    answer = send(client, stage, shown | typed, match)
    assert answer.status_code == 302, re.findall(r'class="told".*?</p>', answer.content.decode(), re.S)
    assert HandRecord.objects.filter(match=match, state="live").count() == len(lines)
    again = client.get(place(stage), {"table": match.table}).content.decode()
    assert "已经有的" in again or "已打完" in again


def test_what_is_wrong_with_a_record_stands_at_its_field_with_its_clause() -> None:
    stage = other_event("healthcup-chaodipi", 4)
    wrong = {f"1.{name}": value for name, value in (CLIMB | {"table_points": "63", "game": "1", "hand": "1"}).items()}
    answer = send(referee(stage), stage, wrong)
    page = answer.content.decode()
    assert answer.status_code == 422
    cell = re.search(r'<div class="cell wrong">.*?name="1\.table_points"[^>]*value="63".*?</div>', page, re.S)
    assert cell is not None
    assert "cl" in cell.group()
    assert not HandRecord.objects.exists()
