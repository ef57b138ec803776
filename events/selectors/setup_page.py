"""What the organiser's set-up shows: roster, draws, rounds, people, and what keeps the official result. Reads only."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from events.models import Competition, Draw, Entrant, Event, Grant, Player, Publication, Round, Snapshot, Team
from events.pinned import rulebook_of
from events.selectors.competitions import is_closed
from events.selectors.desk_blocked import blocked_row
from events.selectors.grants import grants_of
from events.selectors.people import Names, names_of, pairs_named
from events.selectors.plan import setup_of
from events.selectors.rounds import rounds_of
from events.selectors.rules import players_an_entrant
from events.selectors.setup_tables import DRAW_MISSING, GROUPS, Table, TablesSetup, seated_now, tables_of_draw, tables_setup
from scoring.setup import contenders


@dataclass(frozen=True, slots=True)
class DrawShown:
    """One draw with names in place of ids; `of` is the team whose pairs were drawn, "" for a draw across the field. A draw of tables
    has `tables`, and `left`, who is over, in place of `names`; `outdated`: others are to be drawn now than it names."""

    draw: Draw
    of: str
    names: tuple[str, ...]
    tables: tuple[Table, ...] = ()
    left: tuple[str, ...] = ()
    outdated: bool = False


@dataclass(frozen=True, slots=True)
class Tied:
    """One of those whom only a lot separates."""

    pid: str
    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """A grant, and whether the organiser may make a login link for its account."""

    grant: Grant
    linkable: bool


Roster = list[tuple[Team, list[tuple[Entrant, list[Player]]]]]


@dataclass(frozen=True, slots=True)
class Setup:
    roster: Roster
    frozen: bool
    teams_drawn: bool
    draws: tuple[DrawShown, ...]
    draws_wanted: tuple[Mapping[str, Any], ...]
    blocked: tuple[Mapping[str, Any], ...]
    rounds: tuple[Round, ...]
    people: tuple[Person, ...]
    closed: bool
    publications: tuple[Publication, ...]
    lots: tuple[tuple[Tied, ...], ...]  # ties that wait for a lot, where the organiser chose that
    players: int  # in an entrant: two for a pair, one for a single player
    entrants_drawn: bool | None  # None where teams are drawn, or the tables of every round
    tables: TablesSetup | None  # where the tables of every round are drawn

    @property
    def seeded(self) -> bool:
        """Whether a draw was made from a seed, which anybody can repeat."""
        return any(shown.draw.seed for shown in self.draws)

    @property
    def shared_names(self) -> list[str]:
        """Names that stand in more than one pair: two people, or a slip of whoever typed the list."""
        counted = Counter(player.name for _team, pairs in self.roster for _entrant, players in pairs for player in players)
        return sorted(name for name, times in counted.items() if times > 1)

    @property
    def undrawn_teams(self) -> list[Team]:
        """Teams whose pairs are to be drawn and have no numbers yet."""
        wanted = {row["team"] for row in self.draws_wanted if row["draw"] == "pairs"}
        return [team for team, pairs in self.roster if pairs and team.pid in wanted]

    @property
    def entrants(self) -> list[tuple[Entrant, list[Player]]]:
        """Everyone who is drawn where entrants are, team by team."""
        return [pair for _team, pairs in self.roster for pair in pairs]


def setup_shown(*, competition: Competition, state: Mapping[str, Any] | None = None) -> Setup:
    """About a dozen queries, whatever the size of the field. `state` is the computed one as of now, where a draw hangs on results."""
    event, rulebook = competition.event, rulebook_of(competition)
    names = names_of(competition=competition)
    tables = tables_setup(competition, state, names) if state is not None else None
    plan = setup_of(competition)["plan"] if state is None or tables is None else state["plan"]
    roster = pairs_named(competition=competition)
    rounds = tuple(rounds_of(competition=competition))
    return Setup(
        roster=roster,
        frozen=Draw.objects.filter(competition=competition).exists() if tables is None else not tables.open,
        teams_drawn=bool(roster) and all(team.number is not None for team, _pairs in roster),
        draws=_draws(competition, names, plan if tables is not None else {}),
        draws_wanted=tuple(plan["draws"]),
        blocked=tuple(
            {**blocked_row(rulebook, row, state or {}), "values": names.said(row.get("values", {}))}
            for row in plan["blocked"]
            if _told(row, tables)
        ),
        rounds=rounds,
        people=_people(event),
        closed=is_closed(competition=competition),
        publications=tuple(Publication.objects.filter(competition=competition).order_by("version")),
        lots=_lots(competition, state, names),
        players=players_an_entrant(competition),
        entrants_drawn=_entrants_drawn(competition, roster) if tables is None else None,
        tables=tables,
    )


def _told(row: Mapping[str, Any], tables: TablesSetup | None) -> bool:
    """Whether a reason is said above the roster: not a draw that has a form of its own, nor results that the hall still waits for."""
    return tables is None or row["code"] not in (DRAW_MISSING, "results_missing")


def _entrants_drawn(competition: Competition, roster: Roster) -> bool | None:
    if contenders(rulebook_of(competition)) != "entrants":
        return None
    entrants = [entrant for _team, pairs in roster for entrant, _players in pairs]
    return bool(entrants) and all(entrant.number is not None for entrant in entrants)


def _lots(competition: Competition, state: Mapping[str, Any] | None, names: Names) -> tuple[tuple[Tied, ...], ...]:
    """From the snapshot, unless a newer state is known: what the page shows may lag a moment, the draw itself reads the ledger."""
    if state is None:
        body = Snapshot.objects.filter(competition=competition).values_list("body", flat=True).first()
        state = json.loads(body) if body else {"plan": {"draws": []}}
    wanted = state["plan"]["draws"]
    tied = [row.get("teams") or row["entrants"] for row in wanted if row["draw"] == "lot"]
    return tuple(tuple(Tied(pid, names.contender(pid)) for pid in pids) for pids in tied)


def _draws(competition: Competition, names: Names, plan: Mapping[str, Any]) -> tuple[DrawShown, ...]:
    """Every draw in order; of the tables of a round the last one, which counts, and once that is open who sits there now."""
    found = list(Draw.objects.filter(competition=competition).select_related("team").order_by("entry_seq"))
    last = {draw.round: draw.pk for draw in found if draw.draw == GROUPS}
    seated = seated_now(competition) if last else {}
    wanted = {row["round"] for row in plan.get("draws", ()) if row["draw"] == GROUPS}
    return tuple(_shown(draw, names, seated, wanted) for draw in found if draw.draw != GROUPS or last[draw.round] == draw.pk)


def _shown(draw: Draw, names: Names, seated: Mapping[int, Mapping[int, Mapping[str, str]]], wanted: Collection[int]) -> DrawShown:
    if draw.draw == GROUPS:
        tables, left = tables_of_draw(draw.order, names, seated.get(draw.round or 0, {}))
        return DrawShown(draw, "", (), tables, left, outdated=draw.round in wanted)
    return DrawShown(draw, draw.team.name if draw.team is not None else "", tuple(names.contender(pid) for pid in draw.order))


def _people(event: Event) -> tuple[Person, ...]:
    grants = list(grants_of(event=event))
    users = {grant.user_id for grant in grants}
    elsewhere = set(Grant.objects.filter(user_id__in=users, revoked_at__isnull=True).exclude(event=event).values_list("user_id", flat=True))
    return tuple(Person(grant, _linkable(grant.user, elsewhere)) for grant in grants)


def _linkable(user: User, elsewhere: set[int]) -> bool:
    """A login link opens the whole account: only where it holds nothing beyond this event, so that a grant given to somebody
    else's account is never a way into it."""
    return user.is_active and not user.is_superuser and not user.is_staff and not user.has_usable_password() and user.pk not in elsewhere


def linkable_user(*, event: Event, grant: str) -> User | None:
    """The account behind a live grant of this event, when its organiser may make a login link for it."""
    found = next((person for person in _people(event) if person.grant.pid == grant), None)
    return found.grant.user if found is not None and found.linkable else None
