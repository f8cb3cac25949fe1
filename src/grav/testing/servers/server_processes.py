"""Real servers for tests: processes that run what `grav serve` runs, to be killed and restarted.

They are forked from a process that has everything imported, and so start in a fraction of a second.
Knows nothing of what is played on them.
"""

import asyncio
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkServerProcess
from pathlib import Path

from grav.server.runtime.config import Config
from grav.server.serve import serve

TIMEOUT = 60.0
"""Timeout in seconds for everything that is waited for."""

_context = multiprocessing.get_context("forkserver")
# A child imports the main module of its parent again, so pytest is preloaded, too. So is what a
# server imports late, where it is installed.
_context.set_forkserver_preload([__name__, "pytest", "grav.server.live.redis_channels"])


class ServerProcess:
    """One server process. It gets another port each time it is started."""

    def __init__(self, database: str, redis: str | None, log: Path) -> None:
        self._options = {"port": "0", "database": database, "redis": redis, "limits": "off"}
        self._log = log
        self._process: ForkServerProcess | None = None
        self._port_pipe: Connection | None = None
        self._url: str | None = None

    def start(self) -> None:
        """Starts the process; returns before the server is up, which `url` waits for."""
        self._port_pipe, port_pipe = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_serve, args=(self._options, self._log, port_pipe))
        self._process.start()
        port_pipe.close()
        self._url = None

    async def url(self) -> str:
        """Returns the server's URL. Waits until it is up, also if it has yet to be started."""
        deadline = time.monotonic() + TIMEOUT
        while (url := self.url_if_up()) is None:
            if time.monotonic() > deadline:
                raise AssertionError(f"no server after {TIMEOUT:g} s: {self.read_log()[-2000:]}")
            await asyncio.sleep(0.005)
        return url

    @property
    def pid(self) -> int | None:
        """The process id; None while there is no process."""
        return None if self._process is None else self._process.pid

    def kill(self) -> None:
        """Kills the process without a shutdown, as a power failure would."""
        process, port_pipe = self._process, self._port_pipe
        self._process = self._port_pipe = self._url = None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if port_pipe is not None:
            port_pipe.close()

    @property
    def process(self) -> int:
        """The id of the process, which must exist."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    def read_log(self) -> str:
        """Returns all that the server has logged so far."""
        return self._log.read_text("utf-8") if self._log.exists() else ""

    def url_if_up(self) -> str | None:
        """Returns the server's URL; None while it is not up."""
        if self._url is None and self._port_pipe is not None and self._port_pipe.poll():
            try:
                self._url = f"http://127.0.0.1:{self._port_pipe.recv()}"
            except EOFError:
                raise AssertionError(f"no server started: {self.read_log()[-2000:]}") from None
        return self._url


@dataclass(frozen=True)
class Deployment:
    """Servers that share a database, and Redis if there are several."""

    database: str
    servers: Sequence[ServerProcess]

    def server(self, index: int) -> ServerProcess:
        """Returns the server for a client: spreads clients over the processes in turn."""
        return self.servers[index % len(self.servers)]

    def errors(self) -> list[str]:
        """Returns the unexpected errors in the logs. A missing database is expected, since only a
        test takes it away."""
        lines = [line for server in self.servers for line in server.read_log().splitlines()]
        bad = [line for line in lines if '"level": "error"' in line or "Traceback" in line]
        return [line for line in bad if '"event": "store_failing"' not in line]


@contextmanager
def run_deployment(
    database: str, redis: str | None, processes: int, folder: Path
) -> Iterator[Deployment]:
    """Runs so many servers until the block is left. Does not wait until they are up."""
    servers = [
        ServerProcess(database, redis, folder / f"server-{each}.log") for each in range(processes)
    ]
    try:
        for server in servers:
            server.start()
        yield Deployment(database, servers)
    finally:
        for server in servers:
            server.kill()


def _serve(options: dict[str, str | None], log: Path, port_pipe: Connection) -> None:
    """The entry point of a server process."""
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    serve(Config.read(options, {}), lambda started: port_pipe.send(started.port))


def _exit_with_parent() -> None:
    """Exits when the parent process ends, so that no server outlives the tests."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)
