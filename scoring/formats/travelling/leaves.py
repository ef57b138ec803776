"""The leaves of a tournament of players on the move 移位赛. Clauses F4-01 to F4-03, F4-08 of 斗地主 范文四."""

from scoring.parameters import Choice, Schema, Whole

SEATING, MOST_TABLES, LEFTOVER = "format_rules.seating", "format_rules.most_tables", "format_rules.leftover"
MOVE_WHEN, DIRECTION = "format_rules.move_when", "format_rules.direction"
BOARDS, SHIFT, ROUNDS = "format_rules.board_movement", "format_rules.board_shift", "format_rules.rounds"
TOTAL, FINAL_TIE = "ranking.total", "ranking.final_tie"

CARDS = "cards"  # ♠k is seat 1 of table k, ♥k seat 2, ♦k seat 3
REFUSED = "refused"
ALL_FINISHED = "all_finished"
UP, DOWN = DIRECTIONS = ("up", "down")  # where seat 2 goes; seat 3 goes the other way
FRESH, BY_SHIFT, WITH_SEAT_3 = BOARD_MOVEMENTS = ("fresh_deal", "shift", "with_seat3")
NET, SHARED = "net", "shared"

SCHEMA: Schema = {
    SEATING: Choice((CARDS,)),
    MOST_TABLES: Whole(1, 99),
    LEFTOVER: Choice((REFUSED,)),
    MOVE_WHEN: Choice((ALL_FINISHED,)),
    DIRECTION: Choice(DIRECTIONS),
    BOARDS: Choice(BOARD_MOVEMENTS),
    SHIFT: Whole(0, 98),
    ROUNDS: Whole(0, 99),  # 0: as many as there are tables
    TOTAL: Choice((NET,)),
    FINAL_TIE: Choice((SHARED, "lot")),
}
