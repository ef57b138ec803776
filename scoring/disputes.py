"""Disputes 争议 of one match from its entries: which are open, how each was decided, and until when one may be raised. Clauses W-1..W-4.

A dispute holds its hand, or with number 0 the match, under review from the raised hand to the ruling, and again while the
ruling is appealed; an appeal's ruling is final. What was said of a dispute counts by its kind, never by what arrived first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.entries import Entry
from scoring.parameters import Rulebook
from scoring.slots import Place

RAISED, TAKEN, RULED, APPEALED, FINAL, WITHDRAWN = STATES = ("raised", "taken", "ruled", "appealed", "final", "withdrawn")
OPEN = frozenset({RAISED, TAKEN, APPEALED})
KINDS = frozenset({"dispute", "dispute_taken", "dispute_ruled", "appeal", "dispute_withdrawn"})

UPHELD, CHANGED, VOIDED, PENALTY, WARNING, DISMISSED = OUTCOMES = ("upheld", "changed", "voided", "penalty", "warning", "dismissed")

RESULT = "result"
SUBJECTS = (
    RESULT,
    "revoke",
    "wrong_card",
    "exposed",
    "out_of_turn",
    "miscount",
    "slow_play",
    "behaviour",
    "equipment",
    "other",
)
AFTER = ("at_once", "next_player_followed", "trick_ended", "hand_ended")  # when an irregularity was noticed (W-8)

DEADLINE = "protest.deadline"
MATCH_END = "match_end"
MATCH: Place = (0, 0, "")  # what a dispute about the match as a whole holds under review


@dataclass(frozen=True, slots=True)
class Decision:
    """A ruling on a dispute. `entries` are the hashes of what it wrote that moves the score."""

    outcome: str
    clauses: tuple[str, ...]
    entries: tuple[str, ...]
    actor: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """One dispute as it stands. `first` is the ruling, `last` the one that holds: the appeal's where there is one."""

    pid: str
    game: int
    number: int
    room: str
    subject: str
    side: str
    actor: str
    state: str
    first: Decision | None
    last: Decision | None

    @property
    def open(self) -> bool:
        return self.state in OPEN

    @property
    def place(self) -> Place:
        """What it holds under review while it is open."""
        return (self.game, self.number, self.room) if self.number else MATCH

    def as_json(self, *, over: bool) -> dict[str, Any]:
        """Its row in the state. `over`: nobody may protest any more, so that a ruling nobody appealed against is final."""
        return {
            "dispute": self.pid,
            "number": self.number,
            "game": self.game,
            "room": self.room,
            "state": self.state,
            "outcome": self.last.outcome if self.last else "",
            "clauses": list(self.last.clauses) if self.last else [],
            "final": self.state == FINAL or (self.state == RULED and over),
        }


def read_disputes(entries: Sequence[Entry]) -> tuple[Dispute, ...]:
    """The disputes of one match from its entries, in the order in which they were raised."""
    said: dict[str, dict[str, list[Entry]]] = {}
    for entry in entries:
        if entry.kind in KINDS and isinstance(pid := entry.body.get("dispute"), str):
            said.setdefault(pid, {}).setdefault(entry.kind, []).append(entry)
    raised = sorted((kinds["dispute"][0].seq, pid) for pid, kinds in said.items() if "dispute" in kinds)
    return tuple(_dispute(pid, said[pid]) for _seq, pid in raised)


def protest_over(rulebook: Rulebook, *, confirmed: bool, closed: bool, published: bool = False) -> bool:
    """Whether the time to protest is past: the match signed or its table locked, or where the rulebook says so the results published."""
    return published or (rulebook.choice(DEADLINE) == MATCH_END and (confirmed or closed))


def _dispute(pid: str, kinds: Mapping[str, Sequence[Entry]]) -> Dispute:
    raised = kinds["dispute"][0]
    rulings = kinds.get("dispute_ruled", ())
    first = next((_decision(entry) for entry in rulings if not entry.body.get("appeal")), None)
    final = next((_decision(entry) for entry in rulings if entry.body.get("appeal")), None)
    return Dispute(
        pid,
        raised.game,
        raised.number,
        raised.room,
        str(raised.body.get("subject", "")),
        str(raised.body.get("side", "")),
        raised.actor,
        _state(kinds, ruled=first is not None, final=final is not None),
        first,
        final or first,
    )


def _state(kinds: Mapping[str, Sequence[Entry]], *, ruled: bool, final: bool) -> str:
    if final:
        return FINAL
    if "dispute_withdrawn" in kinds:  # an appeal taken back leaves the ruling, and nobody appeals twice
        return FINAL if ruled else WITHDRAWN
    if ruled:
        return APPEALED if "appeal" in kinds else RULED
    return TAKEN if "dispute_taken" in kinds else RAISED


def _decision(entry: Entry) -> Decision:
    clauses, entries = entry.body.get("clauses", ()), entry.body.get("entries", ())
    return Decision(str(entry.body.get("outcome", "")), tuple(map(str, clauses)), tuple(map(str, entries)), entry.actor)
