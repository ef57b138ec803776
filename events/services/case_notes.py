"""笔录: kept while it is typed, one an official and case. Writes `CaseNote`; never the ledger, never a log.

The newest text of an official replaces the one before: what was typed is kept again and again, and only the end of it matters.
"""

import re
import unicodedata

from events import clock, ledger
from events.access import Actor, require
from events.models import CaseNote, Competition, Match
from events.refusals import NotFound
from events.services.names import text_faults
from events.services.sitting import refuse
from events.storable import storable

LONGEST_NOTE = 4000  # characters
LINES = str.maketrans("\n\t", "  ")  # what a name may not hold, and notes may
ABOUT = re.compile(r"q[0-9a-f]{12}|[0-9]{1,3}-[0-9]{1,4}-[a-z]{0,10}", re.ASCII)


def case_note_keep(*, competition: Competition, match: str, about: str, text: str, by: Actor) -> CaseNote:
    """The notes of this official at this case, as they are now. `about`: a dispute's pid or a slot, `1-4-` (game, number, room).

    Raises Problems, NotFound, NotAllowed.
    """
    with ledger.busy_is_refused():
        found = _match(competition, match, about, by)
        said = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
        refuse(text_faults(said.translate(LINES), at="text", most=LONGEST_NOTE, required=False)[1])
        return _keep(found, about, by, text=said, kept_at=clock.now(), erased_at=None)


def case_hand_over(*, competition: Competition, match: str, about: str, by: Actor) -> CaseNote:
    """This official leaves the case to the chief referee; whoever may rule it still may. Raises NotFound, NotAllowed."""
    with ledger.busy_is_refused():
        found = _match(competition, match, about, by)
        return _keep(found, about, by, handed_at=clock.now())


def case_note_erase(*, competition: Competition, match: str, about: str, author: str, by: Actor) -> None:
    """Forget what one official wrote at a case; that there were notes stays. `author`: whose, by pid. Raises NotFound, NotAllowed."""
    with ledger.busy_is_refused():
        found = _match(competition, match, about, by, needs="case.note_erase")
        notes = CaseNote.objects.filter(match=found, about=about, author=author) if storable(author) else CaseNote.objects.none()
        if not notes.update(text="", erased_at=clock.now()):
            raise NotFound("note")


def _match(competition: Competition, match: str, about: str, by: Actor, needs: str = "case.note") -> Match:
    require(by, needs, event_id=competition.event_id, competition_id=competition.pk)
    found = Match.objects.filter(competition=competition, code=match).first() if storable(match) else None
    if found is None:
        raise NotFound("match")
    if not ABOUT.fullmatch(about):
        raise NotFound("case")
    return found


def _keep(match: Match, about: str, by: Actor, **values: object) -> CaseNote:
    """One row an official and case, under whichever of his grants he first wrote it."""
    mine = CaseNote.objects.filter(match=match, about=about, author__in={by.pid, *by.pids}).order_by("-kept_at").first()
    note, _new = CaseNote.objects.update_or_create(
        match=match,
        about=about,
        author=by.pid if mine is None else mine.author,
        defaults=values,
        create_defaults={"kept_at": clock.now(), **values},
    )
    return note
