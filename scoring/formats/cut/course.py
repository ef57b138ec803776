"""How far stages that are ranked over all tables have come: rankings, cuts, play-offs, who goes on, who is due where.

Reads the setup's value and the values of the opened matches; writes nothing. Nobody is out for good before the cut of his stage is
settled: a play-off may bring the best of the eliminated back. Clauses F9-01..05.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.formats.cut.cutting import Cut, cut_at, play_off_of
from scoring.formats.cut.leaves import AGAIN, BYES, EXTRA_HANDS, FINAL_STAGE, MORE, SECOND, TABLES, USE_PLACES, stages_of
from scoring.formats.drawn_tables import DECIDED, over
from scoring.formats.finishing import Lots, absent_from, order_at, points_at, seated_at, to_separate
from scoring.outcomes import Score
from scoring.parameters import Rulebook
from scoring.sides import THREE

Value = dict[str, Any]
PLAY_OFF_WANTED, LOT_WANTED = "play_off", "lot"


def strict_final(rulebook: Rulebook) -> list[int]:
    """After which places of the final nobody may be left equal: the first; the second only where the rulebook says so (F9-05)."""
    return [1, 2] if rulebook.choice(SECOND) == EXTRA_HANDS else [1]


PLAY_OFF_SUFFIX = "_play_off"


def play_off_stage(stage: str) -> str:
    """The name of the rounds in which ties on a stage's cut are played off."""
    return f"{stage}{PLAY_OFF_SUFFIX}"


@dataclass(frozen=True, slots=True)
class Held:
    """An opened round: its number, the values of its tables, those that the chief referee let stand as they were seated, and who is
    still in the competition."""

    round: int
    tables: Sequence[Mapping[str, Any]]
    ruled: frozenset[str]
    here: frozenset[str]

    @property
    def decided(self) -> bool:
        return all(value["state"] in DECIDED for value in self.tables)

    @property
    def seated(self) -> list[str]:
        return [entrant for value in self.tables for entrant in seated_at(value)]

    def points(self) -> dict[str, Score]:
        """What everybody brought from the tables; who stayed away, or was taken off, has nothing."""
        found: dict[str, Score] = {}
        for value in self.tables:
            there = [entrant for entrant in seated_at(value) if entrant in self.here and entrant not in absent_from(value)]
            found |= {entrant: points_at(value, entrant) or 0 for entrant in there}
        return found

    def order(self, lots: Lots, strict: Sequence[int]) -> list[list[str]]:
        """The order of its one table."""
        groups = order_at(lots, self.tables[0], strict) if self.tables else []
        found = [[entrant for entrant in group if entrant in self.here] for group in groups]
        return [group for group in found if group]


@dataclass
class Stage:
    """One stage. `due`: who is to play it or has a bye, once `known`. `on`: who goes on, as far as the cut is settled.

    `cut` is that of the tables; `tied` and `contested` what is still open of it; `wanted` how: a play-off among `players`, or a lot
    among `lot`.
    """

    code: str
    places: int
    places_left: int = 0  # for those who play it: without the places that byes use up
    due: list[str] = field(default_factory=list)
    known: bool = False
    held: Held | None = None
    play_offs: list[Held] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    cut: Cut | None = None
    on: list[str] = field(default_factory=list)
    tied: list[str] = field(default_factory=list)
    contested: int = 0
    wanted: str = ""
    players: list[str] = field(default_factory=list)
    lot: list[str] = field(default_factory=list)
    best_out: list[str] = field(default_factory=list)
    settled: bool = False
    passed: list[Held] = field(default_factory=list)  # play-offs that counted


class Course:
    """All the stages, the final last."""

    def __init__(self, rulebook: Rulebook, setup: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> None:
        self.rulebook, self.setup = rulebook, setup
        self.rounds = self._rounds(values)
        self.opened = max((row["round"] for row in setup["rounds"] if row["opened"]), default=0)
        self.lots = Lots(setup["lots"])
        self.stages: list[Stage] = []
        due, known = list(setup["registered"]), True
        for code, places in stages_of(rulebook):
            stage = self._stage(code, places, due, known=known)
            self._settle(stage)
            self.stages.append(stage)
            due, known = ([*stage.byes, *stage.on], True) if stage.settled else ([], False)
        self.final = self._stage(FINAL_STAGE, 0, due, known=known)
        self.order: list[list[str]] = []
        if self.final.held is not None and self.final.held.decided:
            self.order = self.final.held.order(self.lots, strict_final(rulebook))
            open_ones = to_separate(self.order, strict_final(rulebook))
            self.final.settled = not open_ones
            self.final.lot = [entrant for group in open_ones for entrant in group]

    @property
    def all(self) -> list[Stage]:
        return [*self.stages, self.final]

    def _rounds(self, values: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Held]]:
        """Stage or play-off -> its opened rounds in order."""
        ruled = frozenset(seat["match"] for seat in self.setup["matches"] if seat.get("ruled"))
        found: dict[str, list[Held]] = {}
        here = frozenset(self.setup["registered"])
        for row in self.setup["rounds"]:
            tables = [value for value in values.values() if value["round"] == row["round"]]
            found.setdefault(row["stage"], []).append(Held(row["round"], tables, ruled & {value["match"] for value in tables}, here))
        return found

    def _stage(self, code: str, places: int, due: Sequence[str], *, known: bool) -> Stage:
        held = next(iter(self.rounds.get(code, ())), None)
        stage = Stage(code, places, places, list(due), known, held, self.rounds.get(play_off_stage(code), []))
        if held is not None:
            drawn = self.setup["groups"].get(str(held.round), [])
            seated = held.seated
            stage.byes = [one for one in over(drawn) if one not in seated and (one in due or not known)]
            beside = [one for one in due if one not in seated and one not in stage.byes] if known else []
            stage.byes += beside[: max(0, len(due) % len(THREE) - len(stage.byes))]
            if self.rulebook.choice(BYES) == USE_PLACES:
                stage.places_left = max(0, places - len(stage.byes))
        return stage

    def _settle(self, stage: Stage) -> None:
        """Make the cut, then read play-offs and lots until nobody is tied on it or something is missing."""
        if stage.held is None or not stage.held.decided:
            return
        stage.cut = cut_at(stage.held.points(), stage.places_left)
        cut, stage.on = stage.cut, list(stage.cut.through)
        while not cut.clean:
            stage.tied, stage.contested = list(cut.tied), cut.contested
            after = self._play_off(stage, cut)
            if after is None:
                return
            stage.on += after.through
            cut = after
        stage.tied, stage.contested, stage.settled = [], 0, True

    def _play_off(self, stage: Stage, cut: Cut) -> Cut | None:
        """The tie after its play-off or lot, which may be cleared or still open; None while something is missing."""
        number, stage.players, stage.best_out = len(stage.passed), [], []
        too_many = len(cut.tied) > len(THREE) and self.rulebook.choice(MORE) != TABLES
        if too_many or number > self.rulebook.number(AGAIN):
            return self._by_lot(stage, cut)
        off = play_off_of(cut, self.lots)
        if off.lot:
            stage.wanted, stage.lot = LOT_WANTED, list(off.lot)
            return None
        if not off.possible:
            return self._by_lot(stage, cut)
        stage.players = list(off.players)
        stage.best_out = list(off.players[len(cut.tied) :])
        held = _next_held(stage)
        if held is None:
            stage.wanted = PLAY_OFF_WANTED
            return None
        if not held.decided or (sorted(held.seated) != sorted(off.players) and not held.ruled):
            return None
        if len(held.tables) == 1:
            return self._at_one_table(stage, cut, held)
        stage.passed.append(held)
        return cut_at(held.points(), cut.contested)

    def _at_one_table(self, stage: Stage, cut: Cut, held: Held) -> Cut | None:
        """A play-off of three: its hands and extra hands order them, and after those a lot."""
        order = held.order(self.lots, [cut.contested])
        tied = to_separate(order, [cut.contested])
        if tied:
            stage.wanted, stage.lot, stage.players, stage.best_out = LOT_WANTED, tied[0], list(tied[0]), []
            return None
        stage.passed.append(held)
        ordered = [entrant for group in order for entrant in group]
        return Cut(tuple(ordered[: cut.contested]), (), 0, ())

    def _by_lot(self, stage: Stage, cut: Cut) -> Cut | None:
        order = self.lots.order(cut.tied)
        if order is None:
            stage.wanted, stage.lot = LOT_WANTED, list(cut.tied)
            return None
        return Cut(tuple(order[: cut.contested]), (), 0, ())

    def waits_for(self) -> Stage | None:
        """The first stage that is not over: not opened, its tables not all decided, or its cut not settled."""
        return next((stage for stage in self.all if not stage.settled), None)

    def due(self) -> list[Value]:
        """Opened tables in which others are due than are seated: `{"match", "seats": {"2": entrant}}`."""
        found: list[Value] = []
        for stage in self.all:
            if stage is not self.all[0] and stage.held is not None and stage.known:
                found += _changed(stage.held, [one for one in stage.due if one not in stage.byes])
            running = None if stage.settled or not stage.players else _next_held(stage)
            found += [] if running is None else _changed(running, stage.players)
        return found


def _next_held(stage: Stage) -> Held | None:
    """The opened play-off after those that counted. One for another number of players was for a tie that is no more."""
    counted = [held.round for held in stage.passed]
    rest = [held for held in stage.play_offs if held.round > max(counted, default=0)]
    return next((held for held in rest if held.ruled or len(held.seated) == len(stage.players)), None)


def _changed(held: Held, due: Sequence[str]) -> list[Value]:
    """Who is due takes the seats of those who are not, in order."""
    seated = held.seated
    coming = [entrant for entrant in due if entrant not in seated]
    changed: dict[str, dict[str, str]] = {}
    for value in held.tables:
        for seat in THREE if value["match"] not in held.ruled else ():
            if value[seat]["entrant"] not in due and coming:
                changed.setdefault(value["match"], {})[seat] = coming.pop(0)
    return [{"match": match, "seats": seats} for match, seats in changed.items()]
