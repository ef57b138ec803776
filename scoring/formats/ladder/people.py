"""Who stands where on the ladder: each person's level, wins by day, voucher and last form. Clauses F1-10 to F1-12, F1-24, F1-25.

Reads the setup and the runs; says nothing of who may play (`scoring.formats.ladder.sessions`).
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.formats.ladder.leaves import BEST, DAY_SCOPE, PERSON_DAY, RANKED_BY
from scoring.formats.ladder.runs import LOSS, NONE, RUNNING, WIN
from scoring.parameters import Rulebook

Value = dict[str, Any]
ISSUED, RETURNED, FORM_LOST = ACTS = ("issued", "returned", "form_lost")
UNUSED, USED, NO_VOUCHER = "unused", "used", ""
SIGNED, UNSIGNED, LOST, NO_FORM = "signed", "unsigned", "lost", ""
NOTHING: Mapping[str, Any] = {"games": [], "runs": [], "out": None}


@dataclass(frozen=True, slots=True)
class Person:
    """One entrant. `games` and `runs` as `run_node` gives them; `wins`: day -> wins that the day's cap counts."""

    entrant: str
    games: Sequence[Mapping[str, Any]]
    runs: Sequence[Mapping[str, Any]]
    codes: Sequence[str]
    wins: Mapping[str, int]
    lost_on: str
    voucher: str
    issued_on: str
    forms_lost: frozenset[str]

    @property
    def out(self) -> bool:
        """Whether he is disqualified: his levels are void (罚则1)."""
        return bool(self.codes)

    @property
    def playing(self) -> str:
        """The match he is seated at that is not decided yet."""
        return next((game["match"] for game in self.games if game["result"] == RUNNING), "")

    @property
    def level(self) -> int:
        """The level of the run that goes on; 0 where none does."""
        going_on = bool(self.runs) and not self.runs[-1]["ended_by"] and not self.out
        return int(self.runs[-1]["level"]) if going_on else 0

    @property
    def best(self) -> int:
        """The highest level of all runs."""
        return 0 if self.out else max((int(run["level"]) for run in self.runs), default=0)

    def ranked(self, rulebook: Rulebook) -> int:
        """The level that ranks him."""
        return self.best if rulebook.choice(RANKED_BY) == BEST else self.level

    @property
    def ticket(self) -> tuple[str, str]:
        """The form he needs for his next game: the match of the last win of the run that goes on, and how it stands; empty for none."""
        won = [game for game in self.games if game["result"] == WIN and game["run"] == len(self.runs) - 1] if self.level else []
        if not won:
            return "", NO_FORM
        match = str(won[-1]["match"])
        return match, LOST if match in self.forms_lost else SIGNED if won[-1]["signed"] else UNSIGNED


def people_of(rulebook: Rulebook, setup: Mapping[str, Any], runs: Mapping[str, Mapping[str, Any]]) -> dict[str, Person]:
    """Everybody registered, in order of registration."""
    days = {row["round"]: row.get("day", "") for row in setup["rounds"]}
    return {entrant: _person(rulebook, setup, entrant, runs.get(entrant, NOTHING), days) for entrant in setup["registered"]}


def _person(rulebook: Rulebook, setup: Mapping[str, Any], entrant: str, node: Mapping[str, Any], days: Mapping[int, str]) -> Person:
    games, runs = node["games"], node["runs"]
    codes = [*setup["disqualified"].get(entrant, ()), *(node["out"]["codes"] if node["out"] else ())]
    by_person = rulebook.choice(DAY_SCOPE) == PERSON_DAY
    going_on = len(runs) - 1 if runs and not runs[-1]["ended_by"] else -1
    won = [game for game in games if game["result"] == WIN and (by_person or game["run"] == going_on)]
    lost = [days[game["round"]] for game in games if game["result"] == LOSS]
    acts = setup["vouchers"].get(entrant, ())
    voucher, issued_on = _voucher(acts, games)
    forms = frozenset(act["form"] or _last_match(games, act["after"]) for act in acts if act["act"] == FORM_LOST)
    wins = dict(sorted(Counter(days[game["round"]] for game in won).items()))
    return Person(entrant, games, runs, codes, wins, lost[-1] if lost else "", voucher, issued_on, forms)


def _voucher(acts: Sequence[Mapping[str, Any]], games: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """How his voucher stands, and the day it was issued on. It is used by the game it let him into, unless that gave him no result."""
    given = [act for act in acts if act["act"] in (ISSUED, RETURNED)]
    if not given or given[-1]["act"] == RETURNED:
        return NO_VOUCHER, ""
    used = any(game["result"] != NONE for game in games if game["round"] > given[-1]["after"])
    return USED if used else UNUSED, str(given[-1]["day"])


def _last_match(games: Sequence[Mapping[str, Any]], until: int) -> str:
    return next((str(game["match"]) for game in reversed(games) if game["round"] <= until), "")
