"""The leaves of a round robin in two rooms: boards of a round, the league, the ranking. Clauses E80T-01, E80T-05."""

from collections.abc import Mapping

from scoring.formats.round_robin import schedule
from scoring.parameters import Choice, Rulebook, Schema, Whole
from scoring.tiebreaks import FINAL_TIE, STEPS, head_to_head, total

BOARDS, BOARDS_RUN = "format_rules.boards", "format_rules.boards_run"
RUN_ON, START_OVER = ("run_on", "start_over")
OPEN_ROOM, HOME = "format_rules.open_room", "format_rules.home"
FIRST_PAIRS, SECOND_PAIRS = ("first_pairs", "second_pairs")
LEAGUE = "format_rules.league"
MATCH_POINTS, RESULTS = ("match_points", "by_results")
WON, DRAWN, LOST = RESULT = ("won", "drawn", "lost")
RESULT_POINTS: Mapping[str, str] = {result: f"format_rules.results.{result}" for result in RESULT}
NET, MARGIN = "net", "margin"
KEYS = (total.KEY, NET, WON, MARGIN, head_to_head.KEY, "none")
PAIRS = 2

SCHEMA: Schema = {
    schedule.PAIRING: Choice(("berger", "circle")),
    schedule.ROUNDS: Whole(0, 999),
    schedule.PAIRS: Whole(PAIRS, PAIRS),
    schedule.BYE_POINTS: Whole(0, 999),
    BOARDS: Whole(1, 99),
    BOARDS_RUN: Choice((RUN_ON, START_OVER)),
    OPEN_ROOM: Choice((FIRST_PAIRS, SECOND_PAIRS)),
    HOME: Choice(("lower_number",)),
    LEAGUE: Choice((MATCH_POINTS, RESULTS)),
    **{path: Whole(0, 99) for path in RESULT_POINTS.values()},
    **{step: Choice(KEYS) for step in STEPS},
    head_to_head.MULTI: Choice(("mini_league", "two_only")),
    FINAL_TIE: Choice(("shared", "lot")),
}


def boards_of(rulebook: Rulebook, number: int, largest: int) -> list[int]:
    """The boards of a round: so many of the set, running on from round to round and beginning again after the last; or always the first."""
    count = rulebook.number(BOARDS)
    first = 0 if rulebook.choice(BOARDS_RUN) == START_OVER else (number - 1) * count
    return sorted((first + place) % largest + 1 for place in range(count))
