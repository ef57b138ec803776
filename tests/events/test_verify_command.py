"""`manage.py verify EVENT`: in words, and by its exit status."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from events.management.commands.verify import WORDS, in_words
from events.models import Competition, Snapshot
from events.standings import recompute
from events.verification import Finding, verify
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, hand

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    stage = small_event(teams=2, pairs=1)
    hand(stage, by_kind(1))
    recompute(stage.competition.pk, "worker")
    return stage


def run(code: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify", code, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_a_sound_event(stage: Stage) -> None:
    status, said = run(stage.event.code)
    assert status == 0
    assert "guandan" in said
    assert "✓" in said


def test_an_event_with_a_finding(stage: Stage) -> None:
    Snapshot.objects.update(body="{}")
    status, said = run(stage.event.code)
    assert status == 1
    assert "✗" in said
    assert "重新计算" in said


def test_a_snapshot_that_is_behind_is_said_and_no_fault(stage: Stage) -> None:
    hand(stage, by_kind(2))
    status, said = run(stage.event.code)
    assert status == 0
    assert "1" in said.splitlines()[1]


def test_a_rulebook_that_was_changed_in_the_database(stage: Stage) -> None:
    text = stage.competition.rulebook_text
    assert '"value":5' in text
    Competition.objects.filter(pk=stage.competition.pk).update(rulebook_text=text.replace('"value":5', '"value":6', 1))
    changed = Competition.objects.select_related("event").get(pk=stage.competition.pk)
    assert [finding.code for finding in verify(changed).findings] == ["rulebook_changed"]


def test_an_unknown_event() -> None:
    with pytest.raises(CommandError):
        call_command("verify", "nowhere")


@pytest.mark.parametrize("code", sorted(WORDS))
def test_every_finding_has_words_for_its_operands(code: str) -> None:
    operands = {"seq": 7, "match": "r1-1v2-p1", "head": 5, "version": 1, "rulebook": "healthcup-guandan"}
    assert "%" not in in_words(Finding(code, operands))
