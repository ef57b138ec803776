"""The pages of a competition at tables of three, drawn from a state made by hand: the templates and selectors as the doors use them."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import translation

from events.pages.board import _title, layout_of
from events.selectors.board import board_of
from events.selectors.explain import explanation_of
from events.selectors.published import Phase
from events.selectors.schedule import match_view, rounds_view
from scoring.clauses import Clause
from tests.pages.document import Element, parse
from tests.pages.three_states import names, published

ZONE = "Asia/Shanghai"
CLAUSES = {
    name: Clause(id=name, ref="003·九·二", kind="C", zh="转述的条款", en="a clause in other words") for name in ("F9-02", "F9-07", "F1-14")
}


def rulebook(form: str, tally: str = "table_of_three") -> Any:
    return SimpleNamespace(
        format=form,
        tally=tally,
        game="doudizhu",
        clauses=CLAUSES,
        title={"zh": "斗地主", "en": "Dou Dizhu"},
        law=lambda _leaf: "F9-02",
        choice=lambda leaf: {"format_rules.board_movement": "with_seat3", "format_rules.direction": "up"}.get(leaf, "shared"),
        number=lambda _leaf: 0,
    )


def context_of(form: str, value: Mapping[str, Any], *, phase: Phase = Phase.PROVISIONAL, big: bool = False) -> dict[str, Any]:
    book = rulebook(form)
    shown = published(value, phase)
    board = board_of(published=shown, names=names(), rulebook=book)
    return {
        "event": SimpleNamespace(code="hall", name="健康杯", simulated=False),
        "competition": SimpleNamespace(code="ddz", name="斗地主", rulebook_digest="0" * 64),
        "zone": ZONE,
        "here": "/",
        "user": AnonymousUser(),
        "big_type": big,
        "board": board,
        "rulebook": book,
        "title": _title(board, book),
        "layout": layout_of(book),
        "three": True,
        "phase": phase.value,
        "version": 1,
        "withdrawn": 0,
        "seq": shown.seq,
        "snapshot_seq": shown.snapshot_seq,
        "made_at": None,
        "published_at": None,
        "finished": board.finished,
        "teams": board.choices,
        "of_entrants": True,
        "mine": None,
    }


def board_html(form: str, value: Mapping[str, Any], *, language: str = "zh-hans", **asked: Any) -> str:
    """The whole page as a browser gets it."""
    with translation.override(language):
        context = context_of(form, value, **asked)
        context |= {part: render_to_string(f"board/{part}.html", context) for part in ("head", "body")}
        return render_to_string("pages/board.html", context)


def places_of(form: str, phase: Phase, *, big: bool) -> dict[str, Any]:
    return {
        "event": SimpleNamespace(code="hall", name="健康杯", simulated=False),
        "competition": SimpleNamespace(code="ddz", name="斗地主", rulebook_digest="0" * 64),
        "zone": ZONE,
        "here": "/",
        "user": AnonymousUser(),
        "big_type": big,
        "three": True,
        "phase": phase.value,
        "version": 1,
        "seq": 57,
        "made_at": None,
        "published_at": None,
        "scores": True,
    }


def match_html(form: str, value: Mapping[str, Any], code: str, *, language: str = "zh-hans", big: bool = False) -> str:
    book = rulebook(form, "single_game" if form == "ladder" else "table_of_three")
    with translation.override(language):
        view = match_view(published=published(value), names=names(), code=code, rulebook=book)
        assert view is not None
        context = places_of(form, Phase.PROVISIONAL, big=big) | {
            "view": view,
            "table": view.table,
            "sheet": view.sheet,
            "sheet_template": f"match/{book.tally}.html",
            "rulebook": book,
            "sides": view.sides,
            "drawings": [],
            "hands_wanted": 0,
            "state_word": "",
            "clauses": [(book.clauses[one], book.clauses[one].zh) for one in view.clauses if one in book.clauses],
            "entries": [],
        }
        return render_to_string("pages/match.html", context)


def why_html(form: str, value: Mapping[str, Any], key: str, *, language: str = "zh-hans", big: bool = False, row: bool = False) -> str:
    book = rulebook(form)
    with translation.override(language):
        told = explanation_of(published=published(value), names=names(), rulebook=book, key=key)
        assert told is not None
        keys = [(line, line.clause.zh) for line in told.comparison.keys] if told.comparison else []
        context = places_of(form, Phase.PROVISIONAL, big=big) | {
            "told": told,
            "rulebook": book,
            "game": book.game,
            "sides": {},
            "parts": {name: f"why/{form}_{name}.html" for name in ("head", "hero", "body", "row")},
            "clauses": [(clause, clause.zh) for clause in told.clauses],
            "basis": SimpleNamespace(seqs=(1, 2, 3)),
            "seqs": "1–3",
            "keys": keys,
            "touching": [],
            "rulebook_title": "斗地主",
        }
        return render_to_string("why/row.html" if row else "pages/why.html", context)


def rounds_html(form: str, value: Mapping[str, Any], number: int = 0, *, language: str = "zh-hans", big: bool = False) -> str:
    book = rulebook(form)
    with translation.override(language):
        views = rounds_view(published=published(value), names=names(), rulebook=book)
        context = places_of(form, Phase.PROVISIONAL, big=big)
        if not number:
            return render_to_string("pages/rounds.html", context | {"rounds": views, "meta": f"rounds/{form}_plan.html"})
        view = next(view for view in views if view.round == number)
        context |= {"round": view, "total": len(views), "rulebook": book, "tables": f"rounds/{form}.html", "details": None}
        return render_to_string("pages/round.html", context | {"hands_wanted": 0})


def board_page(form: str, value: Mapping[str, Any], **asked: Any) -> Element:
    return parse(board_html(form, value, **asked))
