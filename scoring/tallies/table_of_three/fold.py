"""A table of three from its live hands, its bell and its penalties: what each hand moved, where the regular part ends, the extra hands.

Hands are judged in order of their numbers from 1 as far as none is missing. The regular part ends with the last hand that is to be
played, with the bell, or when somebody is bust. While places that matter are level after it, the next hands are extra hands: they order
only those who are level, batch by batch, and never enter the totals. Clauses DZH-12, DZH-13, F3-15, F6-06, F7-03, F8-01, F9-05.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.games.doudizhu import PASSED_OUT, Carry, Doudizhu, Played, charged, counts_with_hand, play
from scoring.match_facts import MatchFacts
from scoring.outcomes import Fault, Step
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, law
from scoring.sides import THREE
from scoring.slots import Slot
from scoring.tallies.table_of_three.leaves import (
    BUST,
    BUST_AT,
    CHAIN,
    ENDS,
    EXTRA,
    EXTRA_BATCHES,
    EXTRA_COUNT,
    EXTRA_HANDS,
    HANDS,
    HANDS_COUNT,
    HANDS_ENDS,
    LOT,
    MINUTES,
    TIME,
    TIME_ENDS,
)
from scoring.tallies.table_of_three.places import DEFAULT_STRICT, Keys, tied_across

GAME_RULES = Doudizhu()
REGULAR, EXTRA_PART, OVER = PARTS = ("regular", "extra", "over")
HINT = "hint"
RULING = "ruling"
Charge = tuple[Penalty, int, Step | None]


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it stands at this table. `counted`: it is judged after the hands before it; `out_of_place`: why it does not count."""

    slot: Slot
    played: Played
    extra: bool
    counted: bool
    running: Mapping[str, int]
    findings: tuple[Fault, ...] = ()


@dataclass
class Table:
    """A table as far as it is known. `carry` has the totals of the hands; `batches` are the points of the extra hands, the last batch
    perhaps not full. `gap` is the first hand that is missing although play went beyond it; `last` the last regular hand."""

    carry: Carry
    start: Mapping[str, int]
    bell: int | None
    strict: tuple[int, ...]
    count: int | None = None  # after how many hands played the regular part ends; None where something else ends it
    hands: list[Hand] = field(default_factory=list)
    charges: list[Charge] = field(default_factory=list)
    adjusted: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(THREE, 0))  # what the chief referee adds to each's points
    with_hand: frozenset[str] = frozenset()  # codes of fines that count where their hand does; others come off the final points
    batches: list[dict[str, int]] = field(default_factory=list)
    batch_of: dict[int, int] = field(default_factory=dict)  # extra hand -> its batch, from 0
    in_batch: int = 0  # extra hands played of the last batch
    full: int = 1  # how many make one
    next: int = 1
    last: int | None = None
    gap: int | None = None
    part: str = REGULAR
    busted: tuple[str, ...] = ()
    wanted: str = ""  # extra_hands or lot, while somebody has to be told apart
    tied: list[list[str]] = field(default_factory=list)
    findings: list[Fault] = field(default_factory=list)

    def net(self) -> dict[str, int]:
        """What the hands of the regular part brought."""
        return {seat: self.carry.totals[seat] - self.start[seat] for seat in THREE}

    def of_total(self, penalty: Penalty) -> bool:
        """Whether a penalty takes from the total: of a hand after the regular part only one that comes off the final points whatever the
        hand, once that hand is over, so that nobody is spared hands that are running for it."""
        if self.last is None or penalty.number <= self.last:
            return True
        return penalty.code not in self.with_hand and penalty.number < self.next

    def fines(self) -> dict[str, int]:
        """What penalties take from each's total."""
        return {seat: -sum(taken for one, taken, _ in self.charges if one.side == seat and self.of_total(one)) for seat in THREE}

    def points(self) -> dict[str, int]:
        """The final points: what each has, less his penalties, set right by adjustments."""
        fines = self.fines()
        return {seat: self.carry.totals[seat] + fines[seat] + self.adjusted[seat] for seat in THREE}

    def batch_points(self, place: int) -> dict[str, int]:
        """What a batch of extra hands brought each, less the penalties that count with these hands."""
        own = [
            (penalty.side, taken)
            for penalty, taken, _ in self.charges
            if self.batch_of.get(penalty.number) == place and penalty.code in self.with_hand
        ]
        return {seat: self.batches[place][seat] - sum(taken for side, taken in own if side == seat) for seat in THREE}

    def keys(self) -> Keys:
        """What orders the players: points, and the batches of extra hands that have all their hands."""
        points = self.points()
        rows = [self.batch_points(place) for place in range(len(self.batches) - int(bool(self.batches) and self.in_batch < self.full))]
        return {seat: (points[seat], *(row[seat] for row in rows)) for seat in THREE}


def fold_table(rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> Table:
    """The table of a seat with all that stands about it."""
    folder = _Folder(rulebook, seat, facts)
    folder.fold()
    return folder.table


class _Folder:
    def __init__(self, rulebook: Rulebook, seat: Mapping[str, Any], facts: MatchFacts) -> None:
        self.rulebook, self.facts = rulebook, facts
        carry = GAME_RULES.start(rulebook, seat)
        strict = tuple(int(place) for place in seat.get("strict", DEFAULT_STRICT))
        self.table = Table(carry, dict(carry.totals), facts.time_ups.get(1), strict, self._count(seat))
        self.table.charges = charged(rulebook, facts.penalties)
        self.table.adjusted = {seat: facts.adjusted_by(seat) for seat in THREE}
        self.table.with_hand = frozenset(one.code for one in facts.penalties if counts_with_hand(rulebook, one.code))
        self.table.full = rulebook.number(EXTRA_COUNT) if rulebook.has(EXTRA) else 1
        self.most = rulebook.number(EXTRA_BATCHES) if rulebook.has(EXTRA) else 0

    def fold(self) -> None:
        table = self.table
        self.settle()
        for slot in sorted(self.facts.slots, key=lambda slot: slot.number):
            self.hand(slot)
        table.findings += [fault for hand in table.hands for fault in hand.findings]
        self.check_penalties()

    def hand(self, slot: Slot) -> None:
        """One hand in its turn, or one that has none."""
        table, at = self.table, f"hand[{slot.number}]"
        if table.part == OVER and slot.number >= table.next and table.gap is None:
            fault = Fault("hand_too_many", self._end_law(), at, {"hand": slot.number, "last": table.next - 1})
            return self.add(slot, play(self.rulebook, None, slot.live.normal), extra=False, counted=False, more=(fault,))
        if slot.number != table.next or table.gap is not None:
            table.gap = table.gap or table.next
            return self.add(slot, play(self.rulebook, None, slot.live.normal), extra=False, counted=False)
        extra, before = table.part == EXTRA_PART, table.carry
        played = play(self.rulebook, before, slot.live.normal)
        after = played.after or before
        # An extra hand moves who bids next, not the totals.
        table.carry = replace(after, totals=before.totals, played=before.played) if extra else after
        table.next += 1
        self.add(slot, played, extra=extra, counted=True)
        if extra:
            self.into_batch(slot.number, played)
        self.settle()
        return None

    def add(self, slot: Slot, played: Played, *, extra: bool, counted: bool, more: tuple[Fault, ...] = ()) -> None:
        """A row, with what has to be settled about it. What an official ruled on is settled."""
        settled = slot.live.by == RULING
        at = f"hand[{slot.number}]"
        own = [replace(fault, at=f"{at}.{fault.at}") for fault in (() if settled or not counted else played.findings)]
        own += self._hint(slot) if counted else []
        self.table.hands.append(Hand(slot, played, extra, counted, dict(self.table.carry.totals), (*own, *more)))

    def into_batch(self, number: int, played: Played) -> None:
        """The points of an extra hand; only one that was played is one of its batch (F9-05)."""
        table = self.table
        if not table.batches or table.in_batch >= table.full:
            table.batches.append(dict.fromkeys(THREE, 0))
            table.in_batch = 0
        table.batches[-1] = {seat: table.batches[-1][seat] + played.points[seat] for seat in THREE}
        table.batch_of[number] = len(table.batches) - 1
        table.in_batch += int(played.kind != PASSED_OUT)

    def settle(self) -> None:
        """Whether the regular part has ended, and whether those who are level have still to be told apart, and how."""
        table = self.table
        if table.part == REGULAR:
            if not self.ended():
                return
            table.last = table.next - 1
        if table.batches and table.in_batch < table.full:
            table.part = EXTRA_PART
            return
        table.tied = tied_across(table.keys(), table.strict, table.busted)
        chain = self.rulebook.choice(CHAIN)
        if chain not in (EXTRA_HANDS, LOT):
            table.tied = []
        table.part, table.wanted = OVER, ""
        if table.tied:
            more = chain == EXTRA_HANDS and not (self.most and len(table.batches) >= self.most)
            table.part, table.wanted = (EXTRA_PART, EXTRA_HANDS) if more else (OVER, LOT)

    def ended(self) -> bool:
        """Whether the last regular hand has been played (DZH-12, F3-15, F7-03, F8-01)."""
        table, rules = self.table, self.rulebook
        if rules.has(BUST):
            at = rules.number(BUST_AT)
            table.busted = tuple(seat for seat in THREE if table.carry.totals[seat] <= at) if table.carry.dealt else ()
        if table.busted:
            return True
        if table.count is not None:
            return table.carry.played >= table.count
        return rules.choice(ENDS) == TIME_ENDS and table.bell is not None and table.next > table.bell

    def _count(self, seat: Mapping[str, Any]) -> int | None:
        """How many hands make the regular part: the rulebook's, or the seat's own number, as of a play-off (F9-03)."""
        if "hands" in seat:
            return int(seat["hands"])
        by_hands = self.rulebook.choice(ENDS) == HANDS_ENDS and self.rulebook.has(HANDS)
        return self.rulebook.number(HANDS_COUNT) if by_hands else None

    def _end_law(self) -> str:
        """The clause by which nothing more is to be played."""
        rules = self.rulebook
        if self.table.busted:
            return rules.law(BUST_AT)
        if rules.choice(ENDS) == TIME_ENDS and rules.has(TIME):
            return rules.law(MINUTES)
        return rules.law(HANDS_COUNT if rules.has(HANDS) else ENDS)

    def _hint(self, slot: Slot) -> Sequence[Fault]:
        """A hand that was given away for a hint costs who gave it a fine too, which an official enters (F9-08)."""
        ruled = slot.live.normal["ruled"]
        if not ruled or not self.rulebook.has(f"penalties.{HINT}"):
            return ()
        side = str(ruled["offender"])
        if any(penalty.code == HINT and penalty.side == side and penalty.number == slot.number for penalty in self.facts.penalties):
            return ()
        return (Fault("hint_without_fine", law(self.rulebook, HINT), f"hand[{slot.number}].ruled", {"hand": slot.number, "side": side}),)

    def check_penalties(self) -> None:
        """Penalties about hands that were never dealt at a table that is over."""
        table = self.table
        known = {hand.slot.number for hand in table.hands}
        for penalty in _about_hands(self.facts.penalties) if table.part == OVER else ():
            if penalty.number not in known:
                values = {"code": penalty.code, "hand": penalty.number}
                table.findings.append(
                    Fault("penalty_after_end", law(self.rulebook, penalty.code), f"hand[{penalty.number}].penalties", values)
                )


def _about_hands(penalties: Iterable[Penalty]) -> list[Penalty]:
    return [penalty for penalty in penalties if penalty.number]
