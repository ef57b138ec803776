"""The batch of what waited: every item is its single door's own act, whoever brings it and through whichever door."""

from collections.abc import Callable
from typing import Any

import pytest

from events.models import HandRecord, LedgerEntry, Refusal
from tests.api.caller import RECORD, Caller, competition_path, device, ledger_head, refusal, table_path
from tests.cast import Stage

pytestmark = pytest.mark.django_db
TIME = "2026-11-30T09:15:00.000Z"


def item(stage: Stage, key: str, kind: str, body: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"key": key, "match": stage.match().code, "kind": kind, "body": body, **more}


def hand(stage: Stage, number: int, **more: Any) -> dict[str, Any]:
    return item(stage, f"batch-hand-{number}", "hand", {"record": {**RECORD, "hand": number}}, **more)


def send(stage: Stage, caller: Caller, *items: Any) -> list[dict[str, Any]]:
    answer = caller.post(competition_path(stage) + "uploads/", {"items": list(items)}, key="")
    assert answer.status_code == 200, answer.content
    results: list[dict[str, Any]] = answer.json()["results"]
    return results


def test_one_bad_item_does_not_block_the_others(stage: Stage, scorer: Caller) -> None:
    bad = [
        item(stage, "bad-record", "hand", {"record": {"hand": 9}}),
        item(stage, "short", "hand", {"record": RECORD}),
        {"key": "no-match-1", "kind": "hand", "body": {"record": RECORD}},
        item(stage, "no-such-kind", "confirmation", {"covers": []}),
        item(stage, "mass-assigned", "hand", {"record": RECORD, "by": "g0123456789ab"}),
        item(stage, "no-such-hash", "void", {"supersedes": "0" * 64}),
        "not an object",
        item(stage, "bad-time-1", "hand", {"record": RECORD}, device_time="yesterday, by 张三"),
    ]
    good = [hand(stage, number, device_time=TIME) for number in (1, 2, 3)]
    results = send(stage, scorer, bad[0], good[0], *bad[1:4], good[1], *bad[4:], good[2])
    assert [result["status"] for result in results] == [422, 201, 422, 422, 422, 201, 422, 404, 422, 422, 201]
    refused = [result["body"] for result in results if result["status"] >= 400]
    assert all(body["code"] and body["message"] and body["problems"][0]["message"] for body in refused)
    assert refused[0]["problems"][0]["at"].startswith("body.record")
    assert [problem["at"] for problem in refused[1]["problems"]] == ["key"]
    assert [result["key"] for result in results][:3] == ["bad-record", "batch-hand-1", "short"]
    entries = LedgerEntry.objects.filter(kind="hand", book=stage.competition.book)
    assert {entry.device_time for entry in entries} == {TIME}
    assert entries.count() == 3


@pytest.mark.parametrize("batch_first", [True, False])
def test_the_same_key_through_either_door_is_a_repeat(stage: Stage, scorer: Caller, batch_first: bool) -> None:
    path = table_path(stage)
    live = scorer.post(path + "hands/", {"record": {**RECORD, "hand": 5}}, key="before-all").json()["entry"]["hash"]
    other = {"hand": 5, "side": "EW", "kind": "first_third"}
    acts: list[tuple[str, dict[str, Any]]] = [("hands", {"record": RECORD}), ("corrections", {"supersedes": live, "record": other})]
    kinds = {"hands": "hand", "corrections": "correction", "voids": "void"}

    def single(door: str, body: dict[str, Any]) -> tuple[int, bool, Any]:
        answer = scorer.post(path + f"{door}/", body, key=f"either-{door}")
        return answer.status_code, "Idempotency-Replayed" in answer, answer.json()

    def batch(door: str, body: dict[str, Any]) -> tuple[int, bool, Any]:
        (result,) = send(stage, scorer, item(stage, f"either-{door}", kinds[door], body, device_time=TIME))
        return result["status"], result["replayed"], result["body"]

    doors: list[Callable[[str, dict[str, Any]], tuple[int, bool, Any]]] = [batch, single] if batch_first else [single, batch]
    corrected = ""
    for door, body in acts:
        first, again = (one(door, body) for one in doors)
        assert first[:2] == (201, False)
        assert again == (201, True, first[2])
        corrected = first[2]["entry"]["hash"]
    first, again = (one("voids", {"supersedes": corrected}) for one in doors)
    assert (first[:2], again) == ((201, False), (201, True, first[2]))


def test_what_the_desk_took_in_is_a_repeat_for_the_tablet(stage: Stage, scorer: Caller, referee: Caller) -> None:
    taken = send(stage, referee, hand(stage, 1), hand(stage, 2))
    assert [result["status"] for result in taken] == [201, 201]
    head = ledger_head(stage)
    again = send(stage, scorer, hand(stage, 1), hand(stage, 2))
    assert [(result["status"], result["replayed"], result["body"]) for result in again] == [(201, True, one["body"]) for one in taken]
    alone = scorer.post(table_path(stage) + "hands/", {"record": {**RECORD, "hand": 1}}, key="batch-hand-1")
    assert alone["Idempotency-Replayed"] == "true"
    assert ledger_head(stage) == head


def test_another_result_under_the_key_is_refused(stage: Stage, scorer: Caller) -> None:
    first = hand(stage, 1)
    send(stage, scorer, first)
    (result,) = send(stage, scorer, {**first, "body": {"record": {**RECORD, "hand": 2}}})
    assert (result["status"], result["body"]["code"]) == (422, "key_reused")


def test_each_item_needs_its_own_permission(stage: Stage) -> None:
    """A device at another table, and one at the side that only checks, get their refusal item by item and change nothing."""
    head = ledger_head(stage)
    for caller, status, code in ((device(stage, 2, "NS"), 403, "other_table"), (device(stage, 1, "EW"), 403, None)):
        answer = caller.post(competition_path(stage) + "uploads/", {"items": [hand(stage, 1)]}, key="")
        if code is None:
            assert refusal(answer, status)
        else:
            (result,) = answer.json()["results"]
            assert (result["status"], result["body"]["code"]) == (status, code)
    assert ledger_head(stage) == head


@pytest.mark.parametrize("items", [[], [{}] * 101, "items", None])
def test_a_list_that_is_none(stage: Stage, scorer: Caller, items: Any) -> None:
    assert refusal(scorer.post(competition_path(stage) + "uploads/", {"items": items}, key=""), 422)


def test_a_hundred_at_once(stage: Stage, scorer: Caller) -> None:
    results = send(stage, scorer, *(hand(stage, number % 5 + 1) for number in range(100)))
    assert len(results) == 100
    assert [result["replayed"] for result in results] == [False] * 5 + [True] * 95
    assert HandRecord.objects.filter(match=stage.match()).count() == 5


def test_a_batch_says_the_same_refusal_once_in_the_log(stage: Stage, scorer: Caller) -> None:
    """A hundred items refused alike are one row that tells how many they were; another reason is another row."""
    strangers = [{**hand(stage, 1), "key": f"no-such-match-{n}", "match": "r9-1v2-p1"} for n in range(60)]
    wrong = [item(stage, f"wrong-record-{n}", "hand", {"record": {"hand": 9, f"x{n}": n}}) for n in range(39)]
    results = send(stage, scorer, *strangers, *wrong, hand(stage, 1))
    assert [result["status"] for result in results] == [404] * 60 + [422] * 39 + [201]
    rows = list(Refusal.objects.order_by("id"))
    assert [(row.status, row.key, row.codes[0]["times"]) for row in rows] == [(404, "no-such-match-0", 60), (422, "wrong-record-0", 39)]
    (alone,) = send(stage, scorer, {**strangers[0], "key": "no-such-match-x"})
    assert alone["status"] == 404
    assert "times" not in Refusal.objects.latest("id").codes[0]


@pytest.mark.parametrize("claim", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "2026-13-01T00:00Z"])
def test_a_clock_that_no_zone_can_show_is_no_time(stage: Stage, scorer: Caller, claim: str) -> None:
    (result,) = send(stage, scorer, hand(stage, 1, device_time=claim))
    assert [problem["code"] for problem in result["body"]["problems"]] == ["not_a_time"]
    alone = scorer.post(table_path(stage) + "hands/", {"record": RECORD, "device_time": claim})
    assert refusal(alone, 422)["problems"][0]["code"] == "not_a_time"
