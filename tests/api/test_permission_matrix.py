"""S1: nobody reaches what is another's. Every route of the resolver, every method, every kind of caller, ids of others everywhere."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps

from events import actors
from events.access import ACTIONS, Actor
from events.api import doors
from events.models import Competition, Grant, HandRecord, Player, Team
from events.services.devices import device_revoke
from events.services.events import event_change
from events.services.matches import table_call
from events.services.publishing import visibility_set
from events.services.teams import player_rename, team_rename
from tests.api.caller import RECORD, Caller, competition_path, device, refusal, table_path
from tests.api.matrix import BODIES, MATRIX, OPEN, PUBLIC, SECRET, STAFF, Route, address, body, evidence_of, ids_of, players_of, routes
from tests.cast import Cast, Stage, make_cast, round_open, small_event

pytestmark = pytest.mark.django_db
ROLES = ("organiser", "chief_referee", "referee", "scorer", "checker", "auditor")


def test_every_route_is_in_the_matrix() -> None:
    found = {route.name: {method for method in route.methods if method != "OPTIONS"} for route in routes() if route.name != "elsewhere"}
    assert found == {name: set(methods) for name, methods in MATRIX.items() if name != "elsewhere"}
    assert {action for methods in MATRIX.values() for action in methods.values()} - {PUBLIC, OPEN, SECRET, STAFF} <= set(ACTIONS)


@dataclass(slots=True)
class Findings:
    """What the matrix found: how many checks were made, and each that failed."""

    checks: int = 0
    wrong: list[str] = field(default_factory=list)

    def check(self, response: Any, wanted: set[int], what: str, secrets: frozenset[str] = frozenset()) -> None:
        self.checks += 1
        if response.status_code not in wanted:
            self.wrong.append(f"{what}: {response.status_code}, wanted {sorted(wanted)}")
        if response.status_code == 404:
            text = response.content.decode()
            self.wrong += [f"{what}: tells {secret}" for secret in secrets if secret in text]


@pytest.fixture
def cast(db: None) -> Cast:
    """Four events with names of their own, one hand entered in each; the second round only in those that are not `a1`."""
    cast = make_cast()
    for place, (code, stage) in enumerate(cast.stages.items()):
        mark(stage, code)
        evidence_of(stage, place)
        assert device(stage).post(table_path(stage) + "hands/", {"record": RECORD}, key=f"first-hand-{code}").status_code == 201
        about = {"match": stage.match().code, "subject": "revoke", "number": 5}
        assert device(stage).post(f"{competition_path(stage)}disputes/", about, key=f"first-dispute-{code}").status_code == 201
        if code != "a1":
            round_open(competition=stage.competition, number=2, by=stage.organiser, force=True, reason="试")
    return cast


def mark(stage: Stage, code: str) -> None:
    """Gives a stage names that stand nowhere else."""
    event_change(event=stage.event, changes={"name": f"{code}之赛", "host": f"{code}之主办", "venue": f"{code}之馆"}, by=stage.organiser)
    for place, team in enumerate(Team.objects.filter(competition=stage.competition)):
        team_rename(competition=stage.competition, team=team.pid, name=f"{code}之队{place}", by=stage.organiser)
    for player in Player.objects.filter(entrant__competition=stage.competition):
        player_rename(competition=stage.competition, player=player.pid, name=f"{code}之员", by=stage.organiser)


def secrets_of(stage: Stage) -> frozenset[str]:
    """What an answer to a stranger must not hold: ids, hashes, names, accounts."""
    hands = HandRecord.objects.filter(match__competition=stage.competition).values_list("hash", flat=True)
    grants = Grant.objects.filter(event=stage.event).values_list("pid", flat=True)
    pids = [stage.event.pid, stage.competition.pid, *stage.teams, *(pid for pair in stage.entrants.values() for pid in pair)]
    names = [f"{stage.event.code}之", *(user.username for user in stage.users.values())]
    return frozenset([*pids, *players_of(stage), *hands, *grants, *names])


def strangers(cast: Cast) -> Iterator[tuple[str, Caller]]:
    """Callers without any part in `a1`."""
    yield "nobody", Caller()
    yield "an account without grants", Caller(user=cast.stranger)
    yield "the other organiser", Caller(user=cast.b1.users["organiser"])
    for role in ROLES[1:]:
        yield f"{role} of the organiser's other event", Caller(user=cast.a2.users[role])
    yield "chief referee of another's event", Caller(user=cast.b1.users["chief_referee"])
    yield "device of the organiser's other event", device(cast.a2, 1, "NS")
    yield "checking device of the organiser's other event", device(cast.a2, 1, "EW")
    yield "device of another's event", device(cast.b1, 1, "NS")
    yield "revoked device", revoked(cast.a1)


def revoked(stage: Stage) -> Caller:
    caller = device(stage, 3, "NS")
    device_revoke(event=stage.event, device=stage.devices[3, "NS"].device.pid, by=stage.organiser)
    return caller


def expected_of_stranger(route: Route, method: str, who: str, *, hidden: bool) -> set[int]:
    if method not in MATRIX[route.name]:
        return {405}
    if who == "revoked device" and route.name not in {"pair", "docs"}:
        return {401}
    match MATRIX[route.name][method]:
        case "open":
            return {200}
        case "secret":
            return {404}
        case "staff":
            return {401} if who == "nobody" else {201, 403}
        case "public" if hidden and route.of_event:
            return {404}
        case "public":
            return {200}
        case _:
            return {401} if who == "nobody" else {404}


def walk_strangers(cast: Cast, findings: Findings, *, hidden: bool, only: str = "") -> None:
    """`only`: callers whose description holds this word."""
    target, ids, secrets = cast.a1, ids_of(cast.a1), secrets_of(cast.a1)
    for who, caller in strangers(cast):
        if only not in who:
            continue
        for route in routes():
            if route.name == "elsewhere" or (hidden and route.name == "competitions"):
                continue
            for method in ("GET", "POST", "PATCH", "DELETE"):
                if method not in route.methods and method in {"PATCH", "DELETE"}:
                    continue
                path = address(route, ids)
                response = ask(caller, route, method, path, target)
                wanted = expected_of_stranger(route, method, who, hidden=hidden)
                findings.check(response, wanted, f"{who}: {method} {path}", secrets)


def ask(caller: Caller, route: Route, method: str, path: str, stage: Stage) -> Any:
    if method != "GET":
        return caller.send(method, path, body(route, method, stage))
    return caller.get(path, Accept="*/*")


def facts() -> Mapping[str, Any]:
    """Everything stored but sessions, refusals, contacts and the strangers' own new events."""
    left_out = {"Session", "Refusal", "LogEntry"}
    found = {}
    for model in apps.get_models():
        if model.__name__ not in left_out:
            rows = model._default_manager.order_by("pk").values()
            found[model.__name__] = [
                {name: value for name, value in row.items() if name not in {"last_seen_at", "last_login"}} for row in rows
            ]
    return found


def test_strangers_get_nothing(cast: Cast) -> None:
    findings = Findings()
    cast.a1.event.refresh_from_db()
    list(strangers(cast))  # pairs and revokes the devices before the count
    before = facts()
    walk_strangers(cast, findings, hidden=False)
    after = facts()
    made = {row["code"] for row in after["Event"]} - {row["code"] for row in before["Event"]}
    assert [row for row in after["Event"] if row["code"] not in made] == before["Event"]  # staff accounts may found their own
    for name in set(after) - {"Event", "Grant"}:
        assert after[name] == before[name], name
    assert not findings.wrong, "\n".join(findings.wrong[:30])
    assert findings.checks >= 1000, findings.checks


def test_a_hidden_competition_is_not_there(cast: Cast) -> None:
    visibility_set(competition=cast.a1.competition, visibility="hidden", by=cast.a1.organiser)
    findings = Findings()
    walk_strangers(cast, findings, hidden=True)
    listed = Caller().get(f"events/{cast.a1.event.code}/competitions/")
    findings.check(listed, {404}, "the list of a hidden event", secrets_of(cast.a1))
    assert cast.a1.event.code not in Caller().get("events/").content.decode()
    for role in ("organiser", "chief_referee", "referee", "auditor"):
        for path in ("", "standings/", "ledger/", "tables/", "teams/"):
            answer = Caller(user=cast.a1.users[role]).get(f"events/a1/competitions/guandan/{path}")
            findings.check(answer, {200}, f"{role} of the hidden event: {path}")
    own = device(cast.a1, 1, "NS")
    for path, wanted in (("", 200), ("tables/", 200), ("standings/", 404), ("ledger/", 404), (f"tables/{cast.a1.match(2).code}/", 404)):
        findings.check(own.get(f"events/a1/competitions/guandan/{path}"), {wanted}, f"device of the hidden event: {path}")
    assert [row["table"] for row in own.get("events/a1/competitions/guandan/tables/").json()["results"]] == [1]
    assert not findings.wrong, "\n".join(findings.wrong[:30])


def test_lower_roles_are_told_that_they_may_not(cast: Cast) -> None:
    """Inside the event: each role without the action gets 403, and nothing happens."""
    findings, ids = Findings(), ids_of(cast.a1)
    callers = {role: Caller(user=cast.a1.users[role]) for role in ROLES}
    before = facts()
    for route in routes():
        for method, action in MATRIX[route.name].items():
            if action not in ACTIONS:
                continue
            for role in set(ROLES) - ACTIONS[action]:
                path = address(route, ids)
                response = ask(callers[role], route, method, path, cast.a1)
                findings.check(response, {403}, f"{role}: {method} {path}")
                if response.status_code == 403:
                    assert refusal(response, 403)["code"] == "role_may_not"
    assert facts() == before
    assert not findings.wrong, "\n".join(findings.wrong[:30])
    assert findings.checks > 120


def test_a_device_of_another_table_may_not(cast: Cast) -> None:
    findings, ids = Findings(), ids_of(cast.a1)
    callers = {"NS": device(cast.a1, 2, "NS"), "EW": device(cast.a1, 2, "EW")}
    before = facts()
    for route in routes():
        if not route.of_table:
            continue
        for method, action in MATRIX[route.name].items():
            if action in ACTIONS:
                for side, caller in callers.items():
                    findings.check(ask(caller, route, method, address(route, ids), cast.a1), {403}, f"{side} of table 2: {route.name}")
    assert facts() == before
    assert not findings.wrong, "\n".join(findings.wrong)
    assert findings.checks >= 26


def test_those_who_may_are_let_through(cast: Cast) -> None:
    """Or the matrix would pass on a service that refuses everyone."""
    stage, ids = cast.a1, ids_of(cast.a1)
    callers = {role: Caller(user=user) for role, user in stage.users.items()}
    for route in routes():
        for method, action in MATRIX[route.name].items():
            if action in ACTIONS:
                for role in sorted(ACTIONS[action] & {"organiser", "chief_referee", "referee", "auditor"}):
                    response = ask(callers[role], route, method, address(route, ids), stage)
                    competence = response.status_code == 403 and response.json()["code"] in {
                        "not_competent",
                        "organiser_forces",
                        "enterer_confirms",
                        "second_is_another",
                    }
                    assert (
                        competence
                        or response.status_code in {200, 201, 202, 204, 409, 422}
                        or (response.status_code == 404 and route.name == "withdrawals")
                    ), f"{role}: {method} {route.name}: {response.status_code} {response.content!r}"
            elif action == PUBLIC:
                assert Caller().get(address(route, ids)).status_code in {200, 404}


def test_foreign_ids_in_the_address(cast: Cast) -> None:
    """One part of the address at a time swapped for the same organiser's other event's, then for another organiser's."""
    findings, ids = Findings(), ids_of(cast.a1)
    callers = {role: Caller(user=user) for role, user in cast.a1.users.items()}
    before = facts()
    swapped = ("match", "team", "entrant", "player", "grant", "device", "dispute", "sha256", "proposal")
    for other in (cast.a2, cast.b1):
        foreign, secrets = ids_of(other), secrets_of(other)
        for route in routes():
            for part in swapped:
                if f":{part}>" not in route.pattern:
                    continue
                for method in MATRIX[route.name]:
                    path = address(route, ids, **{part: foreign[part]})
                    for role in ("organiser", "chief_referee", "referee"):
                        response = ask(callers[role], route, method, path, cast.a1)
                        action = MATRIX[route.name][method]
                        wanted = {404} if action == PUBLIC or role in ACTIONS[action] else {403, 404}
                        if method == "DELETE":
                            wanted |= {409}  # the roster is frozen, whatever is named
                        findings.check(response, wanted, f"{role}: {method} {path}", secrets)
    assert facts() == before
    assert not findings.wrong, "\n".join(findings.wrong[:30])
    assert findings.checks > 100


def foreign_bodies(mine: Stage, other: Stage) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Bodies for routes of `mine` that name things of `other`."""
    hash_ = HandRecord.objects.filter(match__competition=other.competition)[0].hash
    yield "entrants", "organiser", {"team": other.teams[0], "names": ["张三", "李四"]}
    yield "draws", "organiser", {"draw": "teams", "order": other.teams}
    yield "draws", "organiser", {"draw": "pairs", "team": other.teams[0], "seed": "七"}
    yield "draws", "organiser", {"draw": "pairs", "team": mine.teams[0], "order": other.entrants[other.teams[0]]}
    yield "corrections", "referee", {"supersedes": hash_, "record": RECORD}
    yield "voids", "referee", {"supersedes": hash_}
    yield "confirmations", "referee", {"covers": [hash_], "reason": "代"}
    yield "line-ups", "referee", {"side": "NS", "players": players_of(other)}
    yield "rulings", "chief_referee", {"number": 1, "uphold": hash_, "clauses": ["GD-08"], "reason": "看过"}
    yield "withdrawals", "chief_referee", {"supersedes": hash_, "reason": "记错"}
    call = table_call(competition=other.competition, match=other.match().code, reason="other", by=other.actors["referee"])
    yield "calls", "referee", {"answers": call.pk}
    yield "pairing-codes", "organiser", {"competition": "only-there", "table": 1, "side": "NS"}
    for field_name in ("event", "competition", "match", "actor", "organiser"):
        yield "hands", "referee", {"record": RECORD, field_name: other.event.code}
        yield "teams", "organiser", {"name": "队", field_name: other.event.pid}


def test_foreign_ids_in_the_body(cast: Cast) -> None:
    findings = Findings()
    named = {route.name: route for route in routes()}
    for other in (cast.a2, cast.b1):
        secrets = secrets_of(other)
        bodies = list(foreign_bodies(cast.a1, other))
        before = facts()
        for name, role, content in bodies:
            response = Caller(user=cast.a1.users[role]).post(address(named[name], ids_of(cast.a1)), content)
            findings.check(response, {404, 409, 422}, f"{name} {content}", secrets)
            assert not any(secret in response.content.decode() for secret in (f"{other.event.code}之", other.competition.pid))
        assert facts() == before
    assert not findings.wrong, "\n".join(findings.wrong)


def test_foreign_ids_in_the_query(cast: Cast) -> None:
    for other in (cast.a2, cast.b1):
        match = ids_of(other)["match"]
        assert Caller().get(f"events/a1/competitions/guandan/ledger/?match={match}").json()["results"] == []
        for name in ("event", "competition", "book", "team"):
            refusal(Caller().get(f"events/a1/competitions/guandan/ledger/?{name}={other.event.code}"), 400)


def test_another_tenants_key_brings_nothing_of_his(cast: Cast) -> None:
    for code in ("a2", "b1", "b2"):
        answer = device(cast.a1).post(table_path(cast.a1) + "hands/", {"record": {**RECORD, "hand": 2}}, key=f"first-hand-{code}")
        assert answer.status_code in {200, 201}
        assert "Idempotency-Replayed" not in answer
        assert not any(secret in answer.content.decode() for secret in secrets_of(cast.stages[code]) if "之" not in secret)


def test_a_finished_event_takes_nothing_more(db: None) -> None:
    stage = finished()
    ids, callers = ids_of(stage), {role: Caller(user=user) for role, user in stage.users.items()}
    before = facts()
    allowed = {
        "competition-reopen", "event", "grants", "grant-revoke", "pairing-codes", "device-revoke", "competitions", "competition",
        "team", "player", "hand-preview", "calls",
    }  # fmt: skip
    for route in routes():
        for method, action in MATRIX[route.name].items():
            if action not in ACTIONS or method == "GET" or (route.name in allowed and method != "DELETE"):
                continue
            for role in sorted(ACTIONS[action] & {"organiser", "chief_referee", "referee"}):
                response = ask(callers[role], route, method, address(route, ids), stage)
                if route.name in {"slip", "uploads"}:
                    statuses = {result["status"] for result in response.json()["results"]}
                    assert statuses == {409}
                    continue
                assert response.status_code in {403, 404, 409, 422}, f"{role}: {method} {route.name}: {response.content!r}"
    for side in ("NS", "EW"):
        for name in ("hands", "corrections", "voids", "confirmations"):
            route = next(route for route in routes() if route.name == name)
            response = ask(device(stage, 1, side), route, "POST", address(route, ids), stage)
            assert response.status_code in {403, 409}, response.content
    assert facts() == before


def finished() -> Stage:
    """Two teams of one pair, played, confirmed and closed through the API."""
    stage = small_event(2, 1, code="done")
    covers = []
    for number in range(1, 6):
        answer = device(stage).post(table_path(stage) + "hands/", {"record": {**RECORD, "hand": number}})
        covers.append(answer.json()["entry"]["hash"])
    assert device(stage, 1, "EW").post(table_path(stage) + "confirmations/", {"covers": covers}).status_code == 201
    answer = Caller(user=stage.users["chief_referee"]).post("events/done/competitions/guandan/close/")
    assert answer.status_code == 201, answer.content
    return stage


# -- the matrix must catch what it is for


def test_control_an_unscoped_read_is_caught(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def unscoped(*, event: str, code: str, **_caller: Any) -> Competition:
        return Competition.objects.select_related("event", "book").get(event__code=event, code=code)

    visibility_set(competition=cast.a1.competition, visibility="hidden", by=cast.a1.organiser)
    monkeypatch.setattr(doors.competition_reads, "competition_visible", unscoped)
    findings = Findings()
    walk_strangers(cast, findings, hidden=True, only="nobody")
    assert any("GET" in wrong and "200, wanted [404]" in wrong for wrong in findings.wrong)


def test_control_rights_of_any_event_are_caught(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    def of_any_event(*, user: Any, event: Any) -> Actor | None:
        grant = Grant.objects.filter(user=user).first() if user.is_authenticated else None
        return Actor(grant.pid, frozenset({grant.role}), event.pk) if grant else None

    monkeypatch.setattr(actors, "for_user", of_any_event)
    findings = Findings()
    walk_strangers(cast, findings, hidden=False, only="another's event")
    assert any("POST" in wrong and "201, wanted [404]" in wrong for wrong in findings.wrong)


def test_control_every_body_would_do_something(cast: Cast) -> None:
    """The bodies name methods that exist, so that a refusal is about the caller and not about nonsense."""
    known = {(route.name, method) for route in routes() for method in route.methods}
    assert set(BODIES) <= known
