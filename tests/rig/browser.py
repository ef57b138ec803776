"""A real Chromium, driven through playwright, that reaches the rig under a LAN-like name and nothing else."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

# A name that is neither localhost nor HTTPS: no secure context, as on a hall's LAN address.
HALL = "hall.test"

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1, MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
]


def chromium_path() -> str | None:
    """The installed Chromium, or MINGPAI_CHROMIUM."""
    named = os.environ.get("MINGPAI_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """One headless browser; make a context of your own in it for each device of a test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()
