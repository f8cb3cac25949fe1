"""Cold tables, which no process has in memory: how long a server's event loop is blocked while all
of them are opened. Any other request waits as long."""

import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlalchemy import String, insert, literal, select

from bench.server import cpu_pinning
from bench.server.adapter import Refused, RunningServer
from bench.server.grav_server import BUILD_FOLDER, SETTING, GravServer, start_grav
from bench.server.resource_usage import Cores, Meter
from grav.game import Turn, Window
from grav.rules import legal_set, points_of
from grav.server.store import Database
from grav.server.store.migrate import migrate
from grav.server.store.schema import games, metadata
from grav.testing.servers.asgi_driver import AsgiVisitor
from grav.testing.servers.consistency import open_for_checks
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture

SIZE, PLACEMENTS = 23, 250
TABLES = 200
ENFORCEMENTS = ("strict", "challenge")
AT_ONCE = 8
"""Connections that open tables concurrently, each one table after the other."""
PROBE_SECONDS = 0.005
"""The pause between two liveness probes."""
IDLE_SECONDS = 5.0
"""How long the other side of the row is measured, which opens no tables."""


@dataclass
class ColdServer(GravServer):
    """A server with tables that nobody has opened yet, and the ids of those to be opened."""

    to_open: Sequence[str] = ()


@dataclass(frozen=True)
class LoopBlocked:
    """The longest response time of a probe, and how long opening all tables took."""

    longest: float
    seconds: float
    cores: Cores


@contextmanager
def start_with_cold_tables() -> Iterator[RunningServer]:
    """Starts a server whose tables are all to be opened."""
    with _start(TABLES) as serving:
        yield serving


@contextmanager
def start_idle() -> Iterator[RunningServer]:
    """Starts the same server, with no tables to be opened."""
    with _start(0) as serving:
        yield serving


async def measure_blocking(adapter: ColdServer, server: int) -> LoopBlocked:
    """Opens the tables, and meanwhile probes every few milliseconds on a connection of its own."""
    left = list(adapter.to_open)

    async def open_some(connection: _Connection) -> None:
        while left:
            await connection.get(f"/api/tables/{left.pop()}")

    async with AsyncExitStack() as stack:
        prober, *openers = [
            await stack.enter_async_context(_connect(adapter.address)) for _ in range(1 + AT_ONCE)
        ]
        await prober.get("/healthz")
        meter, longest = Meter(server), 0.0
        end = time.perf_counter() + (0 if left else IDLE_SECONDS)
        work = asyncio.gather(*map(open_some, openers))
        while not work.done() or time.perf_counter() < end:
            longest = max(longest, await prober.get("/healthz"))
            await asyncio.sleep(PROBE_SECONDS)
        await work
        return LoopBlocked(longest, meter.seconds(), meter.cores())


class _Connection:
    """Sends one GET request after the other, and parses only as much of the answers as it must."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def get(self, path: str) -> float:
        """Returns the seconds until the whole answer had arrived."""
        begin = time.perf_counter()
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        status, *headers = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        if b" 200" not in status:
            raise Refused(f"{path}: {status.decode()}")
        (length,) = (each for each in headers if each.startswith(b"content-length:"))
        await self._reader.readexactly(int(length.partition(b":")[2]))
        return time.perf_counter() - begin


@asynccontextmanager
async def _connect(address: tuple[str, int]) -> AsyncIterator[_Connection]:
    reader, writer = await asyncio.open_connection(*address)
    try:
        yield _Connection(reader, writer)
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


@contextmanager
def _start(tables: int) -> Iterator[RunningServer]:
    with tempfile.TemporaryDirectory(dir=BUILD_FOLDER) as folder:
        file = shutil.copy(_prepared_database(), f"{folder}/bench.sqlite")
        ids = [table_id(number) for number in range(tables)]
        with start_grav(f"sqlite:///{file}", cpu_pinning.pin_server) as serving:
            yield RunningServer(serving.pid, ColdServer(serving.adapter.address, to_open=ids))


@cache
def _prepared_database() -> Path:
    """Returns the database file with all tables, made once per process, in the build folder."""
    BUILD_FOLDER.mkdir(exist_ok=True)
    file = BUILD_FOLDER / "bench-cold.sqlite"
    for old in BUILD_FOLDER.glob(f"{file.name}*"):
        old.unlink()
    asyncio.run(prepare_tables(f"sqlite:///{file}", TABLES, SIZE, PLACEMENTS))
    return file


def table_id(number: int) -> str:
    """Returns the id of a prepared table."""
    return f"cold-{number}"


async def prepare_tables(database: str, tables: int, size: int, placements: int) -> None:
    """Plays one game for each enforcement, and stores copies of them as that many tables."""
    async with open_for_checks(database) as store:
        await migrate(store)
    async with open_server_fixture(database) as server_fixture:
        players = await server_fixture.guests(2)
        played = [
            await _play(server_fixture, players, kind, size, placements) for kind in ENFORCEMENTS
        ]
    async with open_for_checks(database) as store:
        for number in range(tables):
            await _copy(store, played[number % len(played)], table_id(number))


async def _play(
    server_fixture: ServerFixture,
    players: list[AsgiVisitor],
    enforcement: str,
    size: int,
    placements: int,
) -> str:
    chance = random.Random(f"cold {enforcement}")
    settings = {"size": size, "setting": SETTING, "enforcement": enforcement}
    table = await server_fixture.sit(*players, **settings)
    while True:
        known = server_fixture.tables.rooms[table].table
        assert known is not None
        assert known.play is not None
        state = known.play.state
        match state.phase:
            case Window(awaiting=awaiting):
                seat = min(awaiting)
                give = {"do": "accept", "seat": seat, "placement": known.play.placement}
            case Turn(seat=seat) if known.play.placement < placements:
                legal = sorted(points_of(legal_set(state.rules, state.board, state.last), size))
                give = {"do": "place", "seat": seat, "at": str(chance.choice(legal))}
            case _:
                return table
        done = await server_fixture.give(players[seat], table, **give)
        assert done.get("is") == "done", done


async def _copy(store: Database, table: str, copy: str) -> None:
    """Copies all rows of a table, from every database table that has any, to a new id."""
    async with store.writing() as connection:
        for each in metadata.sorted_tables:
            key = each.c.id if each is games else each.c.get("game")
            if key is None:
                continue
            columns = [
                literal(copy, String).label(key.name) if column is key else column
                for column in each.c
            ]
            rows = select(*columns).where(key == table)
            await connection.execute(insert(each).from_select(list(each.c.keys()), rows))
