"""Nobody decides over a result that he entered himself: whose version a result is, and whether somebody else is there to decide.

Reads `HandRecord` and `Grant`; writes nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Any

from events.access import Actor
from events.models import Competition, Grant, HandRecord, Match
from events.refusals import NotAllowed
from events.services.sitting import Place, Sitting
from scoring.competence import competence_clause
from scoring.parameters import Rulebook

RULED = "ruling"  # what was ruled is nobody's own version


def enterers(match: Match, place: Place, result: Mapping[str, Any] | None) -> set[str]:
    """Who ever recorded this result there, as a hand or a correction, whatever became of the record."""
    game, number, room = place
    rows = HandRecord.objects.filter(match=match, game=game, number=number, room=room).exclude(by=RULED).values_list("actor", "normal")
    return {actor for actor, normal in rows if normal == result}


def refuse_own(sitting: Sitting, place: Place, by: Actor, result: Mapping[str, Any] | None, rulebook: Rulebook) -> None:
    """What somebody recorded himself another official upholds or states. Raises NotAllowed("ruler_entered_it")."""
    if any(by.was(actor) for actor in enterers(sitting.match, place, result)):
        raise entered_it(rulebook, place)


def entered_it(rulebook: Rulebook, place: Place) -> NotAllowed:
    """The refusal itself."""
    return NotAllowed("ruler_entered_it", clause=competence_clause(rulebook, "ruling"), values={"hand": place[1]})


def another_free(competition: Competition, by: Actor, fit: Callable[[str], bool], bound: Collection[str] = ()) -> bool:
    """Whether somebody else in the event holds a role that is `fit` and is none of those `bound`, under whatever grant he ever had."""
    pids: dict[int, set[str]] = defaultdict(set)
    roles: dict[int, set[str]] = defaultdict(set)
    grants = Grant.objects.filter(event_id=competition.event_id, user__is_active=True)
    for user, pid, role, revoked in grants.values_list("user_id", "pid", "role", "revoked_at"):
        pids[user].add(pid)
        if revoked is None:
            roles[user].add(role)
    out = {by.pid, *by.pids, *bound}
    return any(not pids[user] & out and any(fit(role) for role in held) for user, held in roles.items())
