"""WSGI entry: Django without the live stream. Refuses to load where the ledger is unprotected or "stored" would not mean stored."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()


def _assert_sound() -> None:
    from django.db import connections

    from events.checks import assert_sound  # needs the applications loaded

    assert_sound()
    connections.close_all()  # the threads that serve open their own


_assert_sound()
