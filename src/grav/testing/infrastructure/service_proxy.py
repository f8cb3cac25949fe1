"""A TCP proxy between a server and a service it needs: can be cut and restored."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from urllib.parse import urlsplit

_CHUNK = 65_536
_ITERATIONS = 5
"""Iterations of the event loop within which an accepted connection is registered."""


class TcpProxy:
    """Forwards the connections to its own port, in both directions."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()
        self._is_up = True
        self._forwarding: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """Aborts all connections and refuses new ones."""
        self._is_up = False
        self.drop_connections()

    def restore(self) -> None:
        self._is_up = True

    def drop_connections(self) -> None:
        """Aborts all connections; new ones are accepted at once."""
        for writer in tuple(self._writers):
            writer.transport.abort()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Accepts a connection and registers it at once: a task that has not begun would be
        cancelled at the end without a trace, and leave the connection open."""
        if not self._is_up:
            writer.transport.abort()
            return
        self._writers.add(writer)
        task = asyncio.create_task(self._forward(reader, writer))
        self._forwarding.add(task)
        task.add_done_callback(partial(self._forget, writer))

    def _forget(self, writer: asyncio.StreamWriter, task: asyncio.Task[None]) -> None:
        writer.transport.abort()
        self._writers.discard(writer)
        self._forwarding.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards one connection until it ends or breaks."""
        try:
            target_reader, target_writer = await asyncio.open_connection(*self._target)
        except OSError:
            return  # the service is down
        self._writers.add(target_writer)
        try:
            if self._is_up:
                async with asyncio.TaskGroup() as pumps:
                    pumps.create_task(_pump(reader, target_writer))
                    pumps.create_task(_pump(target_reader, writer))
        finally:
            target_writer.transport.abort()
            self._writers.discard(target_writer)

    async def end(self) -> None:
        self.cut()
        await asyncio.gather(*self._forwarding, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copies data until one of the ends is closed; then closes the other."""
    try:
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.transport.abort()


async def stop_accepting(server: asyncio.Server) -> None:
    """Stops listening, and lets accepted connections be registered: a server that is closed at
    that moment loses track of them, and leaves them open."""
    for listener in server.sockets:
        asyncio.get_running_loop().remove_reader(listener.fileno())
    for _ in range(_ITERATIONS):
        await asyncio.sleep(0)


@asynccontextmanager
async def tcp_proxy_to(url: str) -> AsyncIterator[tuple[TcpProxy, str]]:
    """Runs a proxy to a service; yields it and the service's URL through it."""
    target = urlsplit(url)
    assert target.hostname is not None
    assert target.port is not None
    proxy = TcpProxy(target.hostname, target.port)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    user, at, _ = target.netloc.rpartition("@")
    try:
        yield proxy, target._replace(netloc=f"{user}{at}127.0.0.1:{port}").geturl()
    finally:
        await stop_accepting(server)
        await proxy.end()
        server.close()
