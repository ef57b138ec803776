"""Which fields a record of 斗地主 has under a rulebook, and its JSON Schema."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from scoring.games.doudizhu.leaves import (
    BEANS,
    BIDS_MODE,
    CALLS,
    CARDS,
    CIRCLES,
    CLIP,
    DOUBLING,
    FACE_UP,
    MUST_CALL,
    NO_BIDS,
    OVERRUNS,
    ROCKET,
    RULED,
    SCORING,
    SHOWN,
    SPRING,
    STACK,
    STAKE,
    STAKE_MODE,
    STAKES,
    TRANSFERS,
    VALUES,
)
from scoring.parameters import Rulebook
from scoring.sides import THREE

LANDLORD, PEASANTS = WINNERS = ("landlord", "peasants")
NO_SPRING, SPRING_WON, ANTI_SPRING = SPRINGS = ("none", "spring", "anti_spring")
RULED_FIELDS = ("winner", "doubled", "offender")
NOTHING: Mapping[str, Any] = {"bombs": 0, "rocket": False, "spring": NO_SPRING, "shown": False}  # said of a hand in which nothing doubled
MOST_HANDS, MOST_BOMBS, MOST_BIDS = 999, 13, 30


class Fields:
    """What there is to be recorded. `play` are the fields that every hand played must have, `may_play` those it may have."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.bids = rulebook.choice(BIDS_MODE) != NO_BIDS
        self.doubling = rulebook.has(DOUBLING)
        self.rocket = self.doubling and rulebook.flag(ROCKET)
        self.spring, self.shown, self.ruled = rulebook.has(SPRING), rulebook.has(SHOWN), rulebook.has(RULED)
        self.timeouts, self.face_up, self.must_call = rulebook.has(OVERRUNS), rulebook.has(FACE_UP), rulebook.has(MUST_CALL)
        scoring, stakes = rulebook.choice(SCORING), rulebook.has(STAKES)
        stated = not rulebook.has(STAKE) or rulebook.choice(STAKE_MODE) == TRANSFERS
        self.needs_transfers = scoring == BEANS and stated
        self.may_transfer = not self.needs_transfers and scoring in (STACK, BEANS) and stakes and rulebook.flag(CLIP)

    @cached_property
    def play(self) -> tuple[str, ...]:
        there = {
            "landlord": True,
            "out": True,
            "bombs": self.doubling,
            "rocket": self.rocket,
            "spring": self.spring,
            "shown": self.shown,
            "transfers": self.needs_transfers,
        }
        return tuple(name for name, needed in there.items() if needed)

    @cached_property
    def may_play(self) -> tuple[str, ...]:
        return tuple(name for name, allowed in (("ruled", self.ruled), ("transfers", self.may_transfer)) if allowed)

    @cached_property
    def known(self) -> tuple[str, ...]:
        """All fields, but for penalties."""
        beside = (("cards", True), ("timeouts", self.timeouts), ("face_up", self.face_up))
        bids = ("first_bidder", "bids") if self.bids else ()
        return ("hand", *bids, *self.play, *self.may_play, *(name for name, there in beside if there))


def says_nothing(name: str, value: object) -> bool:
    """Whether a field only says that nothing of the kind happened, which is true under any text."""
    return name in NOTHING and type(value) is type(NOTHING[name]) and value == NOTHING[name]


def schema_of(rulebook: Rulebook) -> dict[str, Any]:
    """JSON Schema of a record. A passed-out hand has none of the play, so only what comes before it is required of every record."""
    fields = Fields(rulebook)
    seat: dict[str, Any] = {"type": "integer", "minimum": 1, "maximum": len(THREE)}
    called = sorted(int(value) for value in rulebook.several(VALUES)) if rulebook.has(CALLS) else [1]
    amounts = {"type": "object", "properties": {side: {"type": "integer"} for side in THREE}, "additionalProperties": False}
    ruled = {"winner": {"enum": list(WINNERS)}, "doubled": {"type": "boolean"}, "offender": seat}
    most_bids = MOST_BIDS if rulebook.choice(BIDS_MODE) == CIRCLES else len(THREE)
    every: dict[str, Any] = {
        "hand": {"type": "integer", "minimum": 1, "maximum": MOST_HANDS},
        "first_bidder": seat,
        "bids": {"type": "array", "minItems": 1, "maxItems": most_bids, "items": {"enum": [0, *called]}},
        "landlord": {**seat, "type": ["integer", "null"]},
        "out": {**seat, "type": ["integer", "null"]},
        "bombs": {"type": "integer", "minimum": 0, "maximum": MOST_BOMBS},
        "rocket": {"type": "boolean"},
        "spring": {"enum": list(SPRINGS)},
        "shown": {"type": "boolean"},
        "ruled": {"type": "object", "properties": ruled, "required": list(ruled), "additionalProperties": False},
        "transfers": {**amounts, "required": list(THREE)},
        "cards": {"type": "object", "properties": {name: {"type": "string"} for name in (*THREE, "kitty")}, "additionalProperties": False},
        "timeouts": amounts,
        "face_up": {"type": "integer", "minimum": 1, "maximum": rulebook.number(CARDS)},
    }
    required = ["hand", "first_bidder", "bids"] if fields.bids else ["hand", *fields.play]
    return {
        "type": "object",
        "properties": {name: every[name] for name in fields.known},
        "required": required,
        "additionalProperties": False,
    }
