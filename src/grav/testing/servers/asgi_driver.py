"""Drives an ASGI application as a server does, without a network, and records all it sends.

Knows ASGI, cookies and tokens, and nothing of the game.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from grav.server.protocol.asgi_types import Application, Message, Scope
from grav.server.protocol.websocket_takeover import EXTENSION, Receiver, WebSocketConnection

HOST = "grav.test"
ORIGIN = f"http://{HOST}"
TIMEOUT = 60.0
"""Timeout in seconds for everything that is waited for."""
_LOOP_ITERATIONS = (
    60  # iterations of the event loop, until messages have passed every queue of the process
)


class Ended(Exception):
    """The application sends nothing more on this connection."""


class Connection:
    """One request or websocket, with everything that the application sent on it."""

    def __init__(self, app: Application, scope: Scope) -> None:
        self.sent: list[Message] = []
        self._read = 0
        self._to_app: asyncio.Queue[Message] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._task = asyncio.create_task(self._run(app, scope))

    async def _run(self, app: Application, scope: Scope) -> None:
        try:
            await app(scope, self._to_app.get, self._send)
        finally:
            self._changed.set()

    async def _send(self, message: Message) -> None:
        self.sent.append(dict(message))
        self._changed.set()

    def tell(self, message: Message) -> None:
        """Passes a message of the client, or its disconnect, to the application."""
        self._to_app.put_nowait(message)

    async def next(self) -> Message:
        """Returns the next unread message; raises `Ended` if none can come any more."""
        async with asyncio.timeout(TIMEOUT):
            while self._read == len(self.sent):
                if not self.is_open:
                    raise Ended
                self._changed.clear()
                await self._changed.wait()
        self._read += 1
        return self.sent[self._read - 1]

    @property
    def is_open(self) -> bool:
        return not self._task.done()

    async def leave(self) -> None:
        """Disconnects the client, and waits for the application to end."""
        raise NotImplementedError

    async def end(self) -> None:
        """Waits until the application is done with it; re-raises its exception."""
        async with asyncio.timeout(TIMEOUT):
            await self._task


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class AsgiSocket(Connection):
    """A websocket, which the application takes over once it is accepted."""

    def __init__(self, app: Application, scope: Scope) -> None:
        scope["extensions"] = {EXTENSION: self._hand_over}
        self._receiver: Receiver | None = None
        self._is_open = True
        self._paused = False
        self.unsent = 0
        """Bytes that the client is taken to leave unread."""
        super().__init__(app, scope)
        self.tell({"type": "websocket.connect"})

    def _hand_over(self, receiver: Receiver) -> WebSocketConnection:
        self._receiver = receiver
        asyncio.get_running_loop().call_soon(self._deliver)
        return self

    # The `WebSocketConnection` interface, which the application uses.

    def send(self, frame: bytes) -> None:
        if self._is_open:
            self._add({"type": "websocket.send", "bytes": None, "text": _text_of(frame)})

    def close(self, code: int) -> None:
        if self._is_open:
            self._add({"type": "websocket.close", "code": code, "reason": ""})
            self._lose()

    def probe(self) -> bool:
        return True

    def pause(self) -> None:
        self._paused = True

    def resume(self) -> None:
        self._paused = False
        self._deliver()

    def _lose(self) -> None:
        self._is_open = False
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.lost()
        self._changed.set()

    def _add(self, message: Message) -> None:
        self.sent.append(message)
        self._changed.set()

    # The client's side.

    def tell(self, message: Message) -> None:
        super().tell(message)
        if self._receiver is not None:
            asyncio.get_running_loop().call_soon(self._deliver)

    def _deliver(self) -> None:
        while self._receiver is not None and not self._paused and not self._to_app.empty():
            message = self._to_app.get_nowait()
            if message["type"] == "websocket.disconnect":
                self._lose()
            elif message["type"] == "websocket.receive":
                text = message["text"]
                self._receiver.receive(message["bytes"] if text is None else text.encode())

    @property
    def is_open(self) -> bool:
        return super().is_open or self._receiver is not None

    async def end(self) -> None:
        await super().end()
        async with asyncio.timeout(TIMEOUT):
            while self._receiver is not None:
                self._changed.clear()
                await self._changed.wait()
        await run_loop_until_idle()

    def say(self, **form: object) -> None:
        self.say_text(json.dumps(form))

    def say_text(self, text: str) -> None:
        self.tell({"type": "websocket.receive", "text": text, "bytes": None})

    def say_bytes(self, data: bytes) -> None:
        self.tell({"type": "websocket.receive", "text": None, "bytes": data})

    async def hear(self, kind: str | None = None) -> dict[str, Any]:
        """Returns the next message, or the next of this kind; raises `Ended` if closed before."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                message = await self.next()
                if message["type"] == "websocket.close":
                    raise Ended(message["code"])
                if message["type"] == "websocket.send":
                    content: dict[str, Any] = json.loads(message["text"])
                    if kind in (None, content["is"]):
                        return content

    async def command(self, **form: object) -> dict[str, Any]:
        """Sends a command, and returns its `done` or `refused`."""
        self.say(**form)
        while True:
            message = await self.hear()
            if message["is"] in ("done", "refused") and message["id"] == form["id"]:
                return message

    @property
    def closed_with(self) -> int | None:
        """The code with which the application closed it; None if it did not."""
        return next((m["code"] for m in self.sent if m["type"] == "websocket.close"), None)

    async def leave(self, code: int = 1000) -> None:
        """Closes it from the client's side, and waits for the application to end."""
        self.tell({"type": "websocket.disconnect", "code": code})
        await self.end()


def _text_of(frame: bytes) -> str:
    """Returns the payload of a server's text frame."""
    short = frame[1]
    start = {126: 4, 127: 10}.get(short, 2)
    return frame[start:].decode()


class StreamReader(Connection):
    """A request, whose answer may be an endless stream."""

    async def _send(self, message: Message) -> None:
        await super()._send(message)
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.tell({"type": "http.disconnect"})  # servers send this after the response

    async def answer(self) -> Answer:
        """Waits for the end of the answer and returns all of it."""
        await self.end()
        start = next(m for m in self.sent if m["type"] == "http.response.start")
        body = b"".join(m.get("body", b"") for m in self.sent)
        headers = {name.decode().lower(): value.decode() for name, value in start["headers"]}
        return Answer(start["status"], headers, body)

    async def line(self) -> dict[str, Any]:
        """Returns the next line of a streamed answer; skips the empty keep-alive lines."""
        while True:
            message = await self.next()
            text = message.get("body", b"").strip()
            if text:
                content: dict[str, Any] = json.loads(text)
                return content

    async def leave(self) -> None:
        self.tell({"type": "http.disconnect"})
        await self.end()


@dataclass(slots=True)
class AsgiVisitor:
    """Somebody who sends requests: anonymous until they have a session or a token."""

    app: Application
    name: str
    address: str = "127.0.0.1"
    cookie: str | None = None
    token: str | None = None
    origin: str | None = ORIGIN
    connections: list[Connection] = field(default_factory=list)

    async def ask(self, method: str, path: str, body: object = None) -> Answer:
        """Sends a request, stores the cookie that comes with the answer, and returns the answer."""
        answer = await self.open(method, path, body).answer()
        for given in SimpleCookie(answer.headers.get("set-cookie", "")).values():
            self.cookie = f"{given.key}={given.value}"
        return answer

    async def get(self, path: str) -> Any:
        return (await self.ask("GET", path)).json()

    def open(self, method: str, path: str, body: object = None) -> StreamReader:
        """Begins a request; its answer may be an endless stream."""
        scope = self.scope("http", path)
        scope["method"] = method
        data = b"" if body is None else json.dumps(body).encode()
        if body is not None:
            length = str(len(data)).encode()
            scope["headers"] += [
                (b"content-type", b"application/json"),
                (b"content-length", length),
            ]
        reading = StreamReader(self.app, scope)
        reading.tell({"type": "http.request", "body": data, "more_body": False})
        self.connections.append(reading)
        return reading

    def connect(self, path: str) -> AsgiSocket:
        socket = AsgiSocket(self.app, self.scope("websocket", path))
        self.connections.append(socket)
        return socket

    async def leave(self) -> None:
        """Closes all open connections."""
        for connection in self.connections:
            if connection.is_open:
                await connection.leave()

    async def become_guest(self) -> "AsgiVisitor":
        await self.ask("POST", "/api/guest")
        return self

    async def become(self, name: str, password: str = "correct horse") -> "AsgiVisitor":
        await self.ask("POST", "/api/account", {"name": name, "password": password})
        return self

    async def with_token(self, *scopes: str) -> "AsgiVisitor":
        """Returns the same person, identified by a new token alone."""
        form = {"name": "program", "scopes": scopes}
        made = (await self.ask("POST", "/api/tokens", form)).json()
        name = f"{self.name} by {' '.join(scopes)}"
        return AsgiVisitor(self.app, name, self.address, token=made["secret"], origin=None)

    def scope(self, kind: str, path: str) -> Scope:
        """Returns the ASGI scope of a request or websocket of this visitor."""
        headers = [(b"host", HOST.encode())]
        if self.origin is not None:
            headers.append((b"origin", self.origin.encode()))
        if self.cookie is not None:
            headers.append((b"cookie", self.cookie.encode()))
        if self.token is not None:
            headers.append((b"authorization", f"Bearer {self.token}".encode()))
        path, _, query = path.partition("?")
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (self.address, 1234),
            "server": (HOST, 80),
            "subprotocols": [],
            "state": {},
        }


@asynccontextmanager
async def run_app(app: Application) -> AsyncIterator[None]:
    """Starts the application by its lifespan, and shuts it down when the block is left."""
    said: asyncio.Queue[Message] = asyncio.Queue()
    told: asyncio.Queue[Message] = asyncio.Queue()
    scope: Scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
    life = asyncio.ensure_future(app(scope, told.get, said.put))
    told.put_nowait({"type": "lifespan.startup"})
    started = await said.get()
    assert started["type"] == "lifespan.startup.complete", started
    try:
        yield
    finally:
        told.put_nowait({"type": "lifespan.shutdown"})
        await life


async def run_loop_until_idle() -> None:
    """Runs the event loop until all messages within this process have arrived."""
    for _ in range(_LOOP_ITERATIONS):
        await asyncio.sleep(0)
