"""附件: a photo of the slip, of what was disputed, of a confirmation on behalf; a signature. Outside the ledger, vouched for by it.

Writes files through events.attachment_files, then `attachment` entries through events.ledger and `Attachment` rows with them.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.db.models import F

from events import clock, ledger
from events.access import Actor, require
from events.attachment_files import digest_of_bytes, media_type_of, path_of, remove_file, write_file
from events.models import Attachment, Book, Competition, LedgerEntry, Match
from events.models.attachment import WHATS
from events.pinned import rulebook_of
from events.refusals import NotAllowed, NotFound, StateRefusal
from events.services.replies import Reply, fingerprint, known, once, refusals_kept
from events.services.sitting import HASH, match_found, refuse
from scoring.games import GAMES
from scoring.outcomes import Fault

# Below config.bodies.LARGEST with the frame of a form around it. The pages make a phone's photo smaller before they send it.
MOST_BYTES = 2_000_000
MOST_A_MATCH = 60
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
    Problems: not_a_choice, not_an_image, image_too_large, about_malformed, unknown_side. StateRefusal("too_many_attachments"),
    NotFound("about").
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
        write_file(competition.pid, sha256, body)

        def work(book: Book) -> tuple[int, Mapping[str, Any], LedgerEntry | None]:
            kept = Attachment.objects.filter(competition=competition, match=found, erased_at=None)
            if same := kept.filter(sha256=sha256, what=what, about=about, side=side).first():
                return 200, {"attachment": sha256, "echo": True}, None
            if same is None and kept.count() >= MOST_A_MATCH:
                raise StateRefusal("too_many_attachments", values={"most": MOST_A_MATCH})
            _refuse_unknown(book, found, about)
            if not path_of(competition.pid, sha256).exists():  # erased under another match in the meantime
                write_file(competition.pid, sha256, body)
            said = {"sha256": sha256, "size": len(body), "type": kind, "what": what, "about": about, **({"side": side} if side else {})}
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
            return 201, {"attachment": sha256, "entry": {"seq": entry.seq, "hash": entry.hash}}, entry

        return once(competition=competition, key=key, fingerprint=mark, by=by, work=work)


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
    if about and not HASH.fullmatch(about) and not DISPUTE.fullmatch(about):
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
