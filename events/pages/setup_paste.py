"""A pasted list of people: every line is looked at before the first is entered, so that all of them are, or none.

Calls the services with keys made from the form's own; no rule and no write stands here.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from unicodedata import normalize

from django.utils.translation import gettext as _

from events.models import Team
from events.pages.setup_sent import Sent
from events.pinned import rulebook_of
from events.refusals import NotAllowed, Problems
from events.selectors.rules import players_an_entrant
from events.selectors.setup_tables import AGES
from events.services.teams import entrant_add, line_faults, size_faults, team_add
from events.wording import problem_text
from scoring.outcomes import Fault

MOST_LINES = 200
MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Line:
    """Who is entered for which team; `born` where there is an age."""

    number: int
    team: str
    players: Sequence[str]
    born: str | None


def paste(sent: Sent) -> str:
    """Lines `队名 选手1 选手2` (one player where entrants are single, his birth date behind him where there is an age), by spaces, tabs
    or commas. Each line has a key of its own made from the form's: a double press enters nobody twice."""
    if not sent.by.may("team.change"):
        raise NotAllowed("role_may_not", values={"action": "team.change", "role": sent.by.role})
    lines = _read(sent)
    teams = dict(Team.objects.filter(competition=sent.place.competition).values_list("name", "pid"))
    key = sent.text("key")
    for at, line in enumerate(lines):
        if line.team not in teams:
            reply = team_add(competition=sent.place.competition, by=sent.by, key=f"{key[:40]}-t{at}", name=line.team)
            teams[line.team] = reply.body["team"]
        entrant_add(
            competition=sent.place.competition,
            by=sent.by,
            key=f"{key[:40]}-p{at}",
            team=teams[line.team],
            names=line.players,
            born=line.born,
        )
    added = _("已加入 %(count)d 对") if players_an_entrant(sent.place.competition) == 2 else _("已加入 %(count)d 人")
    return added % {"count": len(lines)}


def _read(sent: Sent) -> list[Line]:
    """Raises Problems with what is wrong in any of the lines, each by its number and by who stands in it."""
    raw = [line for line in (raw.strip() for raw in sent.data.get("lines", "").splitlines()) if line]
    if not raw:
        raise Problems([Fault("blank", at="lines")])
    if len(raw) > MOST_LINES:
        raise Problems([Fault("too_many_lines", at="lines", values={"most": MOST_LINES, "given": len(raw)})])
    people = players_an_entrant(sent.place.competition)
    dates = int(rulebook_of(sent.place.competition).has(AGES))
    lines: list[Line] = []
    faults: list[Fault] = []
    for at, text in enumerate(raw, 1):
        parts = normalize("NFC", text).replace("，", " ").replace(",", " ").replace("/", " ").split()
        if len(parts) != 1 + people + dates:
            code = "line_of_three_malformed" if dates else "line_malformed" if people == 2 else "line_of_two_malformed"
            faults.append(Fault(code, at=f"lines[{at}]", values={"line": at, "given": len(parts)}))
            continue
        line = Line(at, parts[0], parts[1 : 1 + people], parts[1 + people] if dates else None)
        if len(set(line.players)) != people:
            faults.append(Fault("line_twice", at=f"lines[{at}]", values={"line": at}))
            continue
        found = line_faults(competition=sent.place.competition, team=line.team, names=line.players, born=line.born)
        faults += [_of_line(line, fault) for fault in found]
        lines.append(line)
    if not faults:
        faults = size_faults(competition=sent.place.competition, lines=Counter(line.team for line in lines))
    if faults:
        raise Problems(faults[:MOST_TOLD])
    return lines


def _of_line(line: Line, fault: Fault) -> Fault:
    """The same with its line and its people in front."""
    why = problem_text(fault.code, fault.values)
    values = {"line": line.number, "who": "/".join(line.players), "why": why}
    return replace(fault, code="line_refused", at=f"lines[{line.number}]", values=values)
