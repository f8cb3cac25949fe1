"""One client at one table. When its connection breaks, it reconnects by itself to any process that
is up, resumes from the last number it knows, and sends unanswered commands again."""

import asyncio
import time
from collections.abc import Callable
from random import Random

import msgspec
from websockets.exceptions import InvalidHandshake

from bench.server.dialect import Door
from bench.server.line import Line
from bench.soak.account import Account, Shown, Told
from bench.soak.notes import ANSWERED, Notes
from bench.soak.people import Person, Places
from grav.server.messages import commands as c
from grav.server.messages.views import Done, Now, Refused, decode_message
from grav.testing.servers.clients import AGAIN, Answer
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
        self, places: Places, table: str, person: Person | None, notes: Notes, chance: Random
    ) -> None:
        self.table = table
        self.number = 0
        """The last number that it knows; 0 until it has been shown its table."""
        self.now: Now | None = None
        self.legal: frozenset[str] = frozenset()
        self.heard_at = dict[int, float]()
        """When it first received each number."""
        self.sent_at = dict[str, float]()
        name = "a spectator" if person is None else f"player {person.id}"
        self.account = Account(f"{name} at {table}", None if person is None else person.id)
        self._places, self._person, self._notes, self._chance = places, person, notes, chance
        self._waiting = dict[str, tuple[bytes, asyncio.Future[Answer]]]()
        self._line: Line | None = None
        self._ended: asyncio.Future[None] | None = None
        self._stirred = asyncio.Event()
        self._living = asyncio.create_task(self._live())

    async def close(self) -> None:
        self._living.cancel()
        await asyncio.gather(self._living, return_exceptions=True)

    def drop(self) -> None:
        """Drops the connection; the client reconnects by itself."""
        if self._ended is not None and not self._ended.done():
            self._ended.set_result(None)

    def new_id(self) -> str:
        assert self._person is not None
        return self._person.new_id()

    async def give(self, command: c.Command) -> Answer:
        """Sends a command, repeatedly if necessary, until it is answered; returns the answer."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        written = c.encode_command(command)
        self.account.sent[command.id] = command
        self._waiting[command.id] = (written, answer)
        self.sent_at[command.id] = time.perf_counter()
        self._notes.count("sent")
        self._say(written)
        await self.until(answer.done)
        return answer.result()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until messages from the server make the condition true; raises after a timeout."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not condition():
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            waiting = [self.account.sent[id_] for id_ in self._waiting]
            where = f"at {self.number}, waiting for {waiting}, shown {self.now}"
            told = f"{self.account.name} waited {TIMEOUT:g} s in vain {where}"
            raise AssertionError(told) from None

    async def until_number(self, number: int) -> None:
        await self.until(lambda: self.number >= number)

    async def _live(self) -> None:
        while True:
            try:
                await self._stay()
            except (OSError, TimeoutError, InvalidHandshake):
                self._notes.count("not let in")
            except AssertionError as error:  # a process that did not start
                self.account.faults.append(str(error))
                return
            await asyncio.sleep(self._chance.uniform(*RETRY_SECONDS))

    async def _stay(self) -> None:
        """Connects once, and returns when the connection has ended."""
        loop = asyncio.get_running_loop()
        address = await self._places.any()
        ended: asyncio.Future[None] = loop.create_future()

        def hear(message: bytes) -> None:
            if self._line is None:
                self._take(line, ended)
            self._hear(message)

        def lose(_: object) -> None:
            if not ended.done():
                ended.set_result(None)

        line = Line(address, self._door(address), hear, lose)
        with self._places.line_to(address):
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    await loop.create_connection(lambda: line, *address)
                    await asyncio.wait((line.opened, ended), return_when=asyncio.FIRST_COMPLETED)
                if line.opened.done():
                    line.opened.result()
                    await ended
            finally:
                self._line = self._ended = None
                line.close()

    def _take(self, line: Line, ended: "asyncio.Future[None]") -> None:
        """Uses a connection from its first message on; sends unanswered commands again."""
        if self.number:
            self._notes.count("reconnected")
        self._line, self._ended = line, ended
        for written, _ in tuple(self._waiting.values()):
            self._say(written)

    def _door(self, address: tuple[str, int]) -> Door:
        since = f"?since={self.number}" if self.number else ""
        headers = () if self._person is None else self._person.headers(address)
        return Door(f"/api/tables/{self.table}/socket{since}", headers)

    def _say(self, written: bytes) -> None:
        if self._line is not None:
            self._line.send(written)

    def _hear(self, message: bytes) -> None:
        if message.startswith(NEWS):
            self._hear_news(message)
        elif message.startswith(WHOLE):
            whole = _read_whole(message)
            self.account.heard.append(Shown(whole.number))
            self._see(whole.number, whole.now)
        elif message.startswith(PING):
            self._say(c.encode_command(c.Pong(_read_ping(message).n)))
        elif message.startswith((DONE, REFUSED)):
            self._hear_answer(decode_message(message))
        elif not message.startswith(HERE):
            self.account.faults.append(f"not for a table: {message!r}")
        self._stirred.set()

    def _hear_news(self, message: bytes) -> None:
        news: _Numbers | _News
        if self._person is None:
            news = _read_numbers(message)
            self.number = news.number
        else:
            news = _read_news(message)
            self._see(news.number, news.now)
        self.account.heard.append(Told(news.after, news.number, hash(message)))
        self.heard_at.setdefault(news.number, time.perf_counter())

    def _see(self, number: int, now: Now) -> None:
        self.number, self.now = number, now
        if now.position is not None and isinstance(now.position.legal, tuple):
            self.legal = frozenset(now.position.legal)

    def _hear_answer(self, answer: object) -> None:
        if isinstance(answer, Done):
            known = self.account.acknowledged.setdefault(answer.id, answer.number)
            if known != answer.number:
                self.account.faults.append(f"{answer.id} is done at {known} and {answer.number}")
            if answer.number > self.number:
                self.account.faults.append(f"{answer} came before what it did was told")
            self._settle(answer.id, answer)
        elif isinstance(answer, Refused) and answer.id is not None:
            if answer.code in AGAIN:
                self._notes.count(answer.code)
                self._say_again(answer.id)
                return
            if answer.id in self.account.acknowledged:
                self.account.faults.append(f"refused, once done: {answer}")
            self.account.refused[answer.id] = answer.code
            self._notes.count("refused")
            self._settle(answer.id, answer)
        else:
            self.account.faults.append(f"not understood: {answer}")

    def _say_again(self, id_: str) -> None:
        """Sends a command again after a short delay. Nobody knows whether it was carried out, so it
        keeps its id, the idempotency key."""

        def say() -> None:
            if id_ in self._waiting:
                self._say(self._waiting[id_][0])

        asyncio.get_running_loop().call_later(self._chance.uniform(*RETRY_SECONDS), say)

    def _settle(self, id_: str, answer: Answer) -> None:
        _, waiting = self._waiting.pop(id_, (b"", None))
        if waiting is not None:
            since = self.sent_at[id_]
            self._notes.delayed(ANSWERED, since, time.perf_counter() - since)
            waiting.set_result(answer)
