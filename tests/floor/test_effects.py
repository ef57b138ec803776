"""看影响 on the case pages: what a form would change, before it is saved; penalties that are found by words; seats taken wrongly."""

from typing import Any

import pytest

from events.models import Book, HandRecord, LedgerEntry, Match, Refusal, Role
from events.services.disputes import dispute_raise
from events.services.hands import hand_record
from events.standings import recompute
from tests.cast import other_event, small_event
from tests.events.score_kit import confirm, five, sound
from tests.floor.conftest import field
from tests.floor.test_whole_case import HAND, Case
from tests.floor.three_event import hand as three_hand
from tests.floor.three_event import three_event
from tests.pages.document import parse

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Case:
    """A match of 掼蛋, 9:8, confirmed."""
    stage = small_event()
    confirm(stage, five(stage))
    recompute(stage.competition.pk, "worker")
    return Case(stage, stage.match())


@pytest.fixture
def pairs() -> Case:
    stage = other_event("healthcup-chaodipi", teams=4)
    return Case(stage, stage.match())


def ledger(case: Case) -> int:
    return Book.objects.get(competition=case.stage.competition).seq


def effect(page: str) -> str:
    return parse(page).one("section", "effect").text


# --- a look ----------------------------------------------------------------------------------------------------------


def test_a_look_shows_the_effect_and_saves_nothing(played: Case) -> None:
    before = ledger(played)
    page = played.send("correct", 200, number="1", supersedes=played.live().hash, result="EW:double_down", preview="yes")
    said = effect(page)
    assert "第1局 南北 分5→0" in said
    assert "南北 冯一/陈小明 分9→4" in said
    assert "本轮 9 → 4" in said
    assert "签过的核对不再有效" in said
    assert "其他队不受影响" in said
    assert ledger(played) == before
    assert not Refusal.objects.exists()
    assert 'value="form-correct-1"' in page, "the form keeps its key, which nothing used"
    assert field(page, "correct", "seen")


def test_a_look_says_why_an_act_would_not_be_taken(played: Case) -> None:
    referee = Case(played.stage, played.match, Role.REFEREE)
    said = effect(referee.send("forfeit", 200, sides="EW", preview="yes"))
    assert "这样做不会被接受" in said
    assert not Refusal.objects.exists()


@pytest.mark.parametrize("act", ["forfeit", "void", "withdraw", "swap", "rule", "line-up", "correct"])
def test_every_form_has_the_second_button(act: str) -> None:
    stage = small_event()
    five(stage)
    hand_record(
        competition=stage.competition,
        match=stage.match().code,
        record={"hand": 1, "side": "EW", "kind": "first_third"},
        key="another-version",
        by=stage.referee,
    )
    case = Case(stage, stage.match())
    case.send("forfeit", sides="EW", reason="没来")
    assert field(case.page(), act, "preview"), act


# --- corrections -----------------------------------------------------------------------------------------------------


def test_a_correction_that_changes_more_is_looked_at_once(played: Case) -> None:
    values: dict[str, Any] = {"number": "1", "supersedes": played.live().hash, "result": "EW:double_down", "reason": "报告单"}
    before = ledger(played)
    page = played.send("correct", 200, **values)
    assert "再按一次就保存" in parse(page).one("main").text
    assert ledger(played) == before
    (seen,) = field(page, "correct", "seen")
    played.send("correct", **values, seen=seen)
    assert ledger(played) == before + 1
    sound(played.stage)


def test_a_correction_of_one_open_hand_needs_no_second_press() -> None:
    stage = small_event()
    five(stage)
    recompute(stage.competition.pk, "worker")
    case = Case(stage, stage.match())
    case.send("correct", number="1", supersedes=case.live().hash, result="NS:first_third", reason="")
    assert case.live().normal["kind"] == "first_third"


def test_an_effect_that_was_seen_before_the_match_moved_is_shown_again(played: Case) -> None:
    values: dict[str, Any] = {"number": "1", "supersedes": played.live().hash, "result": "EW:double_down", "reason": "报告单"}
    (seen,) = field(played.send("correct", 200, **values), "correct", "seen")
    played.send("close")
    assert "再按一次就保存" in played.send("correct", 200, **values, seen=seen)


def test_a_correction_starts_from_the_live_record_and_names_what_it_takes_the_place_of(pairs: Case) -> None:
    pairs.send("record", **HAND)
    form = parse(pairs.page()).one("details", id="slot-1-1")
    assert "要换下的是" in form.text
    assert pairs.stage.users[Role.CHIEF_REFEREE].username in form.text
    assert form.one("input", name="table_points").get("value") == "60"


def test_a_correction_in_a_chain_shows_the_levels_of_later_hands(pairs: Case) -> None:
    pairs.send("record", **HAND)
    pairs.send("record", **{**HAND, "hand": "2", "declarer": "S", "buried_by": "S"})
    said = effect(pairs.send("correct", 200, slot="1-1", supersedes=pairs.live().hash, **{**HAND, "table_points": "0"}, preview="yes"))
    assert "第1副 南北 级数" in said
    assert "第2副 南北 级数" in said


# --- a conflict ------------------------------------------------------------------------------------------------------


def test_one_press_rules_a_conflict_with_what_the_page_prefilled() -> None:
    stage = small_event()
    stage.scorer(1)
    for key, side, by in (("first-version", "NS", stage.scorer(1)), ("second-version", "EW", stage.referee)):
        record = {"hand": 1, "side": side, "kind": "double_down"}
        hand_record(competition=stage.competition, match=stage.match().code, record=record, key=key, by=by)
    recompute(stage.competition.pk, "worker")
    case = Case(stage, stage.match())
    page = case.page()
    cards = parse(page).all("div", "one")
    assert len(cards) == 2
    assert "第1局 南北 分5→0" in cards[1].text
    form = parse(page).one("article", "case").one("form")
    clauses = [box.get("value") for box in form.all("input", name="clauses") if "checked" in box.attributes]
    assert clauses == ["GD-08"]
    reason = form.one("textarea").text.strip()
    assert reason == "核对两份记录后裁定"
    kept = HandRecord.objects.get(match=case.match, state="conflict")
    case.send("rule", number="1", uphold=kept.hash, clauses=clauses, reason=reason)
    assert case.live().normal["side"] == "EW"


def test_who_recorded_a_version_hears_on_its_card_that_another_rules_for_it(pairs: Case) -> None:
    pairs.send("record", **HAND)
    record = {**pairs.live().record, "table_points": 90}
    hand_record(competition=pairs.stage.competition, match=pairs.match.code, record=record, key="another-version", by=pairs.stage.referee)
    cards = parse(pairs.page()).all("div", "one")
    assert "这样做不会被接受" in cards[0].text
    assert "这样做不会被接受" not in cards[1].text


# --- penalties -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rulebook", "asked", "wanted"),
    [
        ("healthcup-chaodipi", "跟错牌", "跟错牌"),
        ("healthcup-chaodipi", "revoke", "跟错牌"),
        ("healthcup-chaodipi", "cdp-29", "跟错牌"),
        ("hefei-eighty-teams", "dropped card", "暴露牌张"),
        ("hefei-eighty-teams", "掉牌", "暴露牌张"),
        ("hefei-eighty-teams", "漏跟", "有牌不跟"),
    ],
)
def test_an_offence_is_found_by_what_people_call_it(rulebook: str, asked: str, wanted: str) -> None:
    stage = other_event(rulebook, teams=4, entrants=2 if "eighty" in rulebook else 1)
    case = Case(stage, stage.match())
    fold = parse(case.page(f"?q={asked}")).one("details", id="penalty")
    assert "open" in fold.attributes
    hits = [row.text for row in fold.one("ul", "offences").all("li")]
    assert any(wanted in hit for hit in hits)
    assert len(hits) < len(parse(case.page()).one("ul", "offences").all("li"))


def test_what_is_not_there_is_said(pairs: Case) -> None:
    fold = parse(pairs.page("?q=飞碟")).one("details", id="penalty")
    assert "没有这一条" in fold.text
    assert "hidden" not in fold.one("p", "none").attributes


def test_a_rulebook_without_a_tariff_offers_what_its_clauses_name(played: Case) -> None:
    every = parse(played.page()).one("details", id="penalty").text
    assert "没有印罚分" in every
    for word in ("警告", "裁定一局", "弃权或判负", "调整分"):
        assert word in every
    found = parse(played.page("?q=落牌")).one("details", id="penalty")
    assert [row.one("a").get("href") for row in found.all("li")] == ["#raise"]


def test_a_penalty_is_looked_at_given_and_withdrawn(pairs: Case) -> None:
    pairs.send("record", **HAND)
    fine: dict[str, Any] = {"code": "failed_throw", "side": "NS", "count": "5", "_of_number": "1"}
    said = effect(pairs.send("penalty", 200, **fine, preview="yes"))
    assert "级数" in said
    assert not LedgerEntry.objects.filter(kind="penalty").exists()
    pairs.send("penalty", **fine)
    (given,) = pairs.match.shown["penalties"]
    back = effect(pairs.send("withdraw", 200, supersedes=given["hash"], preview="yes"))
    assert "级数" in back
    pairs.send("withdraw", supersedes=given["hash"], reason="看错人")
    assert pairs.match.shown["penalties"] == []
    sound(pairs.stage)


def test_warnings_say_how_many_and_what_the_next_one_makes() -> None:
    stage = three_event("doudizhu-ten-hands", players=27)
    case = Case(stage, stage.match())
    hand_record(competition=stage.competition, match=case.match.code, record=three_hand(1, shown=False), key="one-hand", by=stage.referee)
    case.send("penalty", code="slow_play", side="2", count="2", _of_number="1")
    said = parse(case.page("?penalty=slow_play")).one("ul", id="before").text
    assert "第1局 已有警告 2 次，再一次就罚 3 分" in said


# --- seats and disputes ----------------------------------------------------------------------------------------------


def test_seats_are_looked_at_and_put_right(played: Case) -> None:
    ns, ew = played.match.ns.pid, played.match.ew.pid
    seats: dict[str, Any] = {"sat-NS": ew, "sat-EW": ns}
    page = played.send("swap", 200, **seats, reason="坐反了")
    assert "本轮" in effect(page)
    (seen,) = field(page, "swap", "seen")
    played.send("swap", **seats, reason="坐反了", seen=seen)
    assert Match.objects.get(pk=played.match.pk).ns.pid == ew
    sound(played.stage)


def test_boards_that_are_compared_have_no_form_for_seats() -> None:
    stage = other_event("hefei-eighty-teams", teams=4, entrants=2)
    assert 'id="swap"' not in Case(stage, stage.match()).page()


def test_disputes_of_the_match_lead_to_their_cards() -> None:
    stage = small_event()
    played = Case(stage, stage.match())
    reply = dispute_raise(
        competition=played.stage.competition, match=played.match.code, key="a-dispute-1", by=played.stage.referee, subject="revoke"
    )
    links: list[Any] = [link.get("href") for link in parse(played.page()).all("a")]
    assert f"/e/hall/guandan/desk/disputes/{reply.body['dispute']['dispute']}/" in links


def test_an_official_opens_a_dispute_from_the_case() -> None:
    stage = small_event()
    case = Case(stage, stage.match())
    case.send("raise", subject="behaviour", _of_number="0", reason="吵起来了")
    assert LedgerEntry.objects.filter(kind="dispute", match=case.match.code).count() == 1
    assert "言行" in parse(case.page()).one("section", "strip").text
