"""Log lines without people: no secrets of one-time links, no values that a database quotes in its errors."""

import logging
import re

# /login/<secret>/ and /pair/<secret>/ are keys to the house while they are fresh.
SECRET_PATH = re.compile(r"/(login|pair)/[^/\s\"'?]+")
# PostgreSQL: DETAIL:  Key (name)=(...) already exists.   A parameter dump may follow.
DATABASE_DETAIL = re.compile(r"^(DETAIL|CONTEXT|PARAMETERS):.*$", re.MULTILINE)


def without_people(text: str) -> str:
    return DATABASE_DETAIL.sub(r"\1: (left out)", SECRET_PATH.sub(r"/\1/…", text))


class DiscreetFormatter(logging.Formatter):
    """Applied to the finished line, traceback included, so that no logger can forget it."""

    def format(self, record: logging.LogRecord) -> str:
        return without_people(super().format(record))


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"discreet": {"()": "config.logs.DiscreetFormatter", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "discreet"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # The default handlers would mail administrators the whole request, and print it twice.
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Every 4xx is somebody's typing; the service keeps its own record of refusals.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "django.security.DisallowedHost": {"handlers": [], "propagate": False},
    },
}
