"""Kinds of worked cases of the ladder (斗地主 范文一): one game, ages, whole ladders, vouchers, seats.

game       a game "1: 0 1 | won" (first bidder, calls, the landlord went out first), penalties "l5 2", forfeits and line-ups, a rival
           record, who signs; expect the results of seats 1, 2, 3
offences   code -> the results of seats 1, 2, 3 when seat 2 is charged with it in a game
ages       born -> what is wrong on the day of registration
seconds    seconds taken -> whether that is too long
ladder     a script (tests/scoring/climbers.py has the words): levels, runs, awards, standings "rank player level", who may play next,
           `issue` and `returns`: what speaks against a voucher on a day, `seats`: against a table
"""

from collections.abc import Mapping
from typing import Any

from scoring.entries import Entry
from scoring.formats.ladder.eligibility import may_enter, seat_faults, voucher_faults
from scoring.matches import match_node
from scoring.parameters import Rulebook
from scoring.sides import THREE
from scoring.tallies.single_game.results import overran
from tests.rulebooks.kinds.common import Case, Kind, same
from tests.scoring.climbers import Climbers
from tests.scoring.trios import game_record

SEAT: Mapping[str, Any] = {
    "match": "r1-t1", "round": 1, "stage": "", "encounter": "r1-t1", "pair": 1, "table": 1, "room": "", "boards": [], "kind": "regular",
    "strict": [], **{side: {"team": f"t{side}", "entrant": f"e{side}", "players": [f"p{side}"]} for side in THREE},
}  # fmt: skip


def entries_of(given: Case) -> list[Entry]:
    entries: list[Entry] = []

    def add(kind: str, body: Mapping[str, Any], number: int = 0) -> None:
        seq = len(entries) + 1
        entries.append(Entry(seq, kind, f"key-{seq}", f"h{seq}", "", "r1-t1", int(number > 0), number, "", "g1", "referee", body))

    for name in ("line", "rival"):
        if name in given:
            add("hand", {"record": game_record(given[name]) | given.get("with", {})}, 1)
    for line in given.get("more", []):
        add("hand", {"record": game_record(line) | {"hand": 2}}, 2)
    for line in given.get("penalties", []):
        code, side = line.split()
        add("penalty", {"code": code, "side": side}, 1)
    if "forfeits" in given:
        add("forfeit", {"sides": given["forfeits"]})
    for line in given.get("line_ups", []):
        side, *players = line.split()
        add("line_up", {"side": side, "players": players})
    for side in given.get("signed", []):
        add("confirmation", {"side": side, "covers": ["h1"] if "line" in given else [], "on_behalf": side == "each"})
    return entries


def game(rulebook: Rulebook, given: Case, expect: Case) -> None:
    row = match_node(rulebook, SEAT, entries_of(given))
    found: dict[str, Any] = {
        "results": " ".join(row["results"].get(side, "-") for side in THREE),
        "points": " ".join(str(row["points"][side]) for side in THREE),
        "disqualified": {side: " ".join(codes) for side, codes in row["disqualified"].items()},
        "confirmed": row["confirmed"] is not None,
        "findings": [fault["code"] for fault in row["findings"]],
        "laws": sorted({step["clause"] for step in row["trace"]}),
        **{name: row[name] for name in ("state", "won_by", "winner", "signed_by", "under_review")},
    }
    for name, wanted in {"findings": [], **expect}.items():
        same(name, found[name], wanted)
    assert set(found["laws"]) <= rulebook.clauses.keys()


def offences(rulebook: Rulebook, given: Case, expect: Case) -> None:
    """Every code, imposed on seat 2 in the same game (or in one that was broken off: no line)."""
    for code, wanted in expect.items():
        row = match_node(rulebook, SEAT, entries_of({**given, "penalties": [f"{code} 2"]}))
        same(code, " ".join(row["results"].get(side, "-") for side in THREE), wanted)
        same(f"{code} puts out", row["disqualified"], {"2": [code]} if code[0] == "d" else {})
        assert {step["clause"] for step in row["trace"]} <= rulebook.clauses.keys()


def ages(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for born, wanted in expect.items():
        same(born, " ".join(fault.code for fault in may_enter(rulebook, born if born != "none" else None, given["day"])), wanted)


def seconds(rulebook: Rulebook, given: Mapping[str, bool], expect: Case) -> None:
    for taken, wanted in given.items():
        same(f"{taken} seconds", overran(rulebook, int(taken)), wanted)


def ladder(rulebook: Rulebook, given: Case, expect: Case) -> None:
    book = Climbers(rulebook, given["players"])
    book.run(given["script"])
    state = book.state()
    day = given.get("on", book.day)
    rows = {row["entrant"].removeprefix("e"): row for row in state["standings"]}
    live = state["ladder"]

    def numbers(entrants: Any) -> str:
        return " ".join(entrant.removeprefix("e") for entrant in entrants)

    def vouchers(act: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
        return {one: " ".join(fault.code for fault in voucher_faults(rulebook, state, f"e{one}", act, day)) for one in wanted}

    found: dict[str, Any] = {
        "order": [f"{row['rank']} {row['entrant'][1:]} {row['points']}" for row in state["standings"]][: len(expect.get("order", []))],
        "awards": [f"{numbers([row['entrant']])} {row['award']} {row['cash']} {row['goods']}".strip() for row in state["awards"]],
        "clauses": [row["clause"] for row in state["awards"]],
        "final": [row["final"] for row in state["awards"]],
        "total": {one: sum(row["cash"] for row in state["awards"] if row["entrant"] == f"e{one}") for one in expect.get("total", {})},
        "champion": numbers([live["champion"]]) if live["champion"] else "",
        "champion_again": numbers(live["champion_again"]),
        "next": numbers(state["next"]["entrants"]) if state["next"] else "",
        "refused": {numbers([row["entrant"]]): row["code"] for row in live["refused"]},
        "blocked": [row["code"] for row in state["plan"]["blocked"]],
        "draws": [row["draw"] for row in state["plan"]["draws"]],
        "issue": vouchers("issued", expect.get("issue", {})),
        "returns": vouchers("returned", expect.get("returns", {})),
        "lost_form": vouchers("form_lost", expect.get("lost_form", {})),
        "seats": {
            table: [fault.code for fault in seat_faults(rulebook, state, [[f"e{one}" for one in table.split()]], day)]
            for table in expect.get("seats", {})
        },
        "runs": {
            one: ", ".join(f"{run['level']} {run['ended_by']}".strip() for run in rows[one]["runs"]) for one in expect.get("runs", {})
        },
        "prize": live["prize"],
        "to_return": numbers(live["to_return"]),
        "list": numbers(live["list"]),
        "days": len(book.days),
        **{name: state["plan"][name] for name in ("over", "open_end")},
        "sessions": state["plan"]["rounds"],
        **{name: numbers(live[name]) for name in ("at_lot_level", "lot")},
        **{name: {one: rows[one][name] for one in expect.get(name, {})} for name in ("level", "best", "status", "today", "blocked_today")},
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)
    assert {step["clause"] for row in state["standings"] for step in row["trace"]} <= rulebook.clauses.keys()


KINDS: Mapping[str, Kind] = {"game": game, "offences": offences, "ages": ages, "seconds": seconds, "ladder": ladder}
