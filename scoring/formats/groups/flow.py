"""The rounds as they went: who came to each level, what its tables gave, who waited, who goes on, and what is missing for the next.

A level is one round of tables with, where the text has one, the refill table beside it. Reads the setup's value and the values of the
opened matches; writes nothing. Who sat at an opened table is a fact; who ought to sit there follows from the level before (`due`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.drawn_tables import FINAL as FINAL_TABLE
from scoring.formats.groups.due import Coming, Due, settle
from scoring.formats.groups.leaves import BEST_OUT, CARRY, LEFTOVER, REFILL, REFUSED, STACK, TWO_LEFT
from scoring.formats.groups.levels import FINAL, TABLE, TWO, Level, better_counts, counted_result, refills, stage_of, strict_of, way
from scoring.formats.groups.tables import Lots, Result, carried, going, read_table, seconds, split
from scoring.games.doudizhu.leaves import STAKES, START
from scoring.parameters import Rulebook
from scoring.sides import THREE

Value = dict[str, Any]


@dataclass
class Flow:
    """All levels, the coming round, and what stands in the way. `shared`: both who are left are first."""

    levels: list[Level]
    lots: Lots
    due: list[Due]
    coming: Value | None = None
    blocked: list[Value] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)
    refill: list[int] = field(default_factory=list)  # rounds of which has still to be said which table ended first
    shared: list[str] = field(default_factory=list)
    over: bool = False


def flow_of(rulebook: Rulebook, setup: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> Flow:
    """Read the levels one after the other, as far as they were opened, and say what comes next."""
    return _Reader(rulebook, setup, values).read()


class _Reader:
    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> None:
        self.rulebook, self.setup, self.values = rulebook, setup, values
        self.gone = {*setup["gone"], *setup["disqualified"]}
        self.opened = {row["round"] for row in setup["rounds"]}
        self.seats: dict[int, list[Mapping[str, Any]]] = {}
        for seat in setup["matches"]:
            self.seats.setdefault(seat["round"], []).append(seat)
        self.away = {match: value["forfeited_by"] for match, value in values.items()}
        self.stacks = rulebook.choice(CARRY) == STACK
        self.brought = rulebook.number(START) if rulebook.has(STAKES) else 0  # to the first table
        self.flow = Flow([], Lots(setup["lots"]), [])

    def read(self) -> Flow:
        members = self._entrants()
        stakes = dict.fromkeys(members, self.brought) if self.stacks else {}
        before: Level | None = None
        number, at = 1, 1
        while len(members) >= TABLE or at in self.opened:
            level = self._level(number, at, members, stakes, before)
            self.flow.levels.append(level)
            if not level.opened:
                break
            self._tables(level)
            before, number = level, number + 1
            at = level.after
            if level.last or not (level.done or at in self.opened):
                break
            members, stakes = self._after(level)
        self._what_next(members)
        return self.flow

    def _entrants(self) -> list[str]:
        """Who comes to the first level: the draw's, once it is opened; before that everybody registered, in draw order."""
        drawn = self.setup["groups"].get("1", [])
        if 1 in self.opened and drawn:
            return list(drawn)
        return [one for one in self.setup["registered"] if one not in self.gone]

    def _still(self, people: Iterable[str], at: int) -> list[str]:
        """Those who come to the round `at`: who was taken off only where that round was drawn with him."""
        drawn = self.setup["groups"].get(str(at), []) if at in self.opened else []
        return [one for one in dict.fromkeys(people) if one not in self.gone or one in drawn]

    def _level(self, number: int, at: int, members: Sequence[str], stakes: Mapping[str, int], before: Level | None) -> Level:
        """A level with who came to it; if its round was opened, those who were seated, and who is due instead."""
        level = Level(number, at, "", list(members), dict(stakes), at in self.opened)
        if level.opened:
            seats = self.seats.get(at, [])
            drawn = self.setup["groups"].get(str(at), [])
            if before is not None:
                unsure = [one for table in before.tables() if not table.decided for one in table.people]
                settled = settle(seats, Coming(members, unsure, drawn, stakes if self.stacks else None, self.away))
                self.flow.due += settled.due
                level.members, level.waiting = settled.members, settled.waiting
            else:
                seated = [seat[side]["entrant"] for seat in seats for side in THREE]
                level.members = list(dict.fromkeys([*drawn, *seated]))
                level.waiting = [one for one in level.members if one not in seated]
        level.stage = self._stage(level)
        return level

    def _stage(self, level: Level) -> str:
        stated = [seat.get("stage", "") for seat in self.seats.get(level.round, [])]
        return stated[0] if stated and stated[0] else stage_of(self.rulebook, level.number, len(level.members))

    # ------------------------------------------------------------------------------------------------ what its tables gave

    def _tables(self, level: Level) -> None:
        strict = strict_of(self.rulebook, FINAL if level.last else level.stage)
        level.results = [self._result(seat, strict) for seat in self.seats.get(level.round, [])]
        if refills(self.rulebook, len(level.members)):
            self._refill(level)
        decided = all(result.decided for result in level.tables())
        waits = level.refill_round is not None and level.refill is None
        level.done = decided and not waits
        level.on = self._going_on(level)
        coming = self._still(level.on, level.after)
        if level.done and not level.last and len(coming) == TWO and self.rulebook.choice(TWO_LEFT) == BEST_OUT:
            self._fill_up(level)

    def _result(self, seat: Mapping[str, Any], strict: Sequence[int]) -> Result:
        return read_table(self.rulebook, seat, self.values[seat["match"]], self.flow.lots, strict)

    def _refill(self, level: Level) -> None:
        """The table of those who wait, filled up from the one that ended first (F6-02)."""
        at = level.round + 1
        played = next((seat for seat in self.seats.get(at, []) if seat.get("stage") == REFILL), None)
        seated = set() if played is None else {played[side]["entrant"] for side in THREE}
        waiting = [one for one in level.waiting if one not in self.gone or one in seated]
        if not waiting or (at in self.opened and played is None):
            return
        level.refill_round = at
        first = self.setup["first_finished"].get(str(level.round))
        table = next((result for result in level.results if result.match == first), None)
        if table is not None and table.decided:
            filling = seconds(table, TABLE - len(waiting), self.gone - seated, self.flow.lots)
            if filling is not None and len(filling) < TABLE - len(waiting) and played is None:
                level.refill_round = None  # nobody is there to fill it up: those who wait go on
                return
            if filling is not None:
                level.refill_seats = [*waiting, *filling]
                if self.stacks:
                    had = {one: carried(self.rulebook, table.points[one] or 0) for one in filling}
                    level.refill_stakes = {**{one: level.stakes.get(one, self.brought) for one in waiting}, **had}
        if played is not None:
            if level.refill_seats is not None:
                self.flow.due += settle([played], Coming(level.refill_seats, (), (), level.refill_stakes, self.away)).due
            level.refill = self._result(played, [going(self.rulebook)])

    def _going_on(self, level: Level) -> list[str]:
        """Who goes on, as far as it is known: best of each table, the refill table, and who waits without one."""
        on = [one for result in level.results for one in result.on]
        if level.refill is not None:
            twice = set(level.refill.people) & set(on)
            if twice and not better_counts(self.rulebook):
                on = [one for one in on if one not in twice or one in level.refill.on]
            on += level.refill.on
        elif level.refill_round is None:
            on += level.waiting
        return list(dict.fromkeys(on))

    def _fill_up(self, level: Level) -> None:
        """Two are left in all: the best of those who just went out makes the last table up to three."""
        ways: dict[str, tuple[int, int]] = {}
        for one in self._still(level.members, level.after):
            result = counted_result(self.rulebook, level, one)
            if one not in level.on and result is not None and one not in result.absent:
                ways[one] = way(result, one)
        ranked = [[one for one in ways if ways[one] == equal] for equal in sorted(set(ways.values()))]
        if not split(ranked, 1, self.flow.lots):
            level.done = False
            return
        level.filler = next((one for group in ranked for one in group), None)

    def _after(self, level: Level) -> tuple[list[str], dict[str, int]]:
        """Who comes to the level after, with what."""
        members = self._still([*level.on, *([level.filler] if level.filler else [])], level.after)
        if not self.stacks:
            return members, {}
        return members, {one: self._stake(level, one) for one in members}

    def _stake(self, level: Level, entrant: str) -> int:
        result = counted_result(self.rulebook, level, entrant)
        points = None if result is None else result.points[entrant]
        if points is None:
            return level.stakes.get(entrant, self.brought)
        return carried(self.rulebook, points)

    # ------------------------------------------------------------------------------------------------ what comes next

    def _what_next(self, members: Sequence[str]) -> None:
        flow = self.flow
        level = flow.levels[-1] if flow.levels else None
        flow.blocked += [{"code": "seats_differ", "values": {"match": row.match}} for row in flow.due]
        for one in flow.levels:
            flow.blocked += [
                {"code": "two_bust", "values": {"match": table.match, "entrants": table.bust}}
                for table in one.tables()
                if table.two_bust and not table.decided
            ]
        if level is None or (level.opened and level.done and level.last):
            self._ended(level, members)
        elif not level.opened:
            self._to_open(level)
        elif not level.done:
            self._unfinished(level)
        else:
            self._ended(None, members)

    def _to_open(self, level: Level) -> None:
        """The level is next: unless somebody would be over at the first, and nobody may be."""
        here = len(level.members)
        if level.number == 1 and here % TABLE and self.rulebook.choice(LEFTOVER) == REFUSED:
            values = {"round": level.round, "entrants": here, "wanted": here + TABLE - here % TABLE}
            self.flow.blocked.append({"code": "entrants_wanted", "values": values})
            return
        self.flow.coming = self._coming(level)

    def _coming(self, level: Level) -> Value:
        kind = {"kind": FINAL_TABLE} if level.last else {}
        stakes = {"stakes": level.stakes} if self.stacks and level.number > 1 else {}
        return {"round": level.round, "stage": level.stage, "entrants": level.members, "seats_known": False, **kind, **stakes}

    def _unfinished(self, level: Level) -> None:
        """The level waits: for its refill table, which may be played beside it, for results, or for lots (those stand in the plan)."""
        flow = self.flow
        missing = [result.match for result in level.tables() if result.state not in ("complete", "forfeited")]
        if level.refill_round is not None and level.refill is None:
            if level.refill_seats is not None:
                flow.coming = {
                    "round": level.refill_round,
                    "stage": REFILL,
                    "entrants": level.refill_seats,
                    "seats_known": True,
                    "table": len(level.results) + 1,
                    **({} if level.refill_stakes is None else {"stakes": level.refill_stakes}),
                }
                flow.beside = [level.refill_round] if missing else []
                return
            if self.setup["first_finished"].get(str(level.round)) not in {result.match for result in level.results}:
                flow.refill = [level.round]
                flow.blocked.append({"code": "first_finished_missing", "values": {"round": level.round, "entrants": level.waiting}})
        flow.blocked += [{"code": "ties_open", "values": {"entrants": tied}} for tied in flow.lots.wanted]
        if missing:
            flow.blocked.append({"code": "results_missing", "values": {"round": level.after, "matches": missing}})

    def _ended(self, level: Level | None, members: Sequence[str]) -> None:
        """The last table was played; or fewer than three are left."""
        flow = self.flow
        if not flow.levels:
            flow.blocked.append({"code": "too_few_entrants", "values": {"entrants": len(members), "least": TABLE}})
            return
        flow.over = not flow.due and not flow.lots.wanted
        if level is None:
            flow.shared = list(members)
