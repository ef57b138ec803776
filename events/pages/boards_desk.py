"""牌副与将牌: the boards of a competition whose game knows boards. Officials fix trumps here and split the results of a fouled board.

Plain forms that call services; what a refused row held is shown again beside what was wrong. No rule and no write stands here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.access import ORGANISER, Actor
from events.pages.base import Place, page
from events.pages.case_acts import Kept, new_key
from events.pages.desk_place import desk_place
from events.pages.refused import told
from events.pinned import rulebook_of
from events.refusals import Busy, NotFound, Refused
from events.selectors.board_facts import BOARD_TRUMP, FOULED, BoardRow, boards_of
from events.services.boards import MOST_GROUPS, board_foul, board_trump_set
from events.wording.fields import field_value
from events.wording.terms import TERMS
from scoring.competence import competent, least_role
from scoring.games import GAMES
from scoring.games.eighty.schema import MODES, TRUMP_MODE
from scoring.parameters import Rulebook
from scoring.records import json_schema

CHOICES = ("rank", "trump")
LONGEST_KEY = 40


@require_GET
@page
def boards(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The page."""
    place, by = _find(request, event, competition)
    return _render(request, place, by, {})


@require_POST
@page
def boards_act(request: HttpRequest, event: str, competition: str, act: str) -> HttpResponse:
    """One form. Done: back with a word. Refused: the page again, each row with what was typed and why not."""
    place, by = _find(request, event, competition)
    if act not in ACTS:
        raise NotFound("act")
    done, refused = ACTS[act](request, place, by)
    if done:
        messages.success(request, done)
    if refused:
        return _render(request, place, by, refused, status=next(iter(refused.values())).status)
    return HttpResponseRedirect(reverse("desk-boards", args=[event, competition]))


@dataclass(slots=True)
class _Refused(Kept):
    """A refused row with the status of its answer."""

    status: int = 422


Done = tuple[str, dict[str, _Refused]]


def _trumps(request: HttpRequest, place: Place, by: Actor) -> Done:
    """Every row that says something new, each under a key of its own; the good ones stay when another is refused."""
    mode, key = rulebook_of(place.competition).choice(TRUMP_MODE), request.POST.get("key", "")
    fixed, refused = 0, {}
    for row in boards_of(competition=place.competition):
        typed = {name: request.POST.get(f"{name}-{row.number}", "").strip() for name in CHOICES}
        if typed == {"rank": row.rank, "trump": row.trump}:
            continue
        try:
            board_trump_set(
                competition=place.competition,
                board=row.number,
                mode=mode,
                rank=typed["rank"],
                trump=typed["trump"],
                by=by,
                key=f"{key[:LONGEST_KEY]}-{row.number}" if key else "",
            )
        except Busy:
            raise
        except Refused as why:
            refused[f"trump-{row.number}"] = _kept(request, place, why, f"trump-{row.number}")
        else:
            fixed += 1
    return (_("已定 %(count)d 副的将牌") % {"count": fixed} if fixed else ""), refused


def _foul(request: HttpRequest, place: Place, by: Actor) -> Done:
    """The matches of a board in the groups that were chosen for them."""
    raw = request.POST.get("board", "")
    number = int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0
    groups: dict[str, list[str]] = {}
    for name in request.POST:
        if name.startswith("group-") and request.POST[name].strip():
            groups.setdefault(request.POST[name].strip(), []).append(name.removeprefix("group-"))
    try:
        board_foul(
            competition=place.competition,
            board=number,
            groups=[groups[name] for name in sorted(groups)],
            reason=request.POST.get("reason", ""),
            by=by,
            key=request.POST.get("key", ""),
        )
    except Busy:
        raise
    except Refused as why:
        return "", {f"foul-{raw}": _kept(request, place, why, f"foul-{raw}")}
    return _("%(board)d 号牌已分组比较") % {"board": number}, {}


ACTS: Mapping[str, Callable[[HttpRequest, Place, Actor], Done]] = {"trumps": _trumps, "foul": _foul}


def _kept(request: HttpRequest, place: Place, why: Refused, about: str) -> _Refused:
    values = {name: request.POST.getlist(name) for name in request.POST}
    return _Refused("boards", about, values, told(why, rulebook_of(place.competition)), code=why.code, status=why.status)


def _find(request: HttpRequest, event: str, competition: str) -> tuple[Place, Actor]:
    """Raises NotFound where the game knows no boards."""
    place, by = desk_place(request, event, competition)
    if BOARD_TRUMP not in GAMES[rulebook_of(place.competition).game].extra_acts:
        raise NotFound("act")
    return place, by


def _render(request: HttpRequest, place: Place, by: Actor, refused: Mapping[str, _Refused], status: int = 200) -> HttpResponse:
    rulebook = rulebook_of(place.competition)
    options = json_schema(rulebook)["properties"]
    sent = next(iter(refused.values())).first if refused else {}
    foul_asked = next((one for about, one in refused.items() if about.startswith("foul-")), None)
    found = boards_of(competition=place.competition)
    comparable = {f"foul-{row.number}" for row in found if len(row.sittings) > 1}
    context = place.context() | {
        "rows": [_shown(rulebook.game, row, refused, sent) for row in found],
        "comparable": comparable,
        # A refusal about a board that has no form of its own stands above everything.
        "strange": foul_asked if foul_asked is not None and foul_asked.about not in comparable else None,
        "mode": rulebook.choice(TRUMP_MODE),
        "modes": dict(zip(MODES, (_("主办方标明"), _("到桌上抢定"), _("抽牌定")), strict=True))[rulebook.choice(TRUMP_MODE)],
        "ranks": [(rank, field_value("rank", rank)) for rank in options["rank"]["enum"]],
        "trumps": [(trump, field_value("trump", trump, rulebook.game)) for trump in options["trump"]["enum"]],
        "groups": range(1, MOST_GROUPS + 1),
        "may_trump": by.may("board.trump") and (ORGANISER in by.roles or competent(rulebook, BOARD_TRUMP, by.roles)),
        "may_foul": by.may("board.foul") and competent(rulebook, FOULED, by.roles) and _compares(rulebook),
        "compares": _compares(rulebook),
        "fixes": TERMS[least_role(rulebook, BOARD_TRUMP)],
        "new_key": new_key,
    }
    response = render(request, "desk/boards.html", context, status=status)
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _compares(rulebook: Rulebook) -> bool:
    """Whether results of a board at several tables are compared, so that a fouled one falls into groups."""
    faults = GAMES[rulebook.game].check_board_fact(rulebook, FOULED, {})
    return all(fault.code != "not_in_this_game" for fault in faults)


def _shown(game: str, row: BoardRow, refused: Mapping[str, _Refused], sent: Mapping[str, str]) -> dict[str, Any]:
    """A board with what stands in its forms: as it was sent, else as it is."""
    trump, foul = refused.get(f"trump-{row.number}"), refused.get(f"foul-{row.number}")
    return {
        "row": row,
        "dealer": TERMS[row.dealer],
        "rank": sent.get(f"rank_{row.number}", row.rank),
        "trump": sent.get(f"trump_{row.number}", row.trump),
        "rank_word": field_value("rank", row.rank) if row.rank else "",
        "trump_word": field_value("trump", row.trump, game) if row.trump else "",
        "told": trump.told if trump is not None else (),
        "foul_told": foul.told if foul is not None else (),
        "reason": foul.first.get("reason", "") if foul is not None else "",
        "sittings": [(sitting, _group(foul, sitting.match, sitting.group)) for sitting in row.sittings],
    }


def _group(foul: _Refused | None, match: str, stands: int) -> str:
    """The group that is chosen for a match."""
    if foul is not None:
        return foul.values.get(f"group-{match}", [""])[0]
    return str(stands) if stands else ""
