"""Reads a request body: plain JSON, bounded in size, before anything else looks at it."""

from typing import Any, Protocol

from events.plain_json import MOST_DEPTH, MOST_WHOLE, Unreadable, parse
from events.refusals import Refused

__all__ = ["MOST_BYTES", "MOST_DEPTH", "MOST_WHOLE", "Readable", "TooLarge", "Unreadable", "declared_too_large", "parse", "read_body"]

MOST_BYTES = 64 * 1024


class Readable(Protocol):
    """A request or a stream."""

    def read(self, size: int, /) -> bytes: ...


class TooLarge(Refused):
    """413: more than `MOST_BYTES`."""

    status = 413


def declared_too_large(content_length: str | None) -> bool:
    """Whether the header alone says that the body is too large (or says nonsense)."""
    if not content_length:
        return False
    return not content_length.isascii() or not content_length.isdigit() or int(content_length[:20]) > MOST_BYTES


def read_body(stream: Readable) -> Any:
    """The JSON value in `stream`. Raises `TooLarge` after `MOST_BYTES`, `Unreadable` for anything that is not plain JSON."""
    raw = stream.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise TooLarge("body_too_large", values={"limit": MOST_BYTES})
    return parse(raw)
