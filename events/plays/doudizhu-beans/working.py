"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draws and bells) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 003·七,
15 beans each, an hour a table or until somebody has none left; the most beans go on. The stake of a hand the text leaves open.
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
BEANS = 15  # of each at the beginning
STAKE = 1  # of a peasant; the landlord has twice as much at stake


Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv
Points = dict[int, int]  # by seat


@dataclass
class Hand:
    """One deal. `kind`: played; `how`: its sum in words; `extra`: it only separates the tied; `after`: the totals."""

    row: Row
    kind: str
    points: Points
    how: str
    extra: bool = False
    after: Points = field(default_factory=dict)


@dataclass
class Table:
    """One table: who sits at seats 1, 2, 3, what was dealt, and the points of extra hands by seat."""

    code: str
    players: Sequence[str]
    totals: Points
    hands: list[Hand] = field(default_factory=list)
    extras: dict[int, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    taken: list[str] = field(default_factory=list)
    strict: Sequence[int] = (1,)  # the places after which nobody may be tied

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


def play_hand(row: Row, beans: Points) -> Hand:
    """One deal: the landlord wins or loses two beans, each other one; nobody hands over more than he has.

    A landlord who cannot pay both pays the one after him first. Raises ValueError where other beans than those changed hands.
    """
    landlord, out = int(row["landlord"]), int(row["out"])
    moved = {seat: int(row[f"beans_{seat}"]) for seat in SEATS}
    nexts = (landlord % 3 + 1, (landlord + 1) % 3 + 1)
    if out == landlord:
        due = {seat: -min(STAKE, beans[seat]) for seat in nexts}
    else:
        first = min(STAKE, beans[landlord])
        due = dict(zip(nexts, (first, min(STAKE, beans[landlord] - first)), strict=True))
    due[landlord] = -sum(due.values())
    if due != moved:
        raise ValueError(f"{row['match']} hand {row['hand']}: {moved} changed hands, {due} should have")
    return Hand(row, "played", moved, f"地主{'胜' if out == landlord else '负'}")


def play_table(event: Event, code: str, players: Sequence[str], rows: Sequence[Row]) -> Table:
    """One table from its first deal to its result. Raises ValueError where the file cannot be what happened."""
    table = Table(code, players, dict.fromkeys(SEATS, BEANS))
    bell = next((one["last_hand"] for one in event["time_ups"] if one["match"] == code), len(rows))
    for number, row in enumerate(rows, start=1):
        extra = number > bell
        if int(row["hand"]) != number or (extra and not table.tied()):
            raise ValueError(f"{code} hand {row['hand']}: not the next one, or one too many")
        if not extra and min(table.totals.values()) <= 0:
            raise ValueError(f"{code} hand {number}: somebody has no beans left, so the table was over")
        hand = play_hand(row, table.totals)
        hand.extra = extra
        count(table, hand)
    if sum(table.totals.values()) != 3 * BEANS:
        raise ValueError(f"{code}: beans came or went")
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
    rounds: list[list[Table]] = []
    for number in range(1, len(event["draws"]) + 1):
        drawn = event["draws"][str(number)]
        if sorted(drawn) != there:
            raise ValueError(f"round {number}: {sorted(set(drawn) ^ set(there))} drawn and not there, or there and not drawn")
        rounds.append([])
        for place in range(0, len(drawn) - 2, 3):
            code, players = f"r{number}-t{place // 3 + 1}", drawn[place : place + 3]
            rounds[-1].append(play_table(event, code, players, by_match.pop(code, [])))
        there = sorted(on(table) for table in rounds[-1])
    if by_match or len(rounds[-1]) != 1 or len(event["draws"][str(len(rounds))]) != 3:
        raise ValueError(f"hands of tables that were not drawn: {sorted(by_match)}; or no last table")
    return rounds


def on(table: Table) -> str:
    """The one who goes on."""
    return table.players[table.order()[0] - 1]


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
    lines = []
    for hand in table.hands:
        row = hand.row
        cells = [row["landlord"], row["out"]]
        lines.append(
            [
                row["hand"] + ("（加赛）" if hand.extra else ""),
                *cells,
                hand.how,
                *signed(hand.points),
                *(hand.after[seat] for seat in SEATS),
            ]
        )
    out += table_of(["局", "地主", "先出完", "怎么算", "1", "2", "3", "1 豆", "2 豆", "3 豆"], lines)
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
        "每人 15 颗豆子，一小时一桌，响铃时在打的那一副打完；有人豆子输光，这桌立刻结束。豆子最多的晋级，同样多的加赛。",
        "规程没有写一副牌输赢多少：本次地主输赢各家一颗，豆子不够的有多少给多少，地主不够就先给下家。",
        "15 beans each, an hour a table or until somebody has none left; the most beans go on, who is level for that plays extra hands.",
        "The text does not say what a hand is worth: here one bean of each peasant; who has too few hands over what he has.",
    ]
    for number, tables in enumerate(rounds, start=1):
        out += ["", f"# 第 {number} 轮 / Round {number}", "", "抽签 / draw：" + "、".join(event["draws"][str(number)])]
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
