"""参赛码: whose a secret is, and which players have a code."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from events.models import Competition, PersonalCode, Player, Team
from events.refusals import NotFound
from events.secrets import digest_of
from events.storable import storable


@dataclass(frozen=True, slots=True)
class CodeRow:
    """A player and the code he has: when it was made (None: he has none), and how many phones it has paired that are not ended."""

    player: Player
    made_at: datetime | None
    devices: int


def personal_code_of(*, secret: str) -> PersonalCode | None:
    """The code in force behind a secret, with its player, team and event: one query. Looking uses nothing up."""
    found = PersonalCode.objects.select_related("player__entrant__team", "player__entrant__competition__event")
    return found.filter(digest=digest_of(secret), void_at__isnull=True).first()


def personal_code_known(*, secret: str) -> bool:
    """Whether the secret was ever a code: one that is void was renewed."""
    return PersonalCode.objects.filter(digest=digest_of(secret)).exists()


def code_rows(*, competition: Competition) -> list[tuple[Team, list[CodeRow]]]:
    """Every player by team, with his code: two queries."""
    made = dict(
        PersonalCode.objects.filter(player__entrant__competition=competition, void_at__isnull=True).values_list("player_id", "made_at")
    )
    rows: dict[Team, list[CodeRow]] = {}
    for player in _players(competition):
        rows.setdefault(player.entrant.team, []).append(CodeRow(player, made.get(player.pk), player.phones))
    return list(rows.items())


def code_row(*, competition: Competition, player: str) -> CodeRow:
    """One player's. Raises NotFound."""
    found = _players(competition).filter(pid=player).first() if storable(player) else None
    if found is None:
        raise NotFound("player")
    code = PersonalCode.objects.filter(player=found, void_at__isnull=True).first()
    return CodeRow(found, code.made_at if code is not None else None, found.phones)


def _players(competition: Competition):  # type: ignore[no-untyped-def]
    """With `phones`, the number of their live devices."""
    phones = Count("devices", filter=Q(devices__revoked_at__isnull=True))
    players = Player.objects.filter(entrant__competition=competition).select_related("entrant__team").annotate(phones=phones)
    return players.order_by("entrant__team__number", "entrant__team_id", "entrant__number", "entrant_id", "order")
