"""80分, what teams and pairs have in common: boards with hand cards here and there, penalties, adjusted boards, records that are refused.

In event.json `match` is always the code of a match, `board` the number of a board; a slip or a refused record names what of the right
record was written otherwise.
"""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from events.plays.event_file import ActFile, HallActFile, LaterFile, MatchFile, Record, SlipFile, Slot, Source

IN_ORDER = False
LINE_UPS = False
EARLY = ""
SIGNS_EACH = True
CLAUSE = "E80-11"

POINTS = ("table_points", "kitty_points")
PLAYED = ("trump", "last_trick", "dig")
WRITTEN_LATER = "confirmed_then_corrected"
ALL_POINTS, STEP = 200, 5
OF_THE_FILE = ("match", "board", "room", "zh", "withdrawn", "by", "reason")
BY_CHIEF = ("unplayable", "late", "conduct", "slow_play")
CLAIMED_TOO_LATE = "claim_too_late"


def played(row: Mapping[str, str]) -> dict[str, Any]:
    """What every record of a board says, whoever played it."""
    return {"board": int(row["board"])} | {name: int(row[name]) for name in POINTS} | {name: row[name] for name in PLAYED}


def cards(source: Source) -> Any:
    """The hand cards that were written down, as cards.json has them."""
    return json.loads((source.folder / "cards.json").read_text(encoding="utf-8"))


def slot(record: Record) -> Slot:
    return 1, record["board"], record.get("room", "")


def meeting(code: str) -> str:
    return code


def echo(record: Record, chance: random.Random) -> Record:
    """The declarers' points beside the defenders', which says the same, and the fields the other way round."""
    rest = ALL_POINTS - record["table_points"] - record["kitty_points"]
    stated = {} if record["last_trick"] == "none" else {"declarers_points": rest}
    return {**stated, **dict(sorted(record.items(), reverse=True))}


def wrong(record: Record, chance: random.Random) -> Record:
    """Five points more or less taken in play."""
    most = ALL_POINTS - record["kitty_points"]
    changes = [change for change in (-STEP, STEP) if 0 <= record["table_points"] + change <= most]
    return {**record, "table_points": record["table_points"] + chance.choice(changes)}


def match_file(source: Source, code: str, records: Sequence[Record], sides: tuple[int, int]) -> MatchFile:
    """A match with everything event.json says about it."""
    event, room = source.event, code.rpartition("-")[2] if code.count("-") == 2 else ""
    of_board = {record["board"]: record for record in records}

    def about(name: str) -> list[Mapping[str, Any]]:
        return [entry for entry in event[name] if entry["match"] == code]

    slips, later = {}, None
    for slip in about("slips"):
        right = of_board[slip["board"]]
        first = {**right, **slip["wrong"]}
        if slip["trouble"] == WRITTEN_LATER:
            later = LaterFile(slot(right), first, right, int(code[1 : code.index("-")]) + 1, slip["reason"])
        else:
            slips[slot(right)] = SlipFile(slip["trouble"], first)
    acts = [_penalty(entry, room, of_board) for entry in about("penalties")]
    acts += [_penalty(entry, room, of_board, refused=CLAIMED_TOO_LATE) for entry in about("late_claims")]
    acts += [_refused(entry, of_board) for entry in about("refused")]
    acts += [_adjustment(entry, room) for entry in about("adjustments")]
    return MatchFile(meeting=code, records=tuple(records), acts=tuple(acts), slips=slips, later=later, sides=sides)


def _penalty(entry: Mapping[str, Any], room: str, of_board: Mapping[int, Record], *, refused: str = "") -> ActFile:
    """A penalty as soon as its board is in."""
    penalty = {name: value for name, value in entry.items() if name not in OF_THE_FILE}
    body = {"penalty": penalty, "game": 1, "number": entry["board"], "reason": entry["zh"]} | ({"room": room} if room else {})
    by = "chief_referee" if entry["code"] in BY_CHIEF else "referee"
    return ActFile("penalties", body, by, slot(of_board[entry["board"]]), bool(entry.get("withdrawn")), refused)


def _refused(entry: Mapping[str, Any], of_board: Mapping[int, Record]) -> ActFile:
    """A record that cannot be right, sent by the scorer when the right one is in."""
    right = of_board[entry["board"]]
    return ActFile("hands", {"record": {**right, **entry["wrong"]}}, "scorer", slot(right), refused=entry["problem"])


def _adjustment(entry: Mapping[str, Any], room: str) -> ActFile:
    """An adjusted board, once everything that was played is in."""
    body = {name: entry[name] for name in ("board", "ns", "ew", "unit", "clauses")} | {"reason": entry["zh"]}
    return ActFile("adjustments", body | ({"room": room} if room else {}), "chief_referee")


def trumps(source: Source) -> tuple[HallActFile, ...]:
    """The trumps that the chief referee has fixed before the first round; the ranks are the printed ones."""
    ranks = source.event["ranks"]
    return tuple(
        HallActFile("board-trumps", {"board": int(board), "mode": "A", "rank": ranks[int(board) - 1], "trump": trump}, "chief_referee", 1)
        for board, trump in source.event["trumps"].items()
    )
