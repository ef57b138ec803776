"""Why a request was refused. Services raise these; doors turn them into status codes and sentences."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.outcomes import Fault


class Refused(Exception):
    """Base of all refusals. `code` is stable; `current` is what stands now, where that helps."""

    status = 400

    def __init__(
        self, code: str, *, clause: str = "", values: Mapping[str, Any] | None = None, current: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.clause = clause
        self.values = dict(values or {})
        self.current = dict(current) if current is not None else None


class Problems(Refused):
    """The submission cannot be right by itself: all that is wrong, at once. The key is not consumed."""

    status = 422

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("problems")
        self.faults = tuple(faults)


class KeyMissing(Refused):
    """No Idempotency-Key, or not 8 to 64 of [A-Za-z0-9_-]."""

    status = 400


class KeyReused(Refused):
    """A known key with another body."""

    status = 422


class NotAllowed(Refused):
    """The actor may see this but not do it."""

    status = 403


class NotFound(Refused):
    """Not there, or not the actor's to know about."""

    status = 404


class StateRefusal(Refused):
    """Right in itself, but not now: closed table, locked round, stale predecessor."""

    status = 409


class Busy(Refused):
    """The database did not answer in time: try again under the same key."""

    status = 503
