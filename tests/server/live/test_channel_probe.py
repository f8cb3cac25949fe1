"""The probe of channels notices when messages are not delivered, and when they are again."""

import shutil
import socket
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import anyio
import pytest
from litestar.channels.backends.memory import MemoryChannelsBackend
from redis import Redis
from redis.exceptions import RedisError

from grav.server.live import channel_probe
from grav.server.live.channel_probe import ChannelProbe
from grav.server.live.fanout import Fanout, open_backend
from grav.server.runtime.ids_and_secrets import SystemIdSource

pytestmark = pytest.mark.anyio

TIMEOUT = 60


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_probe, "PROBE_TIMEOUT", 0.3)


class OwnRedis:
    """A Redis server that can be stopped, and restarted at the same address."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self._folder = folder
        self.url = f"redis://127.0.0.1:{self._port}/0"

    @contextmanager
    def there(self) -> Iterator[None]:
        line = ["redis-server", "--port", str(self._port), "--bind", "127.0.0.1", "--save", ""]
        line += ["--dir", str(self._folder)]
        with subprocess.Popen(line, stdout=subprocess.DEVNULL) as process:
            try:
                self._wait()
                yield
            finally:
                process.terminate()

    def _wait(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            with suppress(RedisError), Redis.from_url(self.url) as client:
                client.ping()
                return
        raise AssertionError("redis-server did not start")


@pytest.fixture
def own_redis(tmp_path: Path) -> OwnRedis:
    if shutil.which("redis-server") is None:
        pytest.skip("redis-server is not installed (Debian: apt install redis-server)")
    return OwnRedis(tmp_path)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    with anyio.fail_after(TIMEOUT):
        while not await holds():
            await anyio.sleep(0.02)


async def test_channels_in_memory_deliver() -> None:
    fanout = Fanout(open_backend(None))
    echo = ChannelProbe(fanout, SystemIdSource())
    assert not await echo.is_delivering(), "nothing was started"
    await fanout.start()
    assert await echo.is_delivering()
    await fanout.stop()


async def test_channels_through_redis_deliver_while_redis_runs(own_redis: OwnRedis) -> None:
    fanout, chance = Fanout(open_backend(own_redis.url)), SystemIdSource()
    early, late = ChannelProbe(fanout, chance), ChannelProbe(fanout, chance)
    with own_redis.there():
        await fanout.start()
        await until(early.is_delivering)
    assert not await early.is_delivering()
    assert not await late.is_delivering(), "it is asked for the first time while Redis is away"
    with own_redis.there():
        await until(early.is_delivering)
        await until(late.is_delivering)
    await fanout.stop()


class SlowBackend(MemoryChannelsBackend):
    """Channels that open with a delay."""

    def __init__(self) -> None:
        super().__init__()
        self.is_quick = anyio.Event()

    async def subscribe(self, channels: Iterable[str]) -> None:
        await self.is_quick.wait()
        await super().subscribe(channels)


async def test_a_probe_cancelled_before_its_channel_opens_works_later_bug() -> None:
    backend = SlowBackend()
    fanout = Fanout(backend)
    await fanout.start()
    echo = ChannelProbe(fanout, SystemIdSource())
    assert not await echo.is_delivering()
    backend.is_quick.set()
    await until(echo.is_delivering)
    await fanout.stop()


async def test_probes_of_two_processes_do_not_mix_up_their_messages(
    own_redis: OwnRedis,
) -> None:
    fanout, deaf = Fanout(open_backend(own_redis.url)), Fanout(open_backend(own_redis.url))
    with own_redis.there():
        await fanout.start()
        await until(ChannelProbe(fanout, SystemIdSource()).is_delivering)
        assert not await ChannelProbe(deaf, SystemIdSource()).is_delivering(), "it was not started"
        await deaf.stop()
        await fanout.stop()


async def test_messages_for_other_processes_are_not_delivered_here(own_redis: OwnRedis) -> None:
    one, two = (Fanout(open_backend(own_redis.url)) for _ in range(2))
    received: dict[Fanout, list[bytes]] = {one: [], two: []}
    with own_redis.there():
        for fanout, messages in received.items():
            await fanout.start()
            await until(ChannelProbe(fanout, SystemIdSource()).is_delivering)
            await fanout.listen("here", messages.append)
        one.publish("here", b"elsewhere", others_only=True)
        one.publish("here", b"everywhere")
        with anyio.fail_after(TIMEOUT):
            while any(b"everywhere" not in messages for messages in received.values()):
                await anyio.sleep(0.002)
        assert received[one] == [b"everywhere"]
        assert sorted(received[two]) == [b"elsewhere", b"everywhere"]
        await one.stop()
        await two.stop()
