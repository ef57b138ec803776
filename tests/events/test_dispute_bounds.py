"""What a table may not make of disputes, and what an official may not make of his own results and rulings."""

from typing import Any

import pytest

from events import actors
from events.access import Actor
from events.models import Dispute
from events.refusals import NotAllowed, StateRefusal
from events.services.dispute_limits import MOST_EVER, MOST_OPEN
from events.services.disputes import appeal_rule, dispute_appeal, dispute_raise, dispute_rule, dispute_withdraw
from events.services.events import grant_give, grant_revoke
from events.services.proposals import proposal_second
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind, correct, hand, match_state, new_key, sound
from tests.events.test_proposals import two_officials

pytestmark = pytest.mark.django_db
SAID: dict[str, Any] = {"clauses": ["GD-08"], "reason": "看了牌"}
LEAVING = ("dismissed", "warning", "withdrawn")


@pytest.fixture
def stage() -> Stage:
    return small_event()


def raised(stage: Stage, number: int = 1, **kwargs: Any) -> str:
    settings = {"subject": "result", "by": stage.checker(), "key": new_key(), "number": number, **kwargs}
    return str(dispute_raise(competition=stage.competition, match=stage.match().code, **settings).body["dispute"]["dispute"])


def rule(stage: Stage, dispute: str, outcome: str, by: Actor, **kwargs: Any) -> Any:
    return dispute_rule(competition=stage.competition, dispute=dispute, outcome=outcome, key=new_key(), by=by, **SAID, **kwargs)


def withdraw(stage: Stage, dispute: str, by: Actor) -> Any:
    return dispute_withdraw(competition=stage.competition, dispute=dispute, key=new_key(), by=by, reason="不争了")


def left(stage: Stage, dispute: str, how: str, by: Actor) -> Any:
    return withdraw(stage, dispute, by) if how == "withdrawn" else rule(stage, dispute, how, by)


def official(stage: Stage, name: str, role: str) -> Actor:
    user = make_user(name)
    grant_give(event=stage.event, user=user, role=role, by=stage.organiser)
    by = actors.for_user(user=user, event=stage.event)
    assert by is not None
    return by


def refused_with(code: str, act: Any) -> None:
    with pytest.raises((NotAllowed, StateRefusal)) as refused:
        act()
    assert refused.value.code == code


def test_a_side_has_one_open_dispute_a_place(stage: Stage) -> None:
    first = raised(stage)
    assert raised(stage) == first
    refused_with("dispute_here", lambda: raised(stage, subject="revoke"))
    assert raised(stage, subject="revoke", by=stage.scorer()) != first  # the other side has its own
    whole = raised(stage, 0)
    refused_with("dispute_here", lambda: raised(stage, 0, subject="other"))
    assert raised(stage, 0) == whole
    sound(stage)


def test_the_phones_of_one_person_are_one(stage: Stage) -> None:
    other = stage.device(1, "NS")
    first = raised(stage, by=other)
    later = Actor("d0000000000ff", other.roles, other.event_id, "d0000000000ff", other.competition_id, 1, "NS", pids=frozenset({other.pid}))
    assert raised(stage, by=later) == first
    refused_with("dispute_here", lambda: raised(stage, by=later, subject="revoke"))


def test_a_side_keeps_only_a_handful_open(stage: Stage) -> None:
    pids = [raised(stage, number) for number in range(MOST_OPEN)]
    refused_with("disputes_open_many", lambda: raised(stage, MOST_OPEN))
    assert raised(stage, MOST_OPEN, by=stage.referee, side="EW")  # through an official
    rule(stage, pids[0], "dismissed", stage.referee)
    withdraw(stage, pids[1], stage.referee)
    assert raised(stage, MOST_OPEN + 1)
    sound(stage)


def test_a_side_raises_so_many_at_a_match(stage: Stage) -> None:
    places = [(number, subject) for subject in ("result", "revoke") for number in range(1, 6)]
    for number, subject in places[:MOST_EVER]:
        rule(stage, raised(stage, number, subject=subject), "dismissed", stage.referee)
    number, subject = places[MOST_EVER]
    refused_with("disputes_too_many", lambda: raised(stage, number, subject=subject))
    assert raised(stage, number, subject=subject, by=stage.scorer())
    assert raised(stage, number, subject=subject, by=stage.referee, side="EW")
    sound(stage)


@pytest.mark.parametrize("how", ["dismissed", "withdrawn"])
def test_what_was_settled_is_raised_again_through_an_official_alone(stage: Stage, how: str) -> None:
    hand(stage, by_kind(1))
    left(stage, raised(stage), how, stage.referee)
    refused_with("dispute_settled", lambda: raised(stage))
    assert raised(stage, by=stage.referee, side="EW")
    assert raised(stage, 2)
    sound(stage)


def test_a_hand_that_was_voided_is_another_hand(stage: Stage) -> None:
    hand(stage, by_kind(1))
    rule(stage, raised(stage), "voided", stage.chief)
    hand(stage, by_kind(1))
    assert raised(stage)


@pytest.mark.parametrize("how", LEAVING)
def test_nobody_leaves_his_own_result_standing(stage: Stage, how: str) -> None:
    hand(stage, by_kind(1), by=stage.chief)
    dispute = raised(stage)
    refused_with("ruler_entered_it", lambda: left(stage, dispute, how, stage.chief))
    assert left(stage, dispute, how, stage.referee).status == 201
    sound(stage)


@pytest.mark.parametrize("how", LEAVING)
def test_a_lone_official_settles_what_nobody_else_can(stage: Stage, how: str) -> None:
    hand(stage, by_kind(1), by=stage.chief)
    dispute = raised(stage)
    grant_revoke(event=stage.event, grant=stage.referee.pid, by=stage.organiser)
    assert left(stage, dispute, how, stage.chief).status == 201
    sound(stage)


def test_who_entered_it_too_is_nobody_else(stage: Stage) -> None:
    """The other official is bound as well, by a record that was corrected away and then stated again."""
    first = hand(stage, by_kind(1), by=stage.referee).body["entry"]["hash"]
    second = correct(stage, first, by_kind(1, "EW"), by=stage.chief, reason="看错").body["entry"]["hash"]
    correct(stage, second, by_kind(1), by=stage.chief, reason="又看错")
    assert left(stage, raised(stage), "dismissed", stage.chief).status == 201
    sound(stage)


def test_a_dispute_about_the_result_of_the_match_is_about_every_hand(stage: Stage) -> None:
    hand(stage, by_kind(1), by=stage.chief)
    dispute = raised(stage, 0)
    refused_with("ruler_entered_it", lambda: rule(stage, dispute, "dismissed", stage.chief))
    behaviour = raised(stage, 0, subject="behaviour", by=stage.scorer())
    assert rule(stage, behaviour, "warning", stage.chief).status == 201


@pytest.mark.parametrize("how", ["hash", "record"])
def test_nobody_brings_back_a_version_of_his_own(stage: Stage, how: str) -> None:
    first = hand(stage, by_kind(1), by=stage.chief).body["entry"]["hash"]
    correct(stage, first, by_kind(1, "EW"), by=stage.referee, reason="看错")
    dispute = raised(stage)
    more: dict[str, Any] = {"uphold": first} if how == "hash" else {"record": by_kind(1)}
    refused_with("ruler_entered_it", lambda: rule(stage, dispute, "changed", stage.chief, **more))
    assert rule(stage, dispute, "changed", official(stage, "chief-two", "chief_referee"), **more).status == 201
    sound(stage)


def appealed(stage: Stage) -> str:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    rule(stage, dispute, "changed", stage.chief, record=by_kind(1, "EW"))
    dispute_appeal(competition=stage.competition, dispute=dispute, key=new_key(), by=stage.scorer(), reason="")
    return dispute


def test_an_appeal_is_dropped_by_who_could_hear_it(stage: Stage) -> None:
    dispute = appealed(stage)
    refused_with("not_competent", lambda: withdraw(stage, dispute, stage.referee))
    other = official(stage, "chief-two", "chief_referee")
    refused_with("ruler_hears_no_appeal", lambda: withdraw(stage, dispute, stage.chief))
    assert withdraw(stage, dispute, other).body["dispute"]["state"] == "final"
    sound(stage)


def test_where_two_officials_are_asked_for_two_drop_an_appeal(stage: Stage) -> None:
    dispute = appealed(stage)
    two_officials(stage)
    reply = withdraw(stage, dispute, stage.chief)
    assert (reply.status, Dispute.objects.get().state) == (202, "appealed")
    say: dict[str, Any] = {"competition": stage.competition, "proposal": reply.body["proposal"], "key": new_key()}
    refused_with("second_is_another", lambda: proposal_second(**say, by=stage.chief))
    assert proposal_second(**say, by=stage.referee).status == 201
    assert match_state(stage, stage.match().code)["disputes"][0]["state"] == "final"
    sound(stage)
    other = raised(stage, 2)
    assert withdraw(stage, other, stage.referee).status == 201  # a dispute that was not ruled is one referee's


def test_on_appeal_too_nobody_leaves_his_own_result_standing(stage: Stage) -> None:
    hand(stage, by_kind(1), by=stage.chief)
    dispute = raised(stage)
    rule(stage, dispute, "dismissed", stage.referee)
    dispute_appeal(competition=stage.competition, dispute=dispute, key=new_key(), by=stage.checker(), reason="")
    other = official(stage, "chief-two", "chief_referee")
    say: dict[str, Any] = {"competition": stage.competition, "dispute": dispute, "outcome": "dismissed", **SAID}
    refused_with("ruler_entered_it", lambda: appeal_rule(**say, key=new_key(), by=stage.chief))
    refused_with("ruler_entered_it", lambda: withdraw(stage, dispute, stage.chief))
    assert appeal_rule(**say, key=new_key(), by=other).status == 201
    sound(stage)
