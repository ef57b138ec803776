"""What the organiser's set-up shows: roster, draws, rounds, people, and what keeps the official result. Reads only."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from events.models import Competition, Draw, Entrant, Event, Grant, Player, Publication, Round, Snapshot, Team
from events.pinned import rulebook_of
from events.selectors.competitions import is_closed
from events.selectors.grants import grants_of
from events.selectors.people import names_of, pairs_named
from events.selectors.plan import setup_of
from events.selectors.rounds import rounds_of
from events.selectors.rules import players_an_entrant
from scoring.setup import contenders


@dataclass(frozen=True, slots=True)
class DrawShown:
    """One draw with names in place of ids; `of` is the team whose pairs were drawn, "" for a draw across the field."""

    draw: Draw
    of: str
    names: tuple[str, ...]


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
    entrants_drawn: bool | None  # None where teams are drawn, not entrants

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


def setup_shown(*, competition: Competition) -> Setup:
    """About a dozen queries, whatever the size of the field."""
    event = competition.event
    plan = setup_of(competition)["plan"]
    roster = pairs_named(competition=competition)
    rounds = tuple(rounds_of(competition=competition))
    return Setup(
        roster=roster,
        frozen=Draw.objects.filter(competition=competition).exists(),
        teams_drawn=bool(roster) and all(team.number is not None for team, _pairs in roster),
        draws=_draws(competition),
        draws_wanted=tuple(plan["draws"]),
        blocked=tuple(plan["blocked"]),
        rounds=rounds,
        people=_people(event),
        closed=is_closed(competition=competition),
        publications=tuple(Publication.objects.filter(competition=competition).order_by("version")),
        lots=_lots(competition),
        players=players_an_entrant(competition),
        entrants_drawn=_entrants_drawn(competition, roster),
    )


def _entrants_drawn(competition: Competition, roster: Roster) -> bool | None:
    if contenders(rulebook_of(competition)) != "entrants":
        return None
    entrants = [entrant for _team, pairs in roster for entrant, _players in pairs]
    return bool(entrants) and all(entrant.number is not None for entrant in entrants)


def _lots(competition: Competition) -> tuple[tuple[Tied, ...], ...]:
    """From the snapshot: what the page shows may lag a moment, the draw itself reads the ledger."""
    body = Snapshot.objects.filter(competition=competition).values_list("body", flat=True).first()
    wanted = json.loads(body)["plan"]["draws"] if body else []
    tied = [row.get("teams") or row["entrants"] for row in wanted if row["draw"] == "lot"]
    if not tied:
        return ()
    names = names_of(competition=competition)
    return tuple(tuple(Tied(pid, names.contender(pid)) for pid in pids) for pids in tied)


def _draws(competition: Competition) -> tuple[DrawShown, ...]:
    names = names_of(competition=competition)
    found = Draw.objects.filter(competition=competition).select_related("team").order_by("entry_seq")
    return tuple(
        DrawShown(
            draw=draw,
            of=draw.team.name if draw.team is not None else "",
            names=tuple(names.contender(pid) for pid in draw.order),
        )
        for draw in found
    )


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
