"""Kinds of worked cases of one board of 80分, and those of both competitions that are played with it."""

from collections.abc import Mapping
from typing import Any

from scoring import penalties
from scoring.games.eighty import Eighty, boards
from scoring.games.eighty.clock import minutes_allowed, overtime
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.penalties import leaf
from tests.rulebooks.kinds import eighty_pairs, eighty_teams
from tests.rulebooks.kinds.common import Case, Kind, same


def board(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """One record, penalties inline; expect D and fines ("NS:EW"), findings, or the problems. Not named: no fines, nothing found."""
    outcome = judge(rulebook, dict(given))
    same("problems", sorted(fault.code for fault in outcome.problems), sorted(expect.get("problems", [])))
    if outcome.problems:
        return
    moved = outcome.moved
    found = {
        "D": moved["D"],
        "fines": f"{moved['fines']['NS']}:{moved['fines']['EW']}",
        "match_points": f"{moved['match_point_fines']['NS']}:{moved['match_point_fines']['EW']}",
        "declarers": moved["declarers"],
        "rank": moved["rank"],
        "trump": moved["trump"],
        "findings": [fault.code for fault in outcome.findings],
        "clauses": [step.clause for step in outcome.trace],
    }
    for name, wanted in ({"fines": "0:0", "match_points": "0:0", "findings": []} | dict(expect)).items():
        same(name, found[name], wanted)
    for step in outcome.trace:
        assert step.clause in rulebook.clauses, f"no such clause: {step.clause}"


def penalty(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """The body of a penalty as an official enters it."""
    same("problems", sorted(fault.code for fault in Eighty().check_penalty(rulebook, given)), sorted(expect.get("problems", [])))


def every_board(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """Number, dealer and what is known of rank and trump, of every board."""
    rows = [" ".join(filter(None, (str(row.number), row.dealer, row.rank, row.trump))) for row in boards(rulebook).values()]
    same("boards", rows, expect["rows"])


def minutes(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """Rows "8 boards 95: over" and the minutes allowed."""
    for row in given:
        played, _, spent = row.split()
        same(row, overtime(rulebook, int(played), int(spent)), expect["times"][row])
    for played, wanted in expect.get("allowed", {}).items():
        same(f"{played} boards", minutes_allowed(rulebook, int(played)), wanted)


def tariff(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """The tariff as published, in the order in which it works: code, amount, per what, by whom, on what."""
    rows = []
    for code in penalties.codes(rulebook):
        amount, order = (rulebook.number(leaf(code, part)) for part in ("amount", "order"))
        per, official, moves = (rulebook.choice(leaf(code, part)) for part in ("per", "official", "moves"))
        rows.append(f"{order} {code} {amount} {per} {official} {moves}")
    same("tariff", rows, expect["rows"])


def imposed(rulebook: Rulebook, given: Any, expect: Case) -> None:
    """Which penalties a role may impose."""
    for role, wanted in expect.items():
        same(role, [code for code in given if penalties.may_impose(rulebook, code, [role])], wanted)


KINDS: Mapping[str, Kind] = {
    "board": board,
    "penalty": penalty,
    "boards": every_board,
    "minutes": minutes,
    "tariff": tariff,
    "imposed": imposed,
    **eighty_pairs.KINDS,
    **eighty_teams.KINDS,
}
