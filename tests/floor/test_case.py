"""A referee's case: each form calls its service once, says clearly why not, and loses nothing that was typed."""

from collections.abc import Callable

import pytest
from django.test import Client

from events.models import HandRecord, LedgerEntry, Match, Role
from events.services.hands import hand_record
from events.services.matches import table_call
from tests.cast import Stage
from tests.floor.conftest import field


def case_of(match: Match) -> str:
    return f"/e/hall/guandan/desk/tables/{match.code}/"


@pytest.fixture
def chief(as_role: Callable[[str], Client]) -> Client:
    return as_role(Role.CHIEF_REFEREE)


@pytest.fixture
def contested(stage: Stage) -> Match:
    match = stage.match(3)
    for key, kind, by in (("said-first-1", "double_down", stage.scorer(3)), ("said-then-1", "first_third", stage.referee)):
        record = {"hand": 1, "side": "NS", "kind": kind}
        hand_record(competition=stage.competition, match=match.code, record=record, key=key, by=by)
    return match


def test_both_results_stand_side_by_side_and_one_press_upholds_one(stage: Stage, chief: Client, contested: Match) -> None:
    page = chief.get(case_of(contested)).content.decode()
    assert page.count("按这个裁定") == 2
    assert "3桌 NS" in page  # the device's label
    assert stage.users[Role.REFEREE].username in page
    (key,) = field(page, "rule", "key")
    kept = HandRecord.objects.get(match=contested, state="conflict")
    form = {"key": key, "number": "1", "uphold": kept.hash, "clauses": ["GD-08"], "reason": "南家承认记错"}
    assert chief.post(case_of(contested) + "rule/", form).status_code == 302
    assert chief.post(case_of(contested) + "rule/", form).status_code == 302  # pressed twice: once
    assert LedgerEntry.objects.filter(kind="ruling").count() == 1
    assert HandRecord.objects.get(match=contested, state="live").normal["kind"] == "first_third"
    assert "争议 第1局" not in chief.get(case_of(contested)).content.decode()


def test_a_ruling_without_a_clause_keeps_the_reason(chief: Client, contested: Match) -> None:
    live = HandRecord.objects.get(match=contested, state="live")
    form = {"key": "ruling-key-1", "number": "1", "uphold": live.hash, "reason": "这段话很长，不能丢"}
    answer = chief.post(case_of(contested) + "rule/", form)
    assert answer.status_code == 422
    assert "这段话很长，不能丢" in answer.content.decode()
    assert 'value="ruling-key-1"' in answer.content.decode()
    assert not LedgerEntry.objects.filter(kind="ruling").exists()


def test_another_result_can_be_ruled(chief: Client, contested: Match) -> None:
    form = {"key": "ruling-key-2", "number": "1", "uphold": "", "result": "EW:first_fourth", "clauses": ["GD-08"], "reason": "看了牌"}
    assert chief.post(case_of(contested) + "rule/", form).status_code == 302
    assert HandRecord.objects.get(match=contested, state="live").normal["side"] == "EW"


def test_a_referee_below_the_competence_is_told_so(as_role: Callable[[str], Client], contested: Match) -> None:
    live = HandRecord.objects.get(match=contested, state="live")
    form = {"key": "ruling-key-3", "number": "1", "uphold": live.hash, "clauses": ["GD-08"], "reason": "试一下"}
    answer = as_role(Role.REFEREE).post(case_of(contested) + "rule/", form)
    assert answer.status_code == 403
    assert "试一下" in answer.content.decode()


def test_the_paper_slip_is_entered_in_one_go(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    page = chief.get(case_of(match)).content.decode()
    form = {f"key-{number}": field(page, "slip", f"key-{number}")[0] for number in range(1, 6)}
    form |= {f"row-{number}": "EW:first_third" for number in range(1, 6)}
    assert chief.post(case_of(match) + "slip/", form).status_code == 302
    assert chief.post(case_of(match) + "slip/", form).status_code == 302
    assert LedgerEntry.objects.filter(kind="hand", match=match.code).count() == 5


def test_a_wrong_row_of_a_slip_leaves_the_others_filled_in(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    form = {"row-1": "NS:double_down", "key-1": "slip-row-one", "row-2": "NS:quadruple", "key-2": "slip-row-two"}
    answer = chief.post(case_of(match) + "slip/", form)
    assert answer.status_code == 422
    assert LedgerEntry.objects.filter(kind="hand", match=match.code).count() == 1
    assert 'value="slip-row-two"' in answer.content.decode()


def test_a_correction_starts_from_the_live_record(chief: Client, played: Match) -> None:
    page = chief.get(case_of(played)).content.decode()
    assert '<option value="NS:double_down" selected>' in page
    hash_ = played.hands.get(number=1).hash
    form = {"key": "correct-key-1", "number": "1", "supersedes": hash_, "result": "NS:first_third", "reason": "核对纸单"}
    assert chief.post(case_of(played) + "correct/", form).status_code == 302
    stale = chief.post(case_of(played) + "correct/", form | {"key": "correct-key-2", "reason": "后来的更正"})
    assert stale.status_code == 409
    assert HandRecord.objects.filter(match=played, number=1, state="live").count() == 1


def test_confirming_on_behalf_wants_a_reason(chief: Client, played: Match) -> None:
    page = chief.get(case_of(played)).content.decode()
    form = {"key": field(page, "confirm", "key")[0], "covers": field(page, "confirm", "covers")}
    assert chief.post(case_of(played) + "confirm/", form | {"reason": ""}).status_code == 422
    assert chief.post(case_of(played) + "confirm/", form | {"reason": "对方已离场"}).status_code == 302
    played.refresh_from_db()
    assert played.confirmed_on_behalf


def test_forfeit_then_withdrawn(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    assert chief.post(case_of(match) + "forfeit/", {"key": "forfeit-key-1", "reason": "没来"}).status_code == 422
    done = chief.post(case_of(match) + "forfeit/", {"key": "forfeit-key-1", "sides": ["EW"], "reason": "没来"})
    assert done.status_code == 302
    page = chief.get(case_of(match)).content.decode()
    assert "没来" in page
    (hash_,) = field(page, "withdraw", "supersedes")
    assert chief.post(case_of(match) + "withdraw/", {"key": "withdraw-key", "supersedes": hash_, "reason": ""}).status_code == 422
    assert chief.post(case_of(match) + "withdraw/", {"key": "withdraw-key", "supersedes": hash_, "reason": "来了"}).status_code == 302
    match.refresh_from_db()
    assert match.forfeited_by == ""


def test_a_line_up_of_other_people_is_a_forfeit(stage: Stage, chief: Client) -> None:
    match = stage.match(1)
    own = list(match.ns.players.order_by("order").values_list("pid", flat=True))
    mate = match.ns.team.entrants.exclude(pk=match.ns_id).get().players.first()
    assert mate is not None
    form = {"key": "line-up-key", "side": "NS", "first": own[0], "second": mate.pid, "reason": "换了人"}
    assert chief.post(case_of(match) + "line-up/", form).status_code == 302
    match.refresh_from_db()
    assert match.forfeited_by == "NS"


def test_a_locked_table_and_an_answered_call(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    call = table_call(competition=stage.competition, match=match.code, reason="other", by=stage.referee)
    assert "已到场处理" in chief.get(case_of(match)).content.decode()
    assert chief.post(case_of(match) + "answer/", {"call": str(call.pk)}).status_code == 302
    assert chief.post(case_of(match) + "close/", {"key": "close-table-1"}).status_code == 302
    match.refresh_from_db()
    assert match.closed
    assert chief.post(case_of(match) + "reopen/", {"key": "reopen-table-1"}).status_code == 302
    assert chief.post(case_of(match) + "answer/", {"call": "9" * 30}).status_code in (404, 302)


def test_a_reused_key_gets_a_fresh_form(chief: Client, played: Match) -> None:
    first, second = played.hands.get(number=1).hash, played.hands.get(number=2).hash
    form = {"key": "one-key-two-forms", "supersedes": first, "reason": ""}
    assert chief.post(case_of(played) + "void/", form).status_code == 302
    answer = chief.post(case_of(played) + "void/", form | {"supersedes": second})
    assert answer.status_code == 422
    assert 'value="one-key-two-forms"' not in answer.content.decode()


def test_a_second_result_of_a_referee_is_reported_on_purpose(chief: Client, played: Match) -> None:
    page = chief.get(case_of(played)).content.decode()
    form = {"key": field(page, "rival", "key")[0], "number": "1", "result": "EW:first_third"}
    assert "请裁定" in chief.post(case_of(played) + "rival/", form, follow=True).content.decode()
    assert HandRecord.objects.get(match=played, number=1, state="conflict").normal["kind"] == "first_third"


def test_a_slip_for_a_slot_filled_meanwhile_is_asked_back(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    record = {"hand": 1, "side": "NS", "kind": "double_down"}
    hand_record(competition=stage.competition, match=match.code, record=record, key="from-the-table", by=stage.scorer(2))
    form = {"row-1": "EW:first_third", "key-1": "slip-row-one"}
    answer = chief.post(case_of(match) + "slip/", form)
    assert answer.status_code == 409
    assert 'name="report-1"' in answer.content.decode()
    assert not HandRecord.objects.filter(match=match, state="conflict").exists()
    assert chief.post(case_of(match) + "slip/", form | {"report-1": "yes"}).status_code == 302
    assert HandRecord.objects.filter(match=match, state="conflict").count() == 1


def test_the_page_is_told_when_its_match_changes(stage: Stage, chief: Client, played: Match) -> None:
    path = case_of(played) + "state/"
    first = chief.get(path)
    assert first.json() == {"version": played.version}
    assert chief.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    hand_record(
        competition=stage.competition,
        match=played.code,
        record={"hand": 1, "side": "EW", "kind": "double_down"},
        key="second-tablet",
        by=stage.referee,
    )
    assert chief.get(path, headers={"If-None-Match": first["ETag"]}).json()["version"] == played.version + 1
    assert Client().get(path).status_code == 403


def test_who_entered_a_hand_reads_that_another_must_confirm(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    form = {f"key-{number}": f"slip-row-{number}-x" for number in range(1, 6)} | {
        f"row-{number}": "EW:first_third" for number in range(1, 6)
    }
    chief.post(case_of(match) + "slip/", form)
    page = chief.get(case_of(match)).content.decode()
    assert "要由另一位裁判代确认" in page
    assert "/confirm/" not in page


def test_a_forfeited_table_says_who_and_what_counts(stage: Stage, chief: Client) -> None:
    match = stage.match(2)
    chief.post(case_of(match) + "forfeit/", {"key": "forfeit-key-1", "sides": ["EW"], "reason": "没来"})
    page = chief.get(case_of(match)).content.decode()
    assert f"{match.ew.team.name} 弃权" in page
    assert "18 : 0" in page
    assert "只留档，不计分" in page


def test_reasons_are_shown_to_officials(chief: Client, played: Match) -> None:
    hash_ = played.hands.get(number=1).hash
    form = {"key": "correct-key-1", "number": "1", "supersedes": hash_, "result": "NS:first_third", "reason": "核对了纸单"}
    chief.post(case_of(played) + "correct/", form)
    assert "核对了纸单" in chief.get(case_of(played)).content.decode()


@pytest.mark.parametrize(
    "body", [{}, {"key": "\x00" * 20}, {"key": "k" * 5000, "number": "9" * 400, "result": "x:y:z"}, {"clauses": ["💥"] * 50}]
)
@pytest.mark.parametrize(
    "act", ["slip", "rival", "correct", "void", "rule", "confirm", "forfeit", "line-up", "withdraw", "close", "answer"]
)
def test_nonsense_is_never_a_server_error(chief: Client, played: Match, act: str, body: dict[str, object]) -> None:
    assert chief.post(case_of(played) + f"{act}/", body).status_code < 500


def test_forms_of_strangers_and_of_auditors_are_refused(stage: Stage, as_role: Callable[[str], Client], played: Match) -> None:
    form = {"key": "forfeit-key-9", "sides": ["EW"], "reason": "x"}
    assert Client().post(case_of(played) + "forfeit/", form).status_code == 403
    assert as_role(Role.AUDITOR).post(case_of(played) + "forfeit/", form).status_code == 403
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(stage.users[Role.CHIEF_REFEREE])
    assert strict.post(case_of(played) + "forfeit/", form).status_code == 403
    assert not LedgerEntry.objects.filter(kind="forfeit").exists()


def test_another_events_table_is_not_there(stage: Stage, chief: Client) -> None:
    assert chief.get("/e/hall/guandan/desk/tables/r9-1v2-p1/").status_code == 404
    assert chief.post(case_of(stage.match()) + "explode/", {}).status_code == 404
