"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draws and fines) and hands.csv (every deal). Writes standings.json (the final
table) and working.md (how each table went). It follows the regulation directly: 003·九, ten hands a table,
ranked over all tables; a bye uses up a place; a tie on the cut is played off in three hands with the best of the eliminated.
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
HANDS = 10  # of a table; of a play-off three
BATCH = 3
PLACES = 9  # of the second stage, less one for each bye
FINALISTS = 3
HINT, WARNED = 3, 3  # points for a hint; for every third warning in one hand


Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv
Points = dict[int, int]  # by seat


@dataclass
class Hand:
    """One deal. `kind`: played, ruled or passed_out; `how`: its sum in words; `extra`: it only separates the tied; `after`: the totals."""

    row: Row
    kind: str
    points: Points
    how: str
    extra: bool = False
    after: Points = field(default_factory=dict)


@dataclass
class Table:
    """One table: who sits at seats 1, 2, 3, what was dealt, and the points of extra hands in batches of three by seat."""

    code: str
    players: Sequence[str]
    totals: Points
    hands: list[Hand] = field(default_factory=list)
    extras: dict[int, list[int]] = field(default_factory=lambda: {seat: [] for seat in SEATS})
    taken: list[str] = field(default_factory=list)
    strict: Sequence[int] = ()  # the places after which nobody may be tied
    batch: list[Hand] = field(default_factory=list)  # extra hands of a batch that is not full

    def key(self, seat: int) -> tuple[int, ...]:
        """Points first; among equal points the extra hands, one batch after the other."""
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
    """One deal: the call, doubled by every bomb and rocket played, by spring, anti-spring and an open hand; the landlord twice."""
    landlord, call = auction(row)
    if not landlord:
        return Hand(row, "passed_out", dict.fromkeys(SEATS, 0), "无人叫 / passed out")
    if row["ruled_winner"]:
        won, kind = row["ruled_winner"] == "landlord", "ruled"
    else:
        won, kind = int(row["out"]) == landlord, "played"
    if int(row["landlord"]) != landlord or int(row["bombs"]) not in range(14):
        raise ValueError(f"{row['match']} hand {row['hand']}: {landlord} is the landlord, and nobody plays {row['bombs']} bombs")
    if row["spring"] != "none" and won != (row["spring"] == "spring"):
        raise ValueError(f"{row['match']} hand {row['hand']}: a spring is won by the landlord, the other kind lost by him")
    doubled = ["炸弹"] * int(row["bombs"]) + ["火箭"] * (row["rocket"] == "yes")
    doubled += {"none": [], "spring": ["春天"], "anti_spring": ["反春"]}[row["spring"]]
    doubled += ["明牌"] * (row["shown"] == "yes") + ["裁定翻倍"] * (row["ruled_doubled"] == "yes")
    amount = call * 2 ** len(doubled)
    for_landlord = 2 * amount if won else -2 * amount
    points = {seat: for_landlord if seat == landlord else -for_landlord // 2 for seat in SEATS}
    how = f"{call}" + "".join(f"×2（{what}）" for what in doubled) + f"={amount}，地主{'胜' if won else '负'}"
    return Hand(row, kind, points, how + ("（裁定）" if kind == "ruled" else ""))


def play_table(event: Event, code: str, players: Sequence[str], rows: Sequence[Row], wanted: int, strict: Sequence[int]) -> Table:
    """One table from its first deal to its result. Raises ValueError where the file cannot be what happened."""
    table = Table(code, players, dict.fromkeys(SEATS, 0), strict=strict)
    dealt = 0  # hands of the regular part, a passed-out deal is none
    opener: int | None = None
    for number, row in enumerate(rows, start=1):
        extra = dealt == wanted
        if int(row["hand"]) != number or (extra and not table.tied() and not table.batch):
            raise ValueError(f"{code} hand {row['hand']}: not the next one, or one too many")
        if opener not in (None, int(row["first_bidder"])):
            raise ValueError(f"{code} hand {number}: seat {opener} has to speak first")
        hand = play_hand(row)
        hand.extra = extra
        count(table, hand)
        for fine in event["penalties"]:
            if (fine["match"], fine["hand"]) == (code, number) and not fine.get("withdrawn"):
                points = HINT if fine["code"] == "hint" else 3 * (fine["count"] // WARNED)
                table.totals[fine["seat"]] -= points
                table.taken.append(f"第 {number} 局：{table.players[fine['seat'] - 1]} {fine['zh']}，扣 {points} 分")
        hand.after = dict(table.totals)
        dealt += not extra and hand.kind != "passed_out"
        opener = int(row["first_bidder"]) % 3 + 1 if hand.kind != "passed_out" else int(row["first_bidder"])
    if table.tied() or table.batch or dealt != wanted:
        raise ValueError(f"{code}: not played to its end")
    return table


def count(table: Table, hand: Hand) -> None:
    """A regular hand goes into the totals, a played extra hand stands beside them in batches of three."""
    if not hand.extra:
        table.totals = {seat: table.totals[seat] + hand.points[seat] for seat in SEATS}
    elif hand.kind != "passed_out":
        table.batch.append(hand)
        if len(table.batch) == BATCH:
            for seat in SEATS:
                table.extras[seat].append(sum(one.points[seat] for one in table.batch))
            table.batch = []
    hand.after = dict(table.totals)
    table.hands.append(hand)


def tables_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["match"], []).append(row)
    return found


def stages(event: Event, rows: Iterable[Row]) -> tuple[list[list[Table]], list[list[str]], dict[str, str]]:
    """The tables of every round, a note on each, and in which stage everybody went out. Who is drawn must be who got there."""
    by_match = tables_of(rows)
    draws = [event["draws"][str(number)] for number in range(1, len(event["draws"]) + 1)]
    rounds: list[list[Table]] = []
    notes: list[list[str]] = []
    out: dict[str, str] = {}

    def play(there: Iterable[str], wanted: int, strict: Sequence[int]) -> list[str]:
        """The next round; who has a bye."""
        number, drawn = len(rounds) + 1, draws[len(rounds)]
        if sorted(drawn) != sorted(there):
            raise ValueError(f"round {number}: {sorted(set(drawn) ^ set(there))} drawn and not there, or there and not drawn")
        codes = [f"r{number}-t{place // 3 + 1}" for place in range(0, len(drawn) - 2, 3)]
        seats = [drawn[3 * place : 3 * place + 3] for place in range(len(codes))]
        rounds.append(
            [play_table(event, code, players, by_match.pop(code, []), wanted, strict) for code, players in zip(codes, seats, strict=True)]
        )
        return drawn[3 * len(codes) :]

    def cut(places: int, stage: str) -> list[str]:
        """The best so many of the round just played, after a play-off where the line goes between equals."""
        points = {player: table.totals[table.seat_of(player)] for table in rounds[-1] for player in table.players}
        order = sorted(points, key=lambda player: -points[player])
        line = points[order[places - 1]]
        on = [player for player in order if points[player] > line]
        tied = [player for player in order if points[player] == line]
        below = [player for player in order if points[player] < line]
        notes.append([f"前 {places} 名晋级，线上 {line} 分：{'、'.join(tied)}"])
        if len(on) + len(tied) > places:
            if len(tied) != 2 or points[below[0]] == points[below[1]]:
                raise ValueError("not two on the line with one best of the eliminated: a play-off that is not foreseen here")
            notes[-1].append(f"两人争一个名额，出局者中分数最高的 {below[0]} 一起加赛三局 / a play-off of three hands")
            play([*tied, below[0]], 3, (1,))
            notes.append(["加赛 / play-off"])
            table = rounds[-1][0]
            tied = [table.players[table.order()[0] - 1]]
        on += tied
        out.update({player: stage for player in points if player not in on})
        return on

    byes = play(draws[0], HANDS, ())
    there = [*cut(PLACES - len(byes), "heats"), *byes]
    play(there, HANDS, ())
    play(cut(FINALISTS, "semifinal"), HANDS, (1,))
    notes.append(["决赛 / final"])
    if by_match or len(rounds) != len(draws):
        raise ValueError(f"hands of tables that were not drawn: {sorted(by_match)}, or draws of rounds that were not played")
    return rounds, notes, out


def names(event: Event) -> dict[str, tuple[int, str]]:
    """(number, team) of every player; the number is his place in the first draw."""
    team = {player: one["name"] for one in event["teams"] for player in one["players"]}
    return {player: (number, team[player]) for number, player in enumerate(event["draws"]["1"], start=1)}


def standings(event: Event, rounds: Sequence[Sequence[Table]], out: Mapping[str, str]) -> list[dict[str, Any]]:
    """The three of the final by their places, then who went out in the second stage, then the first; those of one stage share a rank."""
    last, known = rounds[-1][0], names(event)
    worse = {"heats": 2, "semifinal": 1}
    ranks = {
        player: 1 + sum(other != player and worse.get(out.get(other, ""), 0) < worse[stage] for other in known)
        for player, stage in out.items()
    }
    ranks |= {player: last.place(last.seat_of(player)) for player in last.players}
    return [
        {
            "rank": ranks[player],
            "entrant": player,
            "team": known[player][1],
            "number": known[player][0],
            "shared": sum(rank == ranks[player] for rank in ranks.values()) > 1,
            "status": "champion" if ranks[player] == 1 else "out",
            "stage": out.get(player, "final"),
            "rounds": [
                line_of(number, tables, table, player, final=table is last)
                for number, tables in enumerate(rounds, 1)
                for table in tables
                if player in table.players
            ],
        }
        for player in sorted(known, key=lambda player: (ranks[player], known[player][0]))
    ]


def line_of(number: int, tables: Sequence[Table], table: Table, player: str, *, final: bool) -> list[Any]:
    """Round, table, seat, points, and the rank over all tables of the round; in the final the place."""
    seat = table.seat_of(player)
    points = table.totals[seat]
    rank = 1 + sum(other > points for one in tables for other in one.totals.values())
    return [number, table.code, seat, points, table.place(seat) if final else rank]


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


def readable(event: Event, rounds: Sequence[Sequence[Table]], notes: Sequence[Sequence[str]], gone: Mapping[str, str]) -> str:
    """working.md: the draws, one table a table, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "每桌十局，全场统一按分数取前若干名；轮空的人直接进复赛并占一个名额。晋级线上同分的两人和出局者中分数最高的一人加赛三局，胜者晋级。",
        "决赛第一名同分，三人加赛三局，加赛的分只用来分先后；第二名同分并列。每个炸弹和火箭、春天、反春、地主明牌各翻一倍。",
        "Ten hands a table, ranked over all tables; a bye goes on and uses up a place. Two level on the cut play three hands with the",
        "best of the eliminated. Who is level for the first place of the final plays three hands more, which count for nothing else.",
    ]
    for number, tables in enumerate(rounds, start=1):
        out += ["", f"# 第 {number} 轮 / Round {number}", "", "抽签 / draw：" + "、".join(event["draws"][str(number)])]
        out += ["", *notes[number - 1]]
        for table in tables:
            out += told(event, table)
    out += [
        "",
        "# 名次 / Ranking",
        "",
        "决赛三人按分数；其余人按止于哪一阶段，同一阶段出局的并列。The final by points; who went out in one stage share a rank.",
        "",
    ]
    table = [
        [r["rank"], r["number"], r["entrant"], r["team"], {"heats": "初赛", "semifinal": "复赛", "final": "决赛"}[r["stage"]]]
        for r in standings(event, rounds, gone)
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
    rounds, notes, gone = stages(event, rows)
    final = json.dumps(standings(event, rounds, gone), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, rounds, notes, gone), encoding="utf-8")


if __name__ == "__main__":
    main()
