"""The case of a table of three: a referee records a hand, corrects and rules it, fines a seat, stops the clock, confirms for all."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from events import clock
from events.models import HandRecord, LedgerEntry, Match, Role, Round
from events.services.arrivals import voucher_give
from events.services.draws import draw_make
from events.services.events import grant_give
from events.services.hands import hand_record
from events.services.matches import match_confirm
from events.services.rounds import round_open
from events.services.teams import entrant_add, team_add
from tests.cast import Stage, bare_event, make_user
from tests.floor.test_whole_case import Case
from tests.floor.three_event import hand, passed, three_event
from tests.pages.document import parse

pytestmark = pytest.mark.django_db

OPENED = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
PLAYED: dict[str, Any] = {
    "hand": "1",
    "first_bidder": "1",
    "bids.0": "1",
    "bids.1": "0",
    "bids.2": "3",
    "landlord": "3",
    "out": "3",
    "bombs": "1",
    "rocket": "no",
    "spring": "none",
}


def case_of(stage: Stage, role: str = "chief_referee") -> Case:
    return Case(stage, stage.match(), role)


def main(page: str) -> str:
    return parse(page).one("main").text


@pytest.fixture
def table(db: None) -> Case:
    return case_of(three_event())


def play(case: Case, *records: dict[str, Any]) -> None:
    for record in records:
        hand_record(
            competition=case.stage.competition,
            match=case.match.code,
            record=record,
            key=f"hand-{record['hand']:04}-{case.match.code}",
            by=case.stage.device(case.match.table, "1"),
        )
    case.match.refresh_from_db()


def test_a_hand_is_recorded_from_the_games_own_schema(table: Case) -> None:
    form = parse(table.page()).one("details", id="record")
    seats = {option.get("value"): option.text for option in form.all("select", name="landlord")[0].all("option")}
    assert list(seats) == ["", "1", "2", "3"]
    assert seats["2"].startswith("2号位 "), "the name stands behind the seat"
    assert [option.text for option in form.all("select", name="bids.0")[0].all("option")] == ["–", "不叫", "1", "2", "3"]
    assert form.one("input", name="hand").get("value") == "1"
    table.send("record", **PLAYED)
    assert table.live().record == {
        **hand(1, 1, (1, 0, 3), bombs=1),
    }
    assert table.match.shown["totals"] == {"1": -6, "2": -6, "3": 12}
    assert "叫牌 1、不叫、3 · 地主 3号位" in main(table.page())
    assert parse(table.page()).one("details", id="record").one("input", name="hand").get("value") == "2"


def test_a_hand_nobody_called_has_only_its_bids(table: Case) -> None:
    bids: dict[str, Any] = dict.fromkeys(("bids.0", "bids.1", "bids.2"), "0")
    table.send("record", hand="1", first_bidder="1", **bids)
    assert table.live().record == passed(1)


def test_what_is_wrong_is_said_by_its_clause_and_stays_in_the_form(table: Case) -> None:
    page = parse(table.send("record", 422, **{**PLAYED, "bids.1": "", "landlord": "2", "spring": "anti_spring", "out": "2"}))
    form = page.one("details", id="record")
    told = form.one("ul", "told").text
    assert "反春" in told
    assert "000·二" in told
    chosen = [option.get("value") for option in form.all("select", name="landlord")[0].all("option") if "selected" in option.attributes]
    assert chosen == ["2"]
    assert not HandRecord.objects.exists()


def test_a_correction_starts_from_the_record_and_a_second_result_is_ruled_side_by_side(table: Case) -> None:
    table.send("record", **PLAYED)
    changed = {name: value for name, value in PLAYED.items() if name != "hand"}
    table.send("correct", supersedes=table.live().hash, **{**changed, "bombs": "0"}, reason="没有炸弹")
    assert table.live().record["bombs"] == 0
    table.send("record", 409, **{**PLAYED, "out": "1"})
    table.send("record", report="yes", **{**PLAYED, "out": "1"})
    page = parse(table.page())
    assert len(page.one("article", "case").all("div", "one")) == 2
    assert "谁先出完 1号位" in page.one("article", "case").text
    rival = HandRecord.objects.get(match=table.match, state="conflict")
    live = table.live()
    other = three_chief(table)
    other.send("rule", uphold=rival.hash, clauses="DZH-07", reason="看过牌", _of_number="1", supersedes=live.hash)
    assert table.live().record["out"] == 1


def three_chief(case: Case) -> Case:
    """Another chief referee: nobody rules for what he recorded himself."""
    user = make_user("another-chief", staff=True)
    grant_give(event=case.stage.event, user=user, role=Role.CHIEF_REFEREE, by=case.stage.organiser)
    other = Case(case.stage, case.match)
    other.client.force_login(user)
    return other


def test_a_seat_forfeits(table: Case) -> None:
    labels = [label.text for label in parse(table.page()).one("details", id="forfeit").all("label")]
    assert [label.split()[0] for label in labels[:3]] == ["1号位", "2号位", "3号位"]
    table.send("forfeit", sides="2", reason="没有来")
    assert table.match.forfeited_by == "2"
    assert "2号位" in main(table.page())


def test_the_bell_says_hands_and_offers_no_lot(table: Case) -> None:
    play(table, hand(1), hand(2, 2))
    form = parse(table.page()).one("details", id="time-up")
    assert "算到第几局为止" in form.text
    assert not form.all("select", name="lot")
    table.send("time-up", _of_game="1", last_hand="2", reason="铃响")
    assert Match.objects.get(pk=table.match.pk).shown["time_up"] is True


def test_a_table_without_minutes_has_neither_bell_nor_clock(db: None) -> None:
    page = parse(case_of(three_event("doudizhu-three-hands")).page())
    assert not page.all("details", id="time-up")
    assert not page.all("details", id="clock")


def test_the_clock_is_stopped_goes_on_and_gets_extra_minutes(table: Case) -> None:
    Round.objects.update(opened_at=OPENED)

    def at(minutes: float) -> Any:
        return clock.injected(lambda: OPENED + timedelta(minutes=minutes))

    with at(10):
        assert "还有 20 分" in parse(table.page()).one("details", id="clock").text
        table.send("clock", to="paused")
    with at(15):
        assert "停着 · 还有 20 分" in parse(table.page()).one("details", id="clock").text
        assert "已经停着" in table.send("clock", 409, to="paused")
        table.send("clock", to="resumed")
    with at(20):
        assert "还有 15 分" in parse(table.page()).one("details", id="clock").text
        assert parse(table.send("clock", 422, to="extra", minutes="0")).all("ul", "told")
        table.send("clock", to="extra", minutes="5", reason="等裁判")
        assert "还有 20 分 · 补过 5 分" in parse(table.page()).one("details", id="clock").text
    assert LedgerEntry.objects.filter(kind="clock").count() == 3


def test_warnings_of_one_hand_are_counted_before_they_cost(db: None) -> None:
    case = case_of(three_event("doudizhu-ten-hands", players=10))
    play(case, hand(1, shown=False))
    assert "每满 3 次警告罚 3 分" in parse(case.page("?penalty=slow_play")).one("details", id="penalty").text
    case.send("penalty", code="slow_play", side="2", count="2", _of_number="1")
    said = parse(case.page()).one("ul", id="warned").text
    assert "第1局" in said
    assert "警告 2 次" in said
    assert "再 1 次再罚" in said
    case.send("penalty", code="slow_play", side="2", count="1", _of_number="1")
    assert "已罚 3 分" in parse(case.page()).one("ul", id="warned").text


def test_only_an_official_gives_a_hand_to_a_side(db: None) -> None:
    case = case_of(three_event("doudizhu-ten-hands", players=10))
    fields = {**PLAYED, "out": "", "shown": "no", "ruled.winner": "landlord", "ruled.doubled": "no", "ruled.offender": "1"}
    case.send("record", **fields)
    assert case.live().record["ruled"] == {"winner": "landlord", "doubled": False, "offender": 1}
    assert "提示同伴" in main(case.page()), "the fine that goes with it has still to be entered"


def test_an_official_confirms_for_all_who_have_not(db: None) -> None:
    stage = three_event("doudizhu-single-hand")
    case = case_of(stage)
    play(case, hand(1))
    signing = parse(case.page()).one("p", id="signing").text
    assert signing.count("还没有") == 2
    covers = [case.live().hash]
    match_confirm(competition=stage.competition, match=case.match.code, covers=covers, key="sign-seat-2", by=stage.device(1, "2"))
    signing = parse(case.page()).one("p", id="signing").text
    assert signing.index("✓") < signing.index("3号位")
    assert signing.count("还没有") == 1
    assert "代各家确认" in case.page()
    case.send("confirm", covers=case.live().hash, reason="3号位已离场")
    assert (bool(case.match.confirmed_hash), case.match.confirmed_on_behalf) == (True, True)
    assert "裁判代确认" in parse(case.page()).one("p", id="signing").text


def test_who_bid_first_out_of_turn_is_said_and_can_still_be_signed(db: None) -> None:
    stage = three_event("doudizhu-three-hands")
    case = case_of(stage)
    play(case, hand(1), hand(2, 3), hand(3, 3))
    assert "轮到2号位先叫，记的是3号位" in main(case.page())
    covers = list(HandRecord.objects.order_by("number").values_list("hash", flat=True))
    case.send("confirm", covers=covers, reason="三家都在报告单上签了字")
    assert case.match.confirmed_hash


def test_a_game_of_the_ladder_is_called_won_overrun_and_lost_by_ruling(db: None) -> None:
    stage = bare_event(rulebook="doudizhu-ladder")
    for place in range(3):
        team = team_add(competition=stage.competition, name=f"{place}组", by=stage.organiser).body["team"]
        entrant = entrant_add(competition=stage.competition, team=team, names=[f"选手{place}"], born="1980-05-05", by=stage.organiser)
        voucher_give(competition=stage.competition, entrant=entrant.body["entrant"], act="issued", by=stage.organiser)
    draw_make(competition=stage.competition, draw="groups", round=1, seed="一场", by=stage.organiser)
    round_open(competition=stage.competition, number=1, by=stage.organiser)
    case = case_of(stage)
    form = parse(case.page()).one("details", id="record")
    assert [option.text for option in form.all("select", name="bids.0")[0].all("option")] == ["–", "不叫", "叫"]
    assert not form.all("input", name="bombs")
    fields: dict[str, Any] = {"bids.0": "0", "bids.1": "1", "timeouts.1": "2"}
    case.send("record", hand="1", first_bidder="2", landlord="3", out="3", **fields)
    assert case.live().record == {
        "hand": 1,
        "first_bidder": 2,
        "bids": [0, 1],
        "landlord": 3,
        "out": 3,
        "timeouts": {"1": 2},
    }
    page = main(case.page())
    assert "1号位这一局超时 2 次" in page
    assert "叫牌 不叫、叫" in page
    tariff = parse(case.page()).one("ul", "offences").text
    assert "他这一局判负" in tariff
    assert "取消他的参赛资格" in tariff
    case.send("penalty", code="l8", side="1", _of_number="1", reason="警告后又超时")
    assert "1号位这一局超时" not in main(case.page())
    assert parse(case.page()).one("p", id="signing").text.count("还没有") == 3, "each of the three signs"
    Case(stage, case.match, "referee").send("confirm", covers=case.live().hash, reason="三人已在纸上签字")
    assert Match.objects.get(pk=case.match.pk).confirmed_hash
