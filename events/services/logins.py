"""Ways in for people: a one-time link (15 minutes), or a password with a counter in the database."""

from django.contrib.auth.models import User


def login_link_make(*, user: User) -> str:
    """The secret for `/login/{secret}/`, 128 bits. Raises NotAllowed for an account that is switched off."""
    raise NotImplementedError


def login_link_use(*, secret: str) -> User:
    """Uses the link up: single use, also under parallel tries. Raises NotFound `login_link` (unknown, used, expired)."""
    raise NotImplementedError


def password_login(*, username: str, password: str) -> User:
    """At most 10 wrong tries an account in 15 minutes, whatever the address. Raises NotAllowed `wrong_login` or `too_many_tries`."""
    raise NotImplementedError
