"""A referee's case of a match judged as a whole: its sheet, a form for each record, penalties by the tariff, the bell, adjusted scores.

The record's form is made from the game's own schema, a penalty's from its tariff; no rule and no write stands here.
"""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from events.models import Match
from events.pages.base import Place
from events.pages.case_acts import Kept, clauses_of, css_of, new_key
from events.pages.case_three import three_context, waits_for_first
from events.pages.case_words import points_line, record_line, stated_words
from events.pages.looked import scoring_clauses, upheld_effects
from events.pages.penalty_picker import codes_of, given_before, picker, tariff_row
from events.pages.record_form import Field, penalty_fields, record_form
from events.selectors.desk_clock import clock_of, minutes_left_now
from events.selectors.people import names_of
from events.selectors.sittings import SHEETS
from events.selectors.whole_case import SlotCase, WholeCase, whole_case_of
from events.wording import problem_text
from events.wording.fields import field_value
from events.wording.sides import side_name
from scoring.games import GAMES
from scoring.parameters import Rulebook
from scoring.records import json_schema
from scoring.sides import THREE
from scoring.tallies import board_comparison, takes_bell, two_rooms

# The units of an adjusted score, by the tally that takes them.
UNITS: Mapping[str, tuple[str, ...]] = {"two_rooms": two_rooms.UNITS, "match_points": board_comparison.UNITS}


def whole_context(request: HttpRequest, place: Place, match: Match, rulebook: Rulebook, kept: Kept) -> dict[str, Any]:
    """Everything the page prints beside what every case has."""
    found = whole_case_of(competition=place.competition, match=match)
    game = GAMES[rulebook.game]
    code = kept.first.get("code", "") if kept.act == "penalty" else request.GET.get("penalty", "")
    code = code if code in codes_of(rulebook) else ""
    roles = place.actor.roles if place.actor is not None else frozenset()
    names = names_of(competition=place.competition)
    people = {side: names.pair(entrant.pid) for side, entrant in match.entrants().items()}
    return three_context(rulebook, found, people) | {
        "case": found,
        "rulebook": rulebook,
        "sheet": SHEETS[rulebook.tally](found.value, names=names, rulebook=rulebook),
        "sheet_template": f"match/{rulebook.tally}.html",
        "view": {"round": match.round.number, "table": match, "encounter": found.seat.get("encounter", "")},
        "drawings": {},
        "both": [_side(found, side, rulebook.game, people) for side in match.sides],
        "sides": {side: side_name(side, rulebook.game) for side in match.sides},
        "slots": [_shown(rulebook, found, slot, kept, people) for slot in found.slots],
        "new_record": record_form(rulebook, found.seat, kept.first if kept.act == "record" else _next(found, rulebook), people=people),
        "picker": picker(rulebook, request.GET.get("q", ""), roles),
        "penalty": {
            **tariff_row(rulebook, code, roles),
            "fields": _asked(rulebook, found, code, kept),
            "before": given_before(rulebook, found.stated, match, code, people),
        }
        if code
        else None,
        "stated": [{"one": one, "what": stated_words(rulebook, one)} for one in found.stated],
        "findings": [problem_text(fault["code"], fault["values"]) for fault in found.value["findings"]],
        "bell": takes_bell(rulebook),
        "bell_lot": rulebook.tally == "climb",
        "by_hand": match.sides == THREE,
        "adjusts": "adjustment" in game.extra_acts,
        "waits_for_first": waits_for_first(place.competition, rulebook, match),
        "clock": clock_of(match, minutes_left_now(rulebook, match)),
        "units": [(unit, field_value("unit", unit)) for unit in UNITS.get(rulebook.tally, ())],
        "boards": found.seat.get("boards", ()),
        "clauses": clauses_of(rulebook, []),
        "upheld": upheld_effects(place, match, rulebook, _contested(found)),
        "signs_each": any("confirmed" in row for row in found.value["hands"]),
        "own_entries": any(
            slot.live is not None and place.actor is not None and place.actor.was(slot.live.row.actor) for slot in found.unsigned
        ),
    }


def _contested(found: WholeCase) -> list[tuple[tuple[int, int, str], str]]:
    return [((slot.game, slot.number, slot.room), said.row.hash) for slot in found.contested for said in slot.contenders]


def _asked(rulebook: Rulebook, found: WholeCase, code: str, kept: Kept) -> tuple[Field, ...]:
    typed = {name: values[0] for name, values in kept.values.items() if values} if kept.act == "penalty" else {}
    return penalty_fields(rulebook, found.seat, code, typed)


def _next(found: WholeCase, rulebook: Rulebook) -> dict[str, str]:
    """Where the next record belongs, as the table's own page would prefill it."""
    shown = found.value["shown"]
    places = {"game": shown.get("next_game") or shown.get("game"), "hand": shown.get("next_hand"), "board": shown.get("next_board")}
    return {name: str(value) for name, value in places.items() if value is not None and name in json_schema(rulebook)["properties"]}


def _side(found: WholeCase, side: str, game: str, people: Mapping[str, str]) -> dict[str, Any]:
    entrant = found.match.entrants()[side]
    who = entrant.team.name if found.match.sides != THREE else people[side]
    return {
        "code": side,
        "css": css_of(side),
        "name": side_name(side, game),
        "who": who,
        "entrant": entrant,
        "players": found.players[side],
    }


def _shown(rulebook: Rulebook, found: WholeCase, slot: SlotCase, kept: Kept, people: Mapping[str, str]) -> dict[str, Any]:
    """One slot with its forms: the words of each record, and the form that corrects it or rules it."""
    refused = kept.first if kept.about == slot.id and kept.act in ("correct", "rule") else {}
    live = slot.live.row.record if slot.live is not None else None
    three = found.match.sides == THREE
    scores_by = scoring_clauses(rulebook, [said.row.record for said in slot.contenders]) if slot.rivals else frozenset()
    return {
        "slot": slot,
        "form": record_form(rulebook, found.seat, refused, live=live, people=people) if live is not None else None,
        "contenders": [
            (said, record_line(rulebook, said.row.record), points_line(rulebook, said.row.record) if three else "")
            for said in slot.contenders
        ],
        "past": [(said, record_line(rulebook, said.row.record)) for said in slot.past],
        "findings": [problem_text(fault["code"], fault["values"]) for fault in (*slot.findings, *slot.remarks)],
        "clauses": scores_by,
        "law": clauses_of(rulebook, sorted(scores_by)) if slot.rivals else (),
        "key": new_key(),
    }
