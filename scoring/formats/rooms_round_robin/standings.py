"""The league of teams over the finished rounds: match points or wins, then the rulebook's chain. Clauses E80T-04, E80T-05."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import standings as ranking
from scoring.formats.rooms_round_robin import leaves
from scoring.formats.rooms_round_robin.encounter import HIGH, LOW, sides_of
from scoring.formats.round_robin import schedule
from scoring.outcomes import Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.tiebreaks import FINAL_TIE, STEPS, head_to_head, total
from scoring.tiebreaks.view import Contender, View

Value = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a team: its points in the league, match points for and against, net, and how it ended (empty for a bye)."""

    number: int
    against: str
    encounter: str
    league: Score
    points: Score
    conceded: Score
    net: Score
    result: str


@dataclass
class Team:
    """A team's way through the opened rounds, and the round that is not finished."""

    rounds: list[Round] = field(default_factory=list)
    current: Value | None = None


def standings_value(rulebook: Rulebook, setup: Mapping[str, Any], encounters: Iterable[Mapping[str, Any]]) -> Value:
    """`{"standings", "previous", "rounds", "plan"}`. Ranks are by finished rounds; the last opened one that is not stands as `current`."""
    by_round: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for encounter in encounters:
        by_round[encounter["round"]].append(encounter)
    rounds = [_round(row, by_round.get(row["round"], ())) for row in setup["rounds"]]
    finished = [row["round"] for row in rounds if row["finished"]]
    running = [row["round"] for row in rounds if row["opened"] and not row["finished"]]
    teams = _teams(rulebook, setup, rounds, by_round, running[-1] if running else None)
    view = _view(setup, teams, finished)
    keys = ranking.chain(rulebook)
    places = ranking.rank(rulebook, view, keys)
    previous: dict[str, int] = {}
    if len(finished) > 1:
        previous = {place.team: place.rank for place in ranking.rank(rulebook, _view(setup, teams, finished[:-1]), keys)}
    plan = dict(setup["plan"])
    plan["over"] = bool(plan["rounds"]) and len(finished) >= plan["rounds"] and not running
    if plan["over"] and rulebook.choice(FINAL_TIE) == "lot":
        lots = [{"draw": "lot", "teams": tied} for tied in _tied(places)]
        plan["draws"] = [*plan["draws"], *lots]
        plan["blocked"] = [*plan["blocked"], *({"code": "draw_missing", "values": wanted} for wanted in lots)]
    counted = set(finished)
    rows = [_row(rulebook, place, places[index + 1 : index + 2], teams[place.team], counted, view) for index, place in enumerate(places)]
    return {"standings": rows, "previous": previous, "rounds": rounds, "plan": plan}


def _round(row: Mapping[str, Any], encounters: Sequence[Mapping[str, Any]]) -> Value:
    counts = {name: sum(encounter[name] for encounter in encounters) for name in ("matches", "handed_in", "confirmed", "under_review")}
    finished = bool(encounters) and all(encounter["finished"] for encounter in encounters)
    return {**row, "finished": finished, "official": finished and all(encounter["official"] for encounter in encounters), **counts}


def league_points(rulebook: Rulebook, points: Score, conceded: Score) -> tuple[Score, str]:
    """What an encounter brings in the league, and how it ended: its match points, or so much for a win, a draw, a loss."""
    result = leaves.WON if points > conceded else leaves.LOST if points < conceded else leaves.DRAWN
    if rulebook.choice(leaves.LEAGUE) == leaves.MATCH_POINTS:
        return points, result
    return rulebook.number(leaves.RESULT_POINTS[result]), result


def _teams(
    rulebook: Rulebook,
    setup: Mapping[str, Any],
    rounds: Sequence[Mapping[str, Any]],
    by_round: Mapping[int, Sequence[Mapping[str, Any]]],
    current: int | None,
) -> dict[str, Team]:
    teams = {row["team"]: Team() for row in setup["teams"]}
    for row in rounds:
        number = row["round"]
        for encounter in by_round.get(number, ()):
            for mine, theirs in ((LOW, HIGH), (HIGH, LOW)):
                team = teams.get(encounter[mine])
                if team is None:
                    continue
                points, conceded, net = sides_of(encounter, mine)
                league, result = league_points(rulebook, points, conceded)
                team.rounds.append(Round(number, encounter[theirs], encounter["encounter"], league, points, conceded, net, result))
                if number == current:
                    handed_in = {"handed_in": encounter["handed_in"], "matches": encounter["matches"]}
                    team.current = {"round": number, "points": score_json(points), **handed_in}
        for bye in row["byes"] if row["opened"] else ():
            points = rulebook.number(schedule.BYE_POINTS)
            teams[bye].rounds.append(Round(number, "", "", points, points, 0, 0, ""))
    return teams


def _view(setup: Mapping[str, Any], teams: Mapping[str, Team], finished: Sequence[int]) -> View:
    contenders: dict[str, Contender] = {}
    meetings: dict[str, dict[str, Score]] = {team: {} for team in teams}
    for row in setup["teams"]:
        name = row["team"]
        played = [one for one in teams[name].rounds if one.number in finished]
        marks: dict[str, Score | None] = {
            leaves.NET: sum(one.net for one in played),
            leaves.WON: sum(one.result == leaves.WON for one in played),
            leaves.MARGIN: sum(one.points - one.conceded for one in played if one.against),
        }
        contenders[name] = Contender(name, row["number"] or 0, sum(one.league for one in played), marks=marks)
        for one in played:
            if one.against:
                meetings[name][one.against] = one.league
    return View(contenders, meetings, setup["lots"])


def _tied(places: Sequence[ranking.Place]) -> list[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for place in places:
        if place.shared:
            groups[place.rank].append(place.team)
    return list(groups.values())


def _row(rulebook: Rulebook, place: ranking.Place, below: Sequence[ranking.Place], team: Team, counted: set[int], view: View) -> Value:
    contender = view.contenders[place.team]
    rounds = [one for one in team.rounds if one.number in counted]
    met = [one for one in rounds if one.against]
    operands: dict[str, tuple[Score, ...]] = {
        total.KEY: tuple(one.league for one in rounds),
        leaves.NET: tuple(one.net for one in met),
        leaves.WON: tuple(int(one.result == leaves.WON) for one in met),
        leaves.MARGIN: tuple(one.points - one.conceded for one in met),
    }
    laws = {rulebook.choice(step): rulebook.law(step) for step in reversed(STEPS)}
    values = {total.KEY: contender.points, **contender.marks}
    trace = [Step(laws[key], "sum", operands[key], values[key] or 0).as_json() for key in operands if key in laws]
    split = place.split
    if split is not None and split.key == head_to_head.KEY:
        trace.append(Step(laws[split.key], "head_to_head", (split.mine, split.theirs), split.mine, split.other).as_json())
    if below and (under := below[0].split) is not None and under.key == head_to_head.KEY:
        trace.append(Step(laws[under.key], "head_to_head", (under.theirs, under.mine), under.theirs, below[0].team).as_json())
    return {
        "team": place.team,
        "entrant": "",
        "rank": place.rank,
        "shared": place.shared,
        "points": score_json(contender.points),
        "net": score_json(values[leaves.NET] or 0),
        **{result: sum(one.result == result for one in met) for result in leaves.RESULT},
        "played_rounds": len(met),
        "split_by": place.split_by,
        "split": None
        if split is None or split.key == "shared"
        else {"key": split.key, "mine": score_json(split.mine), "theirs": score_json(split.theirs), "other": split.other},
        "current": team.current,
        "rounds": [_round_of(one, counted=one.number in counted) for one in team.rounds],
        "trace": trace,
    }


def _round_of(one: Round, *, counted: bool) -> Value:
    return {
        "round": one.number,
        "against": one.against or None,
        "points": score_json(one.points),
        "conceded": score_json(one.conceded),
        "net": score_json(one.net),
        "league": score_json(one.league),
        "result": one.result,
        "encounter": one.encounter or None,
        "counted": counted,
    }
