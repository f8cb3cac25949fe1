"""The heartbeat of sockets: pings that measure round trips, liveness, presence, sessions."""

import asyncio

import structlog

from grav.server.live.client_sockets import GOING_AWAY, SHUT_OUT, ClientSocket
from grav.server.live.tables import Tables
from grav.server.runtime.background import Supervisor
from grav.tasks import cancel_and_wait

log = structlog.get_logger(__name__)

BEAT_SECONDS = 2.5
MAX_PINGS_AT_ONCE = 4
BEATS_BETWEEN_PROBES = 8
"""Spectators are pinged once in so many beats. Any client that has sent nothing since the last such
beat, not even a pong, is disconnected."""
BEATS_BETWEEN_REPORTS = 4
"""Presence is sent to the other processes once in so many beats, if not before."""
BEATS_BETWEEN_CHECKS = 24
"""Once in so many beats, which is once a minute, the players' presence is stored, and sockets whose
session has ended are closed."""


class SocketHeartbeat:
    def __init__(self, tables: Tables, supervisor: Supervisor | None = None) -> None:
        self._tables = tables
        self._supervisor = supervisor or Supervisor()
        self._sockets: dict[ClientSocket, int] = {}
        """Each with the beat on which it was added."""
        self._beat = 0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = self._supervisor.start("pulse", self._run)

    async def stop(self) -> None:
        for socket in tuple(self._sockets):
            socket.close(GOING_AWAY)
        if self._task is not None:
            await cancel_and_wait([self._task])

    def add(self, socket: ClientSocket) -> None:
        """Adds a socket and pings it at once, so that its round trip is soon known."""
        self._sockets[socket] = self._beat
        socket.ping()

    def drop(self, socket: ClientSocket) -> None:
        """Removes a socket; does nothing if it was never added."""
        self._sockets.pop(socket, None)

    async def _run(self) -> None:
        while True:
            await self._ping_all()
            self._beat += 1
            self._tables.send_presence(refresh=self._beat % BEATS_BETWEEN_REPORTS == 0)
            if self._beat % BEATS_BETWEEN_CHECKS == 0:
                await self._tables.store_presence()

    async def _ping_all(self) -> None:
        """Serves all sockets over one beat, a few at a time: no move waits behind all pings."""
        sockets = tuple(self._sockets.items())
        pause = BEAT_SECONDS / (len(sockets) // MAX_PINGS_AT_ONCE + 1)
        for start in range(0, len(sockets) + 1, MAX_PINGS_AT_ONCE):
            await asyncio.sleep(pause)
            for socket, added in sockets[start : start + MAX_PINGS_AT_ONCE]:
                if socket in self._sockets:
                    await self._serve(socket, self._beat - added + 1)

    async def _serve(self, socket: ClientSocket, beats: int) -> None:
        """Does what one socket needs; `beats` counts from when it was added. An error is logged and
        counted, and does not affect the other sockets."""
        try:
            if socket.is_playing or beats % BEATS_BETWEEN_PROBES == 0:
                socket.ping()
            if beats % BEATS_BETWEEN_PROBES == 0:
                socket.probe()
            if beats % BEATS_BETWEEN_CHECKS == 0:
                await self._check(socket)
        except Exception as error:  # noqa: BLE001 - one socket must not stop the others
            self._supervisor.record_failure("pulse", error)

    async def _check(self, socket: ClientSocket) -> None:
        """Closes a socket whose session has ended, or whose token or person was shut out."""
        try:
            known = socket.is_known is None or await socket.is_known()
        except Exception as error:  # noqa: BLE001 - it is checked again later
            log.warning("check_of_person_failed", error=type(error).__name__)
            return
        if not known:
            socket.close(SHUT_OUT)
