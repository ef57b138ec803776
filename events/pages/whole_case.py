"""A referee's case of a match judged as a whole: its sheet, a form for each record, penalties by the tariff, the bell, adjusted scores.

The record's form is made from the game's own schema, a penalty's from its tariff; no rule and no write stands here.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from events.models import HandRecord, Match
from events.pages.base import Place
from events.pages.case_acts import COMMON_ACTS, SIDES, Act, Kept, Sent, clauses_of, new_key
from events.pages.record_form import FROM_SEAT, PLACES, Field, askable, penalty_fields, penalty_typed, record_form, record_typed
from events.refusals import NotFound
from events.selectors.match_value import seat_of
from events.selectors.people import names_of
from events.selectors.sittings import SHEETS
from events.selectors.whole_case import SlotCase, WholeCase, whole_case_of
from events.services import hands, penalties, rulings
from events.services.replies import Reply
from events.wording import problem_text
from events.wording.fields import VALUES, field_name, field_value
from events.wording.leaves import value_text
from events.wording.penalties import penalty_word
from events.wording.sides import side_name
from events.wording.terms import TERMS
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.penalties import law, leaf, may_impose, official
from scoring.records import json_schema
from scoring.tallies import board_comparison, two_rooms

MOST_DIGITS = 3
# The units of an adjusted score, by the tally that takes them.
UNITS: Mapping[str, tuple[str, ...]] = {"two_rooms": two_rooms.UNITS, "match_points": board_comparison.UNITS}


def _digits(text: str, default: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else default


def _live(sent: Sent) -> HandRecord:
    """The record a form names by its hash. Raises NotFound."""
    found = HandRecord.objects.filter(match=sent.match, hash=sent.text("supersedes")).first()
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
        penalty=penalty_typed(sent.rulebook, sent.text("code"), sent.data),
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


WHOLE_ACTS: Mapping[str, Act] = {
    "record": Act("hand.record", _record),
    "correct": Act("hand.correct", _correct),
    "void": Act("hand.void", _void),
    "rule": Act("ruling.make", _rule),
    "penalty": Act("penalty.give", _penalty),
    "time-up": Act("time.up", _time_up),
    "adjust": Act("board.adjust", _adjust),
    **COMMON_ACTS,
}


def whole_context(request: HttpRequest, place: Place, match: Match, rulebook: Rulebook, kept: Kept) -> dict[str, Any]:
    """Everything the page prints beside what every case has."""
    found = whole_case_of(competition=place.competition, match=match)
    game = GAMES[rulebook.game]
    code = kept.first.get("code", "") if kept.act == "penalty" else request.GET.get("penalty", "")
    code = code if code in game.tariffs else ""
    roles = place.actor.roles if place.actor is not None else frozenset()
    return {
        "case": found,
        "rulebook": rulebook,
        "sheet": SHEETS[rulebook.tally](found.value, names=names_of(competition=place.competition), rulebook=rulebook),
        "sheet_template": f"match/{rulebook.tally}.html",
        "view": {"round": match.round.number, "table": match, "encounter": found.seat.get("encounter", "")},
        "drawings": {},
        "both": [_side(found, side, rulebook.game) for side in SIDES],
        "sides": {side: side_name(side, rulebook.game) for side in SIDES},
        "slots": [_shown(rulebook, found, slot, kept) for slot in found.slots],
        "new_record": record_form(rulebook, found.seat, kept.first if kept.act == "record" else _next(found, rulebook)),
        "tariff": [{**_tariff(rulebook, name), "mine": may_impose(rulebook, name, roles)} for name in game.tariffs],
        "penalty": {**_tariff(rulebook, code), "fields": _asked(rulebook, code, kept)} if code else None,
        "stated": [_stated(one) for one in found.stated],
        "findings": [problem_text(fault["code"], fault["values"]) for fault in found.value["findings"]],
        "bell": "time_up" in game.extra_acts,
        "adjusts": "adjustment" in game.extra_acts,
        "units": [(unit, field_value("unit", unit)) for unit in UNITS.get(rulebook.tally, ())],
        "boards": found.seat.get("boards", ()),
        "clauses": clauses_of(rulebook, []),
        "signs_each": any("confirmed" in row for row in found.value["hands"]),
        "own_entries": any(
            slot.live is not None and place.actor is not None and place.actor.was(slot.live.row.actor) for slot in found.unsigned
        ),
    }


def _tariff(rulebook: Rulebook, code: str) -> dict[str, Any]:
    """One line of the tariff: what it fines, by which clause, by whom."""
    return {
        "code": code,
        "word": penalty_word(code),
        "ref": rulebook.clauses[law(rulebook, code)].ref,
        "amount": rulebook.number(leaf(code, "amount")),
        "per": rulebook.choice(leaf(code, "per")),
        "does": _does(rulebook, code),
        "official": TERMS[official(rulebook, code)],
    }


def _does(rulebook: Rulebook, code: str) -> str:
    """What a penalty without a number does: one whose amount is no number of the organiser's moves none. "" for a fine, be it 0."""
    if rulebook.leaves[leaf(code, "amount")].overridable or rulebook.number(leaf(code, "amount")):
        return ""
    return value_text(rulebook.choice(leaf(code, "moves")))


def _asked(rulebook: Rulebook, code: str, kept: Kept) -> tuple[Field, ...]:
    typed = {name: values[0] for name, values in kept.values.items() if values} if kept.act == "penalty" else {}
    return penalty_fields(rulebook, code, typed)


def _next(found: WholeCase, rulebook: Rulebook) -> dict[str, str]:
    """Where the next record belongs, as the table's own page would prefill it."""
    shown = found.value["shown"]
    places = {"game": shown.get("next_game") or shown.get("game"), "hand": shown.get("next_hand"), "board": shown.get("next_board")}
    return {name: str(value) for name, value in places.items() if value is not None and name in json_schema(rulebook)["properties"]}


def _side(found: WholeCase, side: str, game: str) -> dict[str, Any]:
    entrant = found.match.ns if side == "NS" else found.match.ew
    return {"code": side, "css": side.lower(), "name": side_name(side, game), "entrant": entrant, "players": found.players[side]}


def _shown(rulebook: Rulebook, found: WholeCase, slot: SlotCase, kept: Kept) -> dict[str, Any]:
    """One slot with its forms: the words of each record, and the form that corrects it or rules it."""
    refused = kept.first if kept.about == slot.id and kept.act in ("correct", "rule") else {}
    live = slot.live.row.record if slot.live is not None else None
    return {
        "slot": slot,
        "form": record_form(rulebook, found.seat, refused, live=live) if live is not None else None,
        "contenders": [(said, record_line(rulebook, said.row.record)) for said in slot.contenders],
        "past": [(said, record_line(rulebook, said.row.record)) for said in slot.past],
        "findings": [problem_text(fault["code"], fault["values"]) for fault in slot.findings],
        "key": new_key(),
    }


def record_line(rulebook: Rulebook, record: Mapping[str, Any]) -> str:
    """A record in words, without its place: what was played."""
    words = []
    for name, of in json_schema(rulebook)["properties"].items():
        if name in record and askable(of) and name not in (*PLACES, *FROM_SEAT) and (record[name] is not None or (name, "null") in VALUES):
            value = "null" if record[name] is None else str(record[name])
            words.append(f"{field_name(name)} {field_value(name, value, rulebook.game)}")
    return " · ".join(words)


def _stated(one: Any) -> dict[str, Any]:
    body = one.body
    what = ""
    if one.kind == "penalty":
        what = f"{TERMS[body['side']]} {penalty_word(body['code'])}" + (f" × {body['count']}" if body.get("count", 1) != 1 else "")
        what += f" {body['amount']}" if body.get("amount") else ""
    elif one.kind == "forfeit":
        what = " ".join(str(TERMS[side]) for side in body["sides"])
    elif one.kind == "adjustment":
        what = f"{body['ns']} : {body['ew']} {field_value('unit', body['unit'])}"
    elif one.kind == "time_up":
        what = str(body["last_hand"])
    return {"one": one, "what": what}
