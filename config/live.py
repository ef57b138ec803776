"""One port for all: answers `/live/` itself, hands the rest to Django's WSGI application in a bounded pool of threads.

Django's own ASGI handler is several times slower here, and holds a database connection a request in threads it does not bound.
"""

import os
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings

from config import env
from config.bodies import WholeBodies
from config.wsgi import application as wsgi
from events.live.endpoint import LiveEndpoint
from events.live.watcher import Watcher

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SPARE_FILES = 256  # for ordinary requests, the database and the logs


def stream_limit(wanted: int) -> int:
    """As many streams as wanted, or as the system lets this process have open files."""
    if sys.platform == "win32":
        return min(wanted, 400)  # its select() knows 512
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = wanted + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - SPARE_FILES))


class Front:
    """The ASGI application uvicorn serves."""

    def __init__(self) -> None:
        self._watcher = Watcher(settings.REDIS_URL)
        limit = env.number("MINGPAI_LIVE_STREAMS", default=3000, least=1, most=100_000)
        self._live = LiveEndpoint(self._watcher, limit=stream_limit(limit))
        workers = env.number("MINGPAI_WEB_THREADS", default=8, least=1, most=64)
        self._pages = WholeBodies(cast(Any, WSGIMiddleware(wsgi, workers=workers)))  # type: ignore[arg-type]
        # So that a test can prove that it talks to the service it started, and to no other.
        self._run_id = os.environ.get("MINGPAI_RUN_ID", "").encode("ascii", "ignore")

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http":
            handler = self._live if scope["path"].startswith("/live/") else self._pages
            await handler(scope, receive, self._marked(send) if self._run_id else send)
        else:
            # No web sockets here.
            await receive()
            await send({"type": "websocket.close", "code": 1000})

    def _marked(self, send: Send) -> Send:
        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (b"x-mingpai-run", self._run_id)]
            await send(message)

        return marked

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self._watcher.start()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self._watcher.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


application = Front()
