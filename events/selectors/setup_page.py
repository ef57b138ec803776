"""What the organiser's set-up shows: roster, draws, rounds, people, and what keeps the official result. Reads only."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from events.models import Competition, Draw, Entrant, Event, Grant, Player, Publication, Round, Snapshot, Team
from events.selectors.competitions import is_closed
from events.selectors.grants import grants_of
from events.selectors.people import names_of, pairs_named
from events.selectors.plan import setup_of
from events.selectors.rounds import rounds_of


@dataclass(frozen=True, slots=True)
class DrawShown:
    """One draw with names in place of ids; `of` is the team whose pairs were drawn, "" for the draw of teams."""

    draw: Draw
    of: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Person:
    """A grant, and whether the organiser may make a login link for its account."""

    grant: Grant
    linkable: bool


@dataclass(frozen=True, slots=True)
class Setup:
    roster: list[tuple[Team, list[tuple[Entrant, list[Player]]]]]
    frozen: bool
    teams_drawn: bool
    draws: tuple[DrawShown, ...]
    draws_wanted: tuple[Mapping[str, Any], ...]
    blocked: tuple[Mapping[str, Any], ...]
    rounds: tuple[Round, ...]
    people: tuple[Person, ...]
    closed: bool
    publications: tuple[Publication, ...]
    lots: tuple[tuple[Team, ...], ...]  # ties that wait for a lot, where the organiser chose that

    @property
    def shared_names(self) -> list[str]:
        """Names that stand in more than one pair: two people, or a slip of whoever typed the list."""
        counted = Counter(player.name for _team, pairs in self.roster for _entrant, players in pairs for player in players)
        return sorted(name for name, times in counted.items() if times > 1)

    @property
    def undrawn_teams(self) -> list[Team]:
        """Teams whose pairs have no numbers yet."""
        return [team for team, pairs in self.roster if pairs and any(entrant.number is None for entrant, _players in pairs)]


def setup_shown(*, competition: Competition) -> Setup:
    """About a dozen queries, whatever the size of the field."""
    event = competition.event
    plan = setup_of(competition)["plan"]
    roster = pairs_named(competition=competition)
    rounds = tuple(rounds_of(competition=competition))
    return Setup(
        roster=roster,
        frozen=any(team.number is not None for team, _pairs in roster),
        teams_drawn=bool(roster) and all(team.number is not None for team, _pairs in roster),
        draws=_draws(competition),
        draws_wanted=tuple(plan["draws"]),
        blocked=tuple(plan["blocked"]),
        rounds=rounds,
        people=_people(event),
        closed=is_closed(competition=competition),
        publications=tuple(Publication.objects.filter(competition=competition).order_by("version")),
        lots=_lots(competition, {team.pid: team for team, _pairs in roster}),
    )


def _lots(competition: Competition, teams: Mapping[str, Team]) -> tuple[tuple[Team, ...], ...]:
    """From the snapshot: what the page shows may lag a moment, the draw itself reads the ledger."""
    body = Snapshot.objects.filter(competition=competition).values_list("body", flat=True).first()
    wanted = json.loads(body)["plan"]["draws"] if body else []
    return tuple(tuple(teams[pid] for pid in row["teams"]) for row in wanted if row["draw"] == "lot")


def _draws(competition: Competition) -> tuple[DrawShown, ...]:
    names = names_of(competition=competition)
    found = Draw.objects.filter(competition=competition).select_related("team").order_by("entry_seq")
    return tuple(
        DrawShown(
            draw=draw,
            of=draw.team.name if draw.team is not None else "",
            names=tuple(names.team(pid) if draw.team is None else names.pair(pid) for pid in draw.order),
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
