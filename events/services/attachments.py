"""附件: a photo of the slip, of what was disputed, of a confirmation on behalf; a signature. Outside the ledger, vouched for by it.

Writes `attachment` entries through events.ledger, `Attachment` rows with them, and in the same act the files of events.attachment_files.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from django.db import DatabaseError
from django.db.models import F

from events import clock, ledger
from events.access import Actor, require
from events.attachment_files import digest_of_bytes, media_type_of, remove_file, staged
from events.models import Attachment, Book, Competition, HandRecord, HandState, LedgerEntry, Match
from events.models.attachment import WHATS
from events.pinned import rulebook_of
from events.refusals import Busy, NotAllowed, NotFound, StateRefusal
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.sitting import HASH, match_found, refuse
from scoring.games import GAMES
from scoring.outcomes import Fault

# Below config.bodies.LARGEST with the frame of a form around it. The pages make a phone's photo smaller before they send it.
MOST_BYTES = 2_000_000
MOST_OF_A_KIND = 20  # at one match, of one person or device: nobody takes the room of another, and no photos that of signatures
DISPUTE = re.compile(r"q[0-9a-f]{12}", re.ASCII)
SHEET, OF_DISPUTE, ON_BEHALF, SIGNATURE = (code for code, _ in WHATS)


def attachment_keep(
    *,
    competition: Competition,
    match: str,
    what: str,
    body: bytes,
    media_type: str,
    key: str,
    by: Actor,
    about: str = "",
    side: str = "",
) -> Reply:
    """Keep a picture: 201 `{"attachment": sha256, "entry"}`; 200 with `"echo": true` for one that this match has already.

    `what`: sheet, dispute, on_behalf (officials) or signature (then `side` is who signed). `about`: a dispute's pid or an entry's hash.
    A signature is about all that lives at the match at this moment: its entry says so in `covers`, and no drawing is kept twice.
    Problems: not_a_choice, not_an_image, image_too_large, about_malformed, unknown_side. StateRefusal: competition_closed,
    too_many_attachments, signature_used. NotFound("about"). A refused picture leaves no file, nor does one that is only tried out.
    """
    action = "attachment.keep"
    with refusals_kept(competition=competition, action=action, by=by, match=match, key=key):
        sha256 = digest_of_bytes(body)
        asked = {"sha256": sha256, "what": what, "about": about, **({"side": side} if side else {})}
        mark = fingerprint(action=action, competition=competition, match=match, body=asked)
        if replay := known(competition=competition, key=key, fingerprint=mark, by=by):
            return replay
        rulebook = rulebook_of(competition)
        found = match_found(competition=competition, match=match, by=by, action=action, rulebook=rulebook)
        kind = media_type_of(body)
        refuse(_faults(what, body, media_type, kind, about, side, GAMES[rulebook.game].sides))
        if what == ON_BEHALF and not by.is_official:
            raise NotAllowed("photo_by_officials")
        wanted = {"sha256": sha256, "what": what, "about": about, "side": side}
        _same_or_refused(Book.objects.get(competition=competition), found, wanted, by)  # before anything is written; again under the lock

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            if _same_or_refused(book, found, wanted, by):
                put()
                return 200, {"attachment": sha256, "echo": True}, None
            said = {"sha256": sha256, "size": len(body), "type": kind, "what": what, "about": about, **({"side": side} if side else {})}
            if what == SIGNATURE:
                lives = HandRecord.objects.filter(match=found, state=HandState.LIVE)
                said["covers"] = list(lives.order_by("seq").values_list("hash", flat=True))
            entry = ledger.append(book, kind="attachment", body=said, by=by, key=key, fingerprint=mark, match=found.code)
            Attachment.objects.create(
                competition=competition,
                match=found,
                sha256=sha256,
                size=len(body),
                media_type=kind,
                what=what,
                about=about,
                side=side,
                entry_seq=entry.seq,
                kept_by=by.pid,
                kept_at=clock.now(),
            )
            Match.objects.filter(pk=found.pk).update(version=F("version") + 1)
            put()
            return 201, {"attachment": sha256, "entry": {"seq": entry.seq, "hash": entry.hash}}, entry

        with _filed(competition, sha256, body) as put:
            return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


@contextmanager
def _filed(competition: Competition, sha256: str, body: bytes) -> Iterator[Callable[[], None]]:
    """The function that an accepted act calls last puts the file in its place; it goes again if that act does not commit."""
    if ledger.rehearsing():
        yield lambda: None
        return
    with staged(competition.pid, sha256, body) as place:
        placed = False

        def put() -> None:
            nonlocal placed
            placed = True
            place()

        try:
            yield put
        except BaseException:
            if placed:
                _remove_unnamed(competition, sha256)
            raise


def _remove_unnamed(competition: Competition, sha256: str) -> None:
    """Under the lock: somebody else may have kept the same picture meanwhile. Where even that cannot be had the file stays, unseen."""
    with suppress(Busy, DatabaseError), ledger.locked(competition):
        if not Attachment.objects.filter(competition=competition, sha256=sha256, erased_at=None).exists():
            remove_file(competition.pid, sha256)


def _same_or_refused(book: Book, match: Match, wanted: Mapping[str, str], by: Actor) -> bool:
    """Whether this very picture is kept already. Raises what speaks against keeping it."""
    if book.closed:
        raise StateRefusal("competition_closed")
    ever = Attachment.objects.filter(match=match)
    if ever.filter(**wanted, erased_at=None).exists():
        return True
    _refuse_unknown(book, match, wanted["about"])
    signature = wanted["what"] == SIGNATURE
    if signature and ever.filter(sha256=wanted["sha256"], what=SIGNATURE).exists():
        raise StateRefusal("signature_used")  # drawn for another side, or for what stood before
    own = ever.filter(what=wanted["what"], side=wanted["side"], kept_by__in={by.pid, *by.pids}, erased_at=None)
    if own.count() >= MOST_OF_A_KIND:
        raise StateRefusal("too_many_attachments", values={"most": MOST_OF_A_KIND})
    return False


def attachment_erase(*, competition: Competition, sha256: str, by: Actor) -> int:
    """Forget a picture: the file is gone, its hash and entry stay, chain and standings do not change. Gives how many rows were about it.

    Raises NotAllowed, NotFound. Twice is as once. Possible after the close: no entry is made.
    """
    require(by, "attachment.erase", event_id=competition.event_id, competition_id=competition.pk)
    if not HASH.fullmatch(sha256):
        raise NotFound("attachment")
    with ledger.locked(competition):
        rows = Attachment.objects.filter(competition=competition, sha256=sha256)
        if not (count := rows.count()):
            raise NotFound("attachment")
        rows.filter(erased_at=None).update(erased_at=clock.now(), erased_by=by.pid)
        remove_file(competition.pid, sha256)
    return count


def photo_faults(competition: Competition, match: str, photo: str, by: Actor) -> list[Fault]:
    """What is wrong with the photo that a confirmation on behalf names; the organisers may ask for one."""
    if not photo:
        wanted = by.is_official and competition.event.photo_on_behalf
        return [Fault("photo_missing", at="photo")] if wanted else []
    if not by.is_official or not HASH.fullmatch(photo):
        return [Fault("hash_malformed", at="photo")]
    kept = Attachment.objects.filter(competition=competition, match__code=match, sha256=photo, what=ON_BEHALF, erased_at=None)
    return [] if kept.exists() else [Fault("photo_unknown", at="photo")]


def _faults(what: str, body: bytes, said: str, kind: str, about: str, side: str, sides: tuple[str, ...]) -> list[Fault]:
    faults = []
    known_whats = [code for code, _ in WHATS]
    if what not in known_whats:
        faults.append(Fault("not_a_choice", at="what", values={"choices": known_whats}))
    if len(body) > MOST_BYTES:
        faults.append(Fault("image_too_large", at="body", values={"most": MOST_BYTES, "given": len(body)}))
    if not kind or said.partition(";")[0].strip().lower() != kind:
        faults.append(Fault("not_an_image", at="body", values={"known": ["image/jpeg", "image/png", "image/webp"]}))
    if about and (what == SIGNATURE or not (HASH.fullmatch(about) or DISPUTE.fullmatch(about))):
        faults.append(Fault("about_malformed", at="about"))
    if (what == SIGNATURE) != bool(side) or side not in ("", *sides):
        faults.append(Fault("unknown_side", at="side", values={"known": list(sides)}))
    return faults


def _refuse_unknown(book: Book, match: Match, about: str) -> None:
    """What a picture is about stands in the records of the same match."""
    if not about:
        return
    entries = LedgerEntry.objects.filter(book=book, match=match.code)
    there = entries.filter(hash=about) if HASH.fullmatch(about) else entries.filter(kind="dispute", body__contains=f'"{about}"')
    if not there.exists():
        raise NotFound("about")
