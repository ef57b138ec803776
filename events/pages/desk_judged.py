"""A ruling on a dispute as its form states it: what the service is asked, what it would change, how it is read out. No rule, no write."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict

from events.access import Actor
from events.models import Dispute, HandRecord
from events.pages.base import Place
from events.pages.case_acts import new_key
from events.pages.desk_cards import record_text
from events.pages.read_out import Said, place_said, points_said, read_out, score_said
from events.pages.record_form import penalty_typed, record_typed
from events.pinned import rulebook_of
from events.selectors.match_value import seat_of
from events.selectors.records import live_record, record_named
from events.services import disputes
from events.services.rehearsal import Effect, effect_of
from events.services.replies import Reply
from events.wording.disputes import protest_said
from events.wording.penalties import penalty_word
from events.wording.sides import side_name
from scoring.disputes import APPEALED, CHANGED, DEADLINE, PENALTY, UPHELD
from scoring.judge import judge
from scoring.parameters import Rulebook
from scoring.tallies import TALLIES

LONGEST_CODE = 20


@dataclass(frozen=True, slots=True)
class Judged:
    """One form about one dispute. `over`: the time to protest is past, so that nobody may appeal against what it decides."""

    place: Place
    by: Actor
    dispute: Dispute
    data: QueryDict
    over: bool

    @property
    def rulebook(self) -> Rulebook:
        return rulebook_of(self.place.competition)

    @property
    def outcome(self) -> str:
        return self.data.get("outcome", "").partition(":")[0][:LONGEST_CODE]

    @property
    def appealed(self) -> bool:
        return self.dispute.state == APPEALED

    def rule(self, *, key: str = "", reason: str = "") -> Reply:
        """Asks the service: the first ruling, or the one on an appeal."""
        service = disputes.appeal_rule if self.appealed else disputes.dispute_rule
        return service(
            competition=self.place.competition,
            dispute=self.dispute.pid,
            key=key or self.data.get("key", ""),
            by=self.by,
            outcome=self.outcome,
            clauses=self.data.getlist("clauses"),
            reason=reason or self.data.get("reason", ""),
            let_stand=self.data.get("let-stand") == "yes",
            **self._stated(),
        )

    def effect(self) -> Effect:
        """What it would change; a reason is not missing yet."""
        return effect_of(competition=self.place.competition, act=lambda: self.rule(key=new_key(), reason=self.data.get("reason") or "-"))

    def read_out(self, effect: Effect | None = None) -> str:
        """The words to read out; "" for a form that decides nothing yet."""
        if self.outcome not in ("upheld", "changed", "voided", "penalty", "warning", "dismissed"):
            return ""
        state = None if effect is None or effect.refused is not None else effect.after
        return said_of(self.rulebook, self.dispute, self.outcome, self.data.getlist("clauses"), state, over=self.over, **self._told())

    def _stated(self) -> dict[str, Any]:
        outcome, rulebook = self.outcome, self.rulebook
        if outcome == CHANGED:
            named = self.data.get("outcome", "").partition(":")[2]
            return {"uphold": named} if named else {"record": self._record()}
        if outcome == PENALTY:
            return {"penalty": penalty_typed(rulebook, self._seat(), self.data.get("code", ""), self.data)}
        return {}

    def _record(self) -> dict[str, Any] | None:
        """The result that is stated anew; None where nothing was, which takes back a penalty."""
        if not self.dispute.number:
            return None
        if TALLIES[self.rulebook.tally].additive:
            side, _colon, kind = self.data.get("result", "").partition(":")
            return {"hand": self.dispute.number} | ({"side": side, "kind": kind} if side else {})
        live = _live(self.dispute)
        return record_typed(self.rulebook, self._seat(), self.data, live=None if live is None else live.record)

    def _seat(self) -> Mapping[str, Any]:
        return seat_of(competition=self.place.competition, match=self.dispute.match.code)

    def _told(self) -> dict[str, str]:
        """The record that would count, and the penalty, in words."""
        rulebook = self.rulebook
        stated = self._stated()
        if self.outcome == PENALTY:
            body = stated["penalty"]
            return {"fined": f"{side_name(str(body['side']), rulebook.game)} {penalty_word(str(body['code']))}"}
        found = _live(self.dispute) if self.outcome == UPHELD else None
        if stated.get("uphold"):
            found = record_named(self.dispute.match, stated["uphold"])
        record = stated.get("record") if found is None else found.record
        return {} if record is None else record_said(rulebook, record)


def record_said(rulebook: Rulebook, record: Mapping[str, Any]) -> dict[str, str]:
    """A record and what it gives, in words."""
    outcome = judge(rulebook, record)
    if outcome.problems:
        return {}
    shown = HandRecord(record=dict(record), normal=dict(record))
    side = str(record.get("side", "")) if TALLIES[rulebook.tally].additive else ""
    text = " ".join(part for part in (side_name(side, rulebook.game) if side else "", record_text(rulebook, shown)) if part)
    return {"result": text, "points": points_said(rulebook, outcome.points or {})}


def said_of(
    rulebook: Rulebook,
    dispute: Dispute,
    outcome: str,
    clauses: list[str],
    state: Mapping[str, Any] | None,
    *,
    over: bool,
    result: str = "",
    points: str = "",
    fined: str = "",
) -> str:
    """The words of a ruling on this dispute. `state`: the computed state that has the table's score; `over`: the time to protest is."""
    rows = [] if state is None else [row for row in state["matches"] if row["match"] == dispute.match.code]
    final = dispute.state in (APPEALED, "final")
    said = Said(
        table=dispute.match.table,
        place=place_said(rulebook.game, dispute.number),
        outcome=outcome,
        clauses=[rulebook.clauses[clause].ref for clause in clauses if clause in rulebook.clauses],
        score=score_said(rulebook, rows[0]) if rows else "",
        final=final,
        protest="" if final else protest_said(rulebook.choice(DEADLINE), over=over),
    )
    return read_out(replace(said, result=result, points=points, fined=fined))


def _live(dispute: Dispute) -> HandRecord | None:
    """The record that counts in the hand in question."""
    return live_record(dispute.match, dispute.game, dispute.number, dispute.room)
