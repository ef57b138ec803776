"""Pictures, proposals, adjustments and the handed-over tablet through the API: shapes, headers, and what must never be seen."""

import json
import logging
from typing import Any

import pytest

from events.models import Device
from events.services.devices import device_revoke
from events.services.events import event_change
from events.services.pins import pins_make
from tests.api.caller import ROOT, Caller, codes, competition_path, device, new_key, refusal, table_path
from tests.cast import Stage, small_event
from tests.events.score_kit import five, sound
from tests.pictures import JPEG

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return small_event()


def picture(caller: Caller, path: str, body: bytes = JPEG, kind: str = "image/jpeg", key: str = "", **headers: str) -> Any:
    sent = {**caller.headers, **headers, "Idempotency-Key": key or new_key()}
    return caller.client.generic("POST", ROOT + path, body, content_type=kind, headers=sent)


def official(stage: Stage, role: str) -> Caller:
    return Caller(user=stage.users[role])


def test_a_picture_goes_in_by_a_device_and_out_to_officials_alone(stage: Stage) -> None:
    kept = picture(device(stage), table_path(stage) + "attachments/?what=sheet")
    assert kept.status_code == 201
    path = f"{competition_path(stage)}attachments/{kept.json()['attachment']}/"
    for role in ("chief_referee", "referee", "auditor"):
        got = official(stage, role).get(path, Accept="*/*")
        assert (got.status_code, got.content, got["Content-Type"], got["X-Content-Type-Options"]) == (200, JPEG, "image/jpeg", "nosniff")
        assert got["Cache-Control"] == "private, no-store"
        assert "default-src 'self'" in got["Content-Security-Policy"]
    for caller, status in ((Caller(), 401), (device(stage), 403), (official(stage, "organiser"), 403)):
        refusal(caller.get(path), status)
    assert official(stage, "chief_referee").send("DELETE", path).status_code == 204
    assert codes(official(stage, "referee").get(path)) == ["attachment_erased"]
    sound(stage)


@pytest.mark.parametrize(
    ("query", "kind", "body", "status"),
    [
        ("?what=sheet", "image/svg+xml", b"<svg/>", 415),
        ("?what=sheet", "application/json", b"{}", 415),
        ("?what=sheet", "text/html", b"<script>", 415),
        ("?what=sheet", "image/png", b"<script>alert(1)</script>", 422),
        ("?what=sheet", "image/png", JPEG, 422),
        ("", "image/jpeg", JPEG, 422),
        ("?what=film", "image/jpeg", JPEG, 400),
        ("?what=sheet&about=../../etc", "image/jpeg", JPEG, 400),
        ("?what=sheet&what=dispute", "image/jpeg", JPEG, 400),
        ("?what=sheet", "image/jpeg", b"", 415),  # nothing at all says nothing of itself
        ("?what=sheet", "image/jpeg", JPEG + bytes(2_000_001), 413),
    ],
)
def test_what_is_no_picture_is_refused(stage: Stage, query: str, kind: str, body: bytes, status: int) -> None:
    refusal(picture(device(stage), table_path(stage) + "attachments/" + query, body, kind), status)


def test_stale_and_forged_tokens_keep_and_confirm_nothing(stage: Stage) -> None:
    hashes = five(stage)
    pin = pins_make(competition=stage.competition, entrants=[stage.match().ew.pid], by=stage.organiser)[stage.match().ew.pid]
    say = {"covers": hashes, "side": "EW", "pin": pin}
    stale = device(stage)
    forged = Caller(token="A" * 22)
    other = device(small_event(code="other"))
    for caller, status in ((forged, 401), (other, 404), (device(stage, 2), 403), (Caller(), 401)):
        assert picture(caller, table_path(stage) + "attachments/?what=sheet").status_code == status
        assert caller.post(table_path(stage) + "handed-over/", say).status_code == status
    device_revoke(event=stage.event, device=stage.devices[1, "NS"].device.pid, by=stage.organiser)
    assert picture(stale, table_path(stage) + "attachments/?what=sheet").status_code == 401
    assert stale.post(table_path(stage) + "handed-over/", say).status_code == 401
    cookie = Caller()
    cookie.client.cookies["device"] = stage.devices[1, "EW"].cookie if (1, "EW") in stage.devices else "x"
    assert cookie.post(table_path(stage) + "handed-over/", say).status_code == 401
    assert not stage.match().confirmed_hash
    assert Device.objects.filter(revoked_at=None, competition=stage.competition).exists()


def test_handed_over_with_the_right_pin_and_nothing_of_it_in_answers_and_logs(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    hashes = five(stage)
    right = pins_make(competition=stage.competition, entrants=[stage.match().ew.pid], by=stage.organiser)[stage.match().ew.pid]
    wrong = f"{(int(right) + 7) % 10**6:06d}"
    caller, path = device(stage), table_path(stage) + "handed-over/"
    answers = [
        caller.post(path, {"covers": hashes, "side": "EW", "pin": wrong}),
        caller.post(path, {"covers": [], "side": "EW", "pin": wrong}),
    ]
    answers.append(caller.post(path, {"covers": hashes, "side": "EW", "pin": right + "9"}))
    answers.append(caller.post(path, {"covers": hashes, "side": "EW", "pin": right, "more": 1}))
    assert [answer.status_code for answer in answers] == [403, 422, 422, 422]
    done = caller.post(path, {"covers": hashes, "side": "EW", "pin": right})
    assert done.status_code == 201
    told = caplog.text + "".join(answer.content.decode() for answer in [*answers, done])
    told += official(stage, "chief_referee").get(f"{competition_path(stage)}ledger/").content.decode()
    told += official(stage, "chief_referee").get(f"{competition_path(stage)}refusals/").content.decode()
    assert right not in told
    assert wrong not in told
    sound(stage)


def test_forwarded_addresses_change_nothing(stage: Stage) -> None:
    hashes = five(stage)
    right = pins_make(competition=stage.competition, entrants=[stage.match().ew.pid], by=stage.organiser)[stage.match().ew.pid]
    wrong = f"{(int(right) + 7) % 10**6:06d}"
    caller, path = device(stage), table_path(stage) + "handed-over/"
    found = [
        codes(caller.post(path, {"covers": hashes, "side": "EW", "pin": wrong}, X_Forwarded_For=f"10.0.0.{number}"))[0]
        for number in range(8)
    ]
    assert found == ["wrong_pin"] * 5 + ["pin_locked"] * 3
    assert codes(caller.post(path, {"covers": hashes, "side": "EW", "pin": right}, X_Forwarded_For="10.9.9.9")) == ["pin_locked"]


def test_two_officials_through_the_api(stage: Stage) -> None:
    event_change(event=stage.event, changes={"officials_required": 2}, by=stage.organiser)
    chief, referee = official(stage, "chief_referee"), official(stage, "referee")
    five(stage)
    body = {"side_points": {"NS": -2}, "clauses": ["GD-08"], "reason": "迟到十分钟"}
    made = chief.post(table_path(stage) + "match-adjustments/", body)
    assert made.status_code == 202
    listed = chief.get(f"{competition_path(stage)}proposals/").json()["results"]
    assert [(row["act"], row["state"], row["asks"]["side_points"]) for row in listed] == [("match_adjust", "proposed", {"NS": -2})]
    path = f"{competition_path(stage)}proposals/{made.json()['proposal']}/"
    refusal(chief.post(path + "second/"), 403)
    refusal(device(stage).post(path + "second/"), 403)
    refusal(referee.post(path + "second/", key=""), 400)
    done = referee.post(path + "second/")
    assert done.status_code == 201
    assert "迟到" not in json.dumps(done.json(), ensure_ascii=False)
    refusal(referee.post(path + "refuse/", {"reason": "晚了"}), 409)
    sound(stage)


def test_an_adjustment_names_everything_that_is_wrong(stage: Stage) -> None:
    chief, path = official(stage, "chief_referee"), table_path(stage) + "match-adjustments/"
    found = chief.post(path, {"side_points": {"NS": 0}, "clauses": ["XX-1"], "reason": "迟到"})
    assert set(codes(found)) == {"nothing_adjusted", "clause_unknown"}
    assert codes(chief.post(path, {"side_points": {"1": 2}, "clauses": ["GD-08"], "reason": "迟到"})) == ["unknown_side"]
    refusal(official(stage, "referee").post(path, {"side_points": {"NS": 1}, "clauses": ["GD-08"], "reason": "迟到"}), 403)
