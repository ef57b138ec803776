"""The bracket 对阵表 after a result changed: who won goes on into the next match, as long as nothing was played there.

Writes `Match` and, through events.ledger, `reseated`. Which match is next and who should sit there is asked of scoring.
"""

from collections.abc import Mapping
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Book, Entrant, HandRecord, HandState, Match, Round
from events.pinned import rulebook_of
from events.refusals import StateRefusal
from events.remarks import remark_keep
from events.selectors.match_value import match_value
from events.selectors.plan import setup_of
from events.services.keyed import new_key
from events.services.sitting import Sitting, project, require_competent
from events.standings import full
from scoring.formats import FORMATS, drawn_form
from scoring.match_facts import standing
from scoring.sides import key_of

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
        if not _seat_anew(book, match, change, by=by, let_stand=let_stand, reason=reason):
            break
    if drawn_form(rulebook) is not None:
        _follow_tables(book, match, by=by, let_stand=let_stand, reason=reason)


def _follow_tables(book: Book, match: Match, *, by: Actor, let_stand: bool, reason: str) -> None:
    """Where tables are drawn each round: whoever goes on now sits in place of who does not, and carries the stack he has now."""
    competition = match.competition
    if not Round.objects.filter(competition=competition, number__gt=match.round.number).exists():
        return
    left = {seat["match"] for seat in setup_of(competition)["matches"] if seat.get("ruled")}
    for change in full(competition)["due"]:
        if change["match"] not in left:
            _seat_anew(book, match, change, by=by, let_stand=let_stand, reason=reason)


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
            _seat_anew(book, match, {"match": row["match"], "seats": seats, **gone}, by=by, let_stand=let_stand, reason=reason)


def _seat_anew(book: Book, match: Match, change: Mapping[str, Any], *, by: Actor, let_stand: bool, reason: str) -> bool:
    """One later match: its people changed, or, by the chief referee's word, left as they are. False where nothing is to be written."""
    rulebook = rulebook_of(match.competition)
    following = Match.objects.select_related("round", "ns", "ew", "third").get(competition=match.competition, code=change["match"])
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
        body = {"match": following.code, **seats, "ruled": True, "remark": remark_keep(match.competition, reason.strip())}
    key = new_key()
    ledger.append(book, kind="reseated", body=body, by=by, key=key, fingerprint=key)
    if not begun:
        people = Entrant.objects.filter(competition=match.competition).in_bulk(list(change["seats"].values()), field_name="pid")
        for key, pid in change["seats"].items():
            setattr(following, COLUMNS.get(key, key), people[pid])
        following.competition = match.competition
        project(following, match_value(competition=match.competition, match=following.code))
        following.save()
    return True


def _begun(book: Book, match: Match) -> bool:
    """Whether people sat down to it: a hand was played, it was decided, or an official stated something of who sits there."""
    if match.done or match.confirmed_hash:
        return True
    if HandRecord.objects.filter(match=match, state__in=[HandState.LIVE, HandState.CONFLICT]).exists():
        return True
    return bool(standing(ledger.entries(book, kinds=(*STATED, "withdrawn"), matches=[match.code]), *STATED))
