"""Opening a competition, what the public sees of it, its close and reopening."""

import hashlib
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from events.models import Competition, LedgerEntry, Publication, Remark, Visibility
from events.pinned import rulebook_of
from events.refusals import KeyReused, NotAllowed, NotFound, Problems, Refused, StateRefusal
from events.selectors.competitions import is_closed, publication_of
from events.services.competitions import (
    competition_close,
    competition_create,
    competition_rename,
    competition_reopen,
)
from events.services.keyed import new_key
from events.services.matches import match_forfeit, table_call
from events.services.publishing import visibility_set
from events.services.rounds import round_open
from events.standings import full
from scoring.fold import canonical
from scoring.rulebook import load_file
from tests.cast import RULEBOOK, Stage, bare_event, small_event
from tests.events.score_kit import ROWS, by_kind, confirm, five, hand

pytestmark = pytest.mark.django_db


def refusal(call: Callable[[], object]) -> StateRefusal:
    with pytest.raises(StateRefusal) as refused:
        call()
    return refused.value


def missing(stage: Stage) -> list[tuple[str, int]]:
    refused = refusal(lambda: competition_close(competition=stage.competition, by=stage.chief))
    assert refused.code == "not_ready"
    assert refused.current is not None
    return [(row["code"], row.get("table", row["round"])) for row in refused.current["missing"]]


def shown(stage: Stage) -> str:
    return Competition.objects.get(pk=stage.competition.pk).visibility


@pytest.fixture
def played() -> Stage:
    """Two teams of one pair, their only match played and confirmed."""
    stage = small_event(2, 1)
    confirm(stage, five(stage))
    return stage


def test_a_competition_pins_its_rulebook_with_the_organisers_own_values() -> None:
    stage = bare_event()
    reply = competition_create(
        event=stage.event,
        code="guandan-6",
        name="掼蛋（双下6分）",
        rulebook_id=RULEBOOK,
        overrides={"game_rules.points.double_down": 6},
        by=stage.organiser,
    )
    competition = Competition.objects.get(event=stage.event, code=reply.body["competition"])
    rulebook = rulebook_of(competition)
    assert rulebook.number("game_rules.points.double_down") == 6
    assert rulebook.law("game_rules.points.double_down").startswith("house:")
    assert rulebook.digest == competition.rulebook_digest != load_file(RULEBOOK).digest
    opened = LedgerEntry.objects.get(book__competition=competition)
    assert (opened.seq, opened.kind, opened.rulebook_digest) == (1, "open", rulebook.digest)
    assert json.loads(opened.body) == {
        "rulebook": RULEBOOK,
        "digest": rulebook.digest,
        "event": stage.event.pid,
        "simulated": False,
        "officials": 1,
    }


@pytest.mark.parametrize(
    ("asked", "faults"),
    [
        ({"code": "Gd", "name": ""}, [("code_malformed", "code"), ("blank", "name")]),
        ({"rulebook_id": "../../etc/passwd"}, [("rulebook_unknown", "rulebook")]),
        ({"rulebook_id": None, "order": -1}, [("out_of_range", "order"), ("rulebook_unknown", "rulebook")]),
        ({"overrides": {"no.such": 1}}, [("unknown_leaf", "overrides.no.such")]),
        ({"overrides": {"game_rules.hands": 0}}, [("out_of_range", "overrides.game_rules.hands")]),
        ({"overrides": {"game_rules.hands": float("nan")}}, [("wrong_type", "overrides.game_rules.hands")]),
        (
            {"overrides": {"game_rules.hands": "five"}, "code": "x" * 41},
            [("text_too_long", "code"), ("wrong_type", "overrides.game_rules.hands")],
        ),
        ({"overrides": [1]}, [("not_an_object", "overrides")]),
        ({"code": "guandan"}, [("code_taken", "code")]),
    ],
)
def test_all_that_keeps_a_competition_from_opening(asked: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    stage = bare_event()
    with pytest.raises(Problems) as refused:
        competition_create(event=stage.event, by=stage.organiser, **{"code": "gd", "name": "掼蛋", "rulebook_id": RULEBOOK, **asked})
    assert [(fault.code, fault.at) for fault in refused.value.faults] == faults
    assert Competition.objects.filter(event=stage.event).count() == 1


def test_a_retried_opening_opens_one_competition() -> None:
    stage = bare_event()

    def create(name: str = "掼蛋", key: str = "open-key-1") -> Any:
        return competition_create(event=stage.event, code="gd", name=name, rulebook_id=RULEBOOK, by=stage.organiser, key=key)

    first = create()
    again = create()
    assert (again.replayed, again.status, again.body) == (True, 201, first.body)
    with pytest.raises(KeyReused):
        create(name="别的")
    with pytest.raises(Problems):
        create(key="open-key-2")


@pytest.mark.parametrize("role", ["chief_referee", "referee", "scorer", "checker", "auditor"])
def test_only_the_organiser_opens_and_renames(role: str) -> None:
    stage = bare_event()
    with pytest.raises(NotAllowed):
        competition_create(event=stage.event, code="gd", name="x", rulebook_id=RULEBOOK, by=stage.actors[role])
    with pytest.raises(NotAllowed):
        competition_rename(competition=stage.competition, name="x", by=stage.actors[role])
    competition_rename(competition=stage.competition, name="掼蛋甲组", by=stage.organiser)
    assert Competition.objects.get(pk=stage.competition.pk).name == "掼蛋甲组"


def test_a_close_lists_everything_that_is_missing() -> None:
    stage = small_event(4, 2)
    assert missing(stage) == [
        ("unfinished", 1),
        ("unfinished", 2),
        ("unfinished", 3),
        ("unfinished", 4),
        ("round_not_opened", 2),
        ("round_not_opened", 3),
    ]
    hashes = five(stage, table=1)
    five(stage, table=2)
    hand(stage, by_kind(1, "EW", "first_third"), table=2, by=stage.referee)
    confirm(stage, hashes, table=1)
    match_forfeit(competition=stage.competition, match=stage.match(3).code, sides=["EW"], key=new_key(), reason="没来", by=stage.chief)
    assert missing(stage)[:2] == [("under_review", 2), ("unfinished", 4)]
    five(stage, table=4)
    assert missing(stage)[:2] == [("under_review", 2), ("unconfirmed", 4)]
    assert not is_closed(competition=stage.competition)
    assert not Publication.objects.exists()


def test_a_round_not_opened_keeps_it_open() -> None:
    stage = small_event(4, 1)
    for table in (1, 2):
        confirm(stage, five(stage, table=table), table=table)
    assert missing(stage) == [("round_not_opened", 2), ("round_not_opened", 3)]


def test_a_close_keeps_the_bytes_of_its_own_fold(played: Stage) -> None:
    before = full(played.competition)
    reply = competition_close(competition=played.competition, by=played.chief, key="close-key-1")
    publication = publication_of(competition=played.competition)
    assert publication is not None
    assert publication.body.encode() == canonical(before)
    assert publication.digest == hashlib.sha256(canonical(before)).hexdigest() == reply.body["standings"]
    assert reply.body["publication"] == publication.version == 1
    entry = LedgerEntry.objects.get(book__competition=played.competition, seq=reply.body["entry"]["seq"])
    assert json.loads(entry.body) == {"seq": before["seq"], "standings": publication.digest}
    assert (entry.kind, entry.seq) == ("close", before["seq"] + 1)
    assert shown(played) == Visibility.OFFICIAL
    assert is_closed(competition=played.competition)
    again = competition_close(competition=played.competition, by=played.chief, key="close-key-1")
    assert (again.replayed, again.body) == (True, reply.body)
    assert refusal(lambda: competition_close(competition=played.competition, by=played.chief)).code == "already_closed"


def test_nothing_is_entered_after_the_close(played: Stage) -> None:
    competition_close(competition=played.competition, by=played.chief)
    assert refusal(lambda: hand(played, by_kind(1, "EW"), by=played.referee)).code == "competition_closed"
    assert refusal(lambda: round_open(competition=played.competition, number=2, by=played.organiser)).code == "no_more_rounds"


def test_a_reopening_needs_a_reason_and_lets_the_record_go_on(played: Stage) -> None:
    competition = played.competition
    assert refusal(lambda: competition_reopen(competition=competition, reason="错了", by=played.chief)).code == "not_closed"
    competition_close(competition=competition, by=played.chief)
    with pytest.raises(Problems) as refused:
        competition_reopen(competition=competition, reason=" ", by=played.chief)
    assert [fault.code for fault in refused.value.faults] == ["reason_missing"]
    reply = competition_reopen(competition=competition, reason="王五的第3局记错", by=played.chief)
    entry = LedgerEntry.objects.get(book__competition=competition, seq=reply.body["entry"]["seq"])
    assert "王五" not in entry.body
    assert Remark.objects.get(competition=competition).text == "王五的第3局记错"
    assert shown(played) == Visibility.PROVISIONAL
    assert publication_of(competition=competition) is None
    first = Publication.objects.get(competition=competition)
    assert first.reopened_at is not None
    body = first.body
    assert competition_close(competition=competition, by=played.chief).body["publication"] == 2
    first.refresh_from_db()
    assert first.body == body


@pytest.mark.parametrize("role", ["organiser", "referee", "scorer", "checker", "auditor"])
def test_only_the_chief_closes_and_reopens(played: Stage, role: str) -> None:
    with pytest.raises(NotAllowed):
        competition_close(competition=played.competition, by=played.actors[role])
    with pytest.raises(NotAllowed):
        competition_reopen(competition=played.competition, reason="x", by=played.actors[role])


def test_the_chief_of_another_event_finds_nothing(played: Stage) -> None:
    other = bare_event(code="other")
    for call in (
        lambda: competition_close(competition=played.competition, by=other.chief),
        lambda: competition_reopen(competition=played.competition, reason="x", by=other.chief),
        lambda: visibility_set(competition=played.competition, visibility="hidden", by=other.chief),
        lambda: competition_rename(competition=played.competition, name="x", by=other.organiser),
        lambda: competition_create(event=played.event, code="gd", name="x", rulebook_id=RULEBOOK, by=other.organiser),
    ):
        with pytest.raises(NotFound):
            call()


def test_official_comes_from_the_close_alone(played: Stage) -> None:
    competition = played.competition
    visibility_set(competition=competition, visibility="hidden", by=played.organiser)
    assert shown(played) == "hidden"
    assert refusal(lambda: visibility_set(competition=competition, visibility="official", by=played.chief)).code == "close_first"
    visibility_set(competition=competition, visibility="provisional", by=played.chief)
    competition_close(competition=competition, by=played.chief)
    assert refusal(lambda: visibility_set(competition=competition, visibility="provisional", by=played.chief)).code == "closed_is_official"
    visibility_set(competition=competition, visibility="hidden", by=played.chief)
    visibility_set(competition=competition, visibility="official", by=played.organiser)
    assert shown(played) == "official"
    with pytest.raises(Problems):
        visibility_set(competition=competition, visibility="secret", by=played.chief)
    with pytest.raises(NotAllowed):
        visibility_set(competition=competition, visibility="hidden", by=played.referee)


@pytest.mark.django_db(transaction=True)
def test_a_close_cannot_race_a_hand() -> None:
    """Whoever comes first: never a fact after a close that is still in force."""
    stage = small_event(2, 1)
    confirm(stage, five(stage))

    def close(_place: int) -> str:
        try:
            competition_close(competition=stage.competition, by=stage.chief)
            return "closed"
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    def enter(place: int) -> str:
        side, kind = ROWS[place % 5]
        other = "EW" if side == "NS" else "NS"
        try:
            return str(hand(stage, by_kind(place % 5 + 1, other, kind), by=stage.referee).status)
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        hands = [pool.submit(enter, place) for place in range(5)]
        closes = [pool.submit(close, place) for place in range(3)]
        answers = [job.result() for job in hands + closes]
    kinds = list(LedgerEntry.objects.filter(book__competition=stage.competition).order_by("seq").values_list("kind", flat=True))
    assert ("closed" in answers) == ("close" in kinds) == (kinds[-1] == "close")
    assert answers.count("closed") <= 1


def test_nobody_is_called_to_a_table_of_a_closed_competition(played: Stage) -> None:
    match, by = played.match().code, played.scorer()
    competition_close(competition=played.competition, by=played.chief)
    refused = refusal(lambda: table_call(competition=played.competition, match=match, reason="other", by=by))
    assert (refused.code, refused.status) == ("competition_closed", 409)
