"""Test clients for real servers, over HTTP and websockets.

A client reconnects when its connection breaks, resumes from the number that it knows, and resends
what was not answered. It records all that it receives, and notes what a server must never send.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from grav.client.event_adapter import events_of
from grav.game import Event
from grav.server.http.identity import COOKIE
from grav.server.messages import commands as c
from grav.server.messages.people import NewAccount
from grav.server.messages.public_events import PublicEvent
from grav.server.messages.settings import Settings
from grav.server.messages.views import (
    Done,
    Here,
    News,
    Now,
    Ping,
    Refused,
    ToClient,
    Whole,
    decode_message,
)
from grav.tasks import TaskSet, cancel_and_wait
from grav.testing.servers.server_processes import TIMEOUT, ServerProcess

RETRY_SECONDS = 0.02
"""Seconds until a broken connection is retried."""
RESEND_CODES = ("unavailable", "internal")
"""Refusals after which the same command is resent: it may have been carried out, or not."""

Answer = Done | Refused
PublicEventKind = TypeVar("PublicEventKind", bound=PublicEvent)
EventKind = TypeVar("EventKind", bound=Event)


class HttpVisitor:
    """A guest with a session, which all servers of a deployment know."""

    def __init__(self, http: httpx.AsyncClient, id: str, secret: str) -> None:  # noqa: A002
        self.id = id
        self._http = http
        self._secret = secret
        self._numbers = count(1)

    @classmethod
    async def arrive(cls, http: httpx.AsyncClient, server: ServerProcess) -> "HttpVisitor":
        answer = await http.post(f"{await server.url()}/api/guest")
        answer.raise_for_status()
        return cls(http, answer.json()["id"], answer.cookies[COOKIE])

    async def register(self, server: ServerProcess, name: str) -> None:
        """Creates an account with a name, which comes with another session."""
        account = NewAccount(name, "a password of their own")
        answer = await self._post(server, "/api/account", account)
        answer.raise_for_status()
        self._secret = answer.cookies[COOKIE]

    def new_id(self) -> str:
        """Returns a new id for a command."""
        return f"c{next(self._numbers)}"

    def headers(self, url: str) -> dict[str, str]:
        return {"Cookie": f"{COOKIE}={self._secret}", "Origin": url}

    async def open_table(
        self, server: ServerProcess, settings: Settings, seats: tuple[c.SeatPlan, ...] | None = None
    ) -> str:
        """Opens a table and returns its id; without `seats`, the visitor has the first seat."""
        new = c.NewTable(settings=settings, seats=seats)
        answer = await self._post(server, "/api/tables", new)
        answer.raise_for_status()
        table: str = answer.json()["table"]
        return table

    async def command(self, server: ServerProcess, table: str, command: c.Command) -> Answer:
        """Sends a command over HTTP and returns its answer."""
        answer = await self._post(server, f"/api/tables/{table}/commands", command)
        if answer.is_success:
            done = decode_message(answer.content)
            assert isinstance(done, Done)
            return done
        return Refused(command.id, **answer.json())

    async def get(self, server: ServerProcess, path: str) -> Any:
        """Returns the JSON at a path."""
        url = await server.url()
        answer = await self._http.get(f"{url}{path}", headers=self.headers(url))
        answer.raise_for_status()
        return answer.json()

    async def _post(self, server: ServerProcess, path: str, body: msgspec.Struct) -> httpx.Response:
        url = await server.url()
        headers = self.headers(url) | {"Content-Type": "application/json"}
        content = msgspec.json.encode(body)
        return await self._http.post(f"{url}{path}", content=content, headers=headers)


class Client:
    """A websocket client at a table, from `open` to `close`; anonymous, or a visitor."""

    def __init__(self, visitor: HttpVisitor | None, server: ServerProcess, table: str) -> None:
        self.visitor = visitor
        self.server = server
        """The server of the next connection."""
        self.table = table
        self.number = 0
        """The latest number of the table that it knows."""
        self.now: Now | None = None
        self.legal: frozenset[str] = frozenset()
        """The points last shown as legal: in a window, those before its stone."""
        self.you: tuple[int, ...] = ()
        self.news: list[News] = []
        """All news received, in order."""
        self.wholes: list[Whole] = []
        self.sent: list[c.Command] = []
        self.acknowledged: dict[str, Done] = {}
        """By command id."""
        self.refused: dict[str, Refused] = {}
        self.postponed = 0
        """How often the server could not say whether a command was carried out."""
        self.faults: list[str] = []
        """Messages that no server may send, and errors of the client itself."""
        self._waiting: dict[str, tuple[c.Command, asyncio.Future[Answer]]] = {}
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Event()
        self._tasks = TaskSet()

    async def open(self) -> "Client":
        """Connects, and waits for the first view of the table."""
        self._tasks.start(self._keep_connected())
        await self.until(lambda: self.now is not None)
        return self

    async def close(self) -> None:
        await cancel_and_wait(self._tasks)

    def new_id(self) -> str:
        assert self.visitor is not None
        return self.visitor.new_id()

    async def give(self, command: c.Command) -> Answer:
        """Sends a command, repeatedly if necessary, and returns its answer."""
        return await self.answered(await self.send(command))

    async def send(self, command: c.Command) -> asyncio.Future[Answer]:
        """Sends a command and returns a future of its answer; resends it after a reconnect."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.sent.append(command)
        self._waiting[command.id] = (command, answer)
        await self._send(command)
        return answer

    async def answered(self, answer: asyncio.Future[Answer]) -> Answer:
        """Waits for the answer to a command that was sent."""
        await self.until(answer.done)
        return answer.result()

    def drop(self) -> None:
        """Aborts the connection without a close frame; the client reconnects by itself."""
        if self._socket is not None:
            self._socket.transport.abort()
            self._socket = None

    def go_to(self, server: ServerProcess) -> None:
        """Aborts the connection and reconnects to another server."""
        self.server = server
        self.drop()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until the condition holds; checks it after each message."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not condition():
                    assert not self.faults, self.faults
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain at {self.number}: {self.now}") from None

    async def until_number(self, number: int) -> None:
        await self.until(lambda: self.number >= number)

    async def until_happened(self, kind: type[PublicEvent], times: int = 1) -> None:
        await self.until(lambda: len(self.happened(kind)) >= times)

    def happened(self, kind: type[PublicEventKind]) -> list[PublicEventKind]:
        """Returns all happenings of a kind that were received."""
        return [each for news in self.news for each in news.happened if isinstance(each, kind)]

    def played(self, kind: type[EventKind]) -> list[EventKind]:
        """Returns all events of the game of a kind that were received."""
        events = (event for news in self.news for event in events_of(news.happened))
        return [event for event in events if isinstance(event, kind)]

    async def _keep_connected(self) -> None:
        while True:
            try:
                # A server that is killed during a handshake may end the connection in any way.
                with suppress(OSError, EOFError, TimeoutError, WebSocketException):
                    await self._connect_once()
            except Exception as error:
                self.faults.append(repr(error))
                self._changed.set()
                raise
            self._socket = None
            await asyncio.sleep(RETRY_SECONDS)

    async def _connect_once(self) -> None:
        url = await self.server.url()
        since = f"?since={self.number}" if self.number else ""
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{self.table}/socket{since}"
        headers = self.visitor.headers(url) if self.visitor else {}
        async with connect(
            address,
            additional_headers=headers,
            proxy=None,
            compression=None,
            ping_interval=None,
            close_timeout=1,
        ) as socket:
            self._socket = socket
            for command, _ in tuple(self._waiting.values()):
                await self._send(command)
            async for message in socket:
                if socket is not self._socket:
                    return  # it was dropped: buffered messages are lost
                await self._handle(decode_message(message))
                self._changed.set()

    async def _send(self, message: c.FromSocket) -> None:
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(c.encode_command(message).decode())

    async def _handle(self, message: ToClient) -> None:
        match message:
            case Ping(n=n):
                await self._send(c.Pong(n))
            case Whole():
                if message.number < self.number:
                    self.faults.append(f"the table went back from {self.number}: {message.number}")
                self.wholes.append(message)
                self.you = message.you
                self._update(message.number, message.now)
            case News():
                if message.after != self.number or message.number <= message.after:
                    self.faults.append(f"knew {self.number}, told {message.after} and on")
                self.news.append(message)
                self._update(message.number, message.now)
            case Done(id=id):
                self._handle_done(id, message)
            case Refused(id=id, code=code) if id is not None and code in RESEND_CODES:
                self.postponed += 1
                self._tasks.start(self._resend(id))
            case Refused(id=id):
                self._handle_refused(id, message)
            case Here():
                pass
            case _:
                self.faults.append(f"not for a table: {message}")

    def _update(self, number: int, now: Now) -> None:
        self.number, self.now = number, now
        if now.position is not None and isinstance(now.position.legal, tuple):
            self.legal = frozenset(now.position.legal)

    def _handle_done(self, id: str, done: Done) -> None:  # noqa: A002
        if self.acknowledged.setdefault(id, done).number != done.number:
            self.faults.append(f"another answer to {id}: {done}, {self.acknowledged[id]}")
        if done.number > self.number:
            self.faults.append(f"acknowledged before it was told: {done} at {self.number}")
        self.you = done.you
        self._settle(id, done)

    def _handle_refused(self, id: str | None, refused: Refused) -> None:  # noqa: A002
        if id is None:
            self.faults.append(f"not understood: {refused}")
            return
        if id in self.acknowledged:
            self.faults.append(f"refused, once done: {refused}")
        self.refused[id] = refused
        self._settle(id, refused)

    async def _resend(self, id: str) -> None:  # noqa: A002
        await asyncio.sleep(RETRY_SECONDS)
        if id in self._waiting:
            await self._send(self._waiting[id][0])

    def _settle(self, id: str, answer: Answer) -> None:  # noqa: A002
        _, waiting = self._waiting.pop(id, (None, None))
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)
