"""What a hand and an eye meet on a page: the size of every control that can be pressed, and of every letter."""

from typing import Any

from playwright.sync_api import Page

CONTROLS = """
(scope) => [...document.querySelectorAll("button, summary, select, textarea, input:not([type=hidden]), .acts a, a.btn, nav a")]
  .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.getClientRects().length)
  .map((one) => {
    const label = one.matches("[type=checkbox], [type=radio]") ? one.closest("label") : null;
    const box = (label || one).getBoundingClientRect();
    const name = one.getAttribute("aria-label") || one.innerText || one.name || one.className;
    return {name: name.trim().slice(0, 20), kind: one.tagName.toLowerCase(), classes: one.className, within: one.parentElement.className,
            width: Math.round(box.width), height: Math.round(box.height)};
  })
  .filter((one) => one.width > 1 && one.height > 1)
"""
LETTERS = """
() => {
  const found = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const holder = node.parentElement;
    if (!node.data.trim() || holder.closest("svg") || !holder.checkVisibility({visibilityProperty: true})) continue;
    const box = holder.getBoundingClientRect();
    if (box.width <= 1) continue;
    found.push({text: node.data.trim().slice(0, 20), size: parseFloat(getComputedStyle(holder).fontSize), classes: String(holder.className),
                in_cross: Boolean(holder.closest(".t.x"))});
  }
  return found;
}
"""


def controls(page: Page) -> list[dict[str, Any]]:
    """Every visible control with the size of what can be hit, in CSS pixels; a box to tick counts with its label."""
    found: list[dict[str, Any]] = page.evaluate(CONTROLS)
    return found


def letters(page: Page) -> list[dict[str, Any]]:
    """Every visible text outside drawings with its size in CSS pixels."""
    found: list[dict[str, Any]] = page.evaluate(LETTERS)
    return found


def sideways(page: Page) -> int:
    """By how many pixels the page can be scrolled sideways."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
