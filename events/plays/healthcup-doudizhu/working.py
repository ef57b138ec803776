"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draws, bells and what else officials stated) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 000·二,
30 minutes a table, the highest of each goes on, who is level for that plays extra hands.
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
    lot: Sequence[str] = ()  # of the two who came when the third did not, by lot

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
    absent = next((one["by"] for one in event["forfeits"] if one["match"] == code), None)
    if absent is not None:
        table.lot = next(one["order"] for one in event["lots"] if one["match"] == code)
        if rows or sorted([*table.lot, absent]) != sorted(players):
            raise ValueError(f"{code}: a table that was not played has hands, or its lot is not between the other two")
        table.strict = ()
        return table
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
        opener = int(row["first_bidder"]) % 3 + 1 if hand.kind != "passed_out" else int(row["first_bidder"])
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


def seated(event: Event, number: int) -> list[str]:
    """Who sat down in a round: as drawn, but for those whose place another took when an earlier result was put right."""
    moved = {one["out"]: one["in"] for one in event["reseated"] if one["match"].startswith(f"r{number}-")}
    return [moved.get(player, player) for player in event["draws"][str(number)]]


def play_all(event: Event, rows: Iterable[Row]) -> list[list[Table]]:
    """The tables of every round: its drawn order in threes. Who is drawn must be who got there."""
    by_match = tables_of(rows)
    there = sorted(event["draws"]["1"])
    rounds: list[list[Table]] = []
    for number in range(1, len(event["draws"]) + 1):
        drawn = seated(event, number)
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
    if table.lot:
        return table.lot[0]
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


def first_told(event: Event, by_match: Mapping[str, Sequence[Row]]) -> list[str]:
    """What the board said before a later correction: who had won with the first entry of that hand."""
    out = []
    for slip in event["corrected_later"]:
        code, number = slip["match"], str(slip["hand"])
        place = 3 * (int(code.partition("-t")[2]) - 1)
        players = event["draws"][code[1 : code.index("-")]][place : place + 3]
        right = on(play_table(event, code, players, by_match[code]))
        was = [{**row, **slip["first"]} if row["hand"] == number else row for row in by_match[code]]
        wrong = on(play_table(event, code, players, was))
        if [(one["out"], one["in"]) for one in event["reseated"]] != [(wrong, right)]:
            raise ValueError(f"{code}: {wrong} seemed to go on and {right} did; somebody else changed seats")
        out.append(
            f"更正：{code} 第 {number} 局先记成 {slip['first']}，{wrong}晋级；第 {slip['after_round_opened']} 轮开始后、他那桌开打前更正，"
            f"改为{right}晋级 / a hand put right when the next round was open already"
        )
    return out


def line_of(number: int, table: Table, player: str) -> list[Any]:
    """Round, table, seat, points, place."""
    seat = table.seat_of(player)
    if table.lot:
        return [number, table.code, seat, None, None]
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
    if table.lot:
        absent = next(player for player in table.players if player not in table.lot)
        return [*out, f"{absent}未到，弃权；其余两人没有打牌，抽签：**{table.lot[0]}**晋级 / absent; a lot between the other two"]
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


def readable(event: Event, rounds: Sequence[Sequence[Table]], all_rows: Sequence[Row]) -> str:
    """working.md: the draws, one table a table, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "每桌 30 分钟，响铃时在打的那一副打完；最高分晋级，同分争第一的加赛，一副一副比。",
        "抓到明牌的先叫，以后轮流；无人叫重发，先叫者不变。",
        "30 minutes a table, the hand running at the bell is finished; the highest goes on; who is level for that plays extra hands.",
        "Who got the face-up card speaks first, then in turn; a deal passed out is dealt again, the same speaks first.",
        "",
        *first_told(event, tables_of(all_rows)),
    ]
    for number, tables in enumerate(rounds, start=1):
        out += ["", f"# 第 {number} 轮 / Round {number}", "", "抽签 / draw：" + "、".join(event["draws"][str(number)])]
        for one in event["reseated"]:
            if one["match"].startswith(f"r{number}-"):
                out += ["", f"{one['match']}：{one['out']}换成{one['in']}，因为上一轮的成绩更正了 / an earlier result was put right"]
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
    (into / "working.md").write_text(readable(event, rounds, rows), encoding="utf-8")


if __name__ == "__main__":
    main()
