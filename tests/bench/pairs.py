"""What the match points of a large pairs session cost by themselves: 1,000 pairs on 32 boards, 500 results each."""

from random import Random

from scoring.tallies.match_point_scores import Column, Factor, Sums, add_up, compared, ladder
from tests.bench.figures import best_of, show

TABLES, BOARDS, RUNS = 500, 32, 30
STEP, MEAN, SPREAD, MOST = 5, 16, 8, 88  # D in fives, up to 440


def results(seed: int = 1) -> list[list[int]]:
    """The defenders' points of every table on every board."""
    chance = Random(seed)
    return [[STEP * min(max(round(chance.gauss(MEAN, SPREAD)), 0), MOST) for _ in range(TABLES)] for _ in range(BOARDS)]


def lines() -> list[tuple[list[int], list[int]]]:
    """The pairs at the tables, board by board: North-South stay, East-West move a table on after each two boards."""
    staying = list(range(TABLES))
    return [(staying, [TABLES + (table - number // 2) % TABLES for table in range(TABLES)]) for number in range(BOARDS)]


def scored(boards: list[list[int]], seated: list[tuple[list[int], list[int]]], win: int = 2, tie: int = 1) -> Sums:
    """Every board compared and all pairs added up."""
    columns = [
        Column(points, ns, ew, number % 2 == 1, ladder(compared(points), win, tie, Factor()))
        for number, (points, (ns, ew)) in enumerate(zip(boards, seated, strict=True))
    ]
    return add_up(columns, 2 * TABLES)


def match_points_cost() -> None:
    """Peer: only sorting the results of every board."""
    boards, seated = results(), lines()
    cost = best_of(RUNS, lambda: scored(boards, seated)) * 1000
    ordered = best_of(RUNS, lambda: [sorted(points) for points in boards]) * 1000
    show("match_points_1000x32", cost, "ms", "sorting the same results", ordered)
