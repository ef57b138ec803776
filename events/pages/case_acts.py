"""What the forms of a case share: an act and what it needs, a form as it came, and a form that was refused.

Each form carries its own key, so a double press is a replay. No rule and no write stands here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.http import QueryDict

from events.access import Actor
from events.models import Match
from events.pages.base import Place
from events.pages.effect_words import EffectTold
from events.pages.refused import Told
from events.pinned import rulebook_of
from events.refusals import NotFound, Problems
from events.services import adjustments, attachments, bracket, disputes, matches, seatings, table_clock
from events.services.replies import Reply
from events.wording.printed import clause_text
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
    files: Mapping[str, Any] = field(default_factory=dict)

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
    """The form that was refused or only looked at: its act, what it held, what was wrong, or what it would change.

    `look`: it asked to be done, and more than its hand changes: the effect is shown first.
    """

    act: str = ""
    about: str = ""
    values: Mapping[str, list[str]] = field(default_factory=dict)
    told: tuple[Told, ...] = ()
    key: str = ""
    code: str = ""
    effect: EffectTold | None = None
    look: bool = False

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
    return [
        {
            "id": clause,
            "ref": rulebook.clauses[clause].ref,
            "text": clause_text(rulebook.clauses[clause]),
            "first": clause in first,
        }
        for clause in order
    ]


def _confirm(sent: Sent) -> Reply:
    photo = _photo(sent)
    return matches.match_confirm(**sent.about(), covers=sent.data.getlist("covers"), reason=sent.text("reason"), photo=photo)


def _photo(sent: Sent) -> str:
    """The photo that came with the form, kept first; its hash, or empty where none came."""
    file = sent.files.get("photo")
    if file is None:
        return ""
    about = {**sent.about(), "key": f"{sent.text('key')[:50]}-photo"}
    kept = attachments.attachment_keep(**about, what="on_behalf", body=file.read(), media_type=file.content_type or "")
    return str(kept.body["attachment"])


def _adjust_points(sent: Sent) -> Reply:
    """Points for each side as typed; an empty field changes nothing."""
    typed = {side: sent.text(f"points-{side}").replace("−", "-").removeprefix("+") for side in sent.match.sides}
    points: dict[str, Any] = {side: int(text) if _whole(text) else text for side, text in typed.items() if text}
    return adjustments.match_adjust(**sent.about(), side_points=points, clauses=sent.data.getlist("clauses"), reason=sent.text("reason"))


def _whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 4


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


def _raise(sent: Sent) -> Reply:
    """开一个争议: play at the table stops until an official rules; what may be ruled stands on the dispute's own card."""
    raw = sent.text("of-game")
    return disputes.dispute_raise(
        **sent.about(),
        subject=sent.text("subject"),
        game=int(raw) if raw.isascii() and raw.isdigit() and len(raw) <= 2 else 1,
        number=sent.number("of-number"),
        room=sent.match.room,
        side=sent.text("side"),
        reason=sent.text("reason"),
        noticed=_noticed(sent),
    )


def _noticed(sent: Sent) -> dict[str, Any] | None:
    """When an irregularity was noticed (W-8), or None where nothing of it was stated; half of it is for the service to refuse."""
    if not (sent.text("noticed-trick") or sent.text("noticed-after")):
        return None
    return {"trick": sent.number("noticed-trick"), "after": sent.text("noticed-after")}


def _swap(sent: Sent) -> Reply:
    """Who really sat where, side by side."""
    seats = {side: sent.text(f"sat-{side}") for side in sent.match.sides}
    return seatings.seats_correct(**sent.about(), seats=seats, reason=sent.text("reason"), let_stand=sent.ticked("let-stand"))


def _answer(sent: Sent) -> object:
    raw = sent.text("call")
    if not (raw.isascii() and raw.isdigit() and len(raw) <= MOST_CALL_ID):
        raise NotFound("call")
    return matches.call_answer(competition=sent.place.competition, call_id=int(raw), by=sent.by)


COMMON_ACTS: Mapping[str, Act] = {
    "raise": Act("dispute.raise", _raise),
    "confirm": Act("match.confirm", _confirm),
    "adjust-points": Act("match.adjust", _adjust_points),
    "forfeit": Act("match.forfeit", _forfeit),
    "line-up": Act("match.line_up", _line_up),
    "withdraw": Act(
        "match.withdraw",
        lambda sent: matches.entry_withdraw(
            **sent.about(), supersedes=sent.text("supersedes"), reason=sent.text("reason"), let_stand=sent.ticked("let-stand")
        ),
    ),
    "swap": Act("match.reseat", _swap),
    "clock": Act("table.clock", _clock),
    "let-stand": Act("match.let_stand", lambda sent: bracket.match_let_stand(**sent.about(), reason=sent.text("reason"))),
    "close": Act("match.close", lambda sent: matches.table_close(**sent.about())),
    "reopen": Act("match.close", lambda sent: matches.table_reopen(**sent.about())),
    "answer": Act("table.answer", _answer),
}
