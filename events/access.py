"""Who may do what: one table, read by services, doors and the matrix test. docs/permissions.md shows the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address

from django.http import HttpRequest
from django.http.request import split_domain_port

from events.refusals import NotAllowed, NotFound

ORGANISER, CHIEF, REFEREE, SCORER, CHECKER, AUDITOR = "organiser", "chief_referee", "referee", "scorer", "checker", "auditor"
OFFICIALS = frozenset({CHIEF, REFEREE})
# Whose work is done in the administration; scorers and checkers have their table's page.
OFFICE = frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR})

# action -> roles that may do it in an event. Scorer and checker are further bound to their table and side.
ACTIONS: Mapping[str, frozenset[str]] = {
    "event.change": frozenset({ORGANISER}),
    "grant.change": frozenset({ORGANISER}),
    "competition.create": frozenset({ORGANISER}),
    "team.change": frozenset({ORGANISER}),
    "draw.make": frozenset({ORGANISER}),
    "round.open": frozenset({ORGANISER, CHIEF}),
    "round.lock": frozenset({ORGANISER, CHIEF}),
    "code.make": frozenset({ORGANISER, CHIEF}),
    "device.pair": frozenset({ORGANISER, CHIEF, REFEREE}),
    "device.revoke": frozenset({ORGANISER, CHIEF, REFEREE}),
    "hand.record": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.preview": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.correct": frozenset({CHIEF, REFEREE, SCORER}),
    "hand.void": frozenset({CHIEF, REFEREE, SCORER}),
    "match.confirm": frozenset({CHIEF, REFEREE, CHECKER}),
    "match.hand_over": frozenset({SCORER, CHECKER}),  # the other side signs on this tablet, by its PIN or signature
    "match.forfeit": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "match.line_up": frozenset({CHIEF, REFEREE}),
    "match.withdraw": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence, for a penalty by its tariff
    "penalty.give": frozenset({CHIEF, REFEREE}),  # narrowed by the tariff
    "time.up": frozenset({CHIEF, REFEREE}),
    "board.adjust": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence, as the next two
    "match.adjust": frozenset({CHIEF}),
    "board.trump": frozenset({ORGANISER, CHIEF, REFEREE}),
    "board.foul": frozenset({CHIEF, REFEREE}),
    "match.close": frozenset({CHIEF, REFEREE}),
    "match.let_stand": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "match.reseat": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "table.clock": frozenset({CHIEF, REFEREE}),
    "announcement.make": frozenset({ORGANISER, CHIEF}),
    "case.note": frozenset({CHIEF, REFEREE}),
    "case.note_erase": frozenset({CHIEF}),
    "first_finished.state": frozenset({ORGANISER, CHIEF, REFEREE}),
    "voucher.give": frozenset({ORGANISER}),
    "entrant.disqualify": frozenset({CHIEF, REFEREE}),  # narrowed by the tariff
    "table.call": frozenset({CHIEF, REFEREE, SCORER, CHECKER}),
    "table.answer": frozenset({CHIEF, REFEREE}),
    "ruling.make": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence
    "dispute.raise": frozenset({CHIEF, REFEREE, SCORER, CHECKER}),
    "dispute.take": frozenset({CHIEF, REFEREE}),
    "dispute.rule": frozenset({CHIEF, REFEREE}),  # narrowed by the rulebook's competence, for a penalty also by its tariff
    "dispute.appeal": frozenset({CHIEF, REFEREE, SCORER, CHECKER}),
    "dispute.withdraw": frozenset({CHIEF, REFEREE}),
    "proposal.second": frozenset({CHIEF, REFEREE}),  # another person than who proposed; the competence is the proposer's
    "proposal.refuse": frozenset({CHIEF, REFEREE}),
    "attachment.keep": frozenset({CHIEF, REFEREE, SCORER, CHECKER}),
    "attachment.read": frozenset({CHIEF, REFEREE, AUDITOR}),
    "attachment.erase": frozenset({CHIEF}),
    "pin.make": frozenset({ORGANISER, CHIEF, REFEREE}),
    "competition.close": frozenset({CHIEF}),
    "competition.reopen": frozenset({CHIEF}),
    "visibility.set": frozenset({ORGANISER, CHIEF}),
    "board.freeze": frozenset({ORGANISER, CHIEF}),
    "ledger.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
    "hidden.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
    "desk.read": frozenset({ORGANISER, CHIEF, REFEREE, AUDITOR}),
}

# Requests that must bring an Idempotency-Key: whatever adds entries to a ledger.
KEYED = frozenset(
    {
        "competition.create",
        "team.change",
        "draw.make",
        "round.open",
        "round.lock",
        "hand.record",
        "hand.correct",
        "hand.void",
        "match.confirm",
        "match.hand_over",
        "match.forfeit",
        "match.line_up",
        "match.withdraw",
        "penalty.give",
        "time.up",
        "board.adjust",
        "match.adjust",
        "board.trump",
        "board.foul",
        "match.close",
        "match.let_stand",
        "match.reseat",
        "table.clock",
        "first_finished.state",
        "voucher.give",
        "entrant.disqualify",
        "ruling.make",
        "dispute.raise",
        "dispute.take",
        "dispute.rule",
        "dispute.appeal",
        "dispute.withdraw",
        "proposal.second",
        "proposal.refuse",
        "attachment.keep",
        "competition.close",
        "competition.reopen",
        "board.freeze",
    }
)

# What a paired device is further bound to; people hold their roles in the whole event.
OWN_SIDE, OTHER_SIDE, OWN_TABLE = "own_side", "other_side", "own_table"
BOUND: Mapping[str, str] = {
    "hand.record": OWN_SIDE,
    "hand.preview": OWN_TABLE,
    "hand.correct": OWN_SIDE,
    "hand.void": OWN_SIDE,
    "match.confirm": OTHER_SIDE,
    "match.hand_over": OWN_TABLE,
    "attachment.keep": OWN_TABLE,
    "table.call": OWN_TABLE,
    "dispute.raise": OWN_TABLE,
    "dispute.appeal": OWN_TABLE,
}


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts, made by a door from the session or token, never from a body.

    `pid` is a grant's or a device's random id; `roles` are the roles in this event; a device is bound to one
    competition, table number and side. A personal device is a `player`'s (pid): it is bound to the one `match` where that player
    sits now, with its table, side and role, and has none of them while he sits nowhere. `read_only`: known by a cookie alone, which
    carries no right to write.
    `pids`: every id under which this person ever acted in the event, with the grants that ended: whoever is promoted stays
    the one who entered. So are all phones of one player one person.
    """

    pid: str
    roles: frozenset[str]
    event_id: int
    device: str = ""
    competition_id: int | None = None
    table: int | None = None
    side: str = ""
    player: str = ""
    match: str = ""
    read_only: bool = False
    pids: frozenset[str] = frozenset()

    def was(self, pid: str) -> bool:
        """Whether `pid` is this very person or device, under whatever grant."""
        return pid == self.pid or pid in self.pids

    def may(self, action: str) -> bool:
        if self.read_only and not action.endswith(".read"):
            return False
        return bool(self.roles & ACTIONS[action])

    def sits_at(self, *, table: int, match: str) -> bool:
        """Whether this device belongs at a table: a table's own has it for every round, a player's phone has one match."""
        return self.match == match if self.player else self.table == table

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


def require_here(by: Actor, *, event_id: int, competition_id: int | None = None) -> None:
    """Raises NotFound for an actor of another event, or a device of another competition."""
    if by.event_id != event_id:
        raise NotFound("event")
    if competition_id is not None and by.competition_id is not None and by.competition_id != competition_id:
        raise NotFound("competition")


def require(by: Actor, action: str, *, event_id: int, competition_id: int | None = None) -> None:
    """Raises NotFound as `require_here`, NotAllowed where the role may not."""
    require_here(by, event_id=event_id, competition_id=competition_id)
    if not by.may(action):
        raise NotAllowed("role_may_not", values={"action": action, "role": by.role})


def password_login_allowed(request: HttpRequest) -> bool:
    """Passwords are typed under TLS, or at the machine itself: its address, by its own name, with no proxy between."""
    if request.is_secure():
        return True
    if any(request.META.get(name) for name in ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")):
        return False
    host, _port = split_domain_port(request.META.get("HTTP_HOST", ""))
    return _loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or _loopback(host.strip("[]")))


def _loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
