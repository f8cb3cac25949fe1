"""Lines for tests: ways to a server that break as lines do, whatever goes over them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

Where = Callable[[], Awaitable[str]]
"""The URL of a server; another one, perhaps, when it is asked again."""


class Wire:
    """A line to a server, which can be cut at any moment, and lose what is on its way.

    What goes over it is counted in pieces, as they come; most are a message each.
    """

    def __init__(self, where: Where) -> None:
        self._where = where
        self._open: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.connections = 0
        self.loses_answers = False
        """Is what the server says lost?"""
        self.loses_next = False
        """Is the next thing that the client says lost? Not for ever."""
        self.cut_at: tuple[str, int] | None = None
        """Whose piece of each connection is the last: `server` or `client`, and which."""
        self.cuts_left = 0
        self.is_down = False

    def cut(self) -> None:
        for writer in tuple(self._open):
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection from its beginning to its end."""
        if self.is_down:
            writer.transport.abort()
            return
        self.connections += 1
        url = await self._where()
        port = int(url.rpartition(":")[2])
        try:
            other_reader, other_writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, other_writer}
        self._open |= ends
        ways = (
            self._pump("client", reader, other_writer),
            self._pump("server", other_reader, writer),
        )
        with suppress(OSError):
            tasks = [asyncio.create_task(way) for way in ways]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self._open -= ends
        for end in ends:
            end.transport.abort()

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
                await asyncio.sleep(0.01)  # what was sent arrives; what comes of it does not
                return


@asynccontextmanager
async def wire_to(where: Where) -> AsyncIterator[Wire]:
    wire = Wire(where)
    listener = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    wire.url = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield wire
    finally:
        listener.close()
        wire.is_down = True
        wire.cut()
        await asyncio.sleep(0)
