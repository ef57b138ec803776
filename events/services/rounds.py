"""轮: opened one after the other, from the plan of the format; locked and unlocked.

Writes Round and Match rows and, through events.ledger, `round_opened`, `round_locked`, `round_unlocked`. Who meets whom, at which
table and on which side is scoring's plan; nothing of it is decided here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from events import clock
from events.access import ORGANISER, Actor, require
from events.models import Book, Competition, Entrant, Match, Round
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.remarks import remark_keep
from events.selectors.plan import seats_of_round, setup_of
from events.services.draws import refuse_blocked
from events.services.keyed import Write, keyed, veiled
from events.services.names import checked_reason
from events.services.publishing import freezes_begin, refuse_round
from events.services.replies import Reply, refusals_kept
from events.services.sitting import project, reason_body, reason_faults, refuse
from events.standings import full
from scoring.formats import FORMATS, drawn_form
from scoring.formats.laws import DRAW, ROUNDS, law_of
from scoring.nodes import match_node
from scoring.outcomes import Fault
from scoring.setup_facts import SITTING
from scoring.sides import key_of, sides_of
from scoring.tallies import TALLIES

MOST_ROUND = 999
OPEN, LOCKED = "open", "locked"
COLUMNS = ("ns", "ew", "third")


def round_open(
    *, competition: Competition, number: int, by: Actor, force: bool = False, reason: str = "", key: str = "", day: str = ""
) -> Reply:
    """The next round and its matches: 201 `{"round", "matches": [code…], "bye": team pid or null, "entry"}`.

    Raises StateRefusal: `draws_missing`, `not_next`, `no_more_rounds`, and `round_unfinished` with `current["missing"]`, unless an
    organiser forces it with a reason. Raises Problems, NotAllowed. Where a rulebook counts by days (the ladder) the entry states the
    venue's calendar day; `day` (`2026-07-05`) is for simulated events alone, StateRefusal `day_is_the_servers` elsewhere.
    """
    with refusals_kept(competition=competition, action="round.open", by=by, key=key):
        require(by, "round.open", event_id=competition.event_id, competition_id=competition.pk)
        if force and ORGANISER not in by.roles:
            raise NotAllowed("organiser_forces")
        _check_number(number, competition)
        text = checked_reason(reason) if force else ""

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            refuse_round(competition)
            state = full(competition)
            seats, byes = _next_seats(competition, number, state)
            missing = [] if number in state["plan"].get("beside", ()) else unfinished_matches(state)
            if missing and not force:
                raise StateRefusal("round_unfinished", current={"missing": missing})
            stated = {"seats": [_stated(seat) for seat in seats]} if FORMATS[rulebook_of(competition).format].states_seats else {}
            on = _day(competition, state, day)
            _refuse_opening(competition, state, seats, on.get("day", ""))
            remark = {"remark": remark_keep(competition, text)} if missing else {}
            opening = write("round_opened", {"round": number, **stated, **on, **remark})
            _seat(competition, number, seats, on.get("day", ""))
            freezes_begin(competition, number, opening.seq)
            matches = [seat["match"] for seat in seats]
            return {"round": number, "matches": matches, "bye": byes[0] if byes else None} | ({"byes": byes} if stated else {})

        asked = {"round": number, "force": force, "reason": veiled(text), **({"day": day} if day else {})}
        return keyed(competition=competition, action="round_open", asked=asked, key=key, by=by, work=work)


def _check_number(number: int, competition: Competition) -> None:
    if type(number) is not int or not 1 <= number <= MOST_ROUND:
        raise Problems([Fault("out_of_range", law_of(rulebook_of(competition), ROUNDS), "round", {"least": 1, "most": MOST_ROUND})])


def _day(competition: Competition, state: Mapping[str, Any], stated: str) -> dict[str, str]:
    """The venue's day, where the coming round is counted by days."""
    if stated and not competition.event.simulated:
        raise StateRefusal("day_is_the_servers")
    if not (state.get("next") or {}).get("by_day"):
        return {}
    return {"day": stated or venue_day(competition)}


def venue_day(competition: Competition) -> str:
    """The calendar day at the venue: `2026-07-05`."""
    return clock.now().astimezone(ZoneInfo(competition.event.time_zone)).date().isoformat()


def _refuse_opening(competition: Competition, state: Mapping[str, Any], seats: list[dict[str, Any]], day: str) -> None:
    """Raises Problems with what the format has against these seats on this day."""
    rulebook = rulebook_of(competition)
    form = drawn_form(rulebook)
    faults = form.opening_faults(rulebook, state, seats, day) if form is not None else ()
    if faults:
        raise Problems(list(faults))


def _stated(seat: Mapping[str, Any]) -> dict[str, Any]:
    """A planned seat as the entry states it: entrants by their ids alone."""
    return {name: value["entrant"] if name in SITTING else value for name, value in seat.items() if name != "round"}


def _next_seats(competition: Competition, number: int, state: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """The plan of the round, which must be the next one of a fully drawn field."""
    setup, rulebook = setup_of(competition), rulebook_of(competition)
    each = drawn_form(rulebook) is not None
    plan = state["plan"] if each else setup["plan"]
    refuse_blocked(plan, rulebook)
    if plan["draws"]:
        raise StateRefusal("draws_missing", clause=law_of(rulebook, DRAW), current={"draws": plan["draws"]})
    following = Round.objects.filter(competition=competition).count() + 1
    if each and state["next"] is None and not plan["over"]:
        raise StateRefusal("results_missing", values={"round": following - 1}, current={"missing": unfinished_matches(state)})
    if following > plan["rounds"]:
        raise StateRefusal("no_more_rounds", clause=law_of(rulebook, ROUNDS), values={"rounds": plan["rounds"]})
    if number != following:
        raise StateRefusal("not_next", values={"next": following})
    seats, byes = seats_of_round(competition, setup, number, state)
    if not seats and not byes:
        # Who goes on is not known yet: the organiser may force many things, but not that. A round of walkovers alone has no matches.
        raise StateRefusal("results_missing", values={"round": number - 1}, current={"missing": unfinished_matches(state)})
    return seats, byes


def unfinished_matches(state: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Matches of opened rounds that still lack hands: `{"round", "match", "table", "hands"}`, by round and table."""
    finished = {row["round"] for row in state["rounds"] if row["finished"]}
    return [
        {"round": match["round"], "match": match["match"], "table": match["table"], "hands": len(match["hands"])}
        for match in state["matches"]
        if match["round"] not in finished and match["state"] in ("waiting", "playing")
    ]


def _seat(competition: Competition, number: int, seats: list[dict[str, Any]], day: str) -> None:
    stage = seats[0].get("stage", "") if seats else ""
    opened = Round.objects.create(competition=competition, number=number, state=OPEN, stage=stage, day=day)
    pairs = Entrant.objects.filter(competition=competition).in_bulk(field_name="pid")
    rulebook = rulebook_of(competition)
    matches = [
        Match(
            competition=competition,
            round=opened,
            code=seat["match"],
            encounter=seat["encounter"],
            pair=seat["pair"],
            table=seat["table"],
            room=seat.get("room", ""),
            boards=seat.get("boards", []),
            **{column: pairs[seat[key_of(side)]["entrant"]] for column, side in zip(COLUMNS, sides_of(seat), strict=False)},
        )
        for seat in seats
    ]
    if not TALLIES[rulebook.tally].additive:
        opened_seats = {seat["match"]: seat for seat in setup_of(competition)["matches"]}
        for match in matches:
            project(match, match_node(rulebook, opened_seats[match.code], ()))
    Match.objects.bulk_create(matches)


def round_lock(*, competition: Competition, number: int, by: Actor, key: str = "", reason: str = "") -> Reply:
    """No more entries by tables in this round. Raises Problems, NotFound, StateRefusal `round_locked`, NotAllowed."""
    switched = Switch("round_locked", before=OPEN, after=LOCKED, refusal="round_locked")
    return _switch(competition, number, by, key, reason, switched)


def round_unlock(*, competition: Competition, number: int, by: Actor, key: str = "", reason: str = "") -> Reply:
    """Raises Problems, NotFound, StateRefusal `round_not_locked`, NotAllowed."""
    switched = Switch("round_unlocked", before=LOCKED, after=OPEN, refusal="round_not_locked")
    return _switch(competition, number, by, key, reason, switched)


@dataclass(frozen=True, slots=True)
class Switch:
    """The kind of the entry, the states before and after it, and what is said where the round is not in the first."""

    kind: str
    before: str
    after: str
    refusal: str


def _switch(competition: Competition, number: int, by: Actor, key: str, reason: str, to: Switch) -> Reply:
    with refusals_kept(competition=competition, action="round.lock", by=by, key=key):
        require(by, "round.lock", event_id=competition.event_id, competition_id=competition.pk)
        _check_number(number, competition)
        refuse(reason_faults(reason))

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            found = Round.objects.filter(competition=competition, number=number).first()
            if found is None:
                raise NotFound("round")
            if found.state != to.before:
                raise StateRefusal(to.refusal, values={"round": number})
            write(to.kind, {"round": number, **reason_body(competition, reason)})
            found.state = to.after
            found.save(update_fields=["state"])
            return {"round": number, "state": to.after}

        # Without a reason the request is what it always was: a key from before is answered again.
        asked = {"round": number, **({"reason": veiled(reason)} if reason else {})}
        return keyed(competition=competition, action=to.kind, asked=asked, key=key, by=by, work=work)
