"""Wake-ups over Redis: "competition n is at seq m". A hint and nothing more: who misses one finds out by looking.

Never waits longer than `PATIENCE` and never fails: after a failure nothing is tried for `SILENCE` seconds.
"""

import json
import time

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

SNAPSHOT = "mingpai:snapshot"
PATIENCE = 0.5  # seconds
SILENCE = 2.0  # seconds

_client: redis.Redis | None = None
_quiet_until = 0.0


def snapshot_saved(competition_id: int, seq: int) -> None:
    """Tell the live processes. Called after the commit, outside any transaction."""
    global _client, _quiet_until
    if not settings.REDIS_URL or time.monotonic() < _quiet_until:
        return
    try:
        if _client is None:
            # redis-py tries three times with pauses unless told otherwise.
            _client = redis.Redis.from_url(
                settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
            )
        _client.publish(SNAPSHOT, json.dumps({"competition": competition_id, "seq": seq}, separators=(",", ":")))
    except (redis.RedisError, OSError):
        _client = None
        _quiet_until = time.monotonic() + SILENCE
