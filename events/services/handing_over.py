"""递给对方核对: what a tablet brings that was handed to the other side: the side, and its PIN or signature. Writes nothing itself.

Used by events.services.matches.match_confirm. The fingerprint and the entry say by what was signed, never the PIN.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from events.access import Actor
from events.models import Attachment, Competition, Match, Player
from events.refusals import NotAllowed, Problems, StateRefusal
from events.services.pins import PIN, pin_check
from scoring.competence import CONFIRMS_SIDE, confirming_sides
from scoring.outcomes import Fault
from scoring.parameters import Rulebook

OFF, PIN_ALONE = "off", "pin"
BY_PIN, BY_SIGNATURE = "pin", "signature"
HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
PLAYER = re.compile(r"p[0-9a-f]{12}", re.ASCII)


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
        """Raises NotAllowed: hand_over_off, own_side, pin_needed, signature_unknown and those of the PIN; Problems(unknown_player)."""
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

    def body(self, match: Match, by: Actor, newest: int) -> Mapping[str, Any]:
        """What the entry says of it. StateRefusal("signature_stale"): drawn before `newest`, the last record that it is to sign for."""
        if self.signature:
            drawn = self._drawn(match, by)
            if drawn is None or drawn.entry_seq < newest:
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
