"""How the hands of an event arrive, decided by a seed: order, doubles, lost answers, slips of the pen and who confirms.

Pure: same event and seed, same arrival. What is finally true of every hand is what hands.csv says; only the way there differs.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from events.plays.event_file import EventFile, MatchFile

Record = Mapping[str, Any]

SEATS = {"NS": ("N", "S"), "EW": ("E", "W")}
OTHER = {"NS": "EW", "EW": "NS"}
KINDS = ("double_down", "first_third", "first_fourth")


class Trouble(StrEnum):
    """What happens to one hand on its way."""

    NONE = "none"
    TWICE = "twice"  # the same item posted twice: a nervous finger
    LOST_ANSWER = "lost_answer"  # stored, but the answer never arrived; sent again under its key
    ECHO = "echo"  # entered again by somebody else, in the other form
    CONFLICT_AFTER = "conflict_after"  # a wrong result arrives second and is kept beside the right one
    CONFLICT_BEFORE = "conflict_before"  # the wrong result arrives first: a ruling puts it right
    CONFLICT_TOGETHER = "conflict_together"  # two tablets at the same moment
    CORRECTION = "correction"  # wrong, then corrected by the enterer
    VOID = "void"  # wrong, taken back, entered anew


class Confirming(StrEnum):
    DEVICE = "device"  # East-West, on their own device
    ON_BEHALF = "on_behalf"  # a referee, with a reason
    LATE = "late"  # a referee, when later rounds are already running
    AGAIN = "again"  # confirmed, then corrected by a referee, then confirmed again


WEIGHTS = {
    Trouble.NONE: 66,
    Trouble.TWICE: 8,
    Trouble.LOST_ANSWER: 8,
    Trouble.ECHO: 6,
    Trouble.CONFLICT_AFTER: 2,
    Trouble.CONFLICT_BEFORE: 2,
    Trouble.CONFLICT_TOGETHER: 2,
    Trouble.CORRECTION: 3,
    Trouble.VOID: 3,
}


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One hand: the right record, the same result in the other form, a wrong one, and what befalls it."""

    record: Record
    echo: Record
    wrong: Record
    trouble: Trouble


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """One table's sitting, hands in order of arrival. `slip`: all in one request from a paper slip.

    A forfeited match has no hands: it is stated by the chief referee, or follows from a changed line-up.
    """

    meeting: str
    hands: tuple[HandPlan, ...]
    slip: bool
    confirming: Confirming
    forfeited_by: str
    by_line_up: bool
    premature: bool  # the other side tries to confirm before the last hand is in


def result_of(record: Record) -> tuple[str, str]:
    """(side, kind) of a record in either form."""
    if "kind" in record:
        return record["side"], record["kind"]
    order = record["order"]
    side = "NS" if order[0] in "NS" else "EW"
    mates = [place for place, seat in enumerate(order) if seat in side]
    return side, KINDS[mates[1] - 1]


def by_kind(number: int, side: str, kind: str) -> dict[str, Any]:
    return {"hand": number, "side": side, "kind": kind}


def by_order(number: int, side: str, kind: str, *, whole: bool = True) -> dict[str, Any]:
    """The first order of going out that gives this result; the losers' places are left out of a double-down unless `whole`."""
    (first, mate), (third, fourth) = SEATS[side], SEATS[OTHER[side]]
    order = {
        "double_down": [first, mate, third, fourth] if whole else [first, mate],
        "first_third": [first, third, mate, fourth],
        "first_fourth": [first, third, fourth, mate],
    }[kind]
    return {"hand": number, "order": order}


def other_form(record: Record, chance: random.Random) -> dict[str, Any]:
    """The same result written the other way."""
    side, kind = result_of(record)
    if "kind" in record:
        return by_order(record["hand"], side, kind, whole=chance.random() < 0.5)
    return by_kind(record["hand"], side, kind)


def wrong_result(record: Record, chance: random.Random) -> dict[str, Any]:
    """Another result for the same hand: the other side, or another kind."""
    side, kind = result_of(record)
    others = [(s, k) for s in ("NS", "EW") for k in KINDS if (s, k) != (side, kind)]
    side, kind = chance.choice(others)
    return by_kind(record["hand"], side, kind) if chance.random() < 0.5 else by_order(record["hand"], side, kind)


def match_plan(match: MatchFile, seed: int) -> MatchPlan:
    """The arrival of one match. Its own stream of chance, so that it does not depend on the other matches."""
    chance = random.Random(f"{seed} {match.meeting}")  # noqa: S311  arrival of a play, nothing secret
    slip = chance.random() < 0.12
    records = list(match.records)
    if chance.random() < 0.5:
        chance.shuffle(records)
    troubles = chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=len(records))
    hands = tuple(
        HandPlan(
            record,
            other_form(record, chance),
            wrong_result(record, chance),
            (Trouble.TWICE if trouble is Trouble.TWICE else Trouble.NONE) if slip else trouble,
        )
        for record, trouble in zip(records, troubles, strict=True)
    )
    confirming = chance.choices(list(Confirming), [75, 9, 8, 8])[0]
    by_line_up = chance.random() < 0.5
    premature = chance.random() < 0.1
    return MatchPlan(match.meeting, hands, slip, confirming, match.forfeited_by, by_line_up, premature)


def arrival(event: EventFile, seed: int) -> dict[str, MatchPlan]:
    """Every match's plan by meeting (`2v7-p1`)."""
    return {meeting: match_plan(match, seed) for meeting, match in event.matches.items()}
