"""The effect of an act in words, for the case page and the cards of the desk: one line a change, before and after.

Reads what it is given and the names; no rule. `templates/desk/effect.html` prints it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from events.models import Competition
from events.pages.refused import Told, told
from events.pinned import rulebook_of
from events.selectors.boards.parts import number_text, percent_text
from events.selectors.effects import Change, EffectShown, HandChange, RowChange, SeatChange, SideChange, TableChange, effect_rows
from events.selectors.people import Names, names_of
from events.services.rehearsal import Effect
from events.wording import problem_text
from events.wording.effects import figure_name, turn_text, value_word
from events.wording.sides import side_name
from scoring.parameters import Rulebook
from scoring.sides import ALL_SIDES

MOST_ROWS = 12
SIDE_OF_KEY = {side.lower(): side for side in ALL_SIDES}
NUMBERS = frozenset({"points", "current", "net", "wins", "double_downs", "won", "drawn", "lost", "level", "best", "reached", "penalties"})
SIGNED = frozenset({"net"})


@dataclass(frozen=True, slots=True)
class Line:
    """One change: what, before and after as they are read. `css`: the class of a side, or ""."""

    what: str
    before: str
    after: str
    css: str = ""


@dataclass(frozen=True, slots=True)
class RowLine:
    """A row of the standings: who, both ranks, what else of it changes."""

    name: str
    before: str
    after: str
    moved: bool
    here: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class EffectTold:
    """What the page prints. `refused`: why the act would not be taken, and then there is nothing else."""

    refused: tuple[Told, ...] = ()
    nothing: bool = False
    downstream: bool = False
    kept: bool = False
    proposed: bool = False
    hands: tuple[Line, ...] = ()
    match: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    rows: tuple[RowLine, ...] = ()
    more: int = 0
    seats: tuple[str, ...] = ()
    tables: tuple[Line, ...] = ()
    alone: str = ""


def effect_told(competition: Competition, effect: Effect, match: str) -> EffectTold:
    """The effect of an act at `match` in the active language. Two queries: the names."""
    rulebook = rulebook_of(competition)
    if effect.refused is not None:
        return EffectTold(refused=told(effect.refused, rulebook))
    shown = effect_rows(rulebook, effect.before, effect.after, match)
    say = _Says(rulebook, names_of(competition=competition))
    status = getattr(effect.reply, "status", 201)
    proposed = status == 202 and "proposal" in getattr(effect.reply, "body", {})
    rows = sorted(shown.rows, key=lambda row: (not row.here, row.rank.after))
    return EffectTold(
        nothing=shown.nothing,
        downstream=shown.downstream,
        kept=status == 202 and not proposed,
        proposed=proposed,
        hands=tuple(line for hand in shown.hands for line in say.hand(hand)),
        match=(*(line for side in shown.sides for line in say.side(side)), *(say.meeting(one) for one in shown.encounter)),
        notes=tuple(say.notes(shown, effect)),
        rows=tuple(say.row(row) for row in rows[:MOST_ROWS]),
        more=max(0, len(rows) - MOST_ROWS),
        seats=tuple(say.seat(one) for one in shown.seats),
        tables=tuple(line for table in shown.tables for line in say.table(table)),
        alone="" if shown.others or shown.nothing else say.alone(),
    )


@dataclass(frozen=True, slots=True)
class _Says:
    rulebook: Rulebook
    names: Names
    sides: Mapping[str, str] = field(default_factory=dict)

    def side_word(self, side: str) -> str:
        return side_name(side, self.rulebook.game)

    def value(self, what: str, value: Any) -> str:
        """A figure as it is read; a stroke for none."""
        if value is None or value == "":
            return "–"
        if what == "percent":
            return f"{percent_text(value)}%"
        if what in NUMBERS and not isinstance(value, bool):
            return str(value) if isinstance(value, str) and not value[-1].isdigit() else number_text(value, signed=what in SIGNED)
        if what in ("deal", "winner") and value in ALL_SIDES:
            return self.side_word(value)
        if what == "entrant":
            return self.names.pair(value)
        return value_word(what, value)

    def line(self, label: str, change: Change, css: str = "") -> Line:
        what = change.what.partition(":")[0]
        return Line(label, self.value(what, change.before), self.value(what, change.after), css)

    def hand(self, hand: HandChange) -> Iterable[Line]:
        place = self.place(hand)
        if hand.kind == "gone" and not hand.changes:
            yield Line(place, _("有"), _("撤去"))
        for change in hand.changes:
            what, _colon, side = change.what.partition(":")
            label = f"{place} {self.side_word(side)} {figure_name(what)}" if side else f"{place} {figure_name(what)}"
            yield self.line(label, change, _css(side))

    def place(self, hand: HandChange) -> str:
        """The hand by its number, as people of the game call it."""
        if self.rulebook.game == "eighty":
            room = {"open": _("开室"), "closed": _("闭室")}.get(hand.room, "")
            return f"{_('%(n)s 号牌') % {'n': hand.number}} {room}".strip()
        if self.rulebook.game == "chaodipi":
            game = _("第%(n)s局") % {"n": hand.game}
            return f"{game} {_('第%(n)s副') % {'n': hand.number}}" if hand.game > 1 else _("第%(n)s副") % {"n": hand.number}
        return _("第%(n)s局") % {"n": hand.number}

    def side(self, side: SideChange) -> Iterable[Line]:
        for change in side.changes:
            who = f"{self.side_word(side.side)} {self.names.pair(side.entrant)}"
            label = self.side_word(side.side) if change.what == "entrant" else f"{who} {figure_name(change.what)}"
            yield self.line(label, change, _css(side.side))

    def meeting(self, change: Change) -> Line:
        """The points of a team in the whole meeting of the two."""
        points = self.value("points", change.before), self.value("points", change.after)
        return Line(_("%(team)s 本场队际") % {"team": self.names.contender(change.what)}, *points)

    def notes(self, shown: EffectShown, effect: Effect) -> Iterable[str]:
        for fact in shown.facts:
            if sentence := turn_text(fact.what, bool(fact.after)):
                yield sentence
            elif fact.what != "penalties":
                figures = {
                    "what": figure_name(fact.what),
                    "before": self.value(fact.what, fact.before),
                    "after": self.value(fact.what, fact.after),
                }
                yield _("%(what)s：%(before)s → %(after)s") % figures
        for one in shown.findings:
            said = problem_text(one.code, self.names.said(one.values))
            where = "" if one.match == shown.match else f"{self.match_word(one.match, effect.after)} "
            yield f"{where}{_('新出现：') if one.new else _('不再有：')}{said}"

    def match_word(self, match: str, state: Mapping[str, Any]) -> str:
        """Another match by round and table."""
        found = next((row for row in state["matches"] if row["match"] == match), None)
        return match if found is None else self.table_word(found["round"], found["table"])

    @staticmethod
    def table_word(number: int, table: int) -> str:
        return _("第%(round)s轮%(table)s桌") % {"round": number, "table": table}

    def row(self, row: RowChange) -> RowLine:
        before, after = ("–" if value is None else str(value) for value in (row.rank.before, row.rank.after))
        lines = tuple(self.line(figure_name(change.what), change) for change in row.changes if change.what != "split_by")
        return RowLine(self.names.contender(row.key), before, after, moved=row.moved, here=row.here, lines=lines)

    def seat(self, seat: SeatChange) -> str:
        people = {
            "before": self.names.pair(seat.before) if seat.before else "–",
            "after": self.names.pair(seat.after) if seat.after else "–",
        }
        place = {"round": seat.round, "match": seat.match.rpartition("-")[2].lstrip("mt")}
        if not seat.side:
            return _("第%(round)s轮第%(match)s场的胜者：%(before)s → %(after)s") % {**place, **people}
        side = self.side_word(SIDE_OF_KEY.get(seat.side, seat.side))
        return _("第%(round)s轮第%(match)s场 %(side)s：%(before)s → %(after)s") % {**place, **people, "side": side}

    def table(self, table: TableChange) -> Iterable[Line]:
        for change in table.changes:
            what, _colon, side = change.what.partition(":")
            label = f"{self.side_word(side)} {figure_name(what)}" if side else figure_name(what)
            yield self.line(f"{self.table_word(table.round, table.table)} {label}", change, _css(side))

    def alone(self) -> str:
        """That nobody but those at this table is touched."""
        from_teams = self.rulebook.format in ("round_robin", "rooms_round_robin")
        return _("其他队不受影响。") if from_teams else _("其他桌和其他选手不受影响。")


def _css(side: str) -> str:
    """The class by which the stylesheets know a side; "" for none."""
    return "" if not side else f"seat{side}" if side.isdigit() else side.lower()
