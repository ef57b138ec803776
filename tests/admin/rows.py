"""One row of every kind that a referee's day leaves behind, in an event of the cast: to be looked at, not to be judged."""

from datetime import UTC, datetime

from events.models import Announcement, Attachment, Dispute, EntrantPin, Freeze, PersonalCode, Player, Proposal, StageState
from tests.cast import Stage, entrant_of

NOON = datetime(2026, 4, 18, 4, tzinfo=UTC)


def rows_made(stage: Stage, mark: str = "") -> None:
    """`mark` goes wherever an official writes free text."""
    competition, match, by = stage.competition, stage.match(), stage.referee.pid
    code = stage.event.code
    Dispute.objects.create(match=match, number=1, subject="result", raised_by=stage.scorer().pid, raised_side="NS", raised_at=NOON)
    Proposal.objects.create(competition=competition, match=match, act="forfeit", proposed_by=by, proposed_at=NOON)
    Attachment.objects.create(
        competition=competition,
        match=match,
        sha256=f"{code}-picture".ljust(64, "0"),
        size=10,
        media_type="image/png",
        what="sheet",
        entry_seq=1,
        kept_by=by,
        kept_at=NOON,
    )
    Announcement.objects.create(event=stage.event, competition=competition, text=f"{mark}请入座", made_at=NOON, made_by=by)
    StageState.objects.create(competition=competition, stage="round_1", state="provisional")
    Freeze.objects.create(competition=competition, round=1, seq=1, body="{}", digest="d" * 64, asked_at=NOON, ended_at=NOON)
    entrant = entrant_of(stage.entrants[stage.teams[0]][0])
    player = Player.objects.filter(entrant=entrant).first()
    assert player is not None
    PersonalCode.objects.create(player=player, digest=f"secret-{code}".ljust(64, "5"), made_by=by)
    EntrantPin.objects.create(entrant=entrant, salt="secret-salt", digest="secret-digest", made_by=by, made_at=NOON)
