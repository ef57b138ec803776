"""Settings, addresses and processes. Reads the environment; holds no rules."""

# Imported with the settings, so that tasks sent from any process find this application and its broker.
from config.celery import app as celery_app

__all__ = ["celery_app"]
