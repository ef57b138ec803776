"""Kinds of worked cases of 斗地主, whatever text and format: a hand is a line, `1: 1 0 3 | won b2 rocket spring`.

Before the bar the first bidder and the bids in order of speaking (nothing where nothing is bid); after it `won` (the landlord went out
first), `lost` (the player after him did) or `out=2`, then `b2` (bombs), `rocket`, `spring`, `anti`, `shown`, `t=4,-2,-2` (handed over at
seats 1, 2, 3), `landlord=2`, `ruled=peasants:1` (the side it is given to, who offended), `doubled`, `timeouts=1:2`, `face_up=7`.
An empty text is a hand that is missing.

auction    "1: 1 0 3 -> 3 @3", "… -> passed out" or "… -> a problem's code"
hand       line (or record), before (a carry), penalties "code side count"; expect its points "6 -3 -3", multiplier, laws, what moves
record     one record, or `hand` with fields changed, only for its problems; `without` takes fields away
hold       seventeen cards -> the pattern that obliges their holder to call
table      hands, bell, penalties "code side hand count", forfeits, start, strict, rulings (hands upheld), confirmations "side hand hand"
penalty    a penalty's body and hand, only for its problems
tariff     code -> what it costs once and twice; officials: code -> who may impose it
bell       seconds played -> whether time is up; last_hand: hands finished, another one running -> the last that counts
carry      a stated carry, only for its problems

Kinds of a format stand in the module named as the format is.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from scoring.entries import Entry
from scoring.games.doudizhu import Doudizhu
from scoring.games.doudizhu.bidding import read_bids, seat_of
from scoring.games.doudizhu.holdings import obliged
from scoring.games.doudizhu.penalties import charged
from scoring.judge import judge
from scoring.matches import match_node
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.penalties import Penalty, may_impose
from scoring.sides import THREE
from scoring.tallies.table_of_three.bell import last_hand, time_is_up
from tests.rulebooks.kinds.common import Case, Kind, same

GAME = Doudizhu()
FORMATS = ("groups", "stages", "cut", "travelling", "ladder")
SEAT: Mapping[str, Any] = {
    "match": "r1-t1", "round": 1, "stage": "", "encounter": "r1-t1", "pair": 1, "table": 1, "room": "", "boards": [], "kind": "regular",
    **{side: {"team": f"t{side}", "entrant": f"e{side}", "players": [f"p{side}"]} for side in THREE},
}  # fmt: skip


def record_of(number: int, line: str) -> dict[str, Any]:
    """The record that a line says, with what every hand has; `tests.rulebooks.kinds.doudizhu` has the words."""
    record, words = bidding_of(number, line)
    for word in words:
        name, _, value = word.partition("=")
        if word in ("won", "lost"):
            record["out"] = record["landlord"] if word == "won" else record["landlord"] % 3 + 1
        elif name in ("out", "landlord", "face_up"):
            record[name] = int(value)
        elif name == "t":
            record["transfers"] = dict(zip(THREE, map(int, value.split(",")), strict=True))
        elif name == "timeouts":
            record["timeouts"] = {one.partition(":")[0]: int(one.partition(":")[2]) for one in value.split(",")}
        elif name == "ruled":
            winner, _, offender = value.partition(":")
            record["ruled"] = {"winner": winner, "doubled": "doubled" in words, "offender": int(offender)}
            record.setdefault("out", None)
        elif word in ("spring", "anti"):
            record["spring"] = "anti_spring" if word == "anti" else word
        elif word in ("rocket", "shown", "no_rocket", "no_shown"):
            record[word.removeprefix("no_")] = not word.startswith("no_")
        elif word[0] == "b" and word[1:].isdigit():
            record["bombs"] = int(word[1:])
        elif word != "doubled":
            raise ValueError(f"{word!r} in {line!r}")
    return record


def bidding_of(number: int, line: str) -> tuple[dict[str, Any], list[str]]:
    """What a line says of the bidding, the landlord that makes, and the words after the bar."""
    said, _, after = line.partition("|")
    first, _, bids = said.partition(":")
    record: dict[str, Any] = {"hand": number}
    words = after.split()
    if first.strip():
        calls = [int(bid) for bid in bids.split()]
        record |= {"first_bidder": int(first), "bids": calls}
        if any(calls):
            record["landlord"] = seat_of(int(first), calls.index(max(calls)) % 3)
    else:
        record["landlord"] = next(int(word.partition("=")[2]) for word in words if word.startswith("landlord="))
    return record, words


def filled(rulebook: Rulebook, record: dict[str, Any]) -> dict[str, Any]:
    """A played hand with what its line need not say: no bomb, no rocket, no spring, nothing shown."""
    if "landlord" not in record:
        return record
    plain = {"bombs": 0, "rocket": False, "spring": "none", "shown": False}
    properties = GAME.json_schema(rulebook)["properties"]
    return {**{name: value for name, value in plain.items() if name in properties}, **record}


def codes(faults: tuple[Fault, ...]) -> list[str]:
    return sorted(fault.code for fault in faults)


def written(points: Mapping[str, Any] | None) -> str:
    """`6 -3 -3`, in order of seats."""
    return "" if points is None else " ".join(str(points[side]) for side in THREE)


def auction(rulebook: Rulebook, given: list[str], expect: Case) -> None:
    for line in given:
        said, wanted = (part.strip() for part in line.split("->"))
        first, _, bids = said.partition(":")
        read = read_bids(rulebook, [int(bid) for bid in bids.split()])
        found = "passed out" if read.passed_out else f"{seat_of(int(first), read.speaker or 0)} @{read.bid}"
        same("auction", f"{said} -> {' '.join(codes(read.faults)) or found}", f"{said} -> {wanted}")


def hand(rulebook: Rulebook, given: Case, expect: Case) -> None:
    record = filled(rulebook, {**record_of(given.get("number", 1), given["line"]), **given.get("with", {})})
    if "penalties" in given:
        rows = [line.split() for line in given["penalties"]]
        record["penalties"] = [{"code": code, "side": side, "count": int(count)} for code, side, count in rows]
    before: Any = None
    if "before" in given:
        before, faults = GAME.carry_of(rulebook, dict(given["before"]))
        same("carry", faults, ())
    outcome = judge(rulebook, record, before)
    moved = outcome.moved
    found: dict[str, Any] = {
        "points": written(outcome.points),
        "problems": codes(outcome.problems),
        "findings": codes(outcome.findings),
        "totals": written(moved["totals"]),
        "laws": [step.clause for step in outcome.trace],
        "ops": [step.op for step in outcome.trace],
        "next_bidder": moved["next_bidder"] or "",
        **{name: moved[name] for name in ("kind", "unit", "landlord", "bid", "winner", "multiplier", "passed", "fines", "opener_least")},
    }
    for name, wanted in {"problems": [], "findings": [], **expect}.items():
        same(name, found[name], wanted)
    for step in outcome.trace:
        assert step.clause in rulebook.clauses, f"no such clause: {step.clause}"


def record(rulebook: Rulebook, given: Case, expect: Case) -> None:
    whole = record_of(given.get("number", 1), given["line"]) if "line" in given else {}
    fields = {name: value for name, value in given.items() if name not in ("line", "without", "number")}
    whole = filled(rulebook, whole) | fields
    faults = GAME.check(rulebook, {name: value for name, value in whole.items() if name not in given.get("without", [])})
    same("problems", codes(faults), sorted(expect["problems"]))
    for fault in faults:
        assert fault.clause in rulebook.clauses, f"no such clause: {fault.clause!r} of {fault.code}"
    for name, found in (("at", [fault.at for fault in faults]), ("clauses", [fault.clause for fault in faults])):
        if name in expect:
            same(name, sorted(found), sorted(expect[name]))


def hold(rulebook: Rulebook, given: Mapping[str, str], expect: Case) -> None:
    for cards, wanted in given.items():
        same(cards, obliged(rulebook, cards), wanted)


def entries_of(rulebook: Rulebook, given: Case) -> list[Entry]:
    entries: list[Entry] = []

    def add(kind: str, body: Mapping[str, Any], game: int = 0, number: int = 0) -> str:
        seq = len(entries) + 1
        entries.append(Entry(seq, kind, f"key-{seq}", f"h{seq}", "", "r1-t1", game, number, "", "d1", "referee", body))
        return f"h{seq}"

    hashes: dict[int, str] = {}
    for number, line in enumerate(given.get("hands", []), start=1):
        if line:
            hashes[number] = add("hand", {"record": filled(rulebook, record_of(number, line))}, 1, number)
    for number in given.get("rulings", []):
        add("ruling", {"uphold": hashes[number], "clauses": []}, 1, number)
    for line in given.get("penalties", []):
        code, side, number, count = line.split()
        add("penalty", {"code": code, "side": side, "count": int(count)}, 1, int(number))
    if "bell" in given:
        add("time_up", {"last_hand": given["bell"]}, 1)
    for sides in given.get("forfeits", []):
        add("forfeit", {"sides": sides.split()})
    for line in given.get("line_ups", []):
        side, *players = line.split()
        add("line_up", {"side": side, "players": players})
    for line in given.get("confirmations", []):
        side, *numbers = line.split()
        add("confirmation", {"side": side, "covers": [hashes[int(one)] for one in numbers] if numbers else list(hashes.values())})
    return entries


def table(rulebook: Rulebook, given: Case, expect: Case) -> None:
    seat = {**SEAT, **{name: given[name] for name in ("start", "strict", "round", "hands_before") if name in given}}
    row = match_node(rulebook, seat, entries_of(rulebook, given))
    for step in [*row["trace"], *(step for one in row["hands"] for step in one["trace"])]:
        assert step["clause"] in rulebook.clauses, f"no such clause: {step['clause']!r} of {step['op']}"
    for name, wanted in expect.items():
        same(name, table_facts(row)[name], wanted)


def table_facts(row: Mapping[str, Any]) -> dict[str, Any]:
    """What a case may expect of a table; what is not known is an empty text or 0."""
    live = row["shown"]
    return {
        **{name: row[name] for name in ("state", "winner", "order", "signed_by")},
        **{name: written(row[name]) for name in ("points", "net", "places")},
        "tied": [" ".join(group) for group in row["tied"]],
        "busted": row["busted"],
        "confirmed": row["confirmed"] is not None,
        "findings": sorted(fault["code"] for fault in row["findings"]),
        "remarks": [
            " ".join([str(one["number"]), *sorted(fault["code"] for fault in (*one["findings"], *one["remarks"]))])
            for one in row["hands"]
            if one["findings"] or one["remarks"]
        ],
        "hand_points": [written(one["points"]) for one in row["hands"]],
        "running": [written(one["running"]) for one in row["hands"]],
        "kinds": [one["kind"] for one in row["hands"]],
        "extras": [one["number"] for one in row["hands"] if one["extra"]],
        "amounts": [one["amount"] for one in row["penalties"]],
        "laws": sorted({step["clause"] for step in row["trace"]}),
        "sums": [f"{step['of']} {step['value']}" for step in row["trace"] if step["op"] == "total"],
        "batches": [written(batch) for batch in live["batches"]],
        "extra": "" if live["extra"] is None else f"{live['extra']['batch']} {live['extra']['played']}/{live['extra']['wanted']}",
        **{
            name: live[name]
            for name in ("phase", "unit", "played", "next_bidder", "bidder_by", "passed", "decides_by", "time_up", "sums_to")
        },
        **{name: live[name] for name in ("opener_least", "third_least")},
        **{name: live[name] or 0 for name in ("next_hand", "wanted", "minutes", "gap")},
    }


def penalty(rulebook: Rulebook, given: Case, expect: Case) -> None:
    body = {name: value for name, value in given.items() if name != "number"}
    same("problems", codes(GAME.check_penalty(rulebook, body, given.get("number", 1))), sorted(expect["problems"]))


def tariff(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for code, wanted in given.items():
        bodies = [{"code": code, "side": "2", "count": count} for count in range(1, len(wanted) + 1)]
        same(code, [charged(rulebook, [Penalty.from_body(body, number=1)])[0][1] for body in bodies], wanted)


def officials(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for code, least in given.items():
        same(f"a referee and {code}", may_impose(rulebook, code, ["referee"]), least == "referee")
        assert may_impose(rulebook, code, ["chief_referee"])
        assert not may_impose(rulebook, code, ["scorer", "organiser"])


def bell(rulebook: Rulebook, given: Case, expect: Case) -> None:
    for seconds, up in given.items():
        same(f"{seconds} seconds", time_is_up(rulebook, int(seconds)), up)


def last(rulebook: Rulebook, given: Case, expect: Case) -> None:
    same("last hand", last_hand(rulebook, given["finished"], running=given["running"]), expect["last"])


def carry(rulebook: Rulebook, given: Any, expect: Case) -> None:
    same("problems", codes(GAME.carry_of(rulebook, given)[1]), sorted(expect["problems"]))


def _of_formats() -> dict[str, Kind]:
    modules = (f"tests.rulebooks.kinds.{name}" for name in FORMATS)
    return {name: kind for module in modules if find_spec(module) for name, kind in import_module(module).KINDS.items()}


KINDS: Mapping[str, Kind] = {
    "auction": auction,
    "hand": hand,
    "record": record,
    "hold": hold,
    "table": table,
    "penalty": penalty,
    "tariff": tariff,
    "officials": officials,
    "bell": bell,
    "last_hand": last,
    "carry": carry,
    **_of_formats(),
}
