"""axe-core in a page: what WCAG 2.2 A and AA and good practice forbid, of serious and critical impact."""

from functools import cache
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Page

SERIOUS = frozenset({"serious", "critical"})
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = """
async (tags) => {
  const found = await axe.run(document, {resultTypes: ["violations"], runOnly: {type: "tag", values: tags}});
  return found.violations.map((one) => ({
    rule: one.id, impact: one.impact, help: one.help,
    nodes: one.nodes.map((node) => [node.target.join(" "), node.html.slice(0, 160), (node.failureSummary || "").slice(0, 260)]),
  }));
}
"""


@cache
def source() -> str:
    """axe.min.js as the package ships it: nothing is fetched."""
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, impacts: frozenset[str] = SERIOUS) -> list[dict[str, Any]]:
    """What axe finds on the page as it stands now; the page's content security policy does not bind the debugger that asks."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(source())
    return [one for one in page.evaluate(RUN, RULES) if one["impact"] in impacts]


def told(found: list[dict[str, Any]]) -> str:
    """One line a node: rule, where, what."""
    return "\n".join(f"{one['rule']} ({one['impact']}): {' | '.join(node)}" for one in found for node in one["nodes"][:4])
