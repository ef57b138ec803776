"""赛事设置: from an empty competition to a drawn one by the forms alone; people and their links; the official result."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from events.models import Competition, Draw, Entrant, Grant, LoginLink, Match, Role, Team
from events.services.events import grant_give
from events.services.matches import match_confirm, match_forfeit
from events.standings import recompute
from tests.cast import Stage, bare_event, lot_event, make_user, small_event
from tests.floor.conftest import field

SETUP = "/e/hall/guandan/setup/"
LINES = "财务科 陈建国 刘秀英\n财务科，赵一，钱二\n后勤队\t王志强\t欧阳春华\n后勤队 孙三 李四\n"


@pytest.fixture
def bare(db: None) -> Stage:
    return bare_event()


def organiser_of(stage: Stage) -> Client:
    client = Client()
    client.force_login(stage.users[Role.ORGANISER])
    return client


def test_a_pasted_list_makes_teams_and_pairs_once(bare: Stage) -> None:
    client = organiser_of(bare)
    (key,) = field(client.get(SETUP).content.decode(), "paste", "key")
    for _ in range(2):
        assert client.post(SETUP + "paste/", {"key": key, "lines": LINES}).status_code == 302
    assert list(Team.objects.values_list("name", flat=True).order_by("id")) == ["财务科", "后勤队"]
    assert Entrant.objects.count() == 4
    page = client.get(SETUP).content.decode()
    assert "欧阳春华" in page


def test_a_bad_line_is_named_and_the_list_is_kept(bare: Stage) -> None:
    client = organiser_of(bare)
    answer = client.post(SETUP + "paste/", {"key": "paste-key-1", "lines": "财务科 陈建国 刘秀英\n后勤队 王志强"})
    assert answer.status_code == 422
    assert "后勤队 王志强" in answer.content.decode()
    assert not Team.objects.exists()


def test_from_the_list_to_round_one(bare: Stage) -> None:
    client = organiser_of(bare)
    client.post(SETUP + "paste/", {"key": "paste-key-1", "lines": LINES})
    assert client.post(SETUP + "draw-teams/", {"key": "draw-key-1", "seed": "八月十五"}).status_code == 302
    assert client.post(SETUP + "draw-pairs/", {"key": "draw-key-2", "seed": "八月十六"}).status_code == 302
    page = client.get(SETUP).content.decode()
    assert "八月十五" in page
    assert Draw.objects.count() == 3
    assert client.post("/e/hall/guandan/desk/open/", {"round": "1", "key": "open-key-1"}).status_code == 302
    assert Match.objects.count() == 2


def test_a_draw_made_in_the_hall_is_recorded_as_drawn(bare: Stage) -> None:
    client = organiser_of(bare)
    client.post(SETUP + "paste/", {"key": "paste-key-1", "lines": LINES})
    first, second = Team.objects.order_by("id")
    twice = {"key": "draw-key-1", f"number-{first.pid}": "1", f"number-{second.pid}": "1"}
    refused = client.post(SETUP + "draw-teams-recorded/", twice)
    assert refused.status_code == 422
    page = refused.content.decode()
    assert "重复的或不在其中的：1" in page
    assert page.count('required value="1"') == 2, "what was typed is still there"
    right = {"key": "draw-key-1", f"number-{first.pid}": "2", f"number-{second.pid}": "1"}
    assert client.post(SETUP + "draw-teams-recorded/", right).status_code == 302
    assert "同一个种子" not in client.get(SETUP).content.decode(), "nobody drew from a seed"
    second.refresh_from_db()
    assert second.number == 1
    pairs = list(Entrant.objects.filter(team=second).order_by("id"))
    order = {"key": "draw-key-2", "team": second.pid, f"number-{pairs[0].pid}": "2", f"number-{pairs[1].pid}": "1"}
    assert client.post(SETUP + "draw-pairs-recorded/", order).status_code == 302
    pairs[1].refresh_from_db()
    assert pairs[1].number == 1


def test_single_teams_pairs_and_names_can_be_changed_until_the_draw(bare: Stage) -> None:
    client = organiser_of(bare)
    assert client.post(SETUP + "team/", {"key": "team-key-1", "name": "财务科"}).status_code == 302
    same = client.post(SETUP + "team/", {"key": "team-key-2", "name": "财务科"})
    assert same.status_code == 422
    assert 'value="财务科"' in same.content.decode()
    team = Team.objects.get()
    one = client.post(SETUP + "pair/", {"key": "pair-key-1", "team": team.pid, "first": "陈建国", "second": ""})
    assert one.status_code == 422
    assert 'value="陈建国"' in one.content.decode()
    assert client.post(SETUP + "pair/", {"key": "pair-key-1", "team": team.pid, "first": "陈建国", "second": "刘秀英"}).status_code == 302
    assert client.post(SETUP + "rename/", {"team": team.pid, "name": "财务处"}).status_code == 302
    entrant = Entrant.objects.get()
    assert client.post(SETUP + "remove-pair/", {"key": "out-key-01", "entrant": entrant.pid}).status_code == 302
    assert client.post(SETUP + "remove-team/", {"key": "out-key-02", "team": team.pid}).status_code == 302
    assert not Team.objects.exists()


def test_an_account_made_here_comes_in_by_its_qr(bare: Stage) -> None:
    client = organiser_of(bare)
    assert client.post(SETUP + "give/", {"username": "sunli", "name": "孙丽", "role": "referee"}).status_code == 302
    grant = Grant.objects.get(user__username="sunli")
    page = client.post(SETUP + "link/", {"grant": grant.pid})
    assert "no-store" in page["Cache-Control"]
    picture = re.search(r'src="(/qr/[^"]+)"', page.content.decode())
    assert picture is not None
    drawn = client.get(picture.group(1))
    assert drawn["Content-Type"] == "image/svg+xml"
    assert drawn.content.startswith(b"<?xml")
    address = re.search(r"http://testserver(/login/[^/]+/)", page.content.decode())
    assert address is not None
    visitor = Client()
    assert visitor.post(address.group(1)).status_code == 302
    assert visitor.get("/e/hall/guandan/desk/").status_code == 200


def test_a_grant_is_never_a_way_into_somebody_elses_account(bare: Stage) -> None:
    client = organiser_of(bare)
    other = small_event(2, 1, code="other", opened=0)
    owner = User.objects.create_superuser("owner")
    for user in (owner, other.users[Role.REFEREE], make_user("with-password"), other.users[Role.ORGANISER]):
        grant = grant_give(event=bare.event, user=user, role=Role.AUDITOR, by=bare.organiser)
        assert client.post(SETUP + "link/", {"grant": grant.pid}).status_code == 404
    elsewhere = Grant.objects.get(event=other.event, role=Role.REFEREE)
    assert client.post(SETUP + "link/", {"grant": elsewhere.pid}).status_code == 404
    assert not LoginLink.objects.exists()


def test_a_grant_is_taken_back_but_never_the_last_organisers(bare: Stage) -> None:
    client = organiser_of(bare)
    referee = Grant.objects.get(event=bare.event, role=Role.REFEREE)
    assert client.post(SETUP + "take/", {"grant": referee.pid}).status_code == 302
    last = Grant.objects.get(event=bare.event, role=Role.ORGANISER)
    assert client.post(SETUP + "take/", {"grant": last.pid}).status_code == 409


def test_closing_says_what_is_missing_and_reopening_wants_a_reason(stage: Stage, as_role: Callable[[str], Client], played: Match) -> None:
    chief = as_role(Role.CHIEF_REFEREE)
    answer = chief.post(SETUP + "close/", {"key": "close-key-1"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "1桌：未核对" in page
    assert "2桌：没打完" in page
    assert as_role(Role.ORGANISER).post(SETUP + "close/", {"key": "close-key-2"}).status_code == 403


def test_the_official_result_of_two_teams(db: None) -> None:
    stage = small_event(2, 1)
    match_forfeit(competition=stage.competition, match=stage.match().code, sides=["EW"], key="nobody-came", reason="", by=stage.chief)
    chief = Client()
    chief.force_login(stage.users[Role.CHIEF_REFEREE])
    assert chief.post(SETUP + "close/", {"key": "close-key-1"}).status_code == 302
    assert "正式成绩 v1" in chief.get(SETUP).content.decode()
    assert chief.post(SETUP + "reopen/", {"key": "reopen-key-1", "reason": ""}).status_code == 422
    assert chief.post(SETUP + "reopen/", {"key": "reopen-key-1", "reason": "发现录错"}).status_code == 302
    assert "已重开" in chief.get(SETUP).content.decode()


def test_a_tie_is_settled_by_a_lot_drawn_in_the_hall(db: None) -> None:
    stage, page = lot_event(), "/e/hall/lot/setup/"
    client = organiser_of(stage)
    assert "记下先后" not in client.get(page).content.decode()
    match_forfeit(
        competition=stage.competition, match=stage.match().code, sides=["NS", "EW"], key="away-key-1", reason="都没有来", by=stage.chief
    )
    recompute(stage.competition.pk, "relay")
    refused = client.post(page + "draw-lot-recorded/", {"key": "lot-key-0", **{f"number-{team}": "1" for team in stage.teams}})
    assert refused.status_code == 422
    order = {f"number-{team}": str(place) for place, team in enumerate(reversed(stage.teams), 1)}
    assert client.post(page + "draw-lot-recorded/", {"key": "lot-key-1", **order}).status_code == 302
    recompute(stage.competition.pk, "relay")
    shown = client.get(page).content.decode()
    assert "同分抽签" in shown
    assert "记下先后" not in shown
    assert Draw.objects.get(draw="lot").order == list(reversed(stage.teams))


def test_visibility(stage: Stage, as_role: Callable[[str], Client]) -> None:
    organiser = as_role(Role.ORGANISER)
    act = SETUP.replace("/setup/", "/desk/publish/state/")
    assert organiser.post(act, {"visibility": "hidden", "back": "setup", "key": "hide-key-1"}).headers["Location"] == SETUP + "#publish"
    assert Competition.objects.get(pk=stage.competition.pk).visibility == "hidden"
    assert organiser.post(act, {"visibility": "official", "key": "show-key-1"}).status_code == 409


@pytest.mark.parametrize("role", [Role.REFEREE, Role.AUDITOR, Role.SCORER, Role.CHECKER])
def test_set_up_is_for_organisers(as_role: Callable[[str], Client], role: str) -> None:
    assert as_role(role).get(SETUP).status_code == 403
    assert as_role(role).post(SETUP + "team/", {"key": "team-key-1", "name": "x"}).status_code == 403


def test_a_chief_referee_may_publish_but_not_change_the_field(stage: Stage, as_role: Callable[[str], Client]) -> None:
    chief = as_role(Role.CHIEF_REFEREE)
    assert chief.get(SETUP).status_code == 200
    assert chief.post(SETUP + "team/", {"key": "team-key-1", "name": "新队"}).status_code == 403
    assert chief.post(SETUP + "give/", {"username": "mate", "role": "referee"}).status_code == 403
    assert not User.objects.filter(username="mate").exists()


def test_the_forms_need_the_token_of_this_site(stage: Stage) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(stage.users[Role.ORGANISER])
    assert strict.post(SETUP + "team/", {"key": "team-key-1", "name": "x"}).status_code == 403


@pytest.mark.parametrize(
    "act", ["team", "pair", "paste", "rename", "remove-team", "draw-teams", "draw-pairs-recorded", "give", "take", "visibility", "no-such"]
)
@pytest.mark.parametrize(
    "body", [{}, {"key": "\x00", "name": "\x00", "lines": "\x00 \x00 \x00", "grant": "\x00", "team": "\x00", "username": "\x00"}]
)
def test_nonsense_is_never_a_server_error(bare: Stage, act: str, body: dict[str, str]) -> None:
    assert organiser_of(bare).post(SETUP + f"{act}/", body).status_code < 500


def test_the_sheet_of_codes_names_tables_and_sides(stage: Stage, as_role: Callable[[str], Client]) -> None:
    referee = as_role(Role.REFEREE)
    page = referee.post("/e/hall/guandan/desk/codes/", {"first": "1", "last": "3", "sides": ["NS", "EW"]}).content.decode()
    assert page.count('class="qr ') == 6
    assert len(set(re.findall(r"http://testserver/pair/([^/]+)/", page))) == 6
    assert "style=" not in page
    assert as_role(Role.AUDITOR).post("/e/hall/guandan/desk/codes/", {"first": "1", "sides": ["NS"]}).status_code == 403
    assert referee.post("/e/hall/guandan/desk/codes/", {"first": "1", "last": "999", "sides": ["NS"]}).status_code == 302
    assert referee.get("/qr/forged:signature/").status_code == 404


def test_a_revoked_device_leaves_the_list(stage: Stage, as_role: Callable[[str], Client]) -> None:
    device = stage.scorer().device
    assert as_role(Role.REFEREE).post(f"/e/hall/guandan/desk/devices/{device}/revoke/").status_code == 302
    assert "已停用 1 台" in as_role(Role.REFEREE).get("/e/hall/guandan/desk/devices/").content.decode()


def test_a_confirmed_match_stays_confirmed_in_the_round_list(stage: Stage, as_role: Callable[[str], Client], played: Match) -> None:
    covers = list(played.hands.values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=played.code, covers=covers, key="all-right-1", by=stage.checker())
    assert "已核对 1" in as_role(Role.ORGANISER).get(SETUP).content.decode()


def test_a_desk_opened_as_localhost_hands_out_the_address_of_the_hall(
    stage: Stage, as_role: Callable[[str], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("events.pages.devices.lan_addresses", lambda: ["192.168.1.20"])
    form = {"first": "1", "sides": ["NS"]}
    referee = as_role(Role.REFEREE)
    for host, seen in (("localhost:8000", "http://192.168.1.20:8000/pair/"), ("hall.test:8000", "http://hall.test:8000/pair/")):
        page = referee.post("/e/hall/guandan/desk/codes/", form, headers={"Host": host}).content.decode()
        assert seen in page


def test_a_bad_line_says_which_and_a_name_twice_in_a_pair_is_one(bare: Stage) -> None:
    client = organiser_of(bare)
    for lines, said in (("财务科 甲 乙\n后勤队 丙", "第 2 行应是三个词"), ("财务科 甲 甲", "第 1 行写了两次")):
        answer = client.post(SETUP + "paste/", {"key": "paste-key-1", "lines": lines})
        assert answer.status_code == 422
        assert said in answer.content.decode()
    assert not Team.objects.exists()


def test_a_players_name_can_be_put_right_after_the_draw(stage: Stage, as_role: Callable[[str], Client]) -> None:
    player = Entrant.objects.filter(competition=stage.competition)[0].players.all()[0]
    assert as_role(Role.ORGANISER).post(SETUP + "rename-player/", {"player": player.pid, "name": "欧阳春花"}).status_code == 302
    assert "欧阳春花" in as_role(Role.ORGANISER).get(SETUP).content.decode()


def test_an_account_name_is_what_its_label_says(bare: Stage) -> None:
    answer = organiser_of(bare).post(SETUP + "give/", {"username": "王裁判", "name": "", "role": "referee"})
    assert answer.status_code == 422
    assert "账号只能用字母" in answer.content.decode()


def test_a_name_in_two_pairs_is_accepted_and_pointed_at(bare: Stage) -> None:
    client = organiser_of(bare)
    lines = "财务科 张伟 李娜\n后勤队 张伟 王芳"
    page = client.post(SETUP + "paste/", {"key": "paste-key-1", "lines": lines}, follow=True).content.decode()
    assert "“张伟”出现在不止一对里" in page
    assert "“李娜”" not in page


def test_nothing_is_published_before_a_round_is_open(bare: Stage) -> None:
    client = Client()
    client.force_login(bare.users[Role.CHIEF_REFEREE])
    assert "setup/close/" not in client.get(SETUP).content.decode()
