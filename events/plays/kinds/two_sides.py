"""What the kinds with two sides at a table have in common: North-South keeps the score, East-West signs."""

from events.plays.event_file import Record

SIDES: tuple[str, ...] = ("NS", "EW")
RECORDED_BY = "NS"
SIGNED_BY: tuple[str, ...] = ("EW",)
SIGNS_LATE = True


def official(record: Record) -> bool:
    """What was played is a table's to enter, whatever it was."""
    return False
