"""Websockets of a real server at the level of frames: malformed ones, and broken connections."""

import json
import os
import socket
import struct
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from grav.server.safety.body_limits import MAX_BYTES
from grav.testing.servers.server_processes import Deployment, run_deployment

pytestmark = pytest.mark.anyio

GIVEN = {"settings": {"setting": "3 3 4 2 4", "size": 7, "first": 0}}
TOO_BIG = 1009


class Guest:
    """A person at a table of the server."""

    def __init__(self, http: httpx.AsyncClient, url: str, table: str) -> None:
        self.http, self.url, self.table = http, url, table

    @property
    def headers(self) -> dict[str, str]:
        return {"Cookie": f"grav_session={self.http.cookies['grav_session']}", "Origin": self.url}

    async def give(self, **command: object) -> httpx.Response:
        path = f"/api/tables/{self.table}/commands"
        return await self.http.post(path, json=command, headers={"origin": self.url})

    async def connect(self) -> ClientConnection:
        address = f"{self.url.replace('http', 'ws')}/api/tables/{self.table}/socket"
        return await connect(address, additional_headers=self.headers)

    def connect_by_hand(self) -> socket.socket:
        """An open websocket of which the test itself writes every byte."""
        line = self.ask_by_hand()
        assert b" 101 " in line.recv(65536)
        return line

    def ask_by_hand(self, *more: str) -> socket.socket:
        """Opens a connection and requests a websocket, with additional headers."""
        parts = urlsplit(self.url)
        line = socket.create_connection((str(parts.hostname), parts.port or 80), timeout=20)
        lines = [
            f"GET /api/tables/{self.table}/socket HTTP/1.1",
            f"Host: {parts.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            *(f"{name}: {value}" for name, value in self.headers.items()),
            *more,
        ]
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        return line


@pytest.fixture
async def server(sqlite_url: str, tmp_path: Path) -> AsyncIterator[Deployment]:
    """The server's log contains no error, however the test ends."""
    with run_deployment(sqlite_url, None, 1, tmp_path) as server:
        yield server
        said = server.server(0).read_log()
    lines = [json.loads(line) for line in said.splitlines()]
    wrong = [line for line in lines if line["level"] != "info"]
    assert wrong == [], json.dumps(wrong)


@pytest.fixture
async def guest(server: Deployment) -> AsyncIterator[Guest]:
    """The host of a table for two, at which somebody else sits too."""
    url = await server.server(0).url()
    async with httpx.AsyncClient(base_url=url) as host, httpx.AsyncClient(base_url=url) as other:
        for client in (host, other):
            await client.post("/api/guest")
        opened = await host.post("/api/tables", json=GIVEN, headers={"origin": url})
        guest = Guest(host, url, opened.json()["table"])
        sat = await Guest(other, url, guest.table).give(do="sit", id="sit", seat=1)
        assert sat.status_code == 200
        yield guest


async def test_a_message_that_is_too_long_ends_the_connection(guest: Guest) -> None:
    async with await guest.connect() as line:
        await line.send("x" * (MAX_BYTES + 1))
        with pytest.raises(ConnectionClosed) as closed:
            await all_of(line)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == TOO_BIG


async def all_of(line: ClientConnection) -> None:
    while True:
        await line.recv()


async def test_a_message_of_the_maximum_length_is_answered(guest: Guest) -> None:
    async with await guest.connect() as line:
        await line.send("[" * MAX_BYTES)
        while '"malformed"' not in str(await line.recv()):
            pass


def reset(line: socket.socket) -> None:
    """Ends the connection at once, without a close frame."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def close_half(line: socket.socket) -> None:
    line.shutdown(socket.SHUT_WR)


def send_noise(line: socket.socket) -> None:
    line.sendall(os.urandom(5000))


def send_unmasked(line: socket.socket) -> None:
    line.sendall(b"\x81\x05hello")


def send_half_a_frame(line: socket.socket) -> None:
    line.sendall(b"\x81\xfe\xff\xff1234" + b"x" * 100)


def send_what_is_no_text(line: socket.socket) -> None:
    line.sendall(b"\x81\x84\x00\x00\x00\x00\xff\xfe\xfd\xfc")


def send_a_long_ping(line: socket.socket) -> None:
    line.sendall(b"\x89\xfe\x10\x00\x00\x00\x00\x00" + b"x" * 4096)


ENDS: list[Callable[[socket.socket], None]] = [
    reset,
    close_half,
    send_noise,
    send_unmasked,
    send_half_a_frame,
    send_what_is_no_text,
    send_a_long_ping,
]


@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
async def test_the_game_goes_on_however_a_connection_ends(
    guest: Guest, end: Callable[[socket.socket], None]
) -> None:
    lines = [guest.connect_by_hand() for _ in range(5)]
    async with await guest.connect() as observer:
        for line in lines:
            end(line)
        for number in range(20):  # the server writes to connections that nobody reads any more
            done = await guest.give(do="say", id=f"say-{number}", seat=0, phrase="hello")
            assert done.status_code == 200
        received: Any = ""
        while f'"number":{done.json()["number"]},' not in received:
            received = await observer.recv()
    for line in lines:
        line.close()


async def test_a_malformed_handshake_is_answered_at_once(guest: Guest) -> None:
    with closing(guest.ask_by_hand("x-long: " + "y" * 9000)) as line:
        assert line.recv(65536).startswith(b"HTTP/1.1 431 ")
