"""Small competitions of the other formats, made through the services alone, as their halls would have them after some play."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from events.models import Competition, Match
from events.services.competitions import competition_create
from events.services.draws import draw_make
from events.services.hands import hand_record
from events.services.rounds import round_open
from events.services.teams import entrant_add, team_add
from tests.cast import SURNAMES, Stage, bare_event, team_name
from tests.events.score_kit import new_key
from tests.pages.conftest import computed

GIVEN = "一二三四五六七八"


def hall(
    rulebook: str,
    *,
    teams: int,
    entrants: int = 1,
    players: int = 2,
    code: str = "hall",
    overrides: Mapping[str, Any] | None = None,
    **entered: Any,
) -> Stage:
    """Teams with their entrants, drawn in order of entry; no round open. `entered`: what else is said of each entrant."""
    stage = bare_event(code=code)
    reply = competition_create(
        event=stage.event, code="other", name="项目", rulebook_id=rulebook, overrides=overrides or {}, by=stage.organiser
    )
    competition = Competition.objects.select_related("event").get(event=stage.event, code=reply.body["competition"])
    stage = replace(stage, competition=competition)
    for place in range(teams):
        team: str = team_add(competition=competition, name=team_name(place), by=stage.organiser).body["team"]
        stage.teams.append(team)
        stage.entrants[team] = []
        for one in range(entrants):
            first = (place * 8 + one * players) % len(SURNAMES)
            names = [f"{SURNAMES[(first + seat) % len(SURNAMES)]}小{GIVEN[(place + seat) % len(GIVEN)]}" for seat in range(players)]
            reply = entrant_add(competition=competition, team=team, names=names, by=stage.organiser, **entered)
            stage.entrants[team].append(reply.body["entrant"])
    return stage


def draw(stage: Stage, what: str = "entrants") -> Stage:
    """A recorded draw in order of entry."""
    order = stage.teams if what == "teams" else [entrant for team in stage.teams for entrant in stage.entrants[team]]
    draw_make(competition=stage.competition, draw=what, order=order, by=stage.organiser)
    if what == "teams":
        for team in stage.teams:
            draw_make(competition=stage.competition, draw="pairs", team=team, order=stage.entrants[team], by=stage.organiser)
    return stage


def open_round(stage: Stage, number: int = 1, *, force: bool = False) -> list[str]:
    """Opens a round; its matches in order of tables."""
    if number > 1:
        computed(stage)
    round_open(competition=stage.competition, number=number, by=stage.organiser, force=force, reason="测试" if force else "")
    return list(Match.objects.filter(competition=stage.competition, round__number=number).order_by("table").values_list("code", flat=True))


def play(stage: Stage, match: str, *records: Mapping[str, Any]) -> list[Any]:
    """Records entered by the referee, in order; the replies."""
    return [
        hand_record(competition=stage.competition, match=match, record=dict(record), key=new_key(), by=stage.referee) for record in records
    ]


def game(number: int, black: str, winner: str | None, reason: str = "five", moves: Sequence[Sequence[int]] | None = None) -> dict[str, Any]:
    """A game of 五子棋."""
    record: dict[str, Any] = {"game": number, "black": black, "winner": winner, "reason": reason}
    return record if moves is None else {**record, "moves": [list(move) for move in moves]}


FIVE = [[8, 8], [8, 9], [9, 8], [9, 9], [7, 8], [7, 9], [10, 8], [10, 9], [6, 8]]


def gomoku_hall(code: str = "hall", *, entrants: int = 6) -> Stage:
    """Single players, six by default: two byes, one match won 2:1 with its moves, one running at 1:0."""
    stage = draw(hall("healthcup-gomoku", teams=entrants, players=1, code=code))
    first, *others = open_round(stage)
    play(stage, first, game(1, "A", "A", moves=FIVE), game(2, "B", "B"), game(3, "A", "A", "resigned"))
    for match in others[:1]:
        play(stage, match, game(1, "B", "B"))
    return computed(stage)


def climbed(number: int, declarer: str, table: int, *, game: int = 1, **more: Any) -> dict[str, Any]:
    """A hand of 炒地皮 in which the declarers took the last trick; `more` says otherwise."""
    return {
        "game": game,
        "hand": number,
        "declarer": declarer,
        "trump": "S",
        "buried_by": declarer,
        "table_points": table,
        "kitty_points": 0,
        "last_trick": "declarers",
        "dig": "none",
        "hook": "none",
        **more,
    }


DUG: dict[str, Any] = {"last_trick": "defenders", "dig": "single", "hook": "none"}

# 2 to beyond A in seven hands: N and S deal in turn, every hand a shutout; must-play levels stop the climb at J and A.
STRAIGHT = tuple(climbed(number, "NS"[(number - 1) % 2], 0) for number in range(1, 5))


def chaodipi_hall(code: str = "hall", *, entrants: int = 6) -> Stage:
    """Six pairs: one match won by passing A, one running at seven hands with a hooked J and a fine."""
    stage = draw(hall("healthcup-chaodipi", teams=entrants, code=code))
    first, second, *_ = open_round(stage)
    play(stage, first, *STRAIGHT)
    play(
        stage,
        second,
        climbed(1, "N", 10),
        climbed(2, "S", 0),
        climbed(3, "N", 85, kitty_points=10, **{**DUG, "hook": "main"}),
        climbed(4, "E", 35),
        climbed(5, "W", 95, trump="NT"),
        climbed(6, "N", 60),
    )
    return computed(stage)


def board(number: int, points: int, *, room: str = "", **more: Any) -> dict[str, Any]:
    """A board of 80分 in which the declarers took the last trick; `more` says otherwise."""
    record: dict[str, Any] = {
        "board": number,
        "trump": "S",
        "table_points": points,
        "kitty_points": 0,
        "last_trick": "declarers",
        "dig": "none",
    }
    return {**record, **({"room": room} if room else {}), **more}


def rooms_hall(code: str = "hall", *, teams: int = 4, overrides: Mapping[str, Any] | None = None) -> Stage:
    """Four teams in two rooms: round 1 half played; some boards wait for the other room."""
    stage = draw(hall("hefei-eighty-teams", teams=teams, entrants=2, code=code, overrides=overrides), "teams")
    matches = open_round(stage)
    for match in matches[:2]:
        found = Match.objects.get(competition=stage.competition, code=match)
        points = {"open": (60, 90, 0, 40, 75), "closed": (75, 55, 45)}[found.room]
        for number, value in zip(found.boards, points, strict=False):
            play(stage, match, board(number, value, room=found.room))
    return computed(stage)


def pairs_hall(code: str = "hall", *, entrants: int = 8, rounds: int = 1, overrides: Mapping[str, Any] | None = None) -> Stage:
    """Pairs on the move: every board of the first rounds played, the last table of the last round still open."""
    stage = draw(hall("hefei-eighty-pairs", teams=entrants, code=code, overrides=overrides))
    for number in range(1, rounds + 1):
        matches = open_round(stage, number)
        for table, match in enumerate(matches):
            found = Match.objects.select_related("ns", "ew").get(competition=stage.competition, code=match)
            numbers: dict[str, Any] = {"ns": found.ns.number, "ew": found.ew.number}
            boards = found.boards[:-1] if number == rounds and match == matches[-1] else found.boards
            play(stage, match, *(board(each, (table * 35 + each * 15 + number * 20) % 160 // 5 * 5, **numbers) for each in boards))
    return computed(stage)


def finished_rooms(code: str = "done") -> Stage:
    """Four teams: round 1 played to its end, round 2 begun."""
    stage = draw(hall("hefei-eighty-teams", teams=4, entrants=2, code=code), "teams")
    for place, match in enumerate(open_round(stage)):
        found = Match.objects.get(competition=stage.competition, code=match)
        play(stage, match, *(board(number, (number * 25 + place * 40) % 200 // 5 * 5, room=found.room) for number in found.boards))
    match = open_round(stage, 2)[0]
    found = Match.objects.get(competition=stage.competition, code=match)
    play(stage, match, board(found.boards[0], 80, room=found.room))
    return computed(stage)


def won_gomoku(code: str = "won") -> Stage:
    """Four single players to the end: a champion, a lost final, two shared thirds."""
    stage = draw(hall("healthcup-gomoku", teams=4, players=1, code=code))
    for number in (1, 2):
        for match in open_round(stage, number):
            play(stage, match, game(1, "A", "A"), game(2, "B", "A"))
    return computed(stage)
