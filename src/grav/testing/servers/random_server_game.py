"""Plays a random game at a running server, through every interface, with spectators.

Each step depends only on a seed and on what everybody at the table sees. So two performances of the
same script are identical, unless the server sent something that it should not have.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from grav.server.messages import commands as c
from grav.server.protocol.asgi_types import Application, Message
from grav.testing.servers.asgi_driver import AsgiSocket, AsgiVisitor, Ended, run_loop_until_idle
from grav.testing.tables.deterministic_clock_and_ids import ManualClock
from grav.testing.tables.random_messages import random_command
from grav.text import LANGUAGES

Rows = Sequence[str]
SentMessages = dict[str, list[list[Message]]]
"""All messages sent, by the name of the recipient, for each of their connections in order."""

SHOUTED_SHARE = 0.25
"""The share of stones that are eventually shouted at."""
_LETTERS = "abcdefghijklmnopqrstuvwxy"
_INVALID_MESSAGES = ("", "[]", "{", '{"do":"fly"}', '{"do":"place","id":"1","seat":0}', '"\\ud800"')


@dataclass(frozen=True)
class Script:
    """The parameters of a performance."""

    seed: int
    settings: Mapping[str, Any]
    steps: int = 40
    declare: bool = True
    """Whether players declare bonus turns, rightly or not."""
    shout: bool = True

    def is_shouted(self, before: Rows, at: str) -> bool:
        """Whether a stone there, on this board, will be shouted at. Known before it is placed."""
        drawn = Random(f"{self.seed} {'/'.join(before)} {at}").random()
        return self.shout and drawn < SHOUTED_SHARE


@dataclass
class Performance:
    app: Application
    clock: ManualClock
    script: Script
    table: str = ""
    players: list[AsgiVisitor] = field(default_factory=list)
    """By seat. The second is a program with a token; the others have sockets."""
    sockets: dict[str, AsgiSocket] = field(default_factory=dict)
    nobody: AsgiVisitor = field(init=False)
    visitors: list[AsgiVisitor] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = Random(self.script.seed)
        self._claimed: tuple[int, set[int]] = (0, set())
        self._ids = 0
        self._last: tuple[AsgiVisitor, dict[str, Any]] | None = None
        self.nobody = self._visitor("nobody", "203.0.113.9")

    def _visitor(self, name: str, address: str = "198.51.100.7") -> AsgiVisitor:
        visitor = AsgiVisitor(self.app, name, address)
        self.visitors.append(visitor)
        return visitor

    async def gather(self) -> None:
        """Connects everybody, and starts the game."""
        seats, device = self.script.settings["seats"], self.script.settings.get("mode") == "device"
        self.admin = self._visitor("keeper", "127.0.0.1")
        self.sockets["lobby"] = self.nobody.connect("/api/lobby/socket")
        await self.sockets["lobby"].hear("lobby")
        for seat in range(seats):
            player = self._visitor(f"player {seat}", f"198.51.100.{seat}")
            if seat == 1 and not device:
                await player.become("Program")
                self.visitors.append(player := await player.with_token("play", "bot", "read"))
            elif seat == 0 or not device:
                await player.become_guest()
            self.players.append(self.players[0] if device and seat else player)
        form = {"settings": dict(self.script.settings)}
        opened = await self.players[0].ask("POST", "/api/tables", form)
        self.table = opened.json()["table"]
        spectator = await self._visitor("spectator", "192.0.2.77").become_guest()
        for visitor in (self.nobody, spectator, *self.players):
            if visitor.token is None and visitor.name not in self.sockets:
                language = self._random.choice(LANGUAGES)
                socket = visitor.connect(f"{self._path}/socket?lang={language}")
                await socket.hear("whole")
                self.sockets[visitor.name] = socket
        for seat, player in enumerate(self.players[1:] if not device else [], start=1):
            await self.give(player, c.Sit(id=self._id(), seat=seat))
        if not device:
            for path in ("/api/bot/stream", f"/api/bot/tables/{self.table}"):
                await self.players[1].open("GET", path).line()

    async def leave(self) -> None:
        """Disconnects everybody."""
        for visitor in self.visitors:
            await visitor.leave()

    @property
    def _path(self) -> str:
        return f"/api/tables/{self.table}"

    def sent_messages(self) -> SentMessages:
        """Returns everything that the server has sent so far."""
        return {
            visitor.name: [_without_machine_metrics(each.sent) for each in visitor.connections]
            for visitor in self.visitors
        }

    async def play(self) -> None:
        for _ in range(self.script.steps):
            self._let_time_pass(await self.now())
            for _ in range(self._random.randrange(3)):
                await self._random.choice(self._random_requests)()
            await self._act(await self.now())
            await run_loop_until_idle()
        for _ in range(3):
            await self.read()

    def _let_time_pass(self, now: dict[str, Any]) -> None:
        """Advances the clock, never up to a deadline: its news would come at any moment. Deadlines
        are left to `wait`."""
        window = now["position"]["window"]
        if window and self._claimed[0] == window["placement"] and self._claimed[1]:
            return
        most = now["ends"] - self.clock.now() - 1 if now["ends"] is not None else 1000
        self.clock.advance(min(self._random.choice((40, 250, 900)), max(0, most)))

    async def now(self) -> dict[str, Any]:
        """Returns what everybody sees."""
        shown: dict[str, Any] = (await self.nobody.get(self._path))["now"]
        return shown

    async def number(self) -> int:
        """Returns the number of the latest news."""
        number: int = (await self.nobody.get(self._path))["number"]
        return number

    async def play_with_a_bot(self, level: int) -> list[str]:
        """Plays against a bot at another table; returns all news before its shout is judged."""
        seats = [{"me": True}, {"level": level}]
        form = {"settings": dict(self.script.settings), "seats": seats}
        host = self.players[0]
        table = (await host.ask("POST", "/api/tables", form)).json()["table"]
        socket = host.connect(f"/api/tables/{table}/socket")
        now = (await socket.hear("whole"))["now"]
        told: list[str] = []
        for step in range(self.script.steps):
            command = self._against_a_bot(now["position"], f"bot{step}")
            socket.say(**msgspec.to_builtins(command))
            while True:
                news = await socket.hear("news")
                if any(each["event"] == "judged" for each in news["happened"]):
                    return told
                told.append(str(news))
                now = news["now"]
                if len(now["position"]["may"][0]) > 1:
                    break
        return told

    def _against_a_bot(self, position: dict[str, Any], new: str) -> c.Command:
        if position["phase"] == "window":
            return c.AcceptStone(id=new, seat=0, placement=position["window"]["placement"])
        at = self._random.choice(_points(position["board"], "."))
        return c.PlaceStone(id=new, seat=0, at=at)

    # What players do.

    async def _act(self, now: dict[str, Any]) -> None:
        position = now["position"]
        if now["stage"] != "playing":
            return
        match position["phase"]:
            case "opening" | "turn":
                await self._move(position, position["to_move"] or 0)
            case "window":
                await self._answer(now, position)
            case "penalty":
                theirs = _points(position["board"], str(position["violator"]))
                at, seat = self._random.choice(theirs), position["to_move"]
                await self._from(seat, c.RemoveStone(id=self._id(), seat=seat, at=at))

    async def _move(self, position: dict[str, Any], seat: int) -> None:
        empty = _points(position["board"], ".")
        if "pass" in position["may"][seat] and (not empty or self._random.random() < 0.05):
            await self._from(seat, c.PassTurn(id=self._id(), seat=seat))
            return
        declares = self.script.declare and self._random.random() < 0.4
        declared = self._random.randrange(4) if declares else None
        at = self._random.choice(empty)
        await self._from(seat, c.PlaceStone(id=self._id(), seat=seat, at=at, declare=declared))

    async def _answer(self, now: dict[str, Any], position: dict[str, Any]) -> None:
        window = position["window"]
        placement = window["placement"]
        if self._claimed[0] != placement:
            self._claimed = (placement, set())
        claimed = self._claimed[1]
        silent = [seat for seat in window["awaiting"] if seat not in claimed]
        silent = [seat for seat in silent if seat not in window["answered"]]
        races = claimed and not window["answered"]  # sealed answers are waited for in full
        if not silent or (races and self._random.random() < 0.3):
            await self.wait(600)
            return
        seat = self._random.choice(silent)
        if self._is_shouted(position) and (not claimed or self._random.random() < 0.5):
            claimed.add(seat)
            said = self._random.choice((None, 90, 700))
            shout = c.ShoutGrav(id=self._id(), seat=seat, placement=placement, said=said)
            await self._from(seat, shout)
        elif now["ends"] is not None and self._random.random() < 0.2:
            await self.wait(max(0, now["ends"] - self.clock.now()))
        elif "place" in position["may"][seat] and self._random.random() < 0.5:
            await self._move(position, seat)
        else:
            await self._from(seat, c.AcceptStone(id=self._id(), seat=seat, placement=placement))

    def _is_shouted(self, position: dict[str, Any]) -> bool:
        at = position["window"]["at"]
        return self.script.is_shouted(board_without(position["board"], at), at)

    async def wait(self, milliseconds: int) -> None:
        """Advances the clock, and waits for the news of the deadline."""
        listening, number = self.sockets["nobody"], await self.number()
        self.clock.advance(milliseconds)
        while (await listening.hear("news"))["number"] <= number:
            pass

    async def _from(self, seat: int, command: c.Command) -> None:
        await self.give(self.players[seat], command)

    async def give_from_all(self, command: c.Command, but: AsgiVisitor | None = None) -> None:
        """Sends the command from everybody, also from those who are not allowed to."""
        for visitor in self.visitors:
            if visitor is not but:
                await self.give(visitor, command)

    async def give(self, visitor: AsgiVisitor, command: c.Command) -> None:
        form = msgspec.to_builtins(command)
        self._last = (visitor, form)
        await self.send(visitor, form)

    async def send(self, visitor: AsgiVisitor, form: dict[str, Any]) -> None:
        socket = self.sockets.get(visitor.name)
        if socket is None:
            await visitor.ask("POST", f"{self._path}/commands", form)
        else:
            await socket.command(**form)
        await run_loop_until_idle()

    def _id(self) -> str:
        self._ids += 1
        return str(self._ids)

    # Other requests, by anybody, mostly refused.

    @property
    def _random_requests(self) -> Sequence[Callable[[], Awaitable[None]]]:
        return (
            self.send_random_command,
            self.send_random_command,
            self.read,
            self.resend_last_command,
            self.send_invalid_message,
        )

    async def send_random_command(self) -> None:
        """Sends a random command from anybody; never a valid shout, which only `_answer` sends."""
        position = (await self.now())["position"]
        window = position["window"] if position else None
        placement = window["placement"] if window else 1
        command = random_command(
            self._random,
            id=self._id(),
            seat=self._random.randrange(self.script.settings["seats"]),
            placement=max(0, placement + self._random.choice((0, 0, 0, -1, 1))),
            at=f"{_LETTERS[self._random.randrange(self.script.settings['size'] + 1)]}"
            f"{self._random.randint(1, self.script.settings['size'])}",
        )
        awaiting = window["awaiting"] if window else ()
        if isinstance(command, c.ShoutGrav) and command.seat in awaiting:
            command = msgspec.structs.replace(command, placement=placement + 7)
        if isinstance(command, c.ResignGame) and self._random.random() < 0.8:
            return
        await self.give(self._random.choice((*self.players * 3, *self.visitors)), command)

    async def read(self, visitor: AsgiVisitor | None = None) -> None:
        """Requests everything that can be read, as one visitor."""
        visitor = visitor or self._random.choice(self.visitors)
        for path in (
            self._path,
            f"{self._path}/record",
            f"{self._path}/record?form=grav",
            f"{self._path}/record?form=svg",
            "/api/lobby",
            "/api/games",
            "/api/games/turn",
            "/api/games/export",
            "/api/account",
        ):
            await visitor.ask("GET", path)
        if (await self.now())["stage"] == "playing":  # afterwards these reveal the verdicts
            for path in ("record?form=sgf", "record?form=svg&truth=true", "review"):
                await visitor.ask("GET", f"{self._path}/{path}")
        for path in ("/metrics", "/healthz", "/readyz"):
            await self.admin.ask("GET", path)
        again = visitor.connect(f"{self._path}/socket?since={self._random.randrange(30)}")
        with suppress(Ended):  # too many connections are refused
            await again.hear("ping")
        await again.leave()

    async def resend_last_command(self) -> None:
        """Sends the last command once more; its id is an idempotency key, so it acts once."""
        if self._last is not None:
            await self.send(*self._last)

    async def send_invalid_message(self) -> None:
        name = self._random.choice([name for name in self.sockets if name != "lobby"])
        self.sockets[name].say_text(self._random.choice(_INVALID_MESSAGES))
        await self.sockets[name].hear("refused")


def _points(board: Rows, mark: str) -> list[str]:
    size = len(board)
    return [
        f"{_LETTERS[column]}{size - row}"
        for row, line in enumerate(board)
        for column, found in enumerate(line)
        if found == mark
    ]


def board_without(board: Rows, at: str) -> list[str]:
    """Returns the board before a stone was placed there."""
    row, column = len(board) - int(at[1:]), _LETTERS.index(at[0])
    line = board[row]
    emptied = f"{line[:column]}.{line[column + 1 :]}"
    return [*board[:row], emptied, *board[row + 1 :]]


def _without_machine_metrics(messages: Sequence[Message]) -> list[Message]:
    """Returns the messages; removes from metrics what depends on the machine and its clock: the
    memory, time and files of the process, and the creation times of counters."""
    if not any(b"# HELP grav_" in message.get("body", b"") for message in messages):
        return list(messages)
    start, *bodies = messages
    headers = [header for header in start["headers"] if header[0] != b"content-length"]
    lines = b"".join(message["body"] for message in bodies).split(b"\n")
    kept = [line for line in lines if not line.startswith(b"process_") and b"_created" not in line]
    return [{**start, "headers": headers}, {"body": b"\n".join(kept)}]
