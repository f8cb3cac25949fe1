"""Handlers for admins: liveness, readiness and metrics."""

import asyncio
from collections.abc import Sequence
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler

from grav.server.live.channel_probe import PROBE_TIMEOUT, ChannelProbe
from grav.server.observability.metrics import CONTENT_TYPE, Metrics
from grav.server.protocol.client_addresses import FORWARDED, is_near
from grav.server.store import Database
from grav.server.store.write_probe import WriteProbe


class Health:
    def __init__(self, database: Database, channel_probe: ChannelProbe) -> None:
        self._write_probe = WriteProbe(database)
        self._channel_probe = channel_probe

    async def check(self) -> dict[str, bool]:
        """Returns the services that the server needs, each with whether it answers."""
        async with asyncio.TaskGroup() as group:
            database = group.create_task(self._can_write())
            channels = group.create_task(self._channel_probe.is_delivering())
        return {"database": database.result(), "channels": channels.result()}

    async def _can_write(self) -> bool:
        """Whether the database can be written to. Reading is not enough: with a full disk every
        query is answered, and no move is stored."""
        try:
            async with asyncio.timeout(PROBE_TIMEOUT):
                return await self._write_probe.is_writable()
        except TimeoutError:
            return False


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def alive() -> str:
    """Liveness probe: whoever gets no answer restarts the process."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def ready(health: NamedDependency[Health]) -> Response[dict[str, bool]]:
    """Readiness probe: 200 if everything the server needs answers; otherwise 503, and no traffic
    should be sent here."""
    found = await health.check()
    return Response(found, status_code=200 if all(found.values()) else 503)


@get("/metrics", include_in_schema=False)
async def count(
    request: Request[Any, Any, Any], metrics: NamedDependency[Metrics]
) -> Response[bytes]:
    """Metrics for Prometheus, on this machine or in a private network; everybody else gets a 404. A
    forwarded request comes from elsewhere, though the proxy itself may be near."""
    forwarded = FORWARDED.decode() in request.headers
    if forwarded or not is_near(request.client.host if request.client else ""):
        raise NotFoundException
    return Response(metrics.render(), headers={"content-type": CONTENT_TYPE})


HEALTH_HANDLERS: Sequence[ControllerRouterHandler] = (alive, ready, count)
