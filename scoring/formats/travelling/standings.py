"""The standings of 移位赛: what every finished round brought, added up; equal totals share a rank or are told apart by a lot. Clause F4-08.

While a round is running it moves no rank; what it has brought so far stands beside, as `current`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from scoring import standings as ranking
from scoring.formats.drawn_tables import DECIDED, LOT, coming_row, draws_wanted, round_row
from scoring.formats.protocol import Value
from scoring.formats.travelling.leaves import FINAL_TIE, TOTAL
from scoring.formats.travelling.movement import NO_SET, Again, drawn_at, movement_of, partners_again, replays
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.sides import THREE
from scoring.standings import Place
from scoring.tiebreaks import lot, total
from scoring.tiebreaks.view import Contender, View

IN, CHAMPION = "in", "champion"
Legs = Mapping[str, Sequence[Mapping[str, Any]]]


def standings_node(rulebook: Rulebook, setup: Mapping[str, Any], values: Mapping[str, Mapping[str, Any]]) -> Value:
    """`{"standings", "previous", "rounds", "plan", "next", "due", "awards", "movement"}`."""
    opened = [round_row(row, values.values()) for row in setup["rounds"]]
    waiting = [number for number in range(1, setup["plan"]["rounds"] + 1) if number not in {row["round"] for row in opened}]
    rounds = sorted([*opened, *(coming_row({"round": number}) for number in waiting)], key=lambda row: int(row["round"]))
    finished = [row["round"] for row in opened if row["finished"]]
    legs = legs_of(values)
    places = _ranked(rulebook, setup, legs, finished)
    previous = {place.team: place.rank for place in _ranked(rulebook, setup, legs, finished[:-1])} if len(finished) > 1 else {}
    over = bool(finished) and not waiting and len(finished) == len(opened)
    coming = _coming(setup, waiting)
    plan = {**setup["plan"], "over": over}
    tied = _tied(places) if over and rulebook.choice(FINAL_TIE) == lot.KEY else []
    wanted = [] if plan["blocked"] else [*draws_wanted(setup, coming), *({"draw": LOT, "entrants": group} for group in tied)]
    plan["draws"] = wanted
    plan["blocked"] = [*plan["blocked"], *({"code": "draw_missing", "values": row} for row in wanted)]
    teams = {row["entrant"]: team["team"] for team in setup["teams"] for row in team["entrants"]}
    rows = [
        {
            "team": teams[place.team],
            "entrant": place.team,
            **_place(place),
            **_way(rulebook, legs.get(place.team, ()), finished),
            "status": CHAMPION if over and place.rank == 1 and not place.shared else IN,
        }
        for place in places
    ]
    return {
        "standings": rows,
        "previous": previous,
        "rounds": rounds,
        "plan": plan,
        "next": coming,
        "due": [],
        "awards": [],
        "movement": movement_found(rulebook, setup),
    }


def legs_of(values: Mapping[str, Mapping[str, Any]]) -> dict[str, list[Value]]:
    """Entrant -> a row for each round in which he was seated, in order of rounds."""
    legs: dict[str, list[Value]] = defaultdict(list)
    for value in sorted(values.values(), key=lambda value: (value["round"], value["table"])):
        for seat in THREE:
            points = (value["points"] or {}).get(seat, 0)
            place = value["places"][seat] if value["state"] in DECIDED else None
            where = {"round": value["round"], "stage": "", "match": value["match"], "seat": seat}
            legs[value[seat]["entrant"]].append({**where, "points": points, "place": place, "state": value["state"], "went_on": None})
    return legs


def movement_found(rulebook: Rulebook, setup: Mapping[str, Any]) -> Value:
    """`{"tables", "rounds", "replays": [{"round", "table", "seat", "board", "entrant"}], "partners_again": [{"round", "table", "seats",
    "entrants"}]}` of the whole plan; `entrant` is empty while nothing is drawn, `board` the number of a set of boards."""
    drawn: Sequence[str] = setup["drawn"]
    tables, rounds, moving = len(setup["registered"]) // len(THREE), setup["plan"]["rounds"], movement_of(rulebook)

    def where(row: Again) -> Value:
        return {"round": row.round, "table": row.table}

    again = replays(tables, rounds, moving) if moving.boards is not None else []
    met = partners_again(tables, rounds, moving)
    return {
        "tables": tables,
        "rounds": rounds,
        "replays": [
            {**where(row), "seat": row.seat, "board": row.boards or NO_SET, "entrant": drawn_at(drawn, row.seat, row.began)}
            for row in again
        ],
        "partners_again": [
            {
                **where(row),
                "seats": [row.seat, row.partner],
                "entrants": [drawn_at(drawn, row.seat, row.began), drawn_at(drawn, row.partner, row.partner_began)],
            }
            for row in met
        ],
    }


def _coming(setup: Mapping[str, Any], waiting: Sequence[int]) -> Value | None:
    """The next round: its seats are known once the first was drawn; nothing while the plan is blocked, nor after the last."""
    if not waiting or setup["plan"]["blocked"]:
        return None
    return {"round": waiting[0], "stage": "", "entrants": list(setup["registered"]), "seats_known": waiting[0] > 1 and bool(setup["drawn"])}


def _ranked(rulebook: Rulebook, setup: Mapping[str, Any], legs: Legs, finished: Sequence[int]) -> tuple[Place, ...]:
    numbers = {row["entrant"]: row["number"] or 0 for team in setup["teams"] for row in team["entrants"]}
    contenders = {
        entrant: Contender(entrant, number, sum(leg["points"] for leg in legs.get(entrant, ()) if leg["round"] in finished))
        for entrant, number in numbers.items()
    }
    keys = [total.KEY, *([lot.KEY] if rulebook.choice(FINAL_TIE) == lot.KEY else [])]
    return ranking.rank(rulebook, View(contenders, lots=setup["lots"]), keys)


def _tied(places: Sequence[Place]) -> list[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for place in places:
        if place.shared:
            groups[place.rank].append(place.team)
    return list(groups.values())


def _place(place: Place) -> Value:
    split = place.split
    shown = None if split is None or split.key == "shared" else split
    return {
        "rank": place.rank,
        "shared": place.shared,
        "split_by": place.split_by,
        "split": shown and {"key": shown.key, "mine": shown.mine, "theirs": shown.theirs, "other": shown.other},
    }


def _way(rulebook: Rulebook, legs: Sequence[Mapping[str, Any]], finished: Sequence[int]) -> Value:
    counted = tuple(leg["points"] for leg in legs if leg["round"] in finished)
    running = [leg for leg in legs if leg["round"] not in finished]
    now = running[-1] if running else None
    current = now and {
        **{name: now[name] for name in ("round", "match", "seat", "points")},
        "handed_in": int(now["state"] in DECIDED),
        "matches": 1,
    }
    return {
        "points": sum(counted),
        "current": current,
        "trace": [Step(rulebook.law(TOTAL), "sum", counted, sum(counted)).as_json()],
        "reached": max((leg["round"] for leg in legs), default=0),
        "stage": "",
        "rounds": list(legs),
    }
