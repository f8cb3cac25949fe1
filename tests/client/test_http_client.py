"""The HTTP client: sessions, requests, streams and errors."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from grav.client import (
    Address,
    ClientError,
    Rejected,
    ServerClient,
    TableReplica,
    Unreachable,
    follow_table,
    parse_address,
)
from grav.game import Accept, Place
from grav.rules import Point
from grav.server.messages import commands as c
from grav.server.messages.settings import Settings
from grav.text import LANGUAGES, Language, say

pytestmark = pytest.mark.anyio

GIVEN = Settings(size=5, setting="3 3 4 2 4", public=True)
ALONE = Settings(size=5, setting="3 3 4 2 4", mode="device")
"""A new table whose seats all belong to the host."""


@asynccontextmanager
async def answering(answer: bytes) -> AsyncIterator[Address]:
    """Serves the same response to every request."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as listener:
        yield parse_address(f"127.0.0.1:{listener.sockets[0].getsockname()[1]}")


def http(status: str, body: str) -> bytes:
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


async def test_a_guest_with_a_session_keeps_their_identity(address: Address) -> None:
    async with ServerClient(address) as first:
        guest = await first.become_guest()
        assert guest.name is None
        assert await first.fetch_account() == guest
        session = first.session
    async with ServerClient(address, session=session) as again:
        assert await again.become_guest() == guest
        assert again.session == session
    async with ServerClient(address) as another:
        assert await another.become_guest() != guest


async def test_an_invalid_session_makes_a_new_guest(address: Address) -> None:
    async with ServerClient(address, session="nonsense") as server:
        guest = await server.become_guest()
        assert server.session not in (None, "nonsense")
        assert await server.fetch_account() == guest


async def test_nobody_can_log_in_with_a_wrong_password(address: Address) -> None:
    async with ServerClient(address) as server:
        with pytest.raises(Rejected) as error:
            await server.log_in("nobody", "a wrong password")
    assert (error.value.status, error.value.code) == (401, "wrong_login")


async def test_a_table_is_opened_listed_played_and_recorded(host: ServerClient) -> None:
    public = await host.open_table(c.NewTable(settings=GIVEN))
    assert public in [row.table for row in (await host.fetch_lobby()).open]
    table = await host.open_table(c.NewTable(settings=ALONE))
    await host.send_command(table, c.PlaceStone(id="a", seat=1, at="c3"))
    await host.send_command(table, c.AcceptStone(id="b", seat=0, placement=1))
    whole = await host.fetch_table(table)
    assert (whole.hosting, whole.you) == (True, (0, 1))
    record = await host.fetch_record(table)
    assert record.actions == (Place(1, Point(2, 2)), Accept(0))


async def test_a_command_sent_twice_acts_once(host: ServerClient) -> None:
    table = await host.open_table(c.NewTable(settings=ALONE))
    command = c.PlaceStone(id="a", seat=1, at="c3")
    first = await host.send_command(table, command)
    assert await host.send_command(table, command) == first
    assert len((await host.fetch_record(table)).actions) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_has_a_code_and_the_servers_sentence(
    address: Address, language: Language
) -> None:
    async with ServerClient(address, language=language) as server:
        await server.become_guest()
        table = await server.open_table(c.NewTable(settings=ALONE))
        with pytest.raises(Rejected) as error:
            await server.send_command(table, c.AcceptStone(id="a", seat=0, placement=1))
    refused = error.value
    assert (refused.status, refused.code, refused.is_retryable) == (409, "late", False)
    assert say("table.late", language) in refused.say(language)


async def test_an_invalid_token_is_refused(address: Address) -> None:
    async with ServerClient(address, token="grav_nonsense") as server:
        open_file = server.open_table(c.NewTable(settings=GIVEN))
        stream = follow_table(server, "any", TableReplica())
        for asked in (server.fetch_account(), open_file, anext(stream)):
            with pytest.raises(Rejected) as error:
                await asked
            assert (error.value.status, error.value.code) == (401, "wrong_token")


async def test_a_closed_port_is_reported() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        address = parse_address(f"127.0.0.1:{taken.getsockname()[1]}")
        async with ServerClient(address) as server:
            with pytest.raises(Unreachable) as error:
                await server.become_guest()
    assert address.origin in str(error.value)


@pytest.mark.parametrize(
    "answer",
    [
        http("404 Not Found", "<html>Nothing here</html>"),
        http("301 Moved Permanently", ""),
        http("200 OK", "<html>Welcome</html>"),
        http("200 OK", '{"id": 7}'),
        http("403 Forbidden", '["no"]'),
    ],
)
async def test_a_foreign_server_is_reported(answer: bytes) -> None:
    async with answering(answer) as address, ServerClient(address) as server:
        with pytest.raises(ClientError) as error:
            await server.become_guest()
    assert error.value.text.key in ("client.not_grav", "client.not_understood")


async def test_a_proxy_whose_server_is_down_may_be_asked_again() -> None:
    async with (
        answering(http("502 Bad Gateway", "<html/>")) as address,
        ServerClient(address) as server,
    ):
        with pytest.raises(Rejected) as error:
            await server.become_guest()
    assert error.value.is_retryable


async def test_a_connection_that_breaks_within_a_response_is_reported() -> None:
    broken = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"
    async with answering(broken) as address, ServerClient(address) as server:
        with pytest.raises(Unreachable):
            await server.become_guest()
