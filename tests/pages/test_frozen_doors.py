"""封榜: while the public's board stands still no address that the public may read tells anything of what is played on."""

import json
from typing import Any

import pytest
from django.test import Client

from events.api import doors, ledger, rounds, tables
from events.models import Match
from events.selectors import published as selector
from events.services.keyed import new_key
from events.services.publishing import board_freeze, board_unfreeze, visibility_set
from events.services.rounds import round_open
from events.services.rulings import ruling_make
from events.services.seatings import seats_correct
from tests.cast import Stage
from tests.events.score_kit import by_kind, confirm, five, hand
from tests.pages.conftest import computed, forfeit, path
from tests.pages.public_doors import addresses, read_all


def freeze(stage: Stage, number: int) -> None:
    board_freeze(competition=stage.competition, round=number, key=new_key(), by=stage.chief)
    computed(stage)


def play_on(stage: Stage) -> None:
    """Round 2 is played to its end, a conflict ruled, somebody forfeits, seats are put right in both rounds; round 3 begins."""
    match = stage.match(1, 2)
    ruling_make(
        competition=stage.competition,
        match=match.code,
        number=1,
        uphold=match.hands.get(state="live").hash,
        clauses=["GD-08"],
        key=new_key(),
        reason="看过牌",
        by=stage.chief,
    )
    for number in range(2, 6):
        hand(stage, by_kind(number, "EW", "double_down"), table=1, number=2)
    confirm(stage, [row.hash for row in match.hands.filter(state="live").order_by("number")], table=1, number=2)
    confirm(stage, [row.hash for row in stage.match(3, 2).hands.filter(state="live").order_by("number")], table=3, number=2)
    forfeit(stage, 4, "NS", number=2)
    for match in (stage.match(1, 1), stage.match(3, 2)):
        seats_correct(
            competition=stage.competition,
            match=match.code,
            seats={"NS": match.ew.pid, "EW": match.ns.pid},
            reason="坐反了",
            key=new_key(),
            by=stage.chief,
        )
    round_open(competition=stage.competition, number=3, by=stage.organiser)
    confirm(stage, five(stage, table=1, number=3), table=1, number=3)
    computed(stage)


def moved(stage: Stage, before: dict[str, Any]) -> list[str]:
    """The addresses whose bytes are not those of before."""
    after = read_all(Client(), [*before])
    return [address for address in before if before[address] != after[address]]


def told_of(stage: Stage, code: str) -> dict[str, Any]:
    """What the public is told at the addresses of one match."""
    found = read_all(Client(), [address for address in addresses(stage.competition) if f"/{code}/" in address])
    return {address: body for address, (status, body) in found.items() if status == 200}


def test_nothing_that_the_public_reads_moves_after_the_freeze(stage: Stage) -> None:
    freeze(stage, 2)
    tables = f"/api/v1/events/{stage.event.code}/competitions/{stage.competition.code}/tables/"
    before = read_all(Client(), [*addresses(stage.competition), f"{tables}?round=1"])
    assert sum(1 for status, _body in before.values() if status == 200) > 60
    play_on(stage)
    # The tables that moved are refused by the API; the page of each shows what was known.
    refused = {address for address in moved(stage, before) if address.startswith("/api/") and "/tables/" in address}
    assert moved(stage, before) == sorted(refused, key=[*before].index)
    for address in refused:
        answer = Client().get(address)
        if answer.status_code == 200:  # the list of tables: a table that moved has no result any more
            rows = {row["table"]: row for row in answer.json()["results"]}
            known = {row["table"]: row for row in json.loads(before[address][1])["results"]}
            assert [table for table, row in sorted(rows.items()) if "state" in row] == ([2, 3, 4] if "round=1" in address else [2])
            assert {table: row["sides"] for table, row in rows.items()} == {table: row["sides"] for table, row in known.items()}
        else:
            assert (answer.status_code, answer.json()["code"]) == (403, "board_is_frozen")


def test_a_round_opened_later_is_not_told(stage: Stage) -> None:
    freeze(stage, 2)
    play_on(stage)
    for match in Match.objects.filter(competition=stage.competition, round__number=3):
        assert told_of(stage, match.code) == {}
    tables = f"/api/v1/events/{stage.event.code}/competitions/{stage.competition.code}/tables/"
    assert Client().get(tables + "?round=3").json()["results"] == []
    assert Client().get(tables).json()["round"] == 2


def test_officials_see_everything(stage: Stage) -> None:
    freeze(stage, 2)
    play_on(stage)
    chief = Client()
    chief.force_login(stage.users["chief_referee"])
    told = chief.get(path(stage)).content.decode()
    assert "您看到的是全部" in told
    assert 'data-round="3"' in told
    api = f"/api/v1/events/{stage.event.code}/competitions/{stage.competition.code}/"
    assert chief.get(api + "standings/").json()["seq"] == stage.competition.book.seq
    assert {row["round"] for row in chief.get(api + "rounds/").json()["results"]} == {1, 2, 3}


def test_a_table_sees_its_own_match(stage: Stage) -> None:
    freeze(stage, 2)
    play_on(stage)
    device = Client(headers={"Authorization": f"Bearer {stage.devices[1, 'NS'].token}"})
    api = f"/api/v1/events/{stage.event.code}/competitions/{stage.competition.code}/"
    own = device.get(api + f"tables/{stage.match(1, 3).code}/")
    assert own.status_code == 200
    assert len(own.json()["hands"]) == 5
    assert device.get(api + f"tables/{stage.match(2, 3).code}/").status_code == 404
    assert device.get(api + "standings/").json()["frozen"]["round"] == 2


def test_after_the_freeze_all_is_shown(stage: Stage) -> None:
    freeze(stage, 2)
    play_on(stage)
    board_unfreeze(competition=stage.competition, key=new_key(), by=stage.chief)
    computed(stage)
    page = Client().get(path(stage)).content.decode()
    assert "封榜" not in page
    assert 'data-round="3"' in page
    assert told_of(stage, stage.match(1, 3).code)


def test_a_freeze_of_a_round_to_come_begins_when_it_is_opened(stage: Stage) -> None:
    freeze(stage, 3)
    assert "封榜" not in Client().get(path(stage)).content.decode()
    play_on(stage)
    page = Client().get(path(stage)).content.decode()
    assert "封榜" in page
    assert 'data-round="3"' in page
    before = read_all(Client(), addresses(stage.competition))
    confirm(stage, five(stage, table=2, number=3), table=2, number=3)
    computed(stage)
    assert [address for address in moved(stage, before) if not (address.startswith("/api/") and "/tables/" in address)] == []


@pytest.mark.parametrize(
    ("where", "name"),
    [(tables, "frozen_of"), (rounds, "frozen_of"), (ledger, "frozen_of"), (doors, "frozen_of"), (selector, "freeze_of")],
)
def test_control_a_door_that_forgets_to_ask_is_caught(stage: Stage, monkeypatch: pytest.MonkeyPatch, where: Any, name: str) -> None:
    freeze(stage, 2)
    play_on(stage)
    looked_at = [one for one in addresses(stage.competition) if one.startswith("/api/") or one.endswith("?fragment=board")]
    honest = read_all(Client(), looked_at)
    monkeypatch.setattr(where, name, lambda *_args, **_kwargs: None)
    told = read_all(Client(), looked_at)
    assert [address for address in looked_at if told[address] != honest[address]]


def test_a_hidden_competition_has_no_door_at_all(stage: Stage) -> None:
    visibility_set(competition=stage.competition, visibility="hidden", by=stage.organiser)
    own = f"/{stage.event.code}/{stage.competition.code}/"
    seen = read_all(Client(), [address for address in addresses(stage.competition) if own in address or "/competitions/" in address])
    assert {status for status, _body in seen.values()} <= {302, 401, 403, 404, 405}
