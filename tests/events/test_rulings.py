"""Rulings: a slot under review is settled by those the rulebook makes competent, and by nobody else."""

from typing import Any

import pytest

from events.models import HandRecord
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.rulings import ruling_make
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, confirm, correct, five, hand, live, match_state, new_key, sound, void

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


@pytest.fixture
def contested(stage: Stage) -> tuple[str, str]:
    """Hand 1 under review: the hashes of what lives and of its rival."""
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    return first, hand(stage, by_kind(1, "EW"), by=stage.referee).body["entry"]["hash"]


def rule(stage: Stage, number: int = 1, **kwargs: Any) -> Any:
    settings = {"clauses": ["GD-08"], "reason": "看了牌", "by": stage.chief, "key": new_key(), **kwargs}
    return ruling_make(competition=stage.competition, match=stage.match().code, number=number, **settings)


def test_upholding_the_first_settles_the_slot(stage: Stage, contested: tuple[str, str]) -> None:
    reply = rule(stage, uphold=contested[0])
    assert (reply.status, reply.body["match"]["under_review"]) == (201, [])
    assert live(stage.match()) == {1: contested[0]}
    assert match_state(stage, stage.match().code)["played"] == {"NS": 5, "EW": 0}
    sound(stage)


def test_upholding_the_rival_makes_it_live(stage: Stage, contested: tuple[str, str]) -> None:
    rule(stage, uphold=contested[1])
    assert live(stage.match()) == {1: contested[1]}
    row = match_state(stage, stage.match().code)
    assert (row["played"], row["hands"][0]["by"], row["hands"][0]["under_review"]) == ({"NS": 0, "EW": 5}, "ruling", False)
    assert HandRecord.objects.get(hash=contested[0]).state == "overruled"
    sound(stage)


def test_a_third_result_can_be_ruled(stage: Stage, contested: tuple[str, str]) -> None:
    reply = rule(stage, record=by_kind(1, "NS", "first_fourth"))
    assert live(stage.match()) == {1: reply.body["entry"]["hash"]}
    assert match_state(stage, stage.match().code)["played"] == {"NS": 1, "EW": 0}
    sound(stage)


def test_a_different_hand_after_a_ruling_opens_the_question_again(stage: Stage, contested: tuple[str, str]) -> None:
    rule(stage, uphold=contested[1])
    assert hand(stage, by_kind(1, "EW")).status == 200
    assert hand(stage, by_kind(1)).status == 202
    sound(stage)
    rule(stage, uphold=contested[1])
    assert live(stage.match()) == {1: contested[1]}
    sound(stage)


@pytest.mark.parametrize("how", ["uphold", "record"])
def test_what_was_ruled_is_corrected_or_voided_like_any_other(stage: Stage, contested: tuple[str, str], how: str) -> None:
    reply = rule(stage, uphold=contested[1]) if how == "uphold" else rule(stage, record=by_kind(1, "EW", "first_third"))
    ruled = contested[1] if how == "uphold" else reply.body["entry"]["hash"]
    corrected = correct(stage, ruled, by_kind(1, "NS", "first_third"), by=stage.chief).body["entry"]["hash"]
    assert live(stage.match()) == {1: corrected}
    sound(stage)
    void(stage, corrected, by=stage.chief)
    assert live(stage.match()) == {}
    sound(stage)
    assert hand(stage, by_kind(1)).status == 201
    sound(stage)


def test_after_the_ruling_the_match_can_be_confirmed(stage: Stage) -> None:
    hashes = five(stage)
    rival = hand(stage, by_kind(2, "NS"), by=stage.referee).body["kept"]["hash"]
    rule(stage, 2, uphold=rival)
    assert confirm(stage, [hashes[0], rival, *hashes[2:]]).status == 201
    sound(stage)


def test_a_referee_of_the_table_is_not_competent(stage: Stage, contested: tuple[str, str]) -> None:
    for by in (stage.scorer(), stage.checker(), stage.organiser, stage.referee):
        with pytest.raises(NotAllowed) as refused:
            rule(stage, uphold=contested[0], by=by)
    assert refused.value.code == "not_competent"
    assert refused.value.clause


def test_only_what_is_contested_is_ruled(stage: Stage, contested: tuple[str, str]) -> None:
    other = hand(stage, by_kind(2)).body["entry"]["hash"]
    with pytest.raises(StateRefusal) as refused:
        rule(stage, 2, uphold=other)
    assert refused.value.code == "not_contested"
    with pytest.raises(StateRefusal):
        rule(stage, 3, record=by_kind(3))
    for unknown in (other, "0" * 64):
        with pytest.raises(NotFound):
            rule(stage, uphold=unknown)


@pytest.mark.parametrize(
    ("kwargs", "codes"),
    [
        ({}, {"ruling_needs_one"}),
        ({"record": by_kind(1), "uphold": "0" * 64}, {"ruling_needs_one"}),
        ({"record": by_kind(2)}, {"number_differs"}),
        ({"record": {"hand": 1}, "clauses": []}, {"result_missing", "clause_missing"}),
        ({"uphold": "x", "clauses": ["GD-08", "XX-99"]}, {"hash_malformed", "clause_unknown"}),
        ({"uphold": "0" * 64, "number": 6}, {"out_of_range"}),
        ({"uphold": "0" * 64, "clauses": ["GD-08"] * 11}, {"out_of_range"}),
        ({"uphold": "0" * 64, "reason": " "}, {"reason_missing"}),
        ({"uphold": "0" * 64, "reason": "长" * 501}, {"text_too_long"}),
        ({"uphold": "0" * 64, "reason": "a\0b"}, {"control_character"}),
    ],
)
def test_all_that_is_wrong_with_a_ruling_is_said(stage: Stage, contested: tuple[str, str], kwargs: dict[str, Any], codes: set[str]) -> None:
    with pytest.raises(Problems) as refused:
        rule(stage, **kwargs)
    assert {fault.code for fault in refused.value.faults} == codes


@pytest.mark.parametrize("how", ["uphold", "record"])
def test_nobody_rules_for_what_he_recorded_himself(stage: Stage, how: str) -> None:
    table = hand(stage, by_kind(1)).body["entry"]["hash"]
    own = hand(stage, by_kind(1, "EW"), by=stage.chief).body["kept"]["hash"]
    with pytest.raises(NotAllowed) as refused:
        rule(stage, **({"uphold": own} if how == "uphold" else {"record": by_kind(1, "EW")}))
    assert (refused.value.code, live(stage.match())) == ("ruler_entered_it", {1: table})
    rule(stage, **({"uphold": table} if how == "uphold" else {"record": by_kind(1, "EW", "first_third")}))
    sound(stage)


def test_his_own_correction_is_a_version_of_his_too(stage: Stage) -> None:
    first = hand(stage, by_kind(1)).body["entry"]["hash"]
    own = correct(stage, first, by_kind(1, "EW"), by=stage.chief).body["entry"]["hash"]
    hand(stage, by_kind(1), by=stage.referee)
    with pytest.raises(NotAllowed):
        rule(stage, uphold=own)


def test_what_he_ruled_before_may_be_ruled_again(stage: Stage, contested: tuple[str, str]) -> None:
    ruled = rule(stage, record=by_kind(1, "NS", "first_fourth")).body["entry"]["hash"]
    assert hand(stage, by_kind(1), by=stage.referee).status == 202
    rule(stage, uphold=ruled)
    assert live(stage.match()) == {1: ruled}
    sound(stage)
