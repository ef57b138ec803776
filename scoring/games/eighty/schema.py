"""The leaves that the rules of one board of 80分 read, and its tariff of penalties. Clauses E80-01..25."""

from collections.abc import Mapping

from scoring.cards import RANKS, SUITS
from scoring.parameters import Choice, Flag, LeafType, Schema, Several, Table, Whole
from scoring.penalties import Tariff, tariff_schema
from scoring.sides import SEATS

NO_TRUMP, STATED = "NT", "stated"
TRUMPS = (*SUITS, NO_TRUMP)
ROOMS = OPEN, CLOSED = ("open", "closed")
BY_ROOM, BY_PAIRS = ("room", "pairs")

BOARDS, LARGEST_BOARD, RESULT_BY = "game_rules.boards", "game_rules.largest_board", "game_rules.result_by"
PRINTED, CONTESTED, DRAWN = MODES = ("A", "B", "C")
TRUMP_MODE, CONTEST = "game_rules.trump_mode", "game_rules.contest"
SINGLE, PAIR, BY_JOKERS = CALLS = ("single", "pair", "no_trump")
DECKS, PLAYERS = "game_rules.decks", "game_rules.players"
HAND_CARDS, KITTY_CARDS = "game_rules.hand_cards", "game_rules.kitty_cards"
CARD_POINTS: Mapping[str, str] = {"K": "game_rules.card_points.king", "T": "game_rules.card_points.ten", "5": "game_rules.card_points.five"}
DIGS = ("single", "pair", "sister_pairs", "throw")
DIG: Mapping[str, str] = {kind: f"game_rules.dig.{kind}" for kind in DIGS}

REST_KITTY = "game_rules.rest_of_points.kitty"
PLAIN, AS_SINGLE = ("plain", "single")
SUIT_CAP, CAP_WITHOUT_DAMAGE = "game_rules.concealed.cap_per_suit", "game_rules.concealed.cap_without_damage"
CONCEALED_LATE = "game_rules.concealed.found_late"
GRADED, REST = ("graded", "rest_of_points")
LAPSE, UNTIL_LAST = "game_rules.claims.lapse_when_followed", "game_rules.claims.until_last_trick"
PARTNER_CONDONES, KITTY_TRICKS = "game_rules.claims.partner_condones", "game_rules.claims.kitty_tricks"
BEFORE_LOOKING, AFTER_LOOKING = "game_rules.miscount.before_looking", "game_rules.miscount.after_looking"
HOLDERS = PREVIOUS_HOLDER, HOLDER = ("previous_holder", "holder")
BOARD_MINUTES, SESSION_MINUTES = "game_rules.minutes.board", "game_rules.minutes.session"
SESSION_BOARDS, GRACE_MINUTES = "game_rules.minutes.session_boards", "game_rules.minutes.grace"

NET, ON_D, MATCH_POINTS, REST_OF_POINTS, ADJUSTED = ("net", "D", "match_points", "rest_of_points", "adjusted")
FOUND = SAME_TRICK, LATER_TRICK, AFTER_LAST_TRICK = ("same_trick", "later_trick", "after_last_trick")
HELD = NOW, BEFORE = ("now", "before")
OBJECTORS = OPPONENT, PARTNER = ("opponent", "partner")

MISCOUNT, EXPOSED, WRONG_CARD, OUT_OF_TURN, FAILED_THROW = ("miscount", "exposed_card", "wrong_card", "out_of_turn", "failed_throw")
HARMLESS, HARMFUL, UNPLAYABLE = ("concealed_harmless", "concealed_harmful", "unplayable")
KITTY_EARLY, KITTY_LATE, REVOKE = ("kitty_miscount_early", "kitty_miscount_late", "revoke")
LATE, CONDUCT, SLOW_PLAY = ("late", "conduct", "slow_play")


def _by_card(*operands: str, required: tuple[str, ...] = (), moves: tuple[str, ...] = (NET, ON_D)) -> Tariff:
    return Tariff(moves=moves, per=("card", "fixed"), amounts=(0, 200), operands=operands, required=required)


def _rest(*operands: str, required: tuple[str, ...] = (), moves: tuple[str, ...] = (REST_OF_POINTS,)) -> Tariff:
    return Tariff(moves=moves, per=("fixed",), amounts=(0, 400), operands=operands, required=required)


def _ruled() -> Tariff:
    return Tariff(moves=(NET, ON_D, MATCH_POINTS), per=("ruled",), amounts=(0, 999))


# What a code works on: the net difference, D, match points; the rest of the points goes over; or the board is scored as adjusted, which is
# the tally's business (E80-18).
# `looked`: whether the faces had been seen; `held`: when the fined side held the cards; `followed`: whether play went on over it;
# `found`: when it was pointed out; `objector`: who held the higher card; `points_before`: what both sides had won before it.
TARIFFS: Mapping[str, Tariff] = {
    MISCOUNT: _by_card("looked", "held"),
    EXPOSED: _by_card("found"),
    WRONG_CARD: _by_card("followed", "found"),
    OUT_OF_TURN: _by_card("followed", "found"),
    FAILED_THROW: _by_card("followed", "found", "objector"),
    HARMLESS: _by_card("suit", "found", moves=(NET, ON_D, ADJUSTED)),
    HARMFUL: _by_card("suit", "found", required=("suit",), moves=(NET, ON_D, ADJUSTED)),
    KITTY_EARLY: _by_card("found"),
    UNPLAYABLE: _rest("points_before", "found", moves=(REST_OF_POINTS, ADJUSTED)),
    REVOKE: _rest("points_before", "found", required=("points_before",)),
    KITTY_LATE: _rest("points_before", "found"),
    LATE: _ruled(),
    CONDUCT: _ruled(),
    SLOW_PLAY: _ruled(),
}

_LEAVES: dict[str, LeafType] = {
    RESULT_BY: Choice((BY_ROOM, BY_PAIRS)),
    BOARDS: Table(
        columns={
            "board": Whole(1, 99),
            "dealer": Choice(SEATS),
            "rank": Choice(RANKS),
            "contested_rank": Choice(RANKS),
            "trump": Choice((*TRUMPS, STATED)),
        },
        keys=("board",),
    ),
    LARGEST_BOARD: Whole(1, 999),
    TRUMP_MODE: Choice(MODES),
    CONTEST: Several(CALLS, least=len(CALLS)),
    DECKS: Whole(2, 2),
    PLAYERS: Whole(4, 4),
    HAND_CARDS: Whole(1, 54),
    KITTY_CARDS: Whole(0, 54),
    **{path: Whole(0, 99) for path in CARD_POINTS.values()},
    **{path: Whole(1, 64) for path in DIG.values()},
    REST_KITTY: Choice((PLAIN, AS_SINGLE)),
    SUIT_CAP: Whole(0, 999),
    CAP_WITHOUT_DAMAGE: Flag(),
    CONCEALED_LATE: Choice((GRADED, REST)),
    LAPSE: Flag(),
    UNTIL_LAST: Flag(),
    PARTNER_CONDONES: Flag(),
    KITTY_TRICKS: Whole(0, 54),
    BEFORE_LOOKING: Choice(HOLDERS),
    AFTER_LOOKING: Choice(HOLDERS),
    "game_rules.sister_pairs.over_the_level": Flag(),
    "game_rules.sister_pairs.trumps": Choice(("jokers_only", "ladder")),
    "game_rules.penalty_cards": Flag(),
    BOARD_MINUTES: Whole(0, 999),
    SESSION_MINUTES: Whole(0, 999),
    SESSION_BOARDS: Whole(1, 99),
    GRACE_MINUTES: Whole(0, 999),
}
SCHEMA: Schema = {**_LEAVES, **tariff_schema(TARIFFS)}
