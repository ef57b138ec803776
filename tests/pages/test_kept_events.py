"""The readings of whole kept events, round after round: every board, match, explanation and sheet can be laid out and drawn."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from events.pages.board import layout_of
from events.plays.event_file import kept
from events.plays.kinds import read_event
from events.selectors.board import board_of
from events.selectors.boards.parts import Board, row_key
from events.selectors.explain import explanation_of
from events.selectors.people import Names
from events.selectors.published import Phase, Published
from events.selectors.schedule import match_view, rounds_view
from events.selectors.traveller import traveller_of
from events.wording.penalties import PENALTIES
from events.wording.steps import STEPS
from scoring.rulebook import Rulebook, load_file
from tests.pages.document import Element, parse
from tests.pages.test_steps import traces
from tests.plays.book import Book

OTHERS = [rulebook for rulebook in kept() if load_file(rulebook).format != "round_robin"]
WHERE: dict[str, Any] = {"event": SimpleNamespace(code="cup", name="杯"), "competition": SimpleNamespace(code="one", name="项目")}
SIDES = {"NS": "甲", "EW": "乙", "low": "主队", "high": "客队"}


@pytest.fixture(scope="module", params=OTHERS)
def played(request: pytest.FixtureRequest) -> tuple[Rulebook, list[dict[str, Any]], Book]:
    """The states after each opening and each round of a kept event."""
    rulebook = load_file(request.param)
    book, states = Book(read_event(request.param), rulebook), []
    states.append(book.state())
    for number in range(1, book.event.rounds + 1):
        book.open_round(number)
        states.append(book.state())
        book.play_round(number)
        states.append(book.state())
    return rulebook, states, book


def shown(state: dict[str, Any]) -> Published:
    return Published(state=state, phase=Phase.PROVISIONAL, seq=state["seq"], snapshot_seq=state["seq"], digest="", made_at=None)


def drawn(rulebook: Rulebook, board: Board) -> Element:
    context = WHERE | {"board": board, "layout": layout_of(rulebook), "rulebook": rulebook, "phase": "provisional", "zone": None, "seq": 1}
    return parse(render_to_string(f"board/{rulebook.format}.html", context))


def test_every_state_is_laid_out_and_drawn(played: tuple[Rulebook, list[dict[str, Any]], Book]) -> None:
    rulebook, states, _book = played
    for state in states:
        board = board_of(published=shown(state), names=Names(), rulebook=rulebook)
        assert [row.key for row in board.rows] == [row_key(row) for row in state["standings"]]
        assert len(drawn(rulebook, board).all("tr", data_team=board.rows[0].key)) == 1
        views = rounds_view(published=shown(state), names=Names(), rulebook=rulebook)
        assert len(views) == len(state["rounds"])
        for row in state["matches"]:
            view = match_view(published=shown(state), names=Names(), code=row["match"], rulebook=rulebook)
            assert view is not None
            context = WHERE | {"view": view, "table": view.table, "sheet": view.sheet, "rulebook": rulebook, "sides": SIDES, "drawings": []}
            assert parse(render_to_string(f"match/{rulebook.tally}.html", context)).all("table")
        assert {op for op in traces(state) if op not in STEPS and op not in PENALTIES} == set()


def test_every_place_of_the_final_table_is_explained(played: tuple[Rulebook, list[dict[str, Any]], Book]) -> None:
    rulebook, states, _book = played
    final = states[-1]
    for row in final["standings"]:
        told = explanation_of(published=shown(final), names=Names(), rulebook=rulebook, key=row_key(row))
        context = WHERE | {"told": told, "rulebook": rulebook, "sides": SIDES, "game": rulebook.game}
        for part in ("head", "hero", "body", "row"):
            parse(render_to_string(f"why/{rulebook.format}_{part}.html", context))
        assert told.clauses
        assert told.rank == row["rank"]
        assert set(told.matches) <= {match["match"] for match in final["matches"]}


def test_every_board_in_play_has_its_sheet(played: tuple[Rulebook, list[dict[str, Any]], Book]) -> None:
    _rulebook, states, _book = played
    for row in states[-1].get("boards", ()):
        found = traveller_of(published=shown(states[-1]), names=Names(), board=row["board"])
        assert found is not None
        assert sum(len(group.results) for group in found.groups) == len(row["results"])
        assert len(found.groups) == len({result["group"] for result in row["results"]})
