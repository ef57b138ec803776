"""Single records of a match: one by its hash, and the one that counts in a slot. Reads only."""

from events.models import HandRecord, HandState, Match


def record_named(match: Match, named: str) -> HandRecord | None:
    """The record of this match with this hash, whatever became of it."""
    return HandRecord.objects.filter(match=match, hash=named).first()


def live_record(match: Match, game: int, number: int, room: str) -> HandRecord | None:
    """The record that counts in a slot."""
    return HandRecord.objects.filter(match=match, game=game, number=number, room=room, state=HandState.LIVE).first()
