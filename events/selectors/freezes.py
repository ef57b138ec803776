"""封榜 as it was asked for: what stands still, and what will when its round is opened."""

from events.models import Competition, Freeze


def freezes_now(*, competition: Competition) -> list[Freeze]:
    """Those not ended, a frozen board before stages that are not public: one query."""
    return list(Freeze.objects.filter(competition=competition, ended_at__isnull=True).order_by("stage", "id"))
