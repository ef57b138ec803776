"""Pictures are kept outside the ledger, which vouches for them; they can be forgotten and nothing else changes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from events import attachment_files
from events.access import Actor
from events.models import Attachment, Event, LedgerEntry
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.selectors.attachments import attachments_of, picture_of
from events.services import attachments
from events.services.attachments import MOST_BYTES, attachment_erase, attachment_keep
from events.services.matches import match_confirm
from events.standings import full
from events.verification import verify
from scoring.fold import canonical
from tests.cast import Stage, small_event
from tests.events.score_kit import confirm, five, new_key, sound
from tests.pictures import JPEG, WEBP, png

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = small_event()
    yield made
    for path in folder(made).glob("*"):
        path.unlink()


def folder(stage: Stage) -> Path:
    return Path(settings.ATTACHMENTS / stage.competition.pid)


def keep(
    stage: Stage, body: bytes = JPEG, media_type: str = "image/jpeg", what: str = "sheet", by: Actor | None = None, **more: Any
) -> Any:
    return attachment_keep(
        competition=stage.competition,
        match=more.pop("match", stage.match().code),
        what=what,
        body=body,
        media_type=media_type,
        key=more.pop("key", "") or new_key(),
        by=by or stage.referee,
        **more,
    )


@pytest.mark.parametrize(("body", "kind"), [(JPEG, "image/jpeg"), (png(), "image/png"), (WEBP, "image/webp")])
def test_a_picture_is_kept_with_its_hash_in_the_ledger(stage: Stage, body: bytes, kind: str) -> None:
    before = canonical({**full(stage.competition), "seq": 0})
    reply = keep(stage, body, kind)
    assert reply.status == 201
    entry = LedgerEntry.objects.get(kind="attachment")
    assert json.loads(entry.body) == {"sha256": reply.body["attachment"], "size": len(body), "type": kind, "what": "sheet", "about": ""}
    found = picture_of(competition=stage.competition, sha256=reply.body["attachment"])
    assert (found.body, found.media_type) == (body, kind)
    assert canonical({**full(stage.competition), "seq": 0}) == before
    assert oct(attachment_files.path_of(stage.competition.pid, found.sha256).stat().st_mode & 0o777) == "0o600"
    sound(stage)


@pytest.mark.parametrize(
    ("body", "said", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>", "image/svg+xml", "not_an_image"),
        (b"GIF89a", "image/gif", "not_an_image"),
        (b"<!doctype html>", "image/png", "not_an_image"),
        (png(), "image/jpeg", "not_an_image"),
        (b"", "image/png", "not_an_image"),
        (JPEG + bytes(MOST_BYTES), "image/jpeg", "image_too_large"),
    ],
)
def test_only_pictures_of_a_bounded_size(stage: Stage, body: bytes, said: str, code: str) -> None:
    with pytest.raises(Problems) as refused:
        keep(stage, body, said)
    assert [fault.code for fault in refused.value.faults] == [code]
    assert not folder(stage).exists() or not list(folder(stage).iterdir())
    assert not LedgerEntry.objects.filter(kind="attachment").exists()


def test_everything_that_is_wrong_is_said_at_once(stage: Stage) -> None:
    with pytest.raises(Problems) as refused:
        keep(stage, b"x", what="movie", about="../../etc/passwd", side="NS")
    assert {fault.code for fault in refused.value.faults} == {"not_a_choice", "not_an_image", "about_malformed", "unknown_side"}


def test_the_same_key_and_the_same_picture_are_kept_once(stage: Stage) -> None:
    first = keep(stage, key="the-same-key")
    assert keep(stage, key="the-same-key").replayed
    again = keep(stage)
    assert (again.status, again.body) == (200, {"attachment": first.body["attachment"], "echo": True})
    assert LedgerEntry.objects.filter(kind="attachment").count() == 1
    sound(stage)


def test_a_device_keeps_at_its_own_table_alone(stage: Stage) -> None:
    assert keep(stage, by=stage.scorer()).status == 201
    assert keep(stage, png(), "image/png", by=stage.checker()).status == 201
    with pytest.raises(NotAllowed) as refused:
        keep(stage, by=stage.scorer(), match=stage.match(2).code)
    assert refused.value.code == "other_table"
    for by in (stage.organiser, stage.auditor):
        with pytest.raises(NotAllowed):
            keep(stage, by=by)
    with pytest.raises(NotAllowed) as refused:
        keep(stage, png(3), "image/png", what="on_behalf", by=stage.scorer())
    assert refused.value.code == "photo_by_officials"


def test_what_it_is_about_is_of_the_same_match(stage: Stage) -> None:
    hashes = five(stage)
    assert keep(stage, about=hashes[0]).status == 201
    for about in ("0" * 64, "q000000000000"):
        with pytest.raises(NotFound):
            keep(stage, png(), "image/png", about=about)
    with pytest.raises(NotFound):
        keep(stage, png(), "image/png", about=hashes[0], match=stage.match(2).code)
    assert [row.about for row in attachments_of(stage.competition, about=hashes[0])] == [hashes[0]]


def test_a_match_has_so_many_and_no_more(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "MOST_OF_A_KIND", 2)
    for colour in (1, 2):
        keep(stage, png(colour), "image/png")
    with pytest.raises(StateRefusal) as refused:
        keep(stage, png(3), "image/png")
    assert refused.value.code == "too_many_attachments"


def test_erased_it_is_gone_and_nothing_else_changed(stage: Stage) -> None:
    sha256 = keep(stage).body["attachment"]
    five(stage)
    before, head = canonical(full(stage.competition)), LedgerEntry.objects.order_by("-seq")[0].hash
    for by in (stage.referee, stage.organiser, stage.auditor, stage.scorer()):
        with pytest.raises(NotAllowed):
            attachment_erase(competition=stage.competition, sha256=sha256, by=by)
    assert attachment_erase(competition=stage.competition, sha256=sha256, by=stage.chief) == 1
    assert attachment_erase(competition=stage.competition, sha256=sha256, by=stage.chief) == 1
    assert not attachment_files.path_of(stage.competition.pid, sha256).exists()
    assert (canonical(full(stage.competition)), LedgerEntry.objects.order_by("-seq")[0].hash) == (before, head)
    with pytest.raises(NotFound) as refused:
        picture_of(competition=stage.competition, sha256=sha256)
    assert refused.value.code == "attachment_erased"
    sound(stage)
    assert keep(stage).status == 201
    sound(stage)


def test_verify_names_a_file_that_is_missing_or_altered(stage: Stage) -> None:
    one, other = keep(stage).body["attachment"], keep(stage, png(), "image/png").body["attachment"]
    attachment_files.path_of(stage.competition.pid, one).unlink()
    attachment_files.path_of(stage.competition.pid, other).write_bytes(png(9))
    report = verify(stage.competition)
    assert [finding.code for finding in report.findings] == ["attachment_missing", "attachment_altered"]
    Attachment.objects.filter(sha256=one).update(sha256="0" * 64)
    assert "attachment_differs" in [finding.code for finding in verify(stage.competition).findings]


def test_nothing_is_half_written(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_handle: int) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr("events.attachment_files.os.fsync", broken)
    with pytest.raises(OSError, match="no space"):
        keep(stage)
    assert list(folder(stage).iterdir()) == []
    assert not Attachment.objects.exists()


def test_another_competition_has_none_of_it(stage: Stage) -> None:
    sha256 = keep(stage).body["attachment"]
    strange = small_event(code="strange")
    with pytest.raises(NotFound):
        picture_of(competition=strange.competition, sha256=sha256)
    with pytest.raises(NotFound):
        attachment_erase(competition=strange.competition, sha256=sha256, by=strange.chief)


def test_on_behalf_takes_a_photo_and_needs_one_where_the_organisers_say_so(stage: Stage) -> None:
    hashes = five(stage)
    Event.objects.filter(pk=stage.event.pk).update(photo_on_behalf=True)
    stage.competition.event.refresh_from_db()
    with pytest.raises(Problems) as refused:
        confirm(stage, hashes, by=stage.referee, reason="对方去吃饭")
    assert [fault.code for fault in refused.value.faults] == ["photo_missing"]
    confirm_with: dict[str, Any] = {
        "competition": stage.competition,
        "match": stage.match().code,
        "covers": hashes,
        "by": stage.referee,
        "reason": "吃饭",
    }
    sheet = keep(stage).body["attachment"]
    with pytest.raises(Problems) as refused:
        match_confirm(**confirm_with, key=new_key(), photo=sheet)
    assert [fault.code for fault in refused.value.faults] == ["photo_unknown"]
    photo = keep(stage, png(), "image/png", what="on_behalf").body["attachment"]
    assert match_confirm(**confirm_with, key=new_key(), photo=photo).status == 201
    assert json.loads(LedgerEntry.objects.get(kind="confirmation").body)["photo"] == photo
    assert stage.match().confirmed_on_behalf
    sound(stage)
