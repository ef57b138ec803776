"""The leaves of a knock-out 淘汰制. Clauses CDP-01, CDP-05 of 炒地皮; GMK-05, GMK-07 of 五子棋."""

from scoring.parameters import Choice, Flag, Schema, Whole

ELIMINATION, PLACING, KEEP_APART = "format_rules.elimination", "format_rules.placing", "format_rules.keep_apart"
NS_BY, TO_WIN, FINAL_TO_WIN = "format_rules.ns_by", "format_rules.to_win", "format_rules.final_to_win"
THIRD_PLACE, BOTH_ABSENT = "format_rules.third_place", "format_rules.both_absent"

STANDARD, TOP, SPREAD = "standard", "top", "spread"
LOWER_DRAW, UPPER_LINE = "lower_draw", "upper_line"
SHARED, PLAYED = "shared", "played"
NOBODY = "nobody"

SCHEMA: Schema = {
    ELIMINATION: Choice(("single_loss",)),
    PLACING: Choice((STANDARD, TOP, SPREAD)),
    KEEP_APART: Flag(),
    NS_BY: Choice((LOWER_DRAW, UPPER_LINE)),
    TO_WIN: Whole(1, 9),
    FINAL_TO_WIN: Whole(1, 9),
    THIRD_PLACE: Choice((SHARED, PLAYED)),
    BOTH_ABSENT: Choice((NOBODY, LOWER_DRAW)),
}
