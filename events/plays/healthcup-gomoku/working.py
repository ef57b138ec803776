"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, draw, seats, forfeits, later corrections) and hands.csv (every game that was played). Writes standings.json (the
final table) and working.md (how each match went). It follows the regulation directly: 000·三 Black begins, five in a row or the opponent's
giving up wins, no forbidden moves, best of three. Where moves are written down, it looks for the five on the board by itself. Run it in
this folder: `python working.py`, or `python working.py --into FOLDER`.
"""

import argparse
import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
SIZE, FIVE, NEEDED = 15, 5, 2
COLUMNS = "abcdefghijklmno"
OTHER = {"A": "B", "B": "A"}
SIDES = {"A": "南北", "B": "东西"}
REASONS = {
    "five": "五连 / five",
    "resigned": "认输 / resigned",
    "forfeit": "该局弃权 / game forfeited",
    "draw": "和局，换先重赛 / drawn, replayed",
}

Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv
Point = tuple[int, int]


@dataclass
class Match:
    """One table's match. A is the side in the North-South seat. Entrants by draw number."""

    code: str
    sides: dict[str, int]
    games: list[Row] = field(default_factory=list)
    winner: int = 0
    why: str = "games"

    @property
    def round(self) -> int:
        return int(self.code[1 : self.code.index("-")])

    @property
    def loser(self) -> int:
        return next(number for number in self.sides.values() if number != self.winner)

    def won(self, side: str) -> int:
        return sum(game["winner"] == side for game in self.games)


def points_of(moves: str) -> list[Point]:
    """`h8 g9` as (column, row) from 1."""
    return [(COLUMNS.index(move[0]) + 1, int(move[1:])) for move in moves.split()]


def longest_line(stones: Iterable[Point], last: Point) -> int:
    """How many stones in a row go through `last`."""
    mine = set(stones)
    best = 1
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        length = 1
        for way in (1, -1):
            step = 1
            while (last[0] + way * step * across, last[1] + way * step * up) in mine:
                length, step = length + 1, step + 1
        best = max(best, length)
    return best


def check_moves(row: Row) -> int:
    """Longest line at the end of a written game; 0 when no moves are written. Raises ValueError where moves and result contradict."""
    moves = points_of(row["moves"])
    if not moves:
        return 0
    if len(set(moves)) != len(moves) or any(not (1 <= x <= SIZE and 1 <= y <= SIZE) for x, y in moves):
        raise ValueError(f"{row['match']} game {row['game']}: a point twice, or off the board")
    for place in range(len(moves)):
        line = longest_line(moves[place % 2 : place + 1 : 2], moves[place])
        if line >= FIVE and place < len(moves) - 1:
            raise ValueError(f"{row['match']} game {row['game']}: played on after a five")
    mover = row["black"] if len(moves) % 2 else OTHER[row["black"]]
    if (line >= FIVE) != (row["reason"] == "five") or (line >= FIVE and mover != row["winner"]):
        raise ValueError(f"{row['match']} game {row['game']}: the board says {mover} {line}, the sheet {row['winner']} {row['reason']}")
    return line


def play_match(event: Event, code: str, rows: Sequence[Row]) -> Match:
    """One match: first to two games; a drawn game is replayed with colours changed; or a forfeit."""
    ns, ew = event["seats"][code]
    match = Match(code, {"A": ns, "B": ew})
    absent = next((f for f in event["forfeits"] if f["match"] == code), None)
    if absent:
        match.winner, match.why = match.sides["B" if absent["by"] == "NS" else "A"], "forfeit"
        return match
    for place, row in enumerate(sorted(rows, key=lambda r: int(r["game"])), start=1):
        if int(row["game"]) != place or max(match.won("A"), match.won("B")) == NEEDED:
            raise ValueError(f"{code}: game {row['game']} is not the next one, or comes after the match was won")
        if match.games and row["black"] != OTHER[match.games[-1]["black"]]:
            raise ValueError(f"{code} game {place}: Black did not change")
        if (row["winner"] == "") != (row["reason"] == "draw"):
            raise ValueError(f"{code} game {place}: a drawn game has no winner, another has one")
        check_moves(row)
        match.games.append(row)
    match.winner = match.sides[next(side for side in ("A", "B") if match.won(side) == NEEDED)]
    return match


def play_all(event: Event, rows: Iterable[Row]) -> list[Match]:
    """Every match, held against the bracket: who sits there must be who got there."""
    by_match: dict[str, list[Row]] = {}
    for row in rows:
        by_match.setdefault(row["match"], []).append(row)
    field_now: list[list[int]] = [[number for number in place if number] for place in event["bracket"]]
    matches = []
    for number in range(1, len(field_now).bit_length() + 1):
        winners = []
        for place, pair in enumerate(field_now, start=1):
            if len(pair) == 1:
                winners.append(pair[0])
                continue
            code = f"r{number}-m{place}"
            if sorted(event["seats"][code]) != sorted(pair):
                raise ValueError(f"{code}: {pair} got there, {event['seats'][code]} sit there")
            matches.append(play_match(event, code, by_match.pop(code, [])))
            winners.append(matches[-1].winner)
        field_now = [winners[place : place + 2] for place in range(0, len(winners), 2)]
    if by_match:
        raise ValueError(f"games of matches that are not in the bracket: {sorted(by_match)}")
    return matches


def names(event: Event) -> dict[int, tuple[str, str]]:
    """(team, player) by draw number."""
    registered = {player: team["name"] for team in event["teams"] for player in team["players"]}
    return {number: (registered[player], player) for number, player in enumerate(event["draws"]["entrants"], start=1)}


def standings(event: Event, matches: Sequence[Match]) -> list[dict[str, Any]]:
    """The champion, the loser of the final, then the losers of each round before, who share a rank."""
    entrants = names(event)
    last = matches[-1]
    lost = {match.loser: match for match in matches}
    order = sorted(entrants, key=lambda n: (n != last.winner, -lost[n].round if n in lost else 0, n))
    table = []
    for number in order:
        reached = lost[number].round if number in lost else last.round
        better = [n for n in entrants if n == last.winner or (n in lost and lost[n].round > reached)]
        team, player = entrants[number]
        table.append(
            {
                "rank": 1 if number == last.winner else len(better) + 1,
                "entrant": player,
                "team": team,
                "number": number,
                "shared": number != last.winner and sum(lost[n].round == reached for n in lost) > 1,
                "reached": reached,
                "lost_to": lost[number].winner if number in lost else None,
                "wins": sum(match.winner == number for match in matches),
            }
        )
    return table


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def board_of(row: Row) -> list[str]:
    """The last position as text, Black ●, White ○; the stones of the last move are where the line is."""
    points = points_of(row["moves"])
    stones = {point: "●" if place % 2 == 0 else "○" for place, point in enumerate(points)}
    lines = [f"{y:>2} " + " ".join(stones.get((x, y), "·") for x in range(1, SIZE + 1)) for y in range(SIZE, 0, -1)]
    return ["```", *lines, "   " + " ".join(COLUMNS), "```"]


def first_entered(event: Event, rows: Sequence[Row]) -> list[str]:
    """What the board said before a later correction: who had won with the first entry of that game."""
    told = []
    for slip in event["corrected_later"]:
        code, game = slip["match"], slip["game"]
        mine = [row for row in rows if row["match"] == code]
        right = play_match(event, code, mine)
        wrong = [{**row, **slip["first"], "moves": ""} if int(row["game"]) == game else row for row in mine]
        was = play_match(event, code, wrong)
        told.append(
            f"- {code} 第{game}局：先记成 {SIDES[slip['first']['winner']]} 胜，{was.winner} 号晋级；"
            f"第 {slip['after_round_opened']} 轮开始后、下一场开打前更正，改为 {right.winner} 号晋级，签表随之改正"
        )
    return told


def readable(event: Event, rows: Sequence[Row], matches: Sequence[Match]) -> str:
    """working.md: one table a match, the boards that were written down, the ranking."""
    entrants = names(event)
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "三局两胜，无禁手；每局换先；和局换先重赛，不计胜负。未到者整场弃权。",
        "Best of three, no forbidden moves; Black changes every game; a draw is replayed and counts for nobody. The absent lose the match.",
        "",
        "## 签号 / Draw",
        "",
        *table_of(["签号", "选手", "单位"], [[n, player, team] for n, (team, player) in entrants.items()]),
        "",
        "轮空 / byes：" + "、".join(f"{n} 号" for place in event["bracket"] for n in place if None in place and n),
        "",
        "## 更正 / Corrections",
        "",
        *first_entered(event, rows),
    ]
    for match in matches:
        ns, ew = (entrants[number][1] for number in match.sides.values())
        out += ["", f"## {match.code}：{match.sides['A']} {ns}（南北）— {match.sides['B']} {ew}（东西）", ""]
        if match.why == "forfeit":
            out.append(f"**{match.winner} 号 {entrants[match.winner][1]} 胜**：对方未到，弃权 / the other side did not come")
            continue
        lines = []
        for row in match.games:
            line = check_moves(row)
            moves = f"{len(points_of(row['moves']))} 手" + (f"，终局 {line} 连" if line >= FIVE else "") if row["moves"] else "—"
            winner = SIDES[row["winner"]] if row["winner"] else "—"
            lines.append([row["game"], SIDES[row["black"]], winner, REASONS[row["reason"]], moves])
        out += [*table_of(["局", "执黑", "胜者", "怎么胜的", "棋谱"], lines), ""]
        for row in match.games:
            if row["moves"]:
                out += [f"第{row['game']}局终局 / game {row['game']}：", "", *board_of(row), ""]
        out.append(f"**{match.won('A')}:{match.won('B')}，{match.winner} 号 {entrants[match.winner][1]} 胜**")
    out += ["", "## 名次 / Ranking", "", "同一轮被淘汰者并列。Who lost in the same round share a rank.", ""]
    table = [
        [
            r["rank"],
            r["number"],
            r["entrant"],
            r["team"],
            r["wins"],
            f"第{r['reached']}轮负 {r['lost_to']} 号" if r["lost_to"] else "冠军 / champion",
        ]
        for r in standings(event, matches)
    ]
    out += table_of(["名次", "签号", "选手", "单位", "胜场", "止于"], table)
    return "\n".join([*out, ""])


def read() -> tuple[Event, list[Row]]:
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        return event, list(csv.DictReader(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event, rows = read()
    matches = play_all(event, rows)
    final = json.dumps(standings(event, matches), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, rows, matches), encoding="utf-8")


if __name__ == "__main__":
    main()
