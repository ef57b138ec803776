"""A running service with halls of the formats in it, and browsers of the people who look at it."""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.rig.rig import Rig

PATIENCE = 15_000
ROLES = ("", "referee", "chief_referee", "organiser", "root")  # who is tried, in this order; the first nobody at all
SAMPLE = ("gd", "done", "pairs", "health")
NARROW, WIDE = (360, 740), (1280, 800)


@dataclass
class House:
    """The service under test, what was seeded in it, and one browser context a person, size and language."""

    rig: Rig
    browser: Browser
    root: str
    login: str
    objects: dict[str, int]
    halls: dict[str, dict[str, Any]]
    opened: dict[tuple[object, ...], BrowserContext] = field(default_factory=dict)

    def session(self, role: str, code: str) -> str:
        return "" if not role else self.root if role == "root" else self.halls[code]["sessions"][role]

    def asked(self, path: str, session: str = "") -> tuple[int, str]:
        """Status of a plain GET, and its media type: `page` for a whole page, `part` for a piece of one."""
        answer = self.rig.get(path, headers={"Cookie": f"sessionid={session}"} if session else {})
        media = (answer.headers.get("Content-Type") or "").split(";")[0]
        if media == "text/html":
            media = "page" if b"<html" in answer.body[:600] else "part"
        return answer.status, media

    def page(self, session: str = "", *, size: tuple[int, int] = NARROW, big: bool = False, language: str = "") -> Page:
        """A new page of somebody; its context is kept."""
        key = (session, size, big, language)
        if key not in self.opened:
            context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="zh-CN")
            context.set_default_timeout(PATIENCE)
            cookies = {"sessionid": session, "size": "big" if big else "", "django_language": language}
            context.add_cookies([{"name": name, "value": value, "url": self.rig.hall_url} for name, value in cookies.items() if value])
            self.opened[key] = context
        return self.opened[key].new_page()

    def device(self, code: str, *, size: tuple[int, int] = NARROW, big: bool = False, language: str = "") -> Page:
        """A device paired with the first table of a hall, at the first question of its page."""
        context = self.browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="zh-CN")
        context.set_default_timeout(PATIENCE)
        cookies = {"size": "big" if big else "", "django_language": language}
        context.add_cookies([{"name": name, "value": value, "url": self.rig.hall_url} for name, value in cookies.items() if value])
        self.opened[("device", len(self.opened))] = context
        page = context.new_page()
        secrets = self.halls[code]["secrets"]
        page.goto(f"{self.rig.hall_url}/pair/{secrets[next(iter(secrets))].pop()}/")
        page.locator("form .btn.pri").click()
        page.wait_for_url("**/table/")
        page.locator("body:not([data-phase='loading'])").wait_for()
        return page
