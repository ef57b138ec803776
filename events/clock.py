"""What time it is, in one place, so that a test can hand in another clock. No rule ever compares these times."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


def _system() -> datetime:
    return datetime.now(UTC)


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
