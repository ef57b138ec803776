"""The open cases of the desk as cards: the rows of the match, what may be chosen, by which clause, what would be read out.

Reads what the selectors found; knows no rule but whom the rulebook makes competent, which it asks of scoring.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events import clock
from events.access import Actor
from events.models import HandRecord, HandState
from events.pages.base import Place
from events.pages.case_acts import Kept, clauses_of, css_of
from events.pages.case_words import record_line
from events.pages.clock_face import digits_of
from events.pages.record_form import Field
from events.pinned import rulebook_of
from events.selectors.boards.parts import number_text
from events.selectors.desk import Desk
from events.selectors.desk_cards import CaseFile, files_of
from events.selectors.desk_clock import is_paused, stands_at
from events.selectors.table_page import kinds_of
from events.wording.penalties import penalty_word
from events.wording.terms import operand
from scoring.competence import competence_clause, competent, least_role
from scoring.disputes import CHANGED, DISMISSED, OUTCOMES, PENALTY, UPHELD, VOIDED, WARNING
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.penalties import codes, may_impose
from scoring.tallies import TALLIES

DECIDES_HAND = frozenset({UPHELD, CHANGED, VOIDED})
TWO = 2


@dataclass(frozen=True, slots=True)
class CardRow:
    """One record of the match. `current`: of the hand in question; `rival`: it contests another; `entered_side`: the device's side."""

    number: int
    game: int
    css: str
    side: str
    text: str
    points: str
    at: datetime
    who: str
    entered_side: str
    device: str
    hash: str
    current: bool
    rival: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide. `value` is what the form sends: an outcome, or `changed:` and the hash of an entered record."""

    value: str
    outcome: str
    row: CardRow | None
    may: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One case as its card draws it. `stopped`: what the table's clock shows, "" where it has no time; `needs`: the official who may decide
    what this one may not, with the clause; `results`, `form`: how another result is stated; `tariff`: code and word."""

    file: CaseFile
    stopped: bool
    stands: str
    stood: int
    sides: Sequence[tuple[str, str]]
    rows: Sequence[CardRow]
    choices: Sequence[Choice]
    chosen: str
    clauses: Sequence[Mapping[str, Any]]
    needs: str
    needs_clause: str
    results: Sequence[tuple[str, str]]
    tariff: Sequence[tuple[str, str]]
    kept: Kept
    form: Sequence[Field] = ()
    fields: Sequence[Field] = ()
    read: str = ""

    @property
    def case(self) -> Any:
        return self.file.case

    @property
    def dispute(self) -> Any:
        return self.file.case.dispute

    @property
    def match(self) -> Any:
        return self.file.case.match

    @property
    def may_rule(self) -> bool:
        return any(choice.may for choice in self.choices)

    @property
    def others(self) -> list[tuple[str, str, str]]:
        """What other officials wrote: who by pid, by name, and the text."""
        return [(author, self.file.people.get(author, author), text) for author, text in self.file.notes.others]

    @property
    def raised_by(self) -> str:
        dispute = self.file.case.dispute
        return "" if dispute is None else self.file.people.get(dispute.raised_by, dispute.raised_by)


def cards_of(place: Place, by: Actor, found: Desk, kept: Kept) -> list[Card]:
    """One card an open case, the oldest first."""
    files = files_of(place.competition, found.cases, by)
    return [card_of(place, by, file, kept if kept.about == file.case.about else Kept()) for file in files]


def card_of(place: Place, by: Actor, file: CaseFile, kept: Kept) -> Card:
    """One case in the words of its game."""
    case, rulebook = file.case, rulebook_of(place.competition)
    match, slot = case.match, case.slot
    rows = [_row(rulebook, record, file) for record in file.records]
    here = [row for record, row in zip(file.records, rows, strict=True) if (record.game, record.number, record.room) == slot]
    live = next((record for record in file.here if record.state == HandState.LIVE), None)
    choices = list(_choices(place, by, rulebook, file, here))
    stands = stands_at(rulebook, match, match.round.opened_at, {}) if is_paused(match) else None
    blocked = next((choice for choice in choices if not choice.may), None)
    act = "" if blocked is None else act_of(blocked.outcome, slot[1], appealed=case.appealed)
    return Card(
        file=file,
        stopped=is_paused(match),
        stands="" if stands is None else digits_of(stands),
        stood=max(0, int(clock.now().timestamp()) - match.clock["paused_at"]) // 60 if is_paused(match) else 0,
        sides=[(css_of(side), entrant.team.name) for side, entrant in match.entrants().items()],
        rows=rows,
        choices=choices,
        chosen=kept.first.get("outcome", ""),
        clauses=_ticked(rulebook, live, kept),
        needs=operand(least_role(rulebook, act)) if act else "",
        needs_clause=competence_clause(rulebook, act) if act else "",
        results=results_of(rulebook) if slot[1] and TALLIES[rulebook.tally].additive else (),
        tariff=[(code, penalty_word(code)) for code in codes(rulebook) if may_impose(rulebook, code, by.roles)],
        kept=kept,
    )


def act_of(outcome: str, number: int, *, appealed: bool) -> str:
    """The act for which the rulebook names who is competent."""
    if appealed:
        return "appeal"
    return "ruling" if number and outcome in DECIDES_HAND else "violation"


def results_of(rulebook: Rulebook) -> list[tuple[str, str]]:
    """Every result a hand can have whose points are added up: `NS:double_down` and its words."""
    kinds = kinds_of(rulebook)
    return [
        (f"{side}:{kind['code']}", f"{operand(side)} {operand(kind['code'])} +{kind['points']}") for side in ("NS", "EW") for kind in kinds
    ]


def record_text(rulebook: Rulebook, record: HandRecord) -> str:
    """What was played, behind its side where it has one."""
    if TALLIES[rulebook.tally].additive:
        return operand(str(record.normal["kind"]))
    return record_line(rulebook, record.record)


def points_text(points: Mapping[str, Any]) -> str:
    """`5 : 0` of two sides; one behind the other of three; "" where a record is worth nothing by itself."""
    told = [number_text(score, signed=len(points) > TWO) for score in points.values()]
    return (" : " if len(told) == TWO else " ").join(told)


def _row(rulebook: Rulebook, record: HandRecord, file: CaseFile) -> CardRow:
    side = str(record.normal.get("side", "")) if TALLIES[rulebook.tally].additive else ""
    return CardRow(
        number=record.number,
        game=record.game,
        css=css_of(side) if side else "",
        side=operand(side) if side else "",
        text=record_text(rulebook, record),
        points=points_text(record.points),
        at=record.entered_at,
        who=file.people.get(record.actor, ""),
        entered_side=record.entered_side,
        device=record.device,
        hash=record.hash,
        current=(record.game, record.number, record.room) == file.case.slot,
        rival=record.state == HandState.CONFLICT,
    )


def _choices(place: Place, by: Actor, rulebook: Rulebook, file: CaseFile, here: Sequence[CardRow]) -> Iterable[Choice]:
    """Every outcome that fits: a hand that was recorded can be upheld, changed to what another entered, or played again."""
    number, appealed = file.case.slot[1], file.case.appealed
    rules = place.may("dispute.rule")

    def choice(value: str, row: CardRow | None = None) -> Choice:
        outcome = value.partition(":")[0]
        return Choice(value, outcome, row, rules and competent(rulebook, act_of(outcome, number, appealed=appealed), by.roles))

    live = next((row for row in here if not row.rival), None)
    yield choice(UPHELD, live)
    for row in here:
        if row.rival:
            yield choice(f"{CHANGED}:{row.hash}", row)
    if number or appealed:
        yield choice(CHANGED)
    if number and live is not None:
        yield choice(VOIDED)
    for outcome in OUTCOMES:
        if outcome in (WARNING, DISMISSED) or (outcome == PENALTY and codes(rulebook)):
            yield choice(outcome)


def _ticked(rulebook: Rulebook, live: HandRecord | None, kept: Kept) -> list[dict[str, Any]]:
    """All clauses; those that gave the hand its points come first, and are ticked unless the form came back with others."""
    scoring = [] if live is None else [step.clause for step in judge(rulebook, live.record).trace if step.clause]
    chosen = kept.values.get("clauses", scoring[-1:]) if kept.values else scoring[-1:]
    return [{**clause, "ticked": clause["id"] in chosen} for clause in clauses_of(rulebook, [*scoring, *chosen])]
