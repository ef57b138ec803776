"""Accounts of people. An account alone is no right in any event: rights are grants (events.services.events)."""

from django.contrib.auth.models import User


def account_make(*, username: str, name: str = "", staff: bool = False) -> User:
    """The account of this name, made when there is none, without a password: its owner comes in by a one-time link.

    `staff` lets it found events and open the admin; an account that is there keeps what it has.
    """
    user, made = User.objects.get_or_create(username=username, defaults={"first_name": name, "is_staff": staff})
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user
