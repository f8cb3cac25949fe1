"""The NDJSON streams of the bot API: a socket's messages, and limits on slow readers."""

import asyncio
import json
from typing import Any

import pytest

from grav.server.http import bot_api
from grav.server.http.bot_api import MAX_WAITING
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.fanout import channel_of
from grav.server.protocol.asgi_types import Application, Message, Scope
from grav.server.protocol.unread_responses import ABORT
from grav.server.store import StoreUnavailable
from grav.testing.servers.asgi_driver import AsgiVisitor, StreamReader, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture
from grav.text import Language

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nothing_goes_wrong")]


async def a_program(server: ServerFixture) -> tuple[AsgiVisitor, AsgiVisitor]:
    """Creates an account, and a program that uses a token of it."""
    account = await server.visitor().become("Program")
    program = await account.with_token("bot", "play")
    server.visitors.append(program)
    return account, program


async def lines(reading: StreamReader, until: str) -> list[dict[str, Any]]:
    """Reads lines up to the news of this event."""
    read = [await reading.line()]
    while not any(each["event"] == until for each in read[-1].get("happened", ())):
        read.append(await reading.line())
    return read


async def end_of(reading: StreamReader) -> dict[str, Any]:
    """Returns the last line of a stream."""
    read = [await reading.line()]
    while read[-1]["is"] != "refused":
        read.append(await reading.line())
    await reading.end()
    return read[-1]


def check_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Checks streams every few milliseconds."""
    monkeypatch.setattr(bot_api, "LAST_LINES_SECONDS", 0.005)
    monkeypatch.setattr(bot_api, "CHECK_SECONDS", 0.02)


async def test_a_stream_has_the_messages_of_a_socket(server: ServerFixture) -> None:
    host = await server.guest()
    _, program = await a_program(server)
    table = await server.open_table(host)
    socket = await server.at(table, program)
    reading = program.open("GET", f"/api/bot/tables/{table}")
    first = await reading.line()
    await server.give(program, table, do="sit", seat=1)
    await server.give(host, table, do="place", seat=0, at="c3")
    read = [line for line in await lines(reading, "placed") if line["is"] == "news"]
    received = [await socket.hear("news") for _ in read]
    assert first["is"] == "whole"
    assert read == received


async def test_a_stream_continues_after_a_number(server: ServerFixture) -> None:
    host = await server.guest()
    _, program = await a_program(server)
    table = await server.sit(host, program)
    done = await server.give(host, table, do="place", seat=0, at="c3")
    reading = program.open("GET", f"/api/bot/tables/{table}?since={done['number'] - 1}")
    (news,) = await lines(reading, "placed")
    assert (news["after"], news["number"]) == (done["number"] - 1, done["number"])


async def test_a_stream_announces_invitations(server: ServerFixture) -> None:
    host = await server.guest()
    _, program = await a_program(server)
    reading = program.open("GET", "/api/bot/stream")
    await reading.next()
    await run_loop_until_idle()
    form = {"settings": {"setting": "3 3 4 2 4"}, "seats": [{"me": True}, {"invite": "Program"}]}
    opened = await host.ask("POST", "/api/tables", form)
    assert (await reading.line())["row"]["table"] == opened.json()["table"]


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 5, 8, 13, 21, 34])
async def test_a_reader_that_disconnects_at_any_moment_leaves_no_listener(
    server: ServerFixture, turns: int
) -> None:
    account, program = await a_program(server)
    table = await server.open_table(account)
    for path in (f"/api/bot/tables/{table}", "/api/bot/stream"):
        reading = program.open("GET", path)
        for _ in range(turns):
            await asyncio.sleep(0)
        await reading.leave()
    assert server.tables.rooms[table].listeners == set()
    person = (await account.get("/api/account"))["id"]
    received: list[bytes] = []
    await server.fanout.listen(channel_of(person), received.append)
    await server.open_table(account)
    await run_loop_until_idle()
    assert len(received) == 1


async def test_a_stream_ends_with_its_token(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even while no message is sent."""
    check_at_once(monkeypatch)
    account, program = await a_program(server)
    table = await server.open_table(account)
    reading = program.open("GET", f"/api/bot/tables/{table}")
    await reading.line()
    (token,) = (await account.get("/api/tokens"))["tokens"]
    await account.ask("DELETE", f"/api/tokens/{token['id']}")
    assert (await end_of(reading))["code"] == "shut_out"
    assert server.tables.rooms[table].listeners == set()


async def test_an_empty_line_is_the_heartbeat(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_api, "HEARTBEAT_SECONDS", 0.001)
    _, program = await a_program(server)
    reading = program.open("GET", "/api/bot/stream")
    bodies = [(await reading.next()).get("body") for _ in range(3)]
    assert bodies == [None, b"\n", b"\n"]


async def always() -> bool:
    return True


async def test_a_reader_too_far_behind_is_disconnected_with_a_reason() -> None:
    listener, left = bot_api.StreamListener("p", always, Language.JA), list[bool]()
    listener.on_end = lambda: left.append(True)
    for number in range(3 * MAX_WAITING):
        listener.send(EncodedMessage(str(number).encode()))
    assert left == [True], "at once, and once"
    *read, last = [line async for line in listener.lines()]
    assert read == [f"{number}\n".encode() for number in range(MAX_WAITING)]
    told = json.loads(last)
    assert (told["is"], told["id"], told["code"]) == ("refused", None, "too_slow")
    assert str(MAX_WAITING) in told["text"]
    assert "ストリーム" in told["text"]


async def test_a_stream_survives_an_unavailable_database(monkeypatch: pytest.MonkeyPatch) -> None:
    check_at_once(monkeypatch)
    answers: list[bool | Exception] = [StoreUnavailable(), True, StoreUnavailable(), False]

    async def is_known() -> bool:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    listener = bot_api.StreamListener("p", is_known, Language.EN)
    await listener.wait_until_abandoned()
    assert answers == []
    assert [json.loads(line)["code"] async for line in listener.lines()] == ["shut_out"]


class StalledReader(StreamReader):
    """A client that reads one line and no more: the next one waits for the network, for ever."""

    def __init__(self, app: Application, scope: Scope) -> None:
        scope["extensions"] = {ABORT: lambda: self.tell({"type": "http.disconnect"})}
        super().__init__(app, scope)
        self.tell({"type": "http.request", "body": b"", "more_body": False})

    async def _send(self, message: Message) -> None:
        if any(sent.get("body") for sent in self.sent):
            await asyncio.Event().wait()
        await super()._send(message)


async def stuck_at(server: ServerFixture, table: str, program: AsgiVisitor) -> StalledReader:
    scope = program.scope("http", f"/api/bot/tables/{table}") | {"method": "GET"}
    reading = StalledReader(server.app, scope)
    program.connections.append(reading)
    await reading.line()
    await run_loop_until_idle()
    return reading


async def test_a_reader_too_far_behind_leaves_the_table_at_once(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_api, "LAST_LINES_SECONDS", 0.0)
    account, program = await a_program(server)
    table = await server.open_table(account)
    reading = await stuck_at(server, table, program)
    room = server.tables.rooms[table]
    (listener,) = room.listeners
    for number in range(MAX_WAITING + 1):
        listener.send(EncodedMessage(str(number).encode()))
    assert room.listeners == set(), "before anything more is sent"
    await reading.end()


async def test_a_reader_that_takes_no_line_is_disconnected(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even with few lines queued: a reader that vanished without closing the connection is
    disconnected after a timeout.
    """
    account, program = await a_program(server)
    table = await server.open_table(account)
    check_at_once(monkeypatch)
    reading = await stuck_at(server, table, program)
    await reading.end()
    assert server.tables.rooms[table].listeners == set()
