"""The bracket 对阵表 after a result changed: who won goes on into the next match, as long as nothing was played there.

Writes `Match` and, through events.ledger, `reseated`. Which match is next and who should sit there is asked of scoring.
"""

from collections.abc import Mapping
from typing import Any

from events import ledger
from events.access import Actor, require
from events.models import Book, Competition, Entrant, HandRecord, HandState, Match, Round
from events.pinned import rulebook_of
from events.refusals import NotFound, StateRefusal
from events.remarks import remark_keep
from events.selectors.match_value import match_value
from events.selectors.plan import setup_of
from events.services.keyed import Write, keyed, new_key, veiled
from events.services.replies import Reply, refusals_kept
from events.services.sitting import Sitting, project, reason_body, reason_faults, refuse, require_competent
from events.standings import full
from scoring.formats import FORMATS, drawn_form
from scoring.match_facts import standing
from scoring.sides import key_of, sides_of

COLUMNS = {"1": "ns", "2": "ew", "3": "third"}
STATED = ("forfeit", "line_up", "penalty", "time_up")


def bracket_follow(book: Book, sitting: Sitting, *, by: Actor, let_stand: bool = False, reason: str = "") -> None:
    """After an entry about a match: put its winner into the next match, under the same lock, and its loser into that for third place.

    A next match in which a hand was played, of which an official stated something, or that was decided is not touched:
    StateRefusal("next_match_begun") takes the whole act back, unless the chief referee lets it stand (`let_stand`, with a reason):
    then an entry says so and the next match keeps its people. So it is where nobody goes on any more; who sits in a next match that
    has not begun is then stated absent there.
    """
    match, rulebook = sitting.match, rulebook_of(sitting.match.competition)
    if sitting.value is None:
        return
    form = FORMATS[rulebook.format]
    while (change := form.winner_change(rulebook, setup_of(match.competition), sitting.value)) is not None:
        if change.get("passed"):
            _follow_walkovers(book, match, by=by, let_stand=let_stand, reason=reason)
            break
        if not _seat_anew(book, match.competition, change, by=by, let_stand=let_stand, reason=reason):
            break
    if drawn_form(rulebook) is not None:
        _follow_tables(book, match, by=by, let_stand=let_stand, reason=reason)


def _follow_tables(book: Book, match: Match, *, by: Actor, let_stand: bool, reason: str) -> None:
    """Where tables are drawn each round: whoever goes on now sits in place of who does not, and carries the stack he has now."""
    competition, form = match.competition, drawn_form(rulebook_of(match.competition))
    opened = Round.objects.filter(competition=competition).values_list("number", "stage")
    if form is None or not any(form.leads_to((match.round.number, match.round.stage), after) for after in opened):
        return
    seats_follow(book, match.competition, by=by, let_stand=let_stand, reason=reason)


def seats_follow(book: Book, competition: Competition, *, by: Actor, let_stand: bool = False, reason: str = "") -> None:
    """Every opened match in which others are due than are seated, after whatever was just written, put right or refused."""
    left = {seat["match"] for seat in setup_of(competition)["matches"] if seat.get("ruled")}
    for change in full(competition)["due"]:
        if change["match"] not in left:
            _seat_anew(book, competition, change, by=by, let_stand=let_stand, reason=reason)


def match_let_stand(*, competition: Competition, match: str, reason: str, key: str, by: Actor) -> Reply:
    """The chief referee lets an opened match stand with the people and stacks it has, whatever comes out of the tables before it: 201.

    For what no single act can say: a result that is taken back and entered anew, an extra hand, a bell, a lot. Raises Problems (no
    reason), NotFound, NotAllowed, StateRefusal `not_in_this_format`, `stands_already`.
    """
    action = "match.let_stand"
    with refusals_kept(competition=competition, action=action, by=by, match=match, key=key):
        require(by, action, event_id=competition.event_id, competition_id=competition.pk)
        rulebook = rulebook_of(competition)
        refuse(reason_faults(reason, required=True))
        require_competent(by, "ruling", rulebook)

        def work(_book: Book, write: Write) -> Mapping[str, Any]:
            if drawn_form(rulebook) is None:
                raise StateRefusal("not_in_this_format", values={"act": "let_stand"})
            seat = next((seat for seat in setup_of(competition)["matches"] if seat["match"] == match), None)
            if seat is None:
                raise NotFound("match")
            if seat.get("ruled"):
                raise StateRefusal("stands_already")
            write("reseated", {**_as_seated(seat), "ruled": True, **reason_body(competition, reason)})
            return {"match": match}

        return keyed(competition=competition, action=action, asked={"match": match, "reason": veiled(reason)}, key=key, by=by, work=work)


def _as_seated(seat: Mapping[str, Any]) -> dict[str, Any]:
    """A body of `reseated` that changes nothing: who sits there, with the stacks they brought."""
    people = {key_of(side): seat[key_of(side)]["entrant"] for side in sides_of(seat)}
    return {"match": seat["match"], **people, **({"start": seat["start"]} if "start" in seat else {})}


def _follow_walkovers(book: Book, match: Match, *, by: Actor, let_stand: bool, reason: str) -> None:
    """After a match whose winner had a walkover: whoever has it now is seated where it led to.

    A next match that would have to be played although its round was opened without it cannot come about any more:
    StateRefusal("walkover_given") takes the act back.
    """
    state = full(match.competition)
    opened = {row["round"] for row in state["rounds"] if row["opened"]}
    rows = [(drawn["round"], row) for drawn in state["bracket"]["rounds"] for row in drawn["matches"]]
    for number, row in rows:
        if number in opened and not row["opened"] and (row["differs"] or not row["decided"]):
            raise StateRefusal("walkover_given", values={"match": row["match"], "round": number})
    for _number, row in rows:
        if row["opened"] and row["differs"]:
            due = row["due"] or {}
            seats = {side: who for side, who in due.items() if row[side] != who}
            gone: dict[str, Any] = {} if due else {"gone": None}  # where it differs, nobody was stated absent
            passed = {"match": row["match"], "seats": seats, **gone}
            _seat_anew(book, match.competition, passed, by=by, let_stand=let_stand, reason=reason)


def _seat_anew(book: Book, competition: Competition, change: Mapping[str, Any], *, by: Actor, let_stand: bool, reason: str) -> bool:
    """One later match: its people changed, or, by the chief referee's word, left as they are. False where nothing is to be written."""
    rulebook = rulebook_of(competition)
    following = Match.objects.select_related("round", "ns", "ew", "third").get(competition=competition, code=change["match"])
    seats = {key_of(side): entrant.pid for side, entrant in following.entrants().items()}
    stakes = {"start": change["start"]} if "start" in change else {}
    begun = _begun(book, following)
    if "gone" in change and (not begun or change["gone"] in following.forfeited_by.split(",")):
        return False
    body: dict[str, Any] = {"match": following.code, **seats, **change["seats"], **stakes}
    if begun:
        if not let_stand:
            where = {"match": following.code, "table": following.table, "round": following.round.number}
            raise StateRefusal("next_match_begun", values=where)
        require_competent(by, "ruling", rulebook)
        seat = next(seat for seat in setup_of(competition)["matches"] if seat["match"] == following.code)
        body = {**_as_seated(seat), "ruled": True, "remark": remark_keep(competition, reason.strip())}
    key = new_key()
    ledger.append(book, kind="reseated", body=body, by=by, key=key, fingerprint=key)
    if not begun:
        people = Entrant.objects.filter(competition=competition).in_bulk(list(change["seats"].values()), field_name="pid")
        for key, pid in change["seats"].items():
            setattr(following, COLUMNS.get(key, key), people[pid])
        following.competition = competition
        project(following, match_value(competition=competition, match=following.code))
        following.save()
    return True


def _begun(book: Book, match: Match) -> bool:
    """Whether people sat down to it: a hand was played, it was decided, or an official stated something of who sits there."""
    if match.done or match.confirmed_hash:
        return True
    if HandRecord.objects.filter(match=match, state__in=[HandState.LIVE, HandState.CONFLICT]).exists():
        return True
    return bool(standing(ledger.entries(book, kinds=(*STATED, "withdrawn"), matches=[match.code]), *STATED))
