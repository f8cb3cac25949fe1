"""By which way the processes of a server hear each other, and whether it is open."""

import asyncio
from contextlib import suppress

from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from grav.server.chance import Chance
from grav.server.live.fanout import Fanout

PATIENCE = 2.0
"""Seconds after which a message that did not come back is taken to be lost."""
_AGAIN = 0.2


def open_backend(redis: str | None) -> ChannelsBackend:
    """The memory of this process, or a Redis server. It connects when it is first used."""
    if redis is None:
        return MemoryChannelsBackend()
    # What it needs is installed only where it is wanted: `grav[scale]`.
    from grav.server.live.redis_channels import RedisBackend

    return RedisBackend(redis)


class Echo:
    """Finds out whether what this process says is still heard."""

    def __init__(self, fanout: Fanout, chance: Chance) -> None:
        self._fanout = fanout
        self._chance = chance
        self._channel = f"grav:echo:{chance.id()}"
        self._is_listening = False
        self._awaited: dict[bytes, asyncio.Event] = {}

    async def comes_back(self) -> bool:
        """Says something to itself, until it hears it or its patience is over."""
        said, heard = self._chance.id().encode(), asyncio.Event()
        self._awaited[said] = heard
        try:
            async with asyncio.timeout(PATIENCE):
                await self._listen()
                while not heard.is_set():
                    self._fanout.publish(self._channel, said)
                    with suppress(TimeoutError):
                        await asyncio.wait_for(heard.wait(), _AGAIN)
        except Exception:  # whatever the way is made of says when it is not there
            return False
        finally:
            del self._awaited[said]
        return True

    async def _listen(self) -> None:
        """Once for all: whoever listens is also the first to notice that the way is shut."""
        if not self._is_listening:
            self._is_listening = True  # even if patience is over before the channel is open
            await self._fanout.listen(self._channel, self._hear)

    def _hear(self, message: bytes) -> None:
        if (heard := self._awaited.get(message)) is not None:
            heard.set()
