"""The table page in its states: each a step of somebody who sits at the table, with one look after it."""

from collections.abc import Iterator

from playwright.sync_api import Page

MOST_SHEETS = 8


def states(page: Page) -> Iterator[str]:
    """Walks from the first question on; yields a name after each step, and the page stands as it says."""
    yield "first question"
    ours = page.locator("[data-do=ours]")
    if ours.is_visible():
        ours.click()
        ours.wait_for(state="hidden")
        yield "empty"
    for name in _sheets(page):
        page.locator(f"[data-do='sheet:{name}']:visible").first.click()
        page.locator("dialog[open]").wait_for()
        yield f"sheet {name}"
        page.keyboard.press("Escape")
        page.wait_for_function("!document.querySelector('dialog[open]')")
    first = page.locator("[data-do^='pick:']:visible, #asks [data-do]:visible").first
    if first.count():
        first.click()
        yield "one answer"


def _sheets(page: Page) -> list[str]:
    found = page.locator("[data-do^='sheet:']:visible").evaluate_all("keys => keys.map((key) => key.dataset.do.slice(6))")
    return list(dict.fromkeys(found))[:MOST_SHEETS]
