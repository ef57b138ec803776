"""What a referee does with cases from the lists: taken, withdrawn, seconded; and what the public sees, shown, frozen and let go."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import translation

from events.models import (
    Announcement,
    Competition,
    Dispute,
    DisputeState,
    Event,
    Freeze,
    Match,
    Proposal,
    ProposalState,
    Role,
    StageState,
    TableCall,
)
from events.services.announcements import announcement_make
from events.services.disputes import dispute_raise, dispute_withdraw
from events.services.events import grant_give
from events.services.matches import table_call
from tests.admin.test_actions import act, kinds, said
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind, five, hand, new_key

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]


@pytest.fixture
def stage() -> Stage:
    return small_event(2, 2)


@pytest.fixture
def dispute(stage: Stage) -> Dispute:
    hand(stage, by_kind(1), table=1)
    dispute_raise(competition=stage.competition, match=stage.match(1).code, key=new_key(), by=stage.checker(), subject="result", number=1)
    return Dispute.objects.get()


def shown(client: Client, address: str, **query: Any) -> str:
    response = client.get(address, query)
    assert response.status_code == 200, address
    return response.content.decode()


def found(client: Client, address: str, **query: Any) -> set[int]:
    return set(client.get(address, query).context["cl"].queryset.values_list("pk", flat=True))


def test_a_dispute_is_found_taken_and_withdrawn(stage: Stage, dispute: Dispute, sign_in: SignIn) -> None:
    client = sign_in(stage.users["referee"])
    disputes = reverse("admin:events_dispute_changelist")
    for query in ({"round": 1, "table": 1, "state__exact": "raised"}, {"q": stage.match(1).code}, {"event": stage.event.pk}):
        assert dispute.pk in found(client, disputes, **query), query
    assert found(client, disputes, table=2) == found(client, disputes, state__exact="ruled") == set()
    assert said(act(client, "dispute", "take", dispute.pk)) == ["已受理：1"]
    dispute.refresh_from_db()
    assert (dispute.state, dispute.taken_by) == (DisputeState.TAKEN, stage.referee.pid)
    assert 'name="reason"' in act(client, "dispute", "withdraw", dispute.pk).content.decode()
    assert said(act(client, "dispute", "withdraw", dispute.pk, reason="看错了")) == ["已撤回：1"]
    assert [kind for kind in kinds(stage) if "dispute" in kind] == ["dispute", "dispute_taken", "dispute_withdrawn"]
    history = shown(client, reverse("admin:events_dispute_history", args=[dispute.pk]))
    assert dispute.pid in history


def test_a_match_shows_its_disputes(stage: Stage, dispute: Dispute, sign_in: SignIn) -> None:
    page = shown(sign_in(stage.users["auditor"]), reverse("admin:events_match_change", args=[stage.match(1).pk]))
    assert "成绩不对" in page
    assert 'name="disputes-0-state"' not in page


def test_a_forfeit_is_withdrawn_with_a_reason(stage: Stage, sign_in: SignIn) -> None:
    client, match = sign_in(stage.users["chief_referee"]), stage.match(1)
    assert "没有" in " ".join(said(act(client, "match", "withdraw_forfeit", match.pk, reason="到了")))
    act(client, "match", "forfeit_ew", match.pk, reason="没来")
    assert 'name="reason"' in act(client, "match", "withdraw_forfeit", match.pk).content.decode()
    assert said(act(client, "match", "withdraw_forfeit", match.pk, reason="到了")) == ["已撤销：1"]
    assert stage.match(1).forfeited_by == ""


def test_where_two_decide_an_action_is_proposed_and_another_seconds_it(stage: Stage, sign_in: SignIn) -> None:
    Event.objects.filter(pk=stage.event.pk).update(officials_required=2)
    chief, match = sign_in(stage.users["chief_referee"]), stage.match(1)
    assert said(act(chief, "match", "forfeit_ew", match.pk, reason="没来")) == ["已提出，等另一位裁判附议：1"]
    proposal = Proposal.objects.get()
    (own,) = said(act(chief, "proposal", "second", proposal.pk))
    assert own
    assert stage.match(1).forfeited_by == ""
    another = make_user("second-chief")
    grant_give(event=stage.event, user=another, role=Role.CHIEF_REFEREE, by=stage.organiser)
    assert said(act(sign_in(another), "proposal", "second", proposal.pk)) == ["已附议：1"]
    proposal.refresh_from_db()
    assert (proposal.state, stage.match(1).forfeited_by) == (ProposalState.SECONDED, "EW")


def test_a_board_is_frozen_and_let_go(sign_in: SignIn) -> None:
    stage = small_event(4, 1)
    client, pk = sign_in(stage.users["organiser"]), stage.competition.pk
    assert said(act(client, "competition", "show_provisional", pk)) == ["公布状态已改为临时成绩：1"]
    assert said(act(client, "competition", "freeze_next", pk)) == ["已封榜：1"]
    freeze = Freeze.objects.get()
    assert (freeze.round, freeze.ended_at) == (2, None)
    assert "封榜" in shown(client, reverse("admin:events_freeze_change", args=[freeze.pk]))
    assert said(act(client, "competition", "unfreeze", pk)) == ["已解封：1"]
    freeze.refresh_from_db()
    assert freeze.ended_at is not None
    assert Competition.objects.get(pk=pk).visibility == "provisional"


def test_a_stage_is_shown_and_hidden(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["organiser"])
    row = StageState.objects.create(competition=stage.competition, stage="round_1", state="provisional")
    page = shown(client, reverse("admin:events_stagestate_changelist"))
    assert all(f'value="{action}"' in page for action in ("show_provisional", "show_notice", "hide"))
    told = said(act(client, "stagestate", "hide", row.pk))
    assert told, "the service answered, in words"
    referee = sign_in(stage.users["referee"])
    assert 'value="hide"' not in shown(referee, reverse("admin:events_stagestate_changelist"))


def test_tables_are_found_by_their_dispute_and_by_what_wants_a_signature(stage: Stage, sign_in: SignIn) -> None:
    client, listed = sign_in(stage.users["referee"]), reverse("admin:events_match_changelist")

    def tables(state: str) -> set[int]:
        return set(Match.objects.filter(pk__in=found(client, listed, state=state)).values_list("table", flat=True))

    assert tables("unconfirmed") == set(), "nobody signs a table that still plays"
    five(stage)
    assert tables("unconfirmed") == {1}
    about: dict[str, Any] = {"competition": stage.competition, "match": stage.match(2).code, "key": new_key(), "subject": "result"}
    pid = dispute_raise(**about, by=stage.checker(2)).body["dispute"]["dispute"]
    assert tables("disputed") == {2}
    dispute_withdraw(competition=stage.competition, dispute=pid, key=new_key(), by=stage.chief, reason="没事了")
    assert tables("disputed") == set()


def test_an_announcement_is_taken_down_and_a_raised_hand_answered(stage: Stage, sign_in: SignIn) -> None:
    announcement_make(event=stage.event, competition=stage.competition, text="请入座", by=stage.organiser)
    call = table_call(competition=stage.competition, match=stage.match(1).code, reason="absent", by=stage.scorer())
    organiser, referee = sign_in(stage.users["organiser"]), sign_in(stage.users["referee"])
    assert said(act(organiser, "announcement", "end", Announcement.objects.get().pk)) == ["已撤下：1"]
    assert Announcement.objects.get().ended_at is not None
    assert said(act(referee, "tablecall", "answer", call.pk)) == ["裁判已到：1"]
    assert TableCall.objects.get().answered_at is not None


def test_a_team_shows_its_pairs(stage: Stage, sign_in: SignIn) -> None:
    client = sign_in(stage.users["organiser"])
    team = stage.competition.teams.get(pid=stage.teams[0])
    page = shown(client, reverse("admin:events_team_change", args=[team.pk]))
    for entrant in stage.entrants[team.pid]:
        assert entrant in page


@pytest.mark.parametrize(
    ("language", "words"), [("zh-hans", ("选择", "注销", "过滤器")), ("zh-hant", ("選擇", "登出", "篩選")), ("en", ("Select",))]
)
def test_djangos_own_words_are_in_the_language(stage: Stage, sign_in: SignIn, language: str, words: tuple[str, ...]) -> None:
    client = sign_in(stage.users["referee"])
    client.cookies["django_language"] = language
    with translation.override(language):
        page = shown(client, reverse("admin:events_match_changelist"))
    assert [word for word in words if word not in page] == []
    assert ("Select" in page) == (language == "en")
