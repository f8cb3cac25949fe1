"""Fan-out between the processes of a server: publish–subscribe over Litestar's channels."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol, runtime_checkable

import structlog
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from grav.server.runtime.background import Supervisor
from grav.tasks import TaskSet, cancel_and_wait

Listener = Callable[[bytes], None]
Lost = Callable[[], None]
LOBBY = "lobby"
"""The channel of the lobby."""
_RETRY_SECONDS = 0.5
"""Seconds before the backend is tried again after a failure."""

MAX_BATCH = 1000
"""Messages in one batch."""

log = structlog.get_logger(__name__)


def channel_of(person: str) -> str:
    """Returns the channel for what concerns one person."""
    return f"grav:person:{person}"


class Message(NamedTuple):
    channel: str
    data: bytes
    others_only: bool = False
    """Whether it is only for other processes. This one may receive it all the same."""


@runtime_checkable
class Batching(Protocol):
    """A backend that publishes many messages at once. One at a time costs a round trip each,
    however busy the loop is: under load messages arrive faster than that, and wait ever longer."""

    async def publish_all(self, messages: Sequence[Message]) -> None:
        """Publishes the messages in this order."""


def open_backend(redis: str | None) -> ChannelsBackend:
    """Returns a backend in memory, or one for a Redis server, which connects on first use."""
    if redis is None:
        return MemoryChannelsBackend()
    # Imported here: redis is an optional dependency (`grav[scale]`).
    from grav.server.live.redis_channels import RedisBackend

    return RedisBackend(redis)


class Fanout:
    """Channels by name. A listener is called for each message, also for those of this process;
    messages for other processes alone may be left out."""

    def __init__(self, backend: ChannelsBackend, supervisor: Supervisor | None = None) -> None:
        self._backend = backend
        self._supervisor = supervisor or Supervisor()
        self.on_lost: Lost = lambda: None
        """Called when messages may have been missed."""
        self._listeners: dict[str, list[Listener]] = {}
        self._out: asyncio.Queue[Message] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._opening = TaskSet()

    async def start(self) -> None:
        await self._backend.on_startup()
        loops = {"fanout_send": self._send, "fanout_receive": self._receive}
        self._tasks = [self._supervisor.start(loop, work) for loop, work in loops.items()]

    async def stop(self) -> None:
        await cancel_and_wait((*self._tasks, *self._opening))
        with suppress(OSError):
            await self._backend.on_shutdown()

    async def listen(self, channel: str, listener: Listener) -> None:
        """Adds a listener to a channel, and waits for the first attempt to subscribe.

        Never fails: while the backend is unavailable nothing is received, and the subscription is
        retried in the background, also if the caller is cancelled.
        """
        listeners = self._listeners.setdefault(channel, [])
        listeners.append(listener)
        if len(listeners) == 1:
            tried = asyncio.Event()
            # In its own task: a cancelled caller would else break off a connection being opened.
            self._opening.start(self._open(channel, tried))
            await tried.wait()

    async def ignore(self, channel: str, listener: Listener) -> None:
        listeners = self._listeners.get(channel, [])
        if listener in listeners:
            listeners.remove(listener)
            if not listeners:
                del self._listeners[channel]
                try:
                    await self._backend.unsubscribe([channel])
                except Exception as error:  # noqa: BLE001 - harmless: no listener is left
                    log.warning("channel_lost", error=type(error).__name__)

    def publish(self, channel: str, message: bytes, *, others_only: bool = False) -> None:
        """Queues a message, which is sent soon and in order. A process that misses it finds out by
        the event numbers. `others_only`: this process need not receive it."""
        self._out.put_nowait(Message(channel, message, others_only))

    async def _subscribe(self, channel: str) -> bool:
        try:
            await self._backend.subscribe([channel])
        except Exception as error:  # noqa: BLE001 - whatever the library raises
            log.warning("channel_lost", error=type(error).__name__)
            return False
        return True

    async def _open(self, channel: str, tried: asyncio.Event) -> None:
        """Tries to subscribe until it succeeds, or nobody listens to the channel any more."""
        try:
            while channel in self._listeners and not await self._subscribe(channel):
                tried.set()
                await asyncio.sleep(_RETRY_SECONDS)
            if tried.is_set():
                self.on_lost()
        finally:
            tried.set()

    async def _send(self) -> None:
        while True:
            batch = [await self._out.get()]
            while len(batch) < MAX_BATCH and not self._out.empty():
                batch.append(self._out.get_nowait())
            try:
                await self._publish(batch)
            except Exception as error:  # noqa: BLE001 - whatever the library raises
                log.warning("channel_lost", error=type(error).__name__)
                self._discard_unsent()
                await asyncio.sleep(_RETRY_SECONDS)

    async def _publish(self, batch: Sequence[Message]) -> None:
        if isinstance(self._backend, Batching):
            await self._backend.publish_all(batch)
        else:
            for message in batch:
                await self._backend.publish(message.data, [message.channel])

    def _discard_unsent(self) -> None:
        """Discards the unsent messages: the other processes will look for what they missed."""
        while not self._out.empty():
            self._out.get_nowait()
        self.on_lost()

    async def _receive(self) -> None:
        while True:
            try:
                async for channel, message in self._backend.stream_events():
                    self._deliver(channel, message)
            except Exception as error:  # noqa: BLE001 - whatever the library raises
                log.warning("channel_lost", error=type(error).__name__)
                await asyncio.sleep(_RETRY_SECONDS)
            self.on_lost()

    def _deliver(self, channel: str, message: bytes) -> None:
        """Calls the listeners of a channel. An error in one is logged and counted: the channel
        stays open, and the others still get the message."""
        for listener in tuple(self._listeners.get(channel, ())):
            try:
                listener(message)
            except Exception as error:  # noqa: BLE001 - one listener must not stop the others
                self._supervisor.record_failure("listener", error, channel=channel)
