"""What the kinds that are played as a knock-out have in common: entrants drawn into a bracket, matches by their codes, the final table."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from events.plays.event_file import ActFile, Contents, DrawFile, LaterFile, MatchFile, Record, SlipFile, Slot, Source
from events.plays.kinds.protocol import Named

RecordOf = Callable[[Mapping[str, Any]], dict[str, Any]]
ActsOf = Callable[[Source, str], tuple[ActFile, ...]]


def meeting(code: str) -> str:
    return code


def round_of(code: str) -> int:
    """The round of `r3-m2`."""
    return int(code[1 : code.index("-")])


def contents(
    source: Source, order: tuple[tuple[str, ...], ...], record_of: RecordOf, slot: Callable[[Record], Slot], acts_of: ActsOf
) -> Contents:
    """The bracket's matches as event.json states who sits in each and hands.csv what was played there. `order`: names by draw number."""
    rows: dict[str, list[Mapping[str, Any]]] = {}
    for row in source.rows:
        rows.setdefault(row["match"], []).append(row)
    forfeits = {forfeit["match"]: forfeit["by"] for forfeit in source.event["forfeits"]}

    def changed(code: str, asked: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
        """The record of a hand with some of its columns as they were first written."""
        where = (asked["game"], asked.get("hand", asked["game"]))
        row = next(row for row in rows[code] if (int(row["game"]), int(row.get("hand", row["game"]))) == where)
        return record_of({**row, **values})

    def match_of(code: str, sides: tuple[int, int]) -> MatchFile:
        slips = [slip for slip in source.event["slips"] if slip["match"] == code]
        wrong = [(slip["trouble"], changed(code, slip, slip["wrong"])) for slip in slips]
        late = next((late for late in source.event["corrected_later"] if late["match"] == code), None)
        later = None
        if late is not None:
            record = changed(code, late, {})
            later = LaterFile(slot(record), changed(code, late, late["first"]), record, late["after_round_opened"], late["reason"])
        return MatchFile(
            meeting=code,
            records=tuple(record_of(row) for row in rows.get(code, ())),
            forfeited_by=forfeits.get(code, ""),
            acts=acts_of(source, code),
            slips={slot(record): SlipFile(trouble, record) for trouble, record in wrong},
            later=later,
            sides=sides,
        )

    matches = {code: match_of(code, (ns, ew)) for code, (ns, ew) in source.event["seats"].items()}
    by_round = Counter(round_of(code) for code in matches)
    draw = DrawFile("entrants", tuple(source.entrant(names) for names in order))
    return Contents((draw,), matches, max(by_round), max(by_round.values()))


def placed(row: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    entrant = named[row["entrant"]]
    return {
        "rank": row["rank"],
        "entrant": entrant.name,
        "team": entrant.team,
        "number": entrant.number,
        "shared": row["shared"],
        "reached": row["reached"],
        "lost_to": named[row["lost_to"]].number if row["lost_to"] else None,
        "wins": row["wins"],
    }


def results(board: Mapping[str, Any], named: Mapping[str, Named]) -> dict[str, Any]:
    """Who met in every match of the bracket and who won, by draw numbers."""
    number = {pid: entry.number for pid, entry in named.items()}
    return {
        match["match"]: [number.get(match[side] or "", 0) for side in ("ns", "ew", "winner")]
        for one in board["bracket"]["rounds"]
        for match in one["matches"]
    }


def line(row: Mapping[str, Any]) -> str:
    lost = f"第{row['reached']}轮负 {row['lost_to']} 号" if row["lost_to"] else "冠军"
    return f"{row['rank']:>2}  胜 {row['wins']} 场  {lost}  {row['number']} 号 {row['entrant']}（{row['team']}）"
