"""`python -m tests.bench.large`: 200 teams, 9 rounds, the whole chain of tie-breakers, on the configured database."""

import json
import random
import time
from typing import Any

import django

TEAMS, ROUNDS, PAIRS = 200, 9, 1
BAR_MS, BAR_QUERIES = 40, 6
KINDS = ("double_down", "first_third", "first_fourth")


def make() -> tuple[Any, str]:
    """An event of that size in the ledger: entries as the services write them, without projections, which no
    computation reads. Returns it and its last match."""
    from django.db import transaction

    from events import ledger
    from events.access import CHIEF, Actor
    from events.models import Competition, Event
    from scoring.formats.round_robin.schedule import meetings
    from scoring.rulebook import load_file
    from tests.plays.facts import pid

    rulebook = load_file("healthcup-guandan").with_overrides({"format_rules.rounds": ROUNDS})
    event = Event.objects.create(code="large", name="large")
    chance = random.Random(200)
    by = Actor("g00000000000b", frozenset({CHIEF}), event.pk)
    teams = [pid("t", "large", number) for number in range(1, TEAMS + 1)]
    with transaction.atomic():
        competition = Competition.objects.create(
            event=event, code="c", name="c", rulebook_id=rulebook.id, rulebook_digest=rulebook.digest, rulebook_text=rulebook.text
        )
        body = {"rulebook": rulebook.id, "digest": rulebook.digest, "event": event.pid, "simulated": True, "officials": 1}
        ledger.begin(competition=competition, body=body, by=by)
    with ledger.locked(competition) as book:

        def write(kind: str, body: dict[str, Any], match: str = "", number: int = 0) -> str:
            return ledger.append(book, kind=kind, body=body, by=by, match=match, game=1 if number else 0, number=number).hash

        for team in teams:
            write("team", {"team": team})
            write("entrant", {"entrant": pid("e", team), "team": team, "players": [pid("p", team, 1), pid("p", team, 2)]})
        write("draw", {"draw": "teams", "method": "recorded", "seed": "", "order": teams})
        for team in teams:
            write("draw", {"draw": "pairs", "team": team, "method": "recorded", "seed": "", "order": [pid("e", team)]})
        for number in range(1, ROUNDS + 1):
            write("round_opened", {"round": number})
            for low, high in meetings(rulebook, TEAMS, number)[0]:
                match = f"r{number}-{low}v{high}-p1"
                hands = []
                for hand in range(1, 6):
                    record = {"hand": hand, "side": chance.choice(["NS", "EW"]), "kind": chance.choice(KINDS)}
                    hands.append(write("hand", {"record": record}, match, hand))
                write("confirmation", {"covers": hands, "side": "EW", "on_behalf": False}, match)
    return competition, match


def ranked(competition: Any) -> Any:
    """What the board needs after an encounter has changed: every encounter from the database, ranked by the whole chain."""
    from events.models import NodeValue
    from events.pinned import rulebook_of
    from scoring.formats.round_robin import standings_node

    rows = NodeValue.objects.filter(competition=competition, node__in=["setup", "encounter"]).values_list("node", "key", "value")
    values = {(node, key): json.loads(value) for node, key, value in rows}
    setup = values.pop(("setup", ""))
    return standings_node(rulebook_of(competition), setup, values.values())


def measure() -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from events import ledger, standings
    from events.access import CHIEF, Actor
    from tests.bench.figures import best_of, show

    competition, last = make()
    competition.refresh_from_db()
    began = time.perf_counter()
    standings.recompute(competition.pk, "worker")
    show("recompute_200x9_from_nothing", (time.perf_counter() - began) * 1000, "ms")

    with CaptureQueriesContext(connection) as queries:
        rows = ranked(competition)["standings"]
    if len(rows) != TEAMS or len({row["split_by"] for row in rows}) < 3:
        raise RuntimeError("this event does not use the chain")
    show("standings_200x9_full_chain", best_of(7, lambda: ranked(competition)) * 1000, "ms", "bar", BAR_MS)
    show("standings_200x9_queries", len(queries), "queries", "bar", BAR_QUERIES)

    by = Actor("g00000000000b", frozenset({CHIEF}), competition.event_id)
    waits = []
    for kind in ("table_closed", "table_reopened") * 3:
        with ledger.locked(competition) as book:
            ledger.append(book, kind=kind, body={"match": last}, by=by, match=last)
        began = time.perf_counter()
        standings.recompute(competition.pk, "worker")
        waits.append(time.perf_counter() - began)
    show("recompute_200x9_after_one_entry", min(waits) * 1000, "ms")


if __name__ == "__main__":
    django.setup()
    measure()
