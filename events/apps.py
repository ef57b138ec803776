"""The service as a Django application."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class EventsConfig(AppConfig):
    name = "events"
    verbose_name = "明牌"

    def ready(self) -> None:
        from events import checks  # noqa: F401  registers the checks; needs the apps loaded

        post_migrate.connect(_install_triggers, sender=self, dispatch_uid="events.triggers")


def _install_triggers(using: str = "default", **_: Any) -> None:
    from events import triggers

    triggers.install(using)
