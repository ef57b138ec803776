"""A stale dependency planted in the incremental path is caught by comparing the snapshot with the full recomputation (D6)."""

import pytest

from events import standings
from events.models import Competition, Snapshot
from events.plays import sample
from events.services import matches, rounds
from scoring.fold import canonical
from scoring.nodes import Node, Seating

FOURTH, FIFTH = "r4-2v3-p3", "r5-2v4-p3"  # the pair that is absent twice, once already in the part-way round


def play_to_the_second_absence() -> tuple[Competition, bytes]:
    """The rehearsal event, published; then the pair's second absence, published again. The published bytes."""
    event = sample.sample_load(say=lambda line: None)
    competition = Competition.objects.select_related("event", "book").get(event=event)
    chief = sample.organiser_actor(event)
    published(competition)
    rounds.round_open(competition=competition, number=5, by=chief, force=True, reason="试验")
    published(competition)
    matches.match_forfeit(competition=competition, match=FIFTH, sides=["NS"], key="second-absence", reason="未到", by=chief)
    return competition, published(competition)


def published(competition: Competition) -> bytes:
    standings.recompute(competition.pk, "worker")
    return Snapshot.objects.get(competition=competition).body.encode()


def worked_out(competition: Competition) -> bytes:
    competition.refresh_from_db()
    return canonical(standings.full(competition))


@pytest.mark.django_db(transaction=True)
def test_board_equals_recomputation() -> None:
    competition, board = play_to_the_second_absence()
    assert board == worked_out(competition)
    assert b'"annulled":true' in board


@pytest.mark.django_db(transaction=True)
def test_planted_stale_dependency_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Annulling a pair must reach every encounter it played in. Forget that, and earlier rounds keep their old sums."""
    sound = Seating.dependents

    def forgetful(self: Seating, node: str, key: str) -> tuple[Node, ...]:
        return tuple(found for found in sound(self, node, key) if node != "entrant" or found[0] != "encounter")

    monkeypatch.setattr(Seating, "dependents", forgetful)
    competition, board = play_to_the_second_absence()
    assert board != worked_out(competition)


@pytest.mark.django_db(transaction=True)
def test_verify_reports_the_planted_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    """`manage.py verify` says so and fails; without the bug it passes."""
    from django.core.management import CommandError, call_command

    sound = Seating.dependents
    monkeypatch.setattr(Seating, "dependents", lambda self, node, key: () if node == "entrant" else sound(self, node, key))
    play_to_the_second_absence()
    with pytest.raises((CommandError, SystemExit)):
        call_command("verify", sample.EVENT)
