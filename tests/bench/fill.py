"""`python -m tests.bench.fill EVENT N`: adds N corrections to the event's book, chained and projected as the services would leave them.

Through the services this takes minutes; here the rows are made in one transaction. `verify` is run over the result.
"""

import itertools
import sys
from typing import Any

import django

BATCH = 500
KINDS = ("double_down", "first_third", "first_fourth")


def fill(event: str, count: int) -> None:
    from django.db import connection, transaction

    from events import ledger
    from events.models import Competition, HandRecord, HandState, LedgerEntry
    from events.pinned import rulebook_of
    from scoring.chain import entry_hash
    from scoring.records import normal

    competition = Competition.objects.select_related("event").get(event__code=event)
    rulebook = rulebook_of(competition)
    with ledger.locked(competition) as book:
        live = list(HandRecord.objects.filter(match__competition=competition, state=HandState.LIVE).select_related("match"))
        made: list[LedgerEntry] = []
        for number, hand in zip(range(count), itertools.cycle(live)):
            record: dict[str, Any] = {"hand": hand.number, "side": "NS", "kind": KINDS[number // len(live) % len(KINDS)]}
            entry = LedgerEntry(
                book=book,
                seq=book.seq + 1,
                kind="correction",
                key=f"fill-{number:08d}",
                match=hand.match.code,
                game=hand.game,
                number=hand.number,
                supersedes=hand.hash,
                actor=hand.actor,
                role="scorer",
                device=hand.device,
                server_time="2026-01-01T00:00:00Z",
                rulebook_digest=competition.rulebook_digest,
                body=ledger.body_text({"record": record}),
                prev=book.hash,
            )
            entry.hash = entry_hash(ledger.fields(entry, competition.pid))
            book.seq, book.hash = entry.seq, entry.hash
            hand.seq, hand.hash, hand.key, hand.by, hand.record = entry.seq, entry.hash, entry.key, "correction", record
            hand.normal = normal(rulebook, record)
            hand.points = hand.normal["points"]
            made.append(entry)
        with transaction.atomic():
            LedgerEntry.objects.bulk_create(made, batch_size=BATCH)
            HandRecord.objects.bulk_update(live, ["seq", "hash", "key", "by", "record", "normal", "points"], batch_size=BATCH)
            book.save(update_fields=["seq", "hash"])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")  # what PostgreSQL does by itself when a table grows in the course of a day


if __name__ == "__main__":
    django.setup()
    fill(sys.argv[1], int(sys.argv[2]))
