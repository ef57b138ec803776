"""The standings of the finished rounds of a team round robin."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import standings as ranking
from scoring.formats.round_robin import schedule
from scoring.outcomes import Score, Step, score_json
from scoring.parameters import Rulebook
from scoring.tiebreaks import FINAL_TIE, STEPS, double_downs, head_to_head, total
from scoring.tiebreaks.view import Contender, View

Value = dict[str, Any]


@dataclass
class _Team:
    """One team's way through the opened rounds."""

    rounds: list[Value] = field(default_factory=list)
    current: Value | None = None
    scores: dict[int, tuple[int, int]] = field(default_factory=dict)
    played: int = 0


def standings_node(rulebook: Rulebook, setup: Mapping[str, Any], encounters: Iterable[Mapping[str, Any]]) -> Value:
    """`{"standings", "previous", "rounds", "plan"}` from the setup and the values of all encounters of opened rounds.

    Ranks are by finished rounds: those whose every match has its hands, a forfeit, or is annulled. The last opened round that
    is not finished stands beside them as `current`.
    """
    by_round: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
    for encounter in encounters:
        by_round[encounter["round"]].append(encounter)
    rounds = [_round(row, by_round.get(row["round"], ())) for row in setup["rounds"]]
    finished = [row["round"] for row in rounds if row["finished"]]
    running = [row["round"] for row in rounds if row["opened"] and not row["finished"]]
    current = running[-1] if running else None
    teams = _teams(rulebook, setup, rounds, by_round, current)
    view = _view(setup, teams, by_round, finished)
    places = ranking.rank(rulebook, view)
    previous: dict[str, int] = {}
    if len(finished) > 1:
        before = _view(setup, teams, by_round, finished[:-1])
        previous = {place.team: place.rank for place in ranking.rank(rulebook, before)}
    plan = dict(setup["plan"])
    plan["over"] = bool(rounds) and len(finished) == plan["rounds"]
    if plan["over"] and rulebook.choice(FINAL_TIE) == "lot":
        lots = [{"draw": "lot", "teams": teams_tied} for teams_tied in _tied(places)]
        plan["draws"] = [*plan["draws"], *lots]
        plan["blocked"] = [*plan["blocked"], *({"code": "draw_missing", "values": wanted} for wanted in lots)]
    rows = [_row(rulebook, place, places[index + 1 : index + 2], teams[place.team], view) for index, place in enumerate(places)]
    return {"standings": rows, "previous": previous, "rounds": rounds, "plan": plan}


def _round(row: Mapping[str, Any], encounters: Sequence[Mapping[str, Any]]) -> Value:
    counts = {name: sum(encounter[name] for encounter in encounters) for name in ("matches", "handed_in", "confirmed", "under_review")}
    finished = bool(encounters) and all(encounter["finished"] for encounter in encounters)
    return {**row, "finished": finished, "official": finished and all(encounter["official"] for encounter in encounters), **counts}


def _teams(
    rulebook: Rulebook,
    setup: Mapping[str, Any],
    rounds: Sequence[Mapping[str, Any]],
    by_round: Mapping[int, Sequence[Mapping[str, Any]]],
    current: int | None,
) -> dict[str, _Team]:
    teams = {row["team"]: _Team() for row in setup["teams"]}
    bye = rulebook.number(schedule.BYE_POINTS)
    for row in rounds:
        number, counted = row["round"], row["finished"]
        for encounter in by_round.get(number, ()):
            for mine, theirs in (("low", "high"), ("high", "low")):
                team = teams[encounter[mine]]
                points, downs = encounter["points"][mine], encounter["double_downs"][mine]
                team.rounds.append(
                    {
                        "round": number,
                        "against": encounter[theirs],
                        "points": points,
                        "conceded": encounter["points"][theirs],
                        "double_downs": downs,
                        "encounter": encounter["encounter"],
                        "counted": counted,
                    }
                )
                team.scores[number] = (points, downs)
                team.played += counted
                if number == current:
                    team.current = {"round": number, "points": points, "handed_in": encounter["handed_in"], "matches": encounter["matches"]}
        if row["opened"] and row["bye"] in teams:
            team = teams[row["bye"]]
            free = {"against": None, "points": bye, "conceded": 0, "double_downs": 0, "encounter": None}
            team.rounds.append({"round": number, **free, "counted": counted})
            team.scores[number] = (bye, 0)
    return teams


def _view(
    setup: Mapping[str, Any], teams: Mapping[str, _Team], by_round: Mapping[int, Sequence[Mapping[str, Any]]], finished: Sequence[int]
) -> View:
    contenders: dict[str, Contender] = {}
    for row in setup["teams"]:
        scores = teams[row["team"]].scores
        points = sum(scores[number][0] for number in finished if number in scores)
        downs = sum(scores[number][1] for number in finished if number in scores)
        contenders[row["team"]] = Contender(row["team"], row["number"] or 0, points, downs)
    meetings: dict[str, dict[str, Score]] = {team: {} for team in contenders}
    for number in finished:
        for encounter in by_round[number]:
            if encounter["counted"]:
                low, high = encounter["low"], encounter["high"]
                meetings[low][high] = encounter["points"]["low"]
                meetings[high][low] = encounter["points"]["high"]
    return View(contenders, meetings, setup["lots"])


def _tied(places: Sequence[ranking.Place]) -> list[list[str]]:
    groups: dict[int, list[str]] = defaultdict(list)
    for place in places:
        if place.shared:
            groups[place.rank].append(place.team)
    return list(groups.values())


def _row(rulebook: Rulebook, place: ranking.Place, below: Sequence[ranking.Place], team: _Team, view: View) -> Value:
    contender = view.contenders[place.team]
    counted = [row for row in team.rounds if row["counted"]]
    sums: dict[str, tuple[tuple[int, ...], Score]] = {
        total.KEY: (tuple(row["points"] for row in counted), contender.points),
        double_downs.KEY: (tuple(row["double_downs"] for row in counted), contender.double_downs),
    }
    laws = {rulebook.choice(step): rulebook.law(step) for step in reversed(STEPS)}
    trace = [Step(laws[key], "sum", operands, value).as_json() for key, (operands, value) in sums.items() if key in laws]
    split = place.split
    if split is not None and split.key == head_to_head.KEY:
        trace.append(Step(laws[head_to_head.KEY], "head_to_head", (split.mine, split.theirs), split.mine, split.other).as_json())
    if below and (under := below[0].split) is not None and under.key == head_to_head.KEY:
        trace.append(Step(laws[head_to_head.KEY], "head_to_head", (under.theirs, under.mine), under.theirs, below[0].team).as_json())
    return {
        "team": place.team,
        "rank": place.rank,
        "shared": place.shared,
        "points": score_json(contender.points),
        "double_downs": contender.double_downs,
        "played_rounds": team.played,
        "split_by": place.split_by,
        "split": None
        if split is None or split.key == "shared"
        else {"key": split.key, "mine": score_json(split.mine), "theirs": score_json(split.theirs), "other": split.other},
        "current": team.current,
        "rounds": team.rounds,
        "trace": trace,
    }
