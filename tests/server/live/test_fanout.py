"""Fan-out by channels: messages are delivered in order, and losses are reported."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Sequence
from typing import Any

import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend
from structlog.testing import capture_logs

from grav.server.live import fanout as module
from grav.server.live.fanout import Fanout, Message
from grav.server.runtime import background
from grav.server.runtime.background import Supervisor
from grav.testing.servers.asgi_driver import run_loop_until_idle

pytestmark = pytest.mark.anyio


class FailingBackend(MemoryChannelsBackend):
    """A channel backend that raises errors when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = False
        self.broken = asyncio.Event()
        self.subscribed: list[str] = []

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        if self.is_away:
            raise ConnectionError
        await super().publish(data, channels)

    async def subscribe(self, channels: Iterable[str]) -> None:
        self.subscribed += channels
        await super().subscribe(channels)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        self.subscribed = [each for each in self.subscribed if each not in set(channels)]
        await super().unsubscribe(channels)

    async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
        events = super().stream_events()
        while True:
            coming = asyncio.ensure_future(anext(events))
            breaking = asyncio.ensure_future(self.broken.wait())
            await asyncio.wait((coming, breaking), return_when=asyncio.FIRST_COMPLETED)
            breaking.cancel()
            if not coming.done():
                coming.cancel()
                self.broken.clear()
                raise ConnectionError
            yield await coming


@pytest.fixture
def backend() -> FailingBackend:
    return FailingBackend()


@pytest.fixture
async def fanout(backend: FailingBackend, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Fanout]:
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.0)
    fanout = Fanout(backend)
    await fanout.start()
    yield fanout
    await fanout.stop()


async def test_messages_are_delivered_in_order_to_listeners_of_the_channel(fanout: Fanout) -> None:
    one: list[bytes] = []
    two: list[bytes] = []
    other: list[bytes] = []
    for channel, received in (("here", one), ("here", two), ("there", other)):
        await fanout.listen(channel, received.append)
    for message in (b"1", b"2", b"3"):
        fanout.publish("here", message)
    await run_loop_until_idle()
    assert one == two == [b"1", b"2", b"3"]
    assert other == []


async def test_a_removed_listener_gets_no_more_messages(
    fanout: Fanout, backend: FailingBackend
) -> None:
    one: list[bytes] = []
    two: list[bytes] = []
    hear_one, hear_two = one.append, two.append
    await fanout.listen("here", hear_one)
    await fanout.listen("here", hear_two)
    await fanout.ignore("here", hear_one)
    fanout.publish("here", b"1")
    await run_loop_until_idle()
    assert (one, two) == ([], [b"1"])
    assert backend.subscribed == ["here"]
    await fanout.ignore("here", hear_two)
    await fanout.ignore("here", hear_two)  # adding it twice has no effect
    assert backend.subscribed == []


async def test_unsent_messages_are_dropped_and_the_loss_is_reported(
    fanout: Fanout, backend: FailingBackend
) -> None:
    """Unsent messages are discarded, not sent late: processes that missed them read the journal."""
    received: list[bytes] = []
    lost: list[str] = []
    fanout.on_lost = lambda: lost.append("lost")
    await fanout.listen("here", received.append)
    backend.is_away = True
    fanout.publish("here", b"1")
    fanout.publish("here", b"2")
    await run_loop_until_idle()
    assert lost == ["lost"]
    backend.is_away = False
    fanout.publish("here", b"3")
    await run_loop_until_idle()
    assert received == [b"3"]


async def test_a_failed_subscription_is_retried(fanout: Fanout, backend: FailingBackend) -> None:
    received: list[bytes] = []
    lost: list[str] = []
    fanout.on_lost = lambda: lost.append("lost")
    await fanout.listen("here", received.append)
    await run_loop_until_idle()
    backend.broken.set()
    await run_loop_until_idle()
    assert lost == ["lost"]
    fanout.publish("here", b"1")
    await run_loop_until_idle()
    assert received == [b"1"]


async def test_it_stops_during_a_publish_that_fails() -> None:
    """Like redis-py, which raises a connection error when a publish is cancelled half-way."""

    class Breaking(MemoryChannelsBackend):
        saying = asyncio.Event()

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:  # noqa: ARG002
            self.saying.set()
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                raise ConnectionError from None

    backend = Breaking()
    fanout = Fanout(backend)
    await fanout.start()
    fanout.publish("here", b"1")
    await backend.saying.wait()
    async with asyncio.timeout(30):
        await fanout.stop()


async def test_a_failing_listener_does_not_affect_others(
    backend: FailingBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel stays open: no loss is reported, and the other listeners get every message."""
    monkeypatch.setattr(module, "_RETRY_SECONDS", 3600.0)
    counted: list[str] = []
    received: list[bytes] = []
    lost: list[str] = []

    def fail(message: bytes) -> None:
        raise ZeroDivisionError(message)

    fanout = Fanout(backend, Supervisor(counted.append))
    fanout.on_lost = lambda: lost.append("lost")
    await fanout.start()
    for listener in (fail, received.append, fail):
        await fanout.listen("here", listener)
    with capture_logs() as logs:
        for message in (b"1", b"2"):
            fanout.publish("here", message)
        await run_loop_until_idle()
    assert received == [b"1", b"2"]
    assert lost == []
    assert counted == ["listener"] * 4
    assert {(each["log_level"], each["channel"]) for each in logs} == {("error", "here")}
    assert all(isinstance(each["exc_info"], ZeroDivisionError) for each in logs)
    await fanout.stop()


async def test_a_failing_loop_is_restarted(
    backend: FailingBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error in the `on_lost` callback does not stop the loops: later messages are still
    delivered.
    """
    monkeypatch.setattr(module, "_RETRY_SECONDS", 0.0)
    monkeypatch.setattr(background, "MIN_PAUSE_SECONDS", 0.0)
    counted: list[str] = []
    received: list[bytes] = []

    def fail() -> None:
        raise ZeroDivisionError

    fanout = Fanout(backend, Supervisor(counted.append))
    fanout.on_lost = fail
    await fanout.start()
    await fanout.listen("here", received.append)
    await run_loop_until_idle()
    with capture_logs():
        backend.broken.set()  # breaks the receiving loop
        await run_loop_until_idle()
        backend.is_away = True  # breaks the sending loop
        fanout.publish("here", b"1")
        await run_loop_until_idle()
    backend.is_away = False
    fanout.publish("here", b"2")
    await run_loop_until_idle()
    assert received == [b"2"]
    assert counted == ["fanout_receive", "fanout_send"]
    await fanout.stop()


async def test_messages_during_a_publish_are_sent_as_one_batch_in_order() -> None:
    """Publishing one message per round trip is too slow: a busy loop queues ten times as many, so
    messages for other processes would be delayed more and more.
    """

    class Distant(MemoryChannelsBackend):
        trips = 0

        async def publish_all(self, messages: Sequence[Message]) -> None:
            self.trips += 1
            await run_loop_until_idle()  # other tasks run, and queue more messages
            for message in messages:
                await self.publish(message.data, [message.channel])

    backend, received = Distant(), list[bytes]()
    fanout = Fanout(backend)
    await fanout.start()
    await fanout.listen("here", received.append)
    said = [str(number).encode() for number in range(100)]
    for message in said:
        fanout.publish("here", message)
    while len(received) < len(said):
        await run_loop_until_idle()
    assert received == said
    assert backend.trips == 1
    await fanout.stop()
