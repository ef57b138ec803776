"""T4 for the administration: facts are looked at. Nobody adds, changes or deletes one here by any request."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from events.models import (
    Announcement,
    Attachment,
    Competition,
    Device,
    Dispute,
    Draw,
    Entrant,
    EntrantPin,
    Event,
    Freeze,
    Grant,
    HandRecord,
    LedgerEntry,
    Match,
    PersonalCode,
    Player,
    Proposal,
    Publication,
    Refusal,
    Round,
    Snapshot,
    StageState,
    TableCall,
    Team,
)
from events.refusals import StateRefusal
from events.services.competitions import competition_close
from events.services.matches import table_call
from events.services.replies import refusal_keep
from events.standings import recompute
from tests.admin.rows import rows_made
from tests.cast import Stage, small_event
from tests.events.score_kit import confirm, five

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]
FACTS = [
    *(LedgerEntry, HandRecord, Draw, Snapshot, Publication, Refusal, Round, Match, Device, TableCall, Entrant),
    *(Dispute, Proposal, Attachment, Announcement, StageState, Freeze, PersonalCode, EntrantPin),
]
NAMED = [Event, Competition, Team, Player, Grant]


@pytest.fixture
def stage() -> Stage:
    stage = small_event(2, 1)
    table_call(competition=stage.competition, match=stage.match().code, reason="absent", by=stage.scorer())
    refused = StateRefusal("table_closed")
    refusal_keep(refused, competition=stage.competition, action="hand.record", by=stage.scorer(), match=stage.match().code, key="")
    confirm(stage, five(stage))
    competition_close(competition=stage.competition, by=stage.chief)
    recompute(stage.competition.pk, "relay")
    rows_made(stage)
    return stage


@pytest.fixture
def everyone(stage: Stage, sign_in: SignIn, superuser: User) -> dict[str, Client]:
    users = {role: stage.users[role] for role in ("organiser", "chief_referee", "referee", "auditor")}
    return {name: sign_in(user) for name, user in {**users, "superuser": superuser}.items()}


def rows(model: type[Model]) -> list[dict[str, Any]]:
    return list(model._default_manager.order_by("pk").values())


def address(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:events_{model._meta.model_name}_{page}", args=args)


def test_the_lists_of_this_test_are_all_models_there_are() -> None:
    assert {*FACTS, *NAMED, User} == set(admin.site._registry)


def test_no_request_adds_changes_or_deletes_a_fact(everyone: dict[str, Client]) -> None:
    for model in FACTS:
        before = rows(model)
        assert before, model
        pk = before[0]["id"]
        wrong = dict.fromkeys(before[0], "1") | {"post": "yes", "_save": "1", "_continue": "1"}
        for name, client in everyone.items():
            for page in (address(model, "add"), address(model, "change", pk), address(model, "delete", pk)):
                assert client.post(page, wrong).status_code == 403, (name, page)
            assert client.get(address(model, "add")).status_code == 403
            assert client.get(address(model, "delete", pk)).status_code == 403
        assert rows(model) == before, model


def test_nobody_deletes_a_named_thing(everyone: dict[str, Client]) -> None:
    for model in NAMED:
        before = rows(model)
        for client in everyone.values():
            assert client.post(address(model, "delete", before[0]["id"]), {"post": "yes"}).status_code == 403
        assert rows(model) == before


def test_the_bulk_deletion_is_gone_everywhere(everyone: dict[str, Client]) -> None:
    for model in (*FACTS, *NAMED):
        before = rows(model)
        chosen = {"action": "delete_selected", ACTION_CHECKBOX_NAME: [row["id"] for row in before], "select_across": "1", "post": "yes"}
        for client in everyone.values():
            text = client.get(address(model, "changelist")).content.decode()
            assert "delete_selected" not in text
            client.post(address(model, "changelist"), chosen)
        assert rows(model) == before, model


def test_a_match_shows_its_hands_and_saves_none(everyone: dict[str, Client], stage: Stage) -> None:
    page = address(Match, "change", stage.match().pk)
    for client in everyone.values():
        text = client.get(page).content.decode()
        assert text.count("field-points") >= 5
        assert "hands-0-DELETE" not in text
        assert client.post(page, {"hands-TOTAL_FORMS": "0", "hands-INITIAL_FORMS": "0"}).status_code == 403


def test_history_is_the_ledgers(everyone: dict[str, Client], stage: Stage) -> None:
    text = everyone["referee"].get(address(Match, "history", stage.match().pk)).content.decode()
    assert text.count("记一局") == 5
    assert "核对签字" in text
    team = Team.objects.get(pid=stage.teams[0])
    text = everyone["organiser"].get(address(Team, "history", team.pk)).content.decode()
    assert "报名：代表队" in text
    assert "报名：一对选手" in text
    player = Player.objects.filter(entrant__pid=stage.entrants[stage.teams[0]][0]).first()
    assert player is not None
    assert "报名：一对选手" in everyone["organiser"].get(address(Player, "history", player.pk)).content.decode()
    text = everyone["auditor"].get(address(Competition, "history", stage.competition.pk)).content.decode()
    assert "公布正式成绩" in text
    round_one = Round.objects.get(competition=stage.competition)
    assert "开轮" in everyone["referee"].get(address(Round, "history", round_one.pk)).content.decode()


def test_the_pages_speak_chinese(everyone: dict[str, Client]) -> None:
    text = everyone["organiser"].get(reverse("admin:index")).content.decode()
    for word in ("明牌 · 后台", "赛事", "项目", "代表队", "选手", "授权", "对阵", "比赛记录", "抽签", "轮次", "设备"):
        assert word in text
    assert not any(word in text for word in ("Hand records", "Ledger entrys", "Snapshots", "Change</a>", "View</a>"))


def test_no_secret_is_shown(everyone: dict[str, Client], stage: Stage) -> None:
    device = Device.objects.filter(competition=stage.competition).first()
    assert device is not None
    for client in everyone.values():
        text = client.get(address(Device, "change", device.pk)).content.decode()
        assert device.token_digest not in text
        assert device.cookie_digest not in text


def test_no_digest_is_shown(everyone: dict[str, Client]) -> None:
    """A PIN of six digits would be found by trying, had one its digest and its salt."""
    for model in (PersonalCode, EntrantPin):
        row = model._default_manager.get()
        for client in everyone.values():
            for page in (address(model, "changelist"), address(model, "change", row.pk), address(model, "history", row.pk)):
                assert "secret" not in client.get(page).content.decode()
