"""The leaves of stages that are ranked over all their tables 统一排名: how many go on, byes, ties on the cut. Clauses F9-01..05."""

from scoring.parameters import Choice, Schema, Table, Whole

CUTS, BYES, SECOND = "format_rules.cuts", "format_rules.byes", "format_rules.final_second"
HANDS, FILL_EQUAL = "format_rules.play_off.hands", "format_rules.play_off.fill_equal"
AGAIN, MORE = "format_rules.play_off.again", "format_rules.play_off.more"
ABSENT, OUT_TOGETHER, BY_RANK = "format_rules.absent", "ranking.out_together", "awards.by_rank"

HEATS, SEMIFINAL, FINAL_STAGE = STAGES = ("heats", "semifinal", "final")
USE_PLACES, BESIDE = "use_places", "beside"
SHARED, EXTRA_HANDS = "shared", "extra_hands"
TABLES, LOT = "tables", "lot"
BY_POINTS = "by_points"

SCHEMA: Schema = {
    # Stages before the final, in order, and how many places the next one has.
    CUTS: Table({"stage": Choice((HEATS, SEMIFINAL)), "goes_on": Whole(3, 999)}, keys=("stage",)),
    BYES: Choice((USE_PLACES, BESIDE)),  # who has a bye takes one of the places, or comes in beside them
    SECOND: Choice((SHARED, EXTRA_HANDS)),  # two equal behind the winner of the final
    HANDS: Whole(1, 99),  # of a play-off
    FILL_EQUAL: Choice((LOT,)),  # which of several equal best eliminated fills up a play-off table
    AGAIN: Whole(0, 9),  # how often a play-off over several tables is repeated before a lot
    MORE: Choice((TABLES, LOT)),  # more than three tied: tables drawn among them, or a lot at once
    ABSENT: Choice(("last",)),  # who stayed away is behind all who played
    OUT_TOGETHER: Choice((SHARED, BY_POINTS)),  # out in one stage: one rank for all, or by the points in it
    BY_RANK: Table({"rank": Whole(1, 999), "cash": Whole(0, 10_000_000)}, keys=("rank",), least=0),
}
