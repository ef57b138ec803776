"""What scoring costs by itself: judging hands, folding the kept event."""

import json
from types import ModuleType

from events.plays.event_file import EventFile
from scoring.entries import Entry
from scoring.fold import canonical, fold
from scoring.judge import judge
from scoring.rulebook import Rulebook
from tests.bench.figures import best_of, show
from tests.plays.facts import whole_event


def judge_rate(rulebook: Rulebook, event: EventFile) -> None:
    """Peer: only reading the same records from JSON."""
    records = [record for match in event.matches.values() for record in match.records]
    lines = [json.dumps(record) for record in records]
    judged = len(records) / best_of(5, lambda: [judge(rulebook, record) for record in records])
    parsed = len(lines) / best_of(5, lambda: [json.loads(line) for line in lines])
    show("judge_hands", judged, "hands/s", "json.loads of the same records", parsed, higher_is_better=True)


def stones_rate(rulebook: Rulebook, event: EventFile) -> None:
    """Games with their moves, judged stone by stone. Peer: only reading the same records from JSON."""
    records = 20 * [record for match in event.matches.values() for record in match.records if "moves" in record]
    lines, stones = [json.dumps(record) for record in records], sum(len(record["moves"]) for record in records)
    judged = stones / best_of(5, lambda: [judge(rulebook, record) for record in records])
    parsed = stones / best_of(5, lambda: [json.loads(line) for line in lines])
    show("judge_stones", judged, "stones/s", "json.loads of the same records", parsed, higher_is_better=True)


def fold_cost(rulebook: Rulebook, event: EventFile, working: ModuleType) -> None:
    """Peer: writing the resulting state as JSON."""
    entries: list[Entry] = whole_event(event, working.round_of, rulebook=rulebook.id, digest=rulebook.digest)
    state = fold(rulebook, entries)
    folded = best_of(5, lambda: fold(rulebook, entries)) * 1000
    written = best_of(5, lambda: canonical(state)) * 1000
    show(f"fold_event_{len(entries)}_entries", folded, "ms", "canonical JSON of the state", written)
