"""D2, D3 over HTTP: a key has one effect and one answer for good; another body under it is refused."""

import random
from itertools import product
from typing import Any

import pytest

from events.models import LedgerEntry
from tests.api.caller import RECORD, Caller, competition_path, device, ledger_head, refusal, table_path
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db
KINDS = ("double_down", "first_third", "first_fourth")


def slots() -> list[dict[str, Any]]:
    """Five hands of each of the four tables of a round."""
    chance = random.Random(20)
    return [
        {"table": table, "record": {"hand": hand, "side": chance.choice(("NS", "EW")), "kind": chance.choice(KINDS)}}
        for table, hand in product(range(1, 5), range(1, 6))
    ]


def test_replays_answer_the_same_bytes(stage: Stage) -> None:
    """500 replays in shuffled order: first status and body again, nothing added."""
    callers = {table: device(stage, table) for table in range(1, 5)}
    items = slots()
    first = {}
    for number, item in enumerate(items):
        first[number] = callers[item["table"]].post(
            table_path(stage, item["table"]) + "hands/", {"record": item["record"]}, key=f"hand-{number:04d}"
        )
        assert first[number].status_code == 201
        assert "Idempotency-Replayed" not in first[number]
    head = ledger_head(stage)
    order = [number for number in range(len(items)) for _time in range(25)]
    random.Random(7).shuffle(order)
    for number in order:
        item = items[number]
        again = callers[item["table"]].post(
            table_path(stage, item["table"]) + "hands/", {"record": item["record"]}, key=f"hand-{number:04d}"
        )
        assert again["Idempotency-Replayed"] == "true"
        assert (again.status_code, again.content) == (first[number].status_code, first[number].content)
    assert ledger_head(stage) == head


def test_every_kind_of_answer_replays(stage: Stage, scorer: Caller, referee: Caller) -> None:
    """Echo 200, conflict 202, correction, ruling: whatever the first answer was."""
    path = table_path(stage)
    stored = scorer.post(path + "hands/", {"record": RECORD}, key="stored-1")
    echo_body = {"record": {"hand": 1, "side": "NS", "kind": "double_down"}}
    other = {"hand": 1, "side": "EW", "kind": "first_third"}
    answers = [
        (200, referee, path + "hands/", echo_body, "echo-0001"),
        (202, referee, path + "hands/", {"record": other}, "rival-0001"),
        (201, Caller(user=stage.users["chief_referee"]), path + "rulings/",
         {"number": 1, "uphold": stored.json()["entry"]["hash"], "clauses": ["GD-08"], "reason": "看过牌"}, "ruling-0001"),
    ]  # fmt: skip
    for status, caller, address, body, key in answers:
        first = caller.post(address, body, key=key)
        assert first.status_code == status, first.content
        again = caller.post(address, body, key=key)
        assert (again.status_code, again.content, again["Idempotency-Replayed"]) == (status, first.content, "true")
    assert LedgerEntry.objects.filter(book__competition=stage.competition, match=stage.match().code).count() == 3


def changed(record: dict[str, Any], number: int) -> dict[str, Any]:
    """The same hand with one field changed."""
    sides, kinds = {"NS": "EW", "EW": "NS"}, {kind: KINDS[(place + 1) % 3] for place, kind in enumerate(KINDS)}
    match number % 3:
        case 0:
            return {**record, "side": sides[record["side"]]}
        case 1:
            return {**record, "kind": kinds[record["kind"]]}
        case _:
            return {**record, "hand": record["hand"] % 5 + 1}


def test_200_reuses_with_one_changed_field(stage: Stage) -> None:
    callers = {table: device(stage, table) for table in range(1, 5)}
    items = slots()
    for number, item in enumerate(items):
        path = table_path(stage, item["table"]) + "hands/"
        assert callers[item["table"]].post(path, {"record": item["record"]}, key=f"hand-{number:04d}").status_code == 201
    head = ledger_head(stage)
    for attempt in range(200):
        number = attempt % len(items)
        item = items[number]
        body = {"record": changed(item["record"], attempt // len(items))}
        found = refusal(callers[item["table"]].post(table_path(stage, item["table"]) + "hands/", body, key=f"hand-{number:04d}"), 422)
        assert found["code"] == "key_reused"
    assert ledger_head(stage) == head


def test_a_key_belongs_to_its_route_and_match(stage: Stage, scorer: Caller, referee: Caller) -> None:
    body = {"record": RECORD}
    hash_ = scorer.post(table_path(stage) + "hands/", body, key="the-one-key").json()["entry"]["hash"]
    head = ledger_head(stage)
    assert refusal(scorer.post(table_path(stage) + "voids/", {"supersedes": hash_}, key="the-one-key"), 422)["code"] == "key_reused"
    assert refusal(referee.post(table_path(stage, 2) + "hands/", body, key="the-one-key"), 422)["code"] == "key_reused"
    assert ledger_head(stage) == head


def test_a_key_of_another_event_is_free_and_tells_nothing(stage: Stage, scorer: Caller) -> None:
    other = small_event(code="other")
    mine = scorer.post(table_path(stage) + "hands/", {"record": RECORD}, key="shared-key")
    theirs = device(other).post(table_path(other) + "hands/", {"record": {"hand": 2, "order": ["E", "W"]}}, key="shared-key")
    assert (mine.status_code, theirs.status_code) == (201, 201)
    assert mine.json()["entry"]["hash"] != theirs.json()["entry"]["hash"]
    assert "Idempotency-Replayed" not in theirs


def test_another_callers_key_never_brings_his_answer(stage: Stage, scorer: Caller) -> None:
    first = scorer.post(table_path(stage) + "hands/", {"record": RECORD}, key="his-own-key")
    for stranger in (device(stage, 2), Caller(user=stage.users["auditor"]), Caller()):
        answer = stranger.post(table_path(stage) + "hands/", {"record": RECORD}, key="his-own-key")
        refusal(answer, answer.status_code)
        assert answer.status_code in {401, 403, 404, 422}
        assert first.json()["entry"]["hash"] not in answer.content.decode()


def test_a_refusal_does_not_consume_the_key(stage: Stage, scorer: Caller, referee: Caller) -> None:
    path = table_path(stage)
    assert referee.post(path + "close/").status_code == 201
    assert refusal(scorer.post(path + "hands/", {"record": RECORD}, key="tried-twice"), 409)
    assert refusal(scorer.post(path + "hands/", {"record": {"hand": 9}}, key="tried-twice"), 422)
    assert referee.post(path + "reopen/").status_code == 201
    assert scorer.post(path + "hands/", {"record": RECORD}, key="tried-twice").status_code == 201


def test_a_slip_has_a_key_and_a_result_for_each_item(stage: Stage, scorer: Caller) -> None:
    items = [{"key": f"slip-item-{hand}", "record": {**RECORD, "hand": hand}} for hand in range(1, 6)]
    items[2]["record"] = {"hand": 3, "order": ["N", "N"]}
    first = scorer.post(table_path(stage) + "slip/", {"items": items}, key="")
    assert [result["status"] for result in first.json()["results"]] == [201, 201, 422, 201, 201]
    refused = first.json()["results"][2]["body"]
    assert refused["problems"][0]["message"]
    head = ledger_head(stage)
    items[2]["record"] = {**RECORD, "hand": 3}
    again = scorer.post(table_path(stage) + "slip/", {"items": items}, key="").json()["results"]
    assert [(result["status"], result["replayed"]) for result in again] == [
        (201, True),
        (201, True),
        (201, False),
        (201, True),
        (201, True),
    ]
    assert ledger_head(stage)[0] == head[0] + 1


def test_set_up_writes_replay_too(db: None) -> None:
    fresh = small_event(code="fresh", drawn=False)
    caller = Caller(user=fresh.users["organiser"])
    path = competition_path(fresh)
    first = caller.post(path + "teams/", {"name": "新队"}, key="team-key-1")
    again = caller.post(path + "teams/", {"name": "新队"}, key="team-key-1")
    assert (first.status_code, again.content, again["Idempotency-Replayed"]) == (201, first.content, "true")
    assert refusal(caller.post(path + "teams/", {"name": "别队"}, key="team-key-1"), 422)["code"] == "key_reused"
    body = {"code": "zweite", "name": "第二项目", "rulebook": "healthcup-guandan"}
    first = caller.post(f"events/{fresh.event.code}/competitions/", body, key="competition-key")
    again = caller.post(f"events/{fresh.event.code}/competitions/", body, key="competition-key")
    assert (first.status_code, again.content) == (201, first.content)
