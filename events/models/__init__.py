"""One file a noun. What is stored; no rules, no business."""

from events.models.announcement import Announcement
from events.models.attachment import Attachment
from events.models.case_note import CaseNote
from events.models.competition import Competition, Visibility
from events.models.device import Device, LoginLink, PairingCode
from events.models.dispute import Dispute, DisputeOutcome, DisputeState
from events.models.draw import Draw
from events.models.event import Event
from events.models.freeze import Freeze
from events.models.grant import Grant, Role
from events.models.hand_record import HandRecord, HandState
from events.models.ledger_entry import Answer, Book, LedgerEntry, Refusal, Remark
from events.models.login_counter import LoginCounter
from events.models.personal_code import PersonalCode
from events.models.pin import EntrantPin, PinCounter
from events.models.proposal import Proposal, ProposalState
from events.models.round import Match, Round
from events.models.snapshot import NodeValue, Publication, Snapshot
from events.models.stage_state import StageState
from events.models.table_call import TableCall
from events.models.team import Entrant, Player, Team

__all__ = [
    "Announcement",
    "Answer",
    "Attachment",
    "Book",
    "CaseNote",
    "Competition",
    "Device",
    "Dispute",
    "DisputeOutcome",
    "DisputeState",
    "Draw",
    "Entrant",
    "EntrantPin",
    "Event",
    "Freeze",
    "Grant",
    "HandRecord",
    "HandState",
    "LedgerEntry",
    "LoginCounter",
    "LoginLink",
    "Match",
    "NodeValue",
    "PairingCode",
    "PersonalCode",
    "PinCounter",
    "Player",
    "Proposal",
    "ProposalState",
    "Publication",
    "Refusal",
    "Remark",
    "Role",
    "Round",
    "Snapshot",
    "StageState",
    "TableCall",
    "Team",
    "Visibility",
]
