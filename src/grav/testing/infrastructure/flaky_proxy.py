"""A TCP proxy for tests that cuts connections and loses data, whatever the protocol."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial

from grav.testing.infrastructure.service_proxy import stop_accepting

GetUrl = Callable[[], Awaitable[str]]
"""Returns the URL of a server, which may change from call to call."""


class FlakyProxy:
    """A proxy to a server that can cut its connections at any moment, and lose data in transit.

    It counts data in pieces, as they are read; most are one message each.
    """

    def __init__(self, get_url: GetUrl) -> None:
        self._get_url = get_url
        self._open: set[asyncio.StreamWriter] = set()
        self._forwarding: set[asyncio.Task[None]] = set()
        self.url = ""
        self.connections = 0
        self.loses_answers = False
        """Whether everything that the server sends is lost."""
        self.loses_next = False
        """Whether the next piece from the client is lost; resets itself."""
        self.cut_at: tuple[str, int] | None = None
        """After which piece a connection is cut: by `server` or `client`, and its number."""
        self.cuts_left = 0
        self.is_down = False

    def cut(self) -> None:
        for writer in tuple(self._open):
            writer.transport.abort()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Accepts a connection and registers it at once: a task that has not begun would be
        cancelled at the end without a trace, and leave the connection open."""
        if self.is_down:
            writer.transport.abort()
            return
        self.connections += 1
        self._open.add(writer)
        task = asyncio.create_task(self._forward(reader, writer))
        self._forwarding.add(task)
        task.add_done_callback(partial(self._forget, writer))

    def _forget(self, writer: asyncio.StreamWriter, task: asyncio.Task[None]) -> None:
        writer.transport.abort()
        self._open.discard(writer)
        self._forwarding.discard(task)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Forwards one connection from its beginning to its end."""
        url = await self._get_url()
        port = int(url.rpartition(":")[2])
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            return
        self._open.add(other_writer)
        tasks = [
            asyncio.create_task(self._pump("client", reader, other_writer)),
            asyncio.create_task(self._pump("server", other_reader, writer)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            other_writer.transport.abort()
            self._open.discard(other_writer)
            await asyncio.gather(*tasks, return_exceptions=True)

    async def end(self) -> None:
        """Aborts all connections and refuses new ones."""
        self.is_down = True
        self.cut()
        for task in tuple(self._forwarding):
            task.cancel()
        await asyncio.gather(*self._forwarding, return_exceptions=True)

    async def _pump(
        self, whose: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        count = 0
        while piece := await reader.read(65536):
            count += 1
            if whose == "server" and self.loses_answers:
                continue
            if whose == "client" and self.loses_next:
                self.loses_next = False
                continue
            writer.write(piece)
            await writer.drain()
            if self.cut_at == (whose, count) and self.cuts_left:
                self.cuts_left -= 1
                await asyncio.sleep(0.01)  # what was sent arrives; the reply does not
                return


@asynccontextmanager
async def flaky_proxy_to(get_url: GetUrl) -> AsyncIterator[FlakyProxy]:
    proxy = FlakyProxy(get_url)
    listener = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        await stop_accepting(listener)
        await proxy.end()
        listener.close()
