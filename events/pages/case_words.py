"""What a case says of a record, of a slot and of what an official stated, in words. Reads what it is given alone."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from events.pages.record_form import record_words
from events.selectors.boards.parts import number_text
from events.selectors.whole_case import Stated
from events.wording.fields import field_value
from events.wording.penalties import penalty_word
from events.wording.sides import side_name
from scoring.judge import judge
from scoring.parameters import Rulebook

# What doubles a hand of three, and how a record says that it did not happen.
NOTHING_DOUBLED: Mapping[str, Any] = {"bombs": 0, "rocket": False, "spring": "none", "shown": False}


def record_line(rulebook: Rulebook, record: Mapping[str, Any]) -> str:
    """A record in words, without its place: what was played. At a table of three what did not happen is not counted up."""
    doubling = {name for name in NOTHING_DOUBLED if name in record}
    quiet = {name for name in doubling if record[name] == NOTHING_DOUBLED[name]}
    told = {name: value for name, value in record.items() if name not in quiet}
    said = [f"{name} {gettext('、').join(held)}" for name, held in record_words(rulebook, told)]
    return " · ".join([*said, gettext("没有翻倍")] if doubling and quiet == doubling else said)


def points_line(rulebook: Rulebook, record: Mapping[str, Any]) -> str:
    """What a hand would be worth by itself, seat by seat; "" where it cannot be judged."""
    points = judge(rulebook, record).points
    if points is None:
        return ""
    return " · ".join(f"{side_name(side, rulebook.game)} {number_text(score, signed=True)}" for side, score in points.items())


def stated_words(rulebook: Rulebook, one: Stated) -> str:
    """What an official stated, behind the name of its kind."""
    body, game = one.body, rulebook.game
    if one.kind == "penalty":
        times = f" × {body['count']}" if body.get("count", 1) != 1 else ""
        amount = f" {body['amount']}" if body.get("amount") else ""
        return f"{side_name(body['side'], game)} {penalty_word(body['code'])}{times}{amount}"
    if one.kind == "forfeit":
        return " ".join(side_name(side, game) for side in body["sides"])
    if one.kind == "adjustment":
        return f"{body['ns']} : {body['ew']} {field_value('unit', body['unit'])}"
    return str(body["last_hand"]) if one.kind == "time_up" else ""
