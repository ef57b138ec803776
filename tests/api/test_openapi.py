"""The description: committed, complete, and served with its page under the strict content security policy."""

import re
from pathlib import Path

import pytest
import yaml
from django.contrib.staticfiles import finders

from events.api.components import COMPONENTS, HAND
from events.api.description import openapi
from events.api.inputs import TABLE
from events.models import HandState
from events.services.devices import MOST_TABLE
from tests.api.caller import ROOT, Caller
from tests.api.matrix import MATRIX, routes

SNAPSHOT = Path(__file__).resolve().parents[2] / "docs" / "openapi.yaml"
REFRESH = "refresh it with: python manage.py spectacular --file docs/openapi.yaml, and say in CHANGELOG.md what changed"


def test_the_committed_description_is_the_one_served() -> None:
    committed = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    served = openapi()
    assert committed["paths"].keys() == served["paths"].keys(), REFRESH
    for path, operations in served["paths"].items():
        assert committed["paths"][path] == operations, f"{path}: {REFRESH}"
    assert committed == served, REFRESH


def test_it_is_openapi_3_1_and_covers_every_route() -> None:
    described = openapi()
    assert described["openapi"] == "3.1.1"
    operations = {(path, method.upper()) for path, methods in described["paths"].items() for method in methods}
    for route in routes():
        if route.name in {"docs", "elsewhere"}:
            continue
        path = "/" + "api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", route.pattern)
        for method in MATRIX[route.name]:
            assert (path, method) in operations, f"{method} {path} is not described"


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    text = str(openapi())
    named = set(re.findall(r"#/components/schemas/([\w-]+)", text))
    assert set(re.findall(r"#/components/responses/(\w+)", text)) == set(openapi()["components"]["responses"])
    there = set(openapi()["components"]["schemas"])
    assert named <= there
    assert set(COMPONENTS) <= named, set(COMPONENTS) - named


def test_ids_of_operations_are_unique() -> None:
    ids = [operation["operationId"] for methods in openapi()["paths"].values() for operation in methods.values()]
    assert len(ids) == len(set(ids))


def test_keyed_writes_say_so() -> None:
    described = openapi()["paths"]
    hands = described["/api/v1/events/{event}/competitions/{competition}/tables/{match}/hands/"]["post"]
    assert [parameter["name"] for parameter in hands["parameters"] if parameter["required"]] == [
        "event",
        "competition",
        "match",
        "Idempotency-Key",
    ]
    assert set(hands["responses"]) == {"200", "201", "202", "400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "503"}


@pytest.mark.django_db
def test_the_page_loads_nothing_from_elsewhere_and_nothing_inline() -> None:
    answer = Caller().client.get(ROOT + "docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    policy = answer["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "<style" not in page
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert not re.findall(r"(?:src|href)=\"(?:https?:)?//", page)
    for address in re.findall(r"(?:src|href)=\"([^\"]+)\"", page):
        if address.startswith("/static/"):
            assert finders.find(address.removeprefix("/static/")), address
        else:
            assert Caller().client.get(address.replace("&amp;", "&")).status_code == 200, address


@pytest.mark.django_db
def test_the_record_schema_is_published() -> None:
    schema = Caller().get("rulebooks/healthcup-guandan/record-schema/").json()
    assert schema["$schema"].startswith("https://json-schema.org/")
    assert openapi()["components"]["schemas"]["Record-healthcup-guandan"]["oneOf"] == schema["oneOf"]


def test_limits_and_words_of_the_description_are_those_of_the_service() -> None:
    assert TABLE.most == MOST_TABLE
    assert set(HAND["properties"]["state"]["enum"]) == set(HandState.values)
