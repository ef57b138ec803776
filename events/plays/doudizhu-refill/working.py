"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draws, bells, which table ended first, and fines) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 003·六,
by time, the first of each table goes on, who waits plays at a table filled up from the one that ended first.
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
DROPPED = 2  # points for a card on the floor, from the final score


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


def auction(row: Row) -> tuple[int, int]:
    """(landlord, call) of one round of calls; (0, 0) when all pass. Raises ValueError where the calls break the rules."""
    landlord = best = 0
    speaker, calls = int(row["first_bidder"]), [int(call) for call in row["bids"].split("-")]
    for place, call in enumerate(calls):
        if best == max(BIDS) or (call and (call not in BIDS or call <= best)):
            raise ValueError(f"{row['match']} hand {row['hand']}: call {place + 1} is not higher, or comes after the highest")
        if call:
            landlord, best = speaker, call
        speaker = speaker % 3 + 1
    if len(calls) != 3 and best != max(BIDS):
        raise ValueError(f"{row['match']} hand {row['hand']}: not everybody has spoken")
    return landlord, best


def play_hand(row: Row) -> Hand:
    """One deal: the call, doubled by every bomb and rocket played, by a spring and by its opposite; the landlord twice, each other once."""
    landlord, call = auction(row)
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


def play_table(event: Event, code: str, players: Sequence[str], rows: Sequence[Row]) -> Table:
    """One table from its first deal to its result. Raises ValueError where the file cannot be what happened."""
    table = Table(code, players, dict.fromkeys(SEATS, 0))
    bell = next(one["last_hand"] for one in event["time_ups"] if one["match"] == code)
    opener: int | None = None
    for number, row in enumerate(rows, start=1):
        extra = number > bell
        if int(row["hand"]) != number or (extra and not table.tied()):
            raise ValueError(f"{code} hand {row['hand']}: not the next one, or one too many")
        if opener not in (None, int(row["first_bidder"])):
            raise ValueError(f"{code} hand {number}: seat {opener} has to speak first")
        hand = play_hand(row)
        hand.extra = extra
        count(table, hand)
        for fine in event["penalties"]:
            if (fine["match"], fine["hand"]) == (code, number) and not fine.get("withdrawn"):
                table.totals[fine["seat"]] -= DROPPED
                table.taken.append(f"第 {number} 局：{table.players[fine['seat'] - 1]} {fine['zh']}，扣 {DROPPED} 分")
        hand.after = dict(table.totals)
        opener = int(row["out"] or row["first_bidder"])
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


@dataclass
class Level:
    """One round of tables with the table that is filled up beside it: the event's round, who came, the tables, who waited, who goes on."""

    round: int
    came: Sequence[str]
    tables: list[Table]
    waiting: Sequence[str]
    refill: Table | None = None

    def all(self) -> list[Table]:
        return [*self.tables, *([self.refill] if self.refill else [])]

    def on(self) -> list[str]:
        return [table.players[table.order()[0] - 1] for table in self.all()]


def tables_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["match"], []).append(row)
    return found


def play_all(event: Event, rows: Iterable[Row]) -> list[Level]:
    """Level after level. Who waits is joined by the second, or second and third, of the table that ended first."""
    by_match = tables_of(rows)
    there = sorted(event["draws"]["1"])
    levels: list[Level] = []
    number = 1
    while True:
        drawn = event["draws"][str(number)]
        if sorted(drawn) != there:
            raise ValueError(f"round {number}: {sorted(set(drawn) ^ set(there))} drawn and not there, or there and not drawn")
        codes = [f"r{number}-t{table}" for table in range(1, len(drawn) // 3 + 1)]
        seats = [drawn[3 * place : 3 * place + 3] for place in range(len(codes))]
        tables = [play_table(event, code, players, by_match.pop(code, [])) for code, players in zip(codes, seats, strict=True)]
        level = Level(number, drawn, tables, drawn[3 * len(tables) :])
        levels.append(level)
        if level.waiting:
            ended = next(table for table in tables if table.code == event["first_finished"][str(number)])
            joined = [ended.players[seat - 1] for seat in ended.order()[1:]][: 3 - len(level.waiting)]
            if event["refilled"][str(number + 1)] != [*level.waiting, *joined]:
                raise ValueError(f"round {number + 1}: {[*level.waiting, *joined]} should sit down")
            code = f"r{number + 1}-t1"
            level.refill = play_table(event, code, [*level.waiting, *joined], by_match.pop(code, []))
        if len(drawn) == 3:
            break
        there = sorted(level.on())
        number += 2 if level.refill else 1
    if by_match:
        raise ValueError(f"hands of tables that nobody sat at: {sorted(by_match)}")
    return levels


def names(event: Event) -> dict[str, tuple[int, str]]:
    """(number, team) of every player; the number is the place in which he came."""
    team = {player: one["name"] for one in event["teams"] for player in one["players"]}
    return {player: (number, team[player]) for number, player in enumerate(event["draws"]["1"], start=1)}


def standings(event: Event, levels: Sequence[Level]) -> list[dict[str, Any]]:
    """The last table by places, then everybody by the last level he came to; who went out at one level share a rank."""
    last, known = levels[-1].tables[0], names(event)
    reached = {player: level.round for level in levels for player in level.came}
    ranks = {player: 1 + sum(other > reached[player] for other in reached.values()) for player in known}
    ranks |= {player: last.place(last.seat_of(player)) for player in last.players}
    played = [table for level in levels for table in level.all()]
    return [
        {
            "rank": ranks[player],
            "entrant": player,
            "team": known[player][1],
            "number": known[player][0],
            "shared": sum(rank == ranks[player] for rank in ranks.values()) > 1,
            "status": "champion" if ranks[player] == 1 else "out",
            "reached": reached[player],
            "rounds": [line_of(table, player) for table in played if player in table.players],
        }
        for player in sorted(known, key=lambda player: (ranks[player], known[player][0]))
    ]


def line_of(table: Table, player: str) -> list[Any]:
    """Round, table, seat, points, place."""
    seat = table.seat_of(player)
    return [int(table.code[1 : table.code.index("-")]), table.code, seat, table.totals[seat], table.place(seat)]


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


def readable(event: Event, rounds: Sequence[Level]) -> str:
    """working.md: the draws, one table a table, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "按到场先后三人一桌，第一晋级；多出一人，等最先打完那桌的第二、三名来凑一桌；多出两人，等第二名来。凑出来的一桌也是第一晋级。",
        "先叫的是上一副最先出完的人；无人叫重发，先叫者不变，不计分。扑克落地，从最后得分里扣 2 分。同分争第一的加赛。",
        "By order of arrival three to a table, the first goes on. Who is left over waits for the second (and third) of the table that ends",
        "first; the first of theirs goes on too. Who went out first speaks first in the next hand. A card on the floor costs 2 points.",
    ]
    for level in rounds:
        out += [
            "",
            f"# 第 {level.round} 轮 / Round {level.round}",
            "",
            "抽签或到场先后 / draw or order of arrival：" + "、".join(level.came),
        ]
        if level.waiting:
            out += ["", f"等候 / waiting：{'、'.join(level.waiting)}；最先打完 / first to end：{event['first_finished'][str(level.round)]}"]
        for table in level.all():
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
