"""Channels through Redis. Whoever listens is told at once when Redis goes away.

All of them share one channel of Redis, on which processes publish in batches. To read a message by
itself costs a process more than to pass over a hundred in a batch that it has no listeners for; and
nothing has to be asked of Redis when somebody comes to a table or leaves it.
"""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress

import msgspec
import structlog
from litestar.channels.backends.base import ChannelsBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

SHARED = "grav:channels"
_ASKED_EVERY = 15
"""Seconds without a message after which Redis is asked whether it is still there."""
_LISTENING_SECONDS = 1.0
"""After which whoever reads looks up: only then is Redis asked."""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[tuple[str, bytes]]).decode


class RedisBackend(ChannelsBackend):
    def __init__(self, url: str) -> None:
        # It is not tried again in silence: messages may have been missed meanwhile.
        retry = Retry(NoBackoff(), retries=0)
        self._client = Redis.from_url(url, retry=retry, health_check_interval=_ASKED_EVERY)
        self._reader = self._client.pubsub()
        self._channels = set[str]()
        """Those that somebody listens to in this process."""

    async def on_startup(self) -> None:
        await self._reader.subscribe(SHARED)

    async def on_shutdown(self) -> None:
        """Also while Redis is away."""
        with suppress(RedisError):
            await self._reader.aclose()  # type: ignore[no-untyped-call]  # redis-py has no types here
        await self._client.aclose()

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._channels.update(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._channels.difference_update(channels)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        await self.publish_all([(channel, data) for channel in channels])

    async def publish_all(self, messages: Sequence[tuple[str, bytes]]) -> None:
        """Channels and messages, told in this order, in one round trip."""
        await self._client.publish(SHARED, _encode(messages))

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            message = await self._reader.get_message(
                ignore_subscribe_messages=True, timeout=_LISTENING_SECONDS
            )
            for channel, data in () if message is None else _read(message["data"]):
                if channel in self._channels:
                    yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:  # noqa: ARG002
        """None is kept: who missed something reads the journal."""
        return []


def _read(batch: bytes) -> list[tuple[str, bytes]]:
    try:
        return _decode(batch)
    except msgspec.DecodeError:
        log.warning("channel_unreadable")  # another program publishes there
        return []
