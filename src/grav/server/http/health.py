"""For those who run the server: does it live, is it ready, what does it count?"""

import asyncio
from collections.abc import Sequence
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.types import ControllerRouterHandler

from grav.server.live.channels import PATIENCE, Echo
from grav.server.metrics import CONTENT_TYPE, Metrics
from grav.server.safety.addresses import FORWARDED, is_near
from grav.server.store import Database
from grav.server.store.heartbeat import Heartbeat


class Health:
    def __init__(self, database: Database, echo: Echo) -> None:
        self._heartbeat = Heartbeat(database)
        self._echo = echo

    async def found(self) -> dict[str, bool]:
        """What everything needs, and whether it answers."""
        database, channels = await asyncio.gather(self._can_write(), self._echo.comes_back())
        return {"database": database, "channels": channels}

    async def _can_write(self) -> bool:
        """To read is not enough: a disk that is full answers every question, and keeps no move."""
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._heartbeat.beats()
        except TimeoutError:
            return False


@get("/healthz", media_type=MediaType.TEXT, include_in_schema=False)
async def alive() -> str:
    """The process lives; whoever gets no answer starts it again."""
    return "ok"


@get("/readyz", include_in_schema=False)
async def ready(health: NamedDependency[Health]) -> Response[dict[str, bool]]:
    """Everything it needs answers; otherwise nobody should be sent here."""
    found = await health.found()
    return Response(found, status_code=200 if all(found.values()) else 503)


@get("/metrics", include_in_schema=False)
async def count(
    request: Request[Any, Any, Any], metrics: NamedDependency[Metrics]
) -> Response[bytes]:
    """For Prometheus, on this machine or in a private network; nobody else learns of it. What a
    proxy hands on comes from elsewhere, though the proxy itself may be near."""
    forwarded = FORWARDED.decode() in request.headers
    if forwarded or not is_near(request.client.host if request.client else ""):
        raise NotFoundException
    return Response(metrics.told(), headers={"content-type": CONTENT_TYPE})


HEALTH_HANDLERS: Sequence[ControllerRouterHandler] = (alive, ready, count)
