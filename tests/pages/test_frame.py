"""What holds for every page: policy, structure, labels, language, weight, and nothing from outside."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cast import Stage
from tests.pages.conftest import Visitor, path
from tests.pages.document import Element

pytestmark = pytest.mark.django_db

STATIC = Path(__file__).resolve().parents[2] / "static"
HEAVIEST = 150_000  # bytes of a first load, styles and scripts included


def addresses(stage: Stage) -> dict[str, str]:
    return {
        "events": "/",
        "event": f"/e/{stage.event.code}/",
        "found": f"/e/{stage.event.code}/?q=小明",
        "board": path(stage),
        "why": path(stage, f"why/{stage.teams[0]}/"),
        "rounds": path(stage, "rounds/"),
        "round": path(stage, "rounds/2/"),
        "match": path(stage, f"tables/{stage.match(1, 2).code}/"),
        "ledger": path(stage, "ledger/"),
        "rules": path(stage, "rules/"),
        "login": "/login/",
        "login_link": "/login/some-secret/",
    }


def test_a_page_has_one_title_a_language_and_a_way_past_the_frame(stage: Stage, another: Callable[[], Visitor]) -> None:
    for language, lang in (("zh-hans", "zh-Hans"), ("en", "en")):
        visitor = another().speaks(language)
        for name, address in addresses(stage).items():
            document = visitor.page(address)
            assert len(document.all("h1")) == 1, name
            assert document.one("html").get("lang") == lang, name
            assert document.one("a", "skip").get("href") == "#" + document.one("main").get("id"), name
            assert document.one("title").text, name


def test_every_field_has_a_label_and_every_id_is_used_once(stage: Stage, visitor: Visitor) -> None:
    for name, address in addresses(stage).items():
        document = visitor.page(address)
        labelled = {label.get("for") for label in document.all("label")}
        for tag in ("input", "select", "textarea"):
            for entry in document.all(tag):
                assert entry.get("type") == "hidden" or entry.get("id") in labelled, (name, entry)
        ids = [element.get("id") for element in document if element.get("id")]
        assert len(ids) == len(set(ids)), name
        for control in [*document.all("button"), *document.all("a")]:
            assert control.text or control.get("aria-label"), (name, control)
        for table in document.all("table"):
            assert table.all("caption"), name
            assert all(head.get("scope") for head in table.all("th")), (name, table.one("caption").text)


def test_nothing_runs_inline_and_nothing_comes_from_outside(stage: Stage, visitor: Visitor) -> None:
    for name, address in addresses(stage).items():
        response = visitor.get(address)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"https?://|[\"'=]//", response.content.decode()), name
        document = visitor.page(address)
        assert not document.all("style"), name
        for element in document:
            assert "style" not in element.attributes, (name, element)
            assert not [key for key in element.attributes if key.startswith("on")], (name, element)
            if element.tag == "script":
                assert element.get("src").startswith("/static/"), name
                assert not element.text, name


NAME_OF_SVG = "'http://www.w3.org/2000/svg'"  # a name that scripts must give to drawn elements; nothing is fetched there


def test_styles_and_scripts_fetch_nothing_from_outside() -> None:
    for file in [*STATIC.glob("css/*.css"), *STATIC.glob("js/*.js")]:
        text = file.read_text(encoding="utf-8").replace(NAME_OF_SVG, "")
        assert not re.search(r"https?://|@import|@font-face", text), file.name


def test_a_spectator_gets_no_cookie_and_a_light_page(stage: Stage, visitor: Visitor) -> None:
    for name, address in addresses(stage).items():
        response = visitor.get(address)
        if not name.startswith("login"):
            assert not response.cookies, name
        weight = len(response.content) + sum(_weight(element) for element in visitor.page(address))
        assert weight < HEAVIEST, name


def _weight(element: Element) -> int:
    source = element.get("src") if element.tag == "script" else element.get("href") if element.tag == "link" else ""
    return (STATIC / source.removeprefix("/static/")).stat().st_size if source else 0


def test_every_link_of_the_pages_leads_somewhere(stage: Stage, visitor: Visitor) -> None:
    seen: set[str] = set()
    for address in addresses(stage).values():
        for link in visitor.page(address).all("a"):
            href = link.get("href").split("#")[0]
            if href.startswith("?"):
                href = address.split("?")[0] + href
            seen.add(href)
    for href in sorted(seen - {""}):
        assert visitor.get(href).status_code == 200, href


def test_a_rehearsal_says_so_on_every_page_and_others_do_not(stage: Stage, visitor: Visitor) -> None:
    assert not visitor.page(path(stage)).all("p", "rehearsal")
    stage.event.simulated = True
    stage.event.save()
    for name, address in addresses(stage).items():
        if name not in {"events", "login", "login_link"}:
            assert "试打" in visitor.page(address).one("p", "rehearsal").text, name
    assert "试打" in visitor.page("/").one("main").text
