"""Acts of the set-up that draw numbers: of teams, of their pairs, of entrants, and the lot among the tied.

Each form calls the service with its own key; no rule and no write stands here.
"""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from events.pages.desk_reseated import reseated_words
from events.pages.setup_sent import Sent, order_typed
from events.selectors.setup_page import setup_shown
from events.services.draws import draw_make, new_seed


def _draw_teams(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw="teams", seed=sent.text("seed") or new_seed())  # type: ignore[arg-type]
    return _("代表队签号抽好了")


def _draw_teams_recorded(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw="teams", order=order_typed(sent))  # type: ignore[arg-type]
    return _("代表队签号记好了")


def _draw_pairs(sent: Sent) -> str:
    """All teams that lack numbers, each from a seed of its own derived from the one that is shown."""
    seed = sent.text("seed") or new_seed()
    shown = setup_shown(competition=sent.place.competition)
    for team in shown.undrawn_teams:
        draw_make(
            competition=sent.place.competition,
            draw="pairs",
            team=team.pid,
            seed=f"{seed}-{team.number}",
            by=sent.by,
            key=f"{sent.text('key')[:40]}-{team.number}",
        )
    return _("选手签号抽好了")


def _draw_pairs_recorded(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw="pairs", team=sent.text("team"), order=order_typed(sent))  # type: ignore[arg-type]
    return _("选手签号记好了")


def _draw_entrants(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw="entrants", seed=sent.text("seed") or new_seed())  # type: ignore[arg-type]
    return _("签号抽好了")


def _draw_entrants_recorded(sent: Sent) -> str:
    draw_make(**sent.keyed(), draw="entrants", order=order_typed(sent))  # type: ignore[arg-type]
    return _("签号记好了")


def _draw_lot(sent: Sent) -> str:
    reply = draw_make(**sent.keyed(), draw="lot", seed=sent.text("seed") or new_seed())  # type: ignore[arg-type]
    return _("抽好了") + reseated_words(sent.place.competition, reply)


def _draw_lot_recorded(sent: Sent) -> str:
    reply = draw_make(**sent.keyed(), draw="lot", order=order_typed(sent))  # type: ignore[arg-type]
    return _("抽签结果记好了") + reseated_words(sent.place.competition, reply)


DRAW_ACTS: Mapping[str, Callable[[Sent], str]] = {
    "draw-teams": _draw_teams,
    "draw-teams-recorded": _draw_teams_recorded,
    "draw-pairs": _draw_pairs,
    "draw-pairs-recorded": _draw_pairs_recorded,
    "draw-entrants": _draw_entrants,
    "draw-entrants-recorded": _draw_entrants_recorded,
    "draw-lot": _draw_lot,
    "draw-lot-recorded": _draw_lot_recorded,
}
