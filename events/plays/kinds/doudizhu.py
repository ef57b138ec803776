"""斗地主, what its ten events have in common: tables of three drawn before every round, seat 1 keeps the score, the others sign.

In event.json players are named; `draws` has for each round who sits where, in threes. Penalties, bells and slips name a match and a hand.
What a record has follows from the columns of hands.csv: a text that knows no spring has no such column.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from events.plays.event_file import ActFile, DrawFile, HallActFile, Key, LaterFile, MatchFile, Record, Slot, Source
from events.plays.kinds.protocol import Named

SIDES: tuple[str, ...] = ("1", "2", "3")
RECORDED_BY = "1"
SIGNED_BY: tuple[str, ...] = ("2", "3")
IN_ORDER = False
SIGNS_EACH = False
SIGNS_LATE = True
SEATED = "entrant"
LINE_UPS = False
EARLY = "match_not_done"
CLAUSE = ""  # each event names its own

YES = "yes"
OF_THE_FILE = ("match", "hand", "seat", "by", "zh", "withdrawn")
Seats = Mapping[str, Sequence[str]]  # match -> the names at seats 1, 2, 3


def record_of(row: Mapping[str, str]) -> dict[str, Any]:
    """The record of a line: of a deal passed out only what was called."""
    record: dict[str, Any] = {"hand": int(row.get("hand") or 1)}
    if "bids" in row:
        record |= {"first_bidder": int(row["first_bidder"]), "bids": [int(call) for call in row["bids"].split("-")]}
    if not row["landlord"]:
        return record
    record |= {"landlord": int(row["landlord"]), "out": int(row["out"]) if row["out"] else None}
    record |= {name: int(row[name]) for name in ("bombs",) if name in row}
    record |= {name: row[name] == YES for name in ("rocket", "shown") if name in row}
    record |= {name: row[name] for name in ("spring",) if name in row}
    if row.get("ruled_winner"):
        ruled = {"winner": row["ruled_winner"], "doubled": row["ruled_doubled"] == YES, "offender": int(row["offender"])}
        record["ruled"] = ruled
    if "beans_1" in row:
        record["transfers"] = {side: int(row[f"beans_{side}"]) for side in SIDES}
    if row.get("timeouts"):
        seat, _, times = row["timeouts"].partition(":")
        record["timeouts"] = {seat: int(times)}
    return record


def slot(record: Record) -> Slot:
    return 1, record["hand"], ""


def meeting(code: str) -> str:
    return code


def official(record: Record) -> bool:
    """A hand that was ruled and not played out."""
    return "ruled" in record


def echo(record: Record, chance: random.Random) -> Record:
    """The fields the other way round; of a deal passed out that nobody was landlord, which says the same."""
    nobody = {} if "landlord" in record else {"landlord": None, "out": None}
    return {**nobody, **dict(sorted(record.items(), reverse=True))}


def wrong(record: Record, chance: random.Random) -> Record | None:
    """A bomb more or less. What is ruled, passed out or has no bombs is not written wrongly but where the files say so."""
    if "bombs" not in record or official(record):
        return None
    return {**record, "bombs": record["bombs"] + chance.choice([1, -1] if record["bombs"] else [1])}


def keys(source: Source, names: Iterable[str]) -> list[Key]:
    return [source.entrant((name,)) for name in names]


def threes(number: int, drawn: Sequence[str]) -> dict[str, list[str]]:
    """The tables of a round, by the codes of their matches."""
    return {f"r{number}-t{place // 3 + 1}": list(drawn[place : place + 3]) for place in range(0, len(drawn) - 2, 3)}


def first_draw(source: Source) -> tuple[DrawFile, ...]:
    return (DrawFile("groups", tuple(keys(source, source.event["draws"]["1"])), round=1),)


def later_draws(source: Source) -> list[HallActFile]:
    """Before each later round the lots of the one before, then who plays at which table."""
    acts = []
    for number, drawn in source.event["draws"].items():
        if int(number) > 1:
            lots = [lot["order"] for lot in source.event.get("lots", ()) if lot["round"] == int(number) - 1]
            for order in lots:
                acts.append(HallActFile("draws", {"draw": "lot", "order": keys(source, order)}, "organiser", int(number)))
            body = {"draw": "groups", "round": int(number), "order": keys(source, drawn)}
            acts.append(HallActFile("draws", body, "organiser", int(number)))
    return acts


def matches(
    source: Source, seats: Seats, numbers: Mapping[str, int], of_row: Callable[[Mapping[str, str]], dict[str, Any]] = record_of
) -> dict[str, MatchFile]:
    """Every table with its deals and what officials stated there. `numbers`: the draw number of everybody."""
    event = source.event
    rows: dict[str, list[Mapping[str, str]]] = {code: [] for code in seats}
    for row in source.rows:
        rows[row["match"]].append(row)
    found = {}
    for code, names in seats.items():
        records = [record_of(row) for row in rows[code]]
        absent = next((str(names.index(one["by"]) + 1) for one in event.get("forfeits", ()) if one["match"] == code), "")
        later = next((_later(rows[code], one) for one in event.get("corrected_later", ()) if one["match"] == code), None)
        sides = tuple(numbers[name] for name in names)
        acts = (*_bells(event, code), *penalties(event, code, records))
        found[code] = MatchFile(code, tuple(records), absent, acts, later=later, sides=sides)
    return found


def penalties(event: Mapping[str, Any], code: str, records: Sequence[Record]) -> tuple[ActFile, ...]:
    """A penalty as soon as its hand is in; where none was played, by itself."""
    acts = []
    for one in event.get("penalties", ()):
        if one["match"] == code:
            number = one.get("hand", 1)
            after = (1, number, "") if any(record["hand"] == number for record in records) else None
            penalty = {name: value for name, value in one.items() if name not in OF_THE_FILE} | {"side": str(one["seat"])}
            body = {"penalty": {"count": 1, **penalty}, "game": 1, "number": number if after else 0, "reason": one["zh"]}
            acts.append(ActFile("penalties", body, one["by"], after, one.get("withdrawn", False)))
    return tuple(acts)


def _bells(event: Mapping[str, Any], code: str) -> list[ActFile]:
    last = [one["last_hand"] for one in event.get("time_ups", ()) if one["match"] == code]
    return [ActFile("time-ups", {"game": 1, "last_hand": number}, "referee", (1, number, "")) for number in last]


def _later(rows: Sequence[Mapping[str, str]], one: Mapping[str, Any]) -> LaterFile:
    row = next(row for row in rows if int(row["hand"]) == one["hand"])
    record = record_of(row)
    return LaterFile(slot(record), record_of({**row, **one["first"]}), record, one["after_round_opened"], one["reason"])


def numbers_of(source: Source, *, late: Sequence[str] = ()) -> dict[str, int]:
    """Everybody's number: his place in the first draw, `late` ones after it."""
    return {name: number for number, name in enumerate([*source.event["draws"]["1"], *late], start=1)}


def rounds_of(row: Mapping[str, Any]) -> list[list[Any]]:
    """Round, table, seat, points and place of every table a row of the standings names; of one that was not played no points."""
    return [
        [leg["round"], leg["match"], int(leg["seat"]), *((None, None) if leg["state"] == "forfeited" else (leg["points"], leg["place"]))]
        for leg in row["rounds"]
        if leg["match"]
    ]


def who(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """What every row of a final table begins with."""
    entrant = named[row["entrant"]]
    return {"rank": row["rank"], "entrant": entrant.name, "team": entrant.team, "number": entrant.number, "shared": row["shared"]}


def results(board: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """The prizes and who has them, by draw numbers; who sat where is in the table."""
    return {"awards": [[named[prize["entrant"]].number, prize["award"], prize["cash"], prize["goods"]] for prize in board["awards"]]}


def line(row: Mapping[str, Any]) -> str:
    end = f"第 {row['reached']} 轮" if "reached" in row else row.get("stage", row.get("points"))
    return f"{row['rank']:>2}  {row['number']:>2} 号 {row['entrant']}（{row['team']}）  {end}"
