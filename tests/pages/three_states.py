"""States of competitions at tables of three, made by hand in the shape the formats publish, with the names that go with them.

What a page shows must come from the state alone, so these say what no rule would: figures picked to be told apart on the page.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from events.selectors.people import Names
from events.selectors.published import Phase, Published

UNITS = ("市二院", "机关联队", "中心血站", "疾控中心", "市一院", "急救中心", "妇幼院", "中医院")
PEOPLE = (
    *("顾立群", "秦晓岚", "方志明", "孟庆华", "龚雪", "陆建平", "严丽华", "侯永强", "白洁"),
    *("戴维国", "莫小琴", "覃勇", "毛爱民", "江雨晴", "史振华", "段美玲", "雷鸣", "万里"),
)
SEATS = ("1", "2", "3")
# landlord, call, whether he won, bombs and what else doubled it
Played = tuple[int, int, bool] | tuple[int, int, bool, Mapping[str, Any]]


def entrant(place: int) -> str:
    return f"e{place:012d}"


def team(place: int) -> str:
    return f"t{place:012d}"


def names(count: int = len(PEOPLE)) -> Names:
    return Names(
        teams={team(place): UNITS[place % len(UNITS)] for place in range(count)},
        entrants={entrant(place): (PEOPLE[place],) for place in range(count)},
    )


def roster(count: int = len(PEOPLE), *, drawn: bool = True) -> list[dict[str, Any]]:
    return [
        {
            "team": team(place),
            "number": None,
            "entrants": [{"entrant": entrant(place), "number": place + 1 if drawn else None, "players": [f"p{place:012d}"]}],
        }
        for place in range(count)
    ]


def hand(number: int, first: int, played: Played | None, totals: dict[str, int], **more: Any) -> dict[str, Any]:
    """A row of `hands`; None is a hand that nobody called. `totals` moves with it."""
    row: dict[str, Any] = {"number": number, "hash": f"{number:064x}", "extra": False, "first_bidder": str(first)}
    landlord, bid, won = played[:3] if played else (0, 0, False)
    doubled: Mapping[str, Any] = played[3] if played and len(played) > 3 else {}
    bombs = doubled.get("bombs", 0)
    times = 2 ** (bombs + sum(1 for name in ("rocket", "shown") if doubled.get(name)) + (doubled.get("spring", "none") != "none"))
    amount = bid * times * (1 if won else -1)
    points = {seat: (2 * amount if int(seat) == landlord else -amount) for seat in SEATS} if played else dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        totals[seat] += points[seat]
    spoken = [bid if (first + turn - 1) % 3 + 1 == landlord else 0 for turn in range(3)]
    row |= {
        "kind": "played" if played else "passed_out",
        "bids": spoken if played else [0, 0, 0],
        "landlord": str(landlord) if played else None,
        "bid": bid or None,
        "out": str(landlord if won else landlord % 3 + 1) if played else None,
        "winner": ("landlord" if won else "peasants") if played else "",
        "bombs": bombs,
        "rocket": bool(doubled.get("rocket")),
        "spring": doubled.get("spring", "none"),
        "shown": bool(doubled.get("shown")),
        "multiplier": times,
        "points": points,
        "running": dict(totals),
        "trace": [{"clause": "F9-07", "op": "bid", "operands": [bid], "value": bid}] if played else [],
        "findings": [],
        "under_review": False,
        "rivals": [],
        "by": "hand",
        "record": {},
    }
    return row | more


def table(
    number: int,
    seated: Sequence[int],
    hands: Sequence[Played | None],
    *,
    round: int = 1,
    stage: str = "",
    wanted: int | None = 10,
    minutes: int | None = None,
    start: int = 0,
    sums_to: int = 0,
    **more: Any,
) -> dict[str, Any]:
    """A match: `seated` are places of PEOPLE at seats 1, 2, 3; the first bidder rotates."""
    totals = dict.fromkeys(SEATS, start)
    rows = [hand(place, (place - 1) % 3 + 1, played, totals) for place, played in enumerate(hands, start=1)]
    played = sum(1 for one in hands if one)
    done = wanted is not None and played >= wanted
    ranked = sorted(totals.values(), reverse=True)
    net = {seat: totals[seat] - start for seat in SEATS}
    value: dict[str, Any] = {
        "match": f"r{round}-t{number}",
        "round": round,
        "stage": stage,
        "encounter": f"r{round}-t{number}",
        "pair": 1,
        "table": number,
        "room": "",
        "boards": [],
        "kind": "regular",
        "closed": False,
        **{seat: {"team": team(place), "entrant": entrant(place)} for seat, place in zip(SEATS, seated, strict=True)},
        "forfeited_by": [],
        "forfeit_why": "",
        "confirmed": None,
        "signed_by": [],
        "under_review": 0,
        "state": "complete" if done else "playing" if rows else "waiting",
        "points": dict(totals),
        "net": net,
        "places": {seat: ranked.index(totals[seat]) + 1 for seat in SEATS},
        "order": sorted(SEATS, key=lambda seat: -totals[seat]),
        "tied": [],
        "winner": max(SEATS, key=lambda seat: totals[seat]) if done else "",
        "busted": [],
        "hands": rows,
        "penalties": [],
        "trace": [{"clause": "F9-02", "op": "sum", "operands": [], "value": totals[seat], "of": seat} for seat in SEATS],
        "findings": [],
        "shown": {
            "phase": "over" if done else "regular",
            "played": played,
            "wanted": wanted,
            "minutes": minutes,
            "totals": dict(totals),
            "start": dict.fromkeys(SEATS, start),
            "next_hand": len(rows) + 1,
            "next_bidder": "" if done else str(len(rows) % 3 + 1),
            "passed": 0,
            "opener_least": 0,
            "third_least": 2,
            "time_up": False,
            "busted": [],
            "tied": [],
            "extra": None,
            "sums_to": sums_to,
            "gap": None,
        },
    }
    return value | more


def signed(match: Mapping[str, Any]) -> dict[str, Any]:
    """The same, confirmed by all three."""
    return {**match, "confirmed": {"hash": "f" * 64, "side": "3", "on_behalf": False}, "signed_by": ["2", "3"]}


def round_of(
    number: int, matches: Sequence[Mapping[str, Any]], *, stage: str = "", byes: Sequence[str] = (), **more: Any
) -> dict[str, Any]:
    its = [match for match in matches if match["round"] == number]
    handed = sum(match["state"] in ("complete", "forfeited") for match in its)
    confirmed = sum(match["confirmed"] is not None for match in its)
    row = {
        "round": number,
        "stage": stage,
        "opened": True,
        "locked": False,
        "finished": bool(its) and handed == len(its),
        "official": bool(its) and confirmed == len(its),
        "matches": len(its),
        "handed_in": handed,
        "confirmed": confirmed,
        "under_review": sum(match["under_review"] for match in its),
        "bye": byes[0] if len(byes) == 1 else None,
        "byes": list(byes),
    }
    return row | more


def legs_of(matches: Sequence[Mapping[str, Any]], place: int, advance: int = 1) -> list[dict[str, Any]]:
    found = []
    for match in matches:
        for seat in SEATS:
            if match[seat]["entrant"] == entrant(place):
                done = match["state"] == "complete"
                found.append(
                    {
                        "round": match["round"],
                        "stage": match["stage"],
                        "match": match["match"],
                        "seat": seat,
                        "points": match["points"][seat],
                        "place": match["places"].get(seat, 0),
                        "state": match["state"],
                        "went_on": match["places"].get(seat, 9) <= advance if done else None,
                    }
                )
    return found


def standing(
    place: int, rank: int, matches: Sequence[Mapping[str, Any]], *, points: int, status: str = "in", **more: Any
) -> dict[str, Any]:
    legs = legs_of(matches, place)
    now = next((leg for leg in legs if leg["went_on"] is None), None)
    row = {
        "team": team(place),
        "entrant": entrant(place),
        "rank": rank,
        "shared": False,
        "points": points,
        "split_by": "",
        "split": None,
        "current": None
        if now is None
        else {"round": now["round"], "match": now["match"], "points": now["points"], "handed_in": 0, "matches": 1},
        "trace": [],
        "status": status,
        "reached": legs[-1]["round"] if legs else 0,
        "stage": legs[-1]["stage"] if legs else "",
        "rounds": legs,
    }
    return row | more


def state(
    matches: Sequence[Mapping[str, Any]], rounds: Sequence[Mapping[str, Any]], standings: Sequence[Mapping[str, Any]], **more: Any
) -> dict[str, Any]:
    found = {
        "format": "mingpai-state-1",
        "seq": 57,
        "simulated": False,
        "closed": False,
        "teams": roster(),
        "rounds": list(rounds),
        "matches": list(matches),
        "encounters": [],
        "standings": list(standings),
        "previous": {},
        "plan": {"draws": [], "blocked": [], "beside": [], "rounds": len(rounds), "over": False},
        "next": None,
        "due": [],
        "awards": [],
    }
    return found | more


def published(value: Mapping[str, Any], phase: Phase = Phase.PROVISIONAL) -> Published:
    return Published(state=value, phase=phase, seq=value["seq"], snapshot_seq=value["seq"], digest="d" * 64, made_at=None)


B1 = {"bombs": 1}
# Three tables of a semifinal: 10/10, 9/10 and 8/10 hands.
TEN: tuple[Played | None, ...] = (
    *((1, 2, True), (1, 3, True), (2, 1, False, B1), (1, 2, True, B1), (3, 3, False), (2, 2, True), (3, 1, False, B1)),
    *((1, 1, False), (2, 2, True), (1, 3, False, B1)),
)
NINE: tuple[Played | None, ...] = (
    *((3, 3, True), (1, 2, False), (2, 2, True, B1), (3, 1, True), None, (3, 2, True, B1), (1, 1, False)),
    *((3, 3, True, {"rocket": True}), (2, 2, True), (1, 3, False)),
)
EIGHT: tuple[Played | None, ...] = (
    *((2, 3, True), (2, 1, True), (1, 2, True, {"bombs": 1, "spring": "spring"}), (2, 2, True), (1, 1, True, B1)),
    *((2, 2, True, B1), (3, 3, False, B1), (1, 1, True, B1)),
)


def semifinal() -> list[dict[str, Any]]:
    return [
        table(1, (0, 1, 2), TEN, stage="semifinal"),
        table(2, (3, 4, 5), NINE, stage="semifinal"),
        table(3, (6, 7, 8), EIGHT, stage="semifinal"),
    ]


def cut_state(*, tied: bool = True) -> dict[str, Any]:
    """A semifinal that three places lead out of, two equals on the line."""
    matches = semifinal()
    # The figures of the ranking, as a state would give them.
    figures = ((7, 29), (0, 14), (1, 11), (6, 11), (5, 10), (4, 4), (3, -14), (2, -25), (8, -40))
    where = {
        place: match
        for match in matches
        for place, seat in ((p, s) for s in SEATS for p in range(9))
        if match[seat]["entrant"] == entrant(place)
    }
    rows, values = [], [points for _place, points in figures]
    for at, (place, points) in enumerate(figures):
        rank = values.index(points) + 1
        status = "in" if at < 2 else "tied" if at < 4 else "best_out" if at == 4 else "out"
        match = where[place]
        rows.append(
            {
                "entrant": entrant(place),
                "match": match["match"],
                "points": points,
                "rank": rank,
                "status": status if tied else ("in" if at < 3 else "out"),
                "played": match["shown"]["played"],
                "wanted": 10,
            }
        )
    for match in matches:
        mine = {seat: next(points for place, points in figures if match[seat]["entrant"] == entrant(place)) for seat in SEATS}
        ranked = sorted(mine.values(), reverse=True)
        match |= {"points": mine, "places": {seat: ranked.index(mine[seat]) + 1 for seat in SEATS}}
    cut = {
        "round": 1,
        "stage": "semifinal",
        "places": 3,
        "byes": [],
        "final": False,
        "rows": rows,
        "tied": [entrant(1), entrant(6)] if tied else [],
        "wanted": "",
    }
    return state(
        matches,
        [round_of(1, matches, stage="semifinal")],
        [standing(place, 1, matches, points=points) for place, points in figures],
        cut=cut,
    )


def travelling_state() -> dict[str, Any]:
    """Three tables: round 1 over, round 2 running; two share a rank."""
    first = [signed(table(n + 1, (3 * n, 3 * n + 1, 3 * n + 2), TEN[n : n + 3], wanted=3)) for n in range(3)]
    second = [
        table(1, (0, 7, 5), EIGHT[:2], round=2, wanted=3),
        table(2, (3, 1, 8), (), round=2, wanted=3),
        table(3, (6, 4, 2), NINE[:3], round=2, wanted=3),
    ]
    matches = [*first, *second]
    rows = sorted((standing(place, 1, matches, points=0, status="in") for place in range(9)), key=lambda row: -row["rounds"][0]["points"])
    values = [row["rounds"][0]["points"] for row in rows]
    for row, points in zip(rows, values, strict=True):
        row |= {"points": points, "rank": values.index(points) + 1, "shared": values.count(points) > 1}
    movement = {
        "tables": 3,
        "rounds": 3,
        "replays": [{"round": 2, "table": 1, "seat": "3", "board": 3, "entrant": entrant(5)}],
        "partners_again": [],
    }
    return state(
        matches,
        [round_of(1, first), round_of(2, second), round_of(3, [], opened=False)],
        rows,
        movement=movement,
        previous={row["entrant"]: 9 - place for place, row in enumerate(rows)},
    )


def single(number: int, seated: Sequence[int], landlord: int | None, *, won: bool = True, round: int = 1, **more: Any) -> dict[str, Any]:
    """A table of the ladder: one hand decides."""
    match = table(number, seated, [(landlord, 1, won)] if landlord else [], round=round, wanted=1)
    results = {seat: ("win" if (int(seat) == landlord) == won else "loss") if landlord else "none" for seat in SEATS}
    for row in match["hands"]:
        row |= {"bid": None, "points": {seat: int(results[seat] == "win") for seat in SEATS}}
        del row["running"]
    return match | {
        "results": results,
        "won_by": "" if not landlord else "landlord" if won else "peasants",
        "disqualified": {},
        "points": {seat: int(results[seat] == "win") for seat in SEATS},
        "places": {},
        "shown": {"phase": "over" if landlord else "regular", "next_bidder": "" if landlord else "2", "sums_to": 0},
        **more,
    }


def ladder_state(*, champion: bool = False) -> dict[str, Any]:
    """Ten on the board and more behind them; one full for the day, one disqualified at a table."""
    matches = [
        signed(single(1, (9, 10, 11), 1)),
        signed(single(2, (12, 13, 14), 2, won=False, disqualified={"2": ["d7"]})),
        single(3, (15, 16, 17), None),
    ]
    levels = (13, 11, 10, 9, 8, 7, 6, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0)
    today = (2, 3, 1, 2, 0, 3, 1, 0, 2, 1)
    rows = []
    for at, level in enumerate(levels):
        place = (at + 9) % 18
        earned = [tier for tier in (6, 10, 13, 16) if tier <= level]
        row = standing(place, levels.index(level) + 1, matches, points=level)
        row |= {
            "shared": levels.count(level) > 1,
            "level": level,
            "best": max(level, 3 if at == 12 else 0),
            "run": 1,
            "runs": [{"from_round": 1, "level": level, "ended_by": ""}],
            "today": today[at] if at < len(today) else 0,
            "blocked_today": at < len(today) and today[at] == 3,
            "awards": [f"level_{tier}" for tier in earned],
            "codes": ["d7"] if place == 13 else [],
            "status": "disqualified" if place == 13 else row["status"],
        }
        for leg in row["rounds"]:
            won = next(match for match in matches if match["match"] == leg["match"])["results"][leg["seat"]] == "win"
            leg |= {"level": level, "went_on": None if leg["state"] != "complete" else won}
        rows.append(row)
    cash = {6: 500, 10: 3000, 13: 10000}
    awards = [
        {"entrant": row["entrant"], "award": f"level_{tier}", "cash": cash[tier], "goods": "", "clause": "F1-14", "final": False}
        for tier in (13, 10, 6)
        for row in rows
        if row["level"] >= tier
    ]
    ladder = {
        "top_level": 16,
        "tiers": [6, 10, 13, 16],
        "day": "2026-07-05",
        "champion": None,
        "day_cap": 3,
        "at_lot_level": [],
        "lot": [],
        "candidates": [entrant(n) for n in range(5)],
        "refused": [],
        "list": [row["entrant"] for row in rows[:10]],
        "prize": "open",
    }
    return state(matches, [round_of(1, matches, day="2026-07-05")], rows, ladder=ladder, awards=awards)
