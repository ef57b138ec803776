"""Halls of every format on a running service, and people signed in: run in its own `manage.py shell`, printed as JSON."""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from django.contrib.admin import site
from django.test import Client

from events.models import Announcement, Device, Dispute, Entrant, Match, Player, Proposal, Round, TableCall
from events.refusals import Refused
from events.selectors.competitions import is_closed
from events.services.announcements import announcement_make
from events.services.calls import table_call
from events.services.competitions import competition_close
from events.services.devices import pairing_code_make
from events.services.disputes import dispute_raise
from events.services.logins import login_link_make
from events.services.matches import match_forfeit
from events.services.personal_codes import personal_code_make
from tests.admin.rows import rows_made
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind, confirm, five, hand, new_key
from tests.pages.conftest import computed
from tests.pages.halls import chaodipi_hall, gomoku_hall, pairs_hall, rooms_hall
from tests.pages.three_halls import beans_hall, health_hall, ladder_hall, repechage_hall, stack_hall, ten_hall, travelling_hall


def guandan_hall(code: str = "gd") -> Stage:
    """Four teams: table 1 with a result in question, table 2 done, table 4 forfeited."""
    stage = small_event(code=code)
    hand(stage, by_kind(1, "NS", "first_third"), table=1)
    hand(stage, by_kind(1, "EW", "first_fourth"), table=1, by=stage.referee)
    five(stage, table=2)
    with suppress(Refused):  # a refusal to be looked at
        hand(stage, by_kind(9, "NS", "first_third"), table=2)
    table_call(competition=stage.competition, match=stage.match(2).code, reason="wrong_play", by=stage.scorer(2))
    match_forfeit(competition=stage.competition, match=stage.match(4).code, sides=["EW"], key=new_key(), reason="没有到场", by=stage.chief)
    dispute_raise(
        competition=stage.competition, match=stage.match(3).code, key=new_key(), by=stage.device(3, "EW"), subject="behaviour", number=0
    )
    announcement_make(event=stage.event, competition=stage.competition, text="第二轮十四点开始", by=stage.organiser)
    return computed(stage)


def closed_hall(code: str = "done") -> Stage:
    """Two teams, one match, official."""
    stage = small_event(2, 1, code=code)
    confirm(stage, five(stage))
    competition_close(competition=computed(stage).competition, by=stage.chief)
    rows_made(stage)
    return computed(stage)


HALLS: dict[str, Callable[[str], Stage]] = {
    "gd": guandan_hall,
    "done": closed_hall,
    "gomoku": gomoku_hall,
    "chaodipi": chaodipi_hall,
    "rooms": rooms_hall,
    "pairs": pairs_hall,
    "health": health_hall,
    "ladder": ladder_hall,
    "beans": beans_hall,
    "stack": stack_hall,
    "back": repechage_hall,
    "ten": ten_hall,
    "move": travelling_hall,
}


def seeded(codes: Iterable[str]) -> dict[str, Any]:
    """Sessions by role, and for each hall what its addresses are made of."""
    root = make_user("root", staff=True)
    root.is_superuser = True
    root.save()
    halls = {code: _facts(_disputed(HALLS[code](code))) for code in codes}
    return {"root": _session(root), "login": login_link_make(user=root), "objects": _objects(), "halls": halls}


def _disputed(stage: Stage) -> Stage:
    """With a dispute about the last match of the hall that takes one, so that the first keeps its table page as it is."""
    if not Dispute.objects.filter(match__competition=stage.competition).exists():
        for match in Match.objects.filter(competition=stage.competition).order_by("-round__number", "-table"):
            with suppress(Refused):
                dispute_raise(competition=stage.competition, match=match.code, key=new_key(), by=stage.chief, subject="behaviour", number=0)
                break
    return stage


def _objects() -> dict[str, int]:
    """A row of every model the administration shows: `events_match` -> its key."""
    found = {f"{model._meta.app_label}_{model._meta.model_name}": model._default_manager.order_by("pk").first() for model in site._registry}
    return {name: row.pk for name, row in found.items() if row is not None}


def _facts(stage: Stage) -> dict[str, Any]:
    competition = stage.competition
    matches = Match.objects.filter(competition=competition).order_by("round__number", "table")
    match = matches.filter(done=False, forfeited_by="").first() or matches.first()
    assert match is not None
    for side in match.sides:
        stage.device(match.table, side)
    secrets = {
        side: [pairing_code_make(competition=competition, table=match.table, side=side, by=stage.organiser)[1] for _ in range(4)]
        for side in match.sides
    }
    device = Device.objects.filter(competition=competition).first()
    entrant = Entrant.objects.filter(competition=competition).first()
    # A closed competition makes no more badges.
    player = (
        None if is_closed(competition=competition) else Player.objects.filter(entrant__competition=competition, personal_codes=None).first()
    )
    return {
        "sessions": {str(role): _session(user) for role, user in stage.users.items()},
        "secrets": secrets,
        "event": stage.event.code,
        "competition": competition.code,
        "match": match.code,
        "number": list(Round.objects.filter(competition=competition).order_by("number").values_list("number", flat=True)),
        "team": [stage.teams[0], entrant.pid if entrant else ""],
        "device": device.pid if device else "",
        "dispute": _pid(Dispute.objects.filter(match__competition=competition)),
        "proposal": _pid(Proposal.objects.filter(competition=competition)),
        "announcement": _pid(Announcement.objects.filter(competition=competition)),
        "call": [call.pk for call in TableCall.objects.filter(match__competition=competition)[:1]],
        "personal": personal_code_make(competition=competition, player=player.pid, by=stage.organiser) if player else "",
    }


def _pid(rows: Any) -> list[str]:
    return [row.pid for row in rows[:1]]


def _session(user: Any) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def main(*codes: str) -> None:
    print(json.dumps(seeded(codes or HALLS)))
