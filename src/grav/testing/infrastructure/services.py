"""Temporary PostgreSQL and Redis servers for tests, on a free port of the loopback interface.

They and their data are gone when the block is left. This module runs a command while both are up,
with their URLs in its environment: `python -m grav.testing.infrastructure.services COMMAND`.
"""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

Service = Callable[[], AbstractContextManager[str]]

DEBIAN = Path("/usr/lib/postgresql")
_TIMEOUT = 120.0  # seconds
_UNPRIVILEGED_USERS = ("postgres", "nobody")
_POSTGRES_SETTINGS = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "shared_buffers=32MB",
    "max_connections=200",
)
_NOT_DURABLE_SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


class ServiceMissing(Exception):
    """A program is not installed on this machine; the message says how to get it."""


class RunningService:
    """A server process, from when it is ready until it is stopped. It can be restarted at the same
    address, with the data that it has stored."""

    def __init__(
        self,
        url: str,
        command: Sequence[str],
        folder: Path,
        is_ready: Callable[[], bool],
        end: signal.Signals,
        user: str | None = None,
    ) -> None:
        """`end` is the signal that ends it at once, even with open connections."""
        self.url = url
        self._command, self._log = command, folder / "log"
        self._is_ready, self._end, self._user = is_ready, end, user
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        """The process id; None while it is stopped."""
        return None if self._process is None else self._process.pid

    def start(self) -> None:
        with self._log.open("ab") as log:
            process = subprocess.Popen(
                self._command, stdout=log, stderr=log, user=self._user, cwd="/"
            )
        self._process = process
        deadline = time.monotonic() + _TIMEOUT
        while not self._is_ready():
            if process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise RuntimeError(f"{self._command[0]} did not start: {self._log.read_text()}")
            time.sleep(0.02)

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(self._end)
            process.wait()


@contextmanager
def postgres(*, durable: bool = False) -> Iterator[RunningService]:
    """Runs a PostgreSQL server with one superuser: `postgresql://grav@…/postgres`.

    Commits are durable only on demand: tests do not need it, and it takes time.
    """
    programs = postgres_programs()
    with tempfile.TemporaryDirectory(prefix="grav-postgres-") as name:
        folder = Path(name)
        user = _user_for_servers(folder)
        data = f"{folder}/data"
        make = [f"{programs}/initdb", "-D", data, "-U", "grav", "-A", "trust", "-N", "-E", "UTF8"]
        subprocess.run([*make, "--no-locale"], check=True, capture_output=True, user=user, cwd="/")
        port = _free_port()
        chosen = _POSTGRES_SETTINGS if durable else (*_POSTGRES_SETTINGS, *_NOT_DURABLE_SETTINGS)
        settings = [part for setting in chosen for part in ("-c", setting)]
        run = [f"{programs}/postgres", "-D", data, "-p", str(port), *settings]
        ready = [f"{programs}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(port)]
        url = f"postgresql://grav@127.0.0.1:{port}/postgres"

        def is_ready() -> bool:
            return subprocess.run(ready, check=False).returncode == 0

        with _run_until_left(
            RunningService(url, run, folder, is_ready, signal.SIGQUIT, user)
        ) as running:
            yield running


@contextmanager
def redis() -> Iterator[RunningService]:
    """Runs a Redis server: `redis://127.0.0.1:…/0`."""
    program = shutil.which("redis-server")
    if program is None:
        raise ServiceMissing("redis-server is not installed (Debian: apt install redis-server)")
    with tempfile.TemporaryDirectory(prefix="grav-redis-") as name:
        port = _free_port()
        run = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", name]
        # Each worker of the tests uses a database of its own.
        run += ["--save", "", "--appendonly", "no", "--databases", "256"]
        url = f"redis://127.0.0.1:{port}/0"
        ready = partial(_redis_answers, port)
        with _run_until_left(
            RunningService(url, run, Path(name), ready, signal.SIGTERM)
        ) as running:
            yield running


@contextmanager
def postgres_url(*, durable: bool = False) -> Iterator[str]:
    """Runs a PostgreSQL server and yields only its URL."""
    with postgres(durable=durable) as running:
        yield running.url


@contextmanager
def redis_url() -> Iterator[str]:
    """Runs a Redis server and yields only its URL."""
    with redis() as running:
        yield running.url


def postgres_programs() -> Path:
    """Returns the folder of the newest PostgreSQL; Debian installs it outside of PATH."""
    found = DEBIAN.glob("*/bin/postgres")
    newest = sorted(found, key=lambda program: float(program.parts[-3]))
    if newest:
        return newest[-1].parent
    if (program := shutil.which("postgres")) is not None:
        return Path(program).resolve().parent
    raise ServiceMissing("PostgreSQL is not installed (Debian: apt install postgresql)")


def _user_for_servers(folder: Path) -> str | None:
    """Returns the user to run as. PostgreSQL refuses root: then another, who gets the folder."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return None
    for user in _UNPRIVILEGED_USERS:
        try:
            shutil.chown(folder, user)
        except LookupError:
            continue
        return user
    raise ServiceMissing(
        f"PostgreSQL does not run as root, and none of {_UNPRIVILEGED_USERS} is here"
    )


@contextmanager
def _run_until_left(server: RunningService) -> Iterator[RunningService]:
    server.start()
    try:
        yield server
    finally:
        server.stop()


def _redis_answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


def main(command: Sequence[str]) -> int:
    """Runs a command while both are up; its tests use them instead of starting their own."""
    with postgres_url() as postgres, redis_url() as redis:
        places = {"GRAV_TEST_POSTGRES": postgres, "GRAV_TEST_REDIS": redis}
        return subprocess.run(command, env=os.environ | places, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
