"""Founding an event, changing it, giving and ending grants."""

from datetime import date

import pytest

from events import actors
from events.models import Event, Grant, Role
from events.refusals import NotAllowed, NotFound, Problems, StateRefusal
from events.services.events import event_change, event_create, grant_give, grant_revoke
from tests.cast import bare_event, make_user

pytestmark = pytest.mark.django_db


def codes(problems: Problems) -> set[tuple[str, str]]:
    return {(fault.code, fault.at) for fault in problems.faults}


def test_the_founder_becomes_the_organiser() -> None:
    founder = make_user("founder", staff=True)
    event = event_create(code="jiankangbei", name="健康杯 🀄", by_user=founder, starts_on=date(2026, 5, 1))
    by = actors.for_user(user=founder, event=event)
    assert by is not None
    assert by.roles == {"organiser"}
    assert event.name == "健康杯 🀄"


def test_an_account_without_the_staff_flag_founds_nothing() -> None:
    with pytest.raises(NotAllowed) as refused:
        event_create(code="x1", name="某赛", by_user=make_user("player"))
    assert refused.value.code == "staff_only"


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_made() -> None:
    founder = make_user("founder", staff=True)
    with pytest.raises(Problems) as refused:
        event_create(code="Ü b", name="a\0b" + "长" * 300, venue="\u202e", time_zone="Mars/Base", officials_required=3, by_user=founder)
    assert codes(refused.value) == {
        ("code_malformed", "code"),
        ("control_character", "name"),
        ("text_too_long", "name"),
        ("control_character", "venue"),
        ("time_zone_unknown", "time_zone"),
        ("not_a_choice", "officials_required"),
    }
    assert not Event.objects.exists()


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", None, 7, ["x"]])
def test_a_name_must_show_something(name: object) -> None:
    with pytest.raises(Problems):
        event_create(code="x1", name=name, by_user=make_user("founder", staff=True))  # type: ignore[arg-type]


def test_a_code_is_taken_once() -> None:
    founder = make_user("founder", staff=True)
    event_create(code="x1", name="一", by_user=founder)
    with pytest.raises(Problems) as refused:
        event_create(code="x1", name="二", by_user=founder)
    assert codes(refused.value) == {("code_taken", "code")}


def test_an_organiser_changes_names_but_not_the_code() -> None:
    stage = bare_event()
    event_change(event=stage.event, changes={"name": "新名", "venue": "食堂二楼"}, by=stage.organiser)
    stage.event.refresh_from_db()
    assert (stage.event.name, stage.event.venue) == ("新名", "食堂二楼")
    with pytest.raises(Problems) as refused:
        event_change(event=stage.event, changes={"code": "other", "simulated": True, "name": ""}, by=stage.organiser)
    assert codes(refused.value) == {("not_changeable", "code"), ("not_changeable", "simulated"), ("blank", "name")}


@pytest.mark.parametrize("role", [role for role in Role.values if role != Role.ORGANISER])
def test_nobody_else_changes_the_event_or_its_grants(role: str) -> None:
    stage = bare_event()
    with pytest.raises(NotAllowed):
        event_change(event=stage.event, changes={"name": "新名"}, by=stage.actors[role])
    with pytest.raises(NotAllowed):
        grant_give(event=stage.event, user=make_user("x"), role="referee", by=stage.actors[role])
    with pytest.raises(NotAllowed):
        grant_revoke(event=stage.event, grant=stage.chief.pid, by=stage.actors[role])


def test_the_same_organiser_is_nobody_in_another_event_of_his_own() -> None:
    one, other = bare_event(code="a1", organiser="org"), bare_event(code="a2", organiser="org")
    for call in (
        lambda: event_change(event=other.event, changes={"name": "x"}, by=one.organiser),
        lambda: grant_give(event=other.event, user=make_user("x"), role="referee", by=one.organiser),
        lambda: grant_revoke(event=other.event, grant=other.chief.pid, by=one.organiser),
        lambda: grant_revoke(event=one.event, grant=other.chief.pid, by=one.organiser),
    ):
        with pytest.raises(NotFound):
            call()


def test_a_grant_given_twice_is_one_and_ends_at_once() -> None:
    stage = bare_event()
    user = make_user("newcomer")
    first = grant_give(event=stage.event, user=user, role="referee", by=stage.organiser)
    again = grant_give(event=stage.event, user=user, role="referee", by=stage.organiser)
    assert first.pk == again.pk
    grant_revoke(event=stage.event, grant=first.pid, by=stage.organiser)
    assert actors.for_user(user=user, event=stage.event) is None
    anew = grant_give(event=stage.event, user=user, role="referee", by=stage.organiser)
    assert anew.pid != first.pid


def test_an_unknown_role_is_refused() -> None:
    stage = bare_event()
    with pytest.raises(Problems) as refused:
        grant_give(event=stage.event, user=make_user("x"), role="god", by=stage.organiser)
    assert codes(refused.value) == {("role_unknown", "role")}


def test_the_last_organiser_cannot_be_ended() -> None:
    stage = bare_event()
    with pytest.raises(StateRefusal) as refused:
        grant_revoke(event=stage.event, grant=stage.organiser.pid, by=stage.organiser)
    assert refused.value.code == "last_organiser"
    grant_give(event=stage.event, user=make_user("second"), role="organiser", by=stage.organiser)
    assert grant_revoke(event=stage.event, grant=stage.organiser.pid, by=stage.organiser).revoked_at is not None
    assert Grant.objects.filter(event=stage.event, role="organiser", revoked_at__isnull=True).count() == 1


def test_several_roles_make_one_actor_named_by_the_highest() -> None:
    stage = bare_event()
    user = make_user("both")
    grant_give(event=stage.event, user=user, role="auditor", by=stage.organiser)
    chief = grant_give(event=stage.event, user=user, role="chief_referee", by=stage.organiser)
    by = actors.for_user(user=user, event=stage.event)
    assert by is not None
    assert (by.pid, by.role, by.roles) == (chief.pid, "chief_referee", {"auditor", "chief_referee"})
