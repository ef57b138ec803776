"""Awards 奖励 of a ladder: what each level reached gives, added up or not, once a person or once a run; one champion. F1-13 to F1-20.

Who first reached the top is champion: the earlier session, then the smaller table. A prize that a disqualified person had is cancelled.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.formats.ladder.leaves import (
    CHAMPION,
    CUMULATIVE,
    EACH_RUN,
    EARN,
    NO_GOODS,
    REPEAT,
    RUNNING,
    TIERS,
    TOP,
    tier,
)
from scoring.formats.ladder.people import Person
from scoring.formats.ladder.runs import WIN
from scoring.parameters import Rulebook

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tier:
    """One award: the level that earns it, what it gives, the clause that says so."""

    level: int
    cash: int
    goods: str
    clause: str


def tiers_of(rulebook: Rulebook) -> list[Tier]:
    """All awards, the lowest level first; the champion's is the last."""
    paid = [
        Tier(rulebook.number(tier(name, "level")), rulebook.number(tier(name, "cash")), NO_GOODS, rulebook.law(tier(name, "level")))
        for name in TIERS
    ]
    goods, cash = rulebook.choice(tier(CHAMPION, "goods")), rulebook.number(tier(CHAMPION, "cash"))
    return [*sorted(paid, key=lambda one: one.level), Tier(rulebook.number(TOP), cash, goods, rulebook.law(tier(CHAMPION, "goods")))]


def at_top(rulebook: Rulebook, people: Iterable[Person]) -> list[tuple[str, int]]:
    """Everybody who came to the top, with the session: the champion first. More than one is for the chief referee to look at."""
    found = [
        (game["round"], game["table"], person.entrant)
        for person in people
        if not person.out
        for game in person.games
        if game["result"] == WIN and game["level"] >= rulebook.number(TOP)
    ]
    return [(entrant, number) for number, _, entrant in sorted(found)]


def awards_of(rulebook: Rulebook, people: Mapping[str, Person], top: list[tuple[str, int]]) -> list[Value]:
    """`{"entrant", "award": "level_6", "cash", "goods", "clause", "final"}`, the best first, those alike in order of registration."""
    champion, ended_in = top[0] if top else ("", 0)
    tiers = tiers_of(rulebook)
    rows: list[tuple[int, Value]] = []
    for person in people.values():
        counted = [
            game
            for game in person.games
            if not ended_in or game["round"] < ended_in or person.entrant == champion or rulebook.choice(RUNNING) == EARN
        ]
        for one, official in _earned(rulebook, person, counted, tiers):
            if one is tiers[-1] and person.entrant != champion:
                continue
            what = {"award": f"level_{one.level}", "cash": one.cash, "goods": one.goods, "clause": one.clause}
            rows.append((-one.level, {"entrant": person.entrant, **what, "final": official}))
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def _earned(rulebook: Rulebook, person: Person, games: Iterable[Mapping[str, Any]], tiers: list[Tier]) -> list[tuple[Tier, bool]]:
    """Every award that these games bring, each with whether the game that reached its level is signed for."""
    if person.out:
        return []
    by_run: dict[int, list[tuple[Tier, bool]]] = {}
    for game in games:
        if game["result"] == WIN:
            had = {one.level for one, _ in by_run.setdefault(game["run"], [])}
            by_run[game["run"]] += [(one, game["official"]) for one in tiers if one.level <= game["level"] and one.level not in had]
    runs = [earned if rulebook.flag(CUMULATIVE) else earned[-1:] for earned in by_run.values()]
    every = [row for earned in runs for row in earned]
    if rulebook.choice(REPEAT) == EACH_RUN:
        return every
    once: dict[int, tuple[Tier, bool]] = {}
    for one, official in every:
        once.setdefault(one.level, (one, official))
    kept = sorted(once.values(), key=lambda row: row[0].level)
    return kept if rulebook.flag(CUMULATIVE) else kept[-1:]
