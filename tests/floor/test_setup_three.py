"""赛事设置 where the tables of every round are drawn: draws by seed and by hand, opening, wild cards, vouchers, disqualification."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.test import Client

from events.models import Draw, Entrant, LedgerEntry, Match, Role, Round
from events.refusals import Problems
from events.selectors.desk import desk_of
from events.services.hands import hand_record
from events.services.penalties import time_up_state
from events.standings import full, recompute
from tests.cast import Stage, add_team, bare_event
from tests.floor.conftest import field
from tests.floor.test_whole_case import Case
from tests.floor.three_event import hand, three_event
from tests.pages.document import Element, parse

pytestmark = pytest.mark.django_db


class Office:
    """An organiser's browser."""

    def __init__(self, stage: Stage, role: str = Role.ORGANISER) -> None:
        self.stage, self.client, self.keys = stage, Client(), 0
        self.client.force_login(stage.users[role])
        self.url = f"/e/{stage.event.code}/{stage.competition.code}/"

    def page(self, part: str = "setup/") -> Element:
        answer = self.client.get(self.url + part)
        assert answer.status_code == 200
        return parse(answer.content.decode())

    def send(self, form: str, status: int = 302, part: str = "setup/", **values: Any) -> Element:
        self.keys += 1
        answer = self.client.post(f"{self.url}{part}{form}/", {"key": f"office-{form}-{self.keys}", **values})
        assert answer.status_code == status, answer.content.decode()
        recompute(self.stage.competition.pk, "relay")
        return parse(answer.content.decode() or "<main></main>")

    def forms(self) -> set[str]:
        """The acts that the page offers forms for."""
        return {form.get("action").rstrip("/").rpartition("/")[2] for form in self.page().all("form") if "action" in form.attributes}

    def open(self, number: int, status: int = 302) -> Element:
        recompute(self.stage.competition.pk, "relay")
        return self.send("open", status, "desk/", round=str(number))


PRIZE = {"awards.champion": 2500}


def undrawn(rulebook: str, players: int, **changes: Any) -> Stage:
    stage = bare_event(rulebook=rulebook, **changes)
    for place in range(players):
        add_team(stage, f"{place + 1}号单位", 1, 1)
    recompute(stage.competition.pk, "relay")
    return stage


def numbered(places: Mapping[str, object]) -> dict[str, Any]:
    """What is typed beside each name."""
    return {f"number-{pid}": str(place) for pid, place in places.items()}


def people(stage: Stage) -> list[str]:
    return [stage.entrants[team][0] for team in stage.teams]


def test_tables_are_drawn_by_seed_and_shown_table_by_table() -> None:
    office = Office(undrawn("healthcup-doudizhu", 7))
    assert "7 人，三人一桌" in office.page().one("section", id="draw").text
    office.send("draw-groups", round="1", seed="八月十五")
    shown = office.page().one("section", id="draw")
    assert "八月十五" in shown.text
    assert len(shown.one("ul", "of-draw").all("li")) == 2
    assert "余下" in shown.text
    assert "重新抽签（开轮以前）" in shown.text
    assert "初赛" in office.page("desk/open/").text
    office.open(1)
    assert Match.objects.count() == 2
    assert all(len(match.entrants()) == 3 for match in Match.objects.all())
    assert "draw-groups" not in office.forms(), "the next draw waits for results"


def test_seats_drawn_in_the_hall_are_typed_as_table_and_seat_or_as_places() -> None:
    stage = undrawn("healthcup-doudizhu", 6)
    office, order = Office(stage), people(stage)
    refused = office.send("draw-groups-recorded", 422, round="1", **numbered(dict.fromkeys(order, "1-1")))
    told = refused.one("ul", "told").text
    assert "有座位写了不止一次：1-1" in told
    assert "〔000·二〕" in told
    assert refused.all("input", name=f"number-{order[0]}")[0].get("value") == "1-1"
    typed = dict(zip(order, ("2-3", "2-2", "2-1", "1-3", "1-2", "1"), strict=True))
    office.send("draw-groups-recorded", round="1", **numbered(typed))
    assert Draw.objects.get().order == list(reversed(order))
    office.open(1)
    assert stage.match(table=2).entrants()["3"].pid == order[0]


def test_players_who_draw_cards_type_table_and_seat() -> None:
    office = Office(undrawn("doudizhu-travelling", 6))
    draw = office.page().one("section", id="draw")
    assert "红桃5就写 5-2" in draw.text
    assert "抽牌" in draw.text


def test_names_stand_where_a_reason_names_people() -> None:
    """A tie for going on waits for a lot, and says among whom."""
    stage = three_event("doudizhu-single-hand", overrides={"tally_rules.ties.chain": "lot"})
    office = Office(stage)
    for match in Match.objects.all():
        record = hand(1, out=2)
        hand_record(competition=stage.competition, match=match.code, record=record, key=f"lost-{match.code}", by=stage.referee)
    recompute(stage.competition.pk, "relay")
    names = {entrant.players.get().name for entrant in Entrant.objects.all()}
    page = office.page()
    assert any(f"{one}、" in page.text or f"{one} 还没有分出先后" in page.text for one in names)
    assert "以下各项都相同，抽签定先后" in page.text
    assert not any(pid in page.text for pid in people(stage)), "no ids where names belong"


def test_a_wild_card_comes_in_before_its_stage_is_drawn() -> None:
    stage = undrawn("doudizhu-repechage", 18, overrides=PRIZE)
    office = Office(stage)
    assert "外卡" in office.page().one("section", id="wild").text
    office.send("wild-card", name="特邀", player="陈总")
    assert LedgerEntry.objects.filter(kind="entrant", body__contains='"wild_card":true').count() == 1
    assert "特邀" in office.page().one("section", id="team").text
    other = Office(three_event("doudizhu-single-hand", code="other"))
    assert not other.page().all("section", id="wild")


def test_a_wild_card_is_nothing_where_no_stage_keeps_a_place_for_one() -> None:
    office = Office(undrawn("doudizhu-three-hands", 9))
    assert not office.page().all("section", id="wild")
    assert "wild-card" not in office.forms()
    assert "这种赛制没有这一项" in office.send("wild-card", 409, name="特邀", player="陈总").text
    assert not LedgerEntry.objects.filter(kind="entrant", body__contains="wild_card").exists()


def test_the_ninth_of_the_repechage_is_asked_for_by_stage_and_clause_with_the_way_to_add_one() -> None:
    stage = undrawn("doudizhu-repechage", 18, overrides=PRIZE)
    office = Office(stage)
    for number in (1, 2):
        office.send("draw-groups", round=str(number), seed="八月十五")
        office.open(number)
        for match in Match.objects.filter(round__number=number):
            for deal in (hand(1, bids=(2, 0, 0)), hand(2, 2)):
                key = f"{match.code}-hand-{deal['hand']}"
                hand_record(competition=stage.competition, match=match.code, record=deal, key=key, by=stage.referee)
            bell: dict[str, Any] = {"game": 1, "last_hand": 2, "key": f"{match.code}-bell"}
            time_up_state(competition=stage.competition, match=match.code, by=stage.referee, **bell)
        recompute(stage.competition.pk, "relay")
    said = next(
        line for line in office.page().one("section", id="team").all("p", "note-line") if "复活赛现有 8 人，要正好 9 人" in line.text
    )
    assert "〔" in said.text or "·" in said.one("a", "cl").text
    assert "请加一张外卡" in said.text
    assert any((link.get("href") or "").endswith("#wild") for link in said.all("a"))
    assert "复活赛现有 8 人" in office.page("desk/").text
    office.send("wild-card", name="特邀", player="陈总")
    assert "复活赛现有" not in office.page().text


def single_hand(*, second: bool) -> tuple[Office, list[str]]:
    """Nine who play a hand a table; their tables are won by seat 1, and the final is drawn, and opened with `second`."""
    stage = three_event("doudizhu-single-hand", players=9)
    office, order = Office(stage), people(stage)
    for match in Match.objects.all():
        hand_record(competition=stage.competition, match=match.code, record=hand(1), key=f"won-{match.code}", by=stage.referee)
    recompute(stage.competition.pk, "relay")
    office.send("draw-groups-recorded", round="2", **numbered({order[0]: 1, order[3]: 2, order[6]: 3}))
    if second:
        office.open(2)
    return office, order


def correct_table_1(office: Office) -> Element:
    """Seat 2 had won it. The page to which the act leads."""
    case = Case(office.stage, office.stage.match(table=1))
    sent: dict[str, Any] = {
        "first_bidder": "1",
        "bids.0": "0",
        "bids.1": "3",
        "landlord": "2",
        "out": "2",
        "bombs": "0",
        "rocket": "no",
        "spring": "none",
    }
    sent |= {"supersedes": case.live().hash, "reason": "记错"}
    (seen,) = field(case.send("correct", 200, **sent), "correct", "seen")  # who sits where next is shown before it is saved
    case.send("correct", **sent, seen=seen)
    recompute(office.stage.competition.pk, "relay")
    return parse(case.page())


def as_drawn(case: Case, page: str) -> dict[str, str]:
    """Everything that the page's own form of a correction would send, as a browser sends it."""
    (form,) = [one for one in parse(page).all("form") if (one.get("action") if "action" in one.attributes else "").endswith("/correct/")]
    inputs = [one for one in form.all("input") if one.attributes.get("type") != "checkbox" and "value" in one.attributes]
    sent = {one.get("name"): one.get("value") for one in inputs}
    for select in form.all("select"):
        chosen = [option for option in select.all("option") if "selected" in option.attributes]
        sent[select.get("name")] = chosen[0].get("value") if chosen else select.all("option")[0].get("value")
    return sent


def test_pressing_the_correction_twice_saves_it_with_what_was_typed() -> None:
    office, _order = single_hand(second=True)
    case = Case(office.stage, office.stage.match(table=1))
    typed = {"bids.0": "0", "bids.1": "3", "landlord": "2", "out": "2", "reason": "记错"}
    shown = case.client.post(f"{case.url}correct/", as_drawn(case, case.page()) | typed)
    assert shown.status_code == 200
    assert "再按一次就保存" in shown.content.decode()
    assert case.live().record["landlord"] == 1
    again = as_drawn(case, shown.content.decode())
    assert {name: again[name] for name in typed} == typed
    saved = case.client.post(f"{case.url}correct/", again)
    assert saved.status_code == 302, saved.content.decode()
    assert case.live().record["landlord"] == 2


def named(pid: str) -> str:
    return Entrant.objects.get(pid=pid).players.get().name


def test_a_correction_says_who_sits_where_now_and_the_draw_is_shown_as_it_is_seated() -> None:
    office, order = single_hand(second=True)
    assert f"第2轮1桌1号位换成{named(order[1])}" in correct_table_1(office).text
    drawn = office.page().one("section", id="draw")
    assert f"1 {named(order[1])} （抽到的是 {named(order[0])}）" in drawn.text
    assert "已不作数" not in drawn.text


def test_a_draw_that_no_longer_names_those_who_go_on_is_marked() -> None:
    office, _order = single_hand(second=False)
    assert "已不作数" not in office.page().one("section", id="draw").text
    assert "换成" not in correct_table_1(office).text
    assert "已不作数" in office.page().one("section", id="draw").text


def test_a_round_needs_the_people_its_stage_asks_for() -> None:
    office = Office(undrawn("doudizhu-repechage", 17, overrides=PRIZE))
    assert "现有 17 人，要正好 18 人" in office.page().text
    assert not {"draw-groups", "draw-groups-recorded"} & office.forms()


def test_what_the_text_leaves_blank_has_to_be_filled_in() -> None:
    for rulebook, code, leaf in (
        ("doudizhu-refill", "minutes_unset", "tally_rules.time.minutes"),
        ("doudizhu-repechage", "awards_unset", "awards.champion"),
    ):
        with pytest.raises(Problems) as refused:
            bare_event(code=f"blank-{code[:5]}", rulebook=rulebook)
        assert [(fault.code, fault.at) for fault in refused.value.faults] == [(code, f"overrides.{leaf}")]
        assert refused.value.faults[0].clause


def test_what_the_text_leaves_blank_is_asked_when_a_competition_is_founded() -> None:
    office = Office(undrawn("doudizhu-refill", 3, overrides={"tally_rules.time.minutes": 20}))
    for rulebook, leaf in (("doudizhu-refill", "tally_rules.time.minutes"), ("doudizhu-repechage", "awards.champion")):
        page = parse(office.client.get(f"/new/{office.stage.event.code}/?rulebook={rulebook}").content.decode())
        asked = page.all("fieldset", "wide")[0]
        assert [one for one in asked.all("input") + asked.all("select") if one.get("name") == f"{rulebook}:{leaf}"]
        assert "原文空着" in asked.text


def test_the_table_that_finished_first_fills_up_those_left_over() -> None:
    """Seven come: one waits, and sits down with the second and third of the first table that is done."""
    stage = undrawn("doudizhu-refill", 7, overrides={"tally_rules.time.minutes": 20})
    office, order = Office(stage), people(stage)
    assert "按到场先后" in office.page().one("section", id="draw").text
    office.send("draw-groups-recorded", round="1", **numbered({pid: place for place, pid in enumerate(order, 1)}))
    office.open(1)
    first = stage.match(table=1)
    for number in (1, 2):
        record = hand(number, number, out=1)
        hand_record(competition=stage.competition, match=first.code, record=record, key=f"first-table-{number}", by=stage.referee)
    bell: dict[str, Any] = {"game": 1, "last_hand": 2, "reason": "铃响", "key": "bell-rings-1"}
    time_up_state(competition=stage.competition, match=first.code, by=stage.chief, **bell)
    recompute(stage.competition.pk, "relay")
    assert "还没有记哪一桌最先打完" in office.page().text
    case = Case(stage, first, "referee")
    assert "这一桌最先打完" in case.page(), "a referee has it at the table"
    office.send("first-finished", round="1", match=first.code)
    assert "first-finished" not in office.forms()
    beside = office.page("desk/")
    assert "公布第2轮" in beside.text
    assert "还差" not in beside.text, "a round that may open beside waits for nothing"
    office.open(2)
    refill = stage.match(table=3, number=2)
    assert order[6] in {entrant.pid for entrant in refill.entrants().values()}
    assert [tile.row.match.table for tile in desk_of(competition=stage.competition).tiles] == [1, 2, 3]


class Ladder(Office):
    """The promotion ladder: people are registered with a birth date, get a voucher, are drawn for a session."""

    def register(self, *names: str) -> list[str]:
        lines = "\n".join(f"{place}组 {name} 1980-05-0{place}" for place, name in enumerate(names, 1))
        self.send("paste", lines=lines)
        return list(Entrant.objects.order_by("id").values_list("pid", flat=True))

    def give(self, *pids: str, act: str = "issued", status: int = 302) -> Element:
        found = parse("<main></main>")
        for pid in pids:
            found = self.send("voucher", status, entrant=pid, act=act)
        return found


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder(bare_event(rulebook="doudizhu-ladder"))


def test_registering_wants_a_birth_date_that_is_kept_nowhere(ladder: Ladder) -> None:
    assert "单位 选手 出生日期" in ladder.page().text
    assert "三个词" in ladder.send("paste", 422, lines="甲组 王五").text
    young = ladder.send("paste", 422, lines="甲组 王五 1980-01-01\n乙组 赵六\n丙组 孙七 2020-01-01")
    assert "第 2 行应是三个词" in young.one("ul", "told").text
    assert "第 3 行 孙七：今天" in young.one("ul", "told").text
    assert not Entrant.objects.exists(), "all of a list, or nobody"
    assert not LedgerEntry.objects.filter(kind__in=("team", "entrant")).exists()
    ladder.register("王五", "赵六", "孙七")
    assert not LedgerEntry.objects.filter(body__contains="1980").exists()


def test_a_session_is_drawn_among_those_who_hold_a_voucher(ladder: Ladder) -> None:
    pids = ladder.register("王五", "赵六", "孙七", "周八")
    assert "draw-groups" not in ladder.forms()
    assert "领了凭证、能打下一场的只有 0 人，至少要 3 人" in ladder.page().text
    ladder.give(*pids)
    draw = ladder.page().one("section", id="draw")
    assert "4 人，三人一桌" in draw.text
    assert "没有抽到的人空着不写" in draw.text
    ladder.send("draw-groups-recorded", round="1", **numbered({pid: place for place, pid in enumerate(pids[1:], 1)}))
    ladder.open(1)
    match = Match.objects.get()
    assert [entrant.pid for entrant in match.entrants().values()] == pids[1:]
    assert "在打" in ladder.page().one("tr", id=f"holder-{pids[1]}").text
    assert "已领，没有打" in ladder.page().one("tr", id=f"holder-{pids[0]}").text
    assert Round.objects.get().day


def test_a_voucher_is_not_given_twice_and_says_so_beside_its_row(ladder: Ladder) -> None:
    pids = ladder.register("王五", "赵六", "孙七")
    ladder.give(pids[0])
    row = ladder.give(pids[0], status=422).one("tr", id=f"holder-{pids[0]}")
    assert "上一张凭证还没有交回" in row.one("ul", "told").text
    ladder.give(pids[0], act="returned")
    assert "发凭证" in ladder.page().one("tr", id=f"holder-{pids[0]}").text


def test_who_is_disqualified_is_named_and_can_be_restored(ladder: Ladder) -> None:
    pids = ladder.register("王五", "赵六", "孙七")
    chief = Ladder(ladder.stage, Role.CHIEF_REFEREE)
    assert not ladder.page().all("select", name="code"), "that is not for an organiser"
    assert "理由" in chief.send("disqualify", 422, entrant=pids[0], code="d2", reason="").text
    chief.send("disqualify", entrant=pids[0], code="d2", reason="替打")
    assert "王五 找人顶替" in chief.page().one("section", id="disqualify").text
    assert "取消资格" in ladder.page().one("tr", id=f"holder-{pids[0]}").text
    hashed = LedgerEntry.objects.get(kind="disqualified").hash
    chief.send("restore", supersedes=hashed, reason="查清不是")
    assert not full(ladder.stage.competition)["standings"][0]["codes"]
    assert "王五 找人顶替" not in chief.page().one("section", id="disqualify").text


def test_awards_are_listed_by_name_with_their_clause(ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> None:
    pids = ladder.register("王五", "赵六", "孙七")
    assert not ladder.page().all("section", id="awards"), "nothing is won yet"
    won = {"entrant": pids[1], "award": "level_6", "cash": 500, "goods": "", "clause": "F1-16", "final": False}
    monkeypatch.setattr("events.pages.setup.full", lambda competition: {**full(competition), "awards": [won]})
    row = ladder.page().one("section", id="awards").one("tbody").one("tr")
    assert row.text.startswith("赵六6 级奖 003·一")
    assert row.text.endswith("500")


@pytest.mark.parametrize("act", ["draw-groups", "draw-groups-recorded", "first-finished", "wild-card", "voucher", "disqualify", "restore"])
@pytest.mark.parametrize(
    "body", [{}, {"key": "\x00", "round": "x", "number-\x00": "9-9", "entrant": "\x00", "act": "issued", "match": "\x00"}]
)
def test_nonsense_is_never_a_server_error(act: str, body: dict[str, str]) -> None:
    office = Office(three_event("doudizhu-single-hand"))
    assert office.client.post(f"{office.url}setup/{act}/", body).status_code < 500
