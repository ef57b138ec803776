"""Pictures kept about matches: which there are, and the bytes of one. Reads only; who may see them the caller has asked already."""

from dataclasses import dataclass

from events.attachment_files import read_file
from events.models import Attachment, Competition
from events.refusals import NotFound


@dataclass(frozen=True, slots=True)
class Picture:
    """The bytes of one attachment and what they are."""

    sha256: str
    media_type: str
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        """With which every door gives it: as what it was found to be and as nothing else, and no cache keeps it."""
        return {
            "Content-Type": self.media_type,
            "X-Content-Type-Options": "nosniff",
            "Content-Disposition": f'inline; filename="{self.sha256[:12]}.{self.media_type.partition("/")[2]}"',
            "Cache-Control": "private, no-store",
            "Cross-Origin-Resource-Policy": "same-origin",
        }


def attachments_of(competition: Competition, match: str = "", about: str = "", what: str = "") -> list[Attachment]:
    """Oldest first, erased ones too; of one match, about one dispute or entry, of one kind where said. One query."""
    rows = Attachment.objects.filter(competition=competition).select_related("match__round")
    if match:
        rows = rows.filter(match__code=match)
    if about:
        rows = rows.filter(about=about)
    if what:
        rows = rows.filter(what=what)
    return list(rows.order_by("entry_seq"))


def picture_of(*, competition: Competition, sha256: str) -> Picture:
    """Raises NotFound: `attachment` for one that this competition never had, `attachment_erased`, `attachment_missing`."""
    rows = list(Attachment.objects.filter(competition=competition, sha256=sha256))
    if not rows:
        raise NotFound("attachment")
    if all(row.erased_at is not None for row in rows):
        raise NotFound("attachment_erased")
    body = read_file(competition.pid, sha256)
    if body is None:
        raise NotFound("attachment_missing")
    return Picture(sha256, rows[-1].media_type, body)
