"""Template tags of score sheets: words for codes, and where a clause stands. Loaded as `sheet`.

Reads what the page put into its context; no query, no rule.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from events import clock
from events.models import Device
from events.pages.case_acts import css_of
from events.pages.clock_face import digits_of
from events.selectors.boards.parts import number_text
from events.selectors.stages import ROUND
from events.wording import problem_text
from events.wording.disputes import noticed as words_of_noticed
from events.wording.disputes import outcome as word_of_outcome
from events.wording.disputes import state as word_of_state
from events.wording.disputes import subject as word_of_subject
from events.wording.doudizhu_formats import award_word as word_of_award
from events.wording.doudizhu_formats import goods_word as word_of_goods
from events.wording.evidence import act_word as word_of_act
from events.wording.penalties import penalty_word as word_of_penalty
from events.wording.printed import clause_text
from events.wording.sides import device_name as word_of_device
from events.wording.sides import side_name as word_of_side
from events.wording.stages import stage_word, tier_word
from events.wording.steps import step_text as text_of_step
from events.wording.terms import operand
from scoring.clauses import Clause

register = template.Library()


@register.filter
def penalty_word(code: str) -> str:
    """What a code of a tariff is called."""
    return word_of_penalty(code)


@register.filter
def fault_text(fault: Mapping[str, Any]) -> str:
    """What is wrong, by the code and the values of a fault or finding."""
    return problem_text(fault["code"], fault.get("values", {}))


@register.filter
def typed_number(kept: Any, pid: str) -> str:
    """The number typed beside an entrant or team in the refused form of a draw made in the hall; "" where there is none."""
    return str(kept.first.get(f"number_{pid}", "")) if kept.act.endswith("-recorded") else ""


@register.filter
def side_name(side: str, game: str) -> str:
    """A side as its game calls it."""
    return word_of_side(side, game)


@register.filter
def device_name(device: Device, game: str) -> str:
    """A device as the desk knows it: a player's own by his name."""
    if device.player_id is not None or device.table is None:
        return gettext("参赛码 %(name)s") % {"name": device}
    return word_of_device(str(device), device.table, device.side, game)


@register.filter
def noticed_words(stated: Mapping[str, Any]) -> str:
    """When the irregularity of a dispute was noticed."""
    return words_of_noticed(stated)


@register.filter
def subject_word(code: str) -> str:
    """What a dispute is about."""
    return word_of_subject(code)


@register.filter
def act_word(act: str) -> str:
    """What an act is called that waits for a second official."""
    return word_of_act(act)


@register.filter
def outcome_word(code: str) -> str:
    """How a dispute was decided."""
    return word_of_outcome(code)


@register.filter
def dispute_state(code: str) -> str:
    """How a dispute stands."""
    return word_of_state(code)


@register.filter
def clause_words(clause: Clause) -> str:
    """What a clause says, in the active language."""
    return clause_text(clause)


@register.filter
def clock_digits(seconds: int) -> str:
    """What a clock shows: minutes and seconds, hours before them where there are any; past its end with a minus."""
    return digits_of(seconds)


@register.filter
def side_css(side: str) -> str:
    """The class by which the stylesheets know a side: `ns`, `ew`, and `seat1` at a table of three."""
    return css_of(side)


@register.simple_tag
def stage(code: str, number: int = 0) -> str:
    """What a stage is called; one without a name by the number of its round."""
    return stage_word(code, number)


@register.simple_tag
def stage_name(code: str) -> str:
    """What a stage that results are published by is called: one that is a single round by its number."""
    number = code.removeprefix(ROUND)
    return stage_word(code, int(number) if number != code else 0)


@register.filter
def day_and_time(moment: datetime | None) -> str:
    """`15:40` of today, `12-01 15:40` of another day, in the zone of the page."""
    if moment is None:
        return ""
    here = localtime(moment)
    return here.strftime("%H:%M" if here.date() == localtime(clock.now()).date() else "%m-%d %H:%M")


@register.filter
def award_word(award: str) -> str:
    """What a prize is called."""
    return word_of_award(award)


@register.filter
def goods_word(goods: str) -> str:
    """What is given in kind."""
    return word_of_goods(goods)


@register.filter
def tier(level: int, tiers: tuple[int, ...]) -> str:
    """What the prize of a level of a ladder is called."""
    return tier_word(level, tiers)


@register.filter
def at(of: object, key: str) -> Any:
    """What a mapping has for a key; nothing where it has none, or there is no mapping."""
    return of.get(key, "") if isinstance(of, Mapping) else ""


@register.filter
def of_side(rows: Iterable[Any], side: str) -> Any:
    """Of things that each belong to a side, the one of this side; None where there is none."""
    return next((row for row in rows if row.side == side), None)


@register.filter
def term(value: object) -> str:
    """A side, seat, kind or role in words."""
    return operand(value)


@register.filter
def unlocalized(value: float) -> str:
    """A coordinate of a drawing: a point for the decimals in every language."""
    return f"{value:g}"


@register.filter
def number(value: object) -> str:
    """A score for reading: true minus, decimals instead of a fraction."""
    return number_text(value)


@register.filter
def signed(value: object) -> str:
    """The same with its plus."""
    return number_text(value, signed=True)


@register.simple_tag
def step_text(step: Mapping[str, Any], sides: Mapping[str, str] | None = None) -> str:
    """A step as a sentence; `sides` gives the names of whom steps are about: NS, EW, low, high."""
    of = step.get("of", "")
    return text_of_step(step, (sides or {}).get(of, of))


@register.simple_tag(takes_context=True)
def clause_ref(context: Context, clause_id: str) -> SafeString | str:
    """Where a clause stands, with a link to its words on the page 规程; nothing for one the rulebook does not have."""
    clause = context["rulebook"].clauses.get(clause_id)
    if clause is None:
        return ""
    address = reverse("rules", args=[context["event"].code, context["competition"].code])
    return format_html('<a class="cl" href="{}#{}">{}</a>', address, clause.id, clause.ref)
