"""The hands of a board stay with officials and the table that played it until the close: others have still to play it."""

import json

import pytest

from events.models import Competition
from events.services.events import event_change
from scoring.cards import RANKS, SUITS
from tests.api.caller import Caller, device, new_key
from tests.cast import Stage, other_event

pytestmark = pytest.mark.django_db


def pack() -> list[str]:
    return [suit + rank for suit in SUITS for rank in RANKS] * 2 + ["BJ", "LJ"] * 2


def with_hands(board: int, room: str) -> dict[str, object]:
    """A record with all 108 cards dealt, the kitty's points counted from them."""
    cards = pack()
    kitty = cards[100:]
    worth = sum({"5": 5, "T": 10, "K": 10}.get(card[1:], 0) for card in kitty)
    hands = {seat: " ".join(cards[place * 25 : place * 25 + 25]) for place, seat in enumerate("NWSE")}
    return {
        "board": board,
        "room": room,
        "trump": "S",
        "table_points": 60,
        "kitty_points": worth,
        "last_trick": "declarers",
        "dig": "none",
        "cards": {**hands, "kitty": " ".join(kitty)},
    }


@pytest.fixture
def stage(db: None) -> Stage:
    return other_event("hefei-eighty-teams", teams=4, entrants=2)


def test_hands_are_told_to_nobody_who_still_plays_them(stage: Stage) -> None:
    match = stage.match()
    base = f"events/{stage.event.code}/competitions/{stage.competition.code}/"
    table, ledger = f"{base}tables/{match.code}/", f"{base}ledger/?kind=hand"
    record = with_hands(match.boards[0], match.room)
    mine = device(stage, match.table, "NS")
    assert mine.send("POST", f"{table}hands/", {"record": record}, key=new_key()).status_code == 201
    anyone, other, referee = Caller(), device(stage, 2, "NS"), Caller(user=stage.users["referee"])
    for caller in (anyone, other):
        (hand,) = caller.get(f"{table}hands/").json()["results"]
        assert "cards" not in hand["record"]
        assert hand["record"]["table_points"] == 60
        (entry,) = caller.get(ledger).json()["results"]
        assert (entry["withheld"], entry["body"]) == (True, "")
    for caller in (mine, referee):
        assert caller.get(f"{table}hands/").json()["results"][0]["record"] == record
    assert json.loads(referee.get(ledger).json()["results"][0]["body"])["record"] == record
    Competition.objects.get(pk=stage.competition.pk).book.__class__.objects.filter(competition=stage.competition).update(closed=True)
    (entry,) = anyone.get(ledger).json()["results"]
    assert not entry["withheld"]
    assert json.loads(entry["body"])["record"] == record


def test_what_is_only_proposed_is_told_to_nobody_outside(stage: Stage) -> None:
    """Neither the cards of the record that a ruling would state nor whom a forfeit would be against, not even once it was refused."""
    match = stage.match()
    base = f"events/{stage.event.code}/competitions/{stage.competition.code}/"
    stage.competition.event = event_change(event=stage.event, changes={"officials_required": 2}, by=stage.organiser)
    mine, referee, chief = device(stage, match.table, "NS"), Caller(user=stage.users["referee"]), Caller(user=stage.users["chief_referee"])
    record = with_hands(match.boards[0], match.room)
    plain = {name: part for name, part in record.items() if name != "cards"}
    for caller, of in ((mine, plain), (referee, plain | {"table_points": 80})):
        assert caller.post(f"{base}tables/{match.code}/hands/", {"record": of}).status_code in (200, 201, 202, 409)
    ruling = {"number": match.boards[0], "room": match.room, "record": record, "clauses": ["E80-24"], "reason": "看过牌"}
    asked = chief.post(f"{base}tables/{match.code}/rulings/", ruling)
    assert asked.status_code == 202, asked.content
    forfeit = chief.post(f"{base}tables/{stage.match(2).code}/forfeits/", {"sides": ["EW"], "reason": "没有来"})
    assert forfeit.status_code == 202, forfeit.content
    pid = forfeit.json()["proposal"]
    assert referee.post(f"{base}proposals/{pid}/refuse/", {"reason": "人来了"}).status_code == 201
    for caller in (Caller(), device(stage, 2, "NS"), mine):
        for kind, count in (("proposed", 2), ("proposal_refused", 1)):
            found = caller.get(f"{base}ledger/?kind={kind}").json()["results"]
            assert [(entry["withheld"], entry["body"]) for entry in found] == [(True, "")] * count
    shown = [json.loads(entry["body"]) for entry in referee.get(f"{base}ledger/?kind=proposed").json()["results"]]
    assert shown[0]["asks"]["record"] == record
    assert len({entry["salt"] for entry in shown}) == 2
    Competition.objects.get(pk=stage.competition.pk).book.__class__.objects.filter(competition=stage.competition).update(closed=True)
    assert not any(entry["withheld"] for entry in Caller().get(f"{base}ledger/?kind=proposed").json()["results"])
