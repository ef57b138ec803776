"""代表队, their pairs and players. The roster is frozen at the draw (TR-03); names are not facts and may change at any time."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Count, Q

from events.access import Actor, require
from events.models import Book, Competition, Draw, Entrant, Match, Player, Team
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems, StateRefusal
from events.selectors.plan import setup_of
from events.selectors.rules import players_an_entrant
from events.services.group_draws import numbers_follow
from events.services.keyed import Write, keyed, veiled
from events.services.names import MOST_PLAYER, MOST_TEAM, checked_name, text_faults
from events.services.replies import Reply, refusals_kept
from events.services.rounds import venue_day
from events.storable import storable
from scoring.formats import drawn_form
from scoring.formats.laws import ROSTER, law_of
from scoring.outcomes import Fault

# What one book and one hall can hold; no rule of any game.
MOST_TEAMS = 200
MOST_PAIRS = 50
ACTION = "team.change"


def team_add(*, competition: Competition, name: str, by: Actor, key: str = "", wild_card: bool = False) -> Reply:
    """201 `{"team": pid, "entry": {seq, hash}}`. Raises Problems, StateRefusal `roster_frozen`, NotAllowed. `wild_card`: the team of
    one who comes in later, where the format knows such (F5-04)."""
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
        text = checked_name(name, most=MOST_TEAM)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition, wild_card=wild_card)
            teams = Team.objects.filter(competition=competition)
            if teams.filter(name=text).exists():
                raise Problems([Fault("name_taken", at="name")])
            if teams.count() >= MOST_TEAMS:
                raise Problems([Fault("too_many_teams", at="name", values={"most": MOST_TEAMS})])
            team = Team.objects.create(competition=competition, name=text)
            write("team", {"team": team.pid})
            return {"team": team.pid}

        asked = {"name": veiled(text), **({"wild_card": True} if wild_card else {})}
        return keyed(competition=competition, action="team_add", asked=asked, key=key, by=by, work=work)


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
            _refuse_seated(competition, Entrant.objects.filter(team=found))
            write("entrant_out", {"team": team})
            Player.objects.filter(entrant__team=found).delete()
            Entrant.objects.filter(team=found).delete()
            found.delete()
            return {"team": team}

        return keyed(competition=competition, action="team_remove", asked={"team": team}, key=key, by=by, work=work)


def entrant_add(
    *,
    competition: Competition,
    team: str,
    names: Sequence[str],
    by: Actor,
    key: str = "",
    wild_card: bool = False,
    born: str | None = None,
) -> Reply:
    """A pair: 201 `{"entrant": pid, "team": pid, "players": [pid, pid], "entry": …}`. Raises as team_add, and NotFound.

    Nobody is his own partner (`player_twice`); two people of one name in two pairs are accepted, the pages point at them.
    `wild_card`: one who comes in later, where the format knows such (F5-04). `born` (`2008-05-31`) is checked where the rulebook has
    an age (F1-22), and kept nowhere.
    """
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)
        texts = _player_names(competition, names)
        _refuse_entry(competition, born)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition, wild_card=wild_card)
            found = team_of(competition, team)
            if found.entrants.count() >= MOST_PAIRS:
                raise Problems([Fault("too_many_pairs", at="names", values={"most": MOST_PAIRS})])
            entrant = Entrant.objects.create(competition=competition, team=found)
            players = [Player.objects.create(entrant=entrant, name=text, order=order) for order, text in enumerate(texts, 1)]
            pids = [player.pid for player in players]
            body = {"entrant": entrant.pid, "team": team, "players": pids, **({"wild_card": True} if wild_card else {})}
            write("entrant", body)
            _numbers(competition)
            return body

        asked = {"team": team, "names": [veiled(text) for text in texts], **({"wild_card": True} if wild_card else {})}
        return keyed(competition=competition, action="entrant_add", asked=asked, key=key, by=by, work=work)


def line_faults(*, competition: Competition, team: str, names: Sequence[str], born: str | None) -> list[Fault]:
    """What speaks against entering these people for the team of a name, which need not be there yet; nothing is written."""
    _text, faults = text_faults(team, at="name", most=MOST_TEAM)
    for check in (lambda: _player_names(competition, names), lambda: _refuse_entry(competition, born)):
        try:
            check()
        except Problems as problems:
            faults += problems.faults
    return faults


def size_faults(*, competition: Competition, lines: Mapping[str, int]) -> list[Fault]:
    """Whether the lists still hold so many entrants more for each of the teams of these names, new or not. Raises StateRefusal
    `roster_frozen`."""
    _roster_open(competition)
    held = dict(Team.objects.filter(competition=competition).annotate(held=Count("entrants")).values_list("name", "held"))
    faults = [
        Fault("too_many_pairs", at="names", values={"most": MOST_PAIRS})
        for name, more in lines.items()
        if held.get(name, 0) + more > MOST_PAIRS
    ]
    if len(held.keys() | lines.keys()) > MOST_TEAMS:
        faults.append(Fault("too_many_teams", at="name", values={"most": MOST_TEAMS}))
    return faults


def entrant_remove(*, competition: Competition, entrant: str, by: Actor, key: str = "") -> Reply:
    """Takes the pair off before the draw. Raises NotFound, StateRefusal `roster_frozen`, NotAllowed."""
    with refusals_kept(competition=competition, action=ACTION, by=by, key=key):
        require(by, ACTION, event_id=competition.event_id, competition_id=competition.pk)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            _roster_open(competition)
            found = Entrant.objects.filter(competition=competition, pid=entrant).first() if storable(entrant) else None
            if found is None:
                raise NotFound("entrant")
            _refuse_seated(competition, [found])
            write("entrant_out", {"entrant": entrant})
            Player.objects.filter(entrant=found).delete()
            found.delete()
            _numbers(competition)
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


def _roster_open(competition: Competition, *, wild_card: bool = False) -> None:
    """Raises StateRefusal `roster_frozen`, and `not_in_this_format` for a wild card where the format has none."""
    rulebook = rulebook_of(competition)
    form = drawn_form(rulebook)
    if wild_card and (form is None or not form.wild_cards(rulebook)):
        raise StateRefusal("not_in_this_format", clause=law_of(rulebook, ROSTER))
    if form is not None:
        frozen = not form.roster_open(rulebook, setup_of(competition), wild_card=wild_card)
    else:
        frozen = Draw.objects.filter(competition=competition).exists()
    if frozen:
        raise StateRefusal("roster_frozen", clause=law_of(rulebook, ROSTER))


def _refuse_seated(competition: Competition, entrants: Iterable[Entrant]) -> None:
    """Raises StateRefusal `roster_frozen` for anybody who sat at a table: what he played stays with his name."""
    people = list(entrants)
    seated = Q(ns__in=people) | Q(ew__in=people) | Q(third__in=people)
    if Match.objects.filter(seated, competition=competition).exists():
        raise StateRefusal("roster_frozen", clause=law_of(rulebook_of(competition), ROSTER))


def _numbers(competition: Competition) -> None:
    """Where entering gives a number, or a late one is numbered after the drawn ones."""
    if drawn_form(rulebook_of(competition)) is not None:
        numbers_follow(competition)


def _refuse_entry(competition: Competition, born: str | None) -> None:
    """Raises Problems with what the rulebook has against somebody's age."""
    rulebook = rulebook_of(competition)
    form = drawn_form(rulebook)
    faults = form.entry_faults(rulebook, born, venue_day(competition)) if form is not None else ()
    if faults:
        raise Problems(list(faults))


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
