"""Many clients of one server in one process: they connect to their tables, report what they are
shown, and fail together."""

import asyncio
from collections.abc import Callable, Iterable

from bench.server.dialect import Dialect
from bench.server.line import Line

AT_ONCE = 64
"""Clients that connect at the same time: enough to keep the server busy, few enough that none times
out."""
TIMEOUT = 60.0
"""Timeout in seconds for what cannot take long. A server that needs more has stopped."""


class Client:
    """A client at a table, in a seat or as a spectator. `shown` is how many actions it has been
    shown."""

    def __init__(self, dialect: Dialect, table: int, seat: int | None, company: "Company") -> None:
        self.table, self.seat = table, seat
        self.shown = -1
        self._voice = dialect.voice(table, seat)
        self._company = company
        door = dialect.door(table, seat)
        self.line = Line(dialect.address, door, self._hear, company.fail)

    def act(self, number: int) -> None:
        self.line.send(self._voice.act(number))

    def _hear(self, message: bytes) -> None:
        try:
            heard = self._voice.hear(message)
        except Exception as problem:
            self._company.fail(problem)
            raise
        if isinstance(heard, bytes):
            self.line.send(heard)
        elif heard is not None and heard > self.shown:
            before, self.shown = self.shown, heard
            self._company.tell(self, before)


class Company:
    """All clients of a load. `tell` is called when a client is shown more actions than before, with
    the client and the number it was shown before."""

    def __init__(self, dialect: Dialect) -> None:
        self.tell: Callable[[Client, int], None] = lambda *_: None
        self._clients = list[Client]()
        self._dialect = dialect
        self._trouble: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(self, tables: int) -> list[Client]:
        """Opens new tables and connects two players to each; returns the clients."""
        await self._dialect.lay(tables)
        return await self.come((table, seat) for table in range(tables) for seat in (0, 1))

    async def come(self, places: Iterable[tuple[int, int | None]]) -> list[Client]:
        """Connects clients to these tables and seats; returns once all are shown their table."""
        coming = [Client(self._dialect, table, seat, self) for table, seat in places]
        entrance = asyncio.Semaphore(AT_ONCE)

        async def enter(client: Client) -> None:
            async with entrance, asyncio.timeout(TIMEOUT):
                loop = asyncio.get_running_loop()
                await loop.create_connection(lambda: client.line, *self._dialect.address)
                await client.line.opened
                await self.until(lambda: client.shown >= 0)

        await asyncio.gather(*map(enter, coming))
        self._clients += coming
        return coming

    async def until(self, happened: Callable[[], bool]) -> None:
        """Waits until the condition holds, polling every few milliseconds; raises on timeout."""
        end = asyncio.get_running_loop().time() + TIMEOUT
        while not happened():
            if asyncio.get_running_loop().time() > end:
                raise TimeoutError("The server has stopped answering.")
            await self.rest(0.002)

    async def rest(self, seconds: float) -> None:
        """Sleeps; raises the failure of any client as soon as there is one."""
        await asyncio.wait({self._trouble}, timeout=seconds)
        if self._trouble.done():
            self._trouble.result()

    def fail(self, why: Exception) -> None:
        if not self._trouble.done():
            self._trouble.set_exception(why)

    def leave(self) -> None:
        for client in self._clients:
            client.line.close()
