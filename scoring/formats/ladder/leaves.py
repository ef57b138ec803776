"""The leaves of a promotion ladder 晋级赛. Clauses F1-01, F1-10 to F1-26 of 斗地主 范文一."""

from scoring.leaf_types import LeafType
from scoring.parameters import Choice, Flag, Schema, Whole

TOP, STEP, RESTART = "format_rules.top_level", "format_rules.levels_per_win", "format_rules.restart_level"
DAY_CAP, DAY_SCOPE = "format_rules.daily_cap.wins", "format_rules.daily_cap.scope"
LOT_LEVEL, LOT_PLAYS = "format_rules.lot.level", "format_rules.lot.plays"
AGE_LEAST, AGE_MOST, AGE_MOST_IN = "format_rules.age.least", "format_rules.age.most", "format_rules.age.most_included"
DRAWN_BY, LEFTOVER, REENTRY = "format_rules.drawn_by", "format_rules.leftover", "format_rules.reentry"
VOUCHER, TICKET = "format_rules.voucher", "format_rules.ticket"
CHAMPION_ENDS, DISQUALIFIED = "format_rules.champion", "format_rules.disqualified"
RANKED_BY, LIST = "ranking.by", "ranking.list"

CUMULATIVE, REPEAT, RUNNING, UNCLAIMED = "awards.cumulative", "awards.repeat", "awards.running", "awards.without_champion"
TIERS = ("bronze", "silver", "gold")
CHAMPION = "champion"

PERSON_DAY, RUN = "person_day", "run"
FIRST_ONLY = "first_only"
GROUPS_AND_SEATS, NEXT_SESSION = "groups_and_seats", "next_session"
SAME_DAY, NEXT_DAY = "same_day", "next_day"
ONE_A_GAME = "one_a_game"
PLAYERS_COPY, NO_TICKET = "players_copy", "none"
ENDS_EVENT, BARRED = "ends_event", "barred"
BEST, CURRENT = "best", "current"
ONCE_A_PERSON, EACH_RUN = "once_a_person", "each_run"
EARN, NOTHING = "earn", "nothing"
KEPT = "kept"
CAR, NO_GOODS = "car", ""
MOST_LEVEL, MOST_CASH = 99, 10_000_000


def tier(name: str, part: str) -> str:
    """The path of one part of an award: `awards.gold.cash`."""
    return f"awards.{name}.{part}"


def _awards() -> dict[str, LeafType]:
    """Each award by itself, for each has a clause of its own: the level, the money; the champion's thing, and how many of it."""
    leaves: dict[str, LeafType] = {}
    for name in TIERS:
        leaves |= {tier(name, "level"): Whole(1, MOST_LEVEL), tier(name, "cash"): Whole(0, MOST_CASH)}
    return leaves | {
        tier(CHAMPION, "cash"): Whole(0, MOST_CASH),
        tier(CHAMPION, "goods"): Choice((CAR, NO_GOODS)),
        tier(CHAMPION, "places"): Whole(1, 1),
    }


SCHEMA: Schema = {
    TOP: Whole(1, MOST_LEVEL),
    STEP: Whole(1, 9),
    RESTART: Whole(0, MOST_LEVEL - 1),
    DAY_CAP: Whole(1, 99),
    DAY_SCOPE: Choice((PERSON_DAY, RUN)),
    LOT_LEVEL: Whole(0, MOST_LEVEL - 1),  # at which level a lot says who plays first
    LOT_PLAYS: Choice((FIRST_ONLY,)),
    AGE_LEAST: Whole(0, 150),
    AGE_MOST: Whole(0, 150),
    AGE_MOST_IN: Flag(),
    DRAWN_BY: Choice((GROUPS_AND_SEATS,)),
    LEFTOVER: Choice((NEXT_SESSION,)),
    REENTRY: Choice((SAME_DAY, NEXT_DAY)),
    VOUCHER: Choice((ONE_A_GAME,)),
    TICKET: Choice((PLAYERS_COPY, NO_TICKET)),
    CHAMPION_ENDS: Choice((ENDS_EVENT,)),
    DISQUALIFIED: Choice((BARRED,)),
    RANKED_BY: Choice((BEST, CURRENT)),
    LIST: Whole(1, 99),
    CUMULATIVE: Flag(),
    REPEAT: Choice((ONCE_A_PERSON, EACH_RUN)),
    RUNNING: Choice((EARN, NOTHING)),
    UNCLAIMED: Choice((KEPT,)),
    **_awards(),
}
