"""Our side: `grav serve` with SQLite on a real disk; every action is durable before its answer."""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from bench.server import cpu_pinning
from bench.server.adapter import ConnectRequest, MessageCodec, Refused, RunningServer
from bench.server.scripted_game import SIZE, actor, is_placement, point

BUILD_FOLDER = Path(__file__).parents[2] / "build"
"""Where databases are stored: folders for temporary files are often in memory, not durable."""
SETTING = "6 5 17 0 24"
NEWS, WHOLE, PING, REFUSED = (
    f'{{"is":"{kind}",'.encode() for kind in ("news", "whole", "ping", "refused")
)
NUMBER = b'"number":'


@dataclass
class GravServer:
    """Our server; the same two guests play at every table."""

    address: tuple[str, int]
    sessions: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)

    @property
    def _origin(self) -> str:
        return "http://{}:{}".format(*self.address)

    async def open_tables(self, tables: int) -> None:
        headers = {"origin": self._origin}
        settings = {"size": SIZE, "setting": SETTING, "first": 0}
        async with (
            httpx.AsyncClient(base_url=self._origin, headers=headers, timeout=60) as host,
            httpx.AsyncClient(base_url=self._origin, headers=headers, timeout=60) as guest,
        ):
            for client in (host, guest):
                (await client.post("/api/guest")).raise_for_status()
                self.sessions.append(client.cookies["grav_session"])
            for _ in range(tables):
                made = await host.post("/api/tables", json={"settings": settings})
                table = made.raise_for_status().json()["table"]
                sit = {"do": "sit", "id": "sit", "seat": 1}
                sat = await guest.post(f"/api/tables/{table}/commands", json=sit)
                sat.raise_for_status()
                self.tables.append(table)

    def connect_request(self, table: int, seat: int | None) -> ConnectRequest:
        headers = [("Origin", self._origin)]
        if seat is not None:
            headers.append(("Cookie", f"grav_session={self.sessions[seat]}"))
        return ConnectRequest(f"/api/tables/{self.tables[table]}/socket", tuple(headers))

    def codec(self, _table: int, seat: int | None) -> MessageCodec:
        return _Codec(seat)


class _Codec:
    def __init__(self, seat: int | None) -> None:
        self._seat = seat
        self._before = 0
        """The table's number when the game began: each action adds one."""

    def read(self, message: bytes) -> bytes | int | None:
        if message.startswith(NEWS):
            at = message.index(NUMBER) + len(NUMBER)
            return int(message[at : message.index(b",", at)]) - self._before
        if message.startswith(PING):
            n = json.loads(message)["n"]
            return f'{{"do":"pong","n":{n}}}'.encode()
        if message.startswith(WHOLE):
            whole = json.loads(message)
            self._before = whole["number"] - len(whole["actions"])
            return len(whole["actions"])
        if message.startswith(REFUSED):
            raise Refused(message.decode())
        return None

    def encode_action(self, number: int) -> bytes:
        told: dict[str, object] = {"id": str(number), "seat": actor(number)}
        if is_placement(number):
            column, row = point(number)
            told |= {"do": "place", "at": f"{chr(ord('a') + column)}{row + 1}"}
        else:
            told |= {"do": "accept", "placement": number // 2 + 1}
        return json.dumps(told, separators=(",", ":")).encode()


@contextmanager
def start_pinned() -> Iterator[RunningServer]:
    """Starts one process, pinned to its core, with a fresh SQLite file on a real disk."""
    BUILD_FOLDER.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=BUILD_FOLDER) as folder,
        start_grav(f"sqlite:///{folder}/bench.sqlite", cpu_pinning.pin_server) as server,
    ):
        yield server


@contextmanager
def start_grav(
    database: str, prepare_process: Callable[[], None] | None = None, *options: str
) -> Iterator[RunningServer]:
    """Starts `grav serve` with its limits off; the new process first calls `prepare_process`."""
    places = {"GRAV_DATABASE": database, "GRAV_LIMITS": "off", "GRAV_LOG": "json", "LC_ALL": "C"}
    command = [sys.executable, "-m", "grav", "serve", "--port", "0", *options]
    with subprocess.Popen(
        command,
        env=os.environ | places,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        preexec_fn=prepare_process,
    ) as process:
        try:
            yield RunningServer(process.pid, GravServer(("127.0.0.1", _port_of(process))))
        finally:
            process.terminate()


def _port_of(process: "subprocess.Popen[str]") -> int:
    """Returns the port from the URL that the server prints."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[^ ]+:(\d+)", line):
            return int(found[1])
    raise Refused("The server did not start.")
