"""抽签: team numbers first, then the numbers of each team's pairs (TR-02).

Writes Draw, the drawn numbers of Team and Entrant and, through events.ledger, the entry `draw`.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from events.access import Actor, require
from events.models import Book, Competition, Draw, Entrant, Round, Team
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, StateRefusal
from events.selectors.plan import setup_of
from events.services.group_draws import group_draw, order_faults
from events.services.keyed import Write, keyed
from events.services.lots import LOT, lot_draw
from events.services.names import text_faults
from events.services.replies import Reply, refusals_kept
from events.storable import storable
from scoring.draws import draw_order
from scoring.formats import drawn_form
from scoring.formats.drawn_tables import GROUPS
from scoring.formats.laws import DRAW, ROUNDS, law_of
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.setup import contenders

ACTION = "draw.make"
TEAMS, PAIRS, ENTRANTS = "teams", "pairs", "entrants"
MOST_ROUND = 999
MOST_SEED = 100


def new_seed() -> str:
    """A seed for a draw by computer, when nobody in the hall names one."""
    return secrets.token_hex(8)


def draw_make(
    *,
    competition: Competition,
    draw: str,
    by: Actor,
    team: str | None = None,
    seed: str | None = None,
    order: Sequence[str] | None = None,
    round: int | None = None,
    key: str = "",
) -> Reply:
    """`draw` is "teams", "pairs" with a `team`, "entrants" where they are ranked themselves, "groups" with a `round` where the tables of
    every round are drawn (see `events.services.group_draws`), or "lot" (see `events.services.lots`).

    Exactly one of `seed` (drawn here) and `order` (drawn in the hall) is given.

    `order` names every pid once, number 1 first. 201 `{"draw", "team", "method", "seed", "order", "entry"}`; ids are pids. A draw
    before round 1 opens replaces the earlier one. Raises Problems, NotFound, NotAllowed, and StateRefusal: `rounds_opened`,
    `teams_first`, or what blocks the plan (`too_few_teams`, `pairs_missing`, `pairs_unequal`) with `current["blocked"]`.
    """
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
        rulebook = rulebook_of(competition)
        law = law_of(rulebook, DRAW)
        asked = _checked(draw, team, seed, order, round, _kinds(rulebook), law)
        if draw == GROUPS:
            return group_draw(competition=competition, asked=asked, by=by, key=key)
        if draw == LOT:
            return lot_draw(competition=competition, asked=asked, by=by, key=key)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            if Round.objects.filter(competition=competition).exists():
                raise StateRefusal("rounds_opened", clause=law)
            refuse_blocked(setup_of(competition)["plan"], rulebook)
            of_team = _team(competition, team, law) if draw == PAIRS else None
            ids = _ids(competition, draw, of_team)
            drawn = list(draw_order(asked["seed"], ids)) if "seed" in asked else asked["order"]
            faults = order_faults(drawn, ids, law)
            if faults:
                raise Problems(faults)
            body: dict[str, Any] = {
                "draw": draw,
                "method": "seed" if "seed" in asked else "recorded",
                "seed": asked.get("seed", ""),
                "order": drawn,
            }
            if of_team is not None:
                body["team"] = of_team.pid
            entry = write("draw", body)
            _keep(competition, of_team, body, entry.seq)
            return body

        return keyed(competition=competition, action="draw_make", asked=asked, key=key, by=by, work=work)


def refuse_blocked(plan: Mapping[str, Any], rulebook: Rulebook) -> None:
    """Raises StateRefusal with everything that makes the roster unfit to be drawn or played; missing draws are not that."""
    blocked = [row for row in plan["blocked"] if row["code"] != "draw_missing"]
    if blocked:
        raise StateRefusal(blocked[0]["code"], clause=law_of(rulebook, ROUNDS), values=blocked[0]["values"], current={"blocked": blocked})


def _kinds(rulebook: Rulebook) -> tuple[str, ...]:
    """What is drawn in this competition: teams and their pairs, or the entrants all together; and lots."""
    if drawn_form(rulebook) is not None:
        return (GROUPS, LOT)
    return (ENTRANTS, LOT) if contenders(rulebook) == ENTRANTS else (TEAMS, PAIRS, LOT)


def _checked(
    draw: str, team: str | None, seed: str | None, order: Sequence[str] | None, round: int | None, kinds: Sequence[str], law: str
) -> dict[str, Any]:
    """What is asked, as the fingerprint covers it. Raises Problems with all that is wrong in itself."""
    asked: dict[str, Any] = {"draw": draw}
    faults: list[Fault] = []
    if draw not in kinds:
        faults.append(Fault("not_a_choice", at="draw", values={"choices": list(kinds)}))
    if draw == PAIRS and not isinstance(team, str):
        faults.append(Fault("team_missing", law, "team"))
    elif draw != PAIRS and team is not None:
        faults.append(Fault("team_not_wanted", law, "team"))
    if team is not None:
        asked["team"] = team
    if draw == GROUPS and (type(round) is not int or not 1 <= round <= MOST_ROUND):
        faults.append(Fault("out_of_range", law, "round", {"least": 1, "most": MOST_ROUND}))
    elif draw != GROUPS and round is not None:
        faults.append(Fault("round_not_wanted", law, "round"))
    if round is not None:
        asked["round"] = round
    if (seed is None) == (order is None):
        faults.append(Fault("seed_or_order", law, "seed"))
    if seed is not None:
        asked["seed"], found = text_faults(seed, at="seed", most=MOST_SEED)
        faults += found
    if order is not None:
        if isinstance(order, str) or not all(isinstance(pid, str) for pid in order):
            faults.append(Fault("not_a_list_of_ids", law, "order"))
        else:
            asked["order"] = list(order)
    if faults:
        raise Problems(faults)
    return asked


def _team(competition: Competition, pid: str | None, law: str) -> Team:
    found = Team.objects.filter(competition=competition, pid=pid).first() if storable(pid) else None
    if found is None:
        raise NotFound("team")
    if found.number is None:
        raise StateRefusal("teams_first", clause=law)
    return found


def _ids(competition: Competition, draw: str, team: Team | None) -> list[str]:
    """The pids a draw is about, in order of entry."""
    if draw == ENTRANTS:
        return list(Entrant.objects.filter(competition=competition).order_by("id").values_list("pid", flat=True))
    if team is None:
        return list(Team.objects.filter(competition=competition).order_by("id").values_list("pid", flat=True))
    return list(Entrant.objects.filter(team=team).order_by("id").values_list("pid", flat=True))


def _keep(competition: Competition, team: Team | None, body: Mapping[str, Any], seq: int) -> None:
    """The draw and the numbers it gave."""
    Draw.objects.create(
        competition=competition,
        draw=body["draw"],
        team=team,
        method=body["method"],
        seed=body["seed"],
        order=body["order"],
        entry_seq=seq,
    )
    rows: QuerySet[Team] | QuerySet[Entrant] = Team.objects.filter(competition=competition)
    if body["draw"] == ENTRANTS:
        rows = Entrant.objects.filter(competition=competition)
    elif team is not None:
        rows = Entrant.objects.filter(team=team)
    rows.update(number=None)  # numbers are unique at every step, so the old ones go first
    for number, pid in enumerate(body["order"], 1):
        rows.filter(pid=pid).update(number=number)
