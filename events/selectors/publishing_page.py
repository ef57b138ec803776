"""What the forms of publishing show: the state of the competition and of each of its stages, and where the board stands still."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.models import Competition, Freeze, Visibility
from events.pinned import rulebook_of
from events.selectors.freezes import freezes_now
from events.selectors.published import published_of, stage_rows
from events.selectors.stages import stages_of


@dataclass(frozen=True, slots=True)
class Line:
    """The competition (`stage` empty) or a stage: its state and the end of its notice, what may be chosen; `may_notice`: all that was
    opened of it is finished."""

    stage: str
    state: str
    until: datetime | None
    choices: tuple[str, ...]
    may_notice: bool


@dataclass(frozen=True, slots=True)
class Publishing:
    """`freeze`: the board's, asked for or in force; `next_round`: the one to be opened next, 0 for none; `round`: the last opened."""

    lines: tuple[Line, ...]
    freeze: Freeze | None
    round: int
    next_round: int
    closed: bool
    may_freeze: bool


def publishing_of(*, competition: Competition) -> Publishing:
    """At most five queries."""
    state = published_of(competition=competition, sees_all=True).state
    closed = competition.book.closed
    freezes = freezes_now(competition=competition)
    board = next((row for row in freezes if not row.stage), None)
    said = {row.stage: row for row in stage_rows(competition)}
    lines = [_whole(competition, state, closed=closed)]
    for stage in () if closed else stages_of(state, rulebook_of(competition)):
        row = said.get(stage.code)
        shown = (row.state, row.notice_until) if row is not None else (Visibility.PROVISIONAL.value, None)
        choices = ("hidden", "provisional", "notice") if stage.finished else ("hidden", "provisional")
        lines.append(Line(stage.code, *shown, choices, stage.finished))
    opened = [row["round"] for row in state["rounds"] if row["opened"]]
    waiting = [row["round"] for row in state["rounds"] if not row["opened"]]
    notice = any(line.state == Visibility.NOTICE for line in lines)
    return Publishing(
        lines=tuple(lines),
        freeze=board,
        round=max(opened, default=0),
        next_round=min(waiting, default=max(opened, default=0) + 1 if state["plan"].get("open_end") else 0),
        closed=closed,
        may_freeze=not closed and not notice and competition.visibility != Visibility.HIDDEN,
    )


def _whole(competition: Competition, state: Mapping[str, Any], *, closed: bool) -> Line:
    opened = [row for row in state["rounds"] if row["opened"]]
    finished = bool(opened) and all(row["finished"] for row in opened)
    choices = ("hidden", "official") if closed else ("hidden", "provisional", "notice") if finished else ("hidden", "provisional")
    return Line("", competition.visibility, competition.notice_until, choices, finished and not closed)
