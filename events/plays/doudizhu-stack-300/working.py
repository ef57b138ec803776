"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draws and bells) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 003·三,
from 300 each, 30 minutes a table or until somebody has nothing left; the last is out, two go on with what they have.
Run it in this folder: `python working.py`, or `python working.py --into FOLDER`.
"""

import argparse
import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SEATS = (1, 2, 3)
BIDS = (10, 20, 30)
LEAST = 20  # the third seat's after two passes, and the opener's after two deals passed out
FINE, SHARE = -40, 20  # three deals running without a call: the opener's, and what each other gets
START = 300

Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv
Points = dict[int, int]  # by seat


@dataclass
class Hand:
    """One deal. `kind`: played or passed_out; `how`: its sum in words; `extra`: it only separates the tied; `after`: the totals."""

    row: Row
    kind: str
    points: Points
    how: str
    extra: bool = False
    after: Points = field(default_factory=dict)


@dataclass
class Table:
    """One table: who sits at seats 1, 2, 3, with how much, what was dealt, and the points of extra hands by seat."""

    code: str
    players: Sequence[str]
    totals: Points
    hands: list[Hand] = field(default_factory=list)
    extras: dict[int, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    taken: list[str] = field(default_factory=list)
    strict: Sequence[int] = (1,)  # the places after which nobody may be tied
    start: Points = field(default_factory=dict)

    def key(self, seat: int) -> tuple[int, ...]:
        """Points first; among equal points the extra hands, one after the other."""
        return (self.totals[seat], *self.extras[seat])

    def place(self, seat: int) -> int:
        return 1 + sum(self.key(other) > self.key(seat) for other in SEATS)

    def order(self) -> list[int]:
        """The seats, best first."""
        return sorted(SEATS, key=lambda seat: (self.place(seat), seat))

    def tied(self) -> bool:
        """Whether a place that must be decided is not."""
        order = self.order()
        return any(self.key(order[place - 1]) == self.key(order[place]) for place in self.strict)

    def seat_of(self, player: str) -> int:
        return self.players.index(player) + 1


def auction(row: Row, passed: int) -> tuple[int, int]:
    """(landlord, call) of one round of calls; (0, 0) when all pass. Raises ValueError where the calls break the rules."""
    landlord = best = 0
    speaker, calls = int(row["first_bidder"]), [int(call) for call in row["bids"].split("-")]
    for place, call in enumerate(calls):
        if best == max(BIDS) or (call and (call not in BIDS or call <= best)):
            raise ValueError(f"{row['match']} hand {row['hand']}: call {place + 1} is not higher, or comes after the highest")
        if call and call < LEAST and ((place == 2 and not best) or (place == 0 and passed == 2)):
            raise ValueError(f"{row['match']} hand {row['hand']}: call {place + 1} has to be at least {LEAST}")
        if call:
            landlord, best = speaker, call
        speaker = speaker % 3 + 1
    if len(calls) != 3 and best != max(BIDS):
        raise ValueError(f"{row['match']} hand {row['hand']}: not everybody has spoken")
    return landlord, best


def play_hand(row: Row, passed: int) -> Hand:
    """One deal: the call, doubled by every bomb and rocket played, by a spring and by its opposite; the landlord twice, each other once."""
    landlord, call = auction(row, passed)
    if not landlord:
        return Hand(row, "passed_out", dict.fromkeys(SEATS, 0), "无人叫 / passed out")
    won = int(row["out"]) == landlord
    if int(row["landlord"]) != landlord or int(row["bombs"]) not in range(14):
        raise ValueError(f"{row['match']} hand {row['hand']}: {landlord} is the landlord, and nobody plays {row['bombs']} bombs")
    if row["spring"] != "none" and won != (row["spring"] == "spring"):
        raise ValueError(f"{row['match']} hand {row['hand']}: a spring is won by the landlord, the other kind lost by him")
    doubled = ["炸弹"] * int(row["bombs"]) + ["火箭"] * (row["rocket"] == "yes")
    doubled += {"none": [], "spring": ["春天"], "anti_spring": ["反春"]}[row["spring"]]
    amount = call * 2 ** len(doubled)
    for_landlord = 2 * amount if won else -2 * amount
    points = {seat: for_landlord if seat == landlord else -for_landlord // 2 for seat in SEATS}
    how = f"{call}" + "".join(f"×2（{what}）" for what in doubled) + f"={amount}，地主{'胜' if won else '负'}"
    return Hand(row, "played", points, how)


def play_table(event: Event, code: str, players: Sequence[str], rows: Sequence[Row], start: Points, last: bool) -> Table:
    """One table from its first deal to its result. Raises ValueError where the file cannot be what happened."""
    table = Table(code, players, dict(start), start=start)
    table.strict = (1,) if last else (2,)  # two go on, but of the last table one wins
    bell = next((one["last_hand"] for one in event["time_ups"] if one["match"] == code), len(rows))
    opener: int | None = None
    passed = 0
    for number, row in enumerate(rows, start=1):
        extra = number > bell
        if int(row["hand"]) != number or (extra and not table.tied()):
            raise ValueError(f"{code} hand {row['hand']}: not the next one, or one too many")
        if not extra and min(table.totals.values()) <= 0:
            raise ValueError(f"{code} hand {number}: somebody has nothing left, so the table was over")
        if opener not in (None, int(row["first_bidder"])):
            raise ValueError(f"{code} hand {number}: seat {opener} has to speak first")
        hand = play_hand(row, passed)
        hand.extra = extra
        passed = passed + 1 if hand.kind == "passed_out" else 0
        if passed == 3:
            if extra:
                raise ValueError(f"{code} hand {number}: a fine among extra hands is not foreseen here")
            hand.points = {seat: FINE if seat == int(row["first_bidder"]) else SHARE for seat in SEATS}
            hand.how, passed = f"连续三副无人叫：{FINE}/+{SHARE}/+{SHARE} / third deal running without a call", 0
        count(table, hand)
        opener = int(row["first_bidder"]) % 3 + 1 if hand.kind != "passed_out" else int(row["first_bidder"])
    if sum(table.totals.values()) != sum(start.values()) or sum(left <= 0 for left in table.totals.values()) > 1:
        raise ValueError(f"{code}: points came or went, or two have nothing left, for which the chief referee decides")
    if table.tied() or len(rows) < bell:
        raise ValueError(f"{code}: not played to its end")
    return table


def count(table: Table, hand: Hand) -> None:
    """A regular hand goes into the totals, a played extra hand stands beside them."""
    if not hand.extra:
        table.totals = {seat: table.totals[seat] + hand.points[seat] for seat in SEATS}
    elif hand.kind == "played":
        for seat in SEATS:
            table.extras[seat].append(hand.points[seat])
    hand.after = dict(table.totals)
    table.hands.append(hand)


def tables_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["match"], []).append(row)
    return found


def play_all(event: Event, rows: Iterable[Row]) -> list[list[Table]]:
    """The tables of every round: its drawn order in threes. Who is drawn must be who got there."""
    by_match = tables_of(rows)
    there = sorted(event["draws"]["1"])
    stacks = dict.fromkeys(there, START)
    rounds: list[list[Table]] = []
    for number in range(1, len(event["draws"]) + 1):
        drawn = event["draws"][str(number)]
        if sorted(drawn) != there:
            raise ValueError(f"round {number}: {sorted(set(drawn) ^ set(there))} drawn and not there, or there and not drawn")
        rounds.append([])
        for place in range(0, len(drawn) - 2, 3):
            code, players = f"r{number}-t{place // 3 + 1}", drawn[place : place + 3]
            start = {seat: stacks[player] for seat, player in zip(SEATS, players, strict=True)}
            last = len(there) == 3
            rounds[-1].append(play_table(event, code, players, by_match.pop(code, []), start, last))
        stacks |= {player: table.totals[table.seat_of(player)] for table in rounds[-1] for player in table.players}
        there = sorted([player for table in rounds[-1] for player in on(table)] + drawn[len(rounds[-1]) * 3 :])
    if by_match or len(rounds[-1]) != 1 or len(event["draws"][str(len(rounds))]) != 3:
        raise ValueError(f"hands of tables that were not drawn: {sorted(by_match)}; or no last table")
    return rounds


def on(table: Table) -> list[str]:
    """The two who go on with what they have: all but the last, or but who has nothing left."""
    return [table.players[seat - 1] for seat in table.order()[:2]]


def names(event: Event) -> dict[str, tuple[int, str]]:
    """(number, team) of every player; the number is his place in the first draw."""
    team = {player: one["name"] for one in event["teams"] for player in one["players"]}
    return {player: (number, team[player]) for number, player in enumerate(event["draws"]["1"], start=1)}


def standings(event: Event, rounds: Sequence[Sequence[Table]]) -> list[dict[str, Any]]:
    """The three of the last table by their places, then everybody by the round he reached; who went out in one round share a rank."""
    last, known = rounds[-1][0], names(event)
    reached = {player: number for number, tables in enumerate(rounds, 1) for table in tables for player in table.players}
    ranks = {player: 1 + sum(other > reached[player] for other in reached.values()) for player in known}
    ranks |= {player: last.place(last.seat_of(player)) for player in last.players}
    return [
        {
            "rank": ranks[player],
            "entrant": player,
            "team": known[player][1],
            "number": known[player][0],
            "shared": sum(rank == ranks[player] for rank in ranks.values()) > 1,
            "status": "champion" if ranks[player] == 1 else "out",
            "reached": reached[player],
            "rounds": [
                line_of(number, table, player) for number, tables in enumerate(rounds, 1) for table in tables if player in table.players
            ],
        }
        for player in sorted(known, key=lambda player: (ranks[player], known[player][0]))
    ]


def line_of(number: int, table: Table, player: str) -> list[Any]:
    """Round, table, seat, points, place."""
    seat = table.seat_of(player)
    return [number, table.code, seat, table.totals[seat], table.place(seat)]


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def signed(points: Mapping[int, int]) -> list[str]:
    return [f"{points[seat]:+d}" if points[seat] else "0" for seat in SEATS]


def told(event: Event, table: Table) -> list[str]:
    """One table: every deal, what it brought, and who is where at the end."""
    known = names(event)
    out = [
        "",
        f"## {table.code}："
        + "，".join(f"{seat} 号位 {player}（{known[player][0]} 号）" for seat, player in zip(SEATS, table.players, strict=True)),
        "",
    ]
    out += ["带着 / bring：" + "、".join(str(start) for start in table.start.values()), ""]
    lines = []
    for hand in table.hands:
        row = hand.row
        cells = [
            row["first_bidder"],
            " ".join("—" if call == "0" else call for call in row["bids"].split("-")),
            row["landlord"] or "—",
            row["out"] or "—",
        ]
        lines.append(
            [
                row["hand"] + ("（加赛）" if hand.extra else ""),
                *cells,
                hand.how,
                *signed(hand.points),
                *(hand.after[seat] for seat in SEATS),
            ]
        )
    out += table_of(["局", "先叫", "叫分", "地主", "先出完", "怎么算", "1", "2", "3", "1 累计", "2 累计", "3 累计"], lines)
    out += ["", *table.taken] if table.taken else []
    result = "，".join(f"{table.players[seat - 1]} {table.totals[seat]}（第 {table.place(seat)}）" for seat in table.order())
    return [
        *out,
        "",
        f"**{result}**"
        + (
            "，加赛分 / extra hands：" + str({table.players[seat - 1]: table.extras[seat] for seat in SEATS}).strip("{}").replace("'", "")
            if any(table.extras.values())
            else ""
        ),
    ]


def readable(event: Event, rounds: Sequence[Sequence[Table]]) -> str:
    """working.md: the draws, one table a table, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "每人从 300 分起，30 分钟一桌，响铃时在打的那一副打完；有人一分不剩，这桌立刻结束。最少的出局，两人带着分数晋级。",
        "叫 10、20、30；前两家不叫，第三家要叫就不少于 20；连续三副无人叫，先叫者 −40，其余各 +20。出局的位置同分就加赛。",
        "From 300 each, 30 minutes a table or until somebody has nothing left. The last is out, two go on with what they have;",
        "who is level for the last place plays extra hands. One over after the draw goes on without playing.",
    ]
    for number, tables in enumerate(rounds, start=1):
        out += ["", f"# 第 {number} 轮 / Round {number}", "", "抽签 / draw：" + "、".join(event["draws"][str(number)])]
        if len(event["draws"][str(number)]) % 3:
            out += ["", "轮空 / bye：" + "、".join(event["draws"][str(number)][3 * len(tables) :])]
        for table in tables:
            out += told(event, table)
    out += [
        "",
        "# 名次 / Ranking",
        "",
        "末桌三人按名次；其余人按打到第几轮，同一轮出局的并列。The last table by places; who went out in one round share a rank.",
        "",
    ]
    table = [
        [r["rank"], r["number"], r["entrant"], r["team"], f"第 {r['reached']} 轮" if r["rank"] > 1 else "冠军 / champion"]
        for r in standings(event, rounds)
    ]
    return "\n".join([*out, *table_of(["名次", "签号", "选手", "单位", "止于"], table), ""])


def read() -> tuple[Event, list[Row]]:
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        return event, list(csv.DictReader(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event, rows = read()
    rounds = play_all(event, rows)
    final = json.dumps(standings(event, rounds), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, rounds), encoding="utf-8")


if __name__ == "__main__":
    main()
