"""What speaks against somebody: his age, another voucher, a seat in a session. Clauses F1-11, F1-12, F1-17, F1-19, F1-22, F1-24, F1-25.

Pure: days come in as values (`2026-07-05`), the rest from the published state. Nobody's birth date is kept or published here.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.formats.ladder.leaves import (
    AGE_LEAST,
    AGE_MOST,
    AGE_MOST_IN,
    CHAMPION_ENDS,
    DAY_CAP,
    DISQUALIFIED,
    DRAWN_BY,
    LOT_LEVEL,
    LOT_PLAYS,
    PLAYERS_COPY,
    REENTRY,
    TICKET,
    VOUCHER,
)
from scoring.formats.ladder.people import ACTS, FORM_LOST, ISSUED, NO_VOUCHER, RETURNED, SIGNED, UNUSED
from scoring.formats.ladder.sessions import (
    CHAMPION_KNOWN,
    DAY_CAP_REACHED,
    FORM_MISSING,
    LOT_WAITS,
    MATCH_RUNNING,
    REENTRY_NEXT_DAY,
    capped,
    too_soon,
)
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.sides import THREE

Row = Mapping[str, Any]
Day = tuple[int, int, int]
DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
FEBRUARY, SHORT_MONTHS = 2, (4, 6, 9, 11)


def day_of(text: str) -> Day | None:
    """A calendar day from `2026-07-05`; None for what is none."""
    if not DAY.fullmatch(text):
        return None
    year, month, day = (int(part) for part in text.split("-"))
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    longest = 29 if month == FEBRUARY and leap else 28 if month == FEBRUARY else 30 if month in SHORT_MONTHS else 31
    return (year, month, day) if year and 1 <= month <= 12 and 1 <= day <= longest else None


def age_on(born: Day, day: Day) -> int:
    """Full years on a day. Who was born on 29 February is a year older on 1 March of a year without one."""
    return day[0] - born[0] - (day[1:] < born[1:])


def may_enter(rulebook: Rulebook, born: str | None, day: str) -> tuple[Fault, ...]:
    """Whether somebody of this birth date is of an age to enter on a day; without a date nobody can tell (F1-22)."""
    if not born:
        return (Fault("birth_date_missing", rulebook.law(AGE_LEAST), "born"),)
    since, today = day_of(born), day_of(day)
    if since is None or today is None:
        return (Fault("birth_date_malformed", rulebook.law(AGE_LEAST), "born"),)
    age = age_on(since, today)
    least, most, included = rulebook.number(AGE_LEAST), rulebook.number(AGE_MOST), rulebook.flag(AGE_MOST_IN)
    if age < least:
        return (Fault("too_young", rulebook.law(AGE_LEAST), "born", {"least": least, "age": age}),)
    if age > most or (age == most and not included):
        return (Fault("too_old", rulebook.law(AGE_MOST), "born", {"most": most, "included": included, "age": age}),)
    return ()


def voucher_faults(rulebook: Rulebook, state: Row, entrant: str, act: str, day: str) -> tuple[Fault, ...]:
    """What speaks against a voucher's being given to somebody, taken back, or his form's being reported lost, on a day."""
    row = _rows(state).get(entrant)
    if act not in ACTS:
        return (Fault("unknown_act", at="act", values={"known": list(ACTS)}),)
    if row is None:
        return (Fault("entrant_unknown", at="entrant"),)
    return tuple({ISSUED: _issuing, RETURNED: _returning, FORM_LOST: _losing}[act](rulebook, state, row, day))


def seat_faults(rulebook: Rulebook, state: Row, tables: Iterable[Sequence[str]], day: str) -> tuple[Fault, ...]:
    """What speaks against these tables of the coming session, on the day it is played (empty: not known yet)."""
    rows, refused = _rows(state), {row["entrant"]: row["code"] for row in state["ladder"]["refused"]}
    lot_level, law = rulebook.number(LOT_LEVEL), rulebook.law(LOT_PLAYS)
    faults: list[Fault] = []
    for table, people in enumerate(tables, start=1):
        near_top = [entrant for entrant in people if rows[entrant]["level"] == lot_level and lot_level > 0]
        if len(near_top) > 1:
            faults.append(Fault("two_at_lot_level", law, f"table[{table}]", {"level": lot_level, "entrants": near_top}))
        for entrant in people:
            if entrant in refused:
                code, cited = refused[entrant], _law(rulebook, refused[entrant])
                faults.append(Fault(code, cited, f"table[{table}]", {"entrant": entrant}))
            elif capped(rulebook, rows[entrant]["wins"], day):
                faults.append(_cap(rulebook, rows[entrant], day))
            elif too_soon(rulebook, rows[entrant]["lost_on"], day):
                faults.append(Fault(REENTRY_NEXT_DAY, rulebook.law(REENTRY), f"table[{table}]", {"entrant": entrant, "day": day}))
            elif rows[entrant]["voucher"] != UNUSED:
                faults.append(Fault("voucher_missing", rulebook.law(VOUCHER), f"table[{table}]", {"entrant": entrant}))
    return tuple(faults)


def tables_of(seats: Iterable[Row]) -> list[list[str]]:
    """The entrants of planned seats, table by table."""
    return [[seat[side]["entrant"] for side in THREE] for seat in seats]


def _issuing(rulebook: Rulebook, state: Row, row: Row, day: str) -> list[Fault]:
    faults: list[Fault] = []
    if row["status"] == "disqualified":
        faults.append(Fault("disqualified", rulebook.law(DISQUALIFIED), "entrant", {"codes": list(row["codes"])}))
    if state["ladder"]["champion"] is not None:
        faults.append(Fault(CHAMPION_KNOWN, rulebook.law(CHAMPION_ENDS), "act"))
    if row["playing"]:
        faults.append(Fault(MATCH_RUNNING, rulebook.law(VOUCHER), "entrant", {"match": row["playing"]}))
    if row["voucher"] != NO_VOUCHER:
        faults.append(Fault("voucher_open", rulebook.law(VOUCHER), "act", {"voucher": row["voucher"]}))
    if capped(rulebook, row["wins"], day):
        faults.append(_cap(rulebook, row, day))
    if too_soon(rulebook, row["lost_on"], day):
        faults.append(Fault(REENTRY_NEXT_DAY, rulebook.law(REENTRY), "act", {"day": day}))
    form = row["form"]
    if form["match"] and form["state"] != SIGNED and rulebook.choice(TICKET) == PLAYERS_COPY:
        faults.append(Fault(FORM_MISSING, rulebook.law(TICKET), "entrant", dict(form)))
    return faults


def _returning(rulebook: Rulebook, state: Row, row: Row, day: str) -> list[Fault]:
    if row["voucher"] == NO_VOUCHER:
        return [Fault("voucher_not_open", rulebook.law(VOUCHER), "act")]
    if row["playing"]:
        return [Fault(MATCH_RUNNING, rulebook.law(VOUCHER), "entrant", {"match": row["playing"]})]
    return []


def _losing(rulebook: Rulebook, state: Row, row: Row, day: str) -> list[Fault]:
    return [] if row["rounds"] else [Fault("no_form_yet", rulebook.law(TICKET), "act")]


def _cap(rulebook: Rulebook, row: Row, day: str) -> Fault:
    values = {"entrant": row["entrant"], "wins": row["wins"][day], "most": rulebook.number(DAY_CAP), "day": day}
    return Fault(DAY_CAP_REACHED, rulebook.law(DAY_CAP), "day", values)


def _law(rulebook: Rulebook, code: str) -> str:
    """The clause of a reason why a holder of a voucher may not play."""
    leaf = {
        "disqualified": DISQUALIFIED,
        CHAMPION_KNOWN: CHAMPION_ENDS,
        DAY_CAP_REACHED: DAY_CAP,
        FORM_MISSING: TICKET,
        LOT_WAITS: LOT_PLAYS,
        REENTRY_NEXT_DAY: REENTRY,
    }
    return rulebook.law(leaf.get(code, DRAWN_BY))


def _rows(state: Row) -> dict[str, Row]:
    return {row["entrant"]: row for row in state["standings"]}
