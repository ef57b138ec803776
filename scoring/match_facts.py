"""What stands about one match besides its hands: penalties, the bell, adjusted boards, forfeits, line-ups, the lock.

Reads the match's entries; what was withdrawn is out of the way. What any of it is worth is the tally's business.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.entries import Entry
from scoring.outcomes import Step
from scoring.penalties import Penalty
from scoring.sides import ALL_SIDES, key_of, sides_of
from scoring.slots import Slot

STATED, CHANGED_PARTNER = "stated", "changed_partner"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A board's score set by the chief referee: `ns` and `ew` as whole numbers or `n/d`, in `unit`."""

    hash: str
    number: int
    ns: Any
    ew: Any
    unit: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """Points of a match set right by the chief referee after its hands and fines: side -> what is added, never nothing."""

    hash: str
    points: Mapping[str, int]
    clauses: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {"hash": self.hash, "points": dict(self.points), "clauses": list(self.clauses)}

    def steps(self, sides: Sequence[str]) -> list[Step]:
        """What it adds to each of `sides`, under the first clause it cites."""
        law = self.clauses[0] if self.clauses else ""
        return [Step(law, "adjustment", (self.points[side],), self.points[side], side) for side in sides if self.points.get(side)]


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """All a tally reads of a match. `slots` are the live records in order of place; `time_ups`: game -> last hand that counts;
    `lots`: game -> the side that a lot drawn at the bell names."""

    slots: tuple[Slot, ...] = ()
    absent: tuple[str, ...] = ()
    why: str = ""
    penalties: tuple[Penalty, ...] = ()
    time_ups: Mapping[int, int] = field(default_factory=dict)
    adjustments: Mapping[int, Adjustment] = field(default_factory=dict)
    lots: Mapping[int, str] = field(default_factory=dict)
    adjusted: tuple[PointsAdjusted, ...] = ()

    def adjusted_by(self, side: str) -> int:
        """What adjustments add to the points of a side, together."""
        return sum(one.points.get(side, 0) for one in self.adjusted)


def standing(entries: Sequence[Entry], *kinds: str) -> list[Entry]:
    """The entries of these kinds that were not withdrawn, in order."""
    withdrawn = {entry.supersedes for entry in entries if entry.kind == "withdrawn"}
    return [entry for entry in entries if entry.kind in kinds and entry.hash not in withdrawn]


def penalties_of(entries: Sequence[Entry]) -> tuple[Penalty, ...]:
    """Standing penalties in the order that scoring uses: place, trick, code, hash; never arrival."""
    rows = [
        Penalty.from_body(entry.body, game=entry.game, number=entry.number, room=entry.room, hash=entry.hash)
        for entry in standing(entries, "penalty")
    ]
    return tuple(sorted(rows, key=lambda row: (row.game, row.number, row.room, row.at, row.code, row.hash)))


def time_ups_of(entries: Sequence[Entry]) -> dict[int, int]:
    """Game -> the last hand that counts. Said twice, the later one holds."""
    return {entry.game: int(entry.body["last_hand"]) for entry in standing(entries, "time_up")}


def lots_of(entries: Sequence[Entry]) -> dict[int, str]:
    """Game -> the side that a lot names, where the bell left two sides equal in everything else."""
    return {entry.game: str(entry.body["lot"]) for entry in standing(entries, "time_up") if entry.body.get("lot") in ALL_SIDES}


def adjustments_of(entries: Sequence[Entry]) -> dict[int, Adjustment]:
    """Board -> its adjusted score. Said twice, the later one holds."""
    return {
        entry.number: Adjustment(
            entry.hash,
            entry.number,
            entry.body["ns"],
            entry.body["ew"],
            str(entry.body["unit"]),
            tuple(str(clause) for clause in entry.body.get("clauses", ())),
        )
        for entry in standing(entries, "adjustment")
    }


def points_adjusted_of(entries: Sequence[Entry]) -> tuple[PointsAdjusted, ...]:
    """Standing adjustments of the points of a match, by hash; never by arrival."""
    rows = [
        PointsAdjusted(
            entry.hash,
            {str(side): int(points) for side, points in entry.body["points"].items()},
            tuple(str(clause) for clause in entry.body.get("clauses", ())),
        )
        for entry in standing(entries, "match_adjusted")
    ]
    return tuple(sorted(rows, key=lambda row: row.hash))


def absent_sides(seat: Mapping[str, Any], entries: Sequence[Entry], *, partners_frozen: bool) -> tuple[tuple[str, ...], str]:
    """The sides that forfeit, and why: `stated` by an official, or by a `changed_partner` where the rulebook says so (GD-01)."""
    stated: set[str] = set()
    sides = sides_of(seat)
    changed: set[str] = set()
    for entry in standing(entries, "forfeit", "line_up"):
        if entry.kind == "forfeit":
            stated |= {side for side in entry.body["sides"] if side in sides}
        elif entry.body["side"] in sides:
            registered: Collection[str] = seat[key_of(entry.body["side"])]["players"]
            if sorted(entry.body["players"]) != sorted(registered):
                changed.add(entry.body["side"])
    if not partners_frozen:
        changed = set()
    why = STATED if stated else CHANGED_PARTNER if changed else ""
    return tuple(side for side in sides if side in stated | changed), why


def is_closed(entries: Sequence[Entry]) -> bool:
    """Whether the table is locked: what was said last."""
    said = [entry.kind for entry in entries if entry.kind in ("table_closed", "table_reopened")]
    return bool(said) and said[-1] == "table_closed"
