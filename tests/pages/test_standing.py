"""What the public pages say of where the results stand: the seal, the line 比赛中 to 正式成绩, a notice, 封榜, 核对中."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation

from events import clock
from events.models import Competition
from events.services.announcements import announcement_make
from events.services.disputes import dispute_raise
from events.services.keyed import new_key
from events.services.publishing import board_freeze, visibility_set
from tests.cast import Stage
from tests.events.score_kit import by_kind, confirm, five, hand
from tests.pages.conftest import Visitor, computed, path
from tests.pages.document import Element
from tests.pages.public_doors import addresses, read_all
from tests.pages.three_halls import repechage_hall

UNTIL = (clock.now() + timedelta(days=2)).replace(hour=7, minute=40, second=0, microsecond=0)
SAID = f"{UNTIL:%m-%d} 15:40"  # in the hall's zone


@pytest.fixture
def finished(drawn: Stage) -> Stage:
    for table in range(1, 5):
        confirm(drawn, five(drawn, table=table), table=table)
    return computed(drawn)


def notice(stage: Stage, until: datetime = UNTIL) -> Stage:
    visibility_set(competition=stage.competition, visibility="notice", notice_until=until, by=stage.chief)
    return computed(stage)


def step(page: Element) -> str:
    return page.one("p", css="path").one("span", aria_current="step").text


def test_the_seal_of_a_notice_says_until_when(finished: Stage, visitor: Visitor) -> None:
    page = visitor.page(path(notice(finished)))
    seal = page.one("span", css="seal")
    assert seal.classes == {"seal", "pub"}
    assert seal.get("aria-label") == f"状态：公示至 {SAID}"
    assert step(page) == f"公示至 {SAID}"
    assert [span.text for span in page.one("p", css="path").all("span")] == [
        "成绩状态：",
        "比赛中",
        "临时成绩",
        f"公示至 {SAID}",
        "正式成绩",
    ]
    lines = page.one("div", css="notice")
    assert "到时仍须裁判长公布" in lines.text
    assert "叫裁判" in lines.one("details").text
    assert "申诉" in lines.one("details").text


def test_when_the_time_is_over_the_page_waits_for_the_chief_referee(finished: Stage, visitor: Visitor) -> None:
    notice(finished, clock.now() + timedelta(minutes=20))
    first = visitor.page(path(finished))
    with clock.injected(lambda: datetime.now(UTC) + timedelta(minutes=21)):
        page = visitor.page(path(finished))
    assert "公示至" in first.one("div", css="notice").all("p")[0].text
    assert ["hidden" in part.attributes for part in first.one("div", css="notice").all("p")] == [False, True]
    assert page.one("span", css="seal").get("aria-label") == "状态：公示期满，等裁判长确认"
    assert step(page) == "公示期满"
    shown = [part.text for part in page.one("div", css="notice").all("p") if "hidden" not in part.attributes]
    assert shown == ["公示期满，等裁判长确认。"]


def test_every_page_of_the_competition_bears_the_seal(finished: Stage, visitor: Visitor) -> None:
    notice(finished)
    for rest in ("", "rounds/", "rounds/1/", f"why/{finished.teams[0]}/"):
        assert "pub" in visitor.page(path(finished, rest)).one("header", css="head").one("span", css="seal").classes
    home = visitor.page(f"/e/{finished.event.code}/").one("table", css="now")
    assert {seal.get("aria-label") for seal in home.all("span", css="seal")} == {f"状态：公示至 {SAID}"}


def conflict(stage: Stage) -> None:
    hand(stage, by_kind(1, "EW", "first_third"), by=stage.referee)


def dispute(stage: Stage) -> None:
    dispute_raise(competition=stage.competition, match=stage.match(1).code, key=new_key(), by=stage.referee, subject="result", number=1)


def dispute_of_the_whole(stage: Stage) -> None:
    dispute_raise(competition=stage.competition, match=stage.match(1).code, key=new_key(), by=stage.referee, subject="behaviour")


@pytest.mark.parametrize("ask", [conflict, dispute, dispute_of_the_whole])
def test_a_question_under_notice_stands_still_and_says_so(drawn: Stage, visitor: Visitor, ask: Callable[[Stage], None]) -> None:
    finished = drawn
    five(finished, table=1)
    for table in range(2, 5):
        confirm(finished, five(finished, table=table), table=table)
    notice(computed(finished))
    before = [cell.text for cell in visitor.page(path(finished)).all("td", data_f="points")]
    ask(finished)
    computed(finished)
    looked_at = [address for address in addresses(finished.competition) if not address.startswith("/api/") and "/rules/" not in address]
    assert [one for one, (_status, body) in read_all(Client(), looked_at).items() if "争议" in body.decode()] == []
    page = visitor.page(path(finished))
    assert [cell.text for cell in page.all("td", data_f="points")] == before
    assert "核对中 有 1 桌在核对，这些数字不动" in page.one("div", css="notice").text
    match = finished.match(1).code
    assert page.one("a", data_match=match).classes == {"tick", "under_review"}
    for rest in (f"tables/{match}/", "rounds/1/", f"why/{finished.teams[0]}/"):
        assert [part.text for part in visitor.page(path(finished, rest)).all("span", css="wait") if "核对中" in part.text], rest


def test_the_public_never_reads_the_word_for_a_dispute(stage: Stage) -> None:
    """Table 1 of round 2 has two different reports of a hand."""
    looked_at = [address for address in addresses(stage.competition) if not address.startswith("/api/")]
    said = {address for address, (status, body) in read_all(Client(), looked_at).items() if status == 200 and "争议" in body.decode()}
    # The rulebook's own page cites clauses, among them those of disputes.
    assert {address for address in said if "/rules/" not in address} == set()


def test_a_frozen_board_says_since_when(stage: Stage, visitor: Visitor) -> None:
    board_freeze(competition=stage.competition, round=2, key=new_key(), by=stage.chief)
    computed(stage)
    page = visitor.page(path(stage))
    assert "封榜 从第 2 轮起封榜，这里停在" in page.one("p", css="frozen").text
    official = Visitor().signed_in(stage.users["chief_referee"]).page(path(stage))
    assert "您看到的是全部" in official.one("p", css="frozen").text
    assert "data-poll" in official.one("div", id="board").attributes
    assert "data-poll" not in page.one("div", id="board").attributes
    home = visitor.page(f"/e/{stage.event.code}/")
    assert "封榜" in home.one("table", css="now").text


def test_each_stage_has_its_seal(db: None, visitor: Visitor) -> None:
    stage = repechage_hall()
    competition = Competition.objects.get(pk=stage.competition.pk)
    page = visitor.page(path(stage))
    assert not page.all("ul", css="stages-shown")
    visibility_set(competition=competition, visibility="hidden", stage="final", by=stage.organiser)
    shown = computed(stage)
    listed = visitor.page(path(shown)).one("ul", css="stages-shown")
    assert "决赛 暂不公开" in listed.text
    assert "初赛" in listed.text


def test_the_desk_form_sets_a_notice_once_however_often_it_is_pressed(finished: Stage) -> None:
    client = Client()
    client.force_login(finished.users["organiser"])
    head = Competition.objects.get(pk=finished.competition.pk).book.seq
    form = {"key": "notice-key-1", "visibility": "notice", "minutes": "30", "stage": "", "back": "setup"}
    for _press in range(2):
        assert client.post(path(finished, "desk/publish/state/"), form).status_code == 302
    page = client.get(path(finished, "desk/publish/")).content.decode()
    assert "状态：公示至" in page
    assert Competition.objects.get(pk=finished.competition.pk).book.seq == head + 1
    refused = client.post(path(finished, "desk/publish/freeze/"), {"key": "freeze-key-1", "round": "2"})
    assert refused.status_code == 409
    assert "正在公示，名次不能动" in refused.content.decode()
    typed = client.post(path(finished, "desk/publish/state/"), {"key": "notice-key-2", "visibility": "notice", "until": "2020-01-01T10:00"})
    assert typed.status_code == 422
    assert 'value="2020-01-01T10:00"' in typed.content.decode()


def test_announcements_stand_on_the_board_and_the_home_page(stage: Stage, visitor: Visitor) -> None:
    announcement_make(event=stage.event, text="十分钟后开第三轮", by=stage.organiser)
    for address in (path(stage), f"/e/{stage.event.code}/"):
        assert "十分钟后开第三轮" in visitor.page(address).one("ul", css="announced").text


@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_the_seal_is_in_words(finished: Stage, visitor: Visitor, language: str) -> None:
    notice(finished)
    page = visitor.speaks(language).page(path(finished))
    assert page.one("span", css="pub").get("aria-label")
    translation.deactivate()
