"""One client's socket: what it measures, what it answers, and when it is let go."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest

from grav.server.live.socket import GOING_AWAY, MOST_WAITING, TOO_SLOW, TableSocket
from grav.testing.asgi import quiet
from grav.testing.fixed import SetClock
from grav.testing.house import House
from grav.text import Language

pytestmark = pytest.mark.anyio


class Wire:
    """A websocket that takes everything at once."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(json.loads(message["text"]))

    async def receive(self) -> dict[str, Any]:
        return await self.said.get()

    def pong(self, n: int) -> None:
        text = json.dumps({"do": "pong", "n": n})
        self.said.put_nowait({"type": "websocket.receive", "text": text})


Client = tuple[TableSocket, Wire]


@pytest.fixture
async def client(clock: SetClock) -> AsyncIterator[Client]:
    """A socket whose two ways run."""
    wire = Wire()
    none = cast("Any", None)
    socket = TableSocket(cast("Any", wire), "p", "", Language.EN, clock)
    ways = [asyncio.create_task(each) for each in (socket.send(), socket.receive(none, none, none))]
    yield socket, wire
    for way in ways:
        way.cancel()
    await asyncio.gather(*ways, return_exceptions=True)


async def measured(client: Client, clock: SetClock, *trips: int) -> int | None:
    socket, wire = client
    for trip in trips:
        await quiet()
        clock.advance(trip)
        wire.pong(wire.sent[-1]["n"])
    await quiet()
    return socket.round_trip


async def test_one_measurement_is_not_believed_and_is_made_again_at_once(
    client: Client, clock: SetClock
) -> None:
    socket, wire = client
    socket.ping()
    assert await measured(client, clock, 300) is None
    assert len(wire.sent) == 2
    assert await measured(client, clock, 80) == 80
    assert len(wire.sent) == 2
    socket.ping()
    assert await measured(client, clock, 120) == 80
    assert wire.sent[-1]["round_trip"] == 80


async def test_a_pong_that_was_not_asked_for_measures_nothing(
    client: Client, clock: SetClock
) -> None:
    """Or a client could make its line as long as it likes."""
    socket, wire = client
    for n in range(5):
        wire.pong(n)
    await quiet()
    socket.ping()
    await quiet()
    for n in (wire.sent[-1]["n"] + 1, wire.sent[-1]["n"] - 1):
        wire.pong(n)
    assert await measured(client, clock, 50) is None
    wire.pong(wire.sent[-2]["n"])  # the first one again
    assert await measured(client, clock, 60) == 50


async def test_the_time_in_the_queue_is_no_part_of_the_way(client: Client, clock: SetClock) -> None:
    socket, _ = client
    socket.ping()
    clock.advance(5000)  # nothing has been sent yet
    assert await measured(client, clock, 40, 40) == 40


async def test_the_first_reason_to_close_is_the_one_that_is_told(
    client: Client,
) -> None:
    socket, _ = client
    socket.close(GOING_AWAY)
    socket.close(TOO_SLOW)
    assert socket.closing == GOING_AWAY


async def test_who_is_too_far_behind_is_let_go(client: Client) -> None:
    socket, wire = client
    for number in range(MOST_WAITING + 1):
        socket.hear(json.dumps(number))
        assert (socket.closing == TOO_SLOW) is (number == MOST_WAITING)
    while len(wire.sent) < MOST_WAITING:
        await quiet()
    assert [*map(str, wire.sent)] == [*map(str, range(MOST_WAITING))]


async def test_whoever_sits_down_is_measured_from_then_on(house: House) -> None:
    host, other = await house.guests(2)
    table = await house.open_table(host)
    socket = await house.at(table, other)
    (listener,) = house.tables.rooms[table].listeners
    assert isinstance(listener, TableSocket)
    assert not listener.plays
    assert (await socket.command(do="sit", id="sit", seat=1))["you"] == [1]
    assert listener.plays


async def test_refusals_are_told_in_the_language_of_the_client(house: House) -> None:
    host = await house.guest()
    table = await house.open_table(host)
    told = set()
    for language in ("en", "ja", "ko"):
        socket = await house.at(table, host, f"?lang={language}")
        told.add((await socket.command(do="sit", id="sit", seat=0))["text"])
        socket.say_text("rubbish")
        told.add((await socket.hear("refused"))["text"])
    assert len(told) == 6
