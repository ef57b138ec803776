"""Wrong input of every kind a hall brings: a clear refusal with all problems, clause and remedy, and nothing changed."""

import json
from typing import Any

import pytest

from events.api.reading import MOST_BYTES
from events.models import HandRecord, Match, Player, Team
from tests.api.caller import RECORD, ROOT, Caller, codes, competition_path, device, ledger_head, new_key, refusal, table_path
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def nothing_changes(stage: Stage) -> Any:
    """Ledger head, hands and matches before and after are the same."""

    def now() -> Any:
        return ledger_head(stage), list(HandRecord.objects.values().order_by("pk")), list(Match.objects.values().order_by("pk"))

    before = now()
    yield
    assert now() == before


IMPOSSIBLE: list[tuple[Any, set[str]]] = [
    ({"hand": 1, "order": ["N", "N", "S", "E"]}, {"seat_repeated"}),
    ({"hand": 1, "order": ["N", "S", "E", "W", "N"]}, {"order_too_long"}),
    ({"hand": 1, "order": ["N", "E"]}, {"order_incomplete"}),
    ({"hand": 1, "order": ["北", "E", "S", "W"]}, {"unknown_seat"}),
    ({"hand": 1, "order": "NSEW"}, {"wrong_type"}),
    ({"hand": 1, "order": [None, 1, {}, []]}, {"wrong_type"}),
    ({"hand": 6, "order": ["N", "S", "E", "W"]}, {"hand_out_of_range"}),
    ({"hand": 0, "order": ["N", "S", "E", "W"]}, {"hand_out_of_range"}),
    ({"hand": True, "order": ["N", "S", "E", "W"]}, {"wrong_type"}),
    ({"hand": 1.5, "order": ["N", "S", "E", "W"]}, {"wrong_type"}),
    ({"hand": "1", "order": ["N", "S", "E", "W"]}, {"wrong_type"}),
    ({"hand": 1}, {"result_missing"}),
    ({"hand": 1, "order": ["N", "S", "E", "W"], "side": "NS"}, {"both_forms", "missing_field"}),
    ({"hand": 1, "side": "NS", "kind": "triple_down"}, {"unknown_kind"}),
    ({"hand": 1, "side": "SN", "kind": "double_down"}, {"unknown_side"}),
    ({"hand": 1, "order": ["N", "S", "E", "W"], "points": {"NS": 25}}, {"unknown_field"}),
    ({}, {"missing_field", "result_missing"}),
]


@pytest.mark.usefixtures("nothing_changes")
def test_impossible_records(stage: Stage, scorer: Caller) -> None:
    for record, wanted in IMPOSSIBLE:
        for place in ("hands/", "hands/preview/"):
            found = refusal(scorer.post(table_path(stage) + place, {"record": record}), 422)
            assert found["code"] == "problems"
            assert wanted <= set(codes_of(found)), record
            assert all(problem["at"].startswith("record") for problem in found["problems"])


def codes_of(body: dict[str, Any]) -> list[str]:
    return [problem["code"] for problem in body["problems"]]


@pytest.mark.usefixtures("nothing_changes")
def test_a_record_that_is_no_object(stage: Stage, scorer: Caller) -> None:
    records: list[Any] = [None, [], "N", 5, True]
    for record in records:
        assert codes(scorer.post(table_path(stage) + "hands/", {"record": record})) == ["not_an_object"]


def test_a_sixth_hand_says_the_clause_and_what_to_do(stage: Stage, scorer: Caller) -> None:
    for number in range(1, 6):
        assert scorer.post(table_path(stage) + "hands/", {"record": {**RECORD, "hand": number}}).status_code == 201
    head = ledger_head(stage)
    found = refusal(scorer.post(table_path(stage) + "hands/", {"record": {**RECORD, "hand": 6}}), 422)
    (problem,) = found["problems"]
    assert (problem["code"], problem["clause"], problem["at"]) == ("hand_out_of_range", "GD-08", "record.hand")
    assert problem["message"] == "没有第 6 局：每场 1 至 5 局。"
    assert ledger_head(stage) == head


def test_a_closed_table(stage: Stage, scorer: Caller, referee: Caller) -> None:
    assert referee.post(table_path(stage) + "close/").status_code == 201
    head = ledger_head(stage)
    for path, body in (("hands/", {"record": RECORD}), ("slip/", {"items": [{"key": new_key(), "record": RECORD}]})):
        response = scorer.post(table_path(stage) + path, body)
        if path == "slip/":
            (item,) = response.json()["results"]
            assert (item["status"], item["body"]["code"]) == (409, "table_closed")
            assert item["body"]["problems"][0]["remedy"]
        else:
            assert refusal(response, 409)["code"] == "table_closed"
    assert ledger_head(stage) == head


def enter_all(stage: Stage, caller: Caller) -> list[str]:
    """Five hands; their hashes."""
    answers = [caller.post(table_path(stage) + "hands/", {"record": {**RECORD, "hand": number}}) for number in range(1, 6)]
    assert {answer.status_code for answer in answers} == {201}
    return [answer.json()["entry"]["hash"] for answer in answers]


def test_confirmation_by_the_enterer_or_a_stranger(stage: Stage, scorer: Caller, referee: Caller, anyone: Caller) -> None:
    covers = enter_all(stage, scorer)
    head = ledger_head(stage)
    path = table_path(stage) + "confirmations/"
    assert refusal(scorer.post(path, {"covers": covers}), 403)
    assert refusal(anyone.post(path, {"covers": covers}), 401)
    assert refusal(device(stage, 2, "EW").post(path, {"covers": covers}), 403)["code"] == "other_table"
    assert codes(referee.post(path, {"covers": covers})) == ["reason_missing"]
    other = small_event(code="other")
    assert refusal(device(other, 1, "EW").post(path, {"covers": covers}), 404)
    assert ledger_head(stage) == head
    assert device(stage, 1, "EW").post(path, {"covers": covers}).status_code == 201


def test_a_referee_who_entered_may_not_confirm_on_behalf(stage: Stage, referee: Caller) -> None:
    covers = enter_all(stage, referee)
    head = ledger_head(stage)
    found = refusal(referee.post(table_path(stage) + "confirmations/", {"covers": covers, "reason": "东西方已走"}), 403)
    assert found["code"] == "enterer_confirms"
    assert found["problems"][0]["clause"] == "GD-07"
    assert ledger_head(stage) == head


def test_another_events_table(stage: Stage, scorer: Caller) -> None:
    other = small_event(code="other", opened=2)
    heads = ledger_head(stage), ledger_head(other)
    foreign = other.match(1, 2).code  # a code that only the other event has
    assert refusal(scorer.post(f"{competition_path(stage)}tables/{foreign}/hands/", {"record": RECORD}), 404)
    assert refusal(scorer.post(f"{table_path(other)}hands/", {"record": RECORD}), 404)
    assert (ledger_head(stage), ledger_head(other)) == heads


def test_a_reused_key(stage: Stage, scorer: Caller) -> None:
    path = table_path(stage) + "hands/"
    assert scorer.post(path, {"record": RECORD}, key="pressed-once").status_code == 201
    head = ledger_head(stage)
    found = refusal(scorer.post(path, {"record": {"hand": 1, "order": ["E", "W"]}}, key="pressed-once"), 422)
    assert found["code"] == "key_reused"
    assert ledger_head(stage) == head


UNREADABLE: list[tuple[bytes, int, str]] = [
    (b" " * 10_000_000, 413, "body_too_large"),
    (json.dumps({"record": RECORD, "device_time": "x" * MOST_BYTES}).encode(), 413, "body_too_large"),
    (b'{"record": {"hand": NaN}}', 400, "not_a_json_number"),
    (b'{"record": {"hand": 1e400}}', 400, "number_too_large"),
    (b'{"record": {"hand": 1, "hand": 2}}', 400, "key_twice"),
    (b'{"record": {"hand": 1, "order": ["\\u0000"]}}', 400, "nul_in_text"),
    (b'{"record": {"hand": 1, "order": ["\\udc00"]}}', 400, "broken_text"),
    (b"\xff\xfe", 400, "not_utf8"),
    (b"[" * 60_000, 400, "too_deep"),
    (b"[]", 422, "not_an_object"),
    (b'"x"', 422, "not_an_object"),
    (b"null", 422, "not_an_object"),
    (b"", 422, "field_missing"),
]


@pytest.mark.usefixtures("nothing_changes")
def test_bodies_that_cannot_be_read(stage: Stage, scorer: Caller, chief: Caller) -> None:
    for raw, status, code in UNREADABLE:
        for caller, place in ((scorer, "hands/"), (scorer, "corrections/"), (chief, "rulings/"), (chief, "confirmations/")):
            found = refusal(caller.post(table_path(stage) + place, raw), status)
            assert code in {found["code"], *codes_of(found)}


def test_a_body_whose_length_is_a_lie(stage: Stage, scorer: Caller) -> None:
    """Ten megabytes that claim to be ten bytes: the server reads what was claimed, and that is not JSON."""
    response = scorer.client.generic(
        "POST", ROOT + table_path(stage) + "hands/", b'{"record": ' + b" " * 10_000_000, content_type="application/json",
        headers={**scorer.headers, "Idempotency-Key": "key-lying"}, CONTENT_LENGTH="10",
    )  # fmt: skip
    assert refusal(response, 400)["code"] == "not_json"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("名" * 10_000, "text_too_long"),
        ("", "blank"),
        (" \u3000 ", "blank"),
        ("张\u202e三", "control_character"),
        ("张\n三", "control_character"),
        (7, "not_text"),
    ],
)
def test_names_that_cannot_be(stage: Stage, organiser: Caller, name: Any, code: str) -> None:
    fresh = small_event(code="fresh", drawn=False)
    caller = Caller(user=fresh.users["organiser"])
    head = ledger_head(fresh)
    assert codes(caller.post(competition_path(fresh) + "teams/", {"name": name})) == [code]
    found = refusal(caller.post(competition_path(fresh) + "entrants/", {"team": fresh.teams[0], "names": [name, "李四"]}), 422)
    assert [(problem["code"], problem["at"]) for problem in found["problems"]] == [(code, "names[0]")]
    assert ledger_head(fresh) == head


@pytest.mark.parametrize("name", ["😀队", "𠮷野家", "䶮㛃队", "Ñandú", "ا ب", "👨‍👩‍👧‍👦"])
def test_names_that_are_fine(db: None, name: str) -> None:
    fresh = small_event(code="fresh", drawn=False)
    caller = Caller(user=fresh.users["organiser"])
    answer = caller.post(competition_path(fresh) + "teams/", {"name": f"{name}一"})
    assert answer.status_code == 201, answer.content
    assert Team.objects.get(pid=answer.json()["team"]).name == f"{name}一"
    answer = caller.post(competition_path(fresh) + "entrants/", {"team": answer.json()["team"], "names": [name, "李四"]})
    assert answer.status_code == 201, answer.content
    assert Player.objects.filter(pid__in=answer.json()["players"], name=name).exists()
    listed = caller.get(competition_path(fresh) + "teams/")
    assert name in listed.content.decode()


def test_a_correction_of_what_no_longer_lives(stage: Stage, scorer: Caller) -> None:
    first = scorer.post(table_path(stage) + "hands/", {"record": RECORD}).json()["entry"]["hash"]
    other = {"hand": 1, "side": "EW", "kind": "first_third"}
    assert scorer.post(table_path(stage) + "corrections/", {"supersedes": first, "record": other}).status_code == 201
    head = ledger_head(stage)
    found = refusal(scorer.post(table_path(stage) + "corrections/", {"supersedes": first, "record": RECORD}), 409)
    assert found["code"] == "stale"
    assert found["current"]["live"]["side"] == "EW"
    assert ledger_head(stage) == head


def test_keys_missing_and_malformed(stage: Stage, scorer: Caller, organiser: Caller) -> None:
    head = ledger_head(stage)
    for key, code in (
        ("", "key_missing"),
        ("short", "key_malformed"),
        ("x" * 65, "key_malformed"),
        ("with space", "key_malformed"),
        ("钥匙钥匙钥匙钥匙", "key_malformed"),
    ):
        assert refusal(scorer.post(table_path(stage) + "hands/", {"record": RECORD}, key=key), 400)["code"] == code
        assert refusal(organiser.post(competition_path(stage) + "rounds/2/open/", {}, key=key), 400)["code"] == code
    assert ledger_head(stage) == head
