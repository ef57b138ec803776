"""Photos, proposals, adjusted points and passwords on the pages of the desk and the set-up, as plain forms."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from events.models import Attachment, EntrantPin, Event, LedgerEntry, Match, Proposal
from events.services.events import event_change
from events.standings import recompute
from events.verification import verify
from tests.cast import Stage
from tests.floor.conftest import field
from tests.pictures import JPEG, png

pytestmark = pytest.mark.django_db
As = Callable[[str], Client]


def case(stage: Stage, match: Match) -> str:
    return f"/e/{stage.event.code}/{stage.competition.code}/desk/tables/{match.code}/"


def upload(body: bytes = JPEG, kind: str = "image/jpeg") -> SimpleUploadedFile:
    return SimpleUploadedFile("IMG.jpg", body, content_type=kind)


def test_a_photo_goes_in_by_a_plain_form_and_is_seen_by_officials(stage: Stage, played: Match, as_role: As) -> None:
    referee, page = as_role("referee"), case(stage, played)
    html = referee.get(page).content.decode()
    (key,) = field(html, "photos", "key")
    sent = referee.post(f"{page}photos/", {"key": key, "what": "sheet", "about": "", "photo": upload()}, follow=True)
    html = sent.content.decode()
    assert "照片已存" in html
    kept = Attachment.objects.get()
    address = f"/e/{stage.event.code}/{stage.competition.code}/desk/photos/{kept.sha256}/"
    assert address in html
    shown = referee.get(address)
    assert (shown.content, shown["Content-Type"], shown["X-Content-Type-Options"]) == (JPEG, "image/jpeg", "nosniff")
    assert as_role("auditor").get(address).status_code == 200
    for stranger in (Client(), as_role("organiser")):
        assert stranger.get(address).status_code in (302, 403)
    assert "删除这张照片" not in html
    chief = as_role("chief_referee")
    assert "删除这张照片" in chief.get(page).content.decode()
    assert chief.post(f"{address}forget/", follow=True).status_code == 200
    assert referee.get(address).status_code == 404
    assert not verify(stage.competition).findings


def test_what_is_no_picture_is_told_in_words(stage: Stage, played: Match, as_role: As) -> None:
    referee, page = as_role("referee"), case(stage, played)
    for photo in (upload(b"<svg/>", "image/svg+xml"), upload(b"", "image/png")):
        sent = referee.post(f"{page}photos/", {"key": "photo-key-1", "what": "sheet", "photo": photo}, follow=True)
        assert "这不是 JPEG、PNG 或 WebP 图片" in sent.content.decode()
    assert "这不是" in referee.post(f"{page}photos/", {"key": "photo-key-1", "what": "sheet"}, follow=True).content.decode()
    assert not Attachment.objects.exists()


def test_on_behalf_with_its_photo_in_one_form(stage: Stage, played: Match, as_role: As) -> None:
    Event.objects.filter(pk=stage.event.pk).update(photo_on_behalf=True)
    referee, page = as_role("referee"), case(stage, played)
    html = referee.get(page).content.decode()
    (key,), covers = field(html, "confirm", "key"), field(html, "confirm", "covers")
    form = {"key": key, "covers": covers, "reason": "对方去吃饭"}
    refused = referee.post(f"{page}confirm/", form)
    assert refused.status_code == 422
    assert "组委会要求代确认时附一张照片" in refused.content.decode()
    assert referee.post(f"{page}confirm/", {**form, "photo": upload()}).status_code == 302
    assert Match.objects.get(pk=played.pk).confirmed_on_behalf
    assert Attachment.objects.get().what == "on_behalf"
    recompute(stage.competition.pk, "worker")
    public = Client().get(f"/e/{stage.event.code}/{stage.competition.code}/tables/{played.code}/").content.decode()
    assert "代确认" in public
    assert Attachment.objects.get().sha256 not in public


def test_adjusted_points_on_the_case_page_and_taken_back(stage: Stage, played: Match, as_role: As) -> None:
    chief, page = as_role("chief_referee"), case(stage, played)
    assert 'id="adjust-points"' not in as_role("referee").get(page).content.decode()
    html = chief.get(page).content.decode()
    (key,) = field(html, "adjust-points", "key")
    form = {"key": key, "points-NS": "-2", "points-EW": "", "clauses": ["GD-08"], "reason": "迟到"}
    assert chief.post(f"{page}adjust-points/", {**form, "points-NS": "两分"}).status_code == 422
    done = chief.post(f"{page}adjust-points/", form, follow=True).content.decode()
    assert "南北 -2" in done
    named = LedgerEntry.objects.get(kind="match_adjusted").hash
    assert named in field(done, "withdraw", "supersedes")
    recompute(stage.competition.pk, "worker")
    base = f"/e/{stage.event.code}/{stage.competition.code}"
    sheet = Client().get(f"{base}/tables/{played.code}/").content.decode()
    assert "裁判长调整" in sheet
    assert "−2" in sheet
    why = Client().get(f"{base}/why/{stage.match().ns.team.pid}/").content.decode()
    assert "裁判长调整 −2" in why
    assert not verify(stage.competition).findings


def test_proposals_are_seconded_at_the_case(stage: Stage, played: Match, as_role: As) -> None:
    event_change(event=stage.event, changes={"officials_required": 2}, by=stage.organiser)
    chief, referee, page = as_role("chief_referee"), as_role("referee"), case(stage, played)
    (key,) = field(chief.get(page).content.decode(), "forfeit", "key")
    told = chief.post(f"{page}forfeit/", {"key": key, "sides": ["EW"], "reason": "走了"}, follow=True).content.decode()
    assert "等另一位裁判附议" in told
    assert "附议，让它生效" not in told
    proposal = Proposal.objects.get()
    seen = referee.get(page).content.decode()
    assert "附议，让它生效" in seen
    assert "走了" in seen
    (second,) = field(seen, f"{proposal.pid}/second", "key")
    address = f"/e/{stage.event.code}/{stage.competition.code}/desk/proposals/{proposal.pid}/second/"
    own = chief.post(address, {"key": "own-key-1", "match": played.code}, follow=True).content.decode()
    assert "不能由自己附议" in own
    assert "已附议" in referee.post(address, {"key": second, "match": played.code}, follow=True).content.decode()
    assert Match.objects.get(pk=played.pk).forfeited_by == "EW"
    assert not verify(stage.competition).findings


def test_the_sheet_of_passwords_is_shown_once(stage: Stage, as_role: As) -> None:
    organiser, base = as_role("organiser"), f"/e/{stage.event.code}/{stage.competition.code}/setup/pins/"
    assert organiser.get(base).status_code == 200
    sheet = organiser.post(f"{base}sheet/", {"of": ""})
    assert "no-store" in sheet["Cache-Control"]
    pins = re.findall(r"<dd>(\d{3} \d{3})</dd>", sheet.content.decode())
    assert len(pins) == EntrantPin.objects.count() == 8
    again = organiser.get(base).content.decode()
    assert not any(pin in again or pin.replace(" ", "") in again for pin in pins)
    one = organiser.post(f"{base}sheet/", {"of": stage.match().ew.pid}).content.decode()
    assert len(re.findall(r"<dd>", one)) == 1
    for role in ("auditor", "scorer"):
        assert as_role(role).get(base).status_code == 403
    assert Client().post(f"{base}sheet/", {"of": ""}).status_code in (302, 403)


def test_without_a_token_of_the_form_nothing_is_taken(stage: Stage, played: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(stage.users["referee"])
    page = case(stage, played)
    assert client.post(f"{page}photos/", {"key": "photo-key-1", "what": "sheet", "photo": upload(png(), "image/png")}).status_code == 403
    assert not Attachment.objects.exists()


def test_the_organisers_say_how_a_tablet_is_handed_over(stage: Stage, as_role: As) -> None:
    base = f"/e/{stage.event.code}/{stage.competition.code}/setup/pins/"
    sent = {"hand_over": "pin", "photo_on_behalf": "yes"}
    assert as_role("referee").post(f"{base}rules/", sent).status_code == 403
    assert "已改好" in as_role("organiser").post(f"{base}rules/", sent, follow=True).content.decode()
    stage.event.refresh_from_db()
    assert (stage.event.hand_over, stage.event.photo_on_behalf) == ("pin", True)
    assert as_role("organiser").post(f"{base}rules/", {"hand_over": "shout"}).status_code == 302
    stage.event.refresh_from_db()
    assert stage.event.hand_over == "pin"
