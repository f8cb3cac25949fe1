"""The pulse of this process: pings that measure, and a note of who is still there."""

import asyncio

import structlog

from grav.server.live.socket import GOING_AWAY, SHUT_OUT, ClientSocket
from grav.server.live.tables import Tables
from grav.server.supervision import Supervisor
from grav.server.task_helpers import cancel_and_wait

log = structlog.get_logger(__name__)

BEAT = 2.5
AT_A_TIME = 4
QUIET_BEATS = 8
"""Who only watches is pinged on each such beat; and whoever has said nothing since the one before,
not even by an answer to it, is let go."""
TELL_BEATS = 4
"""Other processes are told who is here on each such beat, if not before."""
NOTE_BEATS = 24
"""Who plays is noted as present so many beats after they came, and again: once a minute. And who
would be let in no more is let go."""


class Pulse:
    def __init__(self, tables: Tables, supervisor: Supervisor | None = None) -> None:
        self._tables = tables
        self._supervisor = supervisor or Supervisor()
        self._sockets: dict[ClientSocket, int] = {}
        """Each with the beat on which it came."""
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
        """A first ping at once, so that a line is soon known."""
        self._sockets[socket] = self._beat
        socket.ping()

    def drop(self, socket: ClientSocket) -> None:
        """Also one that was never added."""
        self._sockets.pop(socket, None)

    async def _run(self) -> None:
        while True:
            await self._ping_all()
            self._beat += 1
            self._tables.tell_attendance(anew=self._beat % TELL_BEATS == 0)
            if self._beat % NOTE_BEATS == 0:
                await self._tables.note_presence()

    async def _ping_all(self) -> None:
        """Takes one beat: a few at a time, so that nobody's move waits behind all pings."""
        sockets = tuple(self._sockets.items())
        pause = BEAT / (len(sockets) // AT_A_TIME + 1)
        for start in range(0, len(sockets) + 1, AT_A_TIME):
            await asyncio.sleep(pause)
            for socket, came in sockets[start : start + AT_A_TIME]:
                if socket in self._sockets:
                    await self._see_to(socket, self._beat - came + 1)

    async def _see_to(self, socket: ClientSocket, beats: int) -> None:
        """What one socket needs on a beat of its own. What goes wrong there keeps no other from its
        turn."""
        try:
            if socket.plays or beats % QUIET_BEATS == 0:
                socket.ping()
            if beats % QUIET_BEATS == 0:
                socket.probe()
            if beats % NOTE_BEATS == 0:
                await self._check(socket)
        except Exception as error:
            self._supervisor.failed("pulse", error)

    async def _check(self, socket: ClientSocket) -> None:
        """Sessions end, tokens and people are shut out: their sockets stay open no longer."""
        try:
            known = socket.is_known is None or await socket.is_known()
        except Exception as error:
            log.warning("check_of_person_failed", error=type(error).__name__)
            return
        if not known:
            socket.close(SHUT_OUT)
