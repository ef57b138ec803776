"""Which side of a table disputes something cannot be worked out from the public ledger, neither by reading nor by trying."""

import json
from itertools import product
from typing import Any

import pytest

from events.models import Device, Dispute, LedgerEntry
from events.services.attachments import attachment_keep
from events.services.disputes import dispute_appeal, dispute_raise, dispute_rule, dispute_withdraw
from scoring.chain import Fields, entry_hash
from scoring.disputes import SUBJECTS
from tests.api.caller import Caller, competition_path
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, hand, new_key, sound
from tests.pictures import png

pytestmark = pytest.mark.django_db
SHOWN = ("seq", "kind", "key", "fingerprint", "match", "game", "number", "room", "supersedes", "device_time", "server_time",
         "rulebook_digest", "prev")  # fmt: skip


@pytest.fixture
def stage() -> Stage:
    return small_event()


def about(stage: Stage) -> dict[str, Any]:
    return {"competition": stage.competition, "key": new_key()}


def raised(stage: Stage, number: int = 1) -> str:
    reply = dispute_raise(**about(stage), match=stage.match().code, by=stage.checker(), subject="revoke", number=number)
    return str(reply.body["dispute"]["dispute"])


def public(stage: Stage) -> dict[str, Any]:
    page: dict[str, Any] = Caller().get(competition_path(stage) + "ledger/?limit=500").json()
    return page


def guessed(book: str, row: dict[str, Any], bodies: list[str]) -> str:
    """Which of the devices of the table wrote a withheld row, if trying them with these bodies tells."""
    for (pid, role), body in product([(one.pid, role) for one in Device.objects.all() for role in ("scorer", "checker")], bodies):
        said = Fields(book=book, **{name: row[name] for name in SHOWN}, actor=pid, role=role, device=pid, body=body)
        if entry_hash(said) == row["hash"]:
            return pid
    return ""


def test_no_withheld_row_is_found_by_trying(stage: Stage) -> None:
    hand(stage, by_kind(1))
    pid = raised(stage)
    dispute_rule(**about(stage), dispute=pid, by=stage.chief, outcome="dismissed", clauses=["GD-08"], reason="看过")
    dispute_appeal(**about(stage), dispute=pid, by=stage.checker(), reason="")
    sides = ("NS", "EW")
    bodies = [json.dumps({"act": "paused"}, separators=(",", ":"))]
    bodies += [json.dumps({"dispute": pid, "side": side}, sort_keys=True, separators=(",", ":")) for side in sides]
    bodies += [
        json.dumps({"dispute": pid, "side": side, "subject": subject}, sort_keys=True, separators=(",", ":"))
        for side in sides
        for subject in SUBJECTS
    ]
    page = public(stage)
    hidden = [row for row in page["results"] if row["withheld"]]
    assert [row["kind"] for row in hidden] == ["clock", "dispute", "clock", "appeal"]
    assert [guessed(page["book"], row, bodies) for row in hidden] == [""] * 4
    # That trying works where a body is known:
    known = LedgerEntry.objects.get(kind="dispute")
    assert guessed(page["book"], hidden[1], [known.body]) == stage.checker().pid
    sound(stage)


def test_every_withheld_body_has_a_salt_of_its_own(stage: Stage) -> None:
    hand(stage, by_kind(1))
    dispute_withdraw(**about(stage), dispute=raised(stage), by=stage.referee, reason="看错了")
    kinds = ("clock", "dispute", "dispute_withdrawn")
    salts = [json.loads(entry.body)["salt"] for entry in LedgerEntry.objects.filter(kind__in=kinds)]
    assert [len(salt) for salt in salts] == [32] * 4
    assert len(set(salts)) == 4


def test_a_salt_changes_no_answer_of_a_key(stage: Stage) -> None:
    say = {**about(stage), "match": stage.match().code, "by": stage.checker(), "subject": "other"}
    first, again = dispute_raise(**say), dispute_raise(**say)
    assert (again.replayed, again.body) == (True, first.body)
    assert Dispute.objects.count() == 1


def test_a_tables_picture_of_what_is_disputed_does_not_tell_whose_it_is(stage: Stage) -> None:
    entry = hand(stage, by_kind(1)).body["entry"]["hash"]
    pid = raised(stage)
    say: dict[str, Any] = {"match": stage.match().code, "media_type": "image/png"}
    for n, more in enumerate(({"what": "dispute"}, {"what": "sheet", "about": pid}, {"what": "sheet", "about": entry})):
        attachment_keep(**about(stage), **say, **more, body=png(n + 1), by=stage.checker())
    attachment_keep(**about(stage), **say, what="sheet", body=png(7), by=stage.scorer())
    attachment_keep(**about(stage), **say, what="dispute", about=pid, body=png(8), by=stage.referee)
    kept = [row for row in public(stage)["results"] if row["kind"] == "attachment"]
    assert [(row["withheld"], bool(row["device"]), bool(row["body"])) for row in kept] == [
        (True, False, False),
        (True, False, False),
        (True, False, False),
        (False, True, True),
        (False, False, True),
    ]
