"""A level: one round of tables with, where the text has one, the refill table beside it; and how many levels there will be.

Clauses DZH-13, F2-09, F3-15, F6-02, F7-02.
"""

from dataclasses import dataclass, field

from scoring.formats.groups.leaves import ALL, BEST_OUT, BETTER, FINAL_STRICT, LEFTOVER, REFILL, REFILL_COUNTS, REFILL_RULES, TWO_LEFT
from scoring.formats.groups.tables import Result, going
from scoring.parameters import Rulebook

PRELIMINARY, ROUND, SEMIFINAL, FINAL = "preliminary", "round", "semifinal", "final"
TABLE, TWO = 3, 2


@dataclass
class Level:
    """One round of tables. `members`: who came to it; `waiting`: those of them without a table; `on`: who goes on, once `done`.

    `filler`: who was out and makes the last table up to three; `results`: the tables; `refill`: the table of the refill round.
    """

    number: int
    round: int
    stage: str
    members: list[str]
    stakes: dict[str, int]
    opened: bool = False
    waiting: list[str] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    refill_round: int | None = None
    refill: Result | None = None
    refill_seats: list[str] | None = None  # who plays the refill table, once that is known
    refill_stakes: dict[str, int] | None = None
    on: list[str] = field(default_factory=list)
    filler: str | None = None
    done: bool = False
    sat: dict[str, list[Result]] | None = None

    @property
    def last(self) -> bool:
        """Whether nothing comes after it: one table, or nobody to play against."""
        return len(self.members) <= TABLE

    @property
    def after(self) -> int:
        """The round of the level after it."""
        return 1 + (self.round if self.refill_round is None else self.refill_round)

    def tables(self) -> list[Result]:
        return [*self.results, *([self.refill] if self.refill else [])]

    def results_of(self, entrant: str) -> list[Result]:
        """The tables of this level at which an entrant sat, in order. Not to be asked before they have all been read."""
        if self.sat is None:
            self.sat = {}
            for result in self.tables():
                for one in result.people:
                    self.sat.setdefault(one, []).append(result)
        return self.sat.get(entrant, [])


def strict_of(rulebook: Rulebook, stage: str) -> list[int]:
    """The places of a table behind which nobody may be tied."""
    if stage != FINAL:
        return [going(rulebook)]
    return [1, 2] if rulebook.choice(FINAL_STRICT) == ALL else [1]


def stage_of(rulebook: Rulebook, number: int, members: int) -> str:
    """What a level is called: the last is the final, the one before it the semifinal unless it is the first of all."""
    if members <= TABLE:
        return FINAL
    if number == 1:
        return PRELIMINARY
    return SEMIFINAL if expected(rulebook, members) <= TABLE else ROUND


def refills(rulebook: Rulebook, members: int) -> bool:
    """Whether a level of so many has a refill table: with two who go on there is nobody at a table to join one who waits."""
    return rulebook.choice(LEFTOVER) == REFILL and members > TABLE and members % TABLE >= going(rulebook)


def expected(rulebook: Rulebook, members: int) -> int:
    """How many go on from a level of so many, if every table ends as tables do; 0 after the last. Fewer than came to it, always."""
    if members <= TABLE:
        return 0
    tables, over = members // TABLE, members % TABLE
    on = going(rulebook) * tables + (going(rulebook) if refills(rulebook, members) else over)
    return TABLE if on == TWO and rulebook.choice(TWO_LEFT) == BEST_OUT else on


def better_counts(rulebook: Rulebook) -> bool:
    """Whether of two results at one level the better counts, not the last: also where a file has no refill table of its own."""
    return not rulebook.has(REFILL_RULES) or rulebook.choice(REFILL_COUNTS) == BETTER


def counted_result(rulebook: Rulebook, level: Level, entrant: str) -> Result | None:
    """Of two results at one level, table and refill table, the one that counts: the better, or the last."""
    found = level.results_of(entrant)
    if len(found) < 2 or not better_counts(rulebook):
        return found[-1] if found else None
    return min(found, key=lambda result: (entrant not in result.on, *way(result, entrant)))


def way(result: Result, entrant: str) -> tuple[int, int]:
    """Place, then points, the better first."""
    return (result.place(entrant) or TABLE + 1, -(result.points[entrant] or 0))


def levels_to_come(rulebook: Rulebook, level: Level) -> list[int]:
    """How many will come to each level after this one, as far as can be said."""
    found = []
    members = expected(rulebook, len(level.members))
    while members >= TABLE:
        found.append(members)
        members = expected(rulebook, members)
    return found
