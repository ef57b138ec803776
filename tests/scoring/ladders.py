"""Whole ladders made from a seed (斗地主 范文一), for properties that must hold of any: a low one, so that champions come about."""

from random import Random
from typing import Any

from scoring.formats.ladder.eligibility import seat_faults, voucher_faults
from scoring.parameters import Rulebook
from scoring.rulebook import load_file
from scoring.sides import THREE
from tests.scoring.climbers import Climbers
from tests.scoring.trios import game_record

RULES = load_file("doudizhu-ladder")
LOW: Rulebook = RULES.with_overrides(
    {
        "format_rules.top_level": 4,
        "format_rules.lot.level": 3,
        "format_rules.daily_cap.wins": 2,
        "awards.bronze.level": 2,
        "awards.silver.level": 3,
    }
)
GAMES = ["1: 1 | won", "1: 0 1 | lost", "2: 1 | won", "3: 0 0 1 | lost", "3: 1 | won"]
SAID = ["l5", "l3", "l7", "d7", "l1"]


def any_ladder(seed: int, rules: Rulebook = LOW) -> Climbers:
    """Six to eleven people and up to nine sessions, as the services would let them happen, with all that officials may do."""
    chance = Random(seed)
    book = Climbers(rules, chance.randint(6, 11))
    for number in range(1, chance.randint(2, 10)):
        book.on += chance.random() < 0.3
        _vouchers(book, chance)
        state = book.state()
        for lot in (row["entrants"] for row in state["plan"]["draws"] if row["draw"] == "lot"):
            book.lot(*chance.sample(lot, len(lot)))
            state = book.state()
        if state["next"] is None:
            continue
        able = [one for one in state["next"]["entrants"] if not seat_faults(rules, state, [[one]], book.day)]
        chance.shuffle(able)
        order = able[: len(able) - len(able) % 3]
        if not order:
            continue
        book.draw(state["next"]["round"], order)
        assert seat_faults(rules, book.state(), [order[place : place + 3] for place in range(0, len(order), 3)], book.day) == ()
        for match in book.open_round(state["next"]["round"], book.day):
            _play(book, match, chance)
        if chance.random() < 0.15:
            put_out = book.add("disqualified", entrant=chance.choice(book.entrants), code="d11")
            if chance.random() < 0.5:
                book.add("withdrawn", supersedes=put_out)
        if chance.random() < 0.1 and number > 1:
            book.enter(len(book.entrants) + 1)
    return book


def _vouchers(book: Climbers, chance: Random) -> None:
    state = book.state()
    for entrant in book.entrants:
        for act in ("returned", "issued", "form_lost"):
            odds = {"returned": 0.8, "issued": 0.8, "form_lost": 0.03}[act]
            if chance.random() < odds and not voucher_faults(book.rulebook, state, entrant, act, book.day):
                book.voucher(entrant, act, book.day if chance.random() < 0.8 else "")
                state = book.state()


def _play(book: Climbers, match: str, chance: Random) -> None:
    said: dict[str, Any] = {}
    if chance.random() < 0.2:
        said["penalty"] = book.penalty(match, chance.choice(SAID), chance.choice(THREE), 1)
    if chance.random() < 0.9:
        live = book.record(match, game_record(chance.choice(GAMES)))
        if chance.random() < 0.15:
            live = book.record(match, game_record(chance.choice(GAMES)), "correction", live)
        if chance.random() < 0.1:
            book.record(match, game_record(chance.choice(GAMES)))
        for side in THREE:
            if chance.random() < 0.85:
                book.confirm(match, [live], side=side)
    if said and chance.random() < 0.3:
        book.add("withdrawn", match=match, supersedes=said["penalty"])
    if book.match(match)["state"] in ("waiting", "playing"):
        book.add("forfeit", match=match, sides=[chance.choice(THREE)])
