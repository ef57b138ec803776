"""What time it is, in one place, so that a test can hand in another clock. No rule ever compares these times."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


def _system() -> datetime:
    return datetime.now(UTC)


# What a device says of its clock: a time and nothing else, for it goes into the ledger as sent, where no text of people belongs. Its year
# is one that every zone can show.
CLAIM = (
    r"(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?"
    r"(Z|[+-][01][0-9]:[0-5][0-9])?"
)
YEARS = range(1900, 3000)

_read: Callable[[], datetime] = _system


def now() -> datetime:
    """The server's time, aware, in UTC."""
    return _read()


def stamp(moment: datetime | None = None) -> str:
    """ISO 8601 in UTC to the millisecond, as a ledger row holds it: `2026-05-01T08:30:00.000Z`."""
    at = (moment or now()).astimezone(UTC)
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


@contextmanager
def injected(read: Callable[[], datetime]) -> Iterator[None]:
    """Use another clock for a while (tests step it back and forth)."""
    global _read
    before, _read = _read, read
    try:
        yield
    finally:
        _read = before
