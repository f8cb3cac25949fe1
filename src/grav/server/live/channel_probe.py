"""Probes whether the channels between processes deliver messages."""

import asyncio
from contextlib import suppress

from grav.server.live.fanout import Fanout
from grav.server.runtime.chance import Chance

TIMEOUT = 2.0
"""Timeout in seconds: a message that has not come back by then counts as lost."""
_AGAIN = 0.2


class ChannelProbe:
    """ChannelProbe probe: checks whether this process receives the messages that it publishes."""

    def __init__(self, fanout: Fanout, chance: Chance) -> None:
        self._fanout = fanout
        self._chance = chance
        self._channel = f"grav:echo:{chance.id()}"
        self._is_listening = False
        self._awaited: dict[bytes, asyncio.Event] = {}

    async def comes_back(self) -> bool:
        """Whether a message to this process itself comes back before the timeout.

        It is published again every `_AGAIN` seconds until then.
        """
        said, heard = self._chance.id().encode(), asyncio.Event()
        self._awaited[said] = heard
        try:
            async with asyncio.timeout(TIMEOUT):
                await self._listen()
                while not heard.is_set():
                    self._fanout.publish(self._channel, said)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), _AGAIN)
        except Exception:  # noqa: BLE001 - whatever the library raises
            return False
        finally:
            del self._awaited[said]
        return True

    async def _listen(self) -> None:
        """Subscribes on the first call only. The subscription stays: whoever listens is also the
        first to notice that the channels are down."""
        if not self._is_listening:
            self._is_listening = True  # even if the timeout expires before the channel is open
            await self._fanout.listen(self._channel, self._hear)

    def _hear(self, message: bytes) -> None:
        if (heard := self._awaited.get(message)) is not None:
            heard.set()
