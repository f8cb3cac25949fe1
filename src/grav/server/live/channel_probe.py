"""Probes whether the channels between processes deliver messages."""

import asyncio
from contextlib import suppress

from grav.server.live.fanout import Fanout
from grav.server.runtime.ids_and_secrets import IdSource

PROBE_TIMEOUT = 2.0
"""Timeout in seconds: a message that has not come back by then counts as lost."""
_RETRY_SECONDS = 0.2


class ChannelProbe:
    """Checks whether this process receives the messages that it publishes."""

    def __init__(self, fanout: Fanout, ids: IdSource) -> None:
        self._fanout = fanout
        self._ids = ids
        self._channel = f"grav:echo:{ids.id()}"
        self._is_listening = False
        self._awaited: dict[bytes, asyncio.Event] = {}

    async def is_delivering(self) -> bool:
        """Whether a message to this process itself comes back before the timeout.

        It is published again every `_RETRY_SECONDS` seconds until then.
        """
        message, received = self._ids.id().encode(), asyncio.Event()
        self._awaited[message] = received
        try:
            async with asyncio.timeout(PROBE_TIMEOUT):
                await self._listen()
                while not received.is_set():
                    self._fanout.publish(self._channel, message)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(received.wait(), _RETRY_SECONDS)
        except Exception:  # noqa: BLE001 - whatever the library raises
            return False
        finally:
            del self._awaited[message]
        return True

    async def _listen(self) -> None:
        """Subscribes on the first call only. The subscription stays: whoever listens is also the
        first to notice that the channels are down."""
        if not self._is_listening:
            self._is_listening = True  # even if the timeout expires before the channel is open
            await self._fanout.listen(self._channel, self._receive)

    def _receive(self, message: bytes) -> None:
        if (received := self._awaited.get(message)) is not None:
            received.set()
