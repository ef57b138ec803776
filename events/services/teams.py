"""代表队, their pairs and players. The roster is frozen at the draw (TR-03); names are not facts and may change at any time."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from events.access import Actor, require
from events.models import Book, Competition, Draw, Entrant, Player, Team
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, StateRefusal
from events.selectors.rules import players_an_entrant
from events.services.keyed import Write, keyed, veiled
from events.services.names import MOST_PLAYER, MOST_TEAM, checked_name, text_faults
from events.services.replies import Reply, refusals_kept
from events.storable import storable
from scoring.formats.laws import ROSTER, law_of
from scoring.outcomes import Fault

# What one book and one hall can hold; no rule of any game.
MOST_TEAMS = 200
MOST_PAIRS = 50
ACTION = "team.change"


def team_add(*, competition: Competition, name: str, by: Actor, key: str = "") -> Reply:
    """201 `{"team": pid, "entry": {seq, hash}}`. Raises Problems, StateRefusal `roster_frozen`, NotAllowed."""
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
        text = checked_name(name, most=MOST_TEAM)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition)
            teams = Team.objects.filter(competition=competition)
            if teams.filter(name=text).exists():
                raise Problems([Fault("name_taken", at="name")])
            if teams.count() >= MOST_TEAMS:
                raise Problems([Fault("too_many_teams", at="name", values={"most": MOST_TEAMS})])
            team = Team.objects.create(competition=competition, name=text)
            write("team", {"team": team.pid})
            return {"team": team.pid}

        return keyed(competition=competition, action="team_add", asked={"name": veiled(text)}, key=key, by=by, work=work)


def team_rename(*, competition: Competition, team: str, name: str, by: Actor) -> Team:
    """`team` is its pid. Raises Problems, NotFound, NotAllowed."""
    require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
    text = checked_name(name, most=MOST_TEAM)
    found = team_of(competition, team)
    try:
        with transaction.atomic():
            Team.objects.filter(pk=found.pk).update(name=text)
    except IntegrityError:
        raise Problems([Fault("name_taken", at="name")]) from None
    found.name = text
    return found


def team_remove(*, competition: Competition, team: str, by: Actor, key: str = "") -> Reply:
    """Takes the team and its pairs off before the draw. Raises NotFound, StateRefusal `roster_frozen`, NotAllowed."""
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition)
            found = team_of(competition, team)
            write("entrant_out", {"team": team})
            Player.objects.filter(entrant__team=found).delete()
            Entrant.objects.filter(team=found).delete()
            found.delete()
            return {"team": team}

        return keyed(competition=competition, action="team_remove", asked={"team": team}, key=key, by=by, work=work)


def entrant_add(*, competition: Competition, team: str, names: Sequence[str], by: Actor, key: str = "") -> Reply:
    """A pair: 201 `{"entrant": pid, "team": pid, "players": [pid, pid], "entry": …}`. Raises as team_add, and NotFound.

    Nobody is his own partner (`player_twice`); two people of one name in two pairs are accepted, the pages point at them.
    """
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
        texts = _player_names(competition, names)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition)
            found = team_of(competition, team)
            if found.entrants.count() >= MOST_PAIRS:
                raise Problems([Fault("too_many_pairs", at="names", values={"most": MOST_PAIRS})])
            entrant = Entrant.objects.create(competition=competition, team=found)
            players = [Player.objects.create(entrant=entrant, name=text, order=order) for order, text in enumerate(texts, 1)]
            pids = [player.pid for player in players]
            write("entrant", {"entrant": entrant.pid, "team": team, "players": pids})
            return {"entrant": entrant.pid, "team": team, "players": pids}

        asked = {"team": team, "names": [veiled(text) for text in texts]}
        return keyed(competition=competition, action="entrant_add", asked=asked, key=key, by=by, work=work)


def entrant_remove(*, competition: Competition, entrant: str, by: Actor, key: str = "") -> Reply:
    """Takes the pair off before the draw. Raises NotFound, StateRefusal `roster_frozen`, NotAllowed."""
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition)
            found = Entrant.objects.filter(competition=competition, pid=entrant).first() if storable(entrant) else None
            if found is None:
                raise NotFound("entrant")
            write("entrant_out", {"entrant": entrant})
            Player.objects.filter(entrant=found).delete()
            found.delete()
            return {"entrant": entrant}

        return keyed(competition=competition, action="entrant_remove", asked={"entrant": entrant}, key=key, by=by, work=work)


def player_rename(*, competition: Competition, player: str, name: str, by: Actor) -> Player:
    """`player` is a pid. Raises Problems, NotFound, NotAllowed."""
    require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
    text = checked_name(name, most=MOST_PLAYER)
    found = Player.objects.filter(entrant__competition=competition, pid=player).first() if storable(player) else None
    if found is None:
        raise NotFound("player")
    found.name = text
    found.save(update_fields=["name"])
    return found


def team_of(competition: Competition, pid: str) -> Team:
    """Raises NotFound `team`, also for another competition's."""
    found = Team.objects.filter(competition=competition, pid=pid).first() if storable(pid) else None
    if found is None:
        raise NotFound("team")
    return found


def _roster_open(competition: Competition) -> None:
    if Draw.objects.filter(competition=competition).exists():
        raise StateRefusal("roster_frozen", clause=law_of(rulebook_of(competition), ROSTER))


def _player_names(competition: Competition, names: Sequence[str]) -> list[str]:
    wanted = players_an_entrant(competition)
    faults: list[Fault] = []
    if isinstance(names, str) or len(names) != wanted:
        given = 1 if isinstance(names, str) else len(names)
        raise Problems([Fault("players_wanted", at="names", values={"wanted": wanted, "given": given})])
    texts = []
    for place, name in enumerate(names):
        text, found = text_faults(name, at=f"names[{place}]", most=MOST_PLAYER)
        texts.append(text)
        faults += found
        if text and text in texts[:-1]:
            faults.append(Fault("player_twice", at=f"names[{place}]"))
    if faults:
        raise Problems(faults)
    return texts
