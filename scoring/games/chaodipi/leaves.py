"""炒地皮: the leaves its rules read, and the codes of its tariff. Clauses CDP-10..32, 36."""

from collections.abc import Mapping

from scoring.leaf_types import Choice, Flag, Schema, Several, Table, Whole
from scoring.penalties import TIMINGS, Tariff, tariff_schema

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
PACK = 54  # cards of one deck with its two jokers
SUITS = ("S", "H", "C", "D")
NO_TRUMP = "NT"

START, LAST = "game_rules.levels.start", "game_rules.levels.last"
MUST_PLAY, SEMANTICS = "game_rules.must_play.levels", "game_rules.must_play.semantics"
LAST_AS_DECLARERS = "game_rules.must_play.pass_A_as_declarer_only"
DECLARE_AND_WIN, DECLARE_ONCE, NO_JUMP = ALL_SEMANTICS = ("declare_and_win", "declare_once", "no_jump")

BANDS = "game_rules.bands"
PACK_POINTS, STEP, KITTY_MOST = "game_rules.points.pack", "game_rules.points.step", "game_rules.points.kitty_most"
DIG_SINGLE, DIG_PAIR, DIG_TRACTOR, DIG_MORE = (
    "game_rules.dig.single",
    "game_rules.dig.pair",
    "game_rules.dig.tractor2",
    "game_rules.dig.each_further_pair",
)
DIG_THROW = "game_rules.dig.throw_counts"
LARGEST, AS_SINGLE = "largest_component", "as_single"
DECKS, PLAYERS, KITTY_CARDS = "game_rules.decks", "game_rules.players", "game_rules.kitty.cards"
KITTY_ONLY = "game_rules.kitty.count_fine_alone"

FLOOR, CAP = "game_rules.fines.floor", "game_rules.fines.cap"
TIMING, ZERO_IS_SHUTOUT = "game_rules.fines.timing", "game_rules.fines.zero_by_penalty_is_shutout"
DELIBERATE_REPLACES = "game_rules.fines.deliberate_replaces"

HOOK_LEVEL, HOOK_MAIN, HOOK_SUB = "game_rules.hook.level", "game_rules.hook.main_to", "game_rules.hook.sub_to"
HOOK_THRESHOLD, HOOK_BASIS = "game_rules.hook.threshold", "game_rules.hook.threshold_basis"
HOOK_SUB_NEEDS, HOOK_NO_TRUMP = "game_rules.hook.sub_needs_threshold", "game_rules.hook.no_trump"
TABLE_AND_FINAL, TABLE_ONLY, FINAL_ONLY = BASES = ("table_and_final", "table_only", "final_only")

MINUTES, FINISH, LEADER = "game_rules.time.minutes", "game_rules.time.finish_current_hand", "game_rules.time.leader"
BY_LEVEL, BY_BANK, ONE_MORE_HAND, LOT = CHAIN = ("level", "bank", "one_more_hand", "lot")

STIR_ORDER, STIR_OWN = "game_rules.stir.order", "game_rules.stir.caller_and_dealer"
OVERTURN_LATER, FIRST_DEALER = "game_rules.overturn.later_hands", "game_rules.dealer.first_hand"
AFTER_ANOTHER, DEALER_NOT_CALLER = "after_another", "dealer_not_caller"
STIRS: Mapping[str, str] = {
    "BJ": "big_jokers",
    "LJ": "small_jokers",
    "S": "spades",
    "H": "hearts",
    "C": "clubs",
    "D": "diamonds",
}

SAME_SIDE, NEW_DEALER, NO_CALL = "game_rules.dealer.same_side", "game_rules.dealer.new_side", "game_rules.no_call"
PARTNER, NEXT_CCW, FREE = "partner", "next_ccw", "free"
REDEAL, PLAY_ON = "redeal", "play_without_trump"

FAILED_THROW, WRONG_FOLLOW, DELIBERATE, KITTY_COUNT = "failed_throw", "wrong_follow", "deliberate", "kitty_count"
COUNT_SAME_SIDE, COUNT_ONE_SIDED, COUNT_BOTH_SIDES = COUNTS = ("count_same_side", "count_one_sided", "count_both_sides")
LOOKING, SIGNALLING, HIDDEN_THROW = "looking", "signalling", "hidden_throw"
POINTS, HAND, GAME = "defenders_points", "lose_hand", "lose_game"

_ORDERS = (1, 8)  # of the codes that move points; those that lose a hand or a game have no order among them


def _fine(*per: str, operands: tuple[str, ...] = ()) -> Tariff:
    return Tariff((POINTS,), per=per, operands=("points_before", *operands), orders=_ORDERS)


_COUNT = _fine("fixed", "card", operands=("seat",))
_LOST = Tariff((GAME, HAND), phases=("status",), per=("fixed",), amounts=(0, 0), orders=(9, 9))

TARIFFS: Mapping[str, Tariff] = {
    FAILED_THROW: _fine("card", "fixed"),
    WRONG_FOLLOW: _fine("card", "fixed"),
    DELIBERATE: _fine("occurrence", "fixed", operands=("cards",)),
    KITTY_COUNT: _fine("fixed", "card", operands=("cards",)),
    COUNT_SAME_SIDE: _COUNT,
    COUNT_ONE_SIDED: _COUNT,
    COUNT_BOTH_SIDES: _COUNT,
    LOOKING: _fine("ruled"),
    SIGNALLING: _LOST,
    HIDDEN_THROW: _LOST,
}

_BAND: Mapping[str, Whole | Choice | Flag] = {
    "least": Whole(0, 999),
    "most": Whole(0, 999),
    "declarers": Whole(0, 12),
    "defenders": Whole(0, 12),
    "swaps": Flag(),
    "clause": Choice(tuple(f"CDP-{number}" for number in range(11, 22))),
}

SCHEMA: Schema = {
    START: Choice(LEVELS),
    LAST: Choice(LEVELS),
    MUST_PLAY: Several(LEVELS),
    SEMANTICS: Choice(ALL_SEMANTICS),
    LAST_AS_DECLARERS: Flag(),
    BANDS: Table(_BAND, tiles=("least", "most"), least=2),
    PACK_POINTS: Whole(1, 999),
    STEP: Whole(1, 99),
    KITTY_MOST: Whole(0, 999),
    DIG_SINGLE: Whole(1, 99),
    DIG_PAIR: Whole(1, 99),
    DIG_TRACTOR: Whole(1, 99),
    DIG_MORE: Whole(1, 9),
    DIG_THROW: Choice((LARGEST, AS_SINGLE)),
    DECKS: Whole(2, 2),
    PLAYERS: Whole(4, 4),
    KITTY_CARDS: Whole(1, 20),
    KITTY_ONLY: Flag(),
    FLOOR: Whole(0, 999),
    CAP: Whole(0, 999),
    TIMING: Choice(TIMINGS),
    ZERO_IS_SHUTOUT: Flag(),
    DELIBERATE_REPLACES: Flag(),
    HOOK_LEVEL: Choice(LEVELS),
    HOOK_MAIN: Choice(LEVELS),
    HOOK_SUB: Choice(LEVELS),
    HOOK_THRESHOLD: Whole(0, 999),
    HOOK_BASIS: Choice(BASES),
    HOOK_SUB_NEEDS: Flag(),
    HOOK_NO_TRUMP: Choice(("sub", "main", "off")),
    MINUTES: Whole(1, 999),
    FINISH: Flag(),
    LEADER: Several(CHAIN),
    STIR_ORDER: Several(tuple(STIRS.values())),
    STIR_OWN: Choice((AFTER_ANOTHER, "in_turn")),
    OVERTURN_LATER: Choice((DEALER_NOT_CALLER, "anybody")),
    FIRST_DEALER: Choice(("last_to_call",)),
    SAME_SIDE: Choice((PARTNER, FREE)),
    NEW_DEALER: Choice((NEXT_CCW, FREE)),
    NO_CALL: Choice((REDEAL, PLAY_ON)),
    "game_rules.throws": Choice(("side_suits", "any_suit")),
    "game_rules.failed_throw_leads": Choice(("smallest", "opponents_choose")),
    "game_rules.shuffler": Choice(("declarer", "next_player")),
    "game_rules.cutter": Choice(("upper_neighbour", "next_player")),
    "game_rules.first_draw.by": Choice(("oldest", "lot")),
    "game_rules.first_draw.joker": Choice(("draw_again", "oldest_draws_first")),
    **tariff_schema(TARIFFS),
}
