"""The ledger is readable by everyone who may see the competition: every column as stored, page by page."""

import pytest

from events.models import LedgerEntry
from scoring.chain import Fields, entry_hash
from tests.api.caller import RECORD, Caller, competition_path, refusal, table_path
from tests.cast import Stage

pytestmark = pytest.mark.django_db


def pages(stage: Stage, limit: int) -> list[dict[str, object]]:
    after, found = 0, []
    while True:
        page = Caller().get(f"{competition_path(stage)}ledger/?after={after}&limit={limit}").json()
        assert len(page["results"]) <= limit
        found += page["results"]
        if page["next_after"] is None:
            return found
        after = page["next_after"]


def test_pages_hold_every_entry_once(stage: Stage, scorer: Caller) -> None:
    scorer.post(table_path(stage) + "hands/", {"record": RECORD})
    rows = pages(stage, 7)
    assert [row["seq"] for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) == LedgerEntry.objects.filter(book__competition=stage.competition).count()
    assert rows == pages(stage, 500)


def test_a_stranger_can_check_the_chain_from_the_pages(stage: Stage, scorer: Caller) -> None:
    scorer.post(table_path(stage) + "hands/", {"record": RECORD})
    page = Caller().get(f"{competition_path(stage)}ledger/?limit=500").json()
    prev = page["genesis"]
    for row in page["results"]:
        assert row["prev"] == prev
        assert not row["withheld"]
        columns = {name: value for name, value in row.items() if name not in ("hash", "withheld")}
        assert entry_hash(Fields(book=page["book"], **columns)) == row["hash"]
        prev = row["hash"]
    assert page["head"] == len(page["results"])


def test_filters(stage: Stage, scorer: Caller) -> None:
    scorer.post(table_path(stage) + "hands/", {"record": RECORD})
    path = competition_path(stage) + "ledger/"
    assert [row["kind"] for row in Caller().get(path + "?kind=hand").json()["results"]] == ["hand"]
    match = stage.match().code
    assert {row["match"] for row in Caller().get(f"{path}?match={match}").json()["results"]} == {match}
    assert Caller().get(path + "?kind=nothing").json()["results"] == []


def test_refusals_are_for_those_who_may_read_the_ledger(stage: Stage, scorer: Caller) -> None:
    scorer.post(table_path(stage) + "hands/", {"record": {"hand": 9, "order": ["N"]}, "张三": "李四"})
    path = competition_path(stage) + "refusals/"
    assert refusal(Caller().get(path), 401)
    assert refusal(scorer.get(path), 403)
    (row,) = Caller(user=stage.users["auditor"]).get(path).json()["results"]
    assert (row["status"], row["action"], row["match"]) == (422, "hand.record", stage.match().code)
    assert {"code": "hand_out_of_range", "at": "record.hand"} in row["codes"]
