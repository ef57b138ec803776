"""Works the final table of this team event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (teams, draw, trumps, penalties, adjustments) and hands.csv (what was played in both rooms). Writes standings.json (the
final table) and working.md (how each number came about). It follows the regulation directly: 004·4·1 who is dealer, 4·3 points and dig,
4·4 and the appendix what a board is worth, 5·4 and 6 penalties, 7 adjustments. Where the text is silent it takes what `readings` of
event.json says. Points are whole numbers. Run it in this folder: `python working.py`, or `python working.py --into FOLDER`.
"""

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
TEAMS, ROUNDS, BOARDS, SET = 5, 5, 8, 16
ALL_POINTS, SHUTOUT = 200, 200
DIG = {"none": 0, "single": 2, "pair": 4}
# The table of the appendix: least net difference, points of the board.
CONVERSION = ((180, 10), (145, 9), (120, 8), (95, 7), (75, 6), (55, 5), (40, 4), (25, 3), (15, 2), (5, 1), (0, 0))
A_CARD, SUIT_CAP = 10, 50
KEYS = ("points", "net", "head_to_head")
SUIT_NAMES = {"S": "黑桃", "H": "红桃", "D": "方块", "C": "梅花", "NT": "无将"}
PER_CARD = ("miscount", "concealed_harmless", "exposed_card", "failed_throw", "kitty_miscount_early")
REST_TO_OTHERS = ("revoke", "kitty_miscount_late", "unplayable")

Row = Mapping[str, Any]
Key = tuple[int, int, int]  # (round, home, away)
Side = int  # 0 home, 1 away


@dataclass
class Room:
    """One board in one room. `credit` is what home and away are credited with, `fine` what they are fined."""

    defenders: Side
    points: int | None
    credit: list[int]
    fine: list[int] = field(default_factory=lambda: [0, 0])
    notes: list[str] = field(default_factory=list)


@dataclass
class Board:
    number: int
    rooms: dict[str, Room]
    net: int = 0
    points: tuple[int, int] = (0, 0)
    notes: list[str] = field(default_factory=list)


@dataclass
class Team:
    points: int = 0
    net: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    rounds: dict[int, tuple[int, int, int]] = field(default_factory=dict)  # round -> (against, points, conceded)


def dealer(board: int) -> str:
    """004·4·1: North, West, South, East in turn."""
    return "NWSE"[(board - 1) % 4]


def sides_of(room: str) -> dict[str, Side]:
    """004·2·1: the home team sits North-South in the open room and East-West in the closed one."""
    return {"NS": 0, "EW": 1} if room == "open" else {"NS": 1, "EW": 0}


def round_of(low: int, high: int) -> int:
    """Berger's table for six places, the sixth being the bye: in round r two teams meet whose numbers sum to r + 1, modulo 5."""
    return (low + high - 1) % ROUNDS or ROUNDS


def boards_of(number: int) -> range:
    """The boards of round `number`: eight of a set of sixteen, running on from round to round."""
    first = (number - 1) * BOARDS % SET + 1
    return range(first, first + BOARDS)


def converted(net: int) -> int:
    """The appendix; between two lines of it the lower one counts."""
    return next(points for least, points in CONVERSION if abs(net) >= least)


def defenders_points(row: Row, notes: list[str]) -> int:
    """004·4·2 and 4·3: points taken in play, and the kitty times two or four when the defenders won the last trick."""
    table, kitty, factor = int(row["table_points"]), int(row["kitty_points"]), DIG[row["dig"]]
    if table + kitty > ALL_POINTS or (factor > 0) != (row["last_trick"] == "defenders"):
        raise ValueError(f"cannot be: {row}")
    if not factor:
        return table
    notes.append(f"抠底 {table}+{kitty}×{factor}={table + kitty * factor}")
    return table + kitty * factor


def given(row: Row, penalty: Row) -> tuple[int, str]:
    """004·5·4C, 6·3, 6·4: what both had before the offence stands, all that was left goes to the other side. (Defenders' points, why.)"""
    declaring = "NS" if dealer(int(row["board"])) in "NS" else "EW"
    before = penalty["points_before"]
    defended, declared = (before[side] for side in ("NS EW" if declaring == "EW" else "EW NS").split())
    rest = ALL_POINTS - defended - declared
    points = min(ALL_POINTS, defended + (rest if penalty["side"] == declaring else 0))
    gets = "归防守方" if penalty["side"] == declaring else "归庄家方"
    return points, f"{penalty['zh']}：违例前防守方 {defended}、庄家方 {declared}，其余 {rest} {gets} → {points}"


def fines(row: Row, penalties: Sequence[Row]) -> list[tuple[Side, int, str]]:
    """(side, fine, why): ten a card; concealed with damage at most fifty for one suit; nothing once the next player has followed (5·3)."""
    found = []
    suits: defaultdict[tuple[str, str], int] = defaultdict(int)
    for penalty in penalties:
        if penalty["code"] in REST_TO_OTHERS:
            continue
        side = sides_of(row["room"])[penalty["side"]]
        who = "主队" if side == 0 else "客队"
        if penalty.get("followed"):
            found.append((side, 0, f"{penalty['zh']}，不罚"))
            continue
        fine = A_CARD * int(penalty["count"]) if penalty["code"] in PER_CARD else int(penalty.get("amount", 0))
        if penalty["code"] == "concealed_harmful":
            suit = penalty["side"], penalty["suit"]
            before = min(SUIT_CAP, suits[suit])
            suits[suit] += A_CARD * int(penalty["count"])
            fine = min(SUIT_CAP, suits[suit]) - before
        found.append((side, fine, f"{penalty['zh']}，{who}罚 {fine}"))
    return found


def room_of(row: Row, penalties: Sequence[Row]) -> Room:
    """A board in one room, its own penalties included. The dealer's side declares; the shutout is judged before fines (4·4)."""
    sides = sides_of(row["room"])
    declaring = "NS" if dealer(int(row["board"])) in "NS" else "EW"
    defending = "EW" if declaring == "NS" else "NS"
    notes: list[str] = []
    points = defenders_points(row, notes)
    settled = [penalty for penalty in penalties if penalty["code"] in REST_TO_OTHERS]
    if (row["last_trick"] == "none") != any(penalty["code"] == "unplayable" for penalty in settled) or len(settled) > 1:
        raise ValueError(f"play stopped, or was settled twice: {row}")
    for penalty in settled:
        points, why = given(row, penalty)
        notes.append(why)
    room = Room(sides[defending], points, [0, 0], notes=notes)
    room.credit[sides[defending]] = points
    if points == 0:
        room.credit[sides[declaring]] = SHUTOUT
        notes.append("光头，庄家方净得 200")
    for side, fine, why in fines(row, penalties):
        room.fine[side] += fine
        notes.append(why)
    return room


def by_team(adjustment: Row) -> tuple[int, int]:
    """What an adjustment, stated for the sides of one room, gives the home and the away team."""
    sides = sides_of(adjustment["match"].rpartition("-")[2])
    given = {sides["NS"]: adjustment["ns"], sides["EW"]: adjustment["ew"]}
    return given[0], given[1]


def board_of(number: int, rooms: dict[str, Room], adjustments: Sequence[Row]) -> Board:
    """The board's net difference for the home team, and its points. Points awarded by the chief referee are the board's, net or not."""
    board = Board(number, rooms, notes=[row["zh"] for row in adjustments])
    awarded = {by_team(row) for row in adjustments if row["unit"] == "match_points"}
    if awarded:
        (board.points,) = awarded  # both rooms must say the same
        return board
    if set(rooms) != {"open", "closed"}:
        raise ValueError(f"board {number} was played in {sorted(rooms)} only and nobody adjusted it")
    for room in rooms.values():
        board.net += room.credit[0] - room.credit[1] - room.fine[0] + room.fine[1]
    worth = converted(board.net)
    board.points = (worth, 0) if board.net > 0 else (0, worth)
    return board


def read_boards(event: Row, rows: Iterable[Row]) -> dict[Key, list[Board]]:
    """Every encounter's boards by (round, home, away)."""
    fines: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for penalty in event["penalties"]:
        if not penalty.get("withdrawn"):
            fines[penalty["match"], penalty["board"]].append(penalty)
    adjusted: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in event["adjustments"]:
        adjusted[row["match"].rpartition("-")[0], row["board"]].append(row)
    rooms: defaultdict[tuple[Key, int], dict[str, Room]] = defaultdict(dict)
    for row in rows:
        key = int(row["round"]), int(row["home"]), int(row["away"])
        if row["trump"] != event["trumps"][row["board"]]:
            raise ValueError(f"trump of board {row['board']} is fixed: {row}")
        match = f"r{key[0]}-{key[1]}v{key[2]}-{row['room']}"
        rooms[key, int(row["board"])][row["room"]] = room_of(row, fines.pop((match, int(row["board"])), []))
    if fines:
        raise ValueError(f"penalties of boards that were not played: {sorted(fines)}")
    for (encounter, number), said in adjusted.items():
        for row in said:
            if row["unit"] == "net":
                turn, home, away = map(int, encounter.removeprefix("r").replace("v", "-").split("-"))
                rooms[(turn, home, away), number][row["match"].rpartition("-")[2]] = Room(0, None, list(by_team(row)))
    encounters: dict[Key, list[Board]] = {}
    for low in range(1, TEAMS + 1):
        for high in range(low + 1, TEAMS + 1):
            number = round_of(low, high)
            key = number, low, high
            encounters[key] = [
                board_of(board, rooms.pop((key, board), {}), adjusted[f"r{number}-{low}v{high}", board]) for board in boards_of(number)
            ]
    if rooms:
        raise ValueError(f"not of this event: {sorted(rooms)}")
    return encounters


def sums(boards: Iterable[Board]) -> tuple[int, int, int]:
    """(home's points, away's points, home's net difference) of an encounter."""
    rows = list(boards)
    return sum(row.points[0] for row in rows), sum(row.points[1] for row in rows), sum(row.net for row in rows)


def add_up(encounters: Mapping[Key, Sequence[Board]]) -> dict[int, Team]:
    teams = {number: Team() for number in range(1, TEAMS + 1)}
    for (number, home, away), boards in sorted(encounters.items()):
        ours, theirs, net = sums(boards)
        for me, other, mine, conceded, balance in ((home, away, ours, theirs, net), (away, home, theirs, ours, -net)):
            team = teams[me]
            team.points += mine
            team.net += balance
            team.won += mine > conceded
            team.drawn += mine == conceded
            team.lost += mine < conceded
            team.rounds[number] = other, mine, conceded
    return teams


def rank(teams: Mapping[int, Team]) -> list[tuple[int, int, bool, str]]:
    """(rank, team, shared, what split it from the row above), by points, then net, then what the tied made against each other."""
    values = {number: (team.points, team.net, mutual(teams, number)) for number, team in teams.items()}
    table: list[tuple[int, int, bool, str]] = []
    above: tuple[int, int, int] | None = None
    for number in sorted(teams, key=lambda found: (*(-value for value in values[found]), found)):
        mine = values[number]
        better = sum(value > mine for value in values.values())
        same = sum(value == mine for value in values.values())
        split = ""
        if above is not None:
            split = next((key for key, ours, theirs in zip(KEYS, mine, above, strict=True) if ours != theirs), "shared")
        table.append((better + 1, number, same > 1, split))
        above = mine
    return table


def mutual(teams: Mapping[int, Team], number: int) -> int:
    """Points against those with as many points and the same net difference."""
    mine = teams[number]
    tied = {other for other, team in teams.items() if (team.points, team.net) == (mine.points, mine.net)}
    return sum(points for against, points, _ in mine.rounds.values() if against in tied)


def standings(teams: Mapping[int, Team], names: Mapping[int, str]) -> list[dict[str, Any]]:
    return [
        {
            "rank": place,
            "team": names[number],
            "number": number,
            "shared": shared,
            "points": teams[number].points,
            "net": teams[number].net,
            "won": teams[number].won,
            "drawn": teams[number].drawn,
            "lost": teams[number].lost,
            "split_by": split,
            "rounds": [teams[number].rounds[r][1] if r in teams[number].rounds else None for r in range(1, ROUNDS + 1)],
        }
        for place, number, shared, split in rank(teams)
    ]


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value)


def rank_of(event: Row, board: int) -> str:
    """The rank printed for a board in the table of the appendix."""
    return str(event["ranks"][board - 1]).replace("T", "10")


def board_row(event: Row, board: Board) -> list[object]:
    """One line: who declares in the open room, both rooms, the fines, the net difference and the points."""
    home_declares = dealer(board.number) in "NS"
    cells: list[object] = [
        f"{board.number}（{dealer(board.number)}）",
        f"{event['trumps'][str(board.number)]} {rank_of(event, board.number)}",
    ]
    cells.append("主" if home_declares else "客")
    fines, notes = [0, 0], list(board.notes)
    for name, zh in (("open", "开"), ("closed", "闭")):
        room = board.rooms.get(name)
        if room is None:
            cells += ["—", "—"]
            continue
        cells += ["判" if room.points is None else room.points, f"{room.credit[0]}:{room.credit[1]}"]
        fines = [fines[0] + room.fine[0], fines[1] + room.fine[1]]
        notes += [f"{zh}室{note}" for note in room.notes]
    cells += [
        f"{fines[0]}:{fines[1]}" if any(fines) else "",
        signed(board.net),
        f"**{board.points[0]}:{board.points[1]}**",
        "；".join(notes),
    ]
    return cells


def readable(event: Row, encounters: Mapping[Key, Sequence[Board]], teams: Mapping[int, Team]) -> str:
    """working.md: one table an encounter, the rounds, the ranking."""
    names = dict(enumerate(event["draws"]["teams"], start=1))
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        *(f"- {line}" for line in event["readings"]),
        "",
        "换算 / Conversion：" + "，".join(f"{least} 起 {points} 分" for least, points in reversed(CONVERSION)),
    ]
    header = ["牌号（庄）", "将", "开室坐庄", "开室得分", "主:客", "闭室得分", "主:客", "罚分 主:客", "净得分差（主）", "比赛分", "说明"]
    for (number, home, away), boards in encounters.items():
        ours, theirs, net = sums(boards)
        out += ["", f"## 第{number}轮 {home} {names[home]}（主） 对 {away} {names[away]}（客）：{ours}:{theirs}，净 {signed(net)}", ""]
        out += table_of(header, [board_row(event, board) for board in boards])
    out += ["", "## 各轮得分 / Points by round", ""]
    rows = []
    for _, number, _, _ in rank(teams):
        team = teams[number]
        cells = [
            f"{team.rounds[r][1]}:{team.rounds[r][2]}（对 {team.rounds[r][0]}）" if r in team.rounds else "轮空"
            for r in range(1, ROUNDS + 1)
        ]
        rows.append(
            [f"{number} {names[number]}", *cells, f"{team.won}胜{team.drawn}平{team.lost}负", f"**{team.points}**", signed(team.net)]
        )
    out += table_of(["代表队", *(f"{r}轮" for r in range(1, ROUNDS + 1)), "胜负", "比赛分", "净得分差"], rows)
    out += ["", "## 名次 / Ranking", ""]
    above = 0
    for place, number, _, split in rank(teams):
        text = f"{place}. {names[number]}（{number}号）：{teams[number].points} 分"
        out.append(text + explained(teams, split, above, number))
        above = number
    return "\n".join([*out, ""])


def explained(teams: Mapping[int, Team], split: str, above: int, number: int) -> str:
    """What separated a team from the row above."""
    if split == "points":
        return f"；比赛分 {teams[above].points} > {teams[number].points}"
    if split == "head_to_head":
        return f"；同分同净，相互比赛分 {mutual(teams, above)} > {mutual(teams, number)}"
    if split == "net":
        return f"；同分，净得分差 {teams[above].net} > {teams[number].net}"
    return "；并列" if split == "shared" else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        encounters = dict(sorted(read_boards(event, csv.DictReader(lines)).items()))
    teams = add_up(encounters)
    names = dict(enumerate(event["draws"]["teams"], start=1))
    final = json.dumps(standings(teams, names), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, encounters, teams), encoding="utf-8")


if __name__ == "__main__":
    main()
