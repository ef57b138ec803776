"""Works the final table of this pairs event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (pairs, draw, trumps, penalties, adjustments, fouled boards) and hands.csv (what was played). Writes standings.json (the
final table) and working.md (how each number came about). It follows the regulation directly: 004·2·5 who moves where, 4·1 who is dealer,
4·3 and 4·5 the points of the defenders, 5·4 and 6 penalties, 5·4D and 7 adjustments. Where the text is silent it takes what `readings`
of event.json says. All values are exact fractions. Run it in this folder: `python working.py`, or `python working.py --into FOLDER`.
"""

import argparse
import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TABLES, SET = 5, 2
ALL_POINTS = 200
DIG = {"none": 0, "single": 2, "pair": 4}
A_CARD, SUIT_CAP = 10, 50
SMALL_GROUPS = {1: (60, 60), 2: (65, 55), 3: (70, 50)}  # per cent of the best and the worst of a group
SUIT_NAMES = {"S": "黑桃", "H": "红桃", "D": "方块", "C": "梅花", "NT": "无将"}
PER_CARD = ("miscount", "exposed_card", "failed_throw", "kitty_miscount_early")
REST_TO_OTHERS = ("revoke", "kitty_miscount_late")
CONCEALED, OTHERS_SHARE = ("concealed_harmless", "concealed_harmful", "unplayable"), Fraction(60, 100)  # 5·4D

Row = Mapping[str, Any]
Sitting = tuple[int, int]  # (round, table)


@dataclass
class Result:
    """One play of a board: `points` the defenders' in the end, or the two sides' shares of the top as adjusted."""

    round: int
    table: int
    ns: int
    ew: int
    points: int = 0
    adjusted: tuple[Fraction, Fraction] | None = None
    group: int = 1
    notes: list[str] = field(default_factory=list)
    match_points: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))

    @property
    def sitting(self) -> Sitting:
        return self.round, self.table


@dataclass
class Pair:
    number: int
    direction: str
    boards: dict[int, tuple[Fraction, int]] = field(default_factory=dict)  # board -> (match-points, top)

    @property
    def points(self) -> Fraction:
        return sum((points for points, _ in self.boards.values()), Fraction(0))

    @property
    def percent(self) -> Fraction:
        return self.points * 100 / sum(top for _, top in self.boards.values())


def dealer(board: int) -> str:
    """004·4·1: North, West, South, East in turn."""
    return "NWSE"[(board - 1) % 4]


def seated(number: int, table: int) -> tuple[int, int, range]:
    """004·2·5: North-South stay, East-West go to the next higher table after each round, the boards to the next lower one.

    (North-South, East-West, boards) of a table in a round; in round 1 pair t and pair 5 + t sit at table t, with the t-th two boards.
    """
    ew = TABLES + (table - number) % TABLES + 1
    first = (table + number - 2) % TABLES * SET + 1
    return table, ew, range(first, first + SET)


def points_of(row: Row, penalties: Sequence[Row], notes: list[str]) -> int:
    """The defenders' points (004·4·3, 4·5) after what penalties moved them by: down for theirs, up for the declarers'."""
    table, kitty, factor = int(row["table_points"]), int(row["kitty_points"]), DIG[row["dig"]]
    if table + kitty > ALL_POINTS or (factor > 0) != (row["last_trick"] == "defenders"):
        raise ValueError(f"cannot be: {row}")
    points = table + kitty * factor
    if factor:
        notes.append(f"抠底 {table}+{kitty}×{factor}={points}")
    declaring = "NS" if dealer(int(row["board"])) in "NS" else "EW"
    for penalty in sorted(penalties, key=lambda found: found["code"] not in REST_TO_OTHERS):
        defenders = penalty["side"] != declaring
        who = "防守方" if defenders else "庄家方"
        if penalty["code"] in REST_TO_OTHERS:
            before = penalty["points_before"]
            other = "EW" if declaring == "NS" else "NS"
            rest = ALL_POINTS - before["NS"] - before["EW"]
            points = min(ALL_POINTS, before[other] + (0 if defenders else rest))
            notes.append(f"{penalty['zh']}（{who}）：违例前防守方 {before[other]}、庄家方 {before[declaring]}，其余 {rest} → {points}")
        else:
            fine = A_CARD * int(penalty["count"]) if penalty["code"] in PER_CARD else int(penalty["amount"])
            points += -fine if defenders else fine
            notes.append(f"{penalty['zh']}，{who}罚 {fine} → {points}")
    if points == 0:
        notes.append("光头记 0")
    return points


def score_board(board: int, results: Sequence[Result]) -> int:
    """Gives every result of a board its match-points; returns the board's top.

    Two for each pair of the same direction that did worse, one for each that did the same (`readings`): fewer points are better for the
    declarers, more for the defenders. The top is what the best of all results, adjusted ones included, can have; who was compared with
    fewer has his match-points scaled to that top. A fouled board is compared in groups; a group smaller than another has fixed shares.
    """
    top = 2 * (len(results) - 1)
    declaring = 0 if dealer(board) in "NS" else 1
    largest = max(Counter(result.group for result in results if result.adjusted is None).values())
    for result in results:
        if result.adjusted is not None:
            result.match_points = result.adjusted[0] * top, result.adjusted[1] * top
            continue
        field_of = [other for other in results if other is not result and other.adjusted is None and other.group == result.group]
        beaten = sum(2 * (other.points > result.points) + (other.points == result.points) for other in field_of)
        if len(field_of) + 1 < largest:
            both = SMALL_GROUPS[len(field_of) + 1]
            share = Fraction(beaten, 2 * len(field_of)) if field_of else Fraction(0)
            better, worse = ((both[0] - both[-1]) * part + both[-1] for part in (share, 1 - share))
            shares = (better, worse) if declaring == 0 else (worse, better)
            result.match_points = shares[0] * top / 100, shares[1] * top / 100
            continue
        declarers = Fraction(beaten * top, 2 * len(field_of))
        result.match_points = (declarers, top - declarers) if declaring == 0 else (top - declarers, declarers)
    return top


def read_results(event: Row, rows: Iterable[Row]) -> dict[int, list[Result]]:
    """Every board's results in order of round; each sitting must have exactly the two boards of its turn."""
    fines: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for penalty in event["penalties"]:
        if not penalty.get("withdrawn"):
            fines[penalty["match"], penalty["board"]].append(penalty)
    adjusted = {(row["match"], row["board"]): row for row in event["adjustments"]}
    played = {(f"r{row['round']}-t{row['table']}", int(row["board"])): row for row in rows}
    pairs = sum(len(team["pairs"]) for team in event["teams"])
    groups = {(match, row["board"]): place for row in event["fouled"] for place, group in enumerate(row["groups"], 1) for match in group}
    boards: defaultdict[int, list[Result]] = defaultdict(list)
    for number in range(1, event["rounds"] + 1):
        for table in range(1, TABLES + 1):
            ns, ew, numbers = seated(number, table)
            if ew > pairs:
                continue  # the missing pair's opponents sit out
            for board in numbers:
                slot = f"r{number}-t{table}", board
                result = Result(number, table, ns, ew, group=groups.pop(slot, 1))
                boards[board].append(result)
                row, ruled = played.pop(slot, None), adjusted.pop(slot, None)
                if row is not None:
                    if (int(row["ns"]), int(row["ew"]), row["trump"]) != (ns, ew, event["trumps"][str(board)]):
                        raise ValueError(f"{slot}: not the pairs or the trump of this board: {row}")
                    said = fines.pop(slot, [])
                    result.points = points_of(row, [one for one in said if one["code"] not in CONCEALED], result.notes)
                    for penalty in said:
                        if penalty["code"] in CONCEALED:
                            result.adjusted = (Fraction(0), OTHERS_SHARE) if penalty["side"] == "NS" else (OTHERS_SHARE, Fraction(0))
                            result.notes.append(f"{penalty['zh']}：违规方 0，对方 60%")
                if ruled is not None:
                    result.adjusted = Fraction(ruled["ns"], 100), Fraction(ruled["ew"], 100)
                    result.notes.append(ruled["zh"])
                elif row is None:
                    raise ValueError(f"{slot}: neither played nor adjusted")
    if fines or adjusted or played or groups:
        raise ValueError(f"left over: {[*fines, *adjusted, *played, *groups]}")
    return dict(sorted(boards.items()))


def add_up(pairs: int, boards: Mapping[int, Sequence[Result]]) -> dict[int, Pair]:
    found = {number: Pair(number, "NS" if number <= TABLES else "EW") for number in range(1, pairs + 1)}
    for board, results in boards.items():
        top = score_board(board, results)
        for result in results:
            found[result.ns].boards[board] = result.match_points[0], top
            found[result.ew].boards[board] = result.match_points[1], top
    return found


def rank(pairs: Mapping[int, Pair], direction: str) -> list[tuple[int, int, bool]]:
    """(rank, pair, shared) of one direction, by per cent; who has the same shares the rank."""
    field_of = [pair for pair in pairs.values() if pair.direction == direction]
    table = []
    for pair in sorted(field_of, key=lambda row: (-row.percent, row.number)):
        better = sum(other.percent > pair.percent for other in field_of)
        same = sum(other.percent == pair.percent for other in field_of)
        table.append((better + 1, pair.number, same > 1))
    return table


def plain(value: Fraction) -> int | str:
    """A whole number, or `n/d`."""
    return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def rounded(value: Fraction) -> str:
    """Two places, half up, for people to read."""
    hundredths = (value * 200 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def names_of(event: Row) -> dict[int, tuple[str, str]]:
    """Pair number -> (team, the two names)."""
    team_of = {tuple(pair): team["name"] for team in event["teams"] for pair in team["pairs"]}
    return {number: (team_of[tuple(pair)], "、".join(pair)) for number, pair in enumerate(event["draws"]["entrants"], start=1)}


def standings(pairs: Mapping[int, Pair], names: Mapping[int, tuple[str, str]]) -> list[dict[str, Any]]:
    """Both directions, each with its own ranks."""
    return [
        {
            "direction": direction,
            "rank": place,
            "team": names[number][0],
            "pair": names[number][1],
            "number": number,
            "shared": shared,
            "points": plain(pairs[number].points),
            "percent": plain(pairs[number].percent),
            "boards": len(pairs[number].boards),
        }
        for direction in ("NS", "EW")
        for place, number, shared in rank(pairs, direction)
    ]


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def movement(event: Row, pairs: int) -> list[str]:
    rows = []
    for number in range(1, event["rounds"] + 1):
        cells = []
        for table in range(1, TABLES + 1):
            ns, ew, boards = seated(number, table)
            cells.append(f"{ns}–{ew} / {boards[0]}、{boards[-1]}" if ew <= pairs else f"{ns} 轮空")
        rows.append([number, *cells])
    return table_of(["轮", *(f"{table}桌" for table in range(1, TABLES + 1))], rows)


def board_lines(event: Row, board: int, results: Sequence[Result]) -> list[str]:
    """The heading and the table of one board."""
    trump, top = event["trumps"][str(board)], 2 * (len(results) - 1)
    name = f"{SUIT_NAMES[trump]} {event['ranks'][board - 1].replace('T', '10')}"
    declaring = "南北" if dealer(board) in "NS" else "东西"
    rows = [
        [
            f"{result.round}轮{result.table}桌",
            result.ns,
            result.ew,
            "—" if result.adjusted else result.points,
            plain(result.match_points[0]),
            plain(result.match_points[1]),
            result.group if any(other.group > 1 for other in results) else "",
            "；".join(result.notes),
        ]
        for result in results
    ]
    heading = f"### {board}号牌：{dealer(board)} 家坐庄（{declaring}），打 {name}，满分 {top}"
    return ["", heading, "", *table_of(["场次", "南北", "东西", "防守方得分", "南北比赛分", "东西比赛分", "组", "说明"], rows)]


def readable(event: Row, boards: Mapping[int, Sequence[Result]], pairs: Mapping[int, Pair]) -> str:
    """working.md: the movement, one table a board, the totals and the two rankings."""
    names = names_of(event)
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        *(f"- {line}" for line in event["readings"]),
        "",
        "## 移位 / Movement",
        "",
        "每格：南北–东西 / 牌号。",
        "",
        *movement(event, len(pairs)),
        "",
        "## 各牌 / Boards",
    ]
    for board, results in boards.items():
        out += board_lines(event, board, results)
    out += ["", "## 各对得分 / Points by board", ""]
    rows = []
    for number, pair in pairs.items():
        cells = [plain(pair.boards[board][0]) if board in pair.boards else "—" for board in boards]
        tops = sum(top for _, top in pair.boards.values())
        rows.append([f"{number} {names[number][1]}", *cells, f"**{plain(pair.points)}** / {tops}", f"{rounded(pair.percent)}%"])
    out += table_of(["参赛方", *(f"{board}号" for board in boards), "合计 / 满分", "得分率"], rows)
    for direction, title in (("NS", "南北 / North-South"), ("EW", "东西 / East-West")):
        out += ["", f"## 名次 {title}", ""]
        for place, number, shared in rank(pairs, direction):
            pair = pairs[number]
            text = f"{place}. {names[number][1]}（{number}号，{names[number][0]}）：{len(pair.boards)} 副，{rounded(pair.percent)}%"
            out.append(text + ("，并列" if shared else ""))
    return "\n".join([*out, ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        boards = read_results(event, csv.DictReader(lines))
    names = names_of(event)
    pairs = add_up(len(names), boards)
    final = json.dumps(standings(pairs, names), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, boards, pairs), encoding="utf-8")


if __name__ == "__main__":
    main()
