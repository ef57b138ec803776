"""The leaves of rounds of tables of three 分组淘汰: who goes on from a table, with what, and what becomes of one or two left over.

Read for part two of the health-cup regulations (DZH-12, DZH-13) and for 范文二, 三, 六, 七, 八 and 十 (F2-01, F2-09, F3-01, F3-15, F6-01,
F6-02, F6-11, F7-01, F7-02, F8-01, F8-09). What only some texts have are groups in `OPTIONAL`, which are in a file whole or not at all.
"""

from collections.abc import Mapping

from scoring.parameters import Choice, Schema, Table, Whole

ADVANCE, CARRY, ABSENT = "format_rules.advance", "format_rules.carry", "format_rules.absent"
FIRST_ROUND, LEFTOVER = "format_rules.first_round", "format_rules.leftover"
TWO_LEFT, FINAL_STRICT, OUT_TOGETHER = "format_rules.two_left", "format_rules.final_strict", "ranking.out_together"
BY_RANK = "awards.by_rank"
REFILL_RULES, REFILL_COUNTS = "format_rules.refill", "format_rules.refill.counts"
BUST, BOTH_BUST = "format_rules.bust", "format_rules.bust.both"

NOTHING, STACK = "nothing", "stack"
BYE, REFILL, REFUSED = "bye", "refill", "refused"
LOT, ARRIVAL = "lot", "arrival"
BEST_OUT, SHARED = "best_out", "shared"
FIRST, ALL = "first", "all"
BY_PLACE = "by_place"
BETTER, LAST = "better", "last"
CHIEF_REFEREE, SURVIVOR_ALONE = "chief_referee", "survivor_alone"
POINTS_THEN_LOT = "points_then_lot"

SCHEMA: Schema = {
    ADVANCE: Whole(1, 2),  # how many of each table go on
    CARRY: Choice((NOTHING, STACK)),  # what they bring to the next table: nothing, or the points or stack they have
    FIRST_ROUND: Choice((LOT, ARRIVAL)),  # the first round by lot, or as they came; every later one by lot
    # One or two over: into the next round; a table filled up from the first that ended; or none in the first round, which does not open
    # before three divides those who come (in later rounds, whose number nobody can choose, they go on).
    LEFTOVER: Choice((BYE, REFILL, REFUSED)),
    TWO_LEFT: Choice((BEST_OUT, SHARED)),  # two left in all: the best of those just out makes a table, or both are first
    FINAL_STRICT: Choice((FIRST, ALL)),  # which places of the last table must be decided
    ABSENT: Choice((POINTS_THEN_LOT,)),  # a table that somebody left: of the others who has more, then a lot
    OUT_TOGETHER: Choice((SHARED, BY_PLACE)),  # out in one round: one rank for all, or seconds before thirds
    BY_RANK: Table({"rank": Whole(1, 999), "cash": Whole(0, 10_000_000)}, keys=("rank",), least=0),
}
OPTIONAL: Mapping[str, Schema] = {
    REFILL_RULES: {
        REFILL_COUNTS: Choice((BETTER, LAST))
    },  # where LEFTOVER is `refill`, which of a player's two results counts; without it the better
    BUST: {BOTH_BUST: Choice((CHIEF_REFEREE, SURVIVOR_ALONE))},  # two of a table bust in one hand, where CARRY is `stack`
}
