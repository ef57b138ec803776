"""What a caller may see, with a bounded number of queries whatever the size."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from events import actors
from events.models import Competition
from events.refusals import NotFound
from events.selectors.competitions import competition_visible, competitions_visible, event_visible, events_visible
from events.selectors.devices import devices_of
from events.selectors.grants import grants_of, live_grants
from events.selectors.ledger import ledger_page, named_entries, refusals_of
from events.selectors.people import actor_names, names_of, pairs_named
from events.selectors.plan import setup_of
from events.selectors.rounds import last_round, matches_of, round_of, rounds_of
from events.selectors.tables import hands_of, match_of, table_rows
from events.services.events import grant_revoke
from events.services.keyed import new_key
from events.services.matches import match_forfeit
from events.services.publishing import visibility_set
from tests.cast import Cast, Stage, make_cast, small_event
from tests.events.score_kit import by_kind, confirm, five, hand

pytestmark = pytest.mark.django_db
PUBLIC = AnonymousUser()


@pytest.fixture
def cast() -> Cast:
    """Event a2 is hidden."""
    cast = make_cast(teams=2, pairs=1)
    visibility_set(competition=cast.a2.competition, visibility="hidden", by=cast.a2.organiser)
    return cast


def test_a_hidden_competition_is_there_for_its_people_alone(cast: Cast) -> None:
    assert {event.code for event in events_visible(user=PUBLIC)} == {"a1", "b1", "b2"}
    assert {event.code for event in events_visible(user=cast.stranger)} == {"a1", "b1", "b2"}
    assert {event.code for event in events_visible(user=cast.a2.users["referee"])} == {"a1", "a2", "b1", "b2"}
    for user in (PUBLIC, cast.stranger, cast.b1.users["organiser"], cast.a1.users["chief_referee"], cast.a2.users["scorer"]):
        with pytest.raises(NotFound):
            competition_visible(user=user, event="a2", code="guandan")
    for role in ("organiser", "chief_referee", "referee", "auditor"):
        found = competition_visible(user=cast.a2.users[role], event="a2", code="guandan")
        assert found == cast.a2.competition


def test_its_own_devices_see_it_and_anothers_do_not(cast: Cast) -> None:
    own, other = cast.a2.scorer(), cast.a1.scorer()
    assert competition_visible(user=PUBLIC, event="a2", code="guandan", actor=own) == cast.a2.competition
    assert event_visible(user=PUBLIC, code="a2", actor=own) == cast.a2.event
    assert list(competitions_visible(user=PUBLIC, event=cast.a2.event, actor=own)) == [cast.a2.competition]
    with pytest.raises(NotFound):
        competition_visible(user=PUBLIC, event="a2", code="guandan", actor=other)
    with pytest.raises(NotFound):
        event_visible(user=PUBLIC, code="a2", actor=other)
    assert not competitions_visible(user=PUBLIC, event=cast.a2.event, actor=other).exists()


def test_an_ended_grant_and_an_account_switched_off_see_nothing_hidden(cast: Cast) -> None:
    referee, auditor = cast.a2.users["referee"], cast.a2.users["auditor"]
    grant_revoke(event=cast.a2.event, grant=cast.a2.referee.pid, by=cast.a2.organiser)
    auditor.is_active = False
    auditor.save()
    for user in (referee, auditor):
        assert not live_grants(user=user).exists()
        assert actors.for_user(user=user, event=cast.a2.event) is None
        with pytest.raises(NotFound):
            competition_visible(user=user, event="a2", code="guandan")


@pytest.mark.parametrize("code", ["", "nowhere", "a\0", "\ud800", "x" * 5000, "../a1"])
def test_no_code_of_any_shape_is_an_error(cast: Cast, code: str) -> None:
    for call in (
        lambda: event_visible(user=PUBLIC, code=code),
        lambda: competition_visible(user=PUBLIC, event=code, code="guandan"),
        lambda: competition_visible(user=PUBLIC, event="a1", code=code),
        lambda: match_of(competition=cast.a1.competition, code=code),
    ):
        with pytest.raises(NotFound):
            call()
    assert ledger_page(competition=cast.a1.competition, kind=code or "none", match=code).entries == ()


def test_a_round_past_every_number_is_not_found(cast: Cast) -> None:
    for number in (0, 2, -1, 10**30):
        with pytest.raises(NotFound):
            round_of(competition=cast.a1.competition, number=number)


def test_pages_of_the_ledger_follow_each_other(cast: Cast) -> None:
    competition = cast.a1.competition
    whole = ledger_page(competition=competition, limit=500)
    assert (whole.next_after, [row.seq for row in whole.entries]) == (None, list(range(1, whole.head + 1)))
    seen: list[int] = []
    after: int | None = 0
    while after is not None:
        page = ledger_page(competition=competition, after=after, limit=3)
        seen += [row.seq for row in page.entries]
        after = page.next_after
    assert seen == [row.seq for row in whole.entries]
    assert ledger_page(competition=competition, after=10**30).entries == ()
    assert len(ledger_page(competition=competition, after=-5, limit=-5).entries) == 1
    assert {row.kind for row in ledger_page(competition=competition, kind="draw").entries} == {"draw"}


def test_tables_show_names_and_how_far_they_are() -> None:
    stage = small_event(4, 2)
    confirm(stage, five(stage))
    hand(stage, by_kind(1), table=2)
    match_forfeit(competition=stage.competition, match=stage.match(3).code, sides=["NS"], key=new_key(), reason="没来", by=stage.chief)
    rows = table_rows(competition=stage.competition)
    assert [(row.match.table, row.hands, row.hands_wanted) for row in rows] == [(1, 5, 5), (2, 1, 5), (3, 0, 5), (4, 0, 5)]
    assert rows[0].sides["NS"].team == "机加工车间"
    assert "/" in rows[0].sides["NS"].people
    counted: Any = rounds_of(competition=stage.competition).get()
    assert (counted.matches_total, counted.matches_done, counted.matches_confirmed, counted.matches_under_review) == (4, 2, 2, 0)
    assert [row.number for row in hands_of(match=stage.match(1))] == [1, 2, 3, 4, 5]
    assert table_rows(competition=small_event(2, 1, code="bare", drawn=False).competition) == []


def test_actors_and_remarks_have_names_within_their_event_only(cast: Cast) -> None:
    pids = [cast.a1.organiser.pid, cast.b1.organiser.pid, cast.a1.scorer().pid]
    names = actor_names(event=cast.a1.event, pids=pids)
    assert names == {cast.a1.organiser.pid: "org-a", cast.a1.scorer().pid: "1桌 NS"}


def counted_calls(stage: Stage) -> dict[str, tuple[int, Callable[[], Any]]]:
    competition, event, user = stage.competition, stage.event, stage.users["referee"]
    code = stage.match(1).code
    return {
        "events_visible": (1, lambda: list(events_visible(user=user))),
        "event_visible": (1, lambda: event_visible(user=user, code=event.code)),
        "competitions_visible": (1, lambda: list(competitions_visible(user=user, event=event))),
        "competition_visible": (1, lambda: competition_visible(user=user, event=event.code, code="guandan").event.name),
        "for_user": (1, lambda: actors.for_user(user=user, event=event)),
        "grants_of": (1, lambda: [grant.user.username for grant in grants_of(event=event)]),
        "devices_of": (1, lambda: [str(device.competition) for device in devices_of(event=event)]),
        "names_of": (2, lambda: names_of(competition=competition)),
        "pairs_named": (3, lambda: pairs_named(competition=competition)),
        "rounds_of": (2, lambda: list(rounds_of(competition=competition))),
        "last_round": (1, lambda: last_round(competition=competition)),
        "matches_of": (1, lambda: [row.ns.team.name for row in matches_of(competition=competition)]),
        "match_of": (1, lambda: match_of(competition=competition, code=code).ew.team.name),
        "table_rows": (4, lambda: table_rows(competition=competition)),
        "ledger_page": (2, lambda: ledger_page(competition=competition)),
        "named_entries": (4, lambda: named_entries(event=event, entries=competition.book.entries.all())),
        "refusals_of": (1, lambda: list(refusals_of(competition=competition))),
        "setup_of": (1, lambda: setup_of(competition)),
    }


@pytest.mark.parametrize(("teams", "pairs"), [(2, 1), (8, 4)])
def test_queries_do_not_grow_with_the_event(teams: int, pairs: int, django_assert_max_num_queries: Any) -> None:
    stage = small_event(teams, pairs)
    stage.competition = Competition.objects.select_related("event", "book").get(pk=stage.competition.pk)
    for name, (most, call) in counted_calls(stage).items():
        with django_assert_max_num_queries(most, info=name):
            call()
