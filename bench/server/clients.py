"""Many clients of one server in one process: they connect to their tables, report what they are
shown, and fail together."""

import asyncio
from collections.abc import Callable, Iterable

from bench.server.adapter import ServerAdapter
from bench.server.websocket_connection import WebSocketConnection

AT_ONCE = 64
"""Clients that connect at the same time: enough to keep the server busy, few enough that none times
out."""
TIMEOUT = 60.0
"""Timeout in seconds for what cannot take long. A server that needs more has stopped."""


class Client:
    """A client at a table, in a seat or as a spectator. `shown` is how many actions it has been
    shown."""

    def __init__(
        self, adapter: ServerAdapter, table: int, seat: int | None, pool: "ClientPool"
    ) -> None:
        self.table, self.seat = table, seat
        self.shown = -1
        self._codec = adapter.codec(table, seat)
        self._pool = pool
        request = adapter.connect_request(table, seat)
        self.connection = WebSocketConnection(adapter.address, request, self._receive, pool.fail)

    def act(self, number: int) -> None:
        self.connection.send(self._codec.encode_action(number))

    def _receive(self, message: bytes) -> None:
        try:
            heard = self._codec.read(message)
        except Exception as problem:
            self._pool.fail(problem)
            raise
        if isinstance(heard, bytes):
            self.connection.send(heard)
        elif heard is not None and heard > self.shown:
            before, self.shown = self.shown, heard
            self._pool.on_shown(self, before)


class ClientPool:
    """All clients of a load. `on_shown` is called when a client is shown more actions than before,
    with the client and the number it was shown before."""

    def __init__(self, adapter: ServerAdapter) -> None:
        self.on_shown: Callable[[Client, int], None] = lambda *_: None
        self._clients = list[Client]()
        self._adapter = adapter
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open_tables(self, tables: int) -> list[Client]:
        """Opens new tables and connects two players to each; returns the clients."""
        await self._adapter.open_tables(tables)
        return await self.connect((table, seat) for table in range(tables) for seat in (0, 1))

    async def connect(self, places: Iterable[tuple[int, int | None]]) -> list[Client]:
        """Connects clients to these tables and seats; returns once all are shown their table."""
        coming = [Client(self._adapter, table, seat, self) for table, seat in places]
        entrance = asyncio.Semaphore(AT_ONCE)

        async def enter(client: Client) -> None:
            async with entrance, asyncio.timeout(TIMEOUT):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: client.connection, *self._adapter.address)
                await client.connection.opened
                await self.wait_until(lambda: client.shown >= 0)

        await asyncio.gather(*map(enter, coming))
        self._clients += coming
        return coming

    async def wait_until(self, happened: Callable[[], bool]) -> None:
        """Waits until the condition holds, polling every few milliseconds; raises on timeout."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while not happened():
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError("The server has stopped answering.")
            await self.sleep_unless_failed(0.002)

    async def sleep_unless_failed(self, seconds: float) -> None:
        """Sleeps; raises the failure of any client as soon as there is one."""
        await asyncio.wait({self._failure}, timeout=seconds)
        if self._failure.done():
            self._failure.result()

    def fail(self, why: Exception) -> None:
        if not self._failure.done():
            self._failure.set_exception(why)

    def close(self) -> None:
        for client in self._clients:
            client.connection.close()
