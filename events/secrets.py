"""Secrets of devices and one-time links: 128 random bits, of which the database keeps only the SHA-256 digest."""

import hashlib
import secrets


def new_secret() -> str:
    """22 characters of the URL-safe alphabet."""
    return secrets.token_urlsafe(16)


def digest_of(secret: str) -> str:
    """No salt: the input has 128 random bits, so it cannot be guessed from the digest."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
