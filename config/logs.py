"""Log lines without people: no secrets of one-time links, no values that a database quotes in its errors, nothing of a request.

One fault is one line: a traceback is told on it, from the inside out.
"""

import copy
import logging
import re
import traceback

# /login/<secret>/ and /pair/<secret>/ are keys to the house while they are fresh, /me/<secret>/ for as long as a badge is worn;
# /qr/<signed>/ is the picture of such an address.
SECRET_PATH = re.compile(r"/(login|pair|me|qr)/[^/\s\"'?]+")
# PostgreSQL: DETAIL:  Key (name)=(...) already exists.   A parameter dump may follow.
DATABASE_DETAIL = re.compile(r"^(DETAIL|CONTEXT|PARAMETERS):.*$", re.MULTILINE)


def without_people(text: str) -> str:
    return DATABASE_DETAIL.sub(r"\1: (left out)", SECRET_PATH.sub(r"/\1/…", text))


# Whose faults quote what somebody sent: a host, a header, a field.
OF_REQUESTS = ("django.request", "django.security", "django.server", "asyncio", "uvicorn")
LONGEST = 300  # characters of such a message
PRINTABLE = re.compile(r"[^\x20-\x7e\n]+")


class DiscreetFormatter(logging.Formatter):
    """Applied to the finished line, traceback included, so that no logger can forget it."""

    def format(self, record: logging.LogRecord) -> str:
        if record.name.startswith(OF_REQUESTS):
            record = _without_the_request(record)
        return " | ".join(line.strip() for line in without_people(super().format(record)).splitlines() if line.strip())


def _without_the_request(record: logging.LogRecord) -> logging.LogRecord:
    """A copy that says what went wrong and where, but not what was sent."""
    said = copy.copy(record)
    error = record.exc_info[1] if record.exc_info else None
    said.exc_info, said.exc_text, said.args = None, None, ()
    if record.name.startswith("django.security"):
        said.msg = f"refused: {record.name.rpartition('.')[2]}"
    else:
        said.msg = PRINTABLE.sub("…", record.getMessage().partition("\n")[0])[:LONGEST]
    if error is not None:
        places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in reversed(traceback.extract_tb(error.__traceback__))]
        said.msg += f" | {type(error).__name__} | " + " | ".join(places)
    return said


LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"discreet": {"()": "config.logs.DiscreetFormatter", "format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "discreet"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        # The default handlers would mail administrators the whole request, and print it twice.
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # uvicorn brings handlers of its own, which know nothing of all this.
        "uvicorn": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "uvicorn.error": {"handlers": [], "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": True},
        # Every 4xx is somebody's typing; the service keeps its own record of refusals.
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}
