"""Free text that may name people: kept where it can be erased. The ledger holds only its salted hash."""

import hashlib
import secrets
import unicodedata

from events import clock
from events.models import Competition, Remark


def remark_keep(competition: Competition, text: str) -> str:
    """Store a reason and return the hash an entry's body names as `remark`."""
    plain = unicodedata.normalize("NFC", text)
    salt = secrets.token_hex(16)
    digest = remark_hash(salt, plain)
    Remark.objects.create(competition=competition, hash=digest, salt=salt, text=plain)
    return digest


def remark_hash(salt: str, text: str) -> str:
    return hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest()


def remark_erase(remark: Remark) -> None:
    """Forget text and salt: what is left of it cannot be guessed back. The chain does not change."""
    Remark.objects.filter(pk=remark.pk).update(text="", salt="", erased_at=clock.now())
