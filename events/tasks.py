"""Celery tasks: an id in, one call. Nothing that is correct depends on any of them having run."""

from celery import shared_task

from events import standings


@shared_task(name="competition_recompute")
def competition_recompute(competition_id: int) -> None:
    standings.recompute(competition_id, made_by="worker")
