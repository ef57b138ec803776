"""The fixed cast of the tests: organisers, officials of every role, teams and devices, made through the services alone.

small_event()   one event ready to play: 4 teams of 2 pairs, draws made, round 1 open
make_cast()     two organisers with two such events each, for whoever must not see another's
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib.auth.models import User

from events import actors
from events.access import Actor
from events.models import Competition, Entrant, Event, Match, Role, Team
from events.pinned import rulebook_of
from events.selectors.rules import players_an_entrant
from events.services.competitions import competition_create
from events.services.devices import Paired, device_pair, pairing_code_make
from events.services.draws import draw_make
from events.services.events import event_create, grant_give
from events.services.rounds import round_open
from events.services.teams import entrant_add, team_add
from scoring.rulebook import load_file
from scoring.setup import contenders

PASSWORD = "桌上有牌 four seats"
RULEBOOK = "healthcup-guandan"
NAMES = {"guandan": "掼蛋团体赛", "chaodipi": "炒地皮", "gomoku": "五子棋", "eighty": "80分", "doudizhu": "斗地主"}
TEAM_NAMES = ("机加工车间", "总装车间", "质检科", "后勤队", "财务科", "设备部", "研发一室", "😀队")
SURNAMES = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜"


@dataclass(slots=True)
class Stage:
    """One event of the cast. `users` and `actors` by role; `devices` and `device_actors` by (table, side)."""

    event: Event
    competition: Competition
    users: dict[str, User]
    actors: dict[str, Actor]
    teams: list[str] = field(default_factory=list)
    entrants: dict[str, list[str]] = field(default_factory=dict)
    devices: dict[tuple[int, str], Paired] = field(default_factory=dict)
    device_actors: dict[tuple[int, str], Actor] = field(default_factory=dict)

    @property
    def organiser(self) -> Actor:
        return self.actors[Role.ORGANISER]

    @property
    def chief(self) -> Actor:
        return self.actors[Role.CHIEF_REFEREE]

    @property
    def referee(self) -> Actor:
        return self.actors[Role.REFEREE]

    @property
    def auditor(self) -> Actor:
        return self.actors[Role.AUDITOR]

    def match(self, table: int = 1, number: int = 1) -> Match:
        return Match.objects.get(competition=self.competition, round__number=number, table=table)

    def scorer(self, table: int = 1) -> Actor:
        """The paired device of North-South at the table; paired on first use."""
        return self.device(table, "NS")

    def checker(self, table: int = 1) -> Actor:
        """The paired device of East-West at the table; paired on first use."""
        return self.device(table, "EW")

    def device(self, table: int, side: str) -> Actor:
        if (table, side) not in self.devices:
            _code, secret = pairing_code_make(competition=self.competition, table=table, side=side, by=self.organiser)
            paired = device_pair(secret=secret, label=f"{table}桌 {side}")
            actor = actors.for_token(token=paired.token)
            assert actor is not None
            self.devices[table, side], self.device_actors[table, side] = paired, actor
        return self.device_actors[table, side]


@dataclass(slots=True)
class Cast:
    """Events `a1`, `a2` of organiser `org-a` and `b1`, `b2` of organiser `org-b`; and an account that holds no grant."""

    a1: Stage
    a2: Stage
    b1: Stage
    b2: Stage
    stranger: User

    @property
    def stages(self) -> Mapping[str, Stage]:
        return {"a1": self.a1, "a2": self.a2, "b1": self.b1, "b2": self.b2}


def make_user(username: str, *, staff: bool = False) -> User:
    """An account with the cast's password (an unsalted fast hash: the tests' settings choose the hasher)."""
    user, new = User.objects.get_or_create(username=username, defaults={"is_staff": staff})
    if new:
        user.set_password(PASSWORD)
        user.save()
    return user


def make_cast(*, teams: int = 4, pairs: int = 2) -> Cast:
    return Cast(
        a1=small_event(teams, pairs, code="a1", organiser="org-a"),
        a2=small_event(teams, pairs, code="a2", organiser="org-a"),
        b1=small_event(teams, pairs, code="b1", organiser="org-b"),
        b2=small_event(teams, pairs, code="b2", organiser="org-b"),
        stranger=make_user("stranger"),
    )


def small_event(teams: int = 4, pairs: int = 2, *, code: str = "hall", organiser: str = "", drawn: bool = True, opened: int = 1) -> Stage:
    """An event through the services: everyone's grant, teams and pairs; then (`drawn`) the draws and (`opened`) round 1.

    Draws are recorded ones in order of entry, so team 1 is `stage.teams[0]`.
    """
    stage = bare_event(code=code, organiser=organiser)
    for place in range(teams):
        add_team(stage, team_name(place), pairs)
    if drawn:
        make_draws(stage)
        for number in range(1, opened + 1):
            round_open(
                competition=stage.competition, number=number, by=stage.organiser, force=number > 1, reason="测试" if number > 1 else ""
            )
    for side in ("NS", "EW"):
        stage.device(1, side)
    return stage


def lot_event() -> Stage:
    """Two teams of one pair, round 1 open, under a rulebook whose organiser wants a lot where nothing else separates."""
    stage = bare_event()
    overrides = {"ranking.final_tie": "lot"}
    reply = competition_create(
        event=stage.event, code="lot", name="抽签定名次", rulebook_id=RULEBOOK, overrides=overrides, by=stage.organiser
    )
    competition = Competition.objects.select_related("event").get(event=stage.event, code=reply.body["competition"])
    stage = replace(stage, competition=competition)
    for name in ("甲", "乙"):
        add_team(stage, name, 1)
    make_draws(stage)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    return stage


def other_event(
    rulebook: str, teams: int, entrants: int = 1, *, overrides: Mapping[str, Any] | None = None, opened: int = 1, code: str = "hall"
) -> Stage:
    """An event under another rulebook: so many teams with so many entrants each, drawn in order of entry, round 1 open."""
    stage = bare_event(code=code, rulebook=rulebook, overrides=overrides)
    people = players_an_entrant(stage.competition)
    for place in range(teams):
        add_team(stage, team_name(place), entrants, people)
    if contenders(rulebook_of(stage.competition)) == "teams":
        make_draws(stage)
    else:
        order = [entrant for team in stage.teams for entrant in stage.entrants[team]]
        draw_make(competition=stage.competition, draw="entrants", order=order, by=stage.organiser)
    for number in range(1, opened + 1):
        round_open(competition=stage.competition, number=number, by=stage.organiser)
    return stage


def bare_event(*, code: str = "hall", organiser: str = "", rulebook: str = RULEBOOK, overrides: Mapping[str, Any] | None = None) -> Stage:
    """An event with its people and an open competition, without teams."""
    founder = make_user(organiser or f"{code}-organiser", staff=True)
    event = event_create(code=code, name=f"健康杯 {code}", by_user=founder)
    by = actors.for_user(user=founder, event=event)
    assert by is not None
    users: dict[str, User] = {Role.ORGANISER: founder}
    for role in Role.values:
        if role != Role.ORGANISER:
            users[role] = make_user(f"{code}-{role}", staff=role in (Role.CHIEF_REFEREE, Role.REFEREE, Role.AUDITOR))
            grant_give(event=event, user=users[role], role=role, by=by)
    game = load_file(rulebook).game
    competition_create(event=event, code=game, name=NAMES[game], rulebook_id=rulebook, overrides=overrides, by=by)
    roles: dict[str, Actor] = {}
    for role, user in users.items():
        actor = actors.for_user(user=user, event=event)
        assert actor is not None
        roles[role] = actor
    return Stage(event, Competition.objects.select_related("event").get(event=event, code=game), users, roles)


def team_name(place: int) -> str:
    return TEAM_NAMES[place] if place < len(TEAM_NAMES) else f"第{place + 1}车间"


def add_team(stage: Stage, name: str, pairs: int, people: int = 2) -> str:
    """A team with its entrants of so many people; gives the team's pid."""
    team: str = team_add(competition=stage.competition, name=name, by=stage.organiser).body["team"]
    stage.teams.append(team)
    stage.entrants[team] = []
    for pair in range(pairs):
        first = (len(stage.teams) * 8 + pair * 2) % len(SURNAMES)
        names = [f"{SURNAMES[first]}{'一二三四五六七八'[pair % 8]}", f"{SURNAMES[(first + 1) % len(SURNAMES)]}小明"]
        reply = entrant_add(competition=stage.competition, team=team, names=names[:people], by=stage.organiser)
        stage.entrants[team].append(reply.body["entrant"])
    return team


def make_draws(stage: Stage) -> None:
    """Recorded draws in order of entry: numbers 1, 2, 3…"""
    draw_make(competition=stage.competition, draw="teams", order=stage.teams, by=stage.organiser)
    for team in stage.teams:
        draw_make(competition=stage.competition, draw="pairs", team=team, order=stage.entrants[team], by=stage.organiser)


def team_of(pid: str) -> Team:
    return Team.objects.get(pid=pid)


def entrant_of(pid: str) -> Entrant:
    return Entrant.objects.get(pid=pid)
