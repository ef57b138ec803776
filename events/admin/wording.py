"""Refusals, sides, points, records, matches and entries as a person reads them in the administration. Reads what it is given alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from events.models import HandRecord, Match
from events.refusals import Problems, Refused
from events.selectors.people import Names
from events.wording import problem_text, remedy_text
from events.wording.entries import DEALT
from events.wording.fields import FIELDS, field_name, field_value, parts_said
from events.wording.penalties import penalty_word
from events.wording.sides import seat_of_three
from events.wording.steps import figure
from events.wording.terms import operand
from scoring.outcomes import Fault
from scoring.sides import ALL_SIDES, THREE, key_of

PLACES = frozenset({"game", "hand", "board"})  # said by the slot's own column


def refusal_lines(refused: Refused) -> list[str]:
    """One line for each thing that is wrong: what, and what to do. For a list of what is missing, a line an item."""
    if isinstance(refused, Problems):
        return [_line(fault) for fault in refused.faults]
    lines = [_line(Fault(refused.code, refused.clause, "", refused.values))]
    for item in (refused.current or {}).get("missing", [])[:20]:
        lines.append(_line(Fault(f"missing_{item['code']}" if "code" in item else "missing_unfinished", "", "", item)))
    return lines


def _line(fault: Fault) -> str:
    text = f"{problem_text(fault.code, fault.values)} {remedy_text(fault.code, fault.values)}".strip()
    return f"{text}（{fault.clause}）" if fault.clause else text


def sides_text(sides: Iterable[str]) -> str:
    """`东西` for `["EW"]`, `2号位` for `["2"]`; empty for none."""
    return operand([_side(side) for side in sides])


def _side(side: str) -> str:
    return seat_of_three(side) or operand(side)


def points_text(points: Mapping[str, object] | None) -> str:
    """`南北 1 : 东西 0` for `{"NS": 1, "EW": 0}`, and all three at a table of three; empty for none."""
    return " : ".join(f"{_side(side)} {operand(points[side])}" for side in ALL_SIDES if side in points) if points else ""


def slot_text(row: HandRecord) -> str:
    """Where a record belongs: its number, behind the room or the game where there are more than one."""
    room = {"open": _("开室"), "closed": _("闭室")}.get(row.room, "")
    game = _("第%(n)s局") % {"n": row.game} if "hand" in row.record and "hook" in row.record else ""
    return " ".join(filter(None, [room, game, str(row.number)]))


def record_text(record: Mapping[str, Any]) -> str:
    """What was played, without its place: `南北 双下`, or each field with its value."""
    if "kind" in record:
        return f"{operand(record.get('side'))} {operand(record['kind'])}"
    said = [part for name, value in record.items() if name in FIELDS and name not in PLACES for part in parts_said(name, value)]
    return " · ".join(f"{name} {value}" for name, value in said)


def standing_text(match: Match) -> str:
    """How a match stands: levels, games won, boards done, the totals of three, or hands."""
    shown = match.shown
    if "totals" in shown:
        return " : ".join(figure(shown["totals"][side]) for side in THREE)
    if "levels" in shown:
        return f"{shown['levels']['NS']} : {shown['levels']['EW']}"
    if "boards" in shown:
        return f"{sum(1 for board in shown['boards'] if board['done'])}/{len(shown['boards'])}"
    if "wins" in shown:
        return f"{shown['wins']['NS']} : {shown['wins']['EW']}"
    return str(match.hands_live)


def findings_text(match: Match) -> str:
    """What has to be settled before the match counts."""
    return " ".join(problem_text(fault["code"], fault.get("values", {})) for fault in match.shown.get("findings", ()))


def entry_text(kind: str, body: Mapping[str, Any], number: int, names: Names, game: str = "") -> str:
    """What an entry of an official states, in words; empty for the kinds whose body says enough by itself."""
    if kind == "penalty":
        times = f" × {body['count']}" if body.get("count", 1) != 1 else ""
        return f"{_side(body['side'])} {penalty_word(body['code'])}{times}"
    if kind == "time_up":
        return (_("算到第%(n)s副") if game in DEALT else _("算到第%(n)s局")) % {"n": body["last_hand"]}
    if kind == "adjustment":
        return f"{_('%(n)s 号牌') % {'n': number}} {body['ns']} : {body['ew']} {field_value('unit', body['unit'])}"
    if kind == "board_trump":
        settled = " · ".join(f"{field_name(name)} {field_value(name, body[name])}" for name in ("rank", "trump"))
        return f"{_('%(n)s 号牌') % {'n': body['board']}} {settled}"
    if kind == "fouled":
        groups = "｜".join(operand(group) for group in body["groups"])
        return f"{_('%(n)s 号牌') % {'n': body['board']}} {groups}"
    if kind == "reseated":
        return f"{body['match']}：{' · '.join(names.pair(body[key]) for key in map(key_of, ALL_SIDES) if key in body)}"
    return _of_tables(kind, body, names)


def _of_tables(kind: str, body: Mapping[str, Any], names: Names) -> str:
    """What is stated where the tables of every round are drawn."""
    if kind == "clock":
        words = {"paused": _("停表"), "resumed": _("接着走"), "extra": _("补时 %(n)s 分") % {"n": body.get("minutes", 0)}}
        hall = f"{_('第%(number)s轮各桌') % {'number': body['round']}} " if "round" in body else ""
        return hall + words[body["act"]]
    if kind == "voucher":
        words = {"issued": _("发凭证"), "returned": _("收回凭证"), "form_lost": _("确认表遗失")}
        return f"{names.contender(body['entrant'])} {words[body['act']]}"
    if kind == "disqualified":
        return f"{names.contender(body['entrant'])} {penalty_word(body['code'])}"
    if kind == "first_finished":
        return str(body["match"])
    return ""


def order_text(order: Iterable[str], names: Names) -> str:
    """A draw's result: `1 张三/李四、2 …`."""
    return operand([f"{place} {names.contender(pid)}" for place, pid in enumerate(order, start=1)])
