"""比赛记录: the entries as stored, so that anyone can check the chain and recompute. Nothing personal is in them."""

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from events.api import inputs
from events.api.doors import CompetitionDoor, ResultsDoor
from events.ledger import genesis
from events.models import LedgerEntry, Refusal
from events.selectors.ledger import ledger_page, refusals_of
from events.selectors.published import frozen_of
from events.selectors.secrets_kept import holds_secrets, only_proposed, secret_parts, tells_who

COLUMNS = (
    "seq", "kind", "key", "fingerprint", "match", "game", "number", "room", "supersedes", "actor", "role", "device",
    "device_time", "server_time", "rulebook_digest", "body", "prev", "hash",
)  # fmt: skip


WHO = ("body", "actor", "role", "device")


def entry_json(entry: LedgerEntry, secret: tuple[str, ...] = (), *, outside: bool = False) -> dict[str, Any]:
    """All columns; `body` is the stored text itself, because the chain covers that text. Empty and `withheld` while it would tell the
    cards of a board that others are still to play; for those `outside` an open competition also what is only proposed, and, with
    whoever wrote it, what would tell which side of a table disputes something."""
    kept: tuple[str, ...] = ()
    if outside and tells_who(entry):
        kept = WHO
    elif (outside and only_proposed(entry)) or holds_secrets(entry, secret):
        kept = ("body",)
    return {column: "" if column in kept else getattr(entry, column) for column in COLUMNS} | {"withheld": bool(kept)}


class Ledger(ResultsDoor):
    """Entries after a seq."""

    query = inputs.LEDGER_PAGE
    outputs: ClassVar = {"GET": {200: "LedgerPage"}}

    def get(self, request: Request, **_address: Any) -> Response:
        held = frozen_of(competition=self.competition, sees_all=self.sees_all)
        page = ledger_page(
            competition=self.competition,
            upto=held.seq if held is not None else None,
            after=self.asked.get("after", 0),
            limit=self.asked.get("limit", 100),
            kind=self.asked.get("kind", ""),
            match=self.asked.get("match", ""),
        )
        secret = () if self.sees_all else secret_parts(self.competition)
        outside = not self.sees_all and not self.competition.book.closed
        return Response(
            {
                "book": self.competition.pid,
                "genesis": genesis(self.competition),
                "head": page.head,
                "next_after": page.next_after,
                "results": [entry_json(entry, secret, outside=outside) for entry in page.entries],
            }
        )


def refusal_json(refusal: Refusal) -> dict[str, Any]:
    return {
        "id": refusal.pk,
        "at": refusal.at,
        "action": refusal.action,
        "match": refusal.match,
        "status": refusal.status,
        "codes": refusal.codes,
        "key": refusal.key,
        "actor": refusal.actor,
        "role": refusal.role,
        "device": refusal.device,
    }


class Refusals(CompetitionDoor):
    """What was refused, newest first: codes and places, never what was sent."""

    public = frozenset()
    actions = {"GET": "ledger.read"}
    query = {"limit": inputs.PAGE["limit"]}
    outputs: ClassVar = {"GET": {200: "RefusalList"}}

    def get(self, request: Request, **_address: Any) -> Response:
        found = refusals_of(competition=self.competition)[: self.asked.get("limit", 100)]
        return Response({"results": [refusal_json(refusal) for refusal in found]})
