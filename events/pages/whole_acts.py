"""What a referee may do about a match judged as a whole: each act of its page, as the form that was sent states it.

A record's form is read by the game's own schema, a penalty's by its tariff; no rule and no write stands here.
"""

from collections.abc import Mapping
from typing import Any

from events.models import HandRecord
from events.pages.case_acts import COMMON_ACTS, Act, Sent
from events.pages.record_form import penalty_typed, record_typed
from events.refusals import NotFound
from events.selectors.match_value import seat_of
from events.selectors.records import record_named
from events.services import arrivals, hands, penalties, rulings
from events.services.replies import Reply

MOST_DIGITS = 3


def _digits(text: str, default: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else default


def _live(sent: Sent) -> HandRecord:
    """The record a form names by its hash. Raises NotFound."""
    found = record_named(sent.match, sent.text("supersedes"))
    if found is None:
        raise NotFound("hand")
    return found


def _seat(sent: Sent) -> Mapping[str, Any]:
    return seat_of(competition=sent.place.competition, match=sent.match.code)


def _record(sent: Sent) -> Reply:
    """A record of a slot believed empty: one that holds another result is asked back, until the box is ticked."""
    record = record_typed(sent.rulebook, _seat(sent), sent.data)
    return hands.hand_record(**sent.about(), record=record, ask=not sent.ticked("report"))


def _correct(sent: Sent) -> Reply:
    record = record_typed(sent.rulebook, _seat(sent), sent.data, live=_live(sent).record)
    return hands.hand_correct(
        **sent.about(),
        supersedes=sent.text("supersedes"),
        record=record,
        reason=sent.text("reason"),
        let_stand=sent.ticked("let-stand"),
    )


def _void(sent: Sent) -> Reply:
    return hands.hand_void(
        **sent.about(), supersedes=sent.text("supersedes"), reason=sent.text("reason"), let_stand=sent.ticked("let-stand")
    )


def _rule(sent: Sent) -> Reply:
    upheld = sent.text("uphold")
    record = None if upheld else record_typed(sent.rulebook, _seat(sent), sent.data, live=_live(sent).record)
    return rulings.ruling_make(
        **sent.about(),
        game=_digits(sent.text("of-game"), 1),
        number=_digits(sent.text("of-number")),
        room=sent.text("of-room"),
        uphold=upheld or None,
        record=record,
        clauses=sent.data.getlist("clauses"),
        reason=sent.text("reason"),
        let_stand=sent.ticked("let-stand"),
    )


def _penalty(sent: Sent) -> Reply:
    return penalties.penalty_give(
        **sent.about(),
        penalty=penalty_typed(sent.rulebook, _seat(sent), sent.text("code"), sent.data),
        game=_digits(sent.text("of-game"), 1),
        number=_digits(sent.text("of-number")),
        room=sent.match.room,
        reason=sent.text("reason"),
        let_stand=sent.ticked("let-stand"),
    )


def _time_up(sent: Sent) -> Reply:
    return penalties.time_up_state(
        **sent.about(),
        game=_digits(sent.text("of-game"), 1),
        last_hand=_digits(sent.text("last_hand"), -1),
        lot=sent.text("lot"),
        reason=sent.text("reason"),
    )


def _adjust(sent: Sent) -> Reply:
    return penalties.board_adjust(
        **sent.about(),
        board=_digits(sent.text("board")),
        ns=_score(sent.text("ns")),
        ew=_score(sent.text("ew")),
        unit=sent.text("unit"),
        clauses=sent.data.getlist("clauses"),
        reason=sent.text("reason"),
        room=sent.match.room,
    )


def _score(text: str) -> int | str:
    """A whole number with or without its sign; anything else stays as typed, for the rules to refuse."""
    digits = text.replace("−", "-").removeprefix("+")
    return int(digits) if digits.removeprefix("-").isdigit() and digits.isascii() and len(digits) <= MOST_DIGITS + 3 else digits


def _first_finished(sent: Sent) -> Reply:
    """This table finished before all others of its round: who fills the table of those left over follows from it."""
    about = {name: value for name, value in sent.about().items() if name != "match"}
    return arrivals.first_finished_state(**about, number=sent.match.round.number, match=sent.match.code)


WHOLE_ACTS: Mapping[str, Act] = {
    "record": Act("hand.record", _record),
    "correct": Act("hand.correct", _correct),
    "void": Act("hand.void", _void),
    "rule": Act("ruling.make", _rule),
    "penalty": Act("penalty.give", _penalty),
    "time-up": Act("time.up", _time_up),
    "adjust": Act("board.adjust", _adjust),
    "first-finished": Act("first_finished.state", _first_finished),
    **COMMON_ACTS,
}
