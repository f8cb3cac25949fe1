"""Server fixture: a whole server within a test, its parts, and visitors to its tables."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from grav.server.app import create_app
from grav.server.live.fanout import Fanout
from grav.server.live.live_services import LiveServices
from grav.server.live.tables import Tables
from grav.server.people.people_facade import People
from grav.server.protocol.asgi_types import Application
from grav.server.runtime.clock import Clock
from grav.server.runtime.config import Config
from grav.server.runtime.ids_and_secrets import IdSource
from grav.testing.servers.asgi_driver import (
    TIMEOUT,
    AsgiSocket,
    AsgiVisitor,
    run_app,
    run_loop_until_idle,
)
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

Part = TypeVar("Part")

PLAIN_SETTINGS: Mapping[str, Any] = {"setting": "3 3 4 2 4", "size": 7, "first": 0}


@dataclass
class ServerFixture:
    app: Application
    clock: Clock
    tables: Tables
    people: People
    fanout: Fanout
    live_services: LiveServices
    """The services around its tables."""
    visitors: list[AsgiVisitor] = field(default_factory=list)
    _came: int = 0

    def visitor(self) -> AsgiVisitor:
        """Creates a visitor with an address of their own."""
        self._came += 1
        address = f"198.51.{self._came // 250}.{self._came % 250}"
        self.visitors.append(AsgiVisitor(self.app, f"visitor {self._came}", address))
        return self.visitors[-1]

    async def leave(self) -> None:
        """Disconnects all visitors."""
        for visitor in self.visitors:
            await visitor.leave()

    async def guest(self) -> AsgiVisitor:
        return await self.visitor().become_guest()

    async def guests(self, number: int) -> list[AsgiVisitor]:
        return [await self.guest() for _ in range(number)]

    async def open_table(self, host: AsgiVisitor, **settings: object) -> str:
        answer = await host.ask("POST", "/api/tables", {"settings": {**PLAIN_SETTINGS, **settings}})
        assert answer.status == 201, answer
        table: str = answer.json()["table"]
        return table

    async def sit(self, *players: AsgiVisitor, **settings: object) -> str:
        """Opens a table at which all these players sit, the first as its host."""
        table = await self.open_table(players[0], seats=len(players), **settings)
        for seat, player in enumerate(players[1:], start=1):
            await self.give(player, table, do="sit", seat=seat)
        return table

    async def seat(
        self, host: AsgiVisitor, seats: Sequence[Mapping[str, Any]], **settings: object
    ) -> str:
        """Opens a table with these seats: `{"me": True}`, or `{"level": 3}` for a bot."""
        form = {
            "settings": {**PLAIN_SETTINGS, "seats": len(seats), **settings},
            "seats": list(seats),
        }
        answer = await host.ask("POST", "/api/tables", form)
        assert answer.status == 201, answer
        table: str = answer.json()["table"]
        return table

    async def eventually(self, table: str, is_so: Callable[[dict[str, Any]], bool]) -> None:
        """Polls the table until the condition holds for its current state."""
        async with asyncio.timeout(TIMEOUT):
            while not is_so((await self.look(table))["now"]):
                await asyncio.sleep(0.002)

    async def bots_idle(self) -> None:
        """Waits until no bot is busy."""
        await run_loop_until_idle()
        while tasks := self.live_services.bots.busy:
            await asyncio.wait(tasks)
            await run_loop_until_idle()

    async def give(self, visitor: AsgiVisitor, table: str, **command: object) -> dict[str, Any]:
        """Sends a command over HTTP; returns its `done`, or the problem."""
        self._came += 1
        form = {"id": f"command-{self._came}", **command}
        answer = await visitor.ask("POST", f"/api/tables/{table}/commands", form)
        given: dict[str, Any] = answer.json()
        return given

    async def at(self, table: str, visitor: AsgiVisitor, query: str = "") -> AsgiSocket:
        """Opens a socket that has received its first messages."""
        socket = visitor.connect(f"/api/tables/{table}/socket{query}")
        await socket.hear("ping")
        await run_loop_until_idle()
        return socket

    async def look(self, table: str) -> dict[str, Any]:
        """Returns the public view of the table, without its timestamp."""
        seen: dict[str, Any] = await self.visitor().get(f"/api/tables/{table}")
        return {key: value for key, value in seen.items() if key != "at"}


@asynccontextmanager
async def open_server_fixture(
    database: str, clock: Clock | None = None, ids: IdSource | None = None, *, limits: float = 0
) -> AsyncIterator[ServerFixture]:
    """Runs a server in this process; by default without limits and with a stopped clock."""
    clock = clock or ManualClock()
    app = create_app(Config(database=database, limits=limits), clock=clock, ids=ids)

    def part(name: str, kind: type[Part]) -> Part:
        found = app.dependencies[name].dependency()  # type: ignore[union-attr]  # all are provided
        assert isinstance(found, kind)
        return found

    fixture = ServerFixture(
        cast("Application", app),
        clock,
        part("tables", Tables),
        part("people", People),
        part("fanout", Fanout),
        app.state.parts.live_services,
    )
    async with run_app(fixture.app):
        yield fixture
        await fixture.leave()
