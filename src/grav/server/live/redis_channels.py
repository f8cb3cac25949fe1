"""Channels through Redis. Whoever listens is told at once when Redis goes away."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from redis.asyncio.connection import AbstractConnection

_ASKED_EVERY = 15
"""Seconds without a message after which Redis is asked whether it is still there."""
_LISTENING_SECONDS = 1.0
"""After which whoever reads looks up: only then is Redis asked."""
_ALWAYS = "grav:always"
"""A channel that nobody uses: with one at least, there is always a connection that can break."""


class RedisBackend(RedisChannelsPubSubBackend):
    def __init__(self, url: str) -> None:
        # It is not tried again in silence: messages may have been missed meanwhile.
        retry = Retry(NoBackoff(), retries=0)
        self._client = Redis.from_url(url, retry=retry, health_check_interval=_ASKED_EVERY)
        super().__init__(redis=self._client)
        self._turn = asyncio.Lock()

    async def on_startup(self) -> None:
        await super().on_startup()
        await self.subscribe([_ALWAYS])

    # One at a time: two who find no connection would each make one, and only one of these is heard.

    async def subscribe(self, channels: Iterable[str]) -> None:
        async with self._turn:
            self._leave_to_reader()
            await super().subscribe(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        async with self._turn:
            self._leave_to_reader()
            await super().unsubscribe(channels)

    async def publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """All in one round trip."""
        async with self._client.pipeline(transaction=False) as pipeline:
            for channel, message in messages:
                pipeline.publish(channel, message)
            await pipeline.execute()

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        """Also what was on its way when a channel was closed: nobody listens to that. To look among
        all channels for the one of each message costs more than the message."""
        while True:
            message = await self._pub_sub.get_message(
                ignore_subscribe_messages=True, timeout=_LISTENING_SECONDS
            )
            if message is not None:
                yield message["channel"].decode(), message["data"]

    def _leave_to_reader(self) -> None:
        """A connection that broke is made anew by whoever reads from it, and by nobody else."""
        connection = cast("AbstractConnection | None", self._pub_sub.connection)
        if connection is not None and not connection.is_connected:
            raise ConnectionError("Redis went away and is not back yet")

    async def on_shutdown(self) -> None:
        """Also while Redis is away."""
        with suppress(RedisError):
            await super().on_shutdown()
        await self._client.aclose()
