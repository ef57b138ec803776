"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (pairs, draw, seats, penalties, bells, forfeits) and hands.csv (what was played). Writes standings.json (the final table)
and working.md (how each level came about). It follows the regulation directly: 000·一 preamble (knock-out, bell, final), (二) levels and
J-hook, (四) fines and digs. Points are whole numbers. Run it in this folder: `python working.py`, or `python working.py --into FOLDER`.
"""

import argparse
import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
MUST_PLAY = ["2", "J", "A"]
CLOCK = {"N": "W", "W": "S", "S": "E", "E": "N"}  # who sits next, counter-clockwise
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OTHER = {"NS": "EW", "EW": "NS"}
PACK = 200  # points in the two packs: the most that fines on the declarers can make of the defenders' points
DIGS = {"single": 2, "pair": 4, "tractor2": 8, "tractor3": 16}
BY_COUNT = {"failed_throw": 10, "wrong_follow": 10, "deliberate": 20}  # a card, a card, each time
AT_ONCE = {"kitty_count": 80, "count_same_side": 20, "count_one_sided": 10}
LOSES_THE_GAME = ("signalling", "hidden_throw")
TRUMPS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "无主"}
SIDES = {"NS": "南北", "EW": "东西"}
SEATS = {"N": "北", "E": "东", "S": "南", "W": "西"}
DIG_NAMES = {"none": "未抠", "single": "单张", "pair": "对子", "tractor2": "连对", "tractor3": "三连对"}
HOOKS = {"none": "", "main": "，正J", "sub": "，副J"}
FINES = {
    "failed_throw": "甩牌失败",
    "wrong_follow": "跟错牌",
    "deliberate": "故意出错牌",
    "kitty_count": "扣底张数不对",
    "count_same_side": "同家一多一少",
    "count_one_sided": "一家多牌或少牌",
    "looking": "看别人的牌",
    "signalling": "传递信息",
    "hidden_throw": "瞒大牌",
}

Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv


@dataclass
class Hand:
    """One hand as worked: what it made and where both sides stand after it."""

    row: Row
    fines: list[str]
    dug: int
    points: int
    verdict: str
    levels: dict[str, str]
    dealer_next: str


@dataclass
class Game:
    """One climb from 2. `winner` is empty while it goes on."""

    number: int
    hands: list[Hand] = field(default_factory=list)
    levels: dict[str, str] = field(default_factory=lambda: {"NS": LEVELS[0], "EW": LEVELS[0]})
    bank: str = ""
    dealer: str = ""
    winner: str = ""
    why: str = ""


@dataclass
class Match:
    """One table's match: entrants by draw number."""

    code: str
    sides: dict[str, int]
    games: list[Game] = field(default_factory=list)
    winner: int = 0
    why: str = ""

    @property
    def round(self) -> int:
        return int(self.code[1 : self.code.index("-")])

    @property
    def loser(self) -> int:
        return next(number for number in self.sides.values() if number != self.winner)

    def won(self, side: str) -> int:
        return sum(game.winner == side for game in self.games)


def climb(level: str, steps: int) -> str:
    """`steps` up from `level`, stopped by the first of 2, J, A on the way. Only A itself can be passed, and that is not here."""
    for _ in range(steps):
        level = LEVELS[min(LEVELS.index(level) + 1, len(LEVELS) - 1)]
        if level in MUST_PLAY:
            break
    return level


def steps_of(points: int) -> tuple[str, int]:
    """(who climbs, by how many): the list of (二)1, its second row from 160 read as 180 and more."""
    if points == 0:
        return "declarers", 5
    for least, steps in ((20, 4), (40, 3), (60, 2), (80, 1)):
        if points < least:
            return "declarers", steps
    for least, steps in ((100, 0), (120, 1), (140, 2), (160, 3), (180, 4)):
        if points < least:
            return "defenders", steps
    return "defenders", 5


def fined(event: Event, match: str, game: int, hand: int) -> Iterator[tuple[str, str, int, int]]:
    """(side, code, count, points) of each fine on one hand that still stands, or of what concerns the game as a whole (hand 0)."""
    for fine in event["penalties"]:
        if (fine["match"], fine["game"], fine["hand"]) == (match, game, hand) and not fine.get("withdrawn"):
            yield fine["side"], fine["code"], fine["count"], amount_of(fine)


def amount_of(fine: Mapping[str, Any]) -> int:
    """Points of one fine: so many a card or a time, one amount, or what the official set; 0 for what loses the game."""
    if fine["code"] in BY_COUNT:
        return int(BY_COUNT[fine["code"]] * fine["count"])
    return AT_ONCE.get(fine["code"], fine.get("amount", 0))


def points_of(row: Row, declarers: str, fines: Iterable[tuple[str, str, int, int]]) -> tuple[int, int]:
    """(kitty points as dug, points of the defenders after both sides' fines are set against each other)."""
    dug = int(row["kitty_points"]) * DIGS[row["dig"]] if row["last_trick"] == "defenders" else 0
    points = int(row["table_points"]) + dug
    net = sum(amount if side == declarers else -amount for side, _, _, amount in fines)
    if net < 0:
        return dug, max(0, points + net)
    return dug, max(points, min(PACK, points + net))  # the ceiling is one for fines: it never takes what was won


def play_hand(game: Game, row: Row, fines: Sequence[tuple[str, str, int, int]]) -> None:
    """One hand on top of the ones before it."""
    declarers = SIDE[row["declarer"]]
    defenders = OTHER[declarers]
    if game.dealer and row["declarer"] != game.dealer:
        raise ValueError(f"{row}: {game.dealer} deals")
    dug, points = points_of(row, declarers, fines)
    who, steps = steps_of(points)
    before = dict(game.levels)
    if who == "declarers":
        if before[declarers] == "A":
            game.winner, game.why, verdict = declarers, "passed_A", f"{SIDES[declarers]}打过A"
        else:
            game.levels[declarers] = climb(before[declarers], steps)
            verdict = f"{SIDES[declarers]}升{steps}级"
        game.bank, game.dealer = declarers, PARTNER[row["declarer"]]
    else:
        # Who has not yet won a hand as declarer on a must-play level stays on it, however many points.
        if steps and before[defenders] not in MUST_PLAY:
            game.levels[defenders] = climb(before[defenders], steps)
        verdict = f"{SIDES[defenders]}上台" + (f"，升{steps}级" if steps else "")
        if steps and before[defenders] in MUST_PLAY:
            verdict += f"（{before[defenders]}必打，不升）"
        if row["hook"] != "none" and before[declarers] == "J":
            if int(row["table_points"]) >= 80:
                game.levels[declarers] = {"main": "2", "sub": "6"}[row["hook"]]
                verdict += f"；{SIDES[declarers]}被勾回{game.levels[declarers]}"
            else:
                verdict += "；台面不满80分，不勾"
        game.bank, game.dealer = defenders, CLOCK[row["declarer"]]
    told = [f"{SIDES[side]} {FINES[code]}{f'×{count}' if count > 1 else ''} {amount}" for side, code, count, amount in fines]
    game.hands.append(Hand(row, told, dug, points, verdict, dict(game.levels), game.dealer))


def play_game(event: Event, match: str, number: int, rows: Sequence[Row]) -> Game:
    """One climb: until A is passed, the bell has rung, or the game is judged lost."""
    game = Game(number)
    bell = next(
        (b["last_hand"] for b in event["time_ups"] if (b["match"], b["game"]) == (match, number) and not b.get("withdrawn")), len(rows)
    )
    for place, row in enumerate(sorted(rows, key=lambda r: int(r["hand"])), start=1):
        if int(row["hand"]) != place or game.winner or place > bell:
            raise ValueError(f"{match} game {number} hand {row['hand']}: not the next one, or nothing left to play")
        play_hand(game, row, list(fined(event, match, number, place)))
    judged = [side for side, code, _, _ in fined(event, match, number, 0) if code in LOSES_THE_GAME]
    if judged:
        game.winner, game.why = OTHER[judged[0]], "judged"
    elif not game.winner:
        if not any((b["match"], b["game"]) == (match, number) and not b.get("withdrawn") for b in event["time_ups"]):
            raise ValueError(f"{match} game {number} is not over")
        ranks = {side: LEVELS.index(level) for side, level in game.levels.items()}
        leader = max(ranks, key=lambda side: ranks[side])
        level = ranks["NS"] == ranks["EW"]
        game.winner, game.why = (game.bank, "time_bank") if level else (leader, "time_level")
    return game


def play_match(event: Event, code: str, rows: Sequence[Row], last_round: int) -> Match:
    """One match: one game, in the final the first to two, every game from 2 again; or a forfeit."""
    ns, ew = event["seats"][code]
    match = Match(code, {"NS": ns, "EW": ew})
    absent = next((f for f in event["forfeits"] if f["match"] == code), None)
    if absent:
        match.winner, match.why = match.sides[OTHER[absent["by"]]], "forfeit"
        return match
    needed = 2 if match.round == last_round else 1
    for number in sorted({int(row["game"]) for row in rows}):
        if max(match.won("NS"), match.won("EW")) == needed:
            raise ValueError(f"{code}: game {number} after the match was won")
        match.games.append(play_game(event, code, number, [row for row in rows if int(row["game"]) == number]))
    winner = next(side for side in ("NS", "EW") if match.won(side) == needed)
    match.winner, match.why = match.sides[winner], match.games[-1].why
    return match


def play_all(event: Event, rows: Iterable[Row]) -> list[Match]:
    """Every match, held against the bracket: who sits there must be who got there."""
    by_match: dict[str, list[Row]] = {}
    for row in rows:
        by_match.setdefault(row["match"], []).append(row)
    field_now: list[list[int]] = [[number for number in place if number] for place in event["bracket"]]
    rounds = len(field_now).bit_length()
    matches = []
    for number in range(1, rounds + 1):
        winners = []
        for place, pair in enumerate(field_now, start=1):
            if len(pair) == 1:
                winners.append(pair[0])
                continue
            code = f"r{number}-m{place}"
            if sorted(event["seats"][code]) != sorted(pair):
                raise ValueError(f"{code}: {pair} got there, {event['seats'][code]} sit there")
            matches.append(play_match(event, code, by_match.pop(code, []), rounds))
            winners.append(matches[-1].winner)
        field_now = [winners[place : place + 2] for place in range(0, len(winners), 2)]
    if by_match:
        raise ValueError(f"hands of matches that are not in the bracket: {sorted(by_match)}")
    return matches


def names(event: Event) -> dict[int, tuple[str, str]]:
    """(team, pair) by draw number."""
    registered = {tuple(pair): team["name"] for team in event["teams"] for pair in team["pairs"]}
    return {number: (registered[tuple(pair)], "、".join(pair)) for number, pair in enumerate(event["draws"]["entrants"], start=1)}


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
        team, pair = entrants[number]
        table.append(
            {
                "rank": 1 if number == last.winner else len(better) + 1,
                "entrant": pair,
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


WHY = {
    "passed_A": "先打过 A / first through A",
    "time_level": "时间到，级数领先 / time up, ahead by level",
    "time_bank": "时间到，级数相同，在台上者胜 / time up, levels equal, the side on the bank",
    "judged": "对方被判负该局 / the other side was judged to lose the game",
    "forfeit": "对方未到，弃权 / the other side did not come",
}


def line_of(hand: Hand) -> list[object]:
    row = hand.row
    dig = (
        f"{row['kitty_points']}×{DIGS[row['dig']]}={hand.dug}（{DIG_NAMES[row['dig']]}{HOOKS[row['hook']]}）"
        if row["dig"] != "none"
        else "—"
    )
    buried = "" if row["buried_by"] == row["declarer"] else f"（{SEATS[row['buried_by']]}埋底）"
    return [
        row["hand"],
        SEATS[row["declarer"]],
        TRUMPS[row["trump"]] + buried,
        row["table_points"],
        dig,
        "；".join(hand.fines) or "—",
        f"**{hand.points}**",
        hand.verdict,
        f"{hand.levels['NS']}:{hand.levels['EW']}",
        SEATS[hand.dealer_next],
    ]


def first_entered(event: Event, rows: Sequence[Row], last_round: int) -> list[str]:
    """What the board said before a later correction: who had won with the first entry of that hand."""
    told = []
    for slip in event["corrected_later"]:
        code, game, number = slip["match"], slip["game"], slip["hand"]
        mine = [row for row in rows if row["match"] == code]
        right = play_match(event, code, mine, last_round)
        wrong = [{**r, **slip["first"]} if (int(r["game"]), int(r["hand"])) == (game, number) else r for r in mine]
        was = play_match(event, code, wrong, last_round)
        told.append(
            f"- {code} 第{game}局第{number}副：先记成 {slip['first']}，{was.winner} 号胜；第 {slip['after_round_opened']} 轮开始后、"
            f"下一场开打前更正，改为 {right.winner} 号胜，签表随之改正"
        )
    return told


def readable(event: Event, rows: Sequence[Row], matches: Sequence[Match]) -> str:
    """working.md: one table a game, then the ranking."""
    entrants = names(event)
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "得分 = 台面分 + 底分×倍数（抠到底时），再把双方罚分相抵：台下罚到 0 为止，台上罚到 200 为止。",
        "2、J、A 必打：自己坐庄赢一副才能离开。J 被勾：台面满 80 分，正 J 回 2，副 J 回 6。",
        "Points = table points + kitty × multiplier (when dug), then both sides' fines set against each other (not under 0, nor over 200).",
        "2, J and A are left only by winning a hand there as declarers. Dug at J with 80 on the table: back to 2 (trump J) or 6 (other J).",
        "",
        "## 签号 / Draw",
        "",
        *table_of(["签号", "选手", "单位"], [[n, pair, team] for n, (team, pair) in entrants.items()]),
        "",
        "轮空 / byes：" + "、".join(f"{n} 号" for place in event["bracket"] for n in place if None in place and n),
        "",
        "## 更正与判罚 / Corrections and penalties",
        "",
        *first_entered(event, rows, matches[-1].round),
    ]
    for fine in event["penalties"]:
        gone = "（撤销，不计 / withdrawn）" if fine.get("withdrawn") else ""
        where = f"第{fine['game']}局" + (f"第{fine['hand']}副" if fine["hand"] else "")
        out.append(f"- {fine['match']} {where} {SIDES[fine['side']]} {FINES[fine['code']]} ×{fine['count']}{gone}")
    for match in matches:
        ns, ew = (entrants[number][1] for number in match.sides.values())
        out += ["", f"## {match.code}：{match.sides['NS']} {ns}（南北）— {match.sides['EW']} {ew}（东西）", ""]
        for game in match.games:
            if len(match.games) > 1:
                out += [f"### 第{game.number}局 / Game {game.number}", ""]
            header = ["副", "庄家", "主", "台面分", "抠底", "罚分", "得分", "结果", "级数 南北:东西", "下副庄家"]
            out += table_of(header, [line_of(hand) for hand in game.hands])
            out += ["", f"{SIDES[game.winner]}胜：{WHY[game.why]}", ""]
        score = f"{match.won('NS')}:{match.won('EW')}，" if len(match.games) > 1 else ""
        out.append(f"**{score}{match.winner} 号 {entrants[match.winner][1]} 胜**：{WHY[match.why]}")
    out += ["", "## 名次 / Ranking", "", "同一轮被淘汰者并列。Who lost in the same round share a rank.", ""]
    rows_out = [
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
    out += table_of(["名次", "签号", "选手", "单位", "胜场", "止于"], rows_out)
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
