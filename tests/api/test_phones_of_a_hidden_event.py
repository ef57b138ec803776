"""A player's phone in a hidden competition reads the one match where he sits, and no other that has the number of its table."""

import pytest

from events.models import Competition, Match, Player
from events.services.personal_codes import personal_code_make, personal_device_pair
from events.services.rounds import round_open
from tests.api.caller import Caller, competition_path, device
from tests.cast import Stage
from tests.events.score_kit import confirm, five

pytestmark = pytest.mark.django_db


def test_a_phone_has_one_match_and_a_tables_device_its_table(stage: Stage) -> None:
    for table in (1, 2, 3, 4):
        confirm(stage, five(stage, table=table), table=table)
    round_open(competition=stage.competition, number=2, by=stage.organiser)
    now = stage.match(1, 2)
    player = Player.objects.filter(entrant=now.ns).first()
    assert player is not None
    secret = personal_code_make(competition=stage.competition, player=player.pid, by=stage.organiser)
    phone = Caller(token=personal_device_pair(secret=secret).token)
    Competition.objects.filter(pk=stage.competition.pk).update(visibility="hidden")
    tables = competition_path(stage) + "tables/"
    mine = Match.objects.get(competition=stage.competition, round__number=1, table=1)
    assert now.ns not in mine.entrants().values() or now.ew not in mine.entrants().values()
    told = {number: [row["match"] for row in phone.get(f"{tables}?round={number}").json()["results"]] for number in (1, 2)}
    assert told == {1: [], 2: [now.code]}
    owned = device(stage, 1, "NS")
    assert [row["table"] for row in owned.get(f"{tables}?round=1").json()["results"]] == [1]
    assert Caller().get(tables).status_code == 404
