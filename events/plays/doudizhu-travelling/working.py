"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, the draw and fines) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 003·四,
seat 1 stays, seat 2 goes one table up and seat 3 one down after each round, everything is added up.
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
BIDS = (1, 2, 3)
HANDS = 3  # of a table in a round; a deal that nobody wants is one of them and brings nothing
EARLY = 5  # points for moving before everybody has finished


Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv
Points = dict[int, int]  # by seat


@dataclass
class Hand:
    """One deal. `kind`: played or passed_out; `how`: its sum in words; `after`: the totals."""

    row: Row
    kind: str
    points: Points
    how: str
    after: Points = field(default_factory=dict)


@dataclass
class Table:
    """One table: who sits at seats 1, 2, 3, and what was dealt."""

    code: str
    players: Sequence[str]
    totals: Points
    hands: list[Hand] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)

    def place(self, seat: int) -> int:
        return 1 + sum(other > self.totals[seat] for other in self.totals.values())

    def order(self) -> list[int]:
        """The seats, best first."""
        return sorted(SEATS, key=lambda seat: (self.place(seat), seat))

    def seat_of(self, player: str) -> int:
        return self.players.index(player) + 1


def auction(row: Row) -> tuple[int, int]:
    """(landlord, call) of the auction; (0, 0) when nobody calls. Raises ValueError where the calls break the rules.

    It goes round and round: over with two passes after a call, or with a 3. After three passes the opener alone speaks once more.
    """
    landlord = best = passes = 0
    speaker, calls = int(row["first_bidder"]), [int(call) for call in row["bids"].split("-")]
    over = False
    for place, call in enumerate(calls):
        if over or (call and (call not in BIDS or call <= best)):
            raise ValueError(f"{row['match']} hand {row['hand']}: call {place + 1} is not higher, or comes when the auction is over")
        passes = 0 if call else passes + 1
        if call:
            landlord, best = speaker, call
        over = best == max(BIDS) or (best > 0 and passes == 2) or (not best and passes == 4)
        speaker = speaker % 3 + 1
    if not over:
        raise ValueError(f"{row['match']} hand {row['hand']}: the auction is not over")
    return landlord, best


def play_hand(row: Row) -> Hand:
    """One deal: the call, doubled by every bomb and rocket played; the landlord twice, each other once."""
    landlord, call = auction(row)
    if not landlord:
        return Hand(row, "passed_out", dict.fromkeys(SEATS, 0), "无人叫 / passed out")
    won = int(row["out"]) == landlord
    if int(row["landlord"]) != landlord or int(row["bombs"]) not in range(14):
        raise ValueError(f"{row['match']} hand {row['hand']}: {landlord} is the landlord, and nobody plays {row['bombs']} bombs")
    doubled = ["炸弹"] * int(row["bombs"]) + ["火箭"] * (row["rocket"] == "yes")
    amount = call * 2 ** len(doubled)
    for_landlord = 2 * amount if won else -2 * amount
    points = {seat: for_landlord if seat == landlord else -for_landlord // 2 for seat in SEATS}
    how = f"{call}" + "".join(f"×2（{what}）" for what in doubled) + f"={amount}，地主{'胜' if won else '负'}"
    return Hand(row, "played", points, how)


def play_table(event: Event, code: str, players: Sequence[str], rows: Sequence[Row]) -> Table:
    """One table from its first deal to its result. Raises ValueError where the file cannot be what happened."""
    table = Table(code, players, dict.fromkeys(SEATS, 0))
    if len(rows) != HANDS:
        raise ValueError(f"{code}: {len(rows)} hands, {HANDS} make a round")
    for number, row in enumerate(rows, start=1):
        opener = (number - 1) % 3 + 1
        if int(row["hand"]) != number or int(row["first_bidder"]) != opener:
            raise ValueError(f"{code} hand {row['hand']}: not the next one, or seat {opener} has to speak first")
        hand = play_hand(row)
        table.totals = {seat: table.totals[seat] + hand.points[seat] for seat in SEATS}
        table.hands.append(hand)
        for fine in event["penalties"]:
            if (fine["match"], fine["hand"]) == (code, number) and not fine.get("withdrawn"):
                table.totals[fine["seat"]] -= EARLY
                table.taken.append(f"{table.players[fine['seat'] - 1]} {fine['zh']}，扣 {EARLY} 分")
        hand.after = dict(table.totals)
    return table


def tables_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["match"], []).append(row)
    return found


def seated(event: Event, number: int) -> list[list[str]]:
    """Who sits where in a round: spades stay, hearts go one table up after each round, diamonds one down, round and round."""
    drawn, gone = event["draws"]["1"], number - 1
    tables = len(drawn) // 3
    return [[drawn[3 * ((table - gone * step) % tables) + seat] for seat, step in enumerate((0, 1, -1))] for table in range(tables)]


def play_all(event: Event, rows: Iterable[Row]) -> list[list[Table]]:
    """The tables of every round."""
    by_match = tables_of(rows)
    rounds: list[list[Table]] = []
    for number in range(1, event["rounds"] + 1):
        codes = [f"r{number}-t{table}" for table in range(1, len(event["draws"]["1"]) // 3 + 1)]
        rounds.append(
            [play_table(event, code, players, by_match.pop(code, [])) for code, players in zip(codes, seated(event, number), strict=True)]
        )
    if by_match:
        raise ValueError(f"hands of tables that are not in the movement: {sorted(by_match)}")
    return rounds


def names(event: Event) -> dict[str, tuple[int, str]]:
    """(number, team) of every player; the number is his place in the draw, table by table: ♠, ♥, ♦."""
    team = {player: one["name"] for one in event["teams"] for player in one["players"]}
    return {player: (number, team[player]) for number, player in enumerate(event["draws"]["1"], start=1)}


def standings(event: Event, rounds: Sequence[Sequence[Table]]) -> list[dict[str, Any]]:
    """By what all rounds brought together; equals share a rank."""
    known = names(event)
    lines = {
        player: [line_of(number, table, player) for number, tables in enumerate(rounds, 1) for table in tables if player in table.players]
        for player in known
    }
    sums = {player: sum(line[3] for line in mine) for player, mine in lines.items()}
    return [
        {
            "rank": 1 + sum(other > sums[player] for other in sums.values()),
            "entrant": player,
            "team": known[player][1],
            "number": known[player][0],
            "shared": sum(other == sums[player] for other in sums.values()) > 1,
            "points": sums[player],
            "rounds": lines[player],
        }
        for player in sorted(known, key=lambda player: (-sums[player], known[player][0]))
    ]


def line_of(number: int, table: Table, player: str) -> list[Any]:
    """Round, table, seat, points."""
    seat = table.seat_of(player)
    return [number, table.code, seat, table.totals[seat]]


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
        cells = [
            row["first_bidder"],
            " ".join("—" if call == "0" else call for call in row["bids"].split("-")),
            row["landlord"] or "—",
            row["out"] or "—",
        ]
        lines.append(
            [
                row["hand"],
                *cells,
                hand.how,
                *signed(hand.points),
                *(hand.after[seat] for seat in SEATS),
            ]
        )
    out += table_of(["局", "先叫", "叫分", "地主", "先出完", "怎么算", "1", "2", "3", "1 累计", "2 累计", "3 累计"], lines)
    out += ["", *table.taken] if table.taken else []
    result = "，".join(f"{table.players[seat - 1]} {table.totals[seat]}（第 {table.place(seat)}）" for seat in table.order())
    return [*out, "", f"**{result}**"]


def readable(event: Event, rounds: Sequence[Sequence[Table]]) -> str:
    """working.md: the draws, one table a table, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "每轮每桌三副，第几副由第几号位先叫；叫牌可以转几圈，有人叫后连续两家不叫为止，叫到 3 为止；",
        "头一圈都不叫，先叫者再说一次，还不叫就记 0。",
        "每个炸弹和火箭各翻一倍，没有春天。一轮打完，1 号位不动，2 号位去下一桌，3 号位去上一桌。累计净胜分排名，同分并列。",
        "Three hands a table and round, seat 1 speaks first in the first, and so on. The auction goes round and round.",
        "Seat 1 stays, seat 2 goes one table up, seat 3 one down. Everything is added up; equals share a rank.",
    ]
    for number, tables in enumerate(rounds, start=1):
        out += ["", f"# 第 {number} 轮 / Round {number}", "", "、".join(f"{table.code} {'/'.join(table.players)}" for table in tables)]
        for table in tables:
            out += told(event, table)
    out += ["", "# 名次 / Ranking", "", "累计净胜分；同分并列。Everything added up; equals share a rank.", ""]
    table = [[r["rank"], r["number"], r["entrant"], r["team"], r["points"]] for r in standings(event, rounds)]
    return "\n".join([*out, *table_of(["名次", "签号", "选手", "单位", "净胜分"], table), ""])


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
