"""Disputes: raised, taken, ruled, appealed. Whatever happens, the tables equal the fold and the book stays sound."""

from typing import Any

import pytest

from events import actors
from events.models import Dispute, HandRecord, LedgerEntry, Match, Refusal
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.competitions import competition_close
from events.services.disputes import appeal_rule, dispute_appeal, dispute_raise, dispute_rule, dispute_take, dispute_withdraw
from events.services.events import grant_give
from events.services.rulings import ruling_make
from tests.cast import Stage, make_user, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, live, match_state, new_key, sound, void

pytestmark = pytest.mark.django_db
RULING: dict[str, Any] = {"clauses": ["GD-08"], "reason": "看了牌"}


@pytest.fixture
def stage() -> Stage:
    return small_event()


def raised(stage: Stage, number: int = 1, **kwargs: Any) -> str:
    settings = {"subject": "result", "by": stage.checker(), "key": new_key(), "number": number, **kwargs}
    return str(dispute_raise(competition=stage.competition, match=stage.match().code, **settings).body["dispute"]["dispute"])


def rule(stage: Stage, dispute: str, outcome: str, **kwargs: Any) -> Any:
    settings = {**RULING, "by": stage.chief, "key": new_key(), **kwargs}
    return dispute_rule(competition=stage.competition, dispute=dispute, outcome=outcome, **settings)


def appeal(stage: Stage, dispute: str, **kwargs: Any) -> Any:
    settings = {"by": stage.checker(), "key": new_key(), "reason": "", **kwargs}
    return dispute_appeal(competition=stage.competition, dispute=dispute, **settings)


def second_chief(stage: Stage) -> Any:
    user = make_user("chief-two")
    grant_give(event=stage.event, user=user, role="chief_referee", by=stage.organiser)
    return actors.for_user(user=user, event=stage.event)


def row(stage: Stage) -> dict[str, Any]:
    return match_state(stage, stage.match().code)


def test_a_dispute_holds_its_hand_under_review_and_the_others_go_on(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    match = row(stage)
    assert (match["under_review"], match["hands"][0]["under_review"], match["played"]) == (1, True, {"NS": 5, "EW": 0})
    assert match["disputes"] == [
        {"dispute": dispute, "number": 1, "game": 1, "room": "", "state": "raised", "outcome": "", "clauses": [], "final": False}
    ]
    assert hand(stage, by_kind(2, "EW")).status == 201
    assert stage.match().under_review == 1
    sound(stage)


def test_play_stops_and_the_stop_is_given_back(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    assert stage.match().clock["held"] == ["dispute"]
    rule(stage, dispute, "upheld")
    assert "paused_at" not in stage.match().clock
    assert "stopped" in stage.match().clock
    kinds = list(LedgerEntry.objects.order_by("-seq").values_list("kind", flat=True)[:5])
    assert kinds[::-1] == ["clock", "dispute", "ruling", "clock", "dispute_ruled"]
    sound(stage)


@pytest.mark.parametrize("act", ["correct", "void", "rule"])
def test_what_is_disputed_only_its_ruling_moves(stage: Stage, act: str) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    raised(stage)
    settings = {**RULING, "by": stage.chief, "key": new_key(), "competition": stage.competition, "match": stage.match().code}
    acts = {
        "correct": lambda: correct(stage, first, by_kind(1, "EW"), by=stage.chief),
        "void": lambda: void(stage, first, by=stage.chief),
        "rule": lambda: ruling_make(number=1, uphold=first, **settings),
    }
    with pytest.raises(StateRefusal) as refused:
        acts[act]()
    assert refused.value.code == ("dispute_open" if act == "rule" else "disputed")
    assert refused.value.values["need"] == "chief_referee"
    assert row(stage)["played"] == {"NS": 5, "EW": 0}
    sound(stage)


def test_nobody_signs_for_a_disputed_hand_nor_for_a_disputed_match(stage: Stage) -> None:
    covers = five(stage)
    for number in (3, 0):
        dispute = raised(stage, number)
        with pytest.raises(StateRefusal) as refused:
            confirm(stage, covers)
        assert refused.value.code == ("under_review" if number else "match_disputed")
        rule(stage, dispute, "dismissed")
    assert confirm(stage, covers).status == 201
    sound(stage)


def test_a_change_moves_the_number_and_names_its_clause(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    reply = rule(stage, dispute, "changed", record=by_kind(1, "EW"))
    assert (reply.status, reply.body["dispute"]["state"]) == (201, "ruled")
    match = row(stage)
    assert (match["played"], match["under_review"]) == ({"NS": 0, "EW": 5}, 0)
    assert (match["hands"][0]["by"], match["hands"][0]["clauses"]) == ("ruling", ["GD-08"])
    written = LedgerEntry.objects.get(kind="dispute_ruled")
    ruling = LedgerEntry.objects.get(kind="ruling")
    assert ruling.hash in written.body
    sound(stage)


def test_a_conflict_is_settled_by_the_ruling_on_its_dispute(stage: Stage) -> None:
    hand(stage, by_kind(1))
    rival = hand(stage, by_kind(1, "EW"), by=stage.referee).body["entry"]["hash"]
    dispute = raised(stage)
    rule(stage, dispute, "changed", uphold=rival)
    assert live(stage.match()) == {1: rival}
    sound(stage)


def test_a_voided_hand_is_played_again(stage: Stage) -> None:
    hand(stage, by_kind(1))
    hand(stage, by_kind(1, "EW"), by=stage.referee)
    dispute = raised(stage)
    rule(stage, dispute, "voided")
    assert live(stage.match()) == {}
    assert set(HandRecord.objects.values_list("state", flat=True)) == {"void"}
    sound(stage)
    assert hand(stage, by_kind(1, "EW")).status == 201
    sound(stage)


def test_a_hand_that_is_still_played_is_disputed_and_then_recorded(stage: Stage) -> None:
    dispute = raised(stage, 2, subject="revoke", noticed={"trick": 4, "after": "trick_ended"})
    assert row(stage)["under_review"] == 1
    assert hand(stage, by_kind(2)).status == 201
    assert row(stage)["hands"][0]["under_review"] is True
    sound(stage)
    rule(stage, dispute, "warning", by=stage.referee)
    assert row(stage)["under_review"] == 0
    assert Dispute.objects.get().noticed == {"trick": 4, "after": "trick_ended"}
    sound(stage)


def test_what_decides_a_hand_is_the_chief_referees(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    written = LedgerEntry.objects.count()
    for outcome, more in (("upheld", {}), ("changed", {"record": by_kind(1, "EW")}), ("voided", {})):
        with pytest.raises(NotAllowed) as refused:
            rule(stage, dispute, outcome, by=stage.referee, **more)
        assert (refused.value.code, bool(refused.value.clause)) == ("not_competent", True)
    assert [row.codes[0]["code"] for row in Refusal.objects.filter(action="dispute.rule")] == ["not_competent"] * 3
    assert LedgerEntry.objects.count() == written
    assert rule(stage, dispute, "dismissed", by=stage.referee).status == 201
    sound(stage)


@pytest.mark.parametrize("who", ["scorer", "checker"])
def test_a_table_rules_and_takes_and_drops_nothing(stage: Stage, who: str) -> None:
    dispute = raised(stage)
    by = getattr(stage, who)()
    for act in (
        lambda: rule(stage, dispute, "dismissed", by=by),
        lambda: dispute_take(competition=stage.competition, dispute=dispute, key=new_key(), by=by),
        lambda: dispute_withdraw(competition=stage.competition, dispute=dispute, key=new_key(), by=by, reason="算了"),
    ):
        with pytest.raises(NotAllowed) as refused:
            act()
        assert refused.value.code == "role_may_not"
    sound(stage)


def test_who_entered_the_result_does_not_uphold_it(stage: Stage) -> None:
    hand(stage, by_kind(1), by=stage.chief)
    dispute = raised(stage)
    with pytest.raises(NotAllowed) as refused:
        rule(stage, dispute, "upheld")
    assert refused.value.code == "ruler_entered_it"
    assert rule(stage, dispute, "upheld", by=second_chief(stage)).status == 201
    sound(stage)


def test_an_appeal_is_heard_once_by_another_chief_and_is_final(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    with pytest.raises(StateRefusal, match="dispute_not_ruled"):
        appeal(stage, dispute)
    rule(stage, dispute, "changed", record=by_kind(1, "EW"))
    assert appeal(stage, dispute, by=stage.scorer()).status == 201
    assert row(stage)["under_review"] == 1
    assert stage.match().clock["held"] == ["dispute"]
    sound(stage)
    with pytest.raises(StateRefusal, match="appeal_used"):
        appeal(stage, dispute)
    with pytest.raises(StateRefusal, match="dispute_appealed"):
        rule(stage, dispute, "upheld")
    other = second_chief(stage)
    judgement = {**RULING, "dispute": dispute, "competition": stage.competition}
    with pytest.raises(NotAllowed, match="ruler_hears_no_appeal"):
        appeal_rule(**judgement, outcome="upheld", key=new_key(), by=stage.chief)
    with pytest.raises(NotAllowed, match="not_competent"):
        appeal_rule(**judgement, outcome="dismissed", key=new_key(), by=stage.referee)
    original = HandRecord.objects.get(by="hand").hash
    appeal_rule(**judgement, outcome="changed", uphold=original, key=new_key(), by=other)
    match = row(stage)
    assert (match["played"], match["under_review"]) == ({"NS": 5, "EW": 0}, 0)
    assert (match["disputes"][0]["state"], match["disputes"][0]["final"]) == ("final", True)
    with pytest.raises(StateRefusal, match="appeal_used") as refused:
        appeal(stage, dispute)
    assert refused.value.clause
    kept = Dispute.objects.get()
    assert (kept.first_outcome, kept.outcome) == ("changed", "changed")
    sound(stage)


def test_a_single_chief_referee_hears_the_appeal_against_himself(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    rule(stage, dispute, "upheld")
    appeal(stage, dispute)
    reply = appeal_rule(competition=stage.competition, dispute=dispute, outcome="upheld", key=new_key(), by=stage.chief, **RULING)
    assert reply.body["dispute"]["state"] == "final"
    sound(stage)


def test_nobody_protests_once_the_match_is_signed_or_its_table_locked(stage: Stage) -> None:
    covers = five(stage)
    dispute = raised(stage)
    rule(stage, dispute, "upheld")
    assert row(stage)["disputes"][0]["final"] is False
    confirm(stage, covers)
    assert row(stage)["disputes"][0]["final"] is True
    for act in (lambda: appeal(stage, dispute), lambda: raised(stage, 2), lambda: raised(stage, 2, by=stage.chief)):
        with pytest.raises(StateRefusal, match="protest_over") as refused:
            act()
        assert refused.value.clause
    sound(stage)


def test_an_open_dispute_keeps_the_competition_open(stage: Stage) -> None:
    raised(stage, 0)
    with pytest.raises(StateRefusal) as refused:
        competition_close(competition=stage.competition, by=stage.chief, key=new_key())
    missing = {(row["code"], row.get("match")) for row in (refused.value.current or {})["missing"]}
    assert ("under_review", stage.match().code) in missing
    sound(stage)


def test_a_dropped_dispute_leaves_everything_as_it_was(stage: Stage) -> None:
    hand(stage, by_kind(1))
    before = row(stage)
    dispute = raised(stage)
    dispute_withdraw(competition=stage.competition, dispute=dispute, key=new_key(), by=stage.referee, reason="看错了")
    after = row(stage)
    assert after.pop("disputes")[0]["state"] == "withdrawn"
    assert after == before
    sound(stage)


def test_a_dropped_appeal_leaves_the_ruling_for_good(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute = raised(stage)
    rule(stage, dispute, "changed", record=by_kind(1, "EW"))
    appeal(stage, dispute)
    dispute_withdraw(competition=stage.competition, dispute=dispute, key=new_key(), by=stage.chief, reason="不申诉了")
    assert row(stage)["disputes"][0] | {"dispute": ""} == {
        "dispute": "",
        "number": 1,
        "game": 1,
        "room": "",
        "state": "final",
        "outcome": "changed",
        "clauses": ["GD-08"],
        "final": True,
    }
    sound(stage)


def test_two_presses_are_one_dispute_and_a_key_has_one_answer(stage: Stage) -> None:
    first = raised(stage, key="press-0001")
    assert raised(stage, key="press-0001") == first
    assert raised(stage, key="press-0002") == first
    assert raised(stage, 2) != first
    assert LedgerEntry.objects.filter(kind="dispute").count() == 2
    sound(stage)


def test_what_is_wrong_is_said_at_once_and_nothing_changes(stage: Stage) -> None:
    with pytest.raises(Problems) as refused:
        raised(stage, 9, subject="weather", noticed={"trick": 0, "after": "later"}, side="NS")
    places = {fault.at for fault in refused.value.faults}
    assert places >= {"subject", "number", "noticed.trick", "noticed.after", "side"}
    hand(stage, by_kind(1))
    dispute = raised(stage)
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({"outcome": "changed", "clauses": [], "reason": ""}, {"clauses", "reason", "record"}),
        ({"outcome": "changed", "record": by_kind(2)}, {"record.hand"}),
        ({"outcome": "changed", "record": by_kind(1)}, {"outcome"}),
        ({"outcome": "warning", "record": by_kind(1), "clauses": ["GD-99"]}, {"clauses[0]", "record"}),
        ({"outcome": "shrug"}, {"outcome"}),
        ({"outcome": "penalty", "penalty": {"code": "late"}}, {""}),
    ]
    for more, wanted in cases:
        with pytest.raises(Problems) as wrong:
            rule(stage, dispute, **more)
        assert {fault.at for fault in wrong.value.faults} >= wanted, more
    with pytest.raises(NotFound):
        rule(stage, dispute, "changed", uphold="0" * 64)
    with pytest.raises(NotFound):
        rule(stage, "q000000000000", "dismissed")
    assert Match.objects.get(pk=stage.match().pk).under_review == 1
    sound(stage)


def test_another_tables_device_neither_raises_nor_appeals(stage: Stage) -> None:
    stranger = stage.device(2, "NS")
    with pytest.raises(NotAllowed, match="other_table"):
        raised(stage, by=stranger)
    hand(stage, by_kind(1))
    dispute = raised(stage)
    rule(stage, dispute, "upheld")
    with pytest.raises(NotAllowed, match="other_table"):
        appeal(stage, dispute, by=stranger)
    with pytest.raises(Problems):
        appeal(stage, dispute, by=stage.referee, reason="代申诉")
    assert appeal(stage, dispute, by=stage.referee, reason="代申诉", side="EW").status == 201
    assert Dispute.objects.get().appealed_side == "EW"
    sound(stage)
