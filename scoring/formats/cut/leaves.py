"""The leaves of stages that are ranked over all their tables 统一排名: how many go on, byes, ties on the cut. Clauses F9-01..05."""

from scoring.parameters import Choice, Rulebook, Schema, Table, Whole

BYES, SECOND = "format_rules.byes", "format_rules.final_second"
HANDS, FILL_EQUAL = "format_rules.play_off.hands", "format_rules.play_off.fill_equal"
AGAIN, MORE = "format_rules.play_off.again", "format_rules.play_off.more"
ABSENT, OUT_TOGETHER, BY_RANK = "format_rules.absent", "ranking.out_together", "awards.by_rank"

HEATS, SEMIFINAL, FINAL_STAGE = STAGES = ("heats", "semifinal", "final")
GOES_ON = {stage: f"format_rules.goes_on.{stage}" for stage in (HEATS, SEMIFINAL)}
USE_PLACES, BESIDE = "use_places", "beside"
SHARED, EXTRA_HANDS = "shared", "extra_hands"
TABLES, LOT = "tables", "lot"
BY_POINTS = "by_points"

SCHEMA: Schema = {
    # How many places the stage after the heats has, and the one after the semi-final; 0: there is no semi-final.
    GOES_ON[HEATS]: Whole(3, 999),
    GOES_ON[SEMIFINAL]: Whole(0, 999),
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


def stages_of(rulebook: Rulebook) -> list[tuple[str, int]]:
    """The stages before the final, in order, and how many places the next one has."""
    return [(stage, places) for stage, path in GOES_ON.items() if (places := rulebook.number(path))]
