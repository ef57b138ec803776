"""宣读稿: the words in which a ruling is read out at the table, made from what was decided. Reads what it is given alone; no rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from events.selectors.boards.parts import number_text
from events.wording.sides import side_name
from scoring.disputes import CHANGED, DISMISSED, PENALTY, UPHELD, VOIDED, WARNING
from scoring.parameters import Rulebook
from scoring.sides import sides_of

TWO = 2


@dataclass(frozen=True, slots=True)
class Said:
    """What is read out. `place`: the hand, board or game in words, or "" of the match; `result`: the record that counts now, `points` what
    it gives; `fined`: the penalty in words; `clauses` as printed; `score` of the table after it, "" where it has none; `final`: nobody
    decides after it; `protest`: how long it may be appealed against, in words."""

    table: int
    place: str
    outcome: str
    result: str = ""
    points: str = ""
    fined: str = ""
    clauses: Sequence[str] = ()
    score: str = ""
    final: bool = False
    protest: str = ""


def read_out(said: Said) -> str:
    """A few sentences: where, what was found, by which clause, what counts, the score of the table, whether it is final."""
    where = _("%(table)d桌%(place)s：") % {"table": said.table, "place": said.place}
    by = _("依规程%(clauses)s，") % {"clauses": _("、").join(said.clauses)} if said.clauses else ""
    sentences = [where + by + _decision(said)]
    if said.score:
        sentences.append(_("本桌比分 %(score)s。") % {"score": said.score})
    if said.final:
        sentences.append(_("这是终裁。"))
    elif said.protest:
        sentences.append(said.protest)
    return "".join(sentences)


def _decision(said: Said) -> str:
    worth = _("，%(points)s") % {"points": said.points} if said.points else ""
    words = {
        UPHELD: _("经查，维持原记录：%(result)s%(worth)s。") if said.result else _("经查，维持原来的结果。"),
        CHANGED: _("经查，改判为%(result)s%(worth)s。") if said.result else _("经查，原来的判罚撤销。"),
        VOIDED: _("经查，这一局作废，重打。"),
        PENALTY: _("经查，判罚：%(fined)s。"),
        WARNING: _("经查，给予警告，比分不变。"),
        DISMISSED: _("经查，不予受理，原来的结果照旧。"),
    }
    return words[said.outcome] % {"result": said.result, "worth": worth, "fined": said.fined}


def place_said(game: str, number: int) -> str:
    """A hand, board or game by its number, as people of the game call it; "" of the match as a whole."""
    if not number:
        return ""
    words = {"eighty": _("%(n)d 号牌"), "chaodipi": _("第%(n)d副")}
    return words.get(game, _("第%(n)d局")) % {"n": number}


def points_said(rulebook: Rulebook, points: Mapping[str, Any]) -> str:
    """`南北方 3 分`, or seat by seat; "" where a record is worth nothing by itself."""
    told = {side: score for side, score in points.items() if len(points) > TWO or score}
    return _("，").join(
        _("%(side)s %(n)s 分") % {"side": side_name(side, rulebook.game), "n": number_text(score)} for side, score in told.items()
    )


def score_said(rulebook: Rulebook, match: Mapping[str, Any]) -> str:
    """The score of a table from its row in a computed state: `3 比 14`, or seat by seat; "" where no points are counted."""
    points = match.get("points") or match.get("played")
    sides = sides_of(match)
    if not isinstance(points, Mapping) or any(side not in points for side in sides):
        return ""
    if len(sides) == TWO:
        first, second = (number_text(points[side]) for side in sides)
        return _("%(first)s 比 %(second)s") % {"first": first, "second": second}
    return _("，").join(f"{side_name(side, rulebook.game)} {number_text(points[side])}" for side in sides)
