"""Kinds of worked cases of 炒地皮.

bands      "D who steps goes-over clause": the row of the table in which the defenders' points lie
climb      "level steps as -> level": a climb as declarers, as defenders, or as defenders who have declared at that level
hand       one hand; `before` "NS J EW 9" are the levels (NS deal unless `declarer` says otherwise); fines "code side count"
record     one record, only for its problems; what is not stated is an ordinary hand
match      one match; games are lists of hands "N 85+10 single main"; penalties "code side hand count"; bells game -> last hand
penalty    a penalty's body and hand, only for its problems
officials  code -> who may impose it; tariff: code -> what it costs for this count
bell       seconds played -> whether time is up; last_hand: hands finished, another one running -> the last that counts
leads      "levels, deal=side, more, lot=side -> who leads at the bell, by what"
stirs      "dealer caller -> who may stir first"
carry      a stated carry, only for its problems
"""

from collections.abc import Mapping
from typing import Any

from scoring.entries import Entry
from scoring.games import GAMES
from scoring.games.chaodipi import Chaodipi
from scoring.games.chaodipi.bell import at_bell, last_hand, time_is_up
from scoring.games.chaodipi.calls import first_to_stir
from scoring.games.chaodipi.levels import band_law, band_of, climb
from scoring.judge import judge
from scoring.matches import match_node
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, cost, may_impose
from tests.rulebooks.kinds import knockout
from tests.rulebooks.kinds.common import Case, Kind, same

GAME = Chaodipi()
PLAIN: Mapping[str, Any] = {
    "game": 1, "hand": 1, "declarer": "N", "trump": "S", "buried_by": "N",
    "table_points": 40, "kitty_points": 0, "last_trick": "declarers", "dig": "none", "hook": "none",
}  # fmt: skip
SEAT = {
    "match": "r1-m1", "round": 1, "encounter": "r1-m1", "pair": 1, "table": 1, "room": "", "boards": [],
    "ns": {"team": "t1", "entrant": "e1", "players": ["p1", "p2"]}, "ew": {"team": "t2", "entrant": "e2", "players": ["p3", "p4"]},
}  # fmt: skip


def bands(rulebook: Rulebook, given: list[str], expect: Case) -> None:
    for line in given:
        points = int(line.split()[0])
        row = band_of(rulebook, points)
        who = "declarers" if row["declarers"] else "defenders" if row["defenders"] else "nobody"
        goes = "over" if row["swaps"] else "stays"
        steps = row["declarers"] or row["defenders"]
        same("row", f"{points} {who} {steps} {goes} {band_law(rulebook, row)}", line)


def climbs(rulebook: Rulebook, given: list[str], expect: Case) -> None:
    for line in given:
        level, steps, role, *declared = line.partition(" -> ")[0].split()
        after = climb(rulebook, level, int(steps), as_declarers=role == "declarers", declared=bool(declared))
        same("climb", f"{line.partition(' -> ')[0]} -> {after}", line)


def stated(value: Any) -> Any:
    """A TOML file has no null: what is not known is an empty text in it."""
    return "" if value is None else value


def fines_of(given: list[str], points_before: Mapping[str, int] | None) -> list[dict[str, Any]]:
    """`failed_throw defenders 3 cards=3 seat=N at=4 amount=20`."""
    rows: list[dict[str, Any]] = []
    for line in given:
        code, side, count, *rest = line.split()
        row: dict[str, Any] = {"code": code, "side": side, "count": int(count)}
        for word in rest:
            name, _, value = word.partition("=")
            row[name] = value if name == "seat" else int(value)
        rows.append(row | ({"points_before": dict(points_before)} if points_before else {}))
    return rows


def hand(rulebook: Rulebook, given: Case, expect: Case) -> None:
    before = given.get("before", "").split()
    fields = {name: value for name, value in given.items() if name in PLAIN}
    if "dig" in fields:
        fields["last_trick"] = "defenders"
    fines = fines_of(given.get("fines", []), given.get("points_before"))
    record = {**PLAIN, "hand": 2, **fields, "penalties": fines}
    carry: Any = None
    faults: tuple[Fault, ...] = ()
    if before:
        said = {
            "levels": {before[0]: before[1], before[2]: before[3]},
            "deal": given.get("deal", "NS"),
            "time_up": given.get("time_up", False),
        }
        said |= {"dealer": given["dealer"]} if "dealer" in given else {}
        carry, faults = GAME.carry_of(rulebook, said | {"declared": given.get("declared", [])})
    same("carry", faults, ())
    outcome = judge(rulebook, record, carry)
    levels = outcome.moved["levels"]
    found: dict[str, Any] = {
        "problems": sorted(fault.code for fault in outcome.problems),
        "findings": sorted(fault.code for fault in outcome.findings),
        "levels": "" if levels is None else f"NS {levels['NS']} EW {levels['EW']}",
        **{name: stated(outcome.moved[name]) for name in ("D", "earned", "deal", "dealer", "demoted", "judged", "over", "declared")},
        "laws": [step.clause for step in outcome.trace],
    }
    for name, wanted in {"problems": [], "findings": [], **expect}.items():
        same(name, found[name], wanted)
    for step in outcome.trace:
        assert step.clause in rulebook.clauses, f"no such clause: {step.clause}"


def codes(faults: tuple[Fault, ...]) -> list[str]:
    return sorted(fault.code for fault in faults)


def record(rulebook: Rulebook, given: Any, expect: Case) -> None:
    without = given.get("without", [])
    whole = {name: value for name, value in {**PLAIN, **given}.items() if name not in ("without", *without)}
    if whole.get("trump") == "":
        whole["trump"] = None
    faults = GAMES[rulebook.game].check(rulebook, whole)
    same("problems", codes(faults), sorted(expect["problems"]))
    if "clauses" in expect:
        same("clauses", sorted(fault.clause for fault in faults), sorted(expect["clauses"]))


def hand_record(game: int, number: int, line: str) -> dict[str, Any]:
    """`N 85+10 single main` as a record; `N 40` are declarers who took the last trick."""
    declarer, points, *rest = line.split()
    table, _, kitty = points.partition("+")
    dig, hook = (*rest, "none", "none")[:2] if rest else ("none", "none")
    return {
        **PLAIN, "game": game, "hand": number, "declarer": declarer, "buried_by": declarer, "table_points": int(table),
        "kitty_points": int(kitty or 0), "last_trick": "defenders" if rest else "declarers", "dig": dig, "hook": hook,
    }  # fmt: skip


def entries_of(given: Case) -> list[Entry]:
    entries: list[Entry] = []

    def add(kind: str, body: Mapping[str, Any], game: int = 0, number: int = 0) -> None:
        seq = len(entries) + 1
        entries.append(Entry(seq, kind, f"key-{seq}", f"h{seq}", "", "r1-m1", game, number, "", "d1", "referee", body))

    for game, hands in enumerate(given.get("games", []), start=1):
        for number, line in enumerate(hands, start=1):
            if line:
                add("hand", {"record": hand_record(game, number, line)}, game, number)
    hashes = [entry.hash for entry in entries]
    for line in given.get("penalties", []):
        code, side, number, count, *game = line.split()
        add("penalty", {"code": code, "side": side, "count": int(count)}, int(game[0]) if game else 1, int(number))
    for game, last in given.get("bells", {}).items():
        add("time_up", {"last_hand": last, **({"lot": given["lot"]} if "lot" in given else {})}, int(game))
    for sides in given.get("forfeits", []):
        add("forfeit", {"sides": sides.split()})
    for line in given.get("line_ups", []):
        side, *players = line.split()
        add("line_up", {"side": side, "players": players})
    for line in given.get("confirmations", []):
        side, *hands = line.split()
        add("confirmation", {"side": side, "covers": [hashes[int(one) - 1] for one in hands] if hands else hashes})
    return entries


def match(rulebook: Rulebook, given: Case, expect: Case) -> None:
    leaf = "format_rules.final_to_win" if given.get("final") else "format_rules.to_win"
    row = match_node(rulebook, {**SEAT, "to_win": rulebook.number(leaf), "final": bool(given.get("final"))}, entries_of(given))
    shown = row["shown"]
    levels = shown["levels"]
    found: dict[str, Any] = {
        "state": row["state"],
        "points": f"{row['points']['NS']}:{row['points']['EW']}",
        "winner": row["winner"],
        "confirmed": row["confirmed"] is not None,
        "findings": sorted(fault["code"] for fault in row["findings"]),
        "levels": f"NS {levels['NS']} EW {levels['EW']}",
        "must_play": [side for side in ("NS", "EW") if shown["must_play"][side]],
        "reasons": [game["reason"] for game in shown["games"]],
        "climbs": [
            "" if one["after"] is None else f"NS {one['after']['levels']['NS']} EW {one['after']['levels']['EW']}" for one in row["hands"]
        ],
        "D": [one["D"] for one in row["hands"]],
        "amounts": [one["amount"] for one in row["penalties"]],
        "bands": [
            f"{one['least']} NS {one['levels']['NS']} EW {one['levels']['EW']} {one['deal']}{' wins' if one['wins'] else ''}"
            for one in shown["bands"]
        ]
        if shown["deal"]
        else len(shown["bands"]),
        **{name: shown[name] for name in ("game", "to_win", "deal", "dealer", "time_up", "wanted")},
        **{name: shown[name] or 0 for name in ("next_hand", "gap")},
    }
    for name, wanted in expect.items():
        same(name, found[name], wanted)


def penalty(rulebook: Rulebook, given: Case, expect: Case) -> None:
    body = {name: value for name, value in given.items() if name != "number"}
    same("problems", codes(GAME.check_penalty(rulebook, body, given.get("number", 1))), sorted(expect["problems"]))


def officials(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for code, least in given.items():
        same(f"a referee and {code}", may_impose(rulebook, code, ["referee"]), least == "referee")
        assert may_impose(rulebook, code, ["chief_referee"])
        assert not may_impose(rulebook, code, ["scorer", "organiser"])


def tariff(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for code, wanted in given.items():
        found = [cost(rulebook, Penalty.from_body({"code": code, "side": "NS", "count": count})) for count in (1, 2)]
        same(code, found, wanted)


def bell(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for seconds, up in given.items():
        same(f"{seconds} seconds", time_is_up(rulebook, int(seconds)), up)


def last(rulebook: Rulebook, given: Case, expect: Case) -> None:
    same("last hand", last_hand(rulebook, given["finished"], running=given["running"]), expect["last"])


def leads(rulebook: Rulebook, given: list[str], expect: Case) -> None:
    for line in given:
        one, level, other, theirs, *rest = line.partition(" -> ")[0].split()
        said = {"levels": {one: level, other: theirs}, "deal": next((word[5:] for word in rest if word.startswith("deal=")), "")}
        carry, faults = GAME.carry_of(rulebook, said | {"declared": []})
        same("carry", faults, ())
        assert carry is not None
        side, by = at_bell(rulebook, carry, more="more" in rest, lot=next((word[4:] for word in rest if word.startswith("lot=")), ""))
        same("leads", f"{line.partition(' -> ')[0]} -> {side or 'nobody'} {by}".strip(), line)


def stirs(rulebook: Rulebook, given: list[str], expect: Case) -> None:
    for line in given:
        declarer, caller = line.partition(" -> ")[0].split()
        same("first to stir", f"{declarer} {caller} -> {first_to_stir(declarer, caller)}", line)


def carry(rulebook: Rulebook, given: Any, expect: Case) -> None:
    same("problems", codes(GAME.carry_of(rulebook, given)[1]), sorted(expect["problems"]))


KINDS: Mapping[str, Kind] = {
    "bands": bands,
    "climb": climbs,
    "hand": hand,
    "record": record,
    "match": match,
    "penalty": penalty,
    "officials": officials,
    "tariff": tariff,
    "bell": bell,
    "last_hand": last,
    "leads": leads,
    "stirs": stirs,
    "carry": carry,
    **knockout.KINDS,
}
