"""The leaves of a tree of stages 初赛、复赛、复活赛…: tables of each, and where each place leads. Clauses F5-01..06."""

from scoring.parameters import Choice, Schema, Table, Whole

STAGES, ABSENT = "format_rules.stages", "format_rules.absent"
FINAL_STRICT, OUT_TOGETHER = "format_rules.final_strict", "ranking.out_together"
CHAMPION, BY_RANK = "awards.champion", "awards.by_rank"

NAMES = ("heats", "semifinal", "repechage", "decider", "final")
ROUTES = {stage: f"format_rules.routes.{stage}" for stage in NAMES[:-1]}
OUT = "out"
FIRST, ALL = "first", "all"
SHARED, BY_PLACE = "shared", "by_place"
UNSET = 0
MOST_CASH = 10_000_000

SCHEMA: Schema = {
    # In the order in which they are played, a round each. `wild_cards`: places for people who come from nowhere.
    STAGES: Table({"stage": Choice(NAMES), "tables": Whole(1, 60), "wild_cards": Whole(0, 3)}, keys=("stage",)),
    # Where the places of each stage lead; one without a row leads out. Of the last stage the places are the ranks.
    **{path: Table({"place": Whole(1, 3), "to": Choice((*NAMES, OUT))}, keys=("place",), least=0) for path in ROUTES.values()},
    ABSENT: Choice(("points_then_lot",)),  # a table that somebody left: of the others who has more, then a lot
    FINAL_STRICT: Choice((FIRST, ALL)),  # which places of the last stage must be decided
    OUT_TOGETHER: Choice((SHARED, BY_PLACE)),  # out in one stage: one rank for all, or seconds before thirds
    CHAMPION: Whole(UNSET, MOST_CASH),  # 0: the organiser has still to set it
    BY_RANK: Table({"rank": Whole(2, 999), "cash": Whole(0, MOST_CASH)}, keys=("rank",), least=0),
}
