"""Ways in for people: a one-time link (15 minutes), or a password with a counter in the database."""

from datetime import timedelta

from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.db.models import F

from events import clock
from events.models import LoginCounter, LoginLink
from events.refusals import NotAllowed, NotFound
from events.secrets import digest_of, new_secret
from events.storable import storable

LINK_LIFE = timedelta(minutes=15)
MOST_TRIES = 10
TRIES_WINDOW = timedelta(minutes=15)


def login_link_make(*, user: User) -> str:
    """The secret for `/login/{secret}/`, 128 bits. Raises NotAllowed for an account that is switched off."""
    if not user.is_active:
        raise NotAllowed("account_inactive")
    secret = new_secret()
    LoginLink.objects.create(user=user, digest=digest_of(secret), expires_at=clock.now() + LINK_LIFE)
    return secret


def login_link_use(*, secret: str) -> User:
    """Uses the link up: single use, also under parallel tries. Raises NotFound `login_link` (unknown, used, expired)."""
    now = clock.now()
    link = LoginLink.objects.select_related("user").filter(digest=digest_of(secret)).first()
    # The update is the gate. An expired link is used up too: a clock set back does not bring it to life again.
    won = link is not None and LoginLink.objects.filter(pk=link.pk, used_at__isnull=True).update(used_at=now) == 1
    if link is None or not won or link.expires_at <= now or not link.user.is_active:
        raise NotFound("login_link")
    return link.user


def password_login(*, username: str, password: str) -> User:
    """At most 10 wrong tries an account in 15 minutes, whatever the address. Raises NotAllowed `wrong_login` or `too_many_tries`."""
    account = digest_of(username.strip().casefold())
    if not _admitted(account):
        raise NotAllowed("too_many_tries", values={"minutes": int(TRIES_WINDOW.total_seconds() // 60)})
    user = None
    if storable(username, 150) and storable(password, 1000):
        user = authenticate(username=username, password=password)
    if not isinstance(user, User):
        raise NotAllowed("wrong_login")
    LoginCounter.objects.filter(account=account).delete()
    return user


def _admitted(account: str) -> bool:
    """Counts the try before the password is looked at: the update is atomic, so parallel tries cannot slip through together."""
    now = clock.now()
    LoginCounter.objects.bulk_create([LoginCounter(account=account, since=now)], ignore_conflicts=True)
    LoginCounter.objects.filter(account=account, since__lte=now - TRIES_WINDOW).update(tries=0, since=now)
    return LoginCounter.objects.filter(account=account, tries__lt=MOST_TRIES).update(tries=F("tries") + 1) == 1
