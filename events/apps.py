"""The service as a Django application."""

from django.apps import AppConfig


class EventsConfig(AppConfig):
    name = "events"
    verbose_name = "明牌"
