"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (teams, draws, forfeits) and hands.csv (what was played). Writes standings.json (the final table) and working.md (how each
number came about). It follows the regulation directly: 000·四·(二)2 forfeits and annulment, (二)4 the points of a hand, 000·second 四 the
ranking. Points are whole numbers. Run it in this folder: `python working.py`, or `python working.py --into FOLDER`.
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
TEAMS, PAIRS, ROUNDS, HANDS = 8, 4, 7, 5
POINTS = {"double_down": 5, "first_third": 3, "first_fourth": 1}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}
SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}

Event = Mapping[str, Any]  # event.json
Key = tuple[int, int, int]  # (smaller team number, larger, pair number)
Place = tuple[int, int, bool, str]  # (rank, team number, shared, what split it from the row above)


@dataclass
class Match:
    """One table's sitting: points and double-downs of the smaller and the larger team number."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    double_downs: list[int] = field(default_factory=lambda: [0, 0])
    hands: int = 0
    state: str = "played"


@dataclass
class Line:
    """One team's round."""

    against: int
    points: int = 0
    double_downs: int = 0


@dataclass
class Team:
    rounds: dict[int, Line] = field(default_factory=dict)

    @property
    def points(self) -> int:
        return sum(line.points for line in self.rounds.values())

    @property
    def double_downs(self) -> int:
        return sum(line.double_downs for line in self.rounds.values())


def round_of(low: int, high: int) -> int:
    """Berger's table by the circle method: team 8 stays, the others turn; round 1 is 1-8 2-7 3-6 4-5, round 2 is 8-5 6-4 7-3 1-2."""
    circle = list(range(1, TEAMS))
    for number in range(1, ROUNDS + 1):
        meetings = {frozenset({circle[0], TEAMS})}
        meetings |= {frozenset({circle[i], circle[-i]}) for i in range(1, TEAMS // 2)}
        if frozenset({low, high}) in meetings:
            return number
        half = TEAMS // 2
        circle = circle[half:] + circle[:half]
    raise ValueError(f"{low} and {high} never meet")


def kind_and_side(row: Mapping[str, str]) -> tuple[str, str]:
    """(side that won, kind of win) of one line of hands.csv, whether it was written by order or by kind."""
    if row["kind"]:
        return row["side"], row["kind"]
    order = row["order"]
    place = order.find(PARTNER[order[0]])  # 1 second, 2 third, 3 or not written: last
    return SIDE[order[0]], {1: "double_down", 2: "first_third"}.get(place, "first_fourth")


def read_matches(event: Event, rows: Iterable[Mapping[str, str]]) -> dict[Key, Match]:
    """Every match by (low, high, pair), before any annulment."""
    matches: dict[Key, Match] = {}
    for row in rows:
        key = int(row["low"]), int(row["high"]), int(row["pair"])
        side, kind = kind_and_side(row)
        match = matches.setdefault(key, Match())
        winner = 0 if side == "NS" else 1  # the smaller team number sits North-South
        match.points[winner] += POINTS[kind]
        match.double_downs[winner] += kind == "double_down"
        match.hands += 1
    for forfeit in event["forfeits"]:
        key = forfeit["low"], forfeit["high"], forfeit["pair"]
        if key in matches:
            raise ValueError(f"{key} has hands and a forfeit")
        points = [0, 18] if forfeit["by"] == "NS" else [18, 0]
        matches[key] = Match(points, state="forfeited")
    everything = {(a, b, p) for a in range(1, TEAMS + 1) for b in range(a + 1, TEAMS + 1) for p in range(1, PAIRS + 1)}
    if set(matches) != everything or any(m.state == "played" and m.hands != HANDS for m in matches.values()):
        raise ValueError("hands.csv and the forfeits do not make a complete round robin of five hands a match")
    return matches


def annul(event: Event, matches: Mapping[Key, Match]) -> list[tuple[int, int]]:
    """Cancels every match of a pair that forfeited in two rounds, for both sides. Returns those pairs as (team, pair)."""
    count: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for forfeit in event["forfeits"]:
        team = forfeit["low"] if forfeit["by"] == "NS" else forfeit["high"]
        count[team, forfeit["pair"]].add(round_of(forfeit["low"], forfeit["high"]))
    annulled = sorted(pair for pair, rounds in count.items() if len(rounds) >= 2)
    for (low, high, pair), match in matches.items():
        if (low, pair) in annulled or (high, pair) in annulled:
            match.state = "annulled"
    return annulled


def add_up(matches: Mapping[Key, Match]) -> dict[int, Team]:
    """Every team's rounds, without what was annulled."""
    teams = {number: Team() for number in range(1, TEAMS + 1)}
    for (low, high, _), match in sorted(matches.items()):
        for me, other, mine in ((low, high, 0), (high, low, 1)):
            line = teams[me].rounds.setdefault(round_of(low, high), Line(other))
            if match.state != "annulled":
                line.points += match.points[mine]
                line.double_downs += match.double_downs[mine]
    return teams


def mutual(teams: Mapping[int, Team], team: int, group: Iterable[int]) -> int:
    """Points `team` made against the others of `group`: the head-to-head value."""
    return sum(line.points for line in teams[team].rounds.values() if line.against in group)


def by_head_to_head(teams: Mapping[int, Team], group: Sequence[int]) -> list[tuple[str, list[int]]]:
    """[(why it stands below the row above, [teams])]: the mini-league of the tied, subsets compared again, then shared."""
    values: defaultdict[int, list[int]] = defaultdict(list)
    for team in group:
        values[mutual(teams, team, group)].append(team)
    if len(values) == 1:
        return [("shared", sorted(group))]
    ranked: list[tuple[str, list[int]]] = []
    for value in sorted(values, reverse=True):
        parts = by_head_to_head(teams, values[value]) if len(values[value]) > 1 else [("", values[value])]
        ranked += [("head_to_head", parts[0][1]), *parts[1:]]
    return ranked


def rank(teams: Mapping[int, Team]) -> list[Place]:
    """The final table, best first: (rank, team, shared, what split it from the row above)."""
    table: list[Place] = []
    for points in sorted({t.points for t in teams.values()}, reverse=True):
        level = [n for n in teams if teams[n].points == points]
        why = "points"
        for downs in sorted({teams[n].double_downs for n in level}, reverse=True):
            group = [n for n in level if teams[n].double_downs == downs]
            for place, (split, block) in enumerate(by_head_to_head(teams, group) if len(group) > 1 else [("", group)]):
                number = len(table) + 1
                for position, team in enumerate(block):
                    reason = "shared" if position else (split if place else why)
                    table.append((number, team, len(block) > 1, reason if table else ""))
            why = "double_downs"
    return table


def work() -> tuple[Event, dict[Key, Match], list[tuple[int, int]], dict[int, Team], dict[int, str], list[Place]]:
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    matches = read_matches(event, rows)
    annulled = annul(event, matches)
    teams = add_up(matches)
    names = dict(enumerate(event["draws"]["teams"], start=1))
    return event, matches, annulled, teams, names, rank(teams)


def standings(teams: Mapping[int, Team], names: Mapping[int, str], table: Iterable[Place]) -> list[dict[str, Any]]:
    return [
        {
            "rank": number,
            "team": names[team],
            "number": team,
            "shared": shared,
            "points": teams[team].points,
            "double_downs": teams[team].double_downs,
            "split_by": split,
            "rounds": [teams[team].rounds[r].points for r in range(1, ROUNDS + 1)],
        }
        for number, team, shared, split in table
    ]


def explain(teams: Mapping[int, Team], names: Mapping[int, str], table: Iterable[Place]) -> list[str]:
    """One sentence a place: what separated it from the row above."""
    sentences: list[str] = []
    above = 0
    for number, team, _, split in table:
        me = teams[team]
        text = f"{number}. {names[team]}（{team}号）：{me.points} 分，双下 {me.double_downs}"
        if split == "points":
            text += f"；积分 {teams[above].points} > {me.points}"
        elif split == "double_downs":
            text += f"；同分，双下 {teams[above].double_downs} > {me.double_downs}"
        elif split == "head_to_head":
            group = {n for n in teams if (teams[n].points, teams[n].double_downs) == (me.points, me.double_downs)}
            text += f"；同分同双下，相互成绩 {mutual(teams, above, group)} > {mutual(teams, team, group)}"
        elif split == "shared":
            text += "；并列"
        sentences.append(text)
        above = team
    return sentences


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def pair_name(event: Event, names: Mapping[int, str], team: int, pair: int) -> str:
    entry = next(t for t in event["teams"] if t["name"] == names[team])
    return "、".join(entry["pairs"][event["draws"]["pairs"][names[team]][pair - 1] - 1])


def readable(
    event: Event,
    matches: Mapping[Key, Match],
    annulled: Sequence[tuple[int, int]],
    teams: Mapping[int, Team],
    names: Mapping[int, str],
    table: Sequence[Place],
) -> str:
    """working.md: bilingual headings, one table a round, the forfeits, the totals, the ranking."""
    out = [
        f"# {event['name']} {event['competition']}：名次是怎么算出来的 / How the table comes about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "双下 5 分、上游+三游 3 分、上游+下游 1 分；弃权 18:0；一对牌手两轮弃权，其全部成绩取消（双方都不计）。",
        "",
        "## 弃权 / Forfeits",
        "",
    ]
    for forfeit in sorted(event["forfeits"], key=lambda f: round_of(f["low"], f["high"])):
        low, high = forfeit["low"], forfeit["high"]
        team = low if forfeit["by"] == "NS" else high
        who = pair_name(event, names, team, forfeit["pair"])
        gone = "，成绩取消" if (team, forfeit["pair"]) in annulled else "，对方得 18:0"
        out.append(f"- 第{round_of(low, high)}轮 {low} 对 {high} 第{forfeit['pair']}对：{names[team]} {who} 弃权{gone}")
    for team, pair in annulled:
        void = [f"{a}-{b} {m.points[0]}:{m.points[1]}" for (a, b, p), m in sorted(matches.items()) if p == pair and team in (a, b)]
        out.append(f"- 取消 / annulled：{names[team]} 第{pair}对，七场均不计：{'，'.join(void)}")
    for number in range(1, ROUNDS + 1):
        rows: list[list[object]] = []
        for low, high in sorted({(a, b) for a, b, _ in matches if round_of(a, b) == number}):
            cells, sums, downs = [], [0, 0], [0, 0]
            for pair in range(1, PAIRS + 1):
                match = matches[low, high, pair]
                a, b = match.points
                cells.append({"annulled": f"~~{a}:{b}~~", "forfeited": f"{a}:{b} 弃权"}.get(match.state, f"{a}:{b}"))
                if match.state != "annulled":
                    sums = [sums[0] + a, sums[1] + b]
                    downs = [downs[0] + match.double_downs[0], downs[1] + match.double_downs[1]]
            rows.append([f"{low} {names[low]}", f"{high} {names[high]}", *cells, f"**{sums[0]}:{sums[1]}**", f"{downs[0]}:{downs[1]}"])
        out += ["", f"## 第{number}轮 / Round {number}", ""]
        out += table_of(["南北", "东西", "第1对", "第2对", "第3对", "第4对", "队分", "双下"], rows)
    out += ["", "## 各轮得分 / Points by round", ""]
    rows = []
    for _, team, _, _ in table:
        by_round = [teams[team].rounds[r].points for r in range(1, ROUNDS + 1)]
        total = f"{'+'.join(map(str, by_round))} = **{teams[team].points}**"
        rows.append([f"{team} {names[team]}", *by_round, total, teams[team].double_downs])
    out += table_of(["代表队", *(f"{r}轮" for r in range(1, ROUNDS + 1)), "合计", "双下"], rows)
    out += ["", "## 名次 / Ranking", "", "先比积分，再比双下次数，再比相互成绩，再相同则并列。", ""]
    return "\n".join([*out, *explain(teams, names, table), ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event, matches, annulled, teams, names, table = work()
    final = json.dumps(standings(teams, names, table), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, matches, annulled, teams, names, table), encoding="utf-8")


if __name__ == "__main__":
    main()
