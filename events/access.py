"""Who may do what: one table, read by services, doors and the matrix test. docs/permissions.md shows the same."""

from collections.abc import Mapping
from dataclasses import dataclass

ORGANISER, CHIEF, REFEREE, SCORER, CHECKER, AUDITOR = "organiser", "chief_referee", "referee", "scorer", "checker", "auditor"
OFFICIALS = frozenset({CHIEF, REFEREE})

# action -> roles that may do it in an event. Scorer and checker are further bound to their table and side.
ACTIONS: Mapping[str, frozenset[str]] = {
    "event.change": frozenset({ORGANISER}),
    "grant.change": frozenset({ORGANISER}),
    "competition.create": frozenset({ORGANISER}),
    "team.change": frozenset({ORGANISER}),
    "draw.make": frozenset({ORGANISER}),
    "round.open": frozenset({ORGANISER, CHIEF}),
    "round.lock": frozenset({ORGANISER, CHIEF}),
    "device.pair": frozenset({ORGANISER, CHIEF, REFEREE}),
    "device.revoke": frozenset({ORGANISER, CHIEF, REFEREE}),
    "hand.record": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.preview": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.correct": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.void": frozenset({CHIEF, REFEREE, SCORER}),
    "match.confirm": frozenset({CHIEF, REFEREE, CHECKER}),
    "match.forfeit": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "match.line_up": frozenset({CHIEF, REFEREE}),
    "match.withdraw": frozenset({CHIEF}),
    "match.close": frozenset({CHIEF, REFEREE}),
    "table.call": frozenset({CHIEF, REFEREE, SCORER, CHECKER}),
    "table.answer": frozenset({CHIEF, REFEREE}),
    "ruling.make": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "competition.close": frozenset({CHIEF}),
    "competition.reopen": frozenset({CHIEF}),
    "visibility.set": frozenset({ORGANISER, CHIEF}),
    "ledger.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
    "hidden.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
    "desk.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, made by a door from the session or token, never from a body.

    `pid` is a grant's or a device's random id; `roles` are the roles in this event; a device is bound to one
    competition, table number and side.
    """

    pid: str
    roles: frozenset[str]
    event_id: int
    device: str = ""
    competition_id: int | None = None
    table: int | None = None
    side: str = ""

    def may(self, action: str) -> bool:
        return bool(self.roles & ACTIONS[action])

    @property
    def is_official(self) -> bool:
        return bool(self.roles & OFFICIALS)

    @property
    def role(self) -> str:
        """The highest role held: the one a ledger row states."""
        for role in (CHIEF, REFEREE, ORGANISER, AUDITOR, SCORER, CHECKER):
            if role in self.roles:
                return role
        return ""
