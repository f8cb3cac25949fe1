"""Channels through Redis, subscribed and unsubscribed concurrently."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from grav.server.live.fanout import Fanout, Listener, open_backend
from grav.testing.servers.server_processes import TIMEOUT

pytestmark = pytest.mark.anyio

CHANNELS = [f"table-{number}" for number in range(20)]


@pytest.fixture
async def fanout(redis: str) -> AsyncIterator[Fanout]:
    channels = Fanout(open_backend(redis))
    await channels.start()
    yield channels
    await channels.stop()


async def test_concurrent_subscriptions_all_receive(fanout: Fanout) -> None:
    received = {channel: asyncio.Event() for channel in CHANNELS}

    def listener(channel: str) -> Listener:
        return lambda _: received[channel].set()

    await asyncio.gather(*(fanout.listen(each, listener(each)) for each in CHANNELS))
    async with asyncio.timeout(TIMEOUT):
        for channel, event in received.items():
            fanout.publish(channel, b"news")
            await event.wait()


async def test_concurrent_messages_are_received_in_order_and_once(fanout: Fanout) -> None:
    received, said = list[bytes](), [str(number).encode() for number in range(2500)]
    all_heard = asyncio.Event()

    def hear(message: bytes) -> None:
        received.append(message)
        if message == said[-1]:
            all_heard.set()

    await fanout.listen("table", hear)
    for message in said:
        fanout.publish("table", message)
    async with asyncio.timeout(TIMEOUT):
        await all_heard.wait()
    assert received == said
