"""Small competitions at tables of three, made through the services alone, as their halls would have them after some play."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from events.models import Match
from events.pinned import rulebook_of
from events.services.arrivals import ISSUED, voucher_give
from events.services.draws import draw_make
from events.services.matches import match_confirm
from events.services.penalties import time_up_state
from scoring.games.doudizhu.fields import Fields
from tests.cast import Stage
from tests.events.score_kit import new_key
from tests.pages.conftest import computed
from tests.pages.halls import hall, open_round, play

# landlord, call, whether he won, and what doubled it
Deal = tuple[int, int, bool] | tuple[int, int, bool, Mapping[str, Any]]


def dealt(stage: Stage, number: int, first: int, deal: Deal | None) -> dict[str, Any]:
    """A record as the rulebook wants it: the calls that make this landlord, and only what is recorded there. None: nobody called."""
    rulebook = rulebook_of(stage.competition)
    fields = Fields(rulebook)
    record: dict[str, Any] = {"hand": number}
    if fields.bids:
        record |= {"first_bidder": first, "bids": _calls(rulebook.choice("game_rules.bids.mode"), first, deal)}
    if deal is None:
        return record
    landlord, _bid, won = deal[:3]
    doubled: Mapping[str, Any] = {"bombs": 0, "rocket": False, "spring": "none", "shown": False, **(deal[3] if len(deal) > 3 else {})}
    record |= {"landlord": landlord, "out": landlord if won else landlord % 3 + 1}
    record |= {name: doubled[name] for name in ("bombs", "rocket", "spring", "shown") if name in fields.play}
    if fields.needs_transfers:
        stake = deal[1] if won else -deal[1]
        record["transfers"] = {str(seat): 2 * stake if seat == landlord else -stake for seat in (1, 2, 3)}
    return record


def _calls(mode: str, first: int, deal: Deal | None) -> list[int]:
    """The calls in order of speaking: everybody passes but the landlord; in circles two passes end it."""
    if deal is None:
        return [0, 0, 0]
    turn = (deal[0] - first) % 3
    calls = [0] * turn + [1 if mode == "call" else deal[1]]
    if mode == "circles":
        return calls if deal[1] == 3 else [*calls, 0, 0]
    return calls if mode == "call" or deal[1] in (3, 30) else calls + [0] * (2 - turn)


def deals(stage: Stage, match: str, *table: Deal | None, first: int = 1) -> Any:
    """Hands 1, 2, … in order, the first bidder going round; a hand that nobody called is bid again by the same player."""
    bidder, replies = first, []
    for number, deal in enumerate(table, start=1):
        replies += play(stage, match, dealt(stage, number, bidder, deal))
        bidder = bidder if deal is None else bidder % 3 + 1
    return replies


def bell(stage: Stage, match: str, last: int) -> None:
    """The time of a table is over with this hand."""
    time_up_state(competition=stage.competition, match=match, game=1, last_hand=last, key=new_key(), by=stage.chief)


def signed_for(stage: Stage, match: str) -> None:
    """The chief referee signs for all who should."""
    found = Match.objects.get(competition=stage.competition, code=match)
    covers = [row.hash for row in found.hands.filter(state="live").order_by("number")]
    match_confirm(competition=stage.competition, match=match, covers=covers, key=new_key(), by=stage.chief, reason="三家在场看过")


def drawn(stage: Stage, number: int = 1, order: Sequence[int] = ()) -> list[str]:
    """The tables of a round drawn (places of entry; else those who are wanted, in that order) and opened: its matches."""
    value = computed(stage).competition.snapshot.body if number > 1 else ""
    everybody = [entrant for team in stage.teams for entrant in stage.entrants[team]]
    wanted = [everybody[place] for place in order] or _wanted(value) or everybody
    draw_make(competition=stage.competition, draw="groups", round=number, order=wanted, by=stage.organiser)
    return open_round(stage, number)


def _wanted(body: str) -> list[str]:
    return list((json.loads(body).get("next") or {}).get("entrants", ())) if body else []


B1 = {"bombs": 1}


def health_hall(code: str = "ddz") -> Stage:
    """健康杯, nine: table 1 ended with the bell and is signed for, table 2 ended with two level, table 3 is playing."""
    stage = hall("healthcup-doudizhu", teams=9, players=1, code=code)
    one, two, three = drawn(stage)
    deals(stage, one, (1, 3, True, B1), (2, 2, False), None, (3, 1, True))
    bell(stage, one, 4)
    signed_for(stage, one)
    deals(stage, two, (1, 2, False), (2, 1, True, {"rocket": True}), (3, 3, True, {"bombs": 2, "spring": "spring"}))
    bell(stage, two, 3)
    deals(stage, three, (2, 3, True), (1, 1, False, {"spring": "anti_spring"}))
    return computed(stage)


def ten_hall(code: str = "ten") -> Stage:
    """范文九, nine in three tables of ten hands: one done, two on the way."""
    stage = hall("doudizhu-ten-hands", teams=9, players=1, code=code)
    one, two, three = drawn(stage)
    turns: tuple[Deal, ...] = ((1, 2, True), (2, 3, True, B1), (3, 1, False), (1, 3, True, {"shown": True}), (2, 2, False))
    deals(stage, one, *turns, *turns)
    deals(stage, two, *turns, (3, 3, True))
    deals(stage, three, (3, 3, False), (2, 1, True))
    return computed(stage)


def travelling_hall(code: str = "move") -> Stage:
    """范文四, nine: round 1 played, round 2 begun."""
    stage = hall("doudizhu-travelling", teams=9, players=1, code=code)
    hands = rulebook_of(stage.competition).number("tally_rules.hands.count")
    for place, match in enumerate(drawn(stage)):
        deals(stage, match, *(((place + turn) % 3 + 1, turn % 3 + 1, (place + turn) % 2 == 0) for turn in range(hands)))
    match = open_round(computed(stage), 2)[0]
    deals(stage, match, (1, 2, True))
    return computed(stage)


def ladder_hall(code: str = "ladder") -> Stage:
    """范文一, six with vouchers: table 1 won by the landlord, table 2 still to be played."""
    stage = hall("doudizhu-ladder", teams=6, players=1, code=code, born="1990-05-01")
    for team in stage.teams:
        voucher_give(competition=stage.competition, entrant=stage.entrants[team][0], act=ISSUED, by=stage.organiser, key=new_key())
    one, _two = drawn(stage)
    play(stage, one, dealt(stage, 1, 1, (1, 1, True)))
    return computed(stage)


def stack_hall(code: str = "stack") -> Stage:
    """范文三, nine with 300 each: table 1 ended with a bust, table 2 is playing, table 3 not begun."""
    stage = hall("doudizhu-stack-300", teams=9, players=1, code=code)
    one, two, _three = drawn(stage)
    deals(stage, one, (1, 30, True, {"bombs": 2}), (1, 30, True, {"bombs": 1, "rocket": True}), (1, 30, True, {"spring": "spring"}))
    deals(stage, two, (2, 20, False), (3, 10, True, B1))
    return computed(stage)


def beans_hall(code: str = "beans") -> Stage:
    """范文七, six with 15 beans each: two tables playing."""
    stage = hall("doudizhu-beans", teams=6, players=1, code=code)
    one, two = drawn(stage)
    deals(stage, one, (1, 2, True), (2, 1, False))
    deals(stage, two, (3, 3, True))
    return computed(stage)


def repechage_hall(code: str = "back") -> Stage:
    """范文五, eighteen: the heats over, the semifinal playing."""
    stage = hall("doudizhu-repechage", teams=18, players=1, code=code, overrides={"awards.champion": 2500})
    for place, match in enumerate(drawn(stage)):
        deals(stage, match, (place % 3 + 1, 2, True), ((place + 1) % 3 + 1, 2, True), (place % 3 + 1, 3, True))
        bell(stage, match, 3)
    one, _two = drawn(stage, 2)
    deals(stage, one, (2, 1, True))
    return computed(stage)


def final_hall(code: str = "final") -> Stage:
    """范文八, nine: three hands a table, then the final to its end, everything signed for."""
    stage = hall("doudizhu-three-hands", teams=9, players=1, code=code)
    for place, match in enumerate(drawn(stage)):
        deals(stage, match, (1, 2 if place else 3, True, B1), (2, 1, True), (3, 1, False))
        signed_for(stage, match)
    (last,) = drawn(stage, 2)
    deals(stage, last, (1, 3, True), None, (2, 2, True), (1, 1, True))
    signed_for(stage, last)
    return computed(stage)
