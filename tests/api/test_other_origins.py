"""No page of another origin reads an answer of the API: it gives no Access-Control-* header to anybody."""

from collections.abc import Iterable

import pytest
from django.http import HttpResponse

from tests.api.caller import Caller
from tests.api.matrix import PREFIX, address, ids_of, routes
from tests.cast import Stage

pytestmark = pytest.mark.django_db
ELSEWHERE = {"Origin": "https://elsewhere.test"}


def allowances(headers: Iterable[str]) -> list[str]:
    """The headers that would let another origin in."""
    return [name for name in headers if name.lower().startswith("access-control-")]


def test_no_answer_lets_another_origin_in(stage: Stage, scorer: Caller, anyone: Caller) -> None:
    ids = ids_of(stage)
    statuses = set()
    for route in routes():
        path = address(route, ids).removeprefix("/").removeprefix(PREFIX)
        for caller in (scorer, anyone):
            for method in ("OPTIONS", *route.methods):
                asked = {"Access-Control-Request-Method": "POST"} if method == "OPTIONS" else {}
                response = caller.send(method, path, {}, **ELSEWHERE, **asked)
                statuses.add(response.status_code)
                assert allowances(response.headers) == [], (method, path)
    assert {200, 405, 422} <= statuses, statuses


def test_control_an_allowance_is_seen() -> None:
    assert allowances(HttpResponse(headers={"Access-Control-Allow-Origin": "*"}).headers) == ["Access-Control-Allow-Origin"]
