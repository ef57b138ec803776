"""A table of three under a rulebook of 斗地主, ready to play, through the services alone."""

from collections.abc import Mapping
from typing import Any

from events.services.arrivals import voucher_give
from events.services.group_draws import group_draw
from events.services.rounds import round_open
from events.services.teams import entrant_add, team_add
from tests.cast import Stage, bare_event, team_name

PEOPLE = ("李国庆", "吴美兰", "赵长河", "王建华", "陈晓东", "周海燕")
RULEBOOK = "healthcup-doudizhu"
LADDER = "doudizhu-ladder"


def three_event(rulebook: str = RULEBOOK, *, players: int = 6, code: str = "hall", overrides: Mapping[str, Any] | None = None) -> Stage:
    """So many players, each of a unit of his own, drawn in order of entry; round 1 is open."""
    stage = bare_event(code=code, rulebook=rulebook, overrides=overrides)
    competition, by = stage.competition, stage.organiser
    for place in range(players):
        name = PEOPLE[place] if place < len(PEOPLE) else f"{place + 1}号选手"
        team = team_add(competition=competition, name=team_name(place), by=by).body["team"]
        entrant = entrant_add(competition=competition, team=team, names=[name], born="1980-05-01", by=by).body["entrant"]
        stage.teams.append(team)
        stage.entrants[team] = [entrant]
        if rulebook == LADDER:
            voucher_give(competition=competition, entrant=entrant, act="issued", by=by, key=f"{code}-voucher-{place}")
    order = [stage.entrants[team][0] for team in stage.teams]
    group_draw(competition=competition, asked={"round": 1, "order": order}, by=by, key=f"{code}-draw-1")
    round_open(competition=competition, number=1, by=by)
    return stage


def hand(number: int, first: int = 1, bids: tuple[int, ...] = (3,), out: int = 0, **changes: Any) -> dict[str, Any]:
    """A hand in which the highest bidder is landlord; he goes out first unless `out` says who did. Nothing doubled."""
    return {**called(number, first, bids, out), "bombs": 0, "rocket": False, "spring": "none"} | changes


def called(number: int, first: int = 1, bids: tuple[int, ...] = (1,), out: int = 0) -> dict[str, Any]:
    """A hand under a rulebook in which nothing doubles."""
    landlord = (first - 1 + bids.index(max(bids))) % 3 + 1
    return {"hand": number, "first_bidder": first, "bids": list(bids), "landlord": landlord, "out": out or landlord}


def passed(number: int, first: int = 1) -> dict[str, Any]:
    """A hand that nobody called."""
    return {"hand": number, "first_bidder": first, "bids": [0, 0, 0]}
