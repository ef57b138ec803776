"""参赛码: the secret on a player's badge. It pairs his phones until it is renewed; a renewed one ends them all.

Secrets are 128 bits and stored as SHA-256 digests only: what is printed is known at the moment it is made and never again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from events import clock
from events.access import Actor, require
from events.models import Competition, Device, PersonalCode, Player
from events.refusals import NotFound, StateRefusal
from events.secrets import digest_of, new_secret
from events.selectors.competitions import is_closed
from events.selectors.personal_codes import personal_code_of
from events.services.devices import Paired
from events.storable import storable

MOST_PHONES = 5  # of one player at a time
MOST_PAIRED = 20  # by one badge: whoever finds or copies one does not fill the event with phones


@dataclass(frozen=True, slots=True)
class Made:
    """A fresh code: the only moment at which its secret is known."""

    player: Player
    secret: str


def personal_code_make(*, competition: Competition, player: str, by: Actor) -> str:
    """A new code for the player with this pid, and its secret for the badge: an old one is void and its phones are ended at once.

    Raises NotFound, NotAllowed, StateRefusal("competition_closed").
    """
    _may_make(competition, by)
    found = Player.objects.filter(entrant__competition=competition, pid=player).first() if storable(player) else None
    if found is None:
        raise NotFound("player")
    return _made(found, by).secret


def personal_codes_make(*, competition: Competition, by: Actor, players: Sequence[str], renew: bool = False) -> list[Made]:
    """Codes for these players (pids; others' are passed over), in the order of teams and pairs.

    Without `renew` whoever has one keeps it. Raises NotAllowed, StateRefusal("competition_closed").
    """
    _may_make(competition, by)
    found = Player.objects.filter(entrant__competition=competition, pid__in=[pid for pid in players if storable(pid)])
    if not renew:
        found = found.exclude(personal_codes__in=PersonalCode.objects.filter(void_at__isnull=True))
    ordered = found.select_related("entrant__team").order_by(
        "entrant__team__number", "entrant__team_id", "entrant__number", "entrant_id", "order"
    )
    return [_made(player, by) for player in ordered]


def personal_device_pair(*, secret: str) -> Paired:
    """A phone of the player whose code this is; the code stays. A sixth one ends the oldest, which keeps what it has not sent and says so.

    Raises NotFound `personal_code` for an unknown or void one, StateRefusal("badge_used_up") for one that has paired 20: it is renewed.
    """
    with transaction.atomic():
        code = personal_code_of(secret=secret)
        if code is None:
            raise NotFound("personal_code")
        # Whoever renews the code locks the player first too: one waits for the other, and no phone slips in after the others were ended.
        Player.objects.select_for_update().get(pk=code.player_id)
        if not PersonalCode.objects.filter(pk=code.pk, void_at__isnull=True).exists():
            raise NotFound("personal_code")
        phones = Device.objects.filter(player=code.player)
        if phones.filter(paired_at__gte=code.made_at).count() >= MOST_PAIRED:
            raise StateRefusal("badge_used_up", values={"most": MOST_PAIRED})
        kept = phones.filter(revoked_at__isnull=True).order_by("-pk").values_list("pk", flat=True)[: MOST_PHONES - 1]
        phones.filter(revoked_at__isnull=True).exclude(pk__in=list(kept)).update(revoked_at=clock.now())
        token, cookie = new_secret(), new_secret()
        device = Device.objects.create(
            competition=code.player.entrant.competition,
            player=code.player,
            token_digest=digest_of(token),
            cookie_digest=digest_of(cookie),
            paired_by=code.made_by,
            last_seen_at=clock.now(),
        )
    return Paired(device, token, cookie)


def _may_make(competition: Competition, by: Actor) -> None:
    require(by, "code.make", event_id=competition.event_id, competition_id=competition.pk)
    if is_closed(competition=competition):
        raise StateRefusal("competition_closed")


def _made(player: Player, by: Actor) -> Made:
    secret, now = new_secret(), clock.now()
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)  # two that renew at once: one after the other
        PersonalCode.objects.filter(player=player, void_at__isnull=True).update(void_at=now)
        Device.objects.filter(player=player, revoked_at__isnull=True).update(revoked_at=now)
        PersonalCode.objects.create(player=player, digest=digest_of(secret), made_by=by.pid)
    return Made(player, secret)
