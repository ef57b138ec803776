"""The live record of each slot of a match: hands, corrections, voids and rulings read together, whatever order they came in.

A *claim* is one submission with everything that replaced it: its last correction speaks for it, a void withdraws it. Claims
that say the same are one. Claims that differ put the slot under review: the one with the lowest seq counts until a ruling.
A ruling settles the claims before it; a different hand that comes later opens the question again. A slot about which a dispute is
open is in question like one with two claims.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import records
from scoring.entries import Entry
from scoring.parameters import Rulebook

Place = tuple[int, int, str]
SLOT_KINDS = frozenset({"hand", "correction", "void", "ruling"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One result claimed for a slot. `by` says what stated it last: hand, correction or ruling."""

    hash: str
    by: str
    record: Mapping[str, Any]
    normal: Mapping[str, Any]
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A slot as it stands: the claim that counts, those that differ from it, and whether a dispute about it is open."""

    number: int
    live: Claim
    rivals: tuple[Claim, ...]
    game: int = 1
    room: str = ""
    disputed: bool = False

    @property
    def place(self) -> Place:
        return self.game, self.number, self.room

    @property
    def in_question(self) -> bool:
        """Under review: nothing but a ruling moves it, and nobody signs for it."""
        return bool(self.rivals) or self.disputed


@dataclass(frozen=True, slots=True)
class Slots:
    """All slots of a match that hold a live record, by place; and the hashes of entries whose record says nothing."""

    live: tuple[Slot, ...]
    unreadable: tuple[str, ...]


def read_slots(rulebook: Rulebook, entries: Sequence[Entry], disputed: Collection[Place] = ()) -> Slots:
    """The slots of one match from its entries in order of seq; entries of other kinds are passed over.

    `disputed` are the places about which a dispute is open.
    """
    places: dict[Place, list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.kind in SLOT_KINDS:
            places[(entry.game, entry.number, entry.room)].append(entry)
    reader = _Reader(rulebook, disputed)
    live = [slot for place in sorted(places) if (slot := reader.slot(place, places[place])) is not None]
    return Slots(tuple(live), tuple(sorted(reader.unreadable)))


class _Reader:
    def __init__(self, rulebook: Rulebook, disputed: Collection[Place]) -> None:
        self.rulebook = rulebook
        self.disputed = frozenset(disputed)
        self.unreadable: set[str] = set()

    def claim(self, entry: Entry, by: str, clauses: tuple[str, ...] = ()) -> Claim | None:
        record = entry.body.get("record")
        if not isinstance(record, Mapping) or records.check(self.rulebook, record):
            self.unreadable.add(entry.hash)
            return None
        return Claim(entry.hash, by, record, records.normal(self.rulebook, record), clauses)

    def slot(self, place: Place, entries: Sequence[Entry]) -> Slot | None:
        game, number, room = place
        if len(entries) == 1 and entries[0].kind == "hand":
            claim = self.claim(entries[0], "hand")
            return None if claim is None else Slot(number, claim, (), game, room, place in self.disputed)
        claims = self._claims(entries)
        if not claims:
            return None
        live = claims[0]
        rivals: list[Claim] = []
        for claim in claims[1:]:
            if claim.normal != live.normal and all(claim.normal != rival.normal for rival in rivals):
                rivals.append(claim)
        return Slot(number, live, tuple(rivals), game, room, place in self.disputed)

    def _claims(self, entries: Sequence[Entry]) -> list[Claim]:
        by_hash = {entry.hash: entry for entry in entries}
        after: dict[str, list[Entry]] = defaultdict(list)
        for entry in entries:
            if entry.kind in ("correction", "void"):
                after[entry.supersedes].append(entry)
        claims: list[Claim] = []
        settled = 0
        for ruling in reversed([entry for entry in entries if entry.kind == "ruling"]):
            ruled, root = self._ruled(ruling, by_hash)
            if ruled is None or root is None:
                continue
            settled = ruling.seq
            last = self._last(root, after, settled)
            if last is root:
                claims.append(ruled)
            elif last is not None and (claim := self.claim(last, last.kind)) is not None:
                claims.append(claim)
            break
        for entry in entries:
            if entry.kind == "hand" and entry.seq > settled:
                last = self._last(entry, after, 0)
                if last is not None and (claim := self.claim(last, last.kind)) is not None:
                    claims.append(claim)
        return claims

    def _ruled(self, ruling: Entry, by_hash: Mapping[str, Entry]) -> tuple[Claim | None, Entry | None]:
        """What a ruling makes live, and the entry that a later correction of it names."""
        clauses = tuple(_names(ruling.body.get("clauses")))
        if "uphold" in ruling.body:
            upheld = by_hash.get(str(ruling.body["uphold"]))
            return (None, None) if upheld is None else (self.claim(upheld, "ruling", clauses), upheld)
        return self.claim(ruling, "ruling", clauses), ruling

    @staticmethod
    def _last(root: Entry, after: Mapping[str, Sequence[Entry]], settled: int) -> Entry | None:
        """The entry that speaks for a claim now, or None after a void. Of two that replace the same one, the first counts."""
        last, seen = root, {root.hash}
        while True:
            following = next((entry for entry in after.get(last.hash, ()) if entry.seq > settled and entry.hash not in seen), None)
            if following is None:
                return last
            if following.kind == "void":
                return None
            last = following
            seen.add(last.hash)


def _names(value: object) -> Iterable[str]:
    return (name for name in value if isinstance(name, str)) if isinstance(value, list) else ()
