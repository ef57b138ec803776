"""牌副与将牌: trumps fixed for all tables, results of a fouled board split into groups; refused rows keep what was typed."""

import pytest
from django.test import Client

from events.actors import for_user
from events.models import LedgerEntry, Match, Role
from events.services.boards import board_trump_set
from events.services.events import grant_give
from events.services.rounds import round_open
from tests.cast import Stage, other_event, small_event
from tests.pages.document import Element, parse

pytestmark = pytest.mark.django_db
BOARDS = "/e/hall/eighty/desk/boards/"


@pytest.fixture
def pairs() -> Stage:
    return other_event("hefei-eighty-pairs", teams=4, entrants=2)


@pytest.fixture
def teams() -> Stage:
    return other_event("hefei-eighty-teams", teams=2, entrants=2)


def browser(stage: Stage, role: str) -> Client:
    client = Client()
    client.force_login(stage.users[role])
    return client


def page(client: Client, path: str = BOARDS) -> Element:
    answer = client.get(path)
    assert answer.status_code == 200
    return parse(answer.content.decode())


def rows(values: dict[int, tuple[str, str]]) -> dict[str, str]:
    """The form of the trumps with these rows filled in; the others as the page shows them, with the printed ranks."""
    printed = dict(enumerate(("2", "3", "4", "5", "5", "6", "7", "8", "9", "T", "T", "J", "K", "Q", "A", "K"), start=1))
    filled = {number: (rank, "") for number, rank in printed.items()} | values
    named = {f"{name}-{number}": value for number, row in filled.items() for name, value in zip(("rank", "trump"), row, strict=True)}
    return {"key": "boards-form-1", **named}


def chosen(shown: Element, name: str) -> str:
    marked = [option.get("value") for option in shown.one("select", name=name).all("option") if "selected" in option.attributes]
    return str(marked[0]) if marked else ""


def test_trumps_are_fixed_in_one_form_and_shown_at_the_tables(pairs: Stage) -> None:
    organiser = browser(pairs, Role.ORGANISER)
    assert len(page(organiser).one("section", id="trumps").all("select")) == 2 * 8, "the boards that are played, not all 64 there may be"
    assert organiser.post(BOARDS + "trumps/", rows({1: ("2", "S"), 2: ("3", "NT")})).status_code == 302
    assert LedgerEntry.objects.filter(kind="board_trump").count() == 2, "only the rows that say something"
    shown = page(organiser)
    assert (chosen(shown, "trump-1"), chosen(shown, "trump-2"), chosen(shown, "trump-3")) == ("S", "NT", "")
    assert pairs.users[Role.ORGANISER].username in shown.one("tr", id="board-1").text
    trumps = {row["board"]: row["trump"] for match in Match.objects.all() for row in match.shown["boards"]}
    assert (trumps[1], trumps[2], trumps[3]) == ("S", "NT", None)
    organiser.post(BOARDS + "trumps/", rows({1: ("2", "S"), 2: ("3", "NT")}))
    assert LedgerEntry.objects.filter(kind="board_trump").count() == 2, "pressed twice"


def test_a_refused_row_stands_beside_its_fault_and_the_good_ones_are_kept(pairs: Stage) -> None:
    chief = browser(pairs, Role.CHIEF_REFEREE)
    answer = chief.post(BOARDS + "trumps/", rows({1: ("2", "S"), 2: ("", "H"), 3: ("4", "hearts")}))
    assert answer.status_code == 422
    shown = parse(answer.content.decode())
    assert len(shown.all("ul", "told")) == 2
    assert (chosen(shown, "rank-2"), chosen(shown, "trump-2"), chosen(shown, "trump-1")) == ("", "H", "S")
    assert [entry.body.count('"board":1') for entry in LedgerEntry.objects.filter(kind="board_trump")] == [1]


def test_who_may_not_fix_a_trump_sees_it(pairs: Stage) -> None:
    board_trump_set(competition=pairs.competition, board=1, mode="A", rank="2", trump="H", by=pairs.organiser)
    for role in (Role.REFEREE, Role.AUDITOR):
        shown = page(browser(pairs, role))
        assert not shown.all("button", "pri")
        assert "红桃" in shown.one("tr", id="board-1").text
        assert "裁判长" in shown.one("section", id="trumps").text
        refused = browser(pairs, role).post(BOARDS + "trumps/", rows({2: ("3", "S")}))
        assert refused.status_code == 403
    assert LedgerEntry.objects.filter(kind="board_trump").count() == 1


def test_an_organiser_who_is_a_referee_too_still_fixes_trumps(pairs: Stage) -> None:
    """Two grants are never less than one of them."""
    grant_give(event=pairs.event, user=pairs.users[Role.ORGANISER], role=Role.REFEREE, by=pairs.organiser)
    both = for_user(user=pairs.users[Role.ORGANISER], event=pairs.event)
    assert both is not None
    assert board_trump_set(competition=pairs.competition, board=1, mode="A", rank="2", trump="H", by=both).status == 201


@pytest.fixture
def shared() -> tuple[Stage, int, str, str]:
    """Two rounds of pairs are open; a board that two matches play."""
    stage = other_event("hefei-eighty-pairs", teams=3, entrants=2)
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="试")
    plays: dict[int, list[str]] = {}
    for match in Match.objects.order_by("round__number", "table"):
        for number in match.boards:
            plays.setdefault(number, []).append(match.code)
    board, (first, second) = next((number, codes) for number, codes in plays.items() if len(codes) == 2)
    return stage, board, first, second


def test_groups_are_stated_and_shown(shared: tuple[Stage, int, str, str]) -> None:
    stage, board, first, second = shared
    chief = browser(stage, Role.CHIEF_REFEREE)
    sent = {"key": "foul-form-3", "board": str(board), f"group-{first}": "1", f"group-{second}": "2", "reason": "牌装错"}
    assert browser(stage, Role.REFEREE).post(BOARDS + "foul/", sent).status_code == 403
    assert chief.post(BOARDS + "foul/", sent).status_code == 302
    assert LedgerEntry.objects.get(kind="fouled").body.count(first) == 1
    form = page(chief).one("details", id=f"foul-{board}")
    assert "牌装错" in form.text
    assert (chosen(form, f"group-{first}"), chosen(form, f"group-{second}")) == ("1", "2")


def test_refused_groups_stand_in_the_form_again(shared: tuple[Stage, int, str, str]) -> None:
    stage, board, first, _second = shared
    chief = browser(stage, Role.CHIEF_REFEREE)
    sent = {"key": "foul-form-1", "board": str(board), f"group-{first}": "1"}
    for reason in ("", "少一张牌"):
        answer = chief.post(BOARDS + "foul/", {**sent, "reason": reason})
        assert answer.status_code == 422
        form = parse(answer.content.decode()).one("details", id=f"foul-{board}")
        assert form.all("ul", "told")
        assert "open" in form.attributes
        assert (chosen(form, f"group-{first}"), form.one("input", name="reason").get("value")) == ("1", reason)


def test_a_refusal_about_a_board_without_a_form_is_said_above(pairs: Stage) -> None:
    """One table has played it, or there is no such board."""
    for board in (str(pairs.match(1).boards[0]), "x", ""):
        answer = browser(pairs, Role.CHIEF_REFEREE).post(BOARDS + "foul/", {"key": f"foul-{board}-key", "board": board, "reason": "试"})
        assert answer.status_code == 422
        assert parse(answer.content.decode()).all("ul", "told")
    assert "两桌以上" in page(browser(pairs, Role.CHIEF_REFEREE)).one("section", id="fouled").text


def test_teams_fix_trumps_and_have_no_groups(teams: Stage) -> None:
    shown = page(browser(teams, Role.CHIEF_REFEREE))
    assert not shown.all("section", id="fouled")
    assert browser(teams, Role.CHIEF_REFEREE).post(BOARDS + "trumps/", rows({1: ("2", "D")})).status_code == 302
    assert {match.shown["boards"][0]["trump"] for match in Match.objects.all()} == {"D"}
    assert 'desk/boards/"' in browser(teams, Role.REFEREE).get("/e/hall/eighty/desk/").content.decode()


def test_a_game_without_boards_has_no_such_page() -> None:
    stage = small_event(2, 1)
    client = browser(stage, Role.CHIEF_REFEREE)
    assert client.get("/e/hall/guandan/desk/boards/").status_code == 404
    assert client.post("/e/hall/guandan/desk/boards/trumps/", {}).status_code == 404
    assert "desk/boards/" not in client.get("/e/hall/guandan/desk/").content.decode()
    assert Client().get("/e/hall/guandan/desk/boards/").status_code == 403
