"""递给对方核对: what a tablet brings that was handed to the other side: the side, and its PIN or signature. Writes nothing itself.

Used by events.services.matches.match_confirm. The fingerprint and the entry say by what was signed, never the PIN.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from events import ledger
from events.access import Actor
from events.models import Attachment, Book, Competition, HandRecord, LedgerEntry, Match, Player
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.pins import PIN, pin_check
from scoring.competence import CONFIRMS_SIDE, confirming_sides
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

OFF, PIN_ALONE = "off", "pin"
BY_PIN, BY_SIGNATURE = "pin", "signature"
HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
PLAYER = re.compile(r"p[0-9a-f]{12}", re.ASCII)
# What may be said of a match after somebody signed, without anything of what he signed for having moved.
UNMOVED = frozenset(
    {
        "attachment",
        "clock",
        "confirmation",
        "table_closed",
        "table_reopened",
        "dispute",
        "dispute_taken",
        "dispute_ruled",  # what it moves stands in entries of its own
        "dispute_withdrawn",
        "appeal",
        "proposed",
        "proposal_refused",
    }
)


@dataclass(frozen=True, slots=True)
class Handed:
    """Who signs on a tablet that is not his, and with what. `player` is the one who took it, where he tapped his name."""

    side: str
    pin: str = ""
    signature: str = ""
    player: str = ""

    def __repr__(self) -> str:  # a traceback that shows its locals must not show the PIN
        return f"Handed(side={self.side!r})"

    def faults(self, rulebook: Rulebook) -> list[Fault]:
        """What cannot be right by itself. The PIN is not repeated."""
        known, faults = confirming_sides(rulebook), []
        if self.side not in known:
            faults.append(Fault("unknown_side", rulebook.law(CONFIRMS_SIDE), "side", {"known": list(known)}))
        if bool(self.pin) == bool(self.signature):
            faults.append(Fault("pin_or_signature", at="pin"))
        if self.pin and not PIN.fullmatch(self.pin):
            faults.append(Fault("pin_malformed", at="pin"))
        if self.signature and not HASH.fullmatch(self.signature):
            faults.append(Fault("hash_malformed", at="signature"))
        if self.player and not PLAYER.fullmatch(self.player):
            faults.append(Fault("unknown_player", at="player"))
        return faults

    def asked(self) -> dict[str, Any]:
        """Its part of the fingerprint: six digits under a plain hash would be found by trying, so they are left out."""
        return {"side": self.side, "by": self._by, "signature": self.signature, "player": self.player}

    def admit(self, *, competition: Competition, match: Match, by: Actor, rulebook: Rulebook) -> None:
        """Raises NotAllowed: handed_by_device, hand_over_off, own_side, pin_needed, signature_unknown and those of the PIN;
        Problems(unknown_player).

        Only a paired device is handed over: it is at one table and of one side, and what it kept and tried is counted for it. A person
        signed in is not, whatever he holds beside his office; he confirms on behalf, with a reason.
        """
        if not by.device:
            raise NotAllowed("handed_by_device", clause=rulebook.law(CONFIRMS_SIDE))
        how = competition.event.hand_over
        if how == OFF:
            raise NotAllowed("hand_over_off", clause=rulebook.law(CONFIRMS_SIDE))
        if by.side == self.side:
            raise NotAllowed("own_side", clause=rulebook.law(CONFIRMS_SIDE), values={"side": self.side})
        entrant = match.entrants()[self.side]
        if self.player and not Player.objects.filter(entrant=entrant, pid=self.player).exists():
            raise Problems([Fault("unknown_player", at="player")])
        if self.pin:
            pin_check(competition=competition, entrant=entrant, pin=self.pin, by=by)
        elif how == PIN_ALONE:
            raise NotAllowed("pin_needed")
        elif self._drawn(match, by) is None:
            raise NotAllowed("signature_unknown")

    def body(self, book: Book, match: Match, by: Actor, covered: Sequence[HandRecord], *, each: bool) -> Mapping[str, Any]:
        """What the entry says of it. StateRefusal("signature_stale"): it was drawn for something else than `covered`, or something moved
        after it; `each`: every record is signed by itself, and what moved another one does not matter."""
        if self.signature:
            drawn = self._drawn(match, by)
            if drawn is None or not _still_signs(book, match, drawn, covered, each=each):
                raise StateRefusal("signature_stale")
        said = {"by": self._by, "signature": self.signature, "player": self.player}
        return {name: value for name, value in said.items() if value}

    @property
    def _by(self) -> str:
        return BY_PIN if self.pin else BY_SIGNATURE

    def _drawn(self, match: Match, by: Actor) -> Attachment | None:
        """The signature, if this very device kept it for that side of this match."""
        kept = Attachment.objects.filter(
            match=match, sha256=self.signature, what="signature", side=self.side, kept_by=by.pid, erased_at=None
        )
        return kept.order_by("-entry_seq").first()


def _still_signs(book: Book, match: Match, drawn: Attachment, covered: Sequence[HandRecord], *, each: bool) -> bool:
    """Whether all of `covered` stood when it was drawn, and nothing has moved what they are worth, or who sits there, since."""
    said = LedgerEntry.objects.filter(book=book, seq=drawn.entry_seq).values_list("body", flat=True).get()
    if not {row.hash for row in covered} <= set(json.loads(said).get("covers", ())):
        return False
    places = {(row.game, row.number, row.room) for row in covered}
    for entry in ledger.entries(book, after=drawn.entry_seq, matches=[match.code]):
        elsewhere = each and entry.number and (entry.game, entry.number, entry.room) not in places
        if entry.kind not in UNMOVED and not elsewhere:
            return False
    seated = ledger.entries(book, after=drawn.entry_seq, kinds=["reseated"])
    return not any(entry.body.get("match") == match.code for entry in seated)
