"""One file a noun. What is stored; no rules, no business."""

from events.models.competition import Competition, Visibility
from events.models.device import Device, LoginLink, PairingCode
from events.models.draw import Draw
from events.models.event import Event
from events.models.grant import Grant, Role
from events.models.hand_record import HandRecord, HandState
from events.models.ledger_entry import Answer, Book, LedgerEntry, Refusal, Remark
from events.models.login_counter import LoginCounter
from events.models.round import Match, Round
from events.models.snapshot import NodeValue, Publication, Snapshot
from events.models.table_call import TableCall
from events.models.team import Entrant, Player, Team

__all__ = [
    "Answer",
    "Book",
    "Competition",
    "Device",
    "Draw",
    "Entrant",
    "Event",
    "Grant",
    "HandRecord",
    "HandState",
    "LedgerEntry",
    "LoginCounter",
    "LoginLink",
    "Match",
    "NodeValue",
    "PairingCode",
    "Player",
    "Publication",
    "Refusal",
    "Remark",
    "Role",
    "Round",
    "Snapshot",
    "TableCall",
    "Team",
    "Visibility",
]
