"""How the hands of an event arrive, decided by a seed: order, doubles, lost answers, slips of the pen and who confirms.

Pure: same event and seed, same arrival. What is finally true of every hand is what hands.csv says; only the way there differs. Slips that
the files themselves state happen whatever the seed.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from events.plays.event_file import ActFile, EventFile, LaterFile, MatchFile, Record, Slot
from events.plays.kinds import KINDS
from events.plays.kinds.protocol import Kind


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
    DISPUTE = "dispute"  # wrong, disputed by the other side, ruled, and the ruling appealed against


class Confirming(StrEnum):
    DEVICE = "device"  # the other side, or sides, on their own devices
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
DISPUTED = 0.4  # of the hands that the enterer would correct himself
WITHOUT_SLIPS = (Trouble.NONE, Trouble.TWICE, Trouble.LOST_ANSWER, Trouble.ECHO)  # all that can happen where nothing wrong is entered
MOST_ON_A_SLIP = 5


@dataclass(frozen=True, slots=True)
class HandPlan:
    """One hand: the right record, the same result in the other form, a wrong one, what befalls it, and what officials add to it."""

    slot: Slot
    record: Record
    echo: Record
    wrong: Record
    trouble: Trouble
    acts: tuple[ActFile, ...] = ()


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
    acts: tuple[ActFile, ...] = ()  # what officials add when all hands are in
    later: LaterFile | None = None
    sides: tuple[int, ...] | None = None


def match_plan(kind: Kind, match: MatchFile, seed: int) -> MatchPlan:
    """The arrival of one match. Its own stream of chance, so that it does not depend on the other matches."""
    chance = random.Random(f"{seed} {match.meeting}")  # noqa: S311  arrival of a play, nothing secret
    slip = chance.random() < 0.12 and len(match.records) <= MOST_ON_A_SLIP and not match.slips and match.later is None
    slip = slip and kind.RECORDED_BY in kind.SIDES and not any(kind.official(record) for record in match.records)
    records = list(match.records)
    if chance.random() < 0.5 and not kind.IN_ORDER:
        chance.shuffle(records)
        records.sort(key=lambda record: kind.slot(record)[0])  # one game after the other
    troubles = disputed(kind, chance.choices(list(WEIGHTS), list(WEIGHTS.values()), k=len(records)), seed, match.meeting)
    acts = acts_after(kind, match, records)
    hands = tuple(
        hand_plan(kind, match, record, trouble, acts[kind.slot(record)], slip, chance)
        for record, trouble in zip(records, troubles, strict=True)
    )
    confirming = chance.choices(list(Confirming), [75, 9, 8, 8])[0]
    if match.on_behalf or (confirming is Confirming.LATE and not kind.SIGNS_LATE):
        confirming = Confirming.ON_BEHALF
    if confirming is Confirming.AGAIN and (not hands or hands[0].wrong == hands[0].record):
        confirming = Confirming.DEVICE
    by_line_up = chance.random() < 0.5 and kind.LINE_UPS
    premature = chance.random() < 0.1
    at_last = tuple(act for act in match.acts if act.after is None)
    return MatchPlan(
        meeting=match.meeting,
        hands=hands,
        slip=slip,
        confirming=confirming,
        forfeited_by=match.forfeited_by,
        by_line_up=by_line_up,
        premature=premature,
        acts=at_last,
        later=match.later,
        sides=match.sides,
    )


def disputed(kind: Kind, troubles: list[Trouble], seed: int, meeting: str) -> list[Trouble]:
    """Some slips of the pen are not corrected but disputed, where a side enters and the other signs for all hands at once.

    A stream of chance of its own: everything else happens as it would.
    """
    chance = random.Random(f"{seed} {meeting} disputed")  # noqa: S311  arrival of a play, nothing secret
    may = kind.RECORDED_BY in kind.SIDES and not kind.SIGNS_EACH
    return [Trouble.DISPUTE if trouble is Trouble.CORRECTION and may and chance.random() < DISPUTED else trouble for trouble in troubles]


def acts_after(kind: Kind, match: MatchFile, records: Sequence[Record]) -> dict[Slot, tuple[ActFile, ...]]:
    """What officials add after each hand: each act once its hand and all hands of that game before it are in.

    Where hands are signed one by one they need no others, and an official must be there before the signature.
    """
    slots = [kind.slot(record) for record in records]
    found: dict[Slot, tuple[ActFile, ...]] = dict.fromkeys(slots, ())
    for act in match.acts:
        if act.after is not None:
            game, number, room = act.after
            needed = [slot for slot in slots if slot[0] == game and slot[2] == room and slot[1] <= number]
            found[act.after if kind.SIGNS_EACH else needed[-1]] += (act,)
    return found


def hand_plan(
    kind: Kind, match: MatchFile, record: Record, trouble: Trouble, acts: tuple[ActFile, ...], slip: bool, chance: random.Random
) -> HandPlan:
    """One hand on its way. What the files state about it goes before chance."""
    slot = kind.slot(record)
    echo, wrong = kind.echo(record, chance), kind.wrong(record, chance)
    stated = match.slips.get(slot)
    if stated is not None:
        trouble, wrong = Trouble(stated.trouble), stated.wrong
    elif match.later is not None and match.later.slot == slot:
        trouble, record, echo = Trouble.NONE, match.later.first, match.later.first
    elif slip or kind.official(record):
        trouble = Trouble.TWICE if trouble is Trouble.TWICE else Trouble.NONE
    elif wrong is None and trouble not in WITHOUT_SLIPS:
        trouble = Trouble.NONE
    return HandPlan(slot, record, echo, record if wrong is None else wrong, trouble, acts)


def arrival(event: EventFile, seed: int) -> dict[str, MatchPlan]:
    """Every match's plan by meeting (`2v7-p1`)."""
    kind = KINDS[event.kind]
    return {meeting: match_plan(kind, match, seed) for meeting, match in event.matches.items()}
