"""Acts of the set-up where the tables of every round are drawn: the draw itself, and who comes and goes beside the tables.

Each form calls a service with its own key; no rule and no write stands here.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from events.models import Team
from events.pages.setup_sent import Sent, seats_typed
from events.services import arrivals
from events.services.draws import draw_make, new_seed
from events.services.teams import entrant_add, team_add
from scoring.formats.drawn_tables import GROUPS


def _round(sent: Sent) -> int:
    raw = sent.text("round")
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0


def _draw(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw=GROUPS, round=_round(sent), seed=sent.text("seed") or new_seed())  # type: ignore[arg-type]
    return _("各桌分好了")


def _draw_recorded(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw=GROUPS, round=_round(sent), order=seats_typed(sent))  # type: ignore[arg-type]
    return _("各桌座位记好了")


def _first_finished(sent: Sent) -> str:
    arrivals.first_finished_state(**sent.keyed(), number=_round(sent), match=sent.text("match"))  # type: ignore[arg-type]
    return _("记好了，补桌的人定了")


def _wild_card(sent: Sent) -> str:
    """One who comes from nowhere, with the team he comes for where that is not there yet."""
    competition, name, key = sent.place.competition, sent.text("name"), sent.text("key")
    team = Team.objects.filter(competition=competition, name=name).values_list("pid", flat=True).first()
    if team is None:
        reply = team_add(competition=competition, by=sent.by, key=f"{key[:40]}-t", name=name, wild_card=True)
        team = reply.body["team"]
    entrant_add(competition=competition, by=sent.by, key=f"{key[:40]}-e", team=team, names=[sent.text("player")], wild_card=True)
    return _("已加入 %(name)s") % {"name": sent.text("player")}


def _voucher(sent: Sent) -> str:
    act = sent.text("act")
    arrivals.voucher_give(**sent.keyed(), entrant=sent.text("entrant"), act=act)  # type: ignore[arg-type]
    done = {"issued": _("凭证已发"), "returned": _("凭证已收回"), "form_lost": _("已登记确认表遗失")}
    return done[act]


def _disqualify(sent: Sent) -> str:
    arrivals.entrant_disqualify(
        **sent.keyed(),  # type: ignore[arg-type]
        entrant=sent.text("entrant"),
        code=sent.text("code"),
        reason=sent.text("reason"),
    )
    return _("已取消资格")


def _restore(sent: Sent) -> str:
    arrivals.disqualification_withdraw(**sent.keyed(), supersedes=sent.text("supersedes"), reason=sent.text("reason"))  # type: ignore[arg-type]
    return _("已撤销")


TABLES_ACTS: Mapping[str, Callable[[Sent], str]] = {
    "draw-groups": _draw,
    "draw-groups-recorded": _draw_recorded,
    "first-finished": _first_finished,
    "wild-card": _wild_card,
    "voucher": _voucher,
    "disqualify": _disqualify,
    "restore": _restore,
}
