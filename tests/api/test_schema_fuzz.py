"""S3: whatever is sent, right or wrong, the answer is one the description promises; never a 5xx, and never without the right.

Schemathesis generates the cases from the served description and calls the WSGI application in this process. Addresses get real
ids most of the time, so that the cases reach the handlers instead of dying at the door: the last assertion counts that.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.middleware.csrf import _get_new_csrf_string
from django.test import Client
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_schema_conformance,
    status_code_conformance,
)

from events.access import ACTIONS
from events.models import Competition, Grant
from tests.api.caller import RECORD, competition_path, device, new_key, table_path
from tests.api.matrix import MATRIX, OPEN, PUBLIC, SECRET, STAFF, evidence_of, ids_of, routes
from tests.cast import Stage, small_event

pytestmark = pytest.mark.django_db
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance, ignored_auth]
EXAMPLES = 4  # of each operation and mode that a caller may use
# One case of what a caller may not, for one caller in turn: the matrix of permissions asks for each of them.
IN_TURN = 3
REJECTED = {401, 403, 404}


@dataclass(slots=True)
class Person:
    """A caller: its role in the event, and what its browser sends along."""

    role: str
    headers: dict[str, str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)

    def may(self, needed: str) -> bool:
        if needed in {PUBLIC, OPEN, SECRET}:
            return True
        return self.role == "organiser" if needed == STAFF else self.role in ACTIONS[needed]


def signed_in(user: User, role: str) -> Person:
    client, token = Client(), _get_new_csrf_string()
    client.force_login(user)
    return Person(role, {"X-CSRFToken": token}, {"sessionid": client.cookies["sessionid"].value, "csrftoken": token})


def needs() -> dict[tuple[str, str], str]:
    """(path, method) of the description -> what the matrix says it needs."""
    found: dict[tuple[str, str], str] = {}
    for route in routes():
        path = "/api/v1/" + "/".join(
            "{" + part[1:-1].split(":")[1] + "}" if part.startswith("<") else part for part in route.pattern.split("/")
        )
        found |= {(path, method): needed for method, needed in MATRIX[route.name].items()}
    return found


@contextmanager
def one_connection() -> Iterator[None]:
    """The test's transaction lives on its connection, which a request must not close. Django's own test client does the same, and
    connects the signals again after each of its requests: so no such client inside."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


@pytest.fixture
def stage(db: None) -> Stage:
    stage = small_event(2, 1, code="hall")
    assert device(stage).post(table_path(stage) + "hands/", {"record": RECORD}).status_code == 201
    evidence_of(stage, 0)
    about = {"match": stage.match().code, "subject": "revoke", "number": 5}
    assert device(stage).post(f"{competition_path(stage)}disputes/", about).status_code == 201
    return stage


@dataclass(slots=True)
class Fuzz:
    """Runs cases and counts what came back. Undoes what would shut the event for the cases that follow."""

    stage: Stage
    ids: dict[str, str]
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def run(self, operation: Any, mode: Any, person: Person, examples: int) -> None:
        @seed(20)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=False,
        )
        @given(case=operation.as_strategy(generation_mode=mode), real=st.integers(0, 9).map(lambda number: number != 7))
        def cases(case: Any, real: bool) -> None:
            self.one(case, person, real=real)

        cases()

    def one(self, case: Any, person: Person, *, real: bool) -> None:
        if real:
            case.path_parameters = {name: self.ids[name] for name in case.path_parameters or {}}
            if any(name.lower() == "idempotency-key" for name in case.headers or {}):
                case.headers["Idempotency-Key"] = new_key()
        if person.cookies:  # credentials that were made up would take the place of the caller's own
            case.cookies = {name: value for name, value in (case.cookies or {}).items() if name != "sessionid"}
            case.headers = {name: value for name, value in (case.headers or {}).items() if name.lower() != "authorization"}
            case._has_explicit_auth = True  # as schemathesis's own authentication hooks mark it
        try:
            response = case.call(headers=person.headers, cookies=person.cookies)
            self.statuses[response.status_code] += 1
            case.validate_response(response, checks=CHECKS, headers=person.headers)
        except (Exception, FailureGroup) as fault:  # every kind counts: a crash of the application as much as a broken promise
            self.faults.append(f"{person.role}: {case.method} {case.path}: {told(fault)}"[:3000])
        if case.method.upper() != "GET":
            self.open_again()

    def open_again(self) -> None:
        Competition.objects.filter(pk=self.stage.competition.pk).exclude(visibility="provisional").update(visibility="provisional")
        Grant.objects.filter(event=self.stage.event, user__in=[self.stage.users["organiser"], self.stage.users["referee"]]).update(
            revoked_at=None
        )


def told(fault: BaseException) -> str:
    return "; ".join(f"{type(one).__name__} {one}" for one in getattr(fault, "exceptions", [fault]))


def operations(app: Any) -> Iterator[Any]:
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", app=app)
    for result in schema.get_all_operations():
        yield result.ok()  # type: ignore[union-attr]


def test_no_case_breaks_a_promise(stage: Stage) -> None:
    needed = needs()
    fuzz = Fuzz(stage, ids_of(stage))
    people = [Person("nobody"), signed_in(stage.users["referee"], "referee"), signed_in(stage.users["organiser"], "organiser")]
    modes: Callable[[str], Any] = schemathesis.GenerationMode
    with one_connection():
        for place, operation in enumerate(operations(get_wsgi_application())):
            for number, person in enumerate(people):
                allowed = person.may(needed[operation.path, operation.method.upper()])
                if not allowed and (place + number) % IN_TURN:
                    continue
                for mode in ("positive", "negative") if allowed else ("positive",):
                    try:
                        fuzz.run(operation, modes(mode), person, EXAMPLES if allowed else 1)
                    except Exception as fault:
                        # An operation without anything that can be wrong has no negative cases.
                        if mode == "positive" or type(fault).__name__ not in {"Unsatisfiable", "SkipTest", "Skipped"}:
                            raise
    total = sum(fuzz.statuses.values())
    assert not fuzz.faults, "\n\n".join(fuzz.faults[:10])
    assert total >= 1000, (total, fuzz.statuses)
    assert not [status for status in fuzz.statuses if status >= 500], fuzz.statuses
    rejected = sum(count for status, count in fuzz.statuses.items() if status in REJECTED)
    assert rejected / total < 0.2, fuzz.statuses
    assert {200, 201, 409, 422} <= set(fuzz.statuses)
