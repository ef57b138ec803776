"""The case of a dispute at the desk: what its card says, what a choice would change, the words to read out, who may rule, the notes."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from events.models import CaseNote, Dispute, LedgerEntry, Match, Role
from events.pinned import rulebook_of
from events.selectors.desk import desk_of
from events.services.disputes import dispute_appeal, dispute_raise, dispute_rule
from events.services.hands import hand_record
from events.services.matches import match_forfeit, table_close
from tests.cast import Stage, other_event
from tests.events.score_kit import new_key, sound
from tests.pages.document import Element, parse
from tests.pages.halls import climbed, play

DESK = "/e/hall/guandan/desk/"
RULED: dict[str, Any] = {"clauses": ["GD-08"], "reason": "看了牌"}


def raised(stage: Stage, match: Match, number: int = 4, **more: Any) -> str:
    settings = {"subject": "result", "by": stage.checker(match.table), "key": new_key(), "reason": "我第二个出完", **more}
    return str(dispute_raise(competition=stage.competition, match=match.code, number=number, **settings).body["dispute"]["dispute"])


def card(client: Client, pid: str, address: str = "") -> Element:
    return parse(client.get(address or DESK).content.decode()).one("article", data_about=pid)


def test_the_card_says_who_when_which_hand_and_that_the_clock_stands(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    pid = raised(stage, stage.match(2), 0, by=stage.checker(2))
    hand = raised(stage, played)
    text = card(as_role(Role.CHIEF_REFEREE), hand).text
    assert all(part in text for part in ("1桌", "第4局", "1桌 EW 提出", "我第二个出完", "成绩不对", "机加工车间"))
    rows = card(as_role(Role.CHIEF_REFEREE), hand).one("table", "t").all("tr", "cur")
    assert [row.one("td", "nb").text for row in rows] == ["第4局"]
    assert "停表" in card(as_role(Role.CHIEF_REFEREE), pid).text
    desk = desk_of(competition=stage.competition)
    assert [(item.kind, item.table, item.detail["about"]) for item in desk.todo if item.kind == "dispute"] == [
        ("dispute", 2, pid),
        ("dispute", 1, hand),
    ]
    assert [(place.table, place.match) for place in desk.checklist.disputed] == [(2, stage.match(2).code), (1, played.code)]
    assert {tile.row.match.table: tile.state for tile in desk.tiles if tile.state == "review"} == {1: "review", 2: "review"}


def test_a_choice_shows_before_and_after_and_the_words_without_saving(
    stage: Stage, played: Match, as_role: Callable[[str], Client]
) -> None:
    pid, chief = raised(stage, played), as_role(Role.CHIEF_REFEREE)
    entries = LedgerEntry.objects.count()
    form = {"outcome": "changed", "result": "EW:first_third", "clauses": ["GD-08"], "key": "look-at-it-1"}
    shown = parse(chief.post(f"{DESK}disputes/{pid}/effect/", form).content.decode())
    assert "本桌比分 6 比 11。" in shown.one("div", data_part="read").text
    assert shown.one("div", data_part="effect").all("table", "change")
    page = chief.post(f"{DESK}disputes/{pid}/rule/", form | {"preview": "yes", "reason": "看过牌"}).content.decode()
    assert "改判为东西 上游+三游，东西 3 分" in page
    assert ">看过牌</textarea>" in page
    assert 'value="look-at-it-1"' in page
    assert LedgerEntry.objects.count() == entries
    assert Dispute.objects.get().state == "raised"


def test_a_ruling_by_the_form_is_kept_and_read_out(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    pid, chief = raised(stage, played), as_role(Role.CHIEF_REFEREE)
    form = {"outcome": "changed", "result": "EW:first_third", "clauses": ["GD-08"], "key": "rule-by-form", "note": "双方都看了牌"}
    refused = chief.post(f"{DESK}disputes/{pid}/rule/", form)
    assert refused.status_code == 422
    assert "told" in refused.content.decode()
    assert "双方都看了牌" in refused.content.decode()
    done = chief.post(f"{DESK}disputes/{pid}/rule/", form | {"reason": "看了牌"})
    assert done.status_code == 302
    assert chief.post(f"{DESK}disputes/{pid}/rule/", form | {"reason": "看了牌"}).status_code == 302, "a double press is a replay"
    read = parse(chief.get(done["Location"]).content.decode()).one("p", id="read-out").text
    assert read == "1桌第4局：依规程000·四·(二)4，经查，改判为东西 上游+三游，东西 3 分。本桌比分 6 比 11。有异议的，签字以前可以申诉一次。"
    assert LedgerEntry.objects.filter(kind="dispute_ruled").count() == 1
    sound(stage)


def test_no_appeal_is_promised_where_the_time_for_it_is_over(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    pid, chief = raised(stage, played), as_role(Role.CHIEF_REFEREE)
    table_close(competition=stage.competition, match=played.code, key="lock-the-table", by=stage.chief)
    form = {"outcome": "upheld", "clauses": ["GD-08"], "key": "rule-locked", "reason": "看了牌"}
    shown = parse(chief.post(f"{DESK}disputes/{pid}/effect/", form).content.decode()).one("div", data_part="read").text
    assert shown.strip().endswith("申诉的时限已过。")
    done = chief.post(f"{DESK}disputes/{pid}/rule/", form)
    page = chief.get(done["Location"]).content.decode()
    read = parse(page).one("p", id="read-out").text
    assert read.endswith("申诉的时限已过。")
    assert "可以申诉" not in page
    assert 'id="appeal"' not in page


def test_where_the_close_ends_the_time_to_protest_the_words_say_so(db: None) -> None:
    stage = other_event("healthcup-guandan", teams=4, entrants=2, overrides={"protest.deadline": "close"})
    match = stage.match()
    pid = raised(stage, match, 0)
    table_close(competition=stage.competition, match=match.code, key="lock-the-table", by=stage.chief)
    dispute_rule(competition=stage.competition, dispute=pid, outcome="dismissed", by=stage.chief, key="first-ruling", **RULED)
    client = Client()
    client.force_login(stage.users[Role.CHIEF_REFEREE])
    page = client.get(f"/e/hall/{stage.competition.code}/desk/disputes/{pid}/").content.decode()
    assert parse(page).one("p", id="read-out").text.endswith("有异议的，成绩正式公布以前可以申诉一次。")
    assert 'id="appeal"' in page


def test_when_an_irregularity_was_noticed_is_asked_and_shown(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    chief, case = as_role(Role.CHIEF_REFEREE), f"{DESK}tables/{played.code}/"
    page = chief.get(case).content.decode()
    assert 'name="noticed-trick"' in page
    assert 'name="noticed-after"' in page
    form = {"subject": "revoke", "of-number": "4", "key": "raise-noticed", "reason": "第四圈没跟"}
    for half in ({"noticed-trick": "4"}, {"noticed-after": "trick_ended"}, {"noticed-trick": "0", "noticed-after": "at_once"}):
        refused = chief.post(f"{case}raise/", form | half)
        assert refused.status_code == 422
        assert all(f'value="{value}"' in refused.content.decode() for value in half.values())
    assert not Dispute.objects.exists()
    assert chief.post(f"{case}raise/", form | {"noticed-trick": "4", "noticed-after": "trick_ended"}).status_code == 302
    dispute = Dispute.objects.get()
    assert dispute.noticed == {"trick": 4, "after": "trick_ended"}
    assert "第 4 圈，这一圈已收" in card(chief, dispute.pid).text
    dispute_rule(competition=stage.competition, dispute=dispute.pid, outcome="dismissed", by=stage.chief, key="first-ruling", **RULED)
    assert "第 4 圈，这一圈已收" in chief.get(f"{DESK}disputes/{dispute.pid}/").content.decode()
    plain = raised(stage, stage.match(2), 0, by=stage.checker(2))
    assert "何时发现" not in card(chief, plain).text


def test_who_may_not_rule_sees_why_and_hands_over(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    pid, referee = raised(stage, played), as_role(Role.REFEREE)
    shown = card(referee, pid)
    assert "由裁判长裁定" in shown.text
    disabled = [one.get("value") for one in shown.all("input", type="radio") if "disabled" in one.attributes]
    assert disabled == ["upheld", "changed", "voided"], "a warning any referee may give"
    assert referee.post(f"{DESK}disputes/{pid}/rule/", RULED | {"outcome": "voided", "key": "not-mine-1"}).status_code == 403
    assert referee.post(f"{DESK}disputes/{pid}/hand-over/", {"note": "两家说法不一"}).status_code == 302
    assert "已移交裁判长" in card(as_role(Role.CHIEF_REFEREE), pid).text
    assert "两家说法不一" in card(as_role(Role.CHIEF_REFEREE), pid).text
    assert desk_of(competition=stage.competition).todo[0].detail["handed"]


def test_an_appeal_is_decided_on_the_same_card_and_is_final(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    pid = raised(stage, played)
    settings: dict[str, Any] = {"competition": stage.competition, "dispute": pid}
    dispute_rule(**settings, outcome="upheld", by=stage.chief, key="first-ruling", **RULED)
    dispute_appeal(**settings, by=stage.checker(), key="appeal-key-1", reason="不服")
    chief = as_role(Role.CHIEF_REFEREE)
    assert "按此终裁并宣读" in card(chief, pid).text
    assert "申诉" in card(chief, pid).text
    form = RULED | {"outcome": "changed", "result": "EW:double_down", "key": "appeal-ruling"}
    done = chief.post(f"{DESK}disputes/{pid}/rule/", form)
    assert done.status_code == 302
    assert parse(chief.get(done["Location"]).content.decode()).one("p", id="read-out").text.endswith("这是终裁。")


def test_notes_are_kept_for_officials_alone_and_leave_no_trace_in_the_ledger(
    stage: Stage, played: Match, as_role: Callable[[str], Client]
) -> None:
    pid = raised(stage, played)
    before = LedgerEntry.objects.count()
    address = f"{DESK}notes/{played.code}/{pid}/"
    for client, wanted in ((as_role(Role.AUDITOR), 403), (as_role(Role.SCORER), 403), (Client(), 403), (as_role(Role.REFEREE), 200)):
        answer = client.post(address, {"note": "西家称\n自己第二个出完"}, headers={"Accept": "application/json"})
        assert answer.status_code == wanted
    assert LedgerEntry.objects.count() == before
    assert CaseNote.objects.get().text == "西家称\n自己第二个出完"
    referee = as_role(Role.REFEREE)
    assert referee.post(address, {"note": "改了"}).status_code == 302
    assert CaseNote.objects.get().text == "改了"
    assert referee.post(address, {"note": "长" * 4001}, headers={"Accept": "application/json"}).status_code == 400
    assert referee.post(f"{DESK}notes/{played.code}/other/", {"note": "x"}).status_code == 404
    for public in ("", f"tables/{played.code}/", "ledger/"):
        assert "改了" not in Client().get(f"/e/hall/guandan/{public}").content.decode()
    chief = as_role(Role.CHIEF_REFEREE)
    (button,) = card(chief, pid).all("button", name="author")
    assert referee.post(button.get("formaction"), {"author": button.get("value")}).status_code == 403
    assert chief.post(button.get("formaction"), {"author": "p000000000000"}).status_code == 404
    assert chief.post(button.get("formaction"), {"author": button.get("value")}).status_code == 302
    assert (CaseNote.objects.get().text, CaseNote.objects.get().erased_at is None) == ("", False)


def as_it_stands(shown: Element) -> dict[str, Any]:
    """What the form of a card sends if nothing is touched and a button without a name is pressed."""
    inputs = [one for one in shown.all("input") if one.attributes.get("type") == "hidden"]
    sent: dict[str, Any] = {one.get("name"): one.get("value") for one in inputs}
    sent["clauses"] = [one.get("value") for one in shown.all("input", name="clauses") if "checked" in one.attributes]
    return sent | {area.get("name"): area.text for area in shown.all("textarea")}


def test_two_records_of_a_hand_are_a_case_beside_the_disputes(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    rival = {"hand": 2, "side": "NS", "kind": "double_down"}
    hand_record(competition=stage.competition, match=played.code, record=rival, key="a-rival-hand", by=stage.referee)
    chief = as_role(Role.CHIEF_REFEREE)
    shown = card(chief, "1-2-")
    versions = shown.all("div", "version")
    assert [one.get("data-version") for one in versions] == [row.hash for row in played.hands.filter(number=2).order_by("seq")]
    assert all(part in versions[1].text for part in ("双下", "谁记的", "裁判台", "按这个裁定"))
    sent = as_it_stands(shown)
    assert sent["reason"]
    assert sent["clauses"]
    entries = LedgerEntry.objects.count()
    look = parse(
        chief.post(f"{DESK}tables/{played.code}/rule/effect/", sent | {"uphold": versions[1].get("data-version")}).content.decode()
    )
    assert "双下" in look.one("div", data_part="read").text
    assert look.one("div", data_part="effect").all("table", "change")
    assert LedgerEntry.objects.count() == entries
    strange = chief.post(f"{DESK}tables/{played.code}/rule/effect/", sent | {"uphold": "0" * 64})
    assert strange.status_code == 404
    pressed = chief.post(f"{DESK}tables/{played.code}/rule/", sent | {"uphold": versions[1].get("data-version")})
    assert (pressed.status_code, pressed["Location"]) == (302, DESK)
    assert stage.match().under_review == 0
    assert played.hands.get(number=2, state="live").normal["kind"] == "double_down"
    sound(stage)


@pytest.mark.parametrize("rulebook", ["healthcup-chaodipi", "healthcup-gomoku", "hefei-eighty-teams"])
def test_the_card_works_for_games_judged_as_a_whole(db: None, rulebook: str) -> None:
    stage = other_event(rulebook, teams=2, entrants=2 if "eighty" in rulebook else 1)
    match = stage.match()
    if rulebook == "healthcup-chaodipi":
        play(stage, match.code, climbed(1, "N", 60))
    pid = raised(stage, match, 1 if rulebook == "healthcup-chaodipi" else 0, by=stage.referee)
    client = Client()
    client.force_login(stage.users[Role.CHIEF_REFEREE])
    desk = f"/e/hall/{stage.competition.code}/desk/"
    assert pid in client.get(desk).content.decode()
    page = client.get(f"{desk}disputes/{pid}/").content.decode()
    assert "宣读稿" in page
    clause = next(iter(rulebook_of(stage.competition).clauses))
    done = client.post(f"{desk}disputes/{pid}/rule/", {"outcome": "warning", "clauses": [clause], "reason": "劝告", "key": "warn-them-all"})
    assert done.status_code == 302
    assert "给予警告" in client.get(done["Location"]).content.decode()
    sound(stage)


def test_many_cases_cost_as_many_queries_as_one(stage: Stage, played: Match, as_role: Callable[[str], Client]) -> None:
    chief = as_role(Role.CHIEF_REFEREE)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert chief.get(DESK + "live/").status_code == 200
        return len(asked)

    raised(stage, played)
    chief.get(DESK + "live/")
    one = queries()
    for table in (2, 3, 4):
        raised(stage, stage.match(table), 0, by=stage.checker(table), subject="behaviour")
        raised(stage, stage.match(table), 3, by=stage.checker(table), subject="equipment")
    assert len(desk_of(competition=stage.competition).cases) == 7
    assert queries() <= one


def test_the_checklist_names_what_keeps_the_next_round_with_a_link_each(
    stage: Stage, played: Match, as_role: Callable[[str], Client]
) -> None:
    raised(stage, played)
    match_forfeit(competition=stage.competition, match=stage.match(4).code, sides=["EW"], key="gone-home-2", reason="", by=stage.chief)
    page = parse(as_role(Role.CHIEF_REFEREE).get(DESK + "open/").content.decode())
    lines = {line.text[1:3]: line for line in page.one("ul", "chk").all("li")}
    assert lines["争议"].one("a").get("href").endswith(f"/desk/tables/{played.code}/")
    assert lines["弃权"].one("a").get("href").endswith(f"/desk/tables/{stage.match(4).code}/")


def test_a_round_is_locked_with_a_reason_that_stays_out_of_the_ledger(stage: Stage, as_role: Callable[[str], Client]) -> None:
    chief = as_role(Role.CHIEF_REFEREE)
    assert chief.post(DESK + "rounds/1/lock/", {"key": "lock-with-why", "reason": "下一轮要开"}).status_code == 302
    entry = LedgerEntry.objects.get(kind="round_locked")
    assert "remark" in entry.body
    assert "下一轮要开" not in entry.body
    again = chief.post(DESK + "rounds/1/lock/", {"key": "lock-once-more", "reason": "再锁"})
    assert again.status_code == 409
    assert 'value="再锁"' in again.content.decode()
    sound(stage)
