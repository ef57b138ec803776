"""The arrival is the seed's alone, holds every kind of trouble, and ends in what the file says."""

import random
from collections import Counter

import pytest

from events.plays.arrival import Confirming, Trouble, arrival, by_kind, by_order, other_form, result_of, wrong_result
from events.plays.event_file import EventFile


def test_same_seed_same_arrival(event: EventFile) -> None:
    assert arrival(event, 1) == arrival(event, 1)
    assert arrival(event, 1) != arrival(event, 2)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_trouble_happens(event: EventFile, seed: int) -> None:
    plans = arrival(event, seed).values()
    assert set(Counter(hand.trouble for plan in plans for hand in plan.hands)) == set(Trouble)
    assert {plan.confirming for plan in plans} == set(Confirming)
    assert any(plan.slip for plan in plans)
    assert any([hand.record["hand"] for hand in plan.hands] != [1, 2, 3, 4, 5] for plan in plans if plan.hands)


def test_plans_hold_the_file(event: EventFile) -> None:
    for meeting, plan in arrival(event, 3).items():
        assert sorted(hand.record["hand"] for hand in plan.hands) == [1, 2, 3, 4, 5][: len(plan.hands)]
        assert {id(hand.record) for hand in plan.hands} == {id(record) for record in event.matches[meeting].records}


@pytest.mark.parametrize("side", ["NS", "EW"])
@pytest.mark.parametrize("kind", ["double_down", "first_third", "first_fourth"])
def test_both_forms_say_the_same(side: str, kind: str) -> None:
    chance = random.Random(5)
    assert result_of(by_kind(1, side, kind)) == (side, kind)
    assert result_of(by_order(1, side, kind)) == (side, kind)
    for record in (by_kind(1, side, kind), by_order(1, side, kind), by_order(1, side, kind, whole=False)):
        assert result_of(other_form(record, chance)) == (side, kind)
        assert ("kind" in other_form(record, chance)) != ("kind" in record)
        assert result_of(wrong_result(record, chance)) != (side, kind)
