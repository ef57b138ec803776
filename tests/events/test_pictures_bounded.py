"""What is refused or only tried out leaves no file, and nobody takes the room of another."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client

from events.access import Actor
from events.models import Attachment, Book, LedgerEntry
from events.refusals import Busy, NotFound, StateRefusal
from events.services import attachments
from events.services.attachments import attachment_erase, attachment_keep
from events.services.rehearsal import effect_of
from events.verification import verify
from tests.api.caller import ROOT, device, table_path
from tests.cast import Stage, small_event
from tests.events.score_kit import five, new_key, sound
from tests.events.test_concurrency import together
from tests.pictures import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = small_event()
    yield made
    for path in files(made):
        path.unlink()


def files(stage: Stage) -> list[Path]:
    folder = Path(settings.ATTACHMENTS / stage.competition.pid)
    return sorted(folder.iterdir()) if folder.exists() else []


def keep(stage: Stage, colour: int = 0, what: str = "sheet", by: Actor | None = None, **more: Any) -> Any:
    return attachment_keep(
        competition=stage.competition,
        match=more.pop("match", stage.match().code),
        what=what,
        body=png(colour),
        media_type="image/png",
        key=new_key(),
        by=by or stage.scorer(),
        **more,
    )


def test_a_refused_picture_leaves_no_file(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NotFound):
        keep(stage, about="0" * 64)
    Book.objects.filter(competition=stage.competition).update(closed=True)
    with pytest.raises(StateRefusal) as refused:
        keep(stage)
    assert refused.value.code == "competition_closed"
    Book.objects.filter(competition=stage.competition).update(closed=False)
    monkeypatch.setattr(attachments, "MOST_OF_A_KIND", 0)
    with pytest.raises(StateRefusal):
        keep(stage)
    assert files(stage) == []


def test_a_refused_picture_does_not_bring_an_erased_one_back(stage: Stage) -> None:
    sha256 = keep(stage).body["attachment"]
    attachment_erase(competition=stage.competition, sha256=sha256, by=stage.chief)
    with pytest.raises(NotFound):
        keep(stage, about="0" * 64)
    assert files(stage) == []
    assert not verify(stage.competition).findings


def test_an_act_that_does_not_commit_takes_its_file_back(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_given: Any, **_named: Any) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("events.services.replies.Answer.objects.create", broken)
    with pytest.raises(Busy):
        keep(stage)
    assert files(stage) == []
    monkeypatch.undo()
    sha256 = keep(stage).body["attachment"]
    monkeypatch.setattr("events.services.replies.Answer.objects.create", broken)
    with pytest.raises(Busy):  # the same picture of another match: the first one's file stays
        keep(stage, match=stage.match(2).code, by=stage.scorer(2))
    assert [path.name for path in files(stage)] == [sha256]


def test_a_picture_that_is_only_tried_out_is_not_written(stage: Stage) -> None:
    effect = effect_of(competition=stage.competition, act=lambda: keep(stage))
    assert effect.refused is None
    assert files(stage) == []
    hashes, chief = five(stage), Client()
    chief.force_login(stage.users["chief_referee"])
    photo = SimpleUploadedFile("a.png", png(7), content_type="image/png")
    sent = {"preview": "yes", "covers": hashes, "reason": "去吃饭", "key": new_key(), "photo": photo}
    assert chief.post(f"/e/hall/guandan/desk/tables/{stage.match().code}/confirm/", sent).status_code == 200
    assert (files(stage), Attachment.objects.count()) == ([], 0)


def test_a_file_that_went_missing_comes_back_with_the_same_picture(stage: Stage) -> None:
    keep(stage)
    files(stage)[0].unlink()
    assert keep(stage).body.get("echo")
    assert not verify(stage.competition).findings


def test_everybody_has_room_of_his_own_and_signatures_have_theirs(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachments, "MOST_OF_A_KIND", 2)
    for colour in (1, 2):
        keep(stage, colour)
    with pytest.raises(StateRefusal) as refused:
        keep(stage, 3)
    assert refused.value.code == "too_many_attachments"
    assert keep(stage, 4, by=stage.checker()).status == 201
    assert keep(stage, 5, "on_behalf", by=stage.referee).status == 201
    assert keep(stage, 6, "signature", side="EW").status == 201
    assert keep(stage, 7, "signature", by=stage.checker(), side="NS").status == 201
    sound(stage)


def test_one_drawing_signs_for_one_side(stage: Stage) -> None:
    caller = device(stage, 1, "NS")
    first = caller.post(table_path(stage) + "attachments/?what=signature&side=EW", png(5))
    assert first.status_code == 201
    again = caller.post(table_path(stage) + "attachments/?what=signature&side=NS", png(5))
    assert (again.status_code, again.json()["code"]) == (409, "signature_used")
    assert LedgerEntry.objects.filter(kind="attachment").count() == 1


def test_the_length_of_a_picture_is_a_plain_number(stage: Stage) -> None:
    caller = device(stage, 1, "NS")
    sent = {**caller.headers, "Idempotency-Key": new_key()}
    path = f"{ROOT}{table_path(stage)}attachments/?what=sheet"
    reply = caller.client.generic("POST", path, png(5), content_type="image/png", headers=sent, CONTENT_LENGTH="²")
    assert reply.status_code == 413


@pytest.mark.django_db(transaction=True)
def test_two_that_keep_the_same_picture_at_once_keep_it_once(stage: Stage) -> None:
    said: list[int] = []
    by, match = stage.scorer(), stage.match().code
    together(*(lambda: said.append(keep(stage, by=by, match=match).status) for _ in range(4)))
    assert sorted(said) == [200, 200, 200, 201]
    assert len(files(stage)) == 1
    assert not verify(stage.competition).findings
