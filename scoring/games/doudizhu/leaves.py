"""斗地主 (Dou Dizhu): the leaves its rules read, and the codes of its tariff. Clauses DZH-01..12, F1 to F10.

Eleven texts share one game. What a text does not print is left out of its file by whole groups (`OPTIONAL`); what is in `SCHEMA`
every file has. Leaves under `combos`, `deal`, `shuffle`, `announce` and `seconds` are what a referee goes by; nothing scores by them.
"""

from collections.abc import Mapping

from scoring.leaf_types import Choice, Flag, LeafType, Schema, Several, Whole
from scoring.penalties import Tariff, tariff_schema

PLAYERS, CARDS, HAND_CARDS, KITTY_CARDS = (
    "game_rules.players",
    "game_rules.pack.cards",
    "game_rules.pack.hand",
    "game_rules.pack.kitty",
)
SCORING = "game_rules.scoring"  # what a hand moves
WINNER = "game_rules.winner"  # which side wins a hand
POINTS, STACK, BEANS, WIN_LOSS = UNITS = ("points", "stack", "beans", "win_loss")

BIDS_MODE = "game_rules.bids.mode"  # once: one call each; circles: round and round; call: call or pass; none: nothing is recorded
ONCE, CIRCLES, CALL, NO_BIDS = BID_MODES = ("once", "circles", "call", "none")

CALLS = "game_rules.calls"  # group: bids that are numbers (once, circles)
VALUES, RISING, ENDS_AT_TOP = f"{CALLS}.values", f"{CALLS}.rising", f"{CALLS}.ends_at_top"

CIRCLE = "game_rules.circles"  # group: many circles of bids (四)
OPENER_EXTRA, CLOSING_PASSES = f"{CIRCLE}.opener_extra", f"{CIRCLE}.closing_passes"

FORCED = "game_rules.forced_third"  # group: after two passes the third has to call (一)
FORCED_THIRD = f"{FORCED}.must_call"

MUST_CALL = "game_rules.must_call"  # group: hands with which a player has to call (一)
PATTERNS = f"{MUST_CALL}.patterns"
BOTH_JOKERS, FOUR_TWOS, JOKER_TWO_TWOS, JOKER_TWO_BOMBS, TWO_TWOS_TWO_BOMBS, THREE_BOMBS = MUST_CALL_HANDS = (
    "both_jokers",
    "four_twos",
    "joker_two_twos",
    "joker_two_bombs",
    "two_twos_two_bombs",
    "three_bombs",
)

THIRD_SEAT = "game_rules.third_seat"  # group: the least call of the third seat after two passes
THIRD_LEAST, THIRD_MUST = f"{THIRD_SEAT}.least", f"{THIRD_SEAT}.must_call"

OPENER = "game_rules.opener"  # group: the least call of the first bidder after pass-outs in a row
OPENER_AFTER, OPENER_LEAST, OPENER_MUST = f"{OPENER}.after", f"{OPENER}.least", f"{OPENER}.must_call"

REDEAL = "game_rules.pass_out"  # group: nobody calls
PASS_COUNTS, PASS_BIDDER = f"{REDEAL}.counts_as_hand", f"{REDEAL}.first_bidder"
SAME, NEXT = "same", "next"

FINE = "game_rules.pass_out_fine"  # group: so many pass-outs in a row cost the first bidder, and give to the others
FINE_AFTER, FINE_BIDDER, FINE_OTHERS = f"{FINE}.after", f"{FINE}.first_bidder", f"{FINE}.others"
FINE_ROTATES, FINE_RESETS = f"{FINE}.rotates", f"{FINE}.resets"

FIRST = "game_rules.first_bidder.first"  # how the first bidder of the first hand is found
FIRST_WAYS = ("face_up_card", "three_cards", "lot", "seat_1", "group")
NEXT_BIDDER = "game_rules.first_bidder.next"  # who bids first in the following hand
ROTATE, FIRST_OUT, BY_HAND_NUMBER, BY_ROUND, FREE = NEXT_WAYS = ("rotate", "first_out", "by_hand_number", "by_round", "free")

FACE_UP = "game_rules.face_up"  # group: where the face-up card may lie (一)
MARGIN, FACE_UP_READING = f"{FACE_UP}.margin", f"{FACE_UP}.where"
BETWEEN_ENDS, NEAR_CUT = "between_the_ends", "near_the_cut"

BASE = "game_rules.base"  # group: how many times the bid the landlord wins or loses
LANDLORD_TIMES = f"{BASE}.landlord_times"

DOUBLING = "game_rules.doubling"  # group: bombs played, and the rocket
DOUBLE_TIMES, DOUBLE_MODE, ROCKET = f"{DOUBLING}.times", f"{DOUBLING}.mode", f"{DOUBLING}.rocket"
POW2, LINEAR = "pow2", "linear"

SPRING = "game_rules.spring"  # group: 春天 and 反春
SPRING_TIMES, ANTI_TIMES, SPRING_STACKS, ANTI_WHEN = (
    f"{SPRING}.times",
    f"{SPRING}.anti_times",
    f"{SPRING}.stacks",
    f"{SPRING}.anti_when",
)

SHOWN = "game_rules.shown"  # group: the landlord plays with his hand on the table (九)
SHOWN_TIMES, SHOWN_LATEST = f"{SHOWN}.times", f"{SHOWN}.latest"

RULED = "game_rules.ruled"  # group: a hand that an official gives to one side (九)
RULED_TIMES = f"{RULED}.times"

STAKES = "game_rules.stack"  # group: what everybody starts with, and who cannot pay (三, 七)
START, CLIP, SHORT_PAYER = f"{STAKES}.start", f"{STAKES}.clip_at_zero", f"{STAKES}.short_payer"
SPLIT, BY_RULING = "split_from_landlord", "ruling"

STAKE = "game_rules.stake"  # group: what a hand is worth where nothing is bid (七)
STAKE_MODE, STAKE_BASE = f"{STAKE}.mode", f"{STAKE}.base"
TRANSFERS, FIXED_STAKE = "transfers", "fixed"

SECONDS = "game_rules.seconds"  # group: time for one play
PER_PLAY = f"{SECONDS}.per_play"
OVERRUNS = "game_rules.overruns"  # group: how many overruns of one hand lose it (一)
OVERRUN_LIMIT, OVERRUN_WARNED = f"{OVERRUNS}.limit", f"{OVERRUNS}.counts_warned"

# Groups that are recorded only; `wings`: how many cards or pairs a plane takes, where the text does not say.
LAST_PLAY, ANNOUNCE, SHUFFLE, WINGS = "game_rules.last_play", "game_rules.announce", "game_rules.shuffle", "game_rules.wings"

DROPPED_CARD, HINT, SLOW_PLAY, EARLY_MOVE = "dropped_card", "hint", "slow_play", "early_move"
LOSSES = tuple(f"l{number}" for number in range(1, 10))
OUT_CODES = ("d1", "d2", *(f"d{number}" for number in range(4, 17)))  # the text has no number 3
EVERY = "penalties.slow_play.every"
OWN_POINTS, LOSES_HAND, DISQUALIFIES = "own_points", "loses_hand", "disqualifies"
# A fine counts where its hand does, with the extra hands if it is one of them; or comes off the final score, whatever the hand.
WITH_HAND, OF_TOTAL = "with_hand", "total"

_ONE = (1, 1)
_LOSS = Tariff((LOSES_HAND,), phases=("status",), per=("fixed",), amounts=(0, 0), orders=_ONE)
_OUT = Tariff((DISQUALIFIES,), phases=("status",), per=("fixed",), amounts=(0, 0), orders=_ONE)

TARIFFS: Mapping[str, Tariff] = {
    DROPPED_CARD: Tariff((OWN_POINTS,), phases=(OF_TOTAL,), per=("occurrence", "fixed"), orders=_ONE),
    HINT: Tariff((OWN_POINTS,), phases=(WITH_HAND, OF_TOTAL), per=("occurrence", "fixed"), orders=_ONE),
    SLOW_PLAY: Tariff((OWN_POINTS,), phases=(WITH_HAND, OF_TOTAL), per=("occurrence", "fixed"), orders=_ONE),
    EARLY_MOVE: Tariff((OWN_POINTS,), phases=(OF_TOTAL,), per=("occurrence", "fixed"), orders=_ONE),
    **dict.fromkeys(LOSSES, _LOSS),
    **dict.fromkeys(OUT_CODES, _OUT),
}

SCHEMA: Schema = {
    PLAYERS: Whole(3, 3),
    CARDS: Whole(54, 54),
    HAND_CARDS: Whole(17, 17),
    KITTY_CARDS: Whole(3, 3),
    SCORING: Choice(UNITS),
    WINNER: Choice(("side_of_first_out",)),
    BIDS_MODE: Choice(BID_MODES),
    FIRST: Choice(FIRST_WAYS),
    NEXT_BIDDER: Choice(NEXT_WAYS),
    "game_rules.deal.pattern": Choice(("silent", "2-3-3-3-3-3", "2-5-5-5", "group")),
    "game_rules.combos.triple_single": Flag(),  # 三带一 with a single card
    "game_rules.combos.triple_pair": Flag(),  # with a pair
    "game_rules.combos.bare_planes": Flag(),  # 三顺 without wings
    "game_rules.combos.plane_singles": Flag(),
    "game_rules.combos.plane_pairs": Flag(),
    "game_rules.combos.quad_singles": Flag(),  # 四带二
    "game_rules.combos.quad_pairs": Flag(),  # four and two pairs
    "game_rules.combos.quad_one_pair": Flag(),  # four and one pair, a kind of its own
    "game_rules.combos.twos_in_chains": Flag(),
    "game_rules.combos.shortest_run": Whole(1, 12),
    "game_rules.combos.shortest_pairs": Whole(1, 10),
    "game_rules.combos.shortest_planes": Whole(1, 6),
}

_EVERY: Mapping[str, LeafType] = {EVERY: Whole(1, 99)}


def _penalty(code: str) -> Schema:
    return {**tariff_schema({code: TARIFFS[code]}), **(_EVERY if code == SLOW_PLAY else {})}


OPTIONAL: Mapping[str, Schema] = {
    CALLS: {VALUES: Several((1, 2, 3, 10, 20, 30), least=1), RISING: Flag(), ENDS_AT_TOP: Flag()},
    CIRCLE: {OPENER_EXTRA: Flag(), CLOSING_PASSES: Whole(1, 3)},
    FORCED: {FORCED_THIRD: Flag()},
    MUST_CALL: {PATTERNS: Several(MUST_CALL_HANDS, least=1)},
    THIRD_SEAT: {THIRD_LEAST: Whole(1, 99), THIRD_MUST: Flag()},
    OPENER: {OPENER_AFTER: Whole(1, 9), OPENER_LEAST: Whole(1, 99), OPENER_MUST: Flag()},
    REDEAL: {PASS_COUNTS: Flag(), PASS_BIDDER: Choice((SAME, NEXT))},
    FINE: {
        FINE_AFTER: Whole(1, 9),
        FINE_BIDDER: Whole(0, 999),  # what he pays
        FINE_OTHERS: Whole(0, 999),  # what each of the others gets
        FINE_ROTATES: Flag(),
        FINE_RESETS: Flag(),
    },
    FACE_UP: {MARGIN: Whole(0, 26), FACE_UP_READING: Choice((BETWEEN_ENDS, NEAR_CUT))},
    BASE: {LANDLORD_TIMES: Whole(1, 9)},
    DOUBLING: {DOUBLE_TIMES: Whole(1, 9), DOUBLE_MODE: Choice((POW2, LINEAR)), ROCKET: Flag()},
    SPRING: {SPRING_TIMES: Whole(1, 9), ANTI_TIMES: Whole(1, 9), SPRING_STACKS: Flag(), ANTI_WHEN: Choice(("one_play", "one_card"))},
    SHOWN: {SHOWN_TIMES: Whole(1, 9), SHOWN_LATEST: Choice(("before_first_lead", "any_time"))},
    RULED: {RULED_TIMES: Whole(1, 9)},
    STAKES: {START: Whole(1, 9999), CLIP: Flag(), SHORT_PAYER: Choice((SPLIT, BY_RULING))},
    STAKE: {STAKE_MODE: Choice((TRANSFERS, FIXED_STAKE)), STAKE_BASE: Whole(1, 99)},
    SECONDS: {PER_PLAY: Whole(1, 999)},
    OVERRUNS: {OVERRUN_LIMIT: Whole(1, 9), OVERRUN_WARNED: Flag()},
    LAST_PLAY: {f"{LAST_PLAY}.in_one": Flag()},
    ANNOUNCE: {f"{ANNOUNCE}.least": Whole(1, 17), f"{ANNOUNCE}.most": Whole(1, 17)},
    WINGS: {f"{WINGS}.count": Choice(("as_triples", "two"))},
    SHUFFLE: {f"{SHUFFLE}.by": Choice(("seats_in_turn", "seats_or_staff", "upper_neighbour", "referee", "group"))},
    **{f"penalties.{code}": _penalty(code) for code in TARIFFS},
}
