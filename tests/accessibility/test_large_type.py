"""字大 and ordinary size, measured: what can be pressed is large enough, no letter is too small, nothing scrolls sideways."""

import pytest

from tests.accessibility.house import NARROW, WIDE, House
from tests.accessibility.measures import controls, letters, sideways
from tests.accessibility.table_states import states

pytestmark = pytest.mark.browser

HALLS = ("gd", "health")
FINGER = 44  # in ordinary size
THUMB = 96  # a key of the table page in 字大
READ = 22
# On the table page in 字大: what is no answer may be lower, so that the answers fit: tabs, the header's keys, folded lines.
LOWER = ("tabs", "sizeb", "chip", "how", "tongues", "fold", "undo", "skip", "redo")
# The keys of a number stand many in a row: on a phone alone they may be lower, on a tablet there is room for a thumb on each.
LOWER_ON_A_PHONE = ("tens", "pad")


def _lower(control: dict[str, object], size: tuple[int, int]) -> bool:
    marks = f"{control['classes']} {control['within']}".split()
    lower = LOWER + LOWER_ON_A_PHONE if size == NARROW else LOWER
    return control["kind"] == "summary" or any(mark in marks for mark in lower)


@pytest.mark.parametrize("code", HALLS)
@pytest.mark.parametrize("size", [NARROW, WIDE])
def test_keys_and_letters_of_the_table_page(house: House, code: str, size: tuple[int, int]) -> None:
    page = house.device(code, size=size, big=True)
    for state in states(page):
        small = [key for key in controls(page) if key["height"] < (FINGER if _lower(key, size) else THUMB)]
        assert not small, (state, small)
        tiny = [text for text in letters(page) if text["size"] < READ]
        assert not tiny, (state, tiny)
        assert sideways(page) <= 0, state


PAGES = ("/e/gd/guandan/", "/e/health/other/", "/e/gd/guandan/rounds/1/", "/e/gd/guandan/desk/", "/e/health/other/desk/", "/login/", "/")


@pytest.mark.parametrize("path", PAGES)
def test_letters_of_pages_in_large_type(house: House, path: str) -> None:
    """The cross-table is the one exception on a phone: what it holds stands in the list above it, large."""
    for size in (NARROW, WIDE):
        page = house.page(house.session("chief_referee", "gd" if "gd" in path else "health"), size=size, big=True)
        page.goto(house.rig.hall_url + path)
        tiny = [text for text in letters(page) if text["size"] < READ and not text["in_cross"]]
        assert not tiny, (size, tiny)
        assert sideways(page) <= 0, size
        page.close()


@pytest.mark.parametrize("path", [*PAGES, "/e/gd/guandan/setup/", "/e/gd/guandan/desk/tables/r1-1v4-p1/", "/new/", "/e/gd/guandan/rules/"])
def test_a_finger_hits_every_control_on_a_phone(house: House, path: str) -> None:
    code = "gd" if "gd" in path else "health"
    role = "organiser" if path.endswith(("/new/", "/setup/")) else "chief_referee"
    page = house.page(house.session(role, code))
    page.goto(house.rig.hall_url + path)
    small = [one for one in controls(page) if one["height"] < FINGER and one["kind"] not in ("a",) and one["classes"] != "link"]
    assert not small, small
    assert sideways(page) <= 0
    page.close()


def test_control_a_small_key_is_seen(house: House) -> None:
    page = house.page(big=True)
    page.goto(f"{house.rig.hall_url}/login/")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<button>x</button><p class=tiny>y</p>')")
    page.evaluate("document.querySelector('main p.tiny').style.fontSize = '12px'")
    page.evaluate("document.querySelector('main > button').style.cssText = 'height:20px;min-height:0;padding:0'")
    assert [one["height"] for one in controls(page) if one["name"] == "x"] == [20]
    assert [one["size"] for one in letters(page) if one["text"] == "y"] == [12]
    page.close()
