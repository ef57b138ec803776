"""通知: said to one hall or to the whole event, until its end or until it is taken back; on the desk and at every table."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from events import clock
from events.models import Announcement, Role
from events.refusals import NotAllowed, NotFound, Problems
from events.selectors.announcements import announcements_now
from events.selectors.desk import desk_of
from events.services.announcements import announcement_end, announcement_make
from tests.cast import Stage, small_event
from tests.floor.test_table_page import device_client, state_of

DESK = "/e/hall/guandan/desk/"
NOW = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


def make(stage: Stage, text: str = "午饭推迟到十二点半", **more: object) -> Announcement:
    return announcement_make(event=stage.event, text=text, by=stage.chief, **{"competition": stage.competition, **more})  # type: ignore[arg-type]


def told(stage: Stage) -> list[str]:
    return [one.text for one in announcements_now(stage.event, stage.competition)]


def test_it_is_up_until_its_end_or_until_it_is_taken_back(stage: Stage) -> None:
    with clock.injected(lambda: NOW):
        make(stage, " 第一条 ", ends_at=NOW + timedelta(minutes=10))
        kept = make(stage, "第二条")
        assert told(stage) == ["第二条", "第一条"]
    with clock.injected(lambda: NOW + timedelta(minutes=10)):
        assert told(stage) == ["第二条"]
        announcement_end(event=stage.event, pid=kept.pid, by=stage.organiser)
        announcement_end(event=stage.event, pid=kept.pid, by=stage.organiser)
        assert told(stage) == []


def test_of_the_whole_event_everybody_hears_of_one_competition_its_own_hall(stage: Stage) -> None:
    make(stage, "只给掼蛋")
    make(stage, "给大家", competition=None)
    assert told(stage) == ["给大家", "只给掼蛋"]
    assert [one.text for one in announcements_now(stage.event)] == ["给大家"]
    other = small_event(code="other")
    assert announcements_now(other.event, other.competition) == []
    with pytest.raises(NotFound):
        announcement_end(event=other.event, pid=Announcement.objects.all()[0].pid, by=other.chief)
    with pytest.raises(NotFound):
        announcement_make(event=stage.event, text="别家", by=stage.chief, competition=other.competition)


def test_only_organiser_and_chief_referee_speak_to_the_hall(stage: Stage) -> None:
    for by in (stage.referee, stage.auditor, stage.scorer()):
        with pytest.raises(NotAllowed):
            announcement_make(event=stage.event, text="不行", by=by)


@pytest.mark.parametrize("text", ["", "   ", "长" * 201, "a\0b", "\u202e翻"])
def test_what_cannot_be_said_is_refused(stage: Stage, text: str) -> None:
    with pytest.raises(Problems):
        make(stage, text)
    with pytest.raises(Problems):
        make(stage, ends_at=clock.now() - timedelta(seconds=1))
    assert not Announcement.objects.exists()


def said_at_the_table(stage: Stage) -> list[str]:
    said = state_of(device_client(stage))["announcements"]
    assert isinstance(said, list)
    return [one["text"] for one in said]


def test_the_desk_says_it_and_takes_it_back(stage: Stage, as_role: Callable[[str], Client]) -> None:
    chief, referee = as_role(Role.CHIEF_REFEREE), as_role(Role.REFEREE)
    assert "发通知" not in referee.get(DESK).content.decode()
    assert referee.post(DESK + "announce/", {"text": "我来说"}).status_code == 403
    wrong = chief.post(DESK + "announce/", {"text": "", "minutes": "5"})
    assert wrong.status_code == 422
    assert chief.post(DESK + "announce/", {"text": "第5轮14:30开", "minutes": "5"}).status_code == 302
    found = Announcement.objects.get()
    assert (found.competition, found.ends_at is not None) == (stage.competition, True)
    assert "第5轮14:30开" in referee.get(DESK).content.decode()
    assert said_at_the_table(stage) == ["第5轮14:30开"]
    assert chief.post(f"{DESK}announce/{found.pid}/end/").status_code == 302
    assert said_at_the_table(stage) == []


def test_one_without_an_end_is_asked_about_after_an_hour(stage: Stage) -> None:
    with clock.injected(lambda: NOW):
        make(stage)
        make(stage, "有期限", ends_at=NOW + timedelta(hours=3))
    with clock.injected(lambda: NOW + timedelta(minutes=61)):
        (item,) = [one for one in desk_of(competition=stage.competition).todo if one.kind == "announced"]
    assert (item.detail["text"], item.minutes) == ("午饭推迟到十二点半", 61)
