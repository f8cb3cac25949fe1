"""The benchmark of cold tables: they are stored games like any other, and each is opened once."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path

import pytest
from bench.server import cold_tables
from bench.server.adapter import Refused
from bench.server.cold_tables import ColdServer, measure_blocking, prepare_tables

from grav.testing.servers.consistency import read_stored_table

SIZE, PLACEMENTS = 7, 6


@pytest.fixture
def database(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/cold.sqlite"
    asyncio.run(prepare_tables(url, 3, SIZE, PLACEMENTS))
    return url


def test_every_table_is_a_game_of_its_kind(database: str) -> None:
    stored_tables = [
        asyncio.run(read_stored_table(database, cold_tables.table_id(number)))
        for number in range(3)
    ]
    kinds = [each.table.settings.enforcement for each in stored_tables]
    assert kinds == ["strict", "challenge", "strict"]
    for each in stored_tables:
        placed = [action for action in each.actions() if action["do"] == "place"]
        assert len(placed) == PLACEMENTS
        assert each.table.stage.name == "playing"
    assert stored_tables[0].rows == stored_tables[2].rows


class Slow:
    """A server that answers everything, but is blocked for a while once a certain table is
    requested."""

    def __init__(self, status: str = "200 OK") -> None:
        self.asked = list[str]()
        self._free = asyncio.Event()
        self._free.set()
        self._status = status
        self._answering = set[asyncio.Task[None] | None]()

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._answering.add(asyncio.current_task())
        while not reader.at_eof():
            try:
                request = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            path = request.split()[1].decode()
            self.asked.append(path)
            if "cold-2" in path:
                self._free.clear()
            elif not self._free.is_set() and "tables" not in path:
                # The probe that waits for it, waits at least as long.
                asyncio.get_running_loop().call_later(0.2, self._free.set)
            await self._free.wait()
            status = self._status if "tables" in path else "200 OK"
            writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\nok".encode())
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()

    async def under(self, tables: int) -> cold_tables.LoopBlocked:
        server = await asyncio.start_server(self.answer, "127.0.0.1", 0)
        address = server.sockets[0].getsockname()
        to_open = [cold_tables.table_id(number) for number in range(tables)]
        async with server:
            try:
                return await measure_blocking(ColdServer(address, to_open=to_open), os.getpid())
            finally:
                await asyncio.gather(*filter(None, self._answering), return_exceptions=True)


def test_all_tables_are_opened_once_and_the_longest_wait_is_reported() -> None:
    server = Slow()
    told = asyncio.run(server.under(20))
    opened = [path for path in server.asked if "tables" in path]
    assert sorted(opened) == sorted(f"/api/tables/cold-{number}" for number in range(20))
    assert 0.19 <= told.longest <= told.seconds


def test_the_idle_server_opens_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold_tables, "IDLE_SECONDS", 0.05)
    server = Slow()
    told = asyncio.run(server.under(0))
    assert told.seconds >= 0.05
    assert set(server.asked) == {"/healthz"}


def test_a_missing_table_fails_the_measurement() -> None:
    with pytest.raises(Refused, match="404"):
        asyncio.run(Slow("404 Not Found").under(3))
