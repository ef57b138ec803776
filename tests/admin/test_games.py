"""The administration of the games judged as a whole: lists, pages and histories in words, at the same cost for any size."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from events.admin.base import ScopedAdmin
from events.models import Draw, Entrant, HandRecord, Match, Role, Round
from events.services.boards import board_foul, board_trump_set
from events.services.matches import match_confirm
from events.services.penalties import board_adjust, penalty_give, time_up_state
from events.services.rounds import round_open
from tests.cast import Stage, other_event
from tests.events.score_kit import new_key
from tests.pages.halls import board, climbed, game, play

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]
MODELS = [model for model, row in admin.site._registry.items() if isinstance(row, ScopedAdmin)]


def address(model: Any, page: str, *args: object) -> str:
    return reverse(f"admin:events_{model._meta.model_name}_{page}", args=args)


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def chaodipi() -> Stage:
    stage = other_event("healthcup-chaodipi", teams=4)
    match = stage.match().code
    play(stage, match, climbed(1, "N", 60), climbed(2, "E", 0))
    common: dict[str, Any] = {"competition": stage.competition, "match": match, "by": stage.chief}
    fine = {"code": "failed_throw", "side": "NS", "count": 3}
    penalty_give(**common, penalty=fine, game=1, number=1, room="", reason="看清了", key=new_key())
    time_up_state(**common, game=1, last_hand=2, lot="", reason="铃响", key=new_key())
    return stage


def gomoku() -> Stage:
    stage = other_event("healthcup-gomoku", teams=4)
    play(stage, stage.match().code, game(1, "A", "B"), game(2, "B", "B"))
    return stage


def rooms() -> Stage:
    stage = other_event("hefei-eighty-teams", teams=2, entrants=2)
    match = stage.match()
    play(stage, match.code, board(1, 60, room=match.room))
    board_trump_set(competition=stage.competition, board=2, mode="A", rank="3", trump="H", by=stage.organiser)
    adjusted: dict[str, Any] = {"board": 3, "ns": 20, "ew": -20, "unit": "net", "clauses": ["E80-24"], "reason": "迟到", "room": match.room}
    board_adjust(competition=stage.competition, match=match.code, by=stage.chief, key=new_key(), **adjusted)
    return stage


def pairs() -> Stage:
    stage = other_event("hefei-eighty-pairs", teams=3, entrants=2)
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="试")
    plays: dict[int, list[str]] = {}
    for match in Match.objects.order_by("round__number", "table"):
        for number in match.boards:
            plays.setdefault(number, []).append(match.code)
    fouled, (first, second) = next((number, codes) for number, codes in plays.items() if len(codes) == 2)
    board_foul(competition=stage.competition, board=fouled, groups=[[first], [second]], reason="牌装错", by=stage.chief, key=new_key())
    return stage


HALLS: dict[str, Callable[[], Stage]] = {"chaodipi": chaodipi, "gomoku": gomoku, "rooms": rooms, "pairs": pairs}


@pytest.mark.parametrize("named", HALLS)
def test_every_list_page_and_history_is_shown(named: str, sign_in: SignIn, django_assert_max_num_queries: Any) -> None:
    stage = HALLS[named]()
    client = sign_in(stage.users[Role.CHIEF_REFEREE])
    for model in MODELS:
        with django_assert_max_num_queries(20, info=str(model)):
            assert client.get(address(model, "changelist")).status_code == 200
        row = model._default_manager.first()
        if row is not None:
            for page in ("change", "history"):
                with django_assert_max_num_queries(40, info=f"{model} {page}"):
                    assert client.get(address(model, page, row.pk)).status_code == 200


def test_levels_records_and_penalties_are_said(sign_in: SignIn) -> None:
    stage = chaodipi()
    client = sign_in(stage.users[Role.REFEREE])
    match = stage.match()
    listed = text(client, address(Match, "changelist"))
    assert f"{match.shown['levels']['NS']} : {match.shown['levels']['EW']}" in listed
    assert "/" in listed, "the pairs by name"
    page = text(client, address(Match, "change", match.pk))
    assert "轮到" in page, "what has to be settled"
    assert "庄家 北" in page
    history = text(client, address(Match, "history", match.pk))
    for said in ("判罚", "南北 甩牌不成 × 3", "时间到", "算到第2副", "记一副"):
        assert said in history, said
    record = HandRecord.objects.filter(number=1).get()
    assert "第1局 1" in text(client, address(HandRecord, "changelist"))
    assert "末轮谁大 庄家方" in text(client, address(HandRecord, "change", record.pk))


def test_single_players_draws_and_the_opening_of_a_round_are_said(sign_in: SignIn) -> None:
    stage = gomoku()
    client = sign_in(stage.users[Role.ORGANISER])
    drawn = Draw.objects.get()
    names = [Entrant.objects.get(pid=pid).players.get().name for pid in drawn.order]
    page = text(client, address(Draw, "change", drawn.pk))
    assert "参赛方签号" in page
    assert f"1 {names[0]}" in page
    entrant = Entrant.objects.get(pid=drawn.order[0])
    assert names[0] in text(client, address(Entrant, "changelist"))
    assert names[0] in text(client, address(Entrant, "change", entrant.pk))
    assert "开轮" in text(client, address(Round, "history", Round.objects.get().pk))
    match = stage.match()
    assert "0 : 2" in text(client, address(Match, "changelist"))
    assert "执黑 甲方" in text(client, address(Match, "change", match.pk))


def test_trumps_adjustments_and_groups_are_said(sign_in: SignIn) -> None:
    stage = rooms()
    match = stage.match()
    client = sign_in(stage.users[Role.AUDITOR])
    history = text(client, address(Match, "history", match.pk))
    for said in ("定将牌", "2 号牌 打几 3 · 主 ♥ 红桃", "调整分", "3 号牌 20 : -20 净得分"):
        assert said in history, said
    assert "1、2、3" in text(client, address(Match, "change", match.pk))
    assert "开室" in text(client, address(Match, "changelist"))
    covers = [HandRecord.objects.get(match=match).hash]
    match_confirm(competition=stage.competition, match=match.code, covers=covers, reason="离场", key=new_key(), by=stage.chief)
    assert "2/8" in text(client, address(Match, "changelist"))


def test_groups_stand_in_the_history_of_the_matches_they_name(sign_in: SignIn) -> None:
    stage = pairs()
    client = sign_in(stage.users[Role.CHIEF_REFEREE])
    fouled = [match for match in Match.objects.all() if "牌副分组" in text(client, address(Match, "history", match.pk))]
    assert len(fouled) == 2
    assert "｜" in text(client, address(Match, "history", fouled[0].pk))
