"""Every screen of a running service, taken from its own resolver: whatever a route answers as a page is looked at.

A route that is added is found here by itself; one that no address could be made for is reported as not looked at.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from tests.accessibility.house import ROLES, House

# Parameters whose value is the same in every hall.
FIXED = {"act": ["close"], "app_label": ["events"], "id": ["1"], "about": ["1-1-"], "sha256": ["0" * 64]}
# Taken from the hall's facts; `team` is a team, or where entrants are ranked an entrant.
OF_THE_HALL = frozenset({"event", "competition", "match", "number", "team", "device", "dispute", "proposal", "announcement", "call"})
# Never pages: answers for programs. Their own tests look at them.
NOT_FOR_EYES = ("api/", "live/")


@dataclass(frozen=True, slots=True)
class Route:
    """One pattern of the resolver: its name, its path with `<parameters>`, their names."""

    name: str
    path: str
    parameters: tuple[str, ...]


def routes() -> list[Route]:
    """Every route outside the API; the administration's with its namespace."""
    return [route for route in _walk(get_resolver(), "", "") if not route.path.startswith(NOT_FOR_EYES)]


def _walk(resolver: URLResolver, prefix: str, namespace: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern).removeprefix("^").removesuffix("$").removesuffix(r"\Z")
        if isinstance(entry, URLResolver):
            yield from _walk(entry, path, f"{namespace}{entry.namespace}:" if entry.namespace else namespace)
        elif isinstance(entry, URLPattern):
            yield Route(f"{namespace}{entry.name}", path, tuple(re.findall(r"<(?:\w+:)?(\w+)>", path)))


def addresses(route: Route, hall: Mapping[str, Any]) -> list[str]:
    """What the route's path becomes in a hall; several where a parameter has several values."""
    made = [f"/{route.path}"]
    for name in route.parameters:
        values = FIXED.get(name) or hall.get("more", {}).get(name) or (_listed(hall[name]) if name in OF_THE_HALL else [])
        pattern = re.compile(rf"<(?:\w+:)?{name}>")
        made = [pattern.sub(str(value), path) for path in made for value in values if value not in ("", None)]
    return made


@dataclass(frozen=True, slots=True)
class Screen:
    """A page as somebody sees it: which route it came from, in which hall, its address, and who looks."""

    route: str
    hall: str
    path: str
    session: str


def screens(house: House, route: Route, *, every_hall: bool = False) -> tuple[list[Screen], set[tuple[int, str]]]:
    """The route's pages, for the first person who may see each; and what every request was answered with."""
    found: list[Screen] = []
    answers: set[tuple[int, str]] = set()
    for code, hall in house.halls.items():
        facts = {**hall, "more": {"object_id": _rows(house, route), "secret": [house.login, hall["personal"], *_codes(hall)]}}
        for path in addresses(route, facts):
            for role in ROLES:
                answer = house.asked(path, house.session(role, code))
                answers.add(answer)
                if answer == (200, "page"):
                    found.append(Screen(route.name, code, path, house.session(role, code)))
                    break
            if found and not every_hall:
                return found, answers
    return found, answers


def _rows(house: House, route: Route) -> list[int]:
    model = route.name.removeprefix("admin:").rpartition("_")[0]
    return [house.objects[model]] if model in house.objects else []


def _codes(hall: Mapping[str, Any]) -> list[str]:
    """A pairing code that nobody has used."""
    return [codes[0] for codes in hall["secrets"].values()][:1]


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
