"""What the forms of a case share: an act and what it needs, a form as it came, and a form that was refused.

Each form carries its own key, so a double press is a replay. No rule and no write stands here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from django.utils.translation import get_language

from events.access import Actor
from events.models import Match
from events.pages.base import Place
from events.pages.refused import Told
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems
from events.services import bracket, matches, table_clock
from events.services.replies import Reply
from scoring.outcomes import Fault
from scoring.parameters import Rulebook
from scoring.sides import THREE

MOST_CALL_ID = 9  # digits


@dataclass(frozen=True, slots=True)
class Act:
    """One act on a match: the action of events.access it needs, and what runs it."""

    needs: str
    run: Callable[["Sent"], object]


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it came: where, by whom, about which match, with which values."""

    place: Place
    by: Actor
    match: Match
    data: QueryDict

    @property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.place.competition)

    def text(self, name: str) -> str:
        return self.data.get(name, "").strip()

    def ticked(self, name: str) -> bool:
        return self.text(name) == "yes"

    def about(self) -> dict[str, Any]:
        """What every service of a match wants."""
        return {"competition": self.place.competition, "match": self.match.code, "key": self.text("key"), "by": self.by}

    def number(self, name: str = "number") -> int:
        """A whole number as typed; 0 for what is none, for the rules to refuse."""
        raw = self.text(name)
        return int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 3 else 0

    def record(self, name: str = "result", number: int | None = None) -> dict[str, Any]:
        """The record a choice `NS:double_down` stands for; an empty choice stays incomplete, for the rules to say so."""
        side, _colon, kind = self.text(name).partition(":")
        return {"hand": self.number() if number is None else number} | ({"side": side, "kind": kind} if side else {})


@dataclass(slots=True)
class Kept:
    """The form that was refused: its act, what it held, and what was wrong."""

    act: str = ""
    about: str = ""
    values: Mapping[str, list[str]] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    key: str = ""
    code: str = ""

    @property
    def lets_stand(self) -> bool:
        """Whether only the chief referee's letting the next match stand would make this form go through."""
        return self.code == "next_match_begun" or "let-stand" in self.values

    @property
    def asks(self) -> bool:
        """Whether the slot turned out to hold another result."""
        return self.code == "slot_taken" or "report" in self.values

    @property
    def first(self) -> dict[str, str]:
        """The one value of each field, for the template."""
        return {name.replace("-", "_"): values[0] for name, values in self.values.items() if values}


def css_of(side: str) -> str:
    """The class by which the stylesheets know a side: `ns`, `ew`, and `seat1` at a table of three."""
    return f"seat{side}" if side in THREE else side.lower()


def new_key() -> str:
    """A key for one form, made when the page is drawn: pressing twice sends it twice."""
    return str(uuid4())


def clauses_of(rulebook: Rulebook, first: list[str]) -> list[dict[str, Any]]:
    """All clauses of the rulebook, those that give points first: what a ruling may cite."""
    order = sorted(rulebook.clauses, key=lambda clause: (clause not in first, clause))
    english = (get_language() or "").startswith("en")
    return [
        {
            "id": clause,
            "ref": rulebook.clauses[clause].ref,
            "text": rulebook.clauses[clause].en if english else rulebook.clauses[clause].zh,
            "first": clause in first,
        }
        for clause in order
    ]


def _confirm(sent: Sent) -> Reply:
    return matches.match_confirm(**sent.about(), covers=sent.data.getlist("covers"), reason=sent.text("reason"))


def _forfeit(sent: Sent) -> Reply:
    sides = sent.data.getlist("sides")
    if not sides:
        raise Problems([Fault("side_missing", at="sides")])
    return matches.match_forfeit(**sent.about(), sides=sides, reason=sent.text("reason"), let_stand=sent.ticked("let-stand"))


def _line_up(sent: Sent) -> Reply:
    players = [pid for pid in (sent.text("first"), sent.text("second")) if pid]
    return matches.line_up_record(**sent.about(), side=sent.text("side"), players=players, reason=sent.text("reason"))


def _clock(sent: Sent) -> Reply:
    return table_clock.table_clock_set(**sent.about(), act=sent.text("to"), minutes=sent.number("minutes"), reason=sent.text("reason"))


def _answer(sent: Sent) -> object:
    raw = sent.text("call")
    if not (raw.isascii() and raw.isdigit() and len(raw) <= MOST_CALL_ID):
        raise NotFound("call")
    return matches.call_answer(competition=sent.place.competition, call_id=int(raw), by=sent.by)


COMMON_ACTS: Mapping[str, Act] = {
    "confirm": Act("match.confirm", _confirm),
    "forfeit": Act("match.forfeit", _forfeit),
    "line-up": Act("match.line_up", _line_up),
    "withdraw": Act(
        "match.withdraw",
        lambda sent: matches.entry_withdraw(
            **sent.about(), supersedes=sent.text("supersedes"), reason=sent.text("reason"), let_stand=sent.ticked("let-stand")
        ),
    ),
    "clock": Act("table.clock", _clock),
    "let-stand": Act("match.let_stand", lambda sent: bracket.match_let_stand(**sent.about(), reason=sent.text("reason"))),
    "close": Act("match.close", lambda sent: matches.table_close(**sent.about())),
    "reopen": Act("match.close", lambda sent: matches.table_reopen(**sent.about())),
    "answer": Act("table.answer", _answer),
}
