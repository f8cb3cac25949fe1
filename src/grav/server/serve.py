"""Starts a server: listening socket, database, processes; and ends them on a signal."""

import asyncio
import errno
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from grav.server.app import create_app
from grav.server.observability.logs import configure, get_logger
from grav.server.protocol.http_connection import BoundedConnection
from grav.server.protocol.websocket_handshake import HandshakeProtocol
from grav.server.runtime.clock import SystemClock, read_epoch
from grav.server.runtime.config import Config, mask_passwords
from grav.server.runtime.watchdog import Watchdog, WatchedApplication
from grav.server.safety.body_limits import MAX_BYTES
from grav.server.store import open_database
from grav.server.store.migrate import migrate
from grav.text import GravError

BACKLOG = 2048
"""Listen backlog: connections that may wait to be accepted."""
KEEP_ALIVE_SECONDS = 75
"""Keep-alive timeout in seconds: longer than that of proxies, so that none sends a request on a
connection that is just being closed."""
SHUTDOWN_SECONDS = 10
"""Seconds that running requests have to finish at shutdown."""
HUNG_SECONDS = 30
"""Watchdog timeout: a process ends if its event loop is blocked for so long. One of several is
restarted."""
SILENT_SECONDS = 30
"""Health check timeout: one of several processes is ended and restarted if it does not answer its
parent for so long."""
REDIS_TIMEOUT = 5.0


class ServeError(GravError):
    """Why the server cannot be started."""


def serve(config: Config, announce: Callable[[Config], None]) -> bool:
    """Runs the server until a signal ends it; returns whether it was started.

    `announce` is called with the final settings once the listening socket is open.
    """
    with _listen(config) as listener:
        config = replace(config, port=listener.getsockname()[1])
        asyncio.run(_prepare(config))
        configure(config.log)
        shutdown_signals = ShutdownSignals()
        announce(config)
        return run(
            partial(application, config, read_epoch()),
            listener,
            shutdown_signals,
            workers=config.workers,
        )


class ShutdownSignals:
    """Remembers a signal to end that comes before there is a server to handle it.

    The handler raises no exception: one that is raised during the finaliser of an object is lost.
    """

    def __init__(self) -> None:
        self.received = False
        self._server: uvicorn.Server | None = None
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._receive)

    def hand_over(self, server: uvicorn.Server) -> None:
        """Passes signals on to the server, which handles them itself once it runs."""
        self._server = server
        server.should_exit = self.received

    def _receive(self, _number: int, _frame: FrameType | None) -> None:
        self.received = True
        if self._server is not None:
            self._server.should_exit = True


def application(config: Config, epoch: float | None = None) -> Litestar:
    """Returns the application that each process runs. All processes share one time, also one that
    replaces another."""
    configure(config.log)
    get_logger().info("starting", **config.shown)
    _tune_garbage_collector()
    # Switch threads more often: the thread that writes to the database has little to do at a time,
    # and everybody waits for it.
    sys.setswitchinterval(0.0005)
    return create_app(config, clock=SystemClock(epoch=epoch))


def _tune_garbage_collector() -> None:
    """Runs the cyclic GC less often than by default: game states hold no reference cycles, and the
    default thresholds cost 10 % of CPU time.

    A collection stops the event loop for about 0.5 µs per new object: 25 ms for the youngest
    generation. Smaller generations would promote connections, which do hold cycles, before they are
    closed; their memory would then be freed only by a full collection.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def _listen(config: Config) -> socket.socket:
    """Opens the listening socket. From now on connections wait until a process accepts them."""
    try:
        family, *_, address = socket.getaddrinfo(
            config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # Address reuse is off on Windows, where it would let several programs listen at once.
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        is_taken = error.errno == errno.EADDRINUSE
        key = "serve.port_taken" if is_taken else "serve.cannot_listen"
        why = error.strerror or str(error)
        raise ServeError(key, host=config.host, port=config.port, why=why) from error


async def _prepare(config: Config) -> None:
    """Migrates the database, once for all processes, and checks that Redis answers."""
    file = config.database_file
    is_new = file is not None and not file.exists()
    database = open_database(config.database)
    try:
        await migrate(database)
    finally:
        await database.close()
    if file is not None and is_new:
        file.chmod(0o600)  # no other user of the machine may read people's data
    if config.redis is not None:
        await _meet_redis(config.redis)


async def _meet_redis(url: str) -> None:
    try:
        from redis.asyncio import Redis
        from redis.exceptions import RedisError
    except ModuleNotFoundError as error:
        raise ServeError("serve.no_redis_package") from error
    try:
        async with Redis.from_url(url, socket_connect_timeout=REDIS_TIMEOUT) as client:
            await client.ping()
    except (RedisError, OSError, ValueError) as error:
        values = {"url": mask_passwords(url), "why": mask_passwords(str(error))}
        raise ServeError("serve.no_redis", **values) from None


def run(
    make_app: Callable[[], Any],
    listener: socket.socket,
    shutdown_signals: ShutdownSignals,
    *,
    workers: int = 1,
    hung_seconds: int = HUNG_SECONDS,
    silent_seconds: int = SILENT_SECONDS,
) -> bool:
    """Runs an application until a signal ends it; returns whether it was started.

    `make_app` creates the application, in each process.
    """
    parent = os.getpid() if workers > 1 else None
    settings = uvicorn.Config(
        partial(_create_watched, make_app, hung_seconds, parent),
        factory=True,
        loop="auto" if sys.platform == "win32" else "uvloop",
        http=BoundedConnection,
        ws=HandshakeProtocol,
        ws_max_size=MAX_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # client_addresses.py reads them, from trusted proxies
        server_header=False,
        workers=workers,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        timeout_worker_healthcheck=silent_seconds,
    )
    if workers > 1:
        return _run_many(settings, listener, shutdown_signals)
    server = uvicorn.Server(settings)
    shutdown_signals.hand_over(server)
    try:
        server.run(sockets=[listener])
    except SystemExit:
        return False
    return server.started


def _run_many(
    settings: uvicorn.Config, listener: socket.socket, shutdown_signals: ShutdownSignals
) -> bool:
    processes = Multiprocess(settings, sockets=[listener])
    if shutdown_signals.received:
        return True
    processes.run()
    return all(process.exitcode != STARTUP_FAILURE for process in processes.processes)


def _create_watched(
    make_app: Callable[[], Any], hung_seconds: int, parent: int | None
) -> WatchedApplication:
    """Creates the application of one process, in that process, with its watchdog."""
    return WatchedApplication(make_app(), Watchdog(hung_seconds), parent)
