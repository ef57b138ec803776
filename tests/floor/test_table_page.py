"""The table page as the server makes it: what it shows to whom, an ETag, and nothing that a strict policy would block."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.db.models import Q
from django.test import Client

from events.models import Book, Device, Event, Match, TableCall
from events.pages.table import DEVICE_COOKIE
from events.services.hands import hand_correct, hand_record
from events.services.matches import match_confirm, match_forfeit, table_call, table_close
from events.services.rounds import round_lock, round_open
from events.standings import recompute
from tests.cast import Stage


def device_client(stage: Stage, side: str = "NS", table: int = 1) -> Client:
    stage.device(table, side)
    client = Client()
    client.cookies[DEVICE_COOKIE] = stage.devices[table, side].cookie
    return client


def state_of(client: Client) -> dict[str, object]:
    return client.get("/table/state/").json()


def test_without_a_cookie_the_page_says_how_to_get_one(stage: Stage) -> None:
    assert "还没有配对" in Client().get("/table/").content.decode()
    assert Client().get("/table/state/").status_code == 401


def test_the_page_names_table_people_and_the_rulebooks_points(stage: Stage) -> None:
    page = device_client(stage).get("/table/").content.decode()
    assert "1桌" in page
    assert 'data-points-of="5"' in page
    assert 'data-points-of="3"' in page
    state = json.loads(re.search(r'id="state" type="application/json">(.*?)</script>', page, re.S).group(1))  # type: ignore[union-attr]
    assert len(state["match"]["NS"]["players"]) == 2
    assert state["device"]["role"] == "scorer"
    assert "pid" not in state["match"]["NS"]


def test_nothing_inline_runs_and_the_policy_says_so(stage: Stage) -> None:
    answer = device_client(stage).get("/table/")
    page = answer.content.decode()
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert not re.search(r"<[^>]+\sstyle=", page)
    assert not re.search(r"\son[a-z]+=", page)
    assert not re.search(r"<style", page)
    assert all("src=" in tag or "application/json" in tag for tag in re.findall(r"<script[^>]*>", page))
    assert "纸质报告单" in page  # what to do without scripts


def test_an_unchanged_table_is_a_304(stage: Stage) -> None:
    client = device_client(stage)
    first = client.get("/table/state/")
    assert client.get("/table/state/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    record = {"hand": 1, "side": "NS", "kind": "double_down"}
    hand_record(competition=stage.competition, match=stage.match().code, record=record, key="one-hand-1", by=stage.scorer())
    second = client.get("/table/state/", headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert second.json()["match"]["totals"]["points"] == {"NS": 5, "EW": 0}


def test_both_results_of_a_conflict_are_shown(stage: Stage) -> None:
    for key, kind, by in (("said-first-1", "double_down", stage.scorer()), ("said-then-1", "first_third", stage.referee)):
        record = {"hand": 1, "side": "NS", "kind": kind}
        hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=by)
    (hand,) = state_of(device_client(stage, "EW"))["match"]["hands"]  # type: ignore[index]
    assert hand["under_review"]
    assert (hand["kind"], hand["rivals"][0]["kind"]) == ("double_down", "first_third")


def test_confirmed_locked_closed_and_forfeited(stage: Stage, played: Match) -> None:
    client = device_client(stage)
    covers = list(played.hands.values_list("hash", flat=True))
    match_confirm(competition=stage.competition, match=played.code, covers=covers, key="all-right-1", by=stage.checker())
    assert state_of(client)["match"]["confirmed"]  # type: ignore[index]
    round_lock(competition=stage.competition, number=1, by=stage.chief, key="lock-key-1")
    assert state_of(client)["locked"]
    match_forfeit(competition=stage.competition, match=stage.match(2).code, sides=["NS"], key="gone-key-1", reason="", by=stage.chief)
    assert state_of(device_client(stage, "NS", 2))["match"]["forfeited_by"] == ["NS"]  # type: ignore[index]
    table_close(competition=stage.competition, match=stage.match(3).code, key="shut-key-1", by=stage.referee)
    assert state_of(device_client(stage, "NS", 3))["match"]["closed"]  # type: ignore[index]


def test_the_next_round_brings_the_next_match(stage: Stage) -> None:
    client = device_client(stage)
    before = state_of(client)["match"]["code"]  # type: ignore[index]
    round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="试", key="open-key-2")
    after = state_of(client)["match"]
    assert after["round"] == 2  # type: ignore[index]
    assert after["code"] != before  # type: ignore[index]


def test_a_table_beyond_the_hall_waits(stage: Stage) -> None:
    assert state_of(device_client(stage, "NS", 40))["match"] is None
    assert "点结果" in device_client(stage, "NS", 40).get("/table/").content.decode()


def test_a_call_is_shown_until_it_is_answered(stage: Stage) -> None:
    table_call(competition=stage.competition, match=stage.match().code, reason="unwell", by=stage.scorer())
    assert state_of(device_client(stage))["match"]["call"]["reason"] == "unwell"  # type: ignore[index]


@pytest.mark.parametrize(("claimed", "kept"), [("2", 2), ("-1", 0), ("many", 0), ("99999999", 0), ("٣", 0)])
def test_what_the_device_says_it_still_holds(stage: Stage, claimed: str, kept: int) -> None:
    client = device_client(stage)
    client.get("/table/state/", headers={"X-Unsent": claimed.encode().decode("latin-1")})
    assert Device.objects.get(pid=stage.scorer().device).unsent == kept


def test_one_look_costs_few_queries(stage: Stage, played: Match, django_assert_max_num_queries: object) -> None:
    client = device_client(stage)
    client.get("/table/state/")
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        client.get("/table/state/")


def test_a_call_is_told_in_the_time_of_the_event(stage: Stage) -> None:
    call = table_call(competition=stage.competition, match=stage.match().code, reason="not_ours", by=stage.scorer())
    TableCall.objects.filter(pk=call.pk).update(called_at=datetime(2026, 11, 30, 23, 59, tzinfo=UTC))
    client = device_client(stage)
    assert state_of(client)["match"]["call"] == {"reason": "not_ours", "time": "07:59"}  # type: ignore[index]
    Event.objects.filter(pk=stage.event.pk).update(time_zone="America/Lima")
    assert state_of(client)["match"]["call"]["time"] == "18:59"  # type: ignore[index]


def test_a_corrected_hand_says_so(stage: Stage, played: Match) -> None:
    first = played.hands.get(number=1)
    record = {"hand": 1, "side": "EW", "kind": "double_down"}
    at = {"competition": stage.competition, "match": played.code, "by": stage.scorer()}
    hand_correct(supersedes=first.hash, record=record, key="put-right-1", reason="", **at)  # type: ignore[arg-type]
    hands = state_of(device_client(stage, "EW"))["match"]["hands"]  # type: ignore[index]
    assert [hand["by"] for hand in hands] == ["correction", "hand", "hand", "hand", "hand"]


def test_a_match_of_an_annulled_pair_does_not_count(stage: Stage) -> None:
    for number in (1, 2):
        if number > 1:
            round_open(competition=stage.competition, number=number, by=stage.organiser, force=True, reason="试", key=f"open-key-{number}")
        match = Match.objects.filter(competition=stage.competition, round__number=number).get(Q(ns=pair_of(stage)) | Q(ew=pair_of(stage)))
        side = "NS" if match.ns_id == pair_of(stage) else "EW"
        match_forfeit(competition=stage.competition, match=match.code, sides=[side], key=f"gone-key-{number}", reason="", by=stage.chief)
    round_open(competition=stage.competition, number=3, by=stage.organiser, force=True, reason="试", key="open-key-3")
    third = Match.objects.filter(competition=stage.competition, round__number=3).get(Q(ns=pair_of(stage)) | Q(ew=pair_of(stage)))
    other = stage.match(1 if third.table != 1 else 2, 3)
    recompute(stage.competition.pk, made_by="test")
    assert state_of(device_client(stage, "NS", third.table))["match"]["annulled"]  # type: ignore[index]
    assert not state_of(device_client(stage, "NS", other.table))["match"]["annulled"]  # type: ignore[index]


def pair_of(stage: Stage) -> int:
    return stage.match(1, 1).ns_id


def test_published_results_stop_the_entry_and_a_hidden_competition_does_not(stage: Stage) -> None:
    client = device_client(stage)
    assert not state_of(client)["published"]
    Book.objects.filter(competition=stage.competition).update(closed=True)
    state = state_of(client)
    assert (state["published"], state["locked"]) == (True, True)
    stage.competition.visibility = "hidden"
    stage.competition.save()
    assert client.get("/table/").status_code == 200


def test_a_rehearsal_says_so_beside_the_table(stage: Stage) -> None:
    assert 'class="sim"' not in device_client(stage).get("/table/").content.decode()
    Event.objects.filter(pk=stage.event.pk).update(simulated=True)
    page = device_client(stage).get("/table/").content.decode()
    assert re.search(r'</h1>\s*<b class="sim">试打</b>', page)  # not inside the event's name, which narrow screens hide


def test_the_language_is_switched_by_a_plain_form(stage: Stage) -> None:
    client = device_client(stage)
    assert 'name="language" value="en"' in client.get("/table/").content.decode()
    answer = client.post("/language/", {"language": "en", "next": "/table/"})
    assert (answer.status_code, answer["Location"]) == (302, "/table/")
    page = client.get("/table/").content.decode()
    assert 'name="language" value="zh-hans"' in page
    assert re.search(r"Undo</button>", page)
    assert re.search(r"5<small> pts</small>", page)
    assert re.search(r"1<small> pt</small>", page)
    assert re.findall(r'data-word="save_slip" data-count="\d">([^<]*)<', page) == ["Save {n} hand", "Save {n} hands"]


def test_english(stage: Stage) -> None:
    client = device_client(stage)
    client.cookies["django_language"] = "en"
    assert '<html lang="en"' in client.get("/table/").content.decode()
