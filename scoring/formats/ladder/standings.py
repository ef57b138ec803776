"""The standings of a ladder: by level, equals sharing a rank; the text says nothing of who of two came there first. Clauses F1-13, F1-26.

Whoever is disqualified has no level any more. What a session still waits for stands in `plan`, who may play in it in `next`.
"""

from collections.abc import Mapping
from typing import Any

from scoring import standings as ranking
from scoring.formats.drawn_tables import LOT, coming_row, draws_wanted, round_row
from scoring.formats.ladder.awards import at_top, awards_of, tiers_of
from scoring.formats.ladder.leaves import DAY_CAP, LIST, RANKED_BY, TOP
from scoring.formats.ladder.people import UNUSED, Person, people_of
from scoring.formats.ladder.runs import LOSS, WIN
from scoring.formats.ladder.sessions import CHAMPION_KNOWN, LEAST, Session, capped, session_of
from scoring.formats.protocol import Value
from scoring.outcomes import Step
from scoring.parameters import Rulebook
from scoring.standings import Place
from scoring.tiebreaks import total
from scoring.tiebreaks.view import Contender, View

CHAMPION, IN, OUT, WAITING, OFF = "champion", "in", "out", "waiting", "disqualified"
OPEN, WON, KEPT = "open", "won", "kept"


def standings_node(
    rulebook: Rulebook, setup: Mapping[str, Any], runs: Mapping[str, Mapping[str, Any]], values: Mapping[str, Mapping[str, Any]]
) -> Value:
    """`{"standings", "previous", "rounds", "plan", "next", "due", "awards", "ladder"}`; `previous` is empty: levels come and go."""
    people = people_of(rulebook, setup, runs)
    top = at_top(rulebook, people.values())
    champion = top[0][0] if top else None
    session = session_of(rulebook, setup, people, champion)
    rounds = [round_row(row, values.values()) for row in setup["rounds"]]
    missing = [match for match, value in values.items() if value["state"] not in ("complete", "forfeited")]
    coming = _coming(setup, session, champion, missing)
    plan = _plan(setup, session, coming, champion, missing, rounds)
    if coming is not None:
        rounds.append(coming_row(coming))
    awards = awards_of(rulebook, people, top)
    last_day = max((row.get("day", "") for row in setup["rounds"]), default="")
    places = _ranked(rulebook, setup, people, champion)
    teams = {row["entrant"]: team["team"] for team in setup["teams"] for row in team["entrants"]}
    rows = [
        {
            "team": teams[place.team],
            "entrant": place.team,
            **_place(place),
            **_row(rulebook, people[place.team], values, champion, last_day),
            "awards": [award["award"] for award in awards if award["entrant"] == place.team],
        }
        for place in places
    ]
    return {
        "standings": rows,
        "previous": {},
        "rounds": rounds,
        "plan": plan,
        "next": coming,
        "due": [],
        "awards": awards,
        "ladder": {
            "top_level": rulebook.number(TOP),
            "tiers": [one.level for one in tiers_of(rulebook)],
            "day": last_day,
            "day_cap": rulebook.number(DAY_CAP),
            "champion": champion,
            "champion_again": [entrant for entrant, _ in top[1:]],
            "prize": WON if champion else KEPT if setup["closed"] else OPEN,
            "at_lot_level": list(session.at_lot_level),
            "lot": list(session.lot),
            "candidates": list(session.candidates),
            "refused": [{"entrant": entrant, "code": code} for entrant, code in session.refused],
            "to_return": [entrant for entrant, person in people.items() if person.voucher not in ("", UNUSED) and not person.playing],
            "list": [row["entrant"] for row in rows if row["points"] > 0][: rulebook.number(LIST)],
        },
    }


def _coming(setup: Mapping[str, Any], session: Session, champion: str | None, missing: list[str]) -> Value | None:
    """The coming session, once every match of those before is decided and enough people hold a voucher; none after the champion."""
    if champion is not None or missing or len(session.candidates) < LEAST:
        return None
    number = len(setup["rounds"]) + 1
    whom = {"entrants": list(session.candidates), "partial": True, "by_day": True}
    return {"round": number, "stage": "", "seats_known": False, **whom}


def _plan(
    setup: Mapping[str, Any],
    session: Session,
    coming: Mapping[str, Any] | None,
    champion: str | None,
    missing: list[str],
    rounds: list[Value],
) -> Value:
    """Over when all that was opened is decided and nothing more can be opened: the champion is known, or nobody waits with a voucher.

    `open_end`: the organiser may end it between any two sessions, for its last day comes with or without a champion (F1-18).
    """
    blocked: list[Value] = []
    draws: list[Value] = []
    if champion is not None:
        blocked.append({"code": CHAMPION_KNOWN, "values": {"entrant": champion}})
    elif missing:
        number = max(row["round"] for row in rounds if row["opened"])
        blocked.append({"code": "results_missing", "values": {"round": number, "matches": sorted(missing)}})
    elif session.lot_wanted:
        draws.append({"draw": LOT, "entrants": list(session.lot_wanted)})
    elif coming is None:
        blocked.append({"code": "too_few_entrants", "values": {"entrants": len(session.candidates), "least": LEAST}})
    else:
        draws += draws_wanted(setup, coming)
    blocked += [{"code": "draw_missing", "values": wanted} for wanted in draws]
    over = bool(rounds) and not missing and not session.lot_wanted and coming is None
    sessions = len(setup["rounds"]) + (coming is not None)
    return {**setup["plan"], "draws": draws, "blocked": blocked, "rounds": sessions, "over": over, "open_end": bool(rounds)}


def _ranked(rulebook: Rulebook, setup: Mapping[str, Any], people: Mapping[str, Person], champion: str | None) -> tuple[Place, ...]:
    numbers = {row["entrant"]: row["number"] or 0 for team in setup["teams"] for row in team["entrants"]}
    contenders = {
        entrant: Contender(entrant, numbers[entrant], person.ranked(rulebook), marks={CHAMPION: int(entrant == champion)})
        for entrant, person in people.items()
    }
    return ranking.rank(rulebook, View(contenders), (CHAMPION, total.KEY))


def _place(place: Place) -> Value:
    split = place.split
    shown = None if split is None or split.key == "shared" else split
    return {
        "rank": place.rank,
        "shared": place.shared,
        "split_by": place.split_by,
        "split": shown and {"key": shown.key, "mine": shown.mine, "theirs": shown.theirs, "other": shown.other},
    }


def _row(rulebook: Rulebook, person: Person, values: Mapping[str, Mapping[str, Any]], champion: str | None, last_day: str) -> Value:
    match, form = person.ticket
    ranked = person.ranked(rulebook)
    legs = [_leg(game, values[game["match"]]) for game in person.games]
    playing = next((leg for leg in legs if leg["match"] == person.playing), None)
    current = playing and {"round": playing["round"], "match": playing["match"], "seat": playing["seat"], "points": 0}
    return {
        "points": ranked,
        "level": person.level,
        "best": person.best,
        "run": len(person.runs),
        "runs": [
            {**run, "ended_by": OFF if person.out else CHAMPION if _is_end(run, person, champion) else run["ended_by"]}
            for run in person.runs
        ],
        "status": _status(person, champion),
        "codes": list(person.codes),
        "today": person.wins.get(last_day, 0),
        "wins": dict(person.wins),
        "blocked_today": capped(rulebook, person.wins, last_day),
        "voucher": person.voucher,
        "playing": person.playing,
        "lost_on": person.lost_on,
        "form": {"match": match, "state": form},
        "reached": max((game["round"] for game in person.games), default=0),
        "stage": "",
        "current": current and {**current, "handed_in": 0, "matches": 1},
        "trace": [Step(rulebook.law(RANKED_BY), "level", tuple(int(run["level"]) for run in person.runs), ranked).as_json()],
        "rounds": legs,
    }


def _is_end(run: Mapping[str, Any], person: Person, champion: str | None) -> bool:
    return person.entrant == champion and run["ended_by"] == "top"


def _status(person: Person, champion: str | None) -> str:
    if person.out:
        return OFF
    if person.entrant == champion:
        return CHAMPION
    if person.playing:
        return IN
    if person.voucher == UNUSED:
        return WAITING
    return OUT if person.runs and person.runs[-1]["ended_by"] else IN


def _leg(game: Mapping[str, Any], value: Mapping[str, Any]) -> Value:
    won = {WIN: True, LOSS: False}.get(game["result"])
    points = (value["points"] or {}).get(game["seat"], 0)
    where = {name: game[name] for name in ("round", "match", "seat", "state")}
    return {
        **where,
        "stage": "",
        "points": points,
        "place": (value.get("places") or {}).get(game["seat"]),
        "level": game["level"],
        "went_on": won,
    }
