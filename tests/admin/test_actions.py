"""Actions and forms of the administration: each calls a service, says in words what happened, and asks for a reason where one is due."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from events import actors
from events.models import Competition, Device, Event, Grant, LedgerEntry, LoginLink, Match, Player, Remark, Round, Team
from events.pinned import rulebook_of
from events.services.logins import login_link_use
from scoring.competence import competent
from tests.cast import Cast, Stage, make_user, small_event

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]


def act(client: Client, model: str, action: str, *pks: int, **more: Any) -> Any:
    return client.post(reverse(f"admin:events_{model}_changelist"), {"action": action, ACTION_CHECKBOX_NAME: pks, **more}, follow=True)


def said(response: Any) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def kinds(stage: Stage) -> list[str]:
    return list(LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True))


@pytest.fixture
def stage() -> Stage:
    return small_event(2, 2)


def test_tables_are_closed_and_opened(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["referee"])
    pks = [stage.match(1).pk, stage.match(2).pk]
    assert said(act(client, "match", "close_tables", *pks)) == ["已锁桌：2"]
    assert kinds(stage)[-2:] == ["table_closed", "table_closed"]
    (again,) = said(act(client, "match", "close_tables", pks[0]))
    assert "1 桌已锁" in again
    assert said(act(client, "match", "reopen_tables", *pks)) == ["已开桌：2"]
    assert not Match.objects.filter(closed=True).exists()
    written = LedgerEntry.objects.filter(book__competition=stage.competition, kind="table_closed").first()
    assert written is not None
    assert (written.actor, written.role) == (stage.referee.pid, "referee")


def test_rounds_are_locked_and_unlocked(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["chief_referee"])
    pk = Round.objects.get(competition=stage.competition).pk
    assert 'name="reason"' in act(client, "round", "lock", pk).content.decode()
    assert Round.objects.get(pk=pk).state == "open"
    assert said(act(client, "round", "lock", pk, reason="停电")) == ["已锁定：1"]
    assert Round.objects.get(pk=pk).state == "locked"
    assert act(client, "round", "unlock", pk, reason=" ").status_code == 400
    assert said(act(client, "round", "unlock", pk, reason="来电了")) == ["已解锁：1"]
    assert list(Remark.objects.filter(competition=stage.competition).values_list("text", flat=True)) == ["停电", "来电了"]


def test_a_forfeit_asks_for_its_reason_first(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["chief_referee"])
    pk = stage.match(1).pk
    page = act(client, "match", "forfeit_ew", pk)
    assert page.status_code == 200
    assert 'name="reason"' in page.content.decode()
    assert "forfeit" not in kinds(stage)
    blank = act(client, "match", "forfeit_ew", pk, reason=" \n ")
    assert blank.status_code == 400
    assert "请写明理由" in blank.content.decode()
    assert said(act(client, "match", "forfeit_ew", pk, reason="王五没来")) == ["已判弃权：1"]
    assert stage.match(1).forfeited_by == "EW"
    assert Remark.objects.get(competition=stage.competition).text == "王五没来"
    assert "王五" not in LedgerEntry.objects.filter(book__competition=stage.competition).last().body  # type: ignore[union-attr]
    history = client.get(reverse("admin:events_match_history", args=[pk])).content.decode()
    assert "王五没来" in history
    assert stage.users["chief_referee"].username in history


def test_the_rulebook_says_who_forfeits(stage: Stage, sign_in: SignIn) -> None:
    """GD-05: what the service refuses is told, and nothing is written."""
    allowed = competent(rulebook_of(stage.competition), "forfeit", {"referee"})
    lines = said(act(sign_in(stage.users["referee"]), "match", "forfeit_ns", stage.match(1).pk, reason="没来"))
    assert (lines == ["已判弃权：1"]) is allowed
    assert ("forfeit" in kinds(stage)) is allowed


@pytest.mark.parametrize(
    ("role", "model", "action"),
    [
        ("organiser", "match", "close_tables"),
        ("organiser", "match", "forfeit_ns"),
        ("auditor", "match", "close_tables"),
        ("auditor", "round", "lock"),
        ("referee", "round", "lock"),
        ("auditor", "device", "revoke"),
        ("referee", "grant", "revoke"),
        ("referee", "competition", "hide"),
        ("auditor", "competition", "show_official"),
    ],
)
def test_an_action_is_offered_to_nobody_else_and_does_nothing_when_posted(
    stage: Stage, sign_in: SignIn, role: str, model: str, action: str
) -> None:
    client = sign_in(stage.users[role])
    before = kinds(stage)
    models: dict[str, type[Model]] = {"match": Match, "round": Round, "device": Device, "grant": Grant, "competition": Competition}
    pk = models[model]._default_manager.first()
    assert pk is not None
    assert f'value="{action}"' not in client.get(reverse(f"admin:events_{model}_changelist")).content.decode()
    act(client, model, action, pk.pk, reason="硬来", select_across="1")
    assert kinds(stage) == before
    assert not Device.objects.filter(revoked_at__isnull=False).exists()
    assert not Grant.objects.filter(revoked_at__isnull=False).exists()
    assert Competition.objects.get(pk=stage.competition.pk).visibility == "provisional"


def test_rows_of_another_event_are_out_of_reach(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["chief_referee"])
    other = cast.b1
    device = Device.objects.filter(competition=other.competition).first()
    assert device is not None
    before = kinds(other)
    act(client, "match", "close_tables", other.match(1).pk)
    act(client, "match", "forfeit_ns", other.match(1).pk, reason="硬来")
    act(client, "match", "close_tables", other.match(1).pk, cast.a1.match(1).pk, select_across="1")
    act(client, "round", "lock", Round.objects.get(competition=other.competition).pk)
    act(client, "device", "revoke", device.pk)
    act(client, "competition", "hide", other.competition.pk)
    assert kinds(other) == before
    device.refresh_from_db()
    assert device.revoked_at is None
    assert Competition.objects.get(pk=other.competition.pk).visibility == "provisional"
    assert cast.a1.match(1).closed


def test_devices_and_grants_end_by_action(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["organiser"])
    device = stage.devices[1, "NS"]
    assert said(act(client, "device", "revoke", device.device.pk)) == ["已撤销：1"]
    assert actors.for_token(token=device.token) is None
    grant = Grant.objects.get(pid=stage.referee.pid)
    assert said(act(client, "grant", "revoke", grant.pk)) == ["已撤销：1"]
    assert actors.for_user(user=stage.users["referee"], event=stage.event) is None
    (line,) = said(act(client, "grant", "revoke", Grant.objects.get(pid=stage.organiser.pid).pk))
    assert "最后一位组委会" in line


def test_the_state_of_publication_is_set(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["organiser"])
    pk = stage.competition.pk
    assert said(act(client, "competition", "hide", pk)) == ["公布状态已改为不公开：1"]
    assert Competition.objects.get(pk=pk).visibility == "hidden"
    (line,) = said(act(client, "competition", "show_official", pk))
    assert "公布" in line
    assert Competition.objects.get(pk=pk).visibility == "hidden"
    assert said(act(client, "competition", "show_provisional", pk)) == ["公布状态已改为临时成绩：1"]


def test_names_change_through_the_service_and_nothing_else_does(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["organiser"])
    player = Player.objects.select_related("entrant").filter(entrant__pid=stage.entrants[stage.teams[0]][0]).first()
    assert player is not None
    other = Player.objects.exclude(entrant=player.entrant).first()
    assert other is not None
    page = reverse("admin:events_player_change", args=[player.pk])
    tampered = {"name": "  张三丰 😀 ", "pid": "p000000000000", "entrant": other.entrant_id, "order": "9", "id": other.pk}
    assert client.post(page, tampered).status_code == 302
    after = Player.objects.get(pk=player.pk)
    assert (after.name, after.pid, after.entrant_id, after.order) == ("张三丰 😀", player.pid, player.entrant_id, player.order)
    for name, error in (("", "必填"), ("x" * 61, "60"), ("a\x1bb", "")):
        response = client.post(page, {"name": name})
        assert response.status_code == 200
        assert error in response.content.decode()
    team = Team.objects.get(pid=stage.teams[0])
    page = reverse("admin:events_team_change", args=[team.pk])
    assert client.post(page, {"name": "一车间", "number": "2", "competition": "1"}).status_code == 302
    team.refresh_from_db()
    assert (team.name, team.number) == ("一车间", 1)
    taken = client.post(page, {"name": Team.objects.get(pid=stage.teams[1]).name})
    assert "已有同名的队" in taken.content.decode()
    event = reverse("admin:events_event_change", args=[stage.event.pk])
    posted = {"name": "新名", "time_zone": "Asia/Shanghai", "officials_required": "2", "code": "hacked", "simulated": "on", "pid": "v0"}
    assert client.post(event, posted).status_code == 302
    changed = Event.objects.get(pk=stage.event.pk)
    assert (changed.name, changed.officials_required, changed.code, changed.simulated) == ("新名", 2, "hall", False)
    assert LedgerEntry.objects.filter(book__competition=stage.competition, kind="officials").exists()
    wrong = client.post(event, {**posted, "time_zone": "Mars/Base"})
    assert "不认识这个时区" in wrong.content.decode()
    competition = reverse("admin:events_competition_change", args=[stage.competition.pk])
    assert client.post(competition, {"name": "甲组", "visibility": "official", "rulebook_id": "x", "code": "y"}).status_code == 302
    kept = Competition.objects.get(pk=stage.competition.pk)
    assert (kept.name, kept.visibility, kept.code, kept.rulebook_id) == ("甲组", "provisional", "guandan", stage.competition.rulebook_id)


@pytest.mark.parametrize("role", ["chief_referee", "referee", "auditor"])
def test_others_look_at_names_only(stage: Stage, sign_in: SignIn, role: str) -> None:
    client = sign_in(stage.users[role])
    team = Team.objects.get(pid=stage.teams[0])
    for page in (
        reverse("admin:events_team_change", args=[team.pk]),
        reverse("admin:events_event_change", args=[stage.event.pk]),
        reverse("admin:events_competition_change", args=[stage.competition.pk]),
    ):
        assert client.get(page).status_code == 200
        assert client.post(page, {"name": "硬改"}).status_code == 403
    assert client.get(reverse("admin:events_grant_add")).status_code == 403
    assert client.post(reverse("admin:events_grant_add"), {"event": stage.event.pk, "username": "x", "role": "referee"}).status_code == 403


def test_a_grant_is_given_by_the_exact_account(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["organiser"])
    page = reverse("admin:events_grant_add")
    form = client.get(page).content.decode()
    assert f'value="{cast.a1.event.pk}"' in form
    assert f'value="{cast.b1.event.pk}"' not in form
    assert "stranger" not in form
    assert client.post(page, {"event": cast.a1.event.pk, "username": "stranger", "role": "referee"}).status_code == 302
    by = actors.for_user(user=cast.stranger, event=cast.a1.event)
    assert by is not None
    assert by.roles == {"referee"}
    assert "没有这个账号" in client.post(page, {"event": cast.a1.event.pk, "username": "nobody", "role": "referee"}).content.decode()
    assert client.post(page, {"event": cast.b1.event.pk, "username": "stranger", "role": "referee"}).status_code == 200
    assert client.post(page, {"event": cast.a1.event.pk, "username": "stranger", "role": "god"}).status_code == 200
    assert actors.for_user(user=cast.stranger, event=cast.b1.event) is None


def test_an_event_is_founded_here(sign_in: SignIn) -> None:
    founder = make_user("founder", staff=True)
    client = sign_in(founder)
    posted = {"name": "健康杯", "code": "jkb", "time_zone": "Asia/Shanghai", "officials_required": "1"}
    assert client.post(reverse("admin:events_event_add"), posted).status_code == 302
    by = actors.for_user(user=founder, event=Event.objects.get(code="jkb"))
    assert by is not None
    assert by.roles == {"organiser"}
    again = client.post(reverse("admin:events_event_add"), posted)
    assert again.status_code == 200
    assert Event.objects.count() == 1


def test_a_superuser_without_a_grant_sees_and_does_not_act(stage: Stage, sign_in: SignIn, superuser: User) -> None:
    client = sign_in(superuser)
    before = kinds(stage)
    (line,) = said(act(client, "match", "close_tables", stage.match(1).pk))
    assert "没有身份" in line
    team = Team.objects.get(pid=stage.teams[0])
    assert client.post(reverse("admin:events_team_change", args=[team.pk]), {"name": "硬改"}).status_code == 403
    assert kinds(stage) == before


def test_accounts_are_the_superusers_alone_and_come_in_by_a_link(stage: Stage, sign_in: SignIn, superuser: User) -> None:
    assert sign_in(stage.users["organiser"]).get(reverse("admin:auth_user_changelist")).status_code == 403
    client = sign_in(superuser)
    assert client.post(reverse("admin:auth_user_add"), {"username": "lao-wang", "is_staff": "on"}).status_code == 302
    user = User.objects.get(username="lao-wang")
    assert not user.has_usable_password()
    response = client.post(reverse("admin:auth_user_changelist"), {"action": "login_link", ACTION_CHECKBOX_NAME: [user.pk]}, follow=True)
    line = said(response)[-1]
    assert login_link_use(secret=line.rstrip("/").rsplit("/", 1)[1]) == user
    assert LoginLink.objects.count() == 1
    assert client.post(reverse("admin:auth_user_delete", args=[user.pk]), {"post": "yes"}).status_code == 403


def test_passwords_do_not_travel_over_plain_http(stage: Stage, superuser: User) -> None:
    far = Client(REMOTE_ADDR="192.168.1.9", HTTP_HOST="192.168.1.5")
    far.force_login(superuser)
    assert far.get(reverse("admin:password_change")).status_code == 403
    assert far.get(reverse("admin:auth_user_password_change", args=[superuser.pk])).status_code == 403
    near = Client(REMOTE_ADDR="127.0.0.1", HTTP_HOST="localhost")
    near.force_login(superuser)
    assert near.get(reverse("admin:password_change")).status_code == 200


def test_the_door_is_the_one_login_page(stage: Stage, sign_in: SignIn) -> None:
    response = Client().get(reverse("admin:index"), follow=False)
    assert response.status_code == 302
    entrance = Client().get(response.headers["Location"], follow=False)
    assert (entrance.status_code, entrance.headers["Location"].split("?")[0]) == (302, "/login/")
    assert sign_in(stage.users["scorer"]).get(reverse("admin:index"), follow=True).status_code == 403


def test_every_post_needs_its_token(stage: Stage) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(stage.users["chief_referee"])
    assert act(client, "match", "close_tables", stage.match(1).pk).status_code == 403
    assert "table_closed" not in kinds(stage)


@pytest.mark.django_db(transaction=True)
def test_actions_and_forms_commit_for_real(sign_in: SignIn) -> None:
    """Outside a test's own transaction: the book's lock refuses to be nested, so this would fail if a page wrapped it."""
    stage = small_event(2, 1)
    client = sign_in(stage.users["chief_referee"])
    assert said(act(client, "match", "close_tables", stage.match(1).pk)) == ["已锁桌：1"]
    assert said(act(client, "competition", "hide", stage.competition.pk)) == ["公布状态已改为不公开：1"]
    organiser = sign_in(stage.users["organiser"])
    team = Team.objects.get(pid=stage.teams[0])
    assert organiser.post(reverse("admin:events_team_change", args=[team.pk]), {"name": "一车间"}).status_code == 302
    posted = {"event": stage.event.pk, "username": "hall-scorer", "role": "auditor"}
    assert organiser.post(reverse("admin:events_grant_add"), posted).status_code == 302
    founding = {"name": "第二届", "code": "two", "time_zone": "Asia/Shanghai", "officials_required": "1"}
    assert organiser.post(reverse("admin:events_event_add"), founding).status_code == 302
