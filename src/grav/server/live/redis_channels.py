"""Channels backend over Redis pub/sub. Raises an error at once when Redis goes away.

All channels share one Redis channel, on which processes publish batches. Reading a message by
itself costs a process more than skipping a hundred in a batch that it has no listeners for; and
nothing has to be sent to Redis when somebody comes to a table or leaves it.
"""

from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from secrets import token_hex

import msgspec
import structlog
from litestar.channels.backends.base import ChannelsBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from grav.server.live.fanout import Message

log = structlog.get_logger(__name__)

SHARED = "grav:channels"
_HEALTH_CHECK_SECONDS = 15
"""Seconds without a message after which a health check asks whether Redis is still there."""
_READ_TIMEOUT = 1.0
"""Timeout of one read: the health check is made only between reads."""


class _Batch(msgspec.Struct, array_like=True):
    """What a process publishes in one round trip."""

    process: str
    for_all: list[tuple[str, bytes]]
    """Pairs of channel and message."""
    for_others: msgspec.Raw
    """The same, for all processes but the sender, which does not even decode it."""


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(_Batch).decode
_decode_messages = msgspec.msgpack.Decoder(list[tuple[str, bytes]]).decode


class RedisBackend(ChannelsBackend):
    def __init__(self, url: str) -> None:
        # No silent retries: messages may have been missed meanwhile.
        retry = Retry(NoBackoff(), retries=0)
        self._client = Redis.from_url(
            url,
            retry=retry,
            health_check_interval=_HEALTH_CHECK_SECONDS,
            protocol=2,  # with RESP3, redis-py formats each message for a log that is switched off
        )
        self._reader = self._client.pubsub()
        self._process = token_hex(8)
        self._channels = set[str]()
        """Channels with a listener in this process."""

    async def on_startup(self) -> None:
        await self._reader.subscribe(SHARED)

    async def on_shutdown(self) -> None:
        """Closes the connections, also while Redis is unavailable."""
        with suppress(RedisError):
            await self._reader.aclose()  # type: ignore[no-untyped-call]  # redis-py has no types here
        await self._client.aclose()

    async def subscribe(self, channels: Iterable[str]) -> None:
        self._channels.update(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self._channels.difference_update(channels)

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        await self.publish_all([Message(channel, data) for channel in channels])

    async def publish_all(self, messages: Sequence[Message]) -> None:
        """Publishes the messages in one round trip. Receivers get those for all processes first,
        then those for other processes alone; each group keeps its order."""
        for_all = [(each.channel, each.data) for each in messages if not each.others_only]
        for_others = [(each.channel, each.data) for each in messages if each.others_only]
        batch = _Batch(self._process, for_all, msgspec.Raw(_encode(for_others)))
        await self._client.publish(SHARED, _encode(batch))

    async def stream_events(self) -> AsyncGenerator[tuple[str, bytes], None]:
        while True:
            message = await self._reader.get_message(
                ignore_subscribe_messages=True, timeout=_READ_TIMEOUT
            )
            for channel, data in () if message is None else self._read(message["data"]):
                if channel in self._channels:
                    yield channel, data

    async def get_history(self, channel: str, limit: int | None = None) -> list[bytes]:  # noqa: ARG002
        """Returns nothing: whoever missed a message reads the journal."""
        return []

    def _read(self, data: bytes) -> list[tuple[str, bytes]]:
        try:
            batch = _decode(data)
            if batch.process == self._process:
                return batch.for_all
            return batch.for_all + _decode_messages(batch.for_others)
        except msgspec.DecodeError:
            log.warning("channel_unreadable")  # another program publishes there
            return []
