"""S2: fields that are not the caller's to set are refused, and nothing personal leaves by a public door, ledger or log."""

import json
import logging
from typing import Any

import pytest

from events import standings
from events.access import ACTIONS
from events.models import LedgerEntry, Refusal, Remark, Snapshot
from tests.api.caller import RECORD, Caller, competition_path, device, ledger_head, refusal, table_path
from tests.api.matrix import BODIES, MATRIX, PUBLIC, address, body, ids_of, routes
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db

# What the service decides. None of it is read from a body.
READ_ONLY: dict[str, Any] = {
    "points": {"NS": 25, "EW": 0}, "score": 25, "seq": 1, "hash": "0" * 64, "prev": "0" * 64, "role": "chief_referee", "event": "hall",
    "organiser": "x", "actor": "g000000000000", "by": "x", "signed_by": "x", "device": "d000000000000",
    "state": "live", "id": 1, "pid": "t000000000000",
    "confirmed": True, "server_time": "2026-01-01", "rulebook_digest": "0" * 64, "made_by": "worker",
    "number_of_hands": 5, "status": 201,
}  # fmt: skip


def test_no_read_only_field_is_accepted(stage: Stage) -> None:
    """Every write, every such field beside a right body: refused by name, nothing stored."""
    callers = {role: Caller(user=user) for role, user in stage.users.items()}
    head, ids = ledger_head(stage), ids_of(stage)
    checks = 0
    for route in routes():
        for method in set(MATRIX[route.name]) & {"POST", "PATCH"}:
            may = ACTIONS.get(MATRIX[route.name][method], {"organiser"})
            caller = callers[next(role for role in ("organiser", "chief_referee", "scorer") if role in may)]
            content = body(route, method, stage)
            if not isinstance(content, dict):
                continue  # a picture: there are no fields beside it
            for name, value in READ_ONLY.items():
                if name in content or (route.name, name) == ("grants", "role") or (route.name, name) == ("events", "event"):
                    continue
                response = caller.send(method, address(route, ids), {**content, name: value})
                found = refusal(response, 422)
                assert {"code": "unknown_field", "at": name} in [
                    {"code": problem["code"], "at": problem["at"]} for problem in found["problems"]
                ], (route.name, name, found)
                checks += 1
    assert ledger_head(stage) == head
    assert checks > 400


def test_no_read_only_field_is_accepted_inside_a_record(stage: Stage, scorer: Caller) -> None:
    head = ledger_head(stage)
    for name, value in READ_ONLY.items():
        found = refusal(scorer.post(table_path(stage) + "hands/", {"record": {**RECORD, name: value}}), 422)
        assert [(problem["code"], problem["at"]) for problem in found["problems"]] == [("unknown_field", f"record.{name}")]
        item = {"key": "item-key-1", "record": RECORD, name: value}
        assert refusal(scorer.post(table_path(stage) + "slip/", {"items": [item]}), 422)
    assert ledger_head(stage) == head


CANARIES = ("110101199003071233", "13800138000", "猫头鹰甲", "canary@example.org")


@pytest.fixture
def seeded(db: None, caplog: pytest.LogCaptureFixture) -> Stage:
    """Canaries wherever people can type: accounts, device labels, reasons, refused bodies. Names of players are public by design."""
    caplog.set_level(logging.DEBUG)
    stage = small_event()
    for place, user in enumerate(stage.users.values()):
        user.first_name, user.email, user.last_name = CANARIES[0], CANARIES[3], f"{CANARIES[2]}{place}"
        user.save()
    organiser = Caller(user=stage.users["organiser"])
    code = organiser.post(f"events/{stage.event.code}/pairing-codes/", {"competition": "guandan", "table": 4, "side": "NS"}).json()
    assert Caller().post("pair/", {"secret": code["secret"], "label": CANARIES[1]}).status_code == 201
    scorer, chief = device(stage), Caller(user=stage.users["chief_referee"])
    first = scorer.post(table_path(stage) + "hands/", {"record": RECORD}).json()["entry"]["hash"]
    change = {"supersedes": first, "record": {"hand": 1, "side": "EW", "kind": "first_third"}, "reason": f"{CANARIES[2]} 说错了"}
    assert chief.post(table_path(stage) + "corrections/", change).status_code == 201
    assert chief.post(table_path(stage, 2) + "forfeits/", {"sides": ["EW"], "reason": " ".join(CANARIES)}).status_code == 201
    for bad in ({"record": {"hand": 9, CANARIES[0]: CANARIES[2]}}, {"record": {"hand": 1, "order": list(CANARIES)}}, {CANARIES[1]: 1}):
        assert scorer.post(table_path(stage) + "hands/", bad).status_code == 422
    found = refusal(scorer.post(table_path(stage) + "hands/", {"record": RECORD, "device_time": CANARIES[1]}), 422)
    assert found["problems"][0]["code"] == "not_a_time"
    standings.recompute(stage.competition.pk, "worker")
    return stage


def test_canaries_stay_where_they_are(seeded: Stage, caplog: pytest.LogCaptureFixture) -> None:
    assert Remark.objects.filter(text__contains=CANARIES[2]).count() == 2  # they are really there
    ids = ids_of(seeded)
    public = [
        (route.name, Caller().get(address(route, ids)).content.decode())
        for route in routes()
        for method, action in MATRIX[route.name].items()
        if method == "GET" and action == PUBLIC
    ]
    assert len(public) >= 12
    stored = [
        ("ledger", json.dumps([list(row) for row in LedgerEntry.objects.values_list()], ensure_ascii=False, default=str)),
        ("refusals", json.dumps([list(row) for row in Refusal.objects.values_list()], ensure_ascii=False, default=str)),
        ("snapshot", Snapshot.objects.get().body),
        ("log", caplog.text),
    ]
    for where, text in public + stored:
        for canary in CANARIES:
            assert canary not in text, f"{canary} in {where}"


def test_names_are_joined_at_the_door_and_nowhere_before(seeded: Stage) -> None:
    names = Caller().get(competition_path(seeded) + "teams/").json()["results"]
    shown = [team["name"] for team in names] + [player["name"] for team in names for pair in team["entrants"] for player in pair["players"]]
    stored = Snapshot.objects.get().body + "".join(LedgerEntry.objects.values_list("body", flat=True))
    assert shown
    assert not [name for name in shown if name in stored]


def test_every_write_was_tried() -> None:
    """The bodies of the matrix serve here too: a write without one sends an empty object, which only bare acts take."""
    bare = {
        "grant-revoke",
        "device-revoke",
        "personal-code",
        "dispute-take",
        "competition-close",
        "freeze-end",
        "proposal-second",
        "round-open",
        "round-lock",
        "round-unlock",
        "table-close",
        "table-reopen",
    }
    writes = {(name, method) for name, methods in MATRIX.items() for method in methods if method in {"POST", "PATCH"}}
    assert {name for name, _method in writes - set(BODIES)} == bare
