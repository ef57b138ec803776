"""S1 for the administration: each page shows the user's own events and nothing of another's, by any address."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from events.admin.base import ScopedAdmin
from events.models import Grant, HandRecord, LedgerEntry, Match, Player, Refusal, TableCall
from events.refusals import Problems
from events.services.competitions import competition_close
from events.services.events import grant_revoke
from events.services.matches import table_call
from events.services.teams import team_add
from events.standings import recompute
from tests.admin.conftest import MARK
from tests.admin.rows import rows_made
from tests.cast import Cast, Stage
from tests.events.score_kit import confirm, five

pytestmark = pytest.mark.django_db
SignIn = Callable[[User], Client]
MODELS = sorted((model for model, row in admin.site._registry.items() if isinstance(row, ScopedAdmin)), key=lambda model: model.__name__)
OFFICE = ("organiser", "chief_referee", "referee", "auditor")


@pytest.fixture
def cast(cast: Cast) -> Cast:
    """Events a1 and b1 with a row of every kind the administration shows."""
    for stage in (cast.a1, cast.b1):
        table_call(competition=stage.competition, match=stage.match().code, reason="absent", by=stage.scorer())
        with pytest.raises(Problems):
            team_add(competition=stage.competition, name="", by=stage.organiser)
        confirm(stage, five(stage))
        competition_close(competition=stage.competition, by=stage.chief)
        recompute(stage.competition.pk, "relay")
        rows_made(stage, f"{MARK}{stage.event.code}")
    assert TableCall.objects.count() == Refusal.objects.count() == 2
    return cast


def row_of(model: type[Model], stage: Stage) -> Any:
    path = admin.site._registry[model].event_path  # type: ignore[attr-defined]
    found = model._default_manager.filter(**{path: stage.event.pk}).first()
    assert found is not None, model
    return found


def address(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:events_{model._meta.model_name}_{page}", args=args)


def pages(model: type[Model], pk: object) -> Iterator[str]:
    yield address(model, "change", pk)
    yield address(model, "history", pk)
    yield address(model, "delete", pk)


def test_every_model_of_the_administration_is_scoped() -> None:
    assert len(MODELS) >= 24
    others = {model.__name__ for model, row in admin.site._registry.items() if not isinstance(row, ScopedAdmin)}
    assert others == {"User"}


def test_lists_show_the_own_event_alone(cast: Cast, sign_in: SignIn) -> None:
    for role, model in product(OFFICE, MODELS):
        client = sign_in(cast.a1.users[role])
        seen = {"a1", "a2"} if role == "organiser" else {"a1"}
        response = client.get(address(model, "changelist"))
        assert response.status_code == 200, model
        text = response.content.decode()
        for code, stage in cast.stages.items():
            assert (f"{MARK}{code}" in text) <= (code in seen), (model, code)
            if code not in seen:
                assert stage.chief.pid not in text, (model, code)
        assert response.context["cl"].queryset.exists(), model


def test_what_is_anothers_cannot_be_opened(cast: Cast, sign_in: SignIn) -> None:
    for role, model in product(("organiser", "referee"), MODELS):
        client = sign_in(cast.a1.users[role])
        own, other = row_of(model, cast.a1), row_of(model, cast.b1)
        assert client.get(address(model, "change", own.pk)).status_code == 200, model
        assert client.get(address(model, "history", own.pk)).status_code == 200, model
        for page in pages(model, other.pk):
            response = client.get(page)
            assert response.status_code in (302, 403, 404), page
            assert f"{MARK}b1" not in response.content.decode()


def test_without_an_office_nothing_is_seen(cast: Cast, sign_in: SignIn) -> None:
    """Staff flag or not: the flag only opens the door."""
    for who, staff in product(("stranger", "scorer", "checker", "nobody"), (False, True)):
        if who == "nobody":
            client = Client()
        else:
            user = cast.stranger if who == "stranger" else cast.a1.users[who]
            User.objects.filter(pk=user.pk).update(is_staff=staff)
            client = sign_in(user)
        index = client.get(reverse("admin:index"), follow=True)
        assert MARK not in index.content.decode().replace("明牌", "")
        for model in MODELS:
            for page in (address(model, "changelist"), address(model, "add"), *pages(model, row_of(model, cast.a1).pk)):
                response = client.get(page)
                founding = model.__name__ == "Event" and page.endswith("/add/") and staff and who != "nobody"
                assert response.status_code == 200 if founding else response.status_code in (302, 403, 404), page
                assert f"{MARK}a1" not in response.content.decode()


def test_an_ended_grant_closes_the_door_at_once(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["referee"])
    assert client.get(reverse("admin:events_match_changelist")).status_code == 200
    grant_revoke(event=cast.a1.event, grant=cast.a1.referee.pid, by=cast.a1.organiser)
    assert client.get(reverse("admin:events_match_changelist")).status_code == 403


def test_filters_offer_and_follow_the_own_event_alone(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["referee"])
    matches = reverse("admin:events_match_changelist")
    own = client.get(matches, {"competition": cast.a1.competition.pk})
    assert own.context["cl"].queryset.count() == 1
    for chosen in (
        {"competition": cast.b1.competition.pk},
        {"event": cast.b1.event.pk},
        {"table": 99},
        {"round": "x"},
        {"event": 10**30},
    ):
        assert client.get(matches, chosen).context["cl"].queryset.count() == 0


QUERIES = (
    {"q": "\0"},
    {"kind": "a\0"},
    {"state__exact": "\0"},
    {"role__exact": "\0"},
    {"q": "牌b1"},
    {"o": "9.9"},
    {"p": "99999"},
    {"competition__event__name": "x"},
    {"e": "1"},
)


def test_no_query_is_an_error_or_a_leak(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["referee"])
    for query, model in product(QUERIES, (LedgerEntry, Match, HandRecord, Player, Grant)):
        response = client.get(address(model, "changelist"), query, follow=True)
        assert response.status_code in (200, 400), (model, query)
        assert "牌b1赛事" not in response.content.decode()


def test_the_autocomplete_is_scoped_too(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["organiser"])

    def names(model: str, field: str) -> tuple[int, str]:
        response = client.get(reverse("admin:autocomplete"), {"app_label": "events", "model_name": model, "field_name": field, "term": ""})
        return response.status_code, response.content.decode().encode().decode("unicode_escape")

    status, text = names("grant", "event")
    assert status == 200
    assert "a1" in text
    assert "b1" not in text
    assert names("grant", "user")[0] == 403
    status, text = names("entrant", "team")
    assert status == 200
    assert "b1" not in text


def test_a_superuser_sees_all(cast: Cast, sign_in: SignIn, superuser: User) -> None:
    client = sign_in(superuser)
    for model in MODELS:
        response = client.get(address(model, "changelist"))
        assert {cast.a1.event.pk, cast.b1.event.pk} <= set(
            response.context["cl"].queryset.values_list(admin.site._registry[model].event_path, flat=True)  # type: ignore[attr-defined]
        ), model


def test_lists_ask_a_bounded_number_of_queries(cast: Cast, sign_in: SignIn, django_assert_max_num_queries: Any) -> None:
    client = sign_in(cast.a1.users["chief_referee"])
    for model in MODELS:
        with django_assert_max_num_queries(20, info=str(model)):
            client.get(address(model, "changelist"))


def test_pages_need_no_inline_script_or_style(cast: Cast, sign_in: SignIn) -> None:
    client = sign_in(cast.a1.users["organiser"])
    for model in MODELS:
        for page in (address(model, "changelist"), address(model, "change", row_of(model, cast.a1).pk), reverse("admin:index")):
            response = client.get(page)
            assert "default-src 'self'" in response.headers["Content-Security-Policy"]
            text = response.content.decode()
            for tag in text.split("<script")[1:]:
                assert " src=" in tag.split(">")[0] or 'type="application/json"' in tag.split(">")[0], page
            for inline in ("<style", " style=", " onclick=", " onload=", " onsubmit=", "javascript:"):
                assert inline not in text, (page, inline)


def test_a_grant_opens_the_door_without_a_staff_flag(cast: Cast, sign_in: SignIn) -> None:
    """A referee taken in on the set-up page has an account with no flag at all."""
    User.objects.filter(pk=cast.a1.users["referee"].pk).update(is_staff=False)
    client = sign_in(cast.a1.users["referee"])
    assert client.get(reverse("admin:index")).status_code == 200
    assert client.get(reverse("admin:events_match_changelist")).status_code == 200
    assert client.get(reverse("admin:events_event_add")).status_code == 403
