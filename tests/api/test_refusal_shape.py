"""Whatever is wrong, the answer has one shape, in the caller's language, and is never a 5xx of ours."""

import pytest
from django.db import DataError, OperationalError
from django.test import Client

from events.api import events as event_door
from events.services import hands
from tests.api.caller import RECORD, ROOT, Caller, codes, competition_path, refusal, table_path
from tests.cast import Stage

pytestmark = pytest.mark.django_db


def test_no_such_address(anyone: Caller) -> None:
    for path in ("", "nothing/", "events", "events/x/y/z/", "events/%00/", "events/../admin/", "rulebooks/no-such/"):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"):
            response = anyone.send(method, path, {})
            assert response.status_code in {404, 405}, (path, method, response.status_code)
            refusal(response, response.status_code)


def test_method_not_allowed(stage: Stage, anyone: Caller) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"):
        response = anyone.send(method, competition_path(stage) + "standings/")
        assert refusal(response, 405)["code"] == "method_not_allowed"
        assert response["Allow"] == "GET, HEAD"


def test_not_acceptable(stage: Stage, anyone: Caller) -> None:
    assert refusal(anyone.get("events/", Accept="text/html"), 406)["code"] == "not_acceptable"


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx", ""]
)
def test_only_json_is_taken(stage: Stage, scorer: Caller, content_type: str) -> None:
    response = scorer.client.generic(
        "POST",
        ROOT + table_path(stage) + "hands/",
        b"--x--",
        content_type=content_type,
        headers={**scorer.headers, "Idempotency-Key": "key-00000"},
    )
    assert refusal(response, 415)["code"] == "not_json_type"


def test_a_body_without_a_length_is_refused(stage: Stage, scorer: Caller) -> None:
    response = scorer.post(table_path(stage) + "hands/", {"record": RECORD}, Transfer_Encoding="chunked")
    assert refusal(response, 400)["code"] == "length_required"


def test_the_readers_language(stage: Stage) -> None:
    path = table_path(stage) + "hands/"
    said = {language: Caller(language=language).post(path, {}) for language in ("", "zh-CN", "en", "en-GB,en;q=0.8", "fr")}
    assert said[""]["Content-Language"] == "zh-hans"
    assert said[""].json()["message"] == said["zh-CN"].json()["message"] == said["fr"].json()["message"] == "请先登录或配对设备。"
    assert said["en"].json()["message"] == said["en-GB,en;q=0.8"].json()["message"] == "Sign in or pair the device first."


def test_all_problems_at_once_of_envelope_and_record(stage: Stage, scorer: Caller) -> None:
    body = {"record": {"hand": 9, "order": ["N", "N", "X"]}, "points": 5, "device_time": 7}
    found = refusal(scorer.post(table_path(stage) + "hands/", body), 422)
    places = {(problem["at"], problem["code"]) for problem in found["problems"]}
    assert {("points", "unknown_field"), ("device_time", "not_text"), ("record.hand", "hand_out_of_range")} <= places
    assert {("record.order[1]", "seat_repeated"), ("record.order[2]", "unknown_seat")} <= places
    hand = next(problem for problem in found["problems"] if problem["code"] == "hand_out_of_range")
    assert (hand["clause"], hand["clause_ref"][:4]) == ("GD-08", "000·")


def test_unknown_query_parameters_are_said(stage: Stage, anyone: Caller) -> None:
    for query in ("limit=0", "limit=x", "limit=501", "after=-1", "limt=5", "limit=5&limit=6", "after=99999999999999999999", "after=1e3"):
        refusal(anyone.get(f"{competition_path(stage)}ledger/?{query}"), 400)


@pytest.mark.parametrize("fault", [OperationalError("database is locked"), DataError("value too long: 张三")])
def test_a_database_in_trouble_is_busy(
    stage: Stage, scorer: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    def fail(**_given: object) -> None:
        raise fault

    monkeypatch.setattr(hands, "hand_record", fail)
    response = scorer.post(table_path(stage) + "hands/", {"record": RECORD})
    assert refusal(response, 503)["code"] == "busy"
    assert int(response["Retry-After"]) >= 1
    assert "张三" not in caplog.text


def test_a_fault_of_ours_keeps_the_shape_and_is_reported(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(event_door, "events_visible", fail)
    response = Client(raise_request_exception=False).get(ROOT + "events/")
    assert refusal(response, 500)["code"] == "fault_of_ours"
    with pytest.raises(ZeroDivisionError):  # the signal that error reporting listens to was sent
        Client().get(ROOT + "events/")


def test_a_session_needs_csrf_and_a_token_does_not(stage: Stage) -> None:
    path = table_path(stage) + "hands/"
    person = Caller(user=stage.users["referee"], csrf=True)
    assert codes(person.post(path, {"record": RECORD})) == ["csrf_failed"]
    assert refusal(person.post(path, {"record": RECORD}), 403)
    tablet = Caller(token=stage.devices[1, "NS"].token, csrf=True)
    assert tablet.post(path, {"record": RECORD}).status_code == 201


def test_a_token_call_never_uses_the_cookie(stage: Stage) -> None:
    """A browser that is signed in as the chief referee and sends a bad token is nobody."""
    person = Caller(user=stage.users["chief_referee"])
    for header in ("Bearer wrong", "Bearer", "Bearer ", "Basic eDp5", "bearer " + "x" * 5000, "Bearer 张三", "Bearer \x00"):
        person.headers["Authorization"] = header
        for answer in (person.get("events/"), person.post(table_path(stage) + "hands/", {"record": RECORD})):
            assert refusal(answer, 401)["code"] == "credentials_unknown"
            assert answer["WWW-Authenticate"].startswith("Bearer")


def test_a_revoked_device_is_a_stranger_at_once(stage: Stage, scorer: Caller, organiser: Caller) -> None:
    path = table_path(stage) + "hands/"
    assert scorer.post(path, {"record": RECORD}).status_code == 201
    pid = stage.devices[1, "NS"].device.pid
    assert organiser.post(f"events/{stage.event.code}/devices/{pid}/revoke/").status_code == 200
    assert refusal(scorer.post(path, {"record": {**RECORD, "hand": 2}}), 401)
    assert refusal(scorer.get("events/"), 401)


@pytest.mark.parametrize("tail", ["%0A", "a%0Ab/line-ups/", "%00", "%FF", ".."])
@pytest.mark.django_db
def test_no_made_up_address_leaves_the_shape(tail: str) -> None:
    """A line break in an address is one more address that is not there, not a page of its own."""
    answer = Client().post(f"/api/v1/events/{tail}", data=b"{}", content_type="application/json")
    assert (answer.status_code, answer["Content-Type"]) == (404, "application/json")
