"""What the table page of each game is given once, from its rulebook: keys, their numbers, the law. One function a game, by the
rulebook's game name.

`context` goes to the template `table/<game>.html`, `given` to its script as JSON; 怎么算的 may cite `clauses`.
Reads a rulebook and nothing else.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from events.selectors.rules import hands_wanted
from events.selectors.table_page import kinds_of
from events.wording.steps import STEPS
from events.wording.terms import TERMS
from scoring.cards import RANKS, SUITS
from scoring.games.chaodipi import leaves as climb
from scoring.games.chaodipi.points import digs, multiplier
from scoring.games.doudizhu import leaves as landlords
from scoring.games.doudizhu.bidding import possible
from scoring.games.doudizhu.fields import Fields
from scoring.games.eighty import pack
from scoring.games.eighty import schema as eighty_leaves
from scoring.games.gomoku import BOARD
from scoring.leaf_types import OPEN_END
from scoring.parameters import Rulebook

# A picture of the order of going out: whose card is first, second, third, last.
MARKS = {"double_down": (True, True, False, False), "first_third": (True, False, True, False), "first_fourth": (True, False, False, True)}
SYMBOLS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RED = ("H", "D")
KEYS_AT_ONCE = 3  # ways to dig the kitty that stand there before 更多
MOST_BOMBS, BOMBS_AT_ONCE = 13, 4  # as many as there are ranks; so many keys before 更多
MOST_BEANS, USUAL_STAKE = 15, 1  # keys for what one pays another
GREY_BY = {  # why a call is grey, as the script names it -> the group of leaves, and the one whose clause says so
    "why_higher": (landlords.CALLS, landlords.RISING),
    "why_opener": (landlords.OPENER, landlords.OPENER_LEAST),
    "why_opener_must": (landlords.OPENER, landlords.OPENER_MUST),
    "why_third": (landlords.THIRD_SEAT, landlords.THIRD_LEAST),
    "why_third_must": (landlords.THIRD_SEAT, landlords.THIRD_MUST),
}


@dataclass(frozen=True, slots=True)
class Given:
    context: Mapping[str, Any]
    given: Mapping[str, Any]
    clauses: Iterable[str]


def guandan(rulebook: Rulebook) -> Given:
    short = {"double_down": pgettext("on a small key", "双下"), "first_third": _("上+三"), "first_fourth": _("上+下")}
    kinds = kinds_of(rulebook)
    context = {
        "kinds": [{**kind, "name": TERMS[kind["code"]], "short": short[kind["code"]], "marks": MARKS[kind["code"]]} for kind in kinds],
        "numbers": range(1, hands_wanted(rulebook) + 1),
    }
    return Given(context, {}, [kind["clause"] for kind in kinds])


def chaodipi(rulebook: Rulebook) -> Given:
    keys = [
        {"code": dig, "name": _dig_name(dig), "times": multiplier(rulebook, dig)}
        for dig in digs(rulebook)
        if dig != "none" and not dig.startswith("throw:")
    ]
    most, step = rulebook.number(climb.PACK_POINTS), rulebook.number(climb.STEP)
    bands = [_band(row) for row in rulebook.rows(climb.BANDS)]
    context = {
        "suits": _suits(climb.SUITS, _("无主")),
        "no_call": rulebook.choice(climb.NO_CALL) == climb.PLAY_ON,
        "digs": keys[:KEYS_AT_ONCE],
        "more_digs": keys[KEYS_AT_ONCE:],
        "throw_counts": rulebook.choice(climb.DIG_THROW),
        **_points(most, step, rulebook.number(climb.KITTY_MOST)),
        "levels": [{"level": level, "must": level in rulebook.several(climb.MUST_PLAY)} for level in _levels(rulebook)],
        "hook": {
            "level": rulebook.choice(climb.HOOK_LEVEL),
            "main": rulebook.choice(climb.HOOK_MAIN),
            "sub": rulebook.choice(climb.HOOK_SUB),
        },
        "kitty_cards": rulebook.number(climb.KITTY_CARDS),
        "bands": bands,
    }
    given = {
        "most": most,
        "step": step,
        "digs": {key["code"]: key["times"] for key in keys},
        "bands": bands,
        "levels": _levels(rulebook),
        "hook": rulebook.choice(climb.HOOK_LEVEL),
    }
    return Given(context, given | {"steps": _steps()}, rulebook.clauses)


def eighty(rulebook: Rulebook) -> Given:
    names = {"single": _("单张"), "pair": _("对子"), "sister_pairs": _("姐妹对"), "throw": _("甩牌")}
    keys = [{"code": dig, "name": names[dig], "times": rulebook.number(leaf)} for dig, leaf in eighty_leaves.DIG.items()]
    most, step = pack.pack_points(rulebook), pack.step_of_points(rulebook)
    context = {
        "suits": _suits(SUITS, _("无将")),
        "ranks": [{"code": rank, "name": _rank(rank)} for rank in RANKS],
        "digs": keys,
        **_points(most, step, pack.most_kitty_points(rulebook)),
        "kitty_cards": rulebook.number(eighty_leaves.KITTY_CARDS),
    }
    given = {
        "most": most,
        "step": step,
        "digs": {key["code"]: key["times"] for key in keys},
        "kitty_always": rulebook.choice(eighty_leaves.REST_KITTY) == eighty_leaves.AS_SINGLE,
        "by_room": rulebook.choice(eighty_leaves.RESULT_BY) == eighty_leaves.BY_ROOM,
    }
    return Given(context, given | {"steps": _steps()}, rulebook.clauses)


def gomoku(rulebook: Rulebook) -> Given:
    return Given({}, {"board": rulebook.number(BOARD), "steps": _steps()}, rulebook.clauses)


def doudizhu(rulebook: Rulebook) -> Given:
    fields, mode = Fields(rulebook), rulebook.choice(landlords.BIDS_MODE)
    scoring = rulebook.choice(landlords.SCORING)
    values = list(possible(rulebook)) if fields.bids else []
    parts = [
        name
        for name, there in (("bombs", fields.doubling), ("rocket", fields.rocket), ("spring", fields.spring), ("shown", fields.shown))
        if there
    ]
    anti = rulebook.choice(landlords.ANTI_WHEN) if fields.spring else ""
    context = {
        "auction": fields.bids,
        "numbers": fields.bids and mode != landlords.CALL,
        "silence": not (rulebook.has(landlords.FORCED) and rulebook.flag(landlords.FORCED_THIRD)),
        "values": values,
        "parts": parts,
        "bombs": range(MOST_BOMBS + 1),
        "transfers": fields.needs_transfers,
        "beans": range(MOST_BEANS + 1),
        "unit": scoring,
        "counted": scoring != landlords.WIN_LOSS,
        "by_seat": scoring == landlords.WIN_LOSS,  # a form for each, who won and who lost
        "total_word": {landlords.STACK: _("筹码"), landlords.BEANS: _("豆")}.get(scoring, _("合计")),
        "anti_how": _("地主只出过一张牌") if anti == "one_card" else _("地主只出过一手"),
    }
    given = {
        **_bidding(rulebook, values, mode),
        **{name: context[name] for name in ("auction", "numbers", "parts", "counted", "unit")},
        "few": BOMBS_AT_ONCE,
        "stake": _stake(rulebook) if fields.needs_transfers else None,
    }
    return Given(context, given | {"steps": _steps()}, rulebook.clauses)


def _bidding(rulebook: Rulebook, values: list[int], mode: str) -> dict[str, Any]:
    """By what numbers a key of the bidding is grey. What the opener has to call after pass-outs stands in what the table shows."""
    circles = mode == landlords.CIRCLES and rulebook.has(landlords.CIRCLE)
    return {
        "mode": mode,
        "values": values,
        "rising": rulebook.has(landlords.CALLS) and rulebook.flag(landlords.RISING),
        "ends_at_top": mode == landlords.CALL or (rulebook.has(landlords.CALLS) and rulebook.flag(landlords.ENDS_AT_TOP)),
        "opener_extra": circles and rulebook.flag(landlords.OPENER_EXTRA),
        "closing_passes": rulebook.number(landlords.CLOSING_PASSES) if circles else 2,
        "third": _third(rulebook) if mode != landlords.CIRCLES else None,
        "opener_must": rulebook.has(landlords.OPENER) and rulebook.flag(landlords.OPENER_MUST),
        "law": {word: rulebook.law(leaf) for word, (group, leaf) in GREY_BY.items() if rulebook.has(group)},
    }


def _third(rulebook: Rulebook) -> dict[str, Any] | None:
    """What the third seat may call after two passes, and whether it has to."""
    if rulebook.has(landlords.FORCED) and rulebook.flag(landlords.FORCED_THIRD):
        return {"least": 0, "must": True}
    if not rulebook.has(landlords.THIRD_SEAT):
        return None
    return {"least": rulebook.number(landlords.THIRD_LEAST), "must": rulebook.flag(landlords.THIRD_MUST)}


def _stake(rulebook: Rulebook) -> dict[str, Any]:
    """What is usually paid, and whether nobody pays what he has not."""
    base = rulebook.number(landlords.STAKE_BASE) if rulebook.has(landlords.STAKE) else USUAL_STAKE
    return {"base": base, "clip": rulebook.has(landlords.STAKES) and rulebook.flag(landlords.CLIP)}


GAMES: Mapping[str, Callable[[Rulebook], Given]] = {
    "guandan": guandan,
    "chaodipi": chaodipi,
    "eighty": eighty,
    "gomoku": gomoku,
    "doudizhu": doudizhu,
}


def _steps() -> dict[str, str]:
    """The sentences of 怎么算的, with places for operands; the script fills them, for the steps come with each preview."""
    return {op: str(sentence) for op, sentence in STEPS.items()}


def _band(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the table of climbs, `most` None where it has no end."""
    return {
        **{name: row[name] for name in ("least", "declarers", "defenders", "swaps")},
        "most": None if row["most"] == OPEN_END else row["most"],
    }


def _levels(rulebook: Rulebook) -> list[str]:
    """The ladder, up to the level a game ends with."""
    return list(climb.LEVELS[: climb.LEVELS.index(rulebook.choice(climb.LAST)) + 1])


def _points(most: int, step: int, kitty: int) -> dict[str, Any]:
    """The keys of both pads: table points in double steps, the kitty in single ones."""
    return {"tens": range(0, most + 1, 2 * step), "step": step, "kitty": range(0, kitty + 1, step)}


def _suits(suits: Iterable[str], no_trump: str) -> list[dict[str, Any]]:
    names = {"S": _("黑桃"), "H": _("红桃"), "C": _("梅花"), "D": _("方块")}
    keys = [{"code": suit, "symbol": SYMBOLS[suit], "name": names[suit], "red": suit in RED} for suit in suits]
    return [*keys, {"code": "NT", "symbol": pgettext("sign on the key for no trump", "无"), "name": no_trump, "red": False}]


def _rank(rank: str) -> str:
    return "10" if rank == "T" else rank


def _dig_name(dig: str) -> str:
    names = {
        "single": _("单张"),
        "pair": _("对子"),
        "tractor2": _("二连对"),
        "tractor3": _("三连对"),
        "tractor4": _("四连对"),
        "tractor5": _("五连对"),
    }
    return names.get(dig) or _("%(pairs)s连对") % {"pairs": dig.removeprefix("tractor")}
