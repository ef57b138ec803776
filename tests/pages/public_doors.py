"""Every address that somebody without a grant may read, found from the resolver: what a leak test looks through."""

import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from events.models import Competition

PART = re.compile(r"<(?:\w+:)?(\w+)>")
# What differs between two requests for the same thing: the time of day for a countdown, the token of a form.
MOVES = (re.compile(rb'data-now="\d+"'), re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"'))
FRAGMENTS = ("?fragment=board", "?fragment=row")


def addresses(competition: Competition) -> list[str]:
    """Every GET address of the pages and the API with everything that may stand in it for this competition."""
    known = {
        "event": [competition.event.code],
        "competition": [competition.code],
        "number": [str(number) for number in range(1, 5)],
        "match": list(competition.matches.order_by("code").values_list("code", flat=True)),
        "team": [*competition.teams.values_list("pid", flat=True)],
        "entrant": [*competition.entrants.values_list("pid", flat=True)],
    }
    known["team"] += known["entrant"]
    found = []
    for pattern in _walk(get_resolver().url_patterns, "/"):
        names = PART.findall(pattern)
        if pattern.startswith("/admin") or "(" in pattern or not {"event"} <= set(names) <= set(known):
            continue
        for values in itertools.product(*(known[name] for name in names)):
            filled = dict(zip(names, values, strict=True))
            address = PART.sub(_from(filled), pattern)
            found += [address, *(address + fragment for fragment in FRAGMENTS if not address.startswith("/api/"))]
    home = f"/e/{competition.event.code}/"
    return [*found, "/", *(f"{home}?q={number}" for number in range(1, 5))]


def _from(filled: Mapping[str, str]) -> Callable[[re.Match[str]], str]:
    return lambda part: filled[part[1]]


def _walk(patterns: list[Any], under: str) -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, under + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield under + str(pattern.pattern)


def read_all(client: Client, paths: list[str]) -> dict[str, tuple[int, bytes]]:
    """Address -> status and bytes, of those that a visitor may read."""
    found = {}
    for path in paths:
        response = client.get(path)
        body = response.content
        for moves in MOVES:
            body = moves.sub(b"", body)
        if response.status_code < 500:
            found[path] = (response.status_code, body)
        else:
            raise AssertionError((path, response.status_code))
    return found
