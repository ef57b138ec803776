"""The rows of a paper slip as a form: what is already there, what was typed, what was wrong with it cell by cell.

A hand of 掼蛋 is one digit; any other game's row has the fields of its record, as the game's schema names them. Reads what the selectors
give and what was sent; no rule and no write stands here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from events.models import Match
from events.pages.base import Place
from events.pages.case_acts import new_key
from events.pages.case_words import points_line, record_line
from events.pages.record_form import PLACES, Field, record_form, record_typed
from events.pages.refused import Told, told
from events.pinned import rulebook_of
from events.refusals import Problems, Refused
from events.selectors.desk_case import case_of
from events.selectors.people import names_of
from events.selectors.table_page import kinds_of
from events.selectors.whole_case import SlotCase, WholeCase, whole_case_of
from events.services.replies import Reply
from events.wording.terms import TERMS
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.records import json_schema
from scoring.sides import THREE
from scoring.tallies import TALLIES

BLANK_ROWS = 5  # where no number of hands is fixed: a slip of paper holds about as many
RESULT = "result"


@dataclass(frozen=True, slots=True)
class Choice:
    """One result of a hand of 掼蛋: the digit that means it, and what the row then says."""

    digit: str
    side: str
    kind: str
    points: int

    @property
    def label(self) -> str:
        return f"{TERMS[self.side]} {TERMS[self.kind]} {self.points}"


@dataclass(frozen=True, slots=True)
class There:
    """A record that is already there; `worth` what it gives its `side`, of a hand that one side wins."""

    words: str
    points: str
    who: str
    side: str = ""
    worth: int = 0


@dataclass(frozen=True, slots=True)
class SlipRow:
    """One row. `name` prefixes its fields; `there` are the records of its slot, two or more of them contest it; `asks`: the slot holds
    another result, so a second one is kept only where the box is ticked; `told` is what was wrong with the row, `cells` with one field."""

    name: str
    number: int
    key: str
    fields: tuple[Field, ...]
    there: tuple[There, ...] = ()
    told: tuple[Told, ...] = ()
    cells: Mapping[str, tuple[Told, ...]] | None = None
    asks: bool = False

    @property
    def shown(self) -> list[tuple[Field, tuple[Told, ...]]]:
        return [(field, (self.cells or {}).get(field.name, ())) for field in self.fields]


@dataclass(frozen=True, slots=True)
class Slip:
    """The slip of one match: its rows, and of a game that counts one digit a hand its choices."""

    match: Match
    rows: tuple[SlipRow, ...]
    there: tuple[tuple[SlotCase, There], ...]
    choices: tuple[Choice, ...]
    totals: Mapping[str, int]
    people: Mapping[str, str]


Refusals = Mapping[str, Refused | None]  # row name -> why its record was not taken; None where only its neighbours are in doubt


def choices_of(rulebook: Rulebook) -> tuple[Choice, ...]:
    kinds = kinds_of(rulebook)
    pairs = [(side, kind) for side in ("NS", "EW") for kind in kinds]
    return tuple(Choice(str(digit), side, kind["code"], kind["points"]) for digit, (side, kind) in enumerate(pairs, 1))


def slip_of(place: Place, match: Match, sent: QueryDict | None = None, refusals: Refusals | None = None) -> Slip:
    """The slip of this match; `sent` with the rows that were refused keeps what was typed in them."""
    rulebook = rulebook_of(place.competition)
    names = names_of(competition=place.competition)
    people = {side: names.pair(entrant.pid) for side, entrant in match.entrants().items()}
    if TALLIES[rulebook.tally].additive:
        return _digits(place, match, rulebook, people, sent or QueryDict(), refusals or {})
    return _fields(place, match, rulebook, people, sent or QueryDict(), refusals or {})


def items_of(place: Place, match: Match, sent: QueryDict) -> dict[str, dict[str, Any]]:
    """Row name -> the item of each row that was filled in, as `services.hands.slip_record` wants it."""
    rulebook = rulebook_of(place.competition)
    additive = TALLIES[rulebook.tally].additive
    seat = None if additive else whole_case_of(competition=place.competition, match=match).seat
    items = {}
    for name in sent.getlist("rows")[: BLANK_ROWS * 4]:
        typed = _of_row(sent, name)
        if not any(text.strip() for part, text in typed.items() if part not in (*PLACES, "key", "report")):
            continue
        record = _hand(rulebook, name, typed) if seat is None else record_typed(rulebook, seat, typed)
        items[name] = {"key": typed.get("key", ""), "record": record, "ask": typed.get("report") != "yes"}
    return items


def refused_of(reply: Reply) -> Refused:
    """A refused row, as the service would have raised it for one hand."""
    faults = [Fault(one["code"], one.get("clause", ""), one.get("at", ""), one.get("values", {})) for one in reply.body.get("problems", ())]
    if faults:
        return Problems(faults)
    refused = Refused(reply.body["code"], clause=reply.body.get("clause", ""), values=reply.body.get("values"))
    refused.status = reply.status
    return refused


def _of_row(sent: QueryDict, name: str) -> dict[str, str]:
    start = f"{name}."
    return {part.removeprefix(start): sent.get(part, "") for part in sent if part.startswith(start)}


def _hand(rulebook: Rulebook, name: str, typed: Mapping[str, str]) -> dict[str, Any]:
    """The record a digit stands for; another digit stays no result, for the rules to say so."""
    number = int(name) if name.isascii() and name.isdigit() and len(name) <= 3 else 0
    text = typed.get(RESULT, "").strip()
    chosen = next((choice for choice in choices_of(rulebook) if choice.digit == text), None)
    return {"hand": number} | ({"side": chosen.side, "kind": chosen.kind} if chosen is not None else {"kind": text[:1]})


def _digits(place: Place, match: Match, rulebook: Rulebook, people: Mapping[str, str], sent: QueryDict, refusals: Refusals) -> Slip:
    found = case_of(competition=place.competition, match=match)
    rows = []
    for slot in found.slots:
        there = tuple(
            There(
                f"{TERMS[said.side]} {TERMS[said.kind]}",
                f"{said.row.points['NS']} : {said.row.points['EW']}",
                said.who,
                said.side,
                said.worth,
            )
            for said in slot.contenders
        )
        name = str(slot.number)
        field = Field(RESULT, "", (), 1, len(choices_of(rulebook)), 1, "", required=False)
        rows.append(_row(name, slot.number, (field,), there, rulebook, sent, refusals))
    return Slip(match, tuple(rows), (), choices_of(rulebook), found.totals, people)


def _fields(place: Place, match: Match, rulebook: Rulebook, people: Mapping[str, str], sent: QueryDict, refusals: Refusals) -> Slip:
    found = whole_case_of(competition=place.competition, match=match)
    three = match.sides == THREE
    there = tuple(
        (slot, There(record_line(rulebook, said.row.record), points_line(rulebook, said.row.record) if three else "", said.who))
        for slot in found.slots
        for said in slot.contenders
    )
    rows = []
    if not match.done or refusals:
        for at, prefilled in enumerate(_blank(found, rulebook), 1):
            name = str(at)
            typed = _of_row(sent, name) if name in refusals else prefilled
            form = record_form(rulebook, found.seat, typed, people=people)
            rows.append(_row(name, at, form.fields, (), rulebook, sent, refusals))
    return Slip(match, tuple(rows), there, (), {}, people)


def _blank(found: WholeCase, rulebook: Rulebook) -> list[dict[str, str]]:
    """Where the records of the rows belong: the next hands of the game, the boards nobody has written down, the next games."""
    known = json_schema(rulebook)["properties"]
    shown = found.value["shown"]
    written = {slot.number for slot in found.slots if slot.live is not None}
    if "board" in known:
        return [{"board": str(board)} for board in found.seat["boards"] if board not in written]
    game, hand = shown.get("next_game") or shown.get("game") or 1, shown.get("next_hand") or 1
    if "hand" not in known:
        return [{"game": str(game + ahead)} for ahead in range(max(1, min(BLANK_ROWS, _games_left(shown, game))))]
    of = {"game": str(game)} if "game" in known else {}
    return [of | {"hand": str(hand + ahead)} for ahead in range(BLANK_ROWS)]


def _games_left(shown: Mapping[str, Any], game: int) -> int:
    """Games that a match of the best of so many may still have."""
    to_win = shown.get("to_win", 0)
    return 2 * to_win - game if to_win else BLANK_ROWS


def _row(
    name: str,
    number: int,
    fields: Sequence[Field],
    there: tuple[There, ...],
    rulebook: Rulebook,
    sent: QueryDict,
    refusals: Refusals,
) -> SlipRow:
    refused = refusals.get(name)
    if name not in refusals:
        return SlipRow(name, number, new_key(), tuple(replace(field, name=f"{name}.{field.name}") for field in fields), there)
    typed = _of_row(sent, name)
    said = told(refused, rulebook) if refused is not None else ()
    code = refused.code if refused is not None else ""
    cells: dict[str, tuple[Told, ...]] = {}
    for field in fields:
        mine = tuple(one for one in said if one.at and _about(one.at, field.name))
        if mine:
            cells[f"{name}.{field.name}"] = mine
    placed = {id(one) for own in cells.values() for one in own}
    # A key that has been used for something else would be refused for ever: the row gets a new one.
    key = "" if code in ("key_reused", "key_missing", "key_malformed") else typed.get("key", "")
    return SlipRow(
        name,
        number,
        key or new_key(),
        tuple(replace(field, name=f"{name}.{field.name}", value=typed.get(field.name, field.value)) for field in fields),
        there,
        tuple(one for one in said if id(one) not in placed),
        cells,
        asks=code == "slot_taken" or typed.get("report") == "yes",
    )


def _about(at: str, field: str) -> bool:
    """Whether what is wrong at this place of a record is about the field: `bids[2]` is the field `bids.2`, `bids` the first of the list.

    A hand of 掼蛋 is typed into one field, whatever part of its record is wrong.
    """
    where = at.removeprefix("record.").replace("[", ".").replace("]", "")
    return field == RESULT or where == field or (where == field.partition(".")[0] and field.endswith((where, ".0")))
