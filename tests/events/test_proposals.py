"""Two officials: what one proposes counts nothing until another seconds it. With one official nothing of this is ever written."""

import json
from typing import Any

import pytest

from events import actors
from events.access import Actor
from events.models import LedgerEntry, Proposal, Remark
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.adjustments import match_adjust
from events.services.competitions import competition_close, competition_reopen
from events.services.dispute_rulings import dispute_rule
from events.services.disputes import dispute_raise
from events.services.events import event_change, grant_give, grant_revoke
from events.services.matches import entry_withdraw, match_forfeit
from events.services.penalties import penalty_give
from events.services.proposals import proposal_refuse, proposal_second
from events.services.rehearsal import effect_of
from events.services.rulings import ruling_make
from tests.cast import Stage, make_user, other_event, small_event
from tests.events.score_kit import by_kind, confirm, five, hand, match_state, new_key, sound

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return two_officials(small_event())


def two_officials(stage: Stage) -> Stage:
    stage.competition.event = stage.event = event_change(event=stage.event, changes={"officials_required": 2}, by=stage.organiser)
    return stage


def forfeit(stage: Stage, by: Actor | None = None, key: str = "") -> Any:
    return match_forfeit(
        competition=stage.competition, match=stage.match().code, sides=["EW"], key=key or new_key(), reason="没有来", by=by or stage.chief
    )


def second(stage: Stage, proposal: str, by: Actor | None = None, key: str = "") -> Any:
    return proposal_second(competition=stage.competition, proposal=proposal, key=key or new_key(), by=by or stage.referee)


def last(stage: Stage) -> LedgerEntry:
    return LedgerEntry.objects.filter(book__competition=stage.competition).order_by("-seq")[0]


def test_a_forfeit_waits_for_a_second_and_then_counts(stage: Stage) -> None:
    reply = forfeit(stage)
    assert reply.status == 202
    assert stage.match().forfeited_by == ""
    assert match_state(stage, stage.match().code)["state"] == "waiting"
    assert last(stage).kind == "proposed"
    sound(stage)
    done = second(stage, reply.body["proposal"])
    assert (done.status, stage.match().forfeited_by) == (201, "EW")
    entry = last(stage)
    body = json.loads(entry.body)
    proposed = LedgerEntry.objects.get(book__competition=stage.competition, kind="proposed")
    assert (entry.kind, entry.actor, entry.role) == ("forfeit", stage.chief.pid, "chief_referee")
    assert (body["proposal"], body["seconded_by"], body["remark"]) == (
        proposed.hash,
        stage.referee.pid,
        json.loads(proposed.body)["remark"],
    )
    assert Remark.objects.filter(competition=stage.competition, text="没有来").count() == 1
    sound(stage)


def test_with_one_official_everything_is_as_it_was() -> None:
    stage = small_event()
    reply = forfeit(stage)
    assert reply.status == 201
    assert sorted(json.loads(last(stage).body)) == ["remark", "sides"]
    assert not Proposal.objects.exists()


def test_the_second_is_another_person_whatever_his_grant(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    with pytest.raises(NotAllowed) as refused:
        second(stage, proposal, by=stage.chief)
    assert refused.value.code == "second_is_another"
    grant_give(event=stage.event, user=stage.users["chief_referee"], role="referee", by=stage.organiser)
    again = actors.for_user(user=stage.users["chief_referee"], event=stage.event)
    assert again is not None
    with pytest.raises(NotAllowed):
        second(stage, proposal, by=again)
    assert stage.match().forfeited_by == ""


@pytest.mark.parametrize("role", ["organiser", "auditor"])
def test_only_officials_second_and_refuse(stage: Stage, role: str) -> None:
    proposal = forfeit(stage).body["proposal"]
    for act in (
        lambda: second(stage, proposal, by=stage.actors[role]),
        lambda: proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="不", by=stage.actors[role]),
    ):
        with pytest.raises(NotAllowed) as refused:
            act()
        assert refused.value.code == "role_may_not"


def test_competence_is_the_proposers(stage: Stage) -> None:
    """A referee who may not give a forfeit may second one; he cannot propose it."""
    with pytest.raises(NotAllowed) as refused:
        forfeit(stage, by=stage.referee)
    assert refused.value.code == "not_competent"
    assert not Proposal.objects.exists()


def test_a_second_counts_once_whatever_is_repeated(stage: Stage) -> None:
    proposal = forfeit(stage, key="proposed-1").body["proposal"]
    assert forfeit(stage, key="proposed-1").replayed
    first = second(stage, proposal, key="seconded-1")
    again = second(stage, proposal, key="seconded-1")
    assert again.replayed
    assert again.body == first.body
    with pytest.raises(StateRefusal) as refused:
        second(stage, proposal)
    assert refused.value.code == "proposal_settled"
    assert LedgerEntry.objects.filter(kind="forfeit").count() == 1
    sound(stage)


def test_refused_it_never_counts_and_is_over(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    with pytest.raises(Problems):
        proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="", by=stage.referee)
    assert proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="人来了", by=stage.referee).status == 201
    for act in (
        lambda: second(stage, proposal),
        lambda: proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="再", by=stage.referee),
    ):
        with pytest.raises(StateRefusal) as refused:
            act()
        assert refused.value.code == "proposal_settled"
    assert stage.match().forfeited_by == ""
    sound(stage)


def test_the_proposer_takes_it_back(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    assert proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="人来了", by=stage.chief).status == 201


def test_what_no_longer_holds_is_refused_and_the_proposal_stands(stage: Stage) -> None:
    one, other = forfeit(stage).body["proposal"], forfeit(stage).body["proposal"]
    second(stage, one)
    with pytest.raises(StateRefusal) as refused:
        second(stage, other)
    assert refused.value.code == "match_forfeited"
    assert Proposal.objects.get(pid=other).state == "proposed"
    sound(stage)


def test_who_holds_no_office_any_more_decides_nothing(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    grant_revoke(event=stage.event, grant=stage.chief.pid, by=stage.organiser)
    with pytest.raises(StateRefusal) as refused:
        second(stage, proposal)
    assert refused.value.code == "proposer_left"


def test_another_competitions_proposal_is_not_there(stage: Stage) -> None:
    proposal = forfeit(stage).body["proposal"]
    strange = two_officials(small_event(code="strange"))
    for named in (proposal, "s000000000000", "nonsense"):
        with pytest.raises(NotFound):
            second(strange, named)


def test_a_ruling_waits_and_who_entered_the_result_does_not_second_it(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    rival = hand(stage, by_kind(1, "EW"), by=stage.referee).body["kept"]["hash"]
    reply = ruling_make(
        competition=stage.competition,
        match=stage.match().code,
        number=1,
        uphold=rival,
        clauses=["GD-08"],
        key=new_key(),
        reason="看过",
        by=stage.chief,
    )
    assert reply.status == 202
    assert stage.match().under_review == 1
    with pytest.raises(NotAllowed) as refused:
        second(stage, reply.body["proposal"], by=stage.referee)
    assert refused.value.code == "ruler_entered_it"
    other = make_user("hall-second-referee", staff=True)
    grant_give(event=stage.event, user=other, role="referee", by=stage.organiser)
    by = actors.for_user(user=other, event=stage.event)
    assert by is not None
    assert second(stage, reply.body["proposal"], by=by).status == 201
    assert stage.match().under_review == 0
    assert match_state(stage, stage.match().code)["hands"][0]["hash"] == rival != first
    sound(stage)


def test_what_two_stated_two_take_back(stage: Stage) -> None:
    done = second(stage, forfeit(stage).body["proposal"])
    reply = entry_withdraw(
        competition=stage.competition,
        match=stage.match().code,
        supersedes=done.body["entry"]["hash"],
        key=new_key(),
        reason="人来了",
        by=stage.chief,
    )
    assert (reply.status, stage.match().forfeited_by) == (202, "EW")
    second(stage, reply.body["proposal"])
    assert stage.match().forfeited_by == ""
    sound(stage)


def test_an_adjustment_waits(stage: Stage) -> None:
    five(stage)
    reply = match_adjust(
        competition=stage.competition,
        match=stage.match().code,
        side_points={"NS": -2},
        clauses=["GD-08"],
        reason="迟到",
        key=new_key(),
        by=stage.chief,
    )
    assert reply.status == 202
    second(stage, reply.body["proposal"])
    assert match_state(stage, stage.match().code)["points"] == {"NS": 7, "EW": 8}
    sound(stage)


def test_a_fine_that_any_referee_gives_needs_nobody_else() -> None:
    stage = two_officials(other_event("healthcup-chaodipi", 4))
    reply = penalty_give(
        competition=stage.competition,
        match=stage.match().code,
        penalty={"code": "failed_throw", "side": "NS", "count": 1},
        number=1,
        key=new_key(),
        by=stage.referee,
    )
    assert reply.status == 201


def test_a_rehearsal_shows_what_it_would_do(stage: Stage) -> None:
    effect = effect_of(competition=stage.competition, act=lambda: forfeit(stage))
    rows = {row["match"]: row for row in effect.after["matches"]}
    assert rows[stage.match().code]["state"] == "forfeited"
    assert not Proposal.objects.exists()


def test_a_close_waits_for_proposals_and_a_reopening_for_a_second() -> None:
    stage = two_officials(small_event(2, 1))
    proposal = forfeit(stage).body["proposal"]
    hashes = five(stage)
    confirm(stage, hashes)
    with pytest.raises(StateRefusal) as refused:
        competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    assert refused.value.current is not None
    assert [row["code"] for row in refused.value.current["missing"]] == ["proposal_open"]
    proposal_refuse(competition=stage.competition, proposal=proposal, key=new_key(), reason="打过了", by=stage.referee)
    competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    reply = competition_reopen(competition=stage.competition, reason="记错", by=stage.chief, key="reopen-one")
    assert reply.status == 202
    assert competition_reopen(competition=stage.competition, reason="记错", by=stage.chief, key="reopen-one").replayed
    assert last(stage).kind == "close"
    sound(stage)
    assert second(stage, reply.body["proposal"]).status == 201
    body = json.loads(last(stage).body)
    assert (last(stage).kind, body["proposal"], body["seconded_by"]) == ("reopen", reply.body["proposal"], stage.referee.pid)
    sound(stage)


def test_a_ruling_on_a_dispute_waits_and_so_does_the_appeal(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    about: dict[str, Any] = {"competition": stage.competition, "by": stage.chief}
    pid = dispute_raise(
        competition=stage.competition, match=stage.match().code, key=new_key(), by=stage.scorer(), subject="result", number=1
    ).body["dispute"]["dispute"]
    decided: dict[str, Any] = {"outcome": "changed", "record": by_kind(1, "EW"), "clauses": ["GD-08"], "reason": "看过牌"}
    with pytest.raises(StateRefusal) as refused:
        dispute_rule(**about, dispute=pid, key=new_key(), outcome="upheld", uphold="0" * 64, clauses=["GD-08"], reason="看过")
    assert refused.value.code == "stale"
    reply = dispute_rule(**about, dispute=pid, key=new_key(), **decided)
    assert (reply.status, stage.match().under_review) == (202, 1)
    assert match_state(stage, stage.match().code)["hands"][0]["hash"] == first
    sound(stage)
    assert second(stage, reply.body["proposal"]).status == 201
    assert stage.match().under_review == 0
    assert match_state(stage, stage.match().code)["hands"][0]["side"] == "EW"
    ruled = json.loads(LedgerEntry.objects.get(kind="dispute_ruled").body)
    assert ruled["seconded_by"] == stage.referee.pid
    sound(stage)


def test_a_warning_in_a_dispute_is_one_referees(stage: Stage) -> None:
    pid = dispute_raise(
        competition=stage.competition, match=stage.match().code, key=new_key(), by=stage.scorer(), subject="behaviour"
    ).body["dispute"]["dispute"]
    reply = dispute_rule(
        competition=stage.competition, dispute=pid, key=new_key(), by=stage.chief, outcome="warning", clauses=["GD-08"], reason="大声"
    )
    assert reply.status == 201
