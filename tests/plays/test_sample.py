"""The rehearsal event of a first start: three rounds official, the fourth part way, one hand contested; made once, and quickly."""

import time

import pytest
from django.core.management import call_command

from events import standings
from events.models import Competition, Device, Event, LedgerEntry, TableCall
from events.plays import sample
from events.plays.rehearsal import CODES
from events.verification import verify


@pytest.mark.django_db(transaction=True)
def test_sample_event(capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    call_command("load_sample")
    assert time.monotonic() - began < 15
    event = Event.objects.get(code=sample.EVENT)
    assert event.simulated
    competition = Competition.objects.select_related("book").get(event=event)
    state = standings.full(competition)
    assert [(row["round"], row["official"]) for row in state["rounds"] if row["opened"]] == [(1, True), (2, True), (3, True), (4, False)]
    fourth = state["rounds"][3]
    assert 0 < fourth["handed_in"] < fourth["matches"] == 16
    assert fourth["under_review"] == 1
    assert {row["played_rounds"] for row in state["standings"]} == {3}
    assert TableCall.objects.count() == 1
    assert not Device.objects.filter(revoked_at__isnull=True).exists(), "no tablet of the sample can write"
    names = [name for team in sample.read_event(sample.RULEBOOK).teams for pair in team.pairs for name in pair]
    assert not [name for name in names for body in LedgerEntry.objects.values_list("body", flat=True) if name in body]

    entries = LedgerEntry.objects.count()
    call_command("load_sample")
    assert LedgerEntry.objects.count() == entries
    assert "/e/sample/" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_every_other_game_can_be_looked_at() -> None:
    """Played up to the middle of the last round: nothing is contested or blocked, and what is shown is what was recorded."""
    call_command("load_sample", games=True)
    others = Competition.objects.filter(event__code=sample.EVENT).exclude(code=sample.COMPETITION)
    assert set(others.values_list("rulebook_id", flat=True)) == set(CODES)
    for competition in others:
        state = standings.full(competition)
        opened = [row for row in state["rounds"] if row["opened"]]
        assert all(row["official"] for row in opened[:-1]), competition.code
        assert not opened[-1]["finished"]
        assert not [finding for match in state["matches"] for finding in match["findings"]]
        standings.recompute(competition.pk, "relay")
        assert not verify(competition).findings
    before = LedgerEntry.objects.count()
    call_command("load_sample", games=True)
    assert LedgerEntry.objects.count() == before
