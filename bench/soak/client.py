"""One client at one table. When its connection breaks, it reconnects by itself to any process that
is up, resumes from the last number it knows, and sends unanswered commands again."""

import asyncio
import time
from collections.abc import Callable
from random import Random

import msgspec
from websockets.exceptions import InvalidHandshake

from bench.server.adapter import ConnectRequest
from bench.server.websocket_connection import WebSocketConnection
from bench.soak.client_log import ClientLog, NewsReceived, SnapshotReceived
from bench.soak.http_requests import Guest, LoadBalancer
from bench.soak.load_measurements import ANSWERED, Metrics
from grav.server.messages import commands as c
from grav.server.messages.views import Done, Now, Refused, decode_message
from grav.testing.servers.clients import RESEND_CODES, Answer
from grav.testing.servers.server_processes import TIMEOUT

NEWS, WHOLE, PING, DONE, REFUSED, HERE = (
    f'{{"is":"{kind}",'.encode() for kind in ("news", "whole", "ping", "done", "refused", "here")
)
RETRY_SECONDS = (0.05, 0.5)
"""Range of the random delay before a broken connection is retried, and before a command is."""
CONNECT_TIMEOUT = 10.0


class _Numbers(msgspec.Struct):
    """All that spectators decode of the news."""

    after: int
    number: int


class _News(msgspec.Struct):
    after: int
    number: int
    now: Now


class _Whole(msgspec.Struct):
    number: int
    now: Now


class _Ping(msgspec.Struct):
    n: int


_read_numbers = msgspec.json.Decoder(_Numbers).decode
_read_news = msgspec.json.Decoder(_News).decode
_read_whole = msgspec.json.Decoder(_Whole).decode
_read_ping = msgspec.json.Decoder(_Ping).decode


class Client:
    def __init__(
        self,
        balancer: LoadBalancer,
        table: str,
        guest: Guest | None,
        metrics: Metrics,
        chance: Random,
    ) -> None:
        self.table = table
        self.number = 0
        """The last number that it knows; 0 until it has been shown its table."""
        self.now: Now | None = None
        self.legal: frozenset[str] = frozenset()
        self.received_at = dict[int, float]()
        """When it first received each number."""
        self.sent_at = dict[str, float]()
        name = "a spectator" if guest is None else f"player {guest.id}"
        self.log = ClientLog(f"{name} at {table}", None if guest is None else guest.id)
        self._balancer, self._guest, self._metrics, self._chance = balancer, guest, metrics, chance
        self._waiting = dict[str, tuple[bytes, asyncio.Future[Answer]]]()
        self._connection: WebSocketConnection | None = None
        self._ended: asyncio.Future[None] | None = None
        self._changed = asyncio.Event()
        self._connecting = asyncio.create_task(self._keep_connected())

    async def close(self) -> None:
        self._connecting.cancel()
        await asyncio.gather(self._connecting, return_exceptions=True)

    def drop(self) -> None:
        """Drops the connection; the client reconnects by itself."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    def new_id(self) -> str:
        assert self._guest is not None
        return self._guest.new_id()

    async def give(self, command: c.Command) -> Answer:
        """Sends a command, repeatedly if necessary, until it is answered; returns the answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        written = c.encode_command(command)
        self.log.sent[command.id] = command
        self._waiting[command.id] = (written, answer)
        self.sent_at[command.id] = time.perf_counter()
        self._metrics.count("sent")
        self._send(written)
        await self.until(answer.done)
        return answer.result()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until messages from the server make the condition true; raises after a timeout."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not condition():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            waiting = [self.log.sent[id_] for id_ in self._waiting]
            where = f"at {self.number}, waiting for {waiting}, shown {self.now}"
            told = f"{self.log.name} waited {TIMEOUT:g} s in vain {where}"
            raise AssertionError(told) from None

    async def until_number(self, number: int) -> None:
        await self.until(lambda: self.number >= number)

    async def _keep_connected(self) -> None:
        while True:
            try:
                await self._connect_once()
            except (OSError, TimeoutError, InvalidHandshake):
                self._metrics.count("not let in")
            except AssertionError as error:  # a process that did not start
                self.log.faults.append(str(error))
                return
            await asyncio.sleep(self._chance.uniform(*RETRY_SECONDS))

    async def _connect_once(self) -> None:
        """Connects once, and returns when the connection has ended."""
        loop = asyncio.get_running_loop()
        address = await self._balancer.any()
        ended: asyncio.Future[None] = loop.create_future()

        def hear(message: bytes) -> None:
            if self._connection is None:
                self._use_connection(connection, ended)
            self._receive(message)

        def lose(_: object) -> None:
            if not ended.done():
                ended.set_result(None)

        connection = WebSocketConnection(address, self._connect_request(address), hear, lose)
        with self._balancer.count_connection(address):
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    await loop.create_connection(lambda: connection, *address)
                    await asyncio.wait(
                        (connection.opened, ended), return_when=asyncio.FIRST_COMPLETED
                    )
                if connection.opened.done():
                    connection.opened.result()
                    await ended
            finally:
                self._connection = self._ended = None
                connection.close()

    def _use_connection(
        self, connection: WebSocketConnection, ended: "asyncio.Future[None]"
    ) -> None:
        """Uses a connection from its first message on; sends unanswered commands again."""
        if self.number:
            self._metrics.count("reconnected")
        self._connection, self._ended = connection, ended
        for written, _ in tuple(self._waiting.values()):
            self._send(written)

    def _connect_request(self, address: tuple[str, int]) -> ConnectRequest:
        since = f"?since={self.number}" if self.number else ""
        headers = () if self._guest is None else self._guest.headers(address)
        return ConnectRequest(f"/api/tables/{self.table}/socket{since}", headers)

    def _send(self, written: bytes) -> None:
        if self._connection is not None:
            self._connection.send(written)

    def _receive(self, message: bytes) -> None:
        if message.startswith(NEWS):
            self._receive_news(message)
        elif message.startswith(WHOLE):
            whole = _read_whole(message)
            self.log.received.append(SnapshotReceived(whole.number))
            self._update(whole.number, whole.now)
        elif message.startswith(PING):
            self._send(c.encode_command(c.Pong(_read_ping(message).n)))
        elif message.startswith((DONE, REFUSED)):
            self._receive_answer(decode_message(message))
        elif not message.startswith(HERE):
            self.log.faults.append(f"not for a table: {message!r}")
        self._changed.set()

    def _receive_news(self, message: bytes) -> None:
        news: _Numbers | _News
        if self._guest is None:
            news = _read_numbers(message)
            self.number = news.number
        else:
            news = _read_news(message)
            self._update(news.number, news.now)
        self.log.received.append(NewsReceived(news.after, news.number, hash(message)))
        self.received_at.setdefault(news.number, time.perf_counter())

    def _update(self, number: int, now: Now) -> None:
        self.number, self.now = number, now
        if now.position is not None and isinstance(now.position.legal, tuple):
            self.legal = frozenset(now.position.legal)

    def _receive_answer(self, answer: object) -> None:
        if isinstance(answer, Done):
            known = self.log.acknowledged.setdefault(answer.id, answer.number)
            if known != answer.number:
                self.log.faults.append(f"{answer.id} is done at {known} and {answer.number}")
            if answer.number > self.number:
                self.log.faults.append(f"{answer} came before what it did was told")
            self._resolve(answer.id, answer)
        elif isinstance(answer, Refused) and answer.id is not None:
            if answer.code in RESEND_CODES:
                self._metrics.count(answer.code)
                self._resend(answer.id)
                return
            if answer.id in self.log.acknowledged:
                self.log.faults.append(f"refused, once done: {answer}")
            self.log.refused[answer.id] = answer.code
            self._metrics.count("refused")
            self._resolve(answer.id, answer)
        else:
            self.log.faults.append(f"not understood: {answer}")

    def _resend(self, id_: str) -> None:
        """Sends a command again after a short delay. Nobody knows whether it was carried out, so it
        keeps its id, the idempotency key."""

        def say() -> None:
            if id_ in self._waiting:
                self._send(self._waiting[id_][0])

        asyncio.get_running_loop().call_later(self._chance.uniform(*RETRY_SECONDS), say)

    def _resolve(self, id_: str, answer: Answer) -> None:
        _, waiting = self._waiting.pop(id_, (b"", None))
        if waiting is not None:
            since = self.sent_at[id_]
            self._metrics.record_delay(ANSWERED, since, time.perf_counter() - since)
            waiting.set_result(answer)
