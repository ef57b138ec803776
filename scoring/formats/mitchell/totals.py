"""What the boards of some rounds give each pair: totals for ranking, and each pair's way through the rounds for showing. Clause E80P-02.

Reads the setup and the values of the matches. Plain results are added up in columns of whole numbers; the few artificial or fined ones one
by one.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from scoring.formats.mitchell.boards import result_of
from scoring.formats.mitchell.setup import BOARDS_EACH
from scoring.outcomes import Score, score_json
from scoring.parameters import Choice, Rulebook, Schema
from scoring.sides import EW, NS, SIDES
from scoring.tallies import board_comparison as comparison
from scoring.tallies import pairs_rules as rules
from scoring.tallies.board_comparison import Board, Result
from scoring.tallies.match_point_scores import Column, add_up, where_full
from scoring.tallies.pairs_rules import Counting

Value = dict[str, Any]
ByRound = Mapping[int, Sequence[Mapping[str, Any]]]

SIT_OUT = "format_rules.sit_out"
NO_SCORE, AVERAGE = ("no_score", "average_score")
SCHEMA: Schema = {SIT_OUT: Choice((NO_SCORE, AVERAGE))}


@dataclass
class Total:
    """What a pair has made of what it could make, on how many boards; `full` of them with all there was to have."""

    points: Fraction
    tops: int
    boards: int
    full: int

    def add(self, points: Score, top: int) -> None:
        """One more board."""
        self.points += points
        self.tops += top
        self.boards += 1
        self.full += points >= top


class Reader:
    """Compares the boards of the rounds it is asked for."""

    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any], by_round: ByRound) -> None:
        self.rulebook, self.by_round = rulebook, by_round
        self.counting = Counting.of(rulebook)
        self.expected: int = setup["expected"]
        drawn = [*setup["lines"][NS], *setup["lines"][EW]]
        seated = (seat[side]["entrant"] for seat in setup["matches"] for side in ("ns", "ew"))  # who played is counted, drawn or not
        self.place = {entrant: number for number, entrant in enumerate(dict.fromkeys([*drawn, *seated]))}
        self.fouled: dict[int, list[list[str]]] = {row["board"]: row["groups"] for row in setup["boards"]}
        self.byes: dict[int, list[str]] = {row["round"]: row["byes"] for row in setup["rounds"]}

    def boards(self, rounds: Sequence[int]) -> list[Board]:
        """The boards as far as these rounds go, compared among them."""
        found: dict[int, list[Result]] = defaultdict(list)
        for number in rounds:
            for match in self.by_round[number]:
                for its in match["results"]:
                    found[its["board"]].append(result_of(match, its))
        return [
            comparison.compare(self.counting, board, results, self.fouled.get(board, ()), self.expected)
            for board, results in sorted(found.items())
        ]

    def totals(self, boards: Sequence[Board], rounds: Sequence[int]) -> dict[str, Total]:
        """All pairs' totals over these boards, which are those of `rounds`."""
        columns: list[Column] = []
        full: list[Column] = []
        played: dict[int, Counter[int]] = defaultdict(Counter)
        for board in boards:
            for _, group in board.parts:
                if group is not None:
                    column = group.column(self.place)
                    columns.append(column)
                    full.append(replace(column, ladder=where_full(column.ladder, group.top)))
                    played[group.top].update(column.ns)
                    played[group.top].update(column.ew)
        sums, fulls = add_up(columns, len(self.place)), add_up(full, len(self.place))
        totals = {
            entrant: Total(
                sums.of(place),
                sum(top * counts[place] for top, counts in played.items()),
                sum(counts[place] for counts in played.values()),
                int(fulls.of(place)),
            )
            for entrant, place in self.place.items()
        }
        for board in boards:
            for result, group, _ in board.placed():
                if not result.plain:
                    for side, entrant in zip(SIDES, (result.ns, result.ew), strict=True):
                        totals[entrant].add(*comparison.score(self.counting, board, group, result, side))
        for _, entrant, points, top in self.beside(rounds):
            totals[entrant].points += points
            totals[entrant].tops += top
        return totals

    def beside(self, rounds: Sequence[int]) -> Iterator[tuple[int, str, Fraction, int]]:
        """What a pair has or is fined beside its boards, and the top of it: an average for sitting out, match points of a whole round."""
        if self.rulebook.choice(SIT_OUT) == AVERAGE:
            top = self.counting.top(self.expected)
            each, boards = self.counting.share(self.rulebook.number(rules.AVERAGE), top), self.rulebook.number(BOARDS_EACH)
            yield from ((number, entrant, each * boards, top * boards) for number in rounds for entrant in self.byes[number])
        for number in rounds:
            for match in self.by_round[number]:
                for charge in match["charges"]:
                    yield number, match[charge["side"].lower()]["entrant"], Fraction(-charge["amount"]), 0

    def ways(self, boards: Sequence[Board], rounds: Sequence[int]) -> dict[str, list[Value]]:
        """Of each pair a row for each round: `{"round", "match", "against", "direction", "boards": [{"board", "points", "top"}], "points",
        "top", "beside", "counted"}`; `beside` is what of the points comes from no board."""
        rows: dict[tuple[str, int], Value] = {}
        for number in rounds:
            for match in self.by_round[number]:
                for mine, theirs in (("ns", "ew"), ("ew", "ns")):
                    where = {"match": match["match"], "against": match[theirs]["entrant"], "direction": mine.upper()}
                    rows[match[mine]["entrant"], number] = {"round": number, **where, **_nothing()}
            for entrant in self.byes[number]:
                rows[entrant, number] = {"round": number, "match": "", "against": None, "direction": "", **_nothing()}
        for board in boards:
            for result, group, _ in board.placed():
                for side, entrant in zip(SIDES, (result.ns, result.ew), strict=True):
                    points, top = comparison.score(self.counting, board, group, result, side)
                    row = rows[entrant, result.round]
                    row["boards"].append({"board": board.number, "points": score_json(points), "top": top})
                    row["points"] += points
                    row["top"] += top
        for number, entrant, points, top in self.beside(rounds):
            row = rows[entrant, number]
            row["points"] += points
            row["beside"] += points
            row["top"] += top
        found: dict[str, list[Value]] = {entrant: [] for entrant in self.place}
        for (entrant, _), row in sorted(rows.items(), key=lambda item: item[0][1]):
            found[entrant].append({**row, "points": score_json(row["points"]), "beside": score_json(row["beside"])})
        return found


def _nothing() -> Value:
    return {"boards": [], "points": Fraction(0), "top": 0, "beside": Fraction(0), "counted": True}
