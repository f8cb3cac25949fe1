"""The streams of the bot API: the same as a socket's, and over when their reader goes."""

import asyncio
from typing import Any

import pytest

from grav.server.http import streams
from grav.server.http.streams import CHECKED_EVERY, MOST_WAITING
from grav.server.live.outgoing import Outgoing
from grav.server.live.rows import channel_of
from grav.testing.asgi import Reading, Visitor, quiet
from grav.testing.fixed import SetClock
from grav.testing.house import House

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nothing_goes_wrong")]


async def a_program(house: House) -> tuple[Visitor, Visitor]:
    """An account, and its program by a token."""
    account = await house.visitor().become("Program")
    program = await account.with_token("bot", "play")
    house.visitors.append(program)
    return account, program


async def lines(reading: Reading, until: str) -> list[dict[str, Any]]:
    """All messages up to the news of this event."""
    read = [await reading.line()]
    while not any(each["event"] == until for each in read[-1].get("happened", ())):
        read.append(await reading.line())
    return read


async def test_a_program_reads_what_a_socket_hears(house: House) -> None:
    host = await house.guest()
    _, program = await a_program(house)
    table = await house.open_table(host)
    socket = await house.at(table, program)
    reading = program.open("GET", f"/api/bot/tables/{table}")
    first = await reading.line()
    await house.give(program, table, do="sit", seat=1)
    await house.give(host, table, do="place", seat=0, at="c3")
    read = [line for line in await lines(reading, "placed") if line["is"] == "news"]
    heard = [await socket.hear("news") for _ in read]
    assert first["is"] == "whole"
    assert read == heard


async def test_it_goes_on_after_a_number(house: House) -> None:
    host = await house.guest()
    _, program = await a_program(house)
    table = await house.sit(host, program)
    done = await house.give(host, table, do="place", seat=0, at="c3")
    reading = program.open("GET", f"/api/bot/tables/{table}?since={done['number'] - 1}")
    (news,) = await lines(reading, "placed")
    assert (news["after"], news["number"]) == (done["number"] - 1, done["number"])


async def test_a_program_learns_of_invitations(house: House) -> None:
    host = await house.guest()
    _, program = await a_program(house)
    reading = program.open("GET", "/api/bot/stream")
    await reading.next()
    await quiet()
    form = {"settings": {"setting": "3 3 4 2 4"}, "seats": [{"me": True}, {"invite": "Program"}]}
    opened = await host.ask("POST", "/api/tables", form)
    assert (await reading.line())["row"]["table"] == opened.json()["table"]


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21, 34])
async def test_whenever_a_reader_goes_nothing_is_left_of_it(house: House, turns: int) -> None:
    account, program = await a_program(house)
    table = await house.open_table(account)
    for path in (f"/api/bot/tables/{table}", "/api/bot/stream"):
        reading = program.open("GET", path)
        for _ in range(turns):
            await asyncio.sleep(0)
        await reading.leave()
    assert house.tables.rooms[table].listeners == set()
    person = (await account.get("/api/account"))["id"]
    heard: list[bytes] = []
    await house.fanout.listen(channel_of(person), heard.append)
    await house.open_table(account)
    await quiet()
    assert len(heard) == 1


async def test_a_stream_ends_with_its_token(house: House, clock: SetClock) -> None:
    account, program = await a_program(house)
    table = await house.open_table(account)
    reading = program.open("GET", f"/api/bot/tables/{table}")
    await reading.line()
    (token,) = (await account.get("/api/tokens"))["tokens"]
    await account.ask("DELETE", f"/api/tokens/{token['id']}")
    clock.advance(round(CHECKED_EVERY * 1000))
    await house.give(await house.guest(), table, do="sit", seat=1)
    await reading.end()
    assert house.tables.rooms[table].listeners == set()


async def test_an_empty_line_says_that_it_lives(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "ALIVE", 0.001)
    _, program = await a_program(house)
    reading = program.open("GET", "/api/bot/stream")
    bodies = [(await reading.next()).get("body") for _ in range(3)]
    assert bodies == [None, b"\n", b"\n"]


async def test_one_who_reads_nothing_is_let_go(clock: SetClock) -> None:
    async def is_known() -> bool:
        return True

    listener = streams.StreamListener("p", clock, is_known)
    for number in range(3 * MOST_WAITING):
        listener.hear(Outgoing(str(number).encode()))
    read = [line async for line in listener.lines()]
    assert read == [f"{number}\n".encode() for number in range(MOST_WAITING)]
