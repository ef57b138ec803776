"""A table of three: the leaves its tally reads. What a text does not print is left out of its file by whole groups."""

from collections.abc import Mapping

from scoring.leaf_types import Choice, Flag, Schema, Whole

ENDS = "tally_rules.ends"  # what ends the regular part
HANDS_ENDS, TIME_ENDS = "hands", "time"

HANDS = "tally_rules.hands"  # group: so many hands played
HANDS_COUNT = f"{HANDS}.count"

TIME = "tally_rules.time"  # group: so many minutes; 0 where the organiser has still to say how many
MINUTES, FINISH = f"{TIME}.minutes", f"{TIME}.finish_current_hand"

BUST = "tally_rules.bust"  # group: who has no more than `at` is out and ends the table
BUST_AT = f"{BUST}.at"

CHAIN = "tally_rules.ties.chain"  # what separates those who are tied where it matters
EXTRA_HANDS, LOT, SHARED = "extra_hands", "lot", "shared"

EXTRA = "tally_rules.extra"  # group: extra hands come in batches of so many; after so many batches a lot, 0: never
EXTRA_COUNT, EXTRA_BATCHES = f"{EXTRA}.hands", f"{EXTRA}.batches"

SCHEMA: Schema = {ENDS: Choice((HANDS_ENDS, TIME_ENDS)), CHAIN: Choice((EXTRA_HANDS, LOT, SHARED))}

OPTIONAL: Mapping[str, Schema] = {
    HANDS: {HANDS_COUNT: Whole(1, 99)},
    TIME: {MINUTES: Whole(0, 999), FINISH: Flag()},
    BUST: {BUST_AT: Whole(0, 999)},
    EXTRA: {EXTRA_COUNT: Whole(1, 9), EXTRA_BATCHES: Whole(0, 9)},
}
