"""赛事设置: teams and pairs, draws, people, publishing. One page, plain forms, each calling a service with its own key.

What a refused form held is shown again beside what was wrong. Rounds are opened at the desk, codes made at its devices page.
"""

from collections.abc import Callable, Mapping
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.validators import ASCIIUsernameValidator
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from events.access import Actor
from events.models import Role
from events.pages.base import Place, page
from events.pages.desk_place import desk_place
from events.pages.devices import QR_SALT, hall_url
from events.pages.match_forms import Kept, new_key
from events.pages.publish import publishing_context
from events.pages.refused import Told, told
from events.pages.setup_draws import DRAW_ACTS
from events.pages.setup_paste import paste
from events.pages.setup_sent import Sent
from events.pages.setup_tables import TABLES_ACTS
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, Refused, StateRefusal
from events.selectors.desk import desk_of
from events.selectors.people import names_of
from events.selectors.setup_page import linkable_user, setup_shown
from events.services.accounts import account_make
from events.services.competitions import competition_close, competition_reopen
from events.services.events import grant_give, grant_revoke
from events.services.logins import login_link_make
from events.services.teams import entrant_add, entrant_remove, player_rename, team_add, team_remove, team_rename
from events.standings import full
from events.wording import problem_text, remedy_text
from scoring.formats import drawn_form
from scoring.outcomes import Fault

MOST_NAME = 150


def _add_team(sent: Sent) -> str:
    team_add(**sent.keyed(), name=sent.text("name"))  # type: ignore[arg-type]
    return _("已加入 %(name)s") % {"name": sent.text("name")}


def _add_pair(sent: Sent) -> str:
    names = [name for name in (sent.text("first"), sent.text("second")) if name]
    entrant_add(**sent.keyed(), team=sent.text("team"), names=names, born=sent.text("born") or None)  # type: ignore[arg-type]
    return _("已加入 %(names)s") % {"names": "/".join(names)}


def _rename_team(sent: Sent) -> str:
    team_rename(competition=sent.place.competition, team=sent.text("team"), name=sent.text("name"), by=sent.by)
    return _("已改名")


def _rename_player(sent: Sent) -> str:
    player_rename(competition=sent.place.competition, player=sent.text("player"), name=sent.text("name"), by=sent.by)
    return _("已改名")


def _remove_team(sent: Sent) -> str:
    team_remove(**sent.keyed(), team=sent.text("team"))  # type: ignore[arg-type]
    return _("已撤下")


def _remove_pair(sent: Sent) -> str:
    entrant_remove(**sent.keyed(), entrant=sent.text("entrant"))  # type: ignore[arg-type]
    return _("已撤下")


def _give(sent: Sent) -> str:
    if not sent.by.may("grant.change"):
        raise NotAllowed("role_may_not", values={"action": "grant.change", "role": sent.by.role})
    username = sent.text("username")
    try:
        ASCIIUsernameValidator()(username)
    except ValidationError as wrong:
        raise Problems([Fault("account_malformed", at="username")]) from wrong
    if len(username) > MOST_NAME or len(sent.text("name")) > MOST_NAME or sent.text("role") not in Role.values:
        raise Problems([Fault("role_unknown", at="role", values={"choices": list(Role.values)})])
    user = account_make(username=username, name=sent.text("name"))
    grant_give(event=sent.place.event, user=user, role=sent.text("role"), by=sent.by)
    return _("已授权 %(name)s") % {"name": user.get_full_name() or user.get_username()}


def _take(sent: Sent) -> str:
    grant_revoke(event=sent.place.event, grant=sent.text("grant"), by=sent.by)
    return _("已收回")


def _close(sent: Sent) -> str:
    competition_close(**sent.keyed())  # type: ignore[arg-type]
    return _("正式成绩已公布")


def _reopen(sent: Sent) -> str:
    competition_reopen(**sent.keyed(), reason=sent.text("reason"))  # type: ignore[arg-type]
    return _("已重开")


ACTS: Mapping[str, Callable[[Sent], str]] = {
    "team": _add_team,
    "pair": _add_pair,
    "paste": paste,
    "rename": _rename_team,
    "rename-player": _rename_player,
    "remove-team": _remove_team,
    "remove-pair": _remove_pair,
    **DRAW_ACTS,
    "give": _give,
    "take": _take,
    "close": _close,
    "reopen": _reopen,
    **TABLES_ACTS,
}


# Acts with several forms on the page: by which of their fields they are told apart.
ABOUT: Mapping[str, str] = {
    "pair": "team",
    "draw-pairs-recorded": "team",
    "draw-lot-recorded": "team",
    "voucher": "entrant",
    "restore": "supersedes",
}


@require_GET
@page
def setup(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """The page."""
    place, by = _find(request, event, competition)
    return _render(request, place, by, Kept())


@require_POST
@page
def setup_act(request: HttpRequest, event: str, competition: str, act: str) -> HttpResponse:
    """One act. Done: back with a word. Refused: the page again, with what was typed and why not."""
    place, by = _find(request, event, competition)
    if act not in ACTS:
        raise NotFound("act")
    sent = Sent(request, place, by)
    try:
        done = ACTS[act](sent)
    except Refused as refused:
        key = "" if refused.code == "key_reused" else sent.text("key")
        values = {name: sent.data.getlist(name) for name in sent.data}
        about = sent.text(ABOUT[act]) if act in ABOUT else ""
        said = told(refused, rulebook_of(place.competition), names_of(competition=place.competition))
        kept = Kept(act, about, values, said + _missing(refused), key)
        return _render(request, place, by, kept, status=refused.status)
    messages.success(request, done)
    return HttpResponseRedirect(reverse("setup", args=[event, competition]) + "#" + act.split("-")[0])


def _missing(refused: Refused) -> tuple[Told, ...]:
    """What keeps a close: the tables, as a referee would go and see them."""
    if not isinstance(refused, StateRefusal) or refused.code != "not_ready":
        return ()
    words = {
        "unfinished": _("没打完"),
        "unconfirmed": _("未核对"),
        "under_review": _("核对中"),
        "finding": _("有待查的地方"),
        "round_not_opened": _("还没开"),
        "lot_missing": _("并列的还没有抽签"),
        "bracket_differs": _("与上一轮的结果不一致"),
    }
    rows = (refused.current or {}).get("missing", [])
    lines = []
    for row in rows[:60]:
        where = _("第%(round)d轮") % {"round": row["round"]} if "round" in row else _("名次")
        if "table" in row:
            where += " " + _("%(table)d桌") % {"table": row["table"]}
        what = words.get(row["code"]) or problem_text(row["code"], row)
        lines.append(Told(f"{where}：{what}", "", "", row.get("match", "")))
    return tuple(lines)


@require_POST
@page
def link(request: HttpRequest, event: str, competition: str) -> HttpResponse:
    """A one-time login link for one of this event's own people, as a QR, shown once."""
    place, by = _find(request, event, competition)
    if not by.may("grant.change"):
        raise NotAllowed("role_may_not", values={"action": "grant.change", "role": by.role})
    user = linkable_user(event=place.event, grant=request.POST.get("grant", ""))
    if user is None:
        raise NotFound("grant")
    url = hall_url(request, reverse("login_link", args=[login_link_make(user=user)]))
    picture = reverse("qr", args=[signing.dumps(url, salt=QR_SALT)])
    response = render(request, "setup/link.html", place.context() | {"person": user, "url": url, "picture": picture})
    patch_cache_control(response, private=True, no_store=True)
    return response


def _find(request: HttpRequest, event: str, competition: str) -> tuple[Place, Actor]:
    return desk_place(request, event, competition, "visibility.set")


def _render(request: HttpRequest, place: Place, by: Actor, kept: Kept, status: int = 200) -> HttpResponse:
    rulebook = rulebook_of(place.competition)
    # Where every round is drawn the next draw hangs on results: a snapshot that lags would offer the one before it.
    state = full(place.competition) if drawn_form(rulebook) is not None else None
    shown = setup_shown(competition=place.competition, state=state)
    context = (
        place.context()
        | publishing_context(place)
        | {
            "setup": shown,
            "rulebook": rulebook,
            "blocked": [
                {
                    "text": problem_text(fault["code"], fault["values"]),
                    "remedy": remedy_text(fault["code"], fault["values"]),
                    "clause": fault["clause"],
                    "form": fault["form"],
                }
                for fault in shown.blocked
            ],
            "checklist": desk_of(competition=place.competition, state=state).checklist,
            "may_wild_card": by.may("team.change"),
            "may_voucher": by.may("voucher.give"),
            "may_put_out": by.may("entrant.disqualify"),
            "may_first_finished": by.may("first_finished.state"),
            "kept": kept,
            "new_key": new_key,
            "new_seed": lambda: uuid4().hex[:12],
            "roles": Role.choices,
            "may_team": by.may("team.change"),
            "may_draw": by.may("draw.make"),
            "may_grant": by.may("grant.change"),
            "may_close": by.may("competition.close"),
            "may_lock": by.may("round.lock"),
        }
    )
    return render(request, "setup/setup.html", context, status=status)
