"""What holds for every page of a competition, whatever its format: structure, labels, policy, weight, links, and English all through."""

import json
import re
from collections.abc import Callable

import pytest

from events.models import Match
from events.pinned import rulebook_of
from tests.cast import Stage, team_name
from tests.pages.conftest import Visitor, path
from tests.pages.document import Element
from tests.pages.halls import chaodipi_hall, finished_rooms, gomoku_hall, pairs_hall, won_gomoku
from tests.pages.test_frame import HEAVIEST, STATIC
from tests.pages.three_halls import beans_hall, final_hall, health_hall, ladder_hall, repechage_hall, stack_hall, ten_hall, travelling_hall

pytestmark = pytest.mark.django_db

HALLS = {
    "chaodipi": chaodipi_hall,
    "gomoku": gomoku_hall,
    "won": won_gomoku,
    "rooms": finished_rooms,
    "pairs": lambda: pairs_hall(rounds=2),
    "groups": health_hall,
    "final": final_hall,
    "stacks": stack_hall,
    "beans": beans_hall,
    "stages": repechage_hall,
    "cut": ten_hall,
    "travelling": travelling_hall,
    "ladder": ladder_hall,
}
CHINESE = re.compile(r"[㐀-鿿]")


@pytest.fixture(params=HALLS)
def played(request: pytest.FixtureRequest) -> Stage:
    return HALLS[request.param]()


def addresses(stage: Stage) -> dict[str, str]:
    match = Match.objects.filter(competition=stage.competition).order_by("pk").first()
    assert match is not None
    entrant = next(iter(stage.entrants.values()))[0]
    form = rulebook_of(stage.competition).format
    key = stage.teams[0] if form == "rooms_round_robin" else entrant
    found = {
        "board": path(stage),
        "fragment": path(stage, "?fragment=board"),
        "why": path(stage, f"why/{key}/"),
        "rounds": path(stage, "rounds/"),
        "round": path(stage, "rounds/1/"),
        "later": path(stage, f"rounds/{min(2, len(json.loads(stage.competition.snapshot.body)['rounds']))}/"),
        "match": path(stage, f"tables/{match.code}/"),
        "ledger": path(stage, "ledger/"),
        "rules": path(stage, "rules/"),
        "home": f"/e/{stage.event.code}/?q={team_name(0)}",
    }
    return found | ({"traveller": path(stage, "boards/1/")} if form == "mitchell" else {})


def test_structure_labels_policy_and_weight(played: Stage, visitor: Visitor) -> None:
    for name, address in addresses(played).items():
        response = visitor.get(address)
        assert response.status_code == 200, name
        document = visitor.page(address)
        assert name == "fragment" or len(document.all("h1")) == 1, name
        ids = [element.get("id") for element in document if element.get("id")]
        assert len(ids) == len(set(ids)), (name, {one for one in ids if ids.count(one) > 1})
        for control in [*document.all("button"), *document.all("a")]:
            assert control.text or control.get("aria-label"), (name, control)
        for table in document.all("table"):
            assert table.all("caption"), name
            assert all(head.get("scope") for head in table.all("th")), (name, table.one("caption").text)
        for element in document:
            assert "style" not in element.attributes, (name, element)
            assert not [key for key in element.attributes if key.startswith("on")], (name, element)
        assert not re.search(r"https?://|[\"'=]//", response.content.decode()), name
        assert not response.cookies, name
        assert len(response.content) + sum(_weight(element) for element in document) < HEAVIEST, name


def _weight(element: Element) -> int:
    source = element.get("src") if element.tag == "script" else element.get("href") if element.tag == "link" else ""
    return (STATIC / source.removeprefix("/static/")).stat().st_size if source else 0


def test_every_link_leads_somewhere(played: Stage, visitor: Visitor) -> None:
    seen: set[str] = set()
    for address in addresses(played).values():
        for link in visitor.page(address).all("a"):
            href = link.get("href").split("#")[0]
            seen.add(address.split("?")[0] + href if href.startswith("?") else href)
    for href in sorted(seen - {""}):
        assert visitor.get(href).status_code == 200, href


def test_english_is_english_but_for_names(played: Stage, another: Callable[[], Visitor]) -> None:
    visitor = another().speaks("en")
    names = [name for name in _names(played) if CHINESE.search(name)]
    for name, address in addresses(played).items():
        text = visitor.page(address).text
        for known in sorted(names, key=len, reverse=True):
            text = text.replace(known, "")
        found = re.findall(r".{0,20}[㐀-鿿]+.{0,20}", re.sub(r"0\d\d·[^ ]*|简 简体中文|繁 繁體中文", "", text))
        assert not found, (name, found[:5])


def _names(stage: Stage) -> list[str]:
    players = stage.competition.entrants.values_list("players__name", flat=True)
    teams = stage.competition.teams.values_list("name", flat=True)
    return [*players, *teams, stage.event.name, stage.competition.name, "掼蛋团体赛", "炒地皮"]
