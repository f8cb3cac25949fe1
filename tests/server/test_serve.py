"""`grav serve` in real processes: signals, sockets, several workers, and a log without secrets."""

import asyncio
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from grav.server.store import open_database
from grav.server.store.games import Games

COMMAND = Path(sys.executable).with_name("grav")
TIMEOUT = 60.0
ADDRESS = re.compile(r"http://\S+:\d+")
SECRET = "s3cret-that-nobody-may-read"


class Running:
    """A server in one or more processes of its own."""

    def __init__(self, process: subprocess.Popen[str], log: Path) -> None:
        self.process, self._log = process, log
        self.shown = ""
        assert process.stdout is not None
        while not (found := ADDRESS.search(self.shown)):
            line = process.stdout.readline()
            assert line, f"the server did not start: {self.log_text()}"
            self.shown += line
        self.url = found[0]
        self.client = httpx.Client(base_url=self.url, timeout=TIMEOUT)

    def log_text(self) -> str:
        return self._log.read_text("utf-8")

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log_text().splitlines()]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(TIMEOUT)

    def answering_process(self) -> int:
        """Returns the id of the process that answers a new connection."""
        numbers = httpx.get(f"{self.url}/metrics", timeout=TIMEOUT).text
        found = re.search(r'grav_sockets_open\{process="(\d+)"\}', numbers)
        assert found
        return int(found[1])


Serve = Callable[..., Any]


@pytest.fixture
def serve(tmp_path: Path) -> Serve:
    """Runs `grav serve` with these options while the block lasts."""

    @contextmanager
    def run(*options: str, **variables: str) -> Iterator[Running]:
        environ = {**os.environ, "XDG_DATA_HOME": str(tmp_path), **variables}
        line = [str(COMMAND), "serve", "--port", "0", *options]
        log = tmp_path / "log"
        with (
            log.open("w") as file,
            subprocess.Popen(
                line,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
                env=environ,
                start_new_session=True,
            ) as process,
        ):
            try:
                running = Running(process, log)
                with running.client:
                    yield running
            finally:
                with suppress(ProcessLookupError):  # the whole process group
                    os.killpg(process.pid, signal.SIGKILL)

    return run


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not holds():
        assert time.monotonic() < deadline, "it did not come to be"
        time.sleep(0.02)


def test_it_migrates_its_database_answers_and_exits_cleanly(serve: Serve, tmp_path: Path) -> None:
    file = tmp_path / "grav" / "grav.sqlite"
    with serve() as server:
        assert str(file) in server.shown
        assert server.client.get("/healthz").text == "ok"
        assert server.client.get("/readyz").status_code == 200
        assert server.client.get("/metrics").text.startswith("# HELP")
        answer = server.client.post("/api/guest")
        assert answer.status_code == 201
        assert "server" not in answer.headers
        assert server.end() == 0
        told = server.lines()
    assert {line["level"] for line in told} == {"info"}
    assert told[-1]["event"].startswith("Finished server process")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600

    async def guests() -> int:
        database = open_database(f"sqlite:///{file}")
        counted = await Games(database).statistics()
        await database.close()
        return counted.guests

    assert asyncio.run(guests()) == 1


def test_sigint_stops_it_cleanly(serve: Serve) -> None:
    with serve() as server:
        assert server.client.get("/healthz").text == "ok"
        assert server.end(signal.SIGINT) == 0
        assert "Traceback" not in server.log_text()


def test_a_session_survives_a_restart(serve: Serve) -> None:
    with serve() as server:
        cookies = dict(server.client.post("/api/guest").cookies)
        server.process.kill()
        server.process.wait(TIMEOUT)
    with serve() as server:
        server.client.cookies.update(cookies)
        account = server.client.get("/api/account")
        assert account.status_code == 200


def test_shutdown_closes_sockets_with_a_close_code(serve: Serve) -> None:
    with serve() as server, connect(_lobby_url(server)) as lobby:
        lobby.recv(TIMEOUT)
        wait_until(lambda: "grav_sockets_open{" in _open_sockets_metric(server, 1))
        server.process.send_signal(signal.SIGTERM)
        with suppress(ConnectionClosed):
            while True:
                lobby.recv(TIMEOUT)
        assert lobby.close_code in (1001, 1012)
        assert server.process.wait(TIMEOUT) == 0


def _lobby_url(server: Running) -> str:
    return f"{server.url.replace('http', 'ws', 1)}/api/lobby/socket"


def _open_sockets_metric(server: Running, value: int) -> str:
    found = re.search(rf"grav_sockets_open\{{.*\}} {value}\.0", server.client.get("/metrics").text)
    return found[0] if found else ""


def test_sockets_limit_the_message_length_and_do_not_compress(serve: Serve) -> None:
    with serve() as server, connect(_lobby_url(server), compression="deflate") as lobby:
        assert lobby.response is not None
        assert "sec-websocket-extensions" not in lobby.response.headers
        lobby.recv(TIMEOUT)
        lobby.send("x" * (64 * 1024 + 1))
        with pytest.raises(ConnectionClosed) as closed:
            lobby.recv(TIMEOUT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_sockets_from_other_origins_are_refused_with_a_reason(serve: Serve) -> None:
    with (
        serve() as server,
        pytest.raises(InvalidStatus) as refused,
        connect(_lobby_url(server), origin=Origin("https://evil.example")),
    ):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["code"] == "from_elsewhere"


def test_no_secret_of_a_request_is_logged(serve: Serve) -> None:
    with serve() as server:
        post, get = server.client.post, server.client.get
        json_type = {"content-type": "application/json"}
        account = {"name": "Keeper", "password": SECRET}
        made = post("/api/account", json=account)
        assert made.status_code == 201
        codes, cookie = made.json()["recovery_codes"], made.cookies["grav_session"]
        origin = {"origin": server.url}
        new = {"name": "program", "scopes": ["play"]}
        token = post("/api/tokens", json=new, headers=origin).json()
        assert len(token["secret"]) > 30
        server.client.cookies.clear()
        assert post("/api/session", json=account | {"password": f"{SECRET}!"}).status_code == 401
        assert post("/api/session", json=account).status_code == 201
        server.client.cookies.clear()
        for headers in (
            {"cookie": f"grav_session={cookie}"},
            {"cookie": f"grav_session={SECRET}"},
            {"authorization": f"Bearer {token['secret']}"},
            {"authorization": f"Bearer {SECRET}"},
            {"authorization": f"Basic {SECRET}"},
            {"x-forwarded-for": SECRET, "user-agent": SECRET, "referer": f"http://x/?{SECRET}"},
            {"x-request-id": SECRET},
        ):
            get("/api/account", headers=headers)
            server.client.cookies.clear()
        get(f"/api/account?token={SECRET}")
        get(f"/{SECRET}")
        get(f"/api/tables/{SECRET}")
        get(f"/api/tables/x?invite={SECRET}")
        server.client.request(SECRET, "/")
        post("/api/session", content=f'{{"name": "{SECRET}', headers=json_type)
        post("/api/session", content=SECRET, headers={"content-type": "text/plain"})
        post("/api/session", json={"name": "Keeper", "password": [SECRET]})
        recovery = {"name": "Keeper", "code": codes[0], "password": f"{SECRET}2"}
        assert post("/api/recovery", json=recovery).status_code == 200
        with connect(f"{_lobby_url(server)}?token={SECRET}") as lobby:
            lobby.recv(TIMEOUT)
            lobby.send(SECRET)
        with pytest.raises(InvalidStatus):
            connect(f"{_lobby_url(server)}/nowhere?token={SECRET}")
        with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as raw:
            raw.sendall(f"{SECRET}\r\n\r\n".encode())
            raw.recv(1024)
        assert server.end() == 0
        written = server.shown + server.log_text()
    assert len(server.lines()) > 20
    for secret in (SECRET, cookie, token["secret"], *codes):
        assert secret not in written
        assert secret.replace("-", "") not in written


# --- several processes ----------------------------------------------------------------------------


def test_a_worker_that_was_killed_is_replaced(serve: Serve, redis: str) -> None:
    with serve("--workers", "2", "--redis", redis) as server:
        found: set[int] = set()

        def both_answered() -> bool:
            found.add(server.answering_process())
            return len(found) == 2

        wait_until(both_answered)
        assert server.process.pid not in found
        victim = found.pop()
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: server.answering_process() not in {victim, *found})
        assert server.end() == 0
        for process in (*found, victim):
            assert not Path(f"/proc/{process}").exists()
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{server.url}/healthz")


def test_workers_end_when_their_parent_is_killed(serve: Serve, redis: str) -> None:
    with serve("--workers", "2", "--redis", redis) as server:
        server.answering_process()
        server.process.kill()
        server.process.wait(TIMEOUT)

        def are_gone() -> bool:
            try:
                httpx.get(f"{server.url}/healthz", timeout=TIMEOUT)
            except httpx.TransportError:
                return True
            return False

        wait_until(are_gone)


def test_a_message_published_by_one_process_reaches_the_other(serve: Serve, redis: str) -> None:
    with serve("--workers", "2", "--redis", redis) as server:
        for _ in range(4):
            with httpx.Client(base_url=server.url, timeout=TIMEOUT) as each:
                assert each.get("/readyz").json() == {"database": True, "channels": True}
