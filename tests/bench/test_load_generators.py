"""The load generators against a server that only counts actions: clients connect, act in turn, and
fail together."""

import asyncio
import os
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

import pytest
from bench.server import fan_out, load_generators
from bench.server.adapter import ConnectRequest, MessageCodec, Refused, ServerAdapter
from bench.server.load_generators import Throughput, run_closed_loop, run_open_loop
from bench.server.scripted_game import LENGTH
from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import InvalidStatus
from websockets.http11 import Request, Response

T = TypeVar("T")
ME = os.getpid()


@dataclass(frozen=True)
class Counting:
    """Scripted clients that send the number of their action, and receive the total number."""

    address: tuple[str, int]
    path: str = "/table"

    async def open_tables(self, _tables: int) -> None: ...

    def connect_request(self, table: int, seat: int | None) -> ConnectRequest:
        return ConnectRequest(f"{self.path}/{table}", (("X-Seat", str(seat)),), b"hello")

    def codec(self, _table: int, _seat: int | None) -> MessageCodec:
        return CountingCodec()


class CountingCodec:
    def read(self, message: bytes) -> bytes | int | None:
        if message == b"who?":
            return b"me"
        if message == b"no":
            raise Refused("no")
        return int(message)

    def encode_action(self, number: int) -> bytes:
        return str(number).encode()


def only_tables(line: ServerConnection, request: Request) -> Response | None:
    return None if request.path.startswith("/table/") else line.respond(404, "Nobody is here.")


class CountingServer:
    """A server that accepts every action, or responds to each in another given way."""

    def __init__(
        self, instead: Callable[[ServerConnection], Awaitable[None]] | None = None
    ) -> None:
        self.actions = Counter[str]()
        self.seats = Counter[str]()
        self.instead = instead
        self._there = defaultdict[str, set[ServerConnection]](set)

    async def __call__(self, line: ServerConnection) -> None:
        assert line.request is not None
        table = line.request.path
        self.seats[line.request.headers["X-Seat"]] += 1
        async for message in line:
            if message == "hello":
                await line.send("who?")
            elif message == "me":
                self._there[table].add(line)
                await line.send(str(self.actions[table]))
            elif self.instead is not None:
                await self.instead(line)
            else:
                assert int(message) == self.actions[table]
                self.actions[table] += 1
                broadcast(self._there[table], str(self.actions[table]))

    def run_load(self, load: Callable[[ServerAdapter], Awaitable[T]], path: str = "/table") -> T:
        async def run() -> T:
            async with serve(self, "127.0.0.1", 0, process_request=only_tables) as server:
                _, port = next(iter(server.sockets)).getsockname()
                return await load(Counting(("127.0.0.1", port), path))

        return asyncio.run(run())


async def run_endlessly(adapter: ServerAdapter) -> Throughput:
    """A load whose period is so long that only a failure ends it."""
    return await run_closed_loop(adapter, ME, tables=1, warm_up=0, period=60)


def test_a_steady_rate_is_split_evenly_between_tables() -> None:
    server = CountingServer()
    told = server.run_load(
        lambda adapter: run_open_loop(adapter, ME, 3, rate=300, warm_up=0.05, period=0.1)
    )
    assert len(told.delays) == 30
    assert min(told.delays) > 0
    assert server.actions == {"/table/0": 15, "/table/1": 15, "/table/2": 15}
    assert server.seats == {"0": 3, "1": 3}


def test_a_stone_reaches_all_spectators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fan_out, "SETTLE_SECONDS", 0)
    server = CountingServer()
    told = server.run_load(lambda adapter: fan_out.measure_fan_out(adapter, ME, spectators=5))
    assert len(told.delays) == 5
    assert server.seats == {"0": 1, "1": 1, "None": 5}
    assert server.actions == {"/table/0": 1}


def test_a_board_that_is_full_too_soon_fails_the_measurement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(load_generators, "MIN_PERIOD", 60)
    server = CountingServer()
    with pytest.raises(Refused, match="full"):
        server.run_load(run_endlessly)
    assert server.actions == {"/table/0": LENGTH}


def test_a_period_is_over_when_a_board_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_generators, "MIN_PERIOD", 0)
    server = CountingServer()
    assert server.run_load(run_endlessly).rate > LENGTH / 60
    assert server.actions == {"/table/0": LENGTH}


def test_a_table_without_progress_fails_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    async def do_nothing(_line: ServerConnection) -> None: ...

    monkeypatch.setattr(load_generators, "STILL_SECONDS", 0.05)

    with pytest.raises(Refused, match="still"):
        CountingServer(do_nothing).run_load(
            lambda adapter: run_closed_loop(adapter, ME, 2, 0, period=0.05)
        )


def test_a_table_that_is_only_slow_is_waited_for() -> None:
    acted = asyncio.Event()
    server = CountingServer()

    async def late(line: ServerConnection) -> None:
        """Answers the first action after the period."""
        await asyncio.sleep(0 if acted.is_set() else 0.3)
        acted.set()
        assert line.request is not None
        server.actions[line.request.path] += 1
        await line.send(str(server.actions[line.request.path]))

    server.instead = late
    assert (
        server.run_load(lambda adapter: run_closed_loop(adapter, ME, 1, 0, period=0.05)).rate == 0
    )


def test_a_refused_action_ends_the_load() -> None:
    with pytest.raises(Refused, match="no"):
        CountingServer(lambda line: line.send("no")).run_load(run_endlessly)


def test_a_server_that_closes_the_connection_ends_the_load() -> None:
    with pytest.raises(Refused, match="ended a connection"):
        CountingServer(lambda line: line.close()).run_load(run_endlessly)


def test_a_refused_connection_ends_the_load() -> None:
    with pytest.raises(InvalidStatus):
        CountingServer().run_load(run_endlessly, path="/nowhere")
