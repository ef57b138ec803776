"""`manage.py verify EVENT`: in words, and by its exit status."""

import ast
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from events.management.commands.verify import WHAT, WORDS, in_words
from events.models import Answer, Book, Competition, Draw, Event, HandRecord, Match, NodeValue, Player, Remark, Round, Snapshot, Team
from events.remarks import remark_erase
from events.services.boards import board_trump_set
from events.services.competitions import competition_create
from events.standings import recompute
from events.verification import Finding, projections, verify
from tests.cast import Stage, small_event
from tests.events.score_kit import by_kind, correct, hand
from tests.pages.halls import pairs_hall

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
    operands |= {"what": "people,room"}
    operands |= dict.fromkeys(("code", "event", "team", "entrant", "round", "drawn", "number", "count", "key", "node"), "x")
    operands |= dict.fromkeys(("stage", "dispute", "told", "now"), "x")
    assert "%" not in in_words(Finding(code, operands))


EDITS: list[tuple[str, Callable[[Stage], object]]] = [
    ("hand_differs", lambda stage: HandRecord.objects.update(points={"NS": 50, "EW": 0})),
    ("hand_differs", lambda stage: HandRecord.objects.update(state="overruled")),
    ("hand_missing", lambda stage: HandRecord.objects.all().delete()),
    ("match_differs", lambda stage: Match.objects.update(hands_live=4)),
    ("match_differs", lambda stage: Match.objects.update(ns=stage.match().ew)),
    ("round_differs", lambda stage: Round.objects.update(state="locked")),
    ("team_differs", lambda stage: Team.objects.filter(number=1).update(number=9)),
    ("entrant_differs", lambda stage: Player.objects.update(entrant=stage.match().ew)),
    ("drawn_differs", lambda stage: Draw.objects.update(order=[])),
    ("closed_differs", lambda stage: Book.objects.update(closed=True)),
    ("visibility_differs", lambda stage: Competition.objects.update(visibility="official")),
    ("remark_differs", lambda stage: Remark.objects.update(text="改过")),
    ("remark_missing", lambda stage: Remark.objects.all().delete()),
    ("answer_differs", lambda stage: Answer.objects.update(body='{"entry": {"seq": 1, "hash": "0"}}')),
    ("node_differs", lambda stage: NodeValue.objects.filter(node="match").update(value="{}")),
]


@pytest.mark.parametrize(("code", "edit"), EDITS, ids=[f"{n}-{code}" for n, (code, _) in enumerate(EDITS)])
def test_an_edit_of_what_is_shown_is_found(stage: Stage, code: str, edit: Callable[[Stage], object]) -> None:
    live_hash = stage.match().hands.get().hash
    correct(stage, live_hash, by_kind(1, "EW"), by=stage.referee, reason="记错")
    recompute(stage.competition.pk, "worker")
    assert run(stage.event.code)[0] == 0
    edit(stage)
    competition = Competition.objects.select_related("event").get(pk=stage.competition.pk)
    assert code in {finding.code for finding in verify(competition).findings}
    status, said = run(stage.event.code)
    assert status == 1
    assert competition.name in said


def test_a_competition_made_under_a_key_is_sound(stage: Stage) -> None:
    """Its first entry carries no fingerprint, its answer does."""
    competition_create(
        event=stage.event, code="second", name="第二项", rulebook_id="healthcup-guandan", by=stage.organiser, key="made-by-key-1"
    )
    assert run(stage.event.code)[0] == 0


def test_an_erased_reason_is_said_and_no_fault(stage: Stage) -> None:
    correct(stage, stage.match().hands.get().hash, by_kind(1, "EW"), by=stage.referee, reason="记错")
    remark_erase(Remark.objects.get())
    status, said = run(stage.event.code)
    assert status == 0
    assert "已按要求删去" in said


def test_a_competition_that_was_hung_under_another_event_is_missed_where_it_began(stage: Stage) -> None:
    other = Event.objects.create(code="elsewhere", name="另一场")
    Competition.objects.update(event=other)
    assert run(stage.event.code)[0] == 1
    assert run(other.code)[0] == 1


@pytest.mark.parametrize(
    ("column", "value"), [("shown", {"boards": []}), ("done", True), ("winner", "NS"), ("room", "open"), ("boards", [1, 2]), ("table", 9)]
)
def test_whatever_of_a_match_differs_is_named(stage: Stage, column: str, value: object) -> None:
    """A column of the tables changed behind the ledger's back is found, and there is a word for it."""
    Match.objects.update(**{column: value})
    status, said = run(stage.event.code)
    assert status == 1
    assert "✗" in said
    assert column not in said


def compared_names() -> set[str]:
    """The names of all that the projections are compared by: the keys of every mapping in which they are read or told."""
    tree = ast.parse(Path(projections.__file__).read_text(encoding="utf-8"))
    rows = {"_roster", "_rounds", "_draws", "_matches", "_match_said", "_hands", "_hand_said"}
    found: set[str] = set()
    for function in (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in rows):
        for node in ast.walk(function):
            if isinstance(node, ast.Dict) and not _of_no_column(node):
                found |= {str(key.value) for key in node.keys if isinstance(key, ast.Constant)}
            elif isinstance(node, ast.Tuple) and node.elts and all(isinstance(part, ast.Constant) for part in node.elts):
                found |= {str(part.value) for part in node.elts if isinstance(part, ast.Constant)}
    return found - {"complete", "forfeited"}


def _of_no_column(node: ast.Dict) -> bool:
    """A confirmation that is not there, and the operands of a finding."""
    keys = {key.value for key in node.keys if isinstance(key, ast.Constant)}
    return "hash" in keys or "what" in keys or keys == {"match", "number"}


def test_every_column_that_is_compared_has_a_word() -> None:
    named = compared_names()
    assert {"room", "boards", "done", "winner", "shown", "order", "players", "locked", "record", "points"} <= named
    assert named <= set(WHAT)


def test_pairs_compared_at_other_tables_verify_clean() -> None:
    """What a table shows is its own node; match points, which come from other tables, are the published state's alone."""
    stage = pairs_hall(entrants=6)
    matches = list(Match.objects.filter(competition=stage.competition).order_by("table"))
    board = matches[0].boards[0]
    board_trump_set(competition=stage.competition, board=board, mode="A", rank="2", trump="H", by=stage.organiser)
    recompute(stage.competition.pk, "worker")
    status, said = run(stage.event.code)
    assert status == 0, said
    Match.objects.filter(pk=matches[0].pk).update(shown=matches[0].shown)
    status, said = run(stage.event.code)
    assert status == 1, "the trump that was fixed since is not shown"
