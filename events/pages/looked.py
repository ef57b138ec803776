"""A look at what a form of a case would change, before anybody saves it: the true act tried out and taken back.

No rule and no write stands here.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from events.models import Match
from events.pages.base import Place
from events.pages.case_acts import Sent, new_key
from events.pages.effect_words import EffectTold, effect_told
from events.refusals import Busy
from events.services import rulings
from events.services.rehearsal import Effect, effect_of
from scoring.judge import judge
from scoring.parameters import Rulebook

# Acts that are looked at once before they are done, where more than the hand in question changes.
LOOK_FIRST = frozenset({"correct", "swap"})
NO_REASON_YET = "–"  # a reason that is asked for is no obstacle to a look
MOST_CONTENDERS = 6

Run = Callable[[Sent], object]


def wants_look(sent: Sent) -> bool:
    """Whether the button pressed was 看影响."""
    return bool(sent.text("preview"))


def looked(sent: Sent, run: Run) -> EffectTold:
    """What the form would change. The button of a version of a conflict carries its hash. Raises Busy."""
    data = sent.data.copy()
    if sent.text("preview") not in ("", "yes"):
        data["uphold"] = sent.text("preview")
    return effect_told(sent.place.competition, tried(replace(sent, data=data), run), sent.match.code)


def tried(sent: Sent, run: Run) -> Effect:
    """The act of a form, done and taken back; a reason is not missing yet. Raises Busy."""
    data = sent.data.copy()
    if not sent.text("reason"):
        data["reason"] = NO_REASON_YET
    return effect_of(competition=sent.place.competition, act=lambda: run(replace(sent, data=data)))


def must_look(sent: Sent, act: str, run: Run) -> EffectTold | None:
    """The effect to show first, or None: nothing else changes, it was shown at this version of the match, or the act is refused anyway."""
    if act not in LOOK_FIRST or sent.text("seen") == seen_of(sent.match):
        return None
    told = looked(sent, run)
    return told if told.downstream and not told.refused else None


def seen_of(match: Match) -> str:
    """What a form carries once its effect was shown: the match as it stood then."""
    return f"v{match.version}"


def scoring_clauses(rulebook: Rulebook, records: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """The clauses by which these records score: what a ruling between them rests on first."""
    return frozenset(step.clause for record in records for step in judge(rulebook, record).trace if step.clause in rulebook.clauses)


def upheld_effects(
    place: Place, match: Match, rulebook: Rulebook, contested: Iterable[tuple[tuple[int, int, str], str]]
) -> Mapping[str, EffectTold]:
    """Hash of every version of the contested hands -> what a ruling for it would make of match and standings, as far as can be said now."""
    if place.actor is None or not place.may("ruling.make"):
        return {}
    by, clauses = place.actor, list(rulebook.clauses)[:1]
    found: dict[str, EffectTold] = {}
    for (game, number, room), named in list(contested)[:MOST_CONTENDERS]:

        def act(game: int = game, number: int = number, room: str = room, named: str = named) -> object:
            return rulings.ruling_make(
                competition=place.competition,
                match=match.code,
                game=game,
                number=number,
                room=room,
                uphold=named,
                clauses=clauses,
                reason=NO_REASON_YET,
                key=new_key(),
                by=by,
            )

        try:
            found[named] = effect_told(place.competition, effect_of(competition=place.competition, act=act), match.code)
        except Busy:
            break  # the page comes without; a reload tries again
    return found
