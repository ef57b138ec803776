"""The arrival is the seed's alone, holds every kind of trouble, and ends in what the file says."""

import random
from collections import Counter

import pytest

from events.plays.arrival import WITHOUT_SLIPS, Confirming, Trouble, arrival
from events.plays.event_file import EventFile
from events.plays.kinds import KINDS, read_event
from events.plays.kinds.guandan import by_kind, by_order, echo, result_of, wrong


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
        assert result_of(echo(record, chance)) == (side, kind)
        assert ("kind" in echo(record, chance)) != ("kind" in record)
        assert result_of(wrong(record, chance)) != (side, kind)


@pytest.mark.parametrize("rulebook", ["healthcup-chaodipi", "healthcup-gomoku"])
def test_slips_that_change_what_follows_are_the_files_own(rulebook: str) -> None:
    """Whatever the seed, the stated slips happen, nothing else wrong is entered, and the hands are those of the file but for one."""
    event = read_event(rulebook)
    kind = KINDS[event.kind]
    for seed in (1, 2, 3):
        for meeting, plan in arrival(event, seed).items():
            match = event.matches[meeting]
            wrong_ones = {hand.slot: hand.trouble for hand in plan.hands if hand.trouble not in WITHOUT_SLIPS}
            assert wrong_ones == {slot: Trouble(slip.trouble) for slot, slip in match.slips.items()}
            first = {match.later.slot: match.later.first} if match.later else {}
            entered = {hand.slot: hand.record for hand in plan.hands}
            assert entered == {kind.slot(record): record for record in match.records} | first
            assert sum(len(hand.acts) for hand in plan.hands) + len(plan.acts) == len(match.acts)
            assert not kind.IN_ORDER or list(entered) == sorted(entered)


def test_hands_of_a_climb_arrive_out_of_order() -> None:
    plans = arrival(read_event("healthcup-chaodipi"), 1).values()
    assert any([hand.slot for hand in plan.hands] != sorted(hand.slot for hand in plan.hands) for plan in plans)
