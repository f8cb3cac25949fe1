"""A cable between a server and what it needs: it can be cut, and mended. Carries anything."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

_CHUNK = 65_536


class Cable:
    """Carries what comes to its own port, both ways."""

    def __init__(self, host: str, port: int) -> None:
        self._far = (host, port)
        self._writers: set[asyncio.StreamWriter] = set()
        self._is_whole = True
        self._carrying: set[asyncio.Task[None]] = set()

    def cut(self) -> None:
        """All connections break, and nobody gets through any more."""
        self._is_whole = False
        self.jolt()

    def mend(self) -> None:
        self._is_whole = True

    def jolt(self) -> None:
        """All connections break; new ones can be made at once."""
        for writer in self._writers:
            writer.transport.abort()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until it ends or breaks."""
        task = asyncio.current_task()
        assert task is not None
        self._carrying.add(task)
        ends = {writer}
        try:
            far_reader, far_writer = await asyncio.open_connection(*self._far)
            ends.add(far_writer)
            if self._is_whole:
                self._writers |= ends
                await asyncio.gather(_pump(reader, far_writer), _pump(far_reader, writer))
        finally:
            for end in ends:
                end.transport.abort()
            self._writers -= ends
            self._carrying.discard(task)

    async def end(self) -> None:
        self.cut()
        await asyncio.gather(*self._carrying, return_exceptions=True)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Until one of the ends is closed; then the other is."""
    try:
        while data := await reader.read(_CHUNK):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.transport.abort()


@asynccontextmanager
async def cable_to(url: str) -> AsyncIterator[tuple[Cable, str]]:
    """A cable to a service, and the URL by which the service is reached through it."""
    far = urlsplit(url)
    assert far.hostname is not None
    assert far.port is not None
    cable = Cable(far.hostname, far.port)
    server = await asyncio.start_server(cable.carry, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    user, at, _ = far.netloc.rpartition("@")
    try:
        yield cable, far._replace(netloc=f"{user}{at}127.0.0.1:{port}").geturl()
    finally:
        server.close()
        await cable.end()
