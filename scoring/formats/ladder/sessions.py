"""Who may play in the coming session, and who has to wait: vouchers, the day's cap, forms, the lot one level below the top.

Reads people, the setup and a rulebook. Clauses F1-11, F1-12, F1-17, F1-19, F1-23, F1-25.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.formats.ladder.leaves import DAY_CAP, LOT_LEVEL, NEXT_DAY, PLAYERS_COPY, REENTRY, TICKET
from scoring.formats.ladder.people import LOST, UNUSED, Person
from scoring.parameters import Rulebook

DISQUALIFIED, CHAMPION_KNOWN, MATCH_RUNNING = "disqualified", "champion_known", "match_running"
DAY_CAP_REACHED, FORM_MISSING, LOT_WAITS = "day_cap", "form_missing", "lot_waits"
REENTRY_NEXT_DAY = "reentry_next_day"
LEAST = 3


@dataclass(frozen=True, slots=True)
class Session:
    """What the coming session may begin with. `refused`: holders of an unused voucher who may not play, with why; `lot`: the order
    that holds among those at the lot's level; `lot_wanted`: who has to draw one first."""

    candidates: tuple[str, ...]
    refused: tuple[tuple[str, str], ...]
    at_lot_level: tuple[str, ...]
    lot: tuple[str, ...]
    lot_wanted: tuple[str, ...]


def session_of(rulebook: Rulebook, setup: Mapping[str, Any], people: Mapping[str, Person], champion: str | None) -> Session:
    """The coming session, as far as the book knows: the day it will be on is stated when it opens (`faults_on`)."""
    last_day = max((row.get("day", "") for row in setup["rounds"]), default="")
    ready: list[Person] = []
    refused: dict[str, str] = {}
    for person in people.values():
        if person.voucher == UNUSED:
            why = _why_not(rulebook, person, last_day, champion)
            if why:
                refused[person.entrant] = why
            else:
                ready.append(person)
    at_level = [person for person in people.values() if not person.out and person.level == rulebook.number(LOT_LEVEL)]
    first, order, wanted = _first(at_level, [person.entrant for person in ready], setup["lots"])
    waits = {person.entrant for person in at_level if person.entrant != first}
    refused |= {person.entrant: LOT_WAITS for person in ready if person.entrant in waits}
    return Session(
        tuple(person.entrant for person in ready if person.entrant not in waits),
        tuple((entrant, refused[entrant]) for entrant in people if entrant in refused),
        tuple(person.entrant for person in at_level),
        tuple(order),
        tuple(wanted) if champion is None else (),
    )


def capped(rulebook: Rulebook, wins: Mapping[str, int], day: str) -> bool:
    """Whether somebody with these wins by day has had all that one day allows (F1-12)."""
    return bool(day) and wins.get(day, 0) >= rulebook.number(DAY_CAP)


def too_soon(rulebook: Rulebook, lost_on: str, day: str) -> bool:
    """Whether somebody who lost last on a day may not play on this one yet (F1-11)."""
    return rulebook.choice(REENTRY) == NEXT_DAY and bool(day) and lost_on == day


def _why_not(rulebook: Rulebook, person: Person, last_day: str, champion: str | None) -> str:
    """Why the holder of an unused voucher may not play; empty when he may. One given on a later day than the last session's lets him
    in on that day; where its day is not stated, only the day of the opening can tell (`eligibility.seat_faults`)."""
    if person.out:
        return DISQUALIFIED
    if champion is not None:
        return CHAMPION_KNOWN
    if person.playing:
        return MATCH_RUNNING
    of_that_day = "" < person.issued_on <= last_day
    if of_that_day and capped(rulebook, person.wins, last_day):
        return DAY_CAP_REACHED
    if of_that_day and too_soon(rulebook, person.lost_on, last_day):
        return REENTRY_NEXT_DAY
    return FORM_MISSING if person.ticket[1] == LOST and rulebook.choice(TICKET) == PLAYERS_COPY else ""


def _first(at_level: Sequence[Person], ready: Sequence[str], lots: Sequence[Sequence[str]]) -> tuple[str, Sequence[str], list[str]]:
    """Who of those at the lot's level plays, the lot that says so, and who has to draw one. The others wait until he has lost or won."""
    playing = next((person.entrant for person in at_level if person.playing), "")
    waiting = [person.entrant for person in at_level if person.entrant in ready]
    if playing or len(waiting) < 2:
        return playing or "".join(waiting), [], []
    for lot in reversed(lots):
        if set(waiting) <= set(lot):
            order = [entrant for entrant in lot if entrant in waiting]
            return order[0], order, []
    return "", [], waiting
