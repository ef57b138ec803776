"""Works the final table of this event by itself: no part of Mingpai is used, so that its result can be held against Mingpai's.

Reads event.json (players, days, vouchers, draws, what officials stated) and hands.csv (every hand). Writes standings.json (the final
table) and working.md (how each session went). It follows the regulation directly: 003·一, one hand a game; a win is a level, a loss ends
the run and the next begins at 0; three wins a day at most; 16 wins running are the champion's. Run it in this folder: `python working.py`,
or `python working.py --into FOLDER`.
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
TOP, LOT_LEVEL, DAY_CAP = 16, 15, 3
PRIZES = {6: "500.00", 10: "3000.00", 13: "10000.00", 16: "轿车一台 / the car"}  # they add up, each once a person
# In play the other side wins by such an offence; the offender's fellow peasant has no result.
IN_PLAY = ("l1", "l2", "l4", "l5", "l6", "l8", "l9")
WORDS = {"win": "胜", "loss": "负", "none": "—"}

Event = Mapping[str, Any]  # event.json
Row = Mapping[str, str]  # a line of hands.csv


@dataclass
class Person:
    """One player: his runs as [round of the first game, level, how it ended], wins by day, prizes, his voucher and his offences."""

    name: str
    runs: list[list[Any]] = field(default_factory=list)
    wins: dict[str, int] = field(default_factory=dict)
    prizes: list[int] = field(default_factory=list)
    games: list[list[Any]] = field(default_factory=list)
    voucher: bool = False
    codes: list[str] = field(default_factory=list)

    @property
    def level(self) -> int:
        """Of the run that goes on."""
        return int(self.runs[-1][1]) if self.runs and not self.runs[-1][2] else 0

    @property
    def best(self) -> int:
        """The highest level of all runs; whoever is disqualified has lost them."""
        return 0 if self.codes else max((int(run[1]) for run in self.runs), default=0)


@dataclass
class Game:
    """One table of a session: who sat at seats 1, 2, 3, the hand if one was played, and each one's result."""

    code: str
    players: Sequence[str]
    row: Row | None
    results: dict[int, str]
    why: str
    out: dict[int, str] = field(default_factory=dict)  # who is disqualified at the table, and by which code
    levels: dict[int, int] = field(default_factory=dict)


def landlord_of(row: Row) -> int:
    """Who calls is the landlord; after two passes the third has to. Raises ValueError where the calls break the rules."""
    calls = [int(call) for call in row["bids"].split("-")]
    if calls[-1] != 1 or any(calls[:-1]) or len(calls) > len(SEATS):
        raise ValueError(f"{row['match']}: {row['bids']} is not passes and then a call")
    return (int(row["first_bidder"]) + len(calls) - 2) % 3 + 1


def play_game(event: Event, code: str, players: Sequence[str], row: Row | None) -> Game:
    """The results of one table: by who went out first, then by what officials ruled about it."""
    results, why = dict.fromkeys(SEATS, "none"), "没有打成 / not played"
    landlord, disqualified = 0, {}
    if row is not None:
        landlord, out = landlord_of(row), int(row["out"])
        if landlord != int(row["landlord"]):
            raise ValueError(f"{code}: seat {landlord} called and is the landlord")
        results = {seat: "win" if (seat == landlord) == (out == landlord) else "loss" for seat in SEATS}
        why = "地主先出完" if out == landlord else "农民先出完"
    for ruled in event["penalties"]:
        if ruled["match"] != code or ruled.get("withdrawn"):
            continue
        offender = ruled["seat"]
        why += f"；{offender} 号位 {ruled['code'].upper()}：{ruled['zh']}"
        if ruled["code"].startswith("d") or ruled["code"] == "l7":
            results = dict.fromkeys(SEATS, "none")
            disqualified |= {offender: ruled["code"]} if ruled["code"] != "l7" else {}
        elif ruled["code"] in IN_PLAY:
            if row is None:
                raise ValueError(f"{code}: {ruled['code']} without a landlord is not foreseen here")
            against = [seat for seat in SEATS if (seat == landlord) != (offender == landlord)]
            results = {seat: "win" if seat in against else "none" for seat in SEATS}
        results[offender] = "loss"
    return Game(code, players, row, results, why, disqualified)


def play_all(event: Event, rows: Iterable[Row]) -> tuple[dict[str, Person], list[list[Game]], str]:
    """Everybody as he stands at the end, every session's games, and the champion. Raises ValueError where the file breaks the rules."""
    row_of = {row["match"]: row for row in rows}
    people = {player: Person(player) for team in event["teams"] for player in team["players"]}
    sessions: list[list[Game]] = []
    champion = ""
    for number in range(1, len(event["days"]) + 1):
        day, drawn = event["days"][str(number)], event["draws"][str(number)]
        before_session(event, people, number)
        check_session(event, people, number, drawn, champion)
        tables = [drawn[place : place + 3] for place in range(0, len(drawn), 3)]
        games = []
        for table, players in enumerate(tables, start=1):
            code = f"r{number}-t{table}"
            game = play_game(event, code, players, row_of.pop(code, None))
            games.append(game)
            for seat, player in zip(SEATS, players, strict=True):
                champion = after_game(people[player], game, seat, number, day) or champion
        sessions.append(games)
    if row_of or not champion:
        raise ValueError(f"hands of tables that were not drawn: {sorted(row_of)}; or nobody came to {TOP}")
    return people, sessions, champion


def before_session(event: Event, people: Mapping[str, Person], number: int) -> None:
    """Vouchers given out, and who is disqualified away from a table."""
    for one in event["disqualified"]:
        if one["round"] == number:
            disqualify(people[one["entrant"]], one["code"])
    for player in event["vouchers"].get(str(number), ()):
        if people[player].voucher or people[player].codes:
            raise ValueError(f"session {number}: {player} has a voucher already, or is disqualified")
        people[player].voucher = True


def check_session(event: Event, people: Mapping[str, Person], number: int, drawn: Sequence[str], champion: str) -> None:
    """Only with a voucher, not after three wins on that day, and of those one step below the top only the first of the lot."""
    day = event["days"][str(number)]
    for player in drawn:
        person = people[player]
        if not person.voucher or person.codes or person.wins.get(day, 0) >= DAY_CAP or champion:
            raise ValueError(f"session {number}: {player} may not play")
    high = [player for player, person in people.items() if person.level == LOT_LEVEL and person.voucher]
    if len(high) > 1:
        lot = next(one["order"] for one in event["lots"] if one["round"] == number)
        if sorted(lot) != sorted(high) or any(player in drawn for player in lot[1:]):
            raise ValueError(f"session {number}: of {high} only the first of the lot plays")
    elif sum(player in drawn for player in high) != len(high):
        raise ValueError(f"session {number}: {high} should play")


def after_game(person: Person, game: Game, seat: int, number: int, day: str) -> str:
    """The level, the day's wins and prizes; who is champion by it. Without a result the voucher holds for the next session."""
    result = game.results[seat]
    if not person.runs or person.runs[-1][2]:
        person.runs.append([number, 0, ""])
    run = person.runs[-1]
    if result == "win":
        run[1] += 1
        person.wins[day] = person.wins.get(day, 0) + 1
        person.prizes += [level for level in PRIZES if level == run[1] and level not in person.prizes]
    elif result == "loss":
        run[2] = "loss"
    person.voucher = result == "none"
    person.games.append([number, game.code, seat, result])
    if seat in game.out:
        disqualify(person, game.out[seat])
    game.levels[seat] = int(run[1])
    if run[1] == TOP:
        run[2] = "champion"
        return person.name
    return ""


def disqualify(person: Person, code: str) -> None:
    """All levels are void, and with them the prizes."""
    person.codes.append(code)
    person.prizes = []
    person.voucher = False
    for run in person.runs:
        run[2] = "disqualified"


def names(event: Event) -> dict[str, tuple[int, str]]:
    """(number, team) of every player; the number is his place in the registration."""
    return {
        player: (number, team)
        for number, (player, team) in enumerate(((player, team["name"]) for team in event["teams"] for player in team["players"]), start=1)
    }


def standings(event: Event, people: Mapping[str, Person], champion: str) -> list[dict[str, Any]]:
    """The champion, then by the highest level that still stands; equals share a rank."""
    known = names(event)
    keys = {player: (player == champion, person.best) for player, person in people.items()}

    def status(person: Person) -> str:
        if person.codes:
            return "disqualified"
        if person.name == champion:
            return "champion"
        return "waiting" if person.voucher else "out" if person.runs and person.runs[-1][2] else "in"

    return [
        {
            "rank": 1 + sum(other > keys[player] for other in keys.values()),
            "entrant": player,
            "team": known[player][1],
            "number": known[player][0],
            "shared": sum(other == keys[player] for other in keys.values()) > 1,
            "status": status(people[player]),
            "best": people[player].best,
            "runs": people[player].runs,
            "awards": sorted(people[player].prizes),
            "games": people[player].games,
        }
        for player in sorted(known, key=lambda player: ([-int(part) for part in keys[player]], known[player][0]))
    ]


def table_of(header: Iterable[str], rows: Iterable[Iterable[object]]) -> list[str]:
    header = list(header)
    return [f"| {' | '.join(header)} |", f"|{'---|' * len(header)}", *(f"| {' | '.join(map(str, row))} |" for row in rows)]


def told(event: Event, sessions: Sequence[Sequence[Game]]) -> list[str]:
    """Every session, table by table."""
    out: list[str] = []
    for number, games in enumerate(sessions, start=1):
        out += ["", f"## 第 {number} 场 / Session {number}，{event['days'][str(number)]}", ""]
        out += [f"抽签 / lot：{'，'.join(one['order'])}" for one in event["lots"] if one["round"] == number]
        out += [
            f"取消资格 / disqualified：{one['entrant']}（{one['code'].upper()}，{one['zh']}）"
            for one in event["disqualified"]
            if one["round"] == number
        ]
        if out[-1]:
            out.append("")
        lines = []
        for game in games:
            cells = [
                f"{player} {WORDS[game.results[seat]]} → {game.levels[seat]} 级" for seat, player in zip(SEATS, game.players, strict=True)
            ]
            calls = "—" if game.row is None else game.row["bids"].replace("0", "不叫 ").replace("-", "").replace("1", "叫")
            lines.append([game.code, "—" if game.row is None else game.row["first_bidder"], calls, *cells, game.why])
        out += table_of(["桌", "先叫", "叫牌", "1 号位", "2 号位", "3 号位", "怎么定的"], lines)
    return out


def readable(event: Event, people: Mapping[str, Person], sessions: Sequence[Sequence[Game]], champion: str) -> str:
    """working.md: the sessions, then everybody's runs and prizes."""
    out = [
        f"# {event['name']} {event['competition']}：级数是怎么算出来的 / How the levels come about",
        "",
        "由 `working.py` 从 `hands.csv` 和 `event.json` 算出，不用本系统的任何代码。",
        "Worked by `working.py` from `hands.csv` and `event.json`, using none of the system's own code.",
        "",
        "一场打一局，胜一局升一级；负一局，这一次晋级结束，再报名从 0 级起。一天最多胜三局。6、10、13 级各得一次奖，16 级是冠军。",
        "在打的时候犯规的判负，另一方胜，同为农民的那一位没有成绩，下一场重打；取消资格的，级数和奖全部作废。",
        "One hand a game, a win is a level; a loss ends the run, the next begins at 0. Three wins a day at most. Levels 6, 10 and 13 bring",
        "a prize, each once a person; 16 is the champion's. An offender in play loses, the other side wins, his fellow peasant has none.",
        *told(event, sessions),
        "",
        "# 名次 / Ranking",
        "",
    ]
    lines = [
        [
            row["rank"],
            row["number"],
            row["entrant"],
            row["best"],
            "；".join(f"第 {first} 场起 {level} 级{'，' + ended if ended else ''}" for first, level, ended in row["runs"]),
            "、".join(PRIZES[level] for level in row["awards"]) or "—",
            row["status"],
        ]
        for row in standings(event, people, champion)
    ]
    return "\n".join([*out, *table_of(["名次", "号", "选手", "最高级", "各次晋级", "奖", "状态"], lines), ""])


def read() -> tuple[Event, list[Row]]:
    event = json.loads((HERE / "event.json").read_text(encoding="utf-8"))
    with (HERE / "hands.csv").open(encoding="utf-8", newline="") as lines:
        return event, list(csv.DictReader(lines))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--into", type=Path, default=HERE)
    into = parser.parse_args().into
    event, rows = read()
    people, sessions, champion = play_all(event, rows)
    final = json.dumps(standings(event, people, champion), ensure_ascii=False, indent=1)
    (into / "standings.json").write_text(final + "\n", encoding="utf-8")
    (into / "working.md").write_text(readable(event, people, sessions, champion), encoding="utf-8")


if __name__ == "__main__":
    main()
