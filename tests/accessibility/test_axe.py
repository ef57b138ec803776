"""axe finds nothing serious on any page: every route of the service, in the halls of the formats, and the table page's states."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.accessibility import axe
from tests.accessibility.house import NARROW, SAMPLE, WIDE, House
from tests.accessibility.screens import Route, Screen, routes, screens
from tests.accessibility.table_states import states

pytestmark = pytest.mark.browser

HALLS = (*SAMPLE, "chaodipi", "gomoku", "rooms")

# A page in the hall of every format has its own templates; elsewhere one hall shows them all.
OF_A_FORMAT = frozenset({"board", "why", "match", "desk-case"})
# These too, but they have much in common: the short run looks at one hall's, the long run at every hall's.
OF_THE_DESK = frozenset({"desk", "desk-dispute", "desk-slips"})
# One list, one row, one history and one form of the administration speak for the others; the long run looks at all.
OF_THE_ADMINISTRATION = frozenset(
    f"admin:{name}"
    for name in ("index", "password_change", "events_match_changelist", "events_match_change", "events_match_history", "events_grant_add")
)
# No page, and why.
NO_PAGE = {
    "admin:autocomplete": "for a field that no form here has",
    "admin:view_on_site": "off",
    "admin:None": "Django's old addresses and its catch-all",
    "admin:app_list": "the index shows the same",
    "qr": "a picture",
    "desk-picture": "a picture",
}


def _answered(route: Route, answers: set[tuple[int, str]]) -> bool:
    """Whether a route without a page says why: it takes forms only, sends on, or gives a piece or something for programs."""
    statuses = {status for status, _media in answers}
    if 405 in statuses or any(status == 200 and media != "page" for status, media in answers):
        return True
    if route.name.startswith("admin:") and route.name.endswith(("_add", "_delete")):
        return 403 in statuses  # nobody adds or deletes there
    return bool(statuses) and statuses <= {302, 401}


@pytest.fixture(scope="module")
def looked(house: House) -> tuple[list[Screen], list[str]]:
    """Every screen, and the routes for which none was found."""
    found: list[Screen] = []
    unseen: list[str] = []
    for route in routes():
        if route.name in NO_PAGE:
            continue
        pages, answers = screens(house, route, every_hall=route.name in OF_A_FORMAT | OF_THE_DESK)
        found += pages
        if not pages and not _answered(route, answers):
            unseen.append(f"{route.name} {route.path} {sorted(answers)}")
    return found, unseen


def test_every_route_is_looked_at(looked: tuple[list[Screen], list[str]]) -> None:
    screens_found, unseen = looked
    assert not unseen, "\n".join(unseen)
    assert len({screen.route for screen in screens_found}) > 60


def _look(house: House, screen: Screen, page: Page) -> str:
    page.goto(house.rig.hall_url + screen.path)
    return axe.told(axe.violations(page))


def _all(house: House, chosen: list[Screen], **how: object) -> None:
    wrong = {}
    for screen in chosen:
        page = house.page(screen.session, **how)  # type: ignore[arg-type]
        told = _look(house, screen, page)
        page.close()
        if told:
            wrong[f"{screen.path} {how}"] = told
    assert not wrong, "\n".join(f"{where}\n{what}" for where, what in wrong.items())


def test_pages(house: House, looked: tuple[list[Screen], list[str]]) -> None:
    sample = [screen for screen in looked[0] if not screen.route.startswith("admin:") or screen.route in OF_THE_ADMINISTRATION]
    _all(house, [screen for screen in sample if screen.hall in SAMPLE and _in_short(screen)], size=NARROW)


def _in_short(screen: Screen) -> bool:
    return screen.route not in OF_THE_DESK or screen.hall == SAMPLE[0]


def test_the_desk_is_looked_at_in_every_hall(looked: tuple[list[Screen], list[str]]) -> None:
    for route in ("desk", "desk-slips"):
        assert {screen.hall for screen in looked[0] if screen.route == route} >= set(HALLS) - {"done"}, route
    assert len({screen.hall for screen in looked[0] if screen.route == "desk-dispute"}) >= len(HALLS) - 1


@pytest.mark.parametrize("how", [{"size": WIDE}, {"size": NARROW, "big": True}, {"size": NARROW, "language": "zh-hant"}])
def test_pages_otherwise(house: House, looked: tuple[list[Screen], list[str]], how: dict[str, object]) -> None:
    _all(
        house,
        [screen for screen in looked[0] if screen.hall == "gd" and screen.route in {"board", "desk", "setup", "login", "events"}],
        **how,
    )


@pytest.mark.faults
@pytest.mark.parametrize(
    "how",
    [
        {"size": WIDE},
        {"size": NARROW, "big": True, "language": "en"},
        {"size": NARROW, "language": "zh-hant"},
    ],
)
def test_every_page(house: House, looked: tuple[list[Screen], list[str]], how: dict[str, object]) -> None:
    _all(house, looked[0], **how)


LONG = [("gomoku", {}), ("rooms", {}), ("chaodipi", {"big": True}), ("gomoku", {"big": True}), ("rooms", {"big": True})]


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("gd", {}),
        ("health", {}),
        ("pairs", {"big": True}),
        ("chaodipi", {}),
        *(pytest.param(code, how, marks=pytest.mark.faults) for code, how in LONG),
    ],
)
def test_the_table_page(house: House, code: str, how: dict[str, Any]) -> None:
    page = house.device(code, **how)
    for state in states(page):
        assert axe.told(axe.violations(page)) == "", state


ERRORS = {"/nowhere/": 404, "/size/": 405, "/e/gd/guandan/desk/": 403, "/admin/auth/user/": 403}


def test_error_pages(house: House) -> None:
    for path, status in ERRORS.items():
        page = house.page(house.session("scorer", "gd"))
        answer = page.goto(house.rig.hall_url + path)
        assert answer is not None
        assert answer.status == status, path
        assert axe.told(axe.violations(page)) == "", path


def test_sheets_for_print(house: House) -> None:
    page = house.page()
    page.goto(f"{house.rig.hall_url}/e/gd/guandan/")
    page.emulate_media(media="print")
    assert axe.told(axe.violations(page)) == ""


def test_control_a_field_without_a_label_is_caught(house: House) -> None:
    page = house.page()
    page.goto(f"{house.rig.hall_url}/login/")
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert "label (critical)" in axe.told(axe.violations(page))


def test_control_letters_too_pale_are_caught(house: House) -> None:
    page = house.page()
    page.goto(f"{house.rig.hall_url}/login/")
    page.evaluate("document.querySelector('h1').style.color = '#bbb'")
    assert "color-contrast (serious)" in axe.told(axe.violations(page))
