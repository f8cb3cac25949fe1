"""Sockets of clients: round trips, answers, and why they are closed."""

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from grav.server.http.websocket_errors import INTERNAL
from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.gcra import Limiter
from grav.server.limits.rate_limits import RateLimits
from grav.server.limits.rates import MALFORMED, MESSAGES
from grav.server.live.client_sockets import (
    GOING_AWAY,
    MAX_UNSENT,
    TOO_FAST,
    TOO_SLOW,
    ClientSocket,
    LobbySocket,
    TableSocket,
)
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.table_lists import Lists
from grav.server.observability.metrics import Metrics
from grav.server.protocol.websocket_takeover import Receiver
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock
from grav.text import LANGUAGES, Language


class WebSocketConnection:
    """A stub websocket that accepts everything at once, or leaves it unsent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.unsent = 0
        self.closed_with: int | None = None
        self.is_alive = True
        self.is_paused = False
        self._receiver: Receiver | None = None

    def hand_over(self, receiver: Receiver) -> "WebSocketConnection":
        self._receiver = receiver
        return self

    def send(self, frame: bytes) -> None:
        text = frame[4:] if frame[1] == 126 else frame[2:]
        self.sent.append(json.loads(text))

    def close(self, code: int) -> None:
        self.closed_with = code
        self.lose()

    def probe(self) -> bool:
        return self.is_alive

    def pause(self) -> None:
        self.is_paused = True

    def resume(self) -> None:
        self.is_paused = False

    def say(self, **form: object) -> None:
        if self._receiver is not None:
            self._receiver.receive(json.dumps(form).encode())

    def send_control_frame(self) -> None:
        """Passes a control frame of the client, such as a ping, to the receiver."""
        if self._receiver is not None:
            self._receiver.receive(None)

    def pong(self, n: int) -> None:
        self.say(do="pong", n=n)

    def lose(self) -> None:
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.lost()


Client = tuple[TableSocket, WebSocketConnection]


def client_of(
    clock: ManualClock,
    command_limits: CommandLimits,
    connection: WebSocketConnection,
    on_lost: Callable[[TableSocket], None] = lambda _: None,
) -> Client:
    none = cast("Any", None)
    socket = TableSocket(
        connection.hand_over,
        clock,
        person="p",
        address="",
        language=Language.EN,
        room=none,
        tables=none,
        command_limits=command_limits,
        metrics=Metrics(),
        on_lost=on_lost,
    )
    return socket, connection


@pytest.fixture
def command_limits(clock: ManualClock) -> CommandLimits:
    return CommandLimits(RateLimits(Limiter(clock), Metrics()))


@pytest.fixture
def client(clock: ManualClock, command_limits: CommandLimits) -> Client:
    return client_of(clock, command_limits, WebSocketConnection())


def measured(client: Client, clock: ManualClock, *trips: int) -> int | None:
    socket, connection = client
    for trip in trips:
        clock.advance(trip)
        connection.pong(connection.sent[-1]["n"])
    return socket.round_trip


def test_a_single_round_trip_sample_is_followed_by_another_ping(
    client: Client, clock: ManualClock
) -> None:
    socket, connection = client
    socket.ping()
    assert measured(client, clock, 300) is None
    assert len(connection.sent) == 2
    assert measured(client, clock, 80) == 80
    assert len(connection.sent) == 2
    socket.ping()
    assert measured(client, clock, 120) == 80
    assert connection.sent[-1]["round_trip"] == 80


def test_an_unsolicited_pong_is_ignored(client: Client, clock: ManualClock) -> None:
    """Otherwise a client could report any round trip it likes."""
    socket, connection = client
    for n in range(5):
        connection.pong(n)
    socket.ping()
    for n in (connection.sent[-1]["n"] + 1, connection.sent[-1]["n"] - 1):
        connection.pong(n)
    assert measured(client, clock, 50) is None
    connection.pong(connection.sent[-2]["n"])  # the first one again
    assert measured(client, clock, 60) == 50


def test_the_first_close_code_is_sent(client: Client) -> None:
    socket, connection = client
    socket.close(GOING_AWAY)
    socket.close(TOO_SLOW)
    assert (socket.closing, connection.closed_with) == (GOING_AWAY, GOING_AWAY)


def test_a_slow_consumer_is_disconnected(client: Client) -> None:
    socket, connection = client
    connection.unsent = MAX_UNSENT
    socket.send(EncodedMessage(b"1"))
    assert socket.closing is None
    connection.unsent += 1
    socket.send(EncodedMessage(b"2"))
    socket.send(EncodedMessage(b"3"))
    assert connection.closed_with == TOO_SLOW
    assert [*map(str, connection.sent)] == ["1", "2"]


def test_a_silent_client_is_disconnected(clock: ManualClock, command_limits: CommandLimits) -> None:
    """Network buffers can accept data for a long time although nobody reads it, so silence is
    checked as well.
    """
    lost: list[TableSocket] = []
    socket, connection = client_of(clock, command_limits, WebSocketConnection(), lost.append)
    socket.probe()
    socket.probe()
    assert not lost
    connection.is_alive = False
    socket.probe()
    assert (connection.closed_with, lost) == (TOO_SLOW, [socket])


@pytest.mark.parametrize("unsent", [MAX_UNSENT, MAX_UNSENT + 1])
def test_a_client_that_reads_no_pongs_is_disconnected(client: Client, unsent: int) -> None:
    """The websocket layer answers pings by itself, so a client that never reads the pongs is only
    noticed by its unsent bytes.
    """
    socket, connection = client
    connection.unsent = unsent
    connection.send_control_frame()
    assert socket.closing == (TOO_SLOW if unsent > MAX_UNSENT else None)


@pytest.mark.parametrize("unsent", [MAX_UNSENT, MAX_UNSENT + 1])
def test_a_client_that_sends_but_does_not_read_is_disconnected(client: Client, unsent: int) -> None:
    socket, connection = client
    connection.unsent = unsent
    socket.probe()
    assert socket.closing == (TOO_SLOW if unsent > MAX_UNSENT else None)


@pytest.mark.parametrize("where", ["at a table", "in the lobby"])
def test_control_frames_count_for_the_rate_limit(
    clock: ManualClock, command_limits: CommandLimits, where: str
) -> None:
    connection, lost = WebSocketConnection(), list[str]()
    socket: ClientSocket
    if where == "at a table":
        socket, _ = client_of(clock, command_limits, connection, lambda _: lost.append(where))
    else:
        throttle = command_limits.create_throttle(MESSAGES)
        socket = LobbySocket(connection.hand_over, clock, throttle, lambda: lost.append(where))
    for _ in range(round(MESSAGES.burst)):
        connection.send_control_frame()
    assert lost == []
    connection.send_control_frame()
    assert (socket.closing, connection.closed_with, lost) == (TOO_FAST, TOO_FAST, [where])


@pytest.mark.parametrize("form", [{"do": "pong", "n": 7}, {"do": "rubbish"}, {}])
def test_any_messages_count_for_the_rate_limit(client: Client, form: dict[str, object]) -> None:
    """Unsolicited pongs, too: each costs the server as much as any message."""
    socket, connection = client
    sent = 0
    while connection.closed_with is None:
        connection.say(**form)
        sent += 1
        assert sent <= MESSAGES.burst + 1
    assert (socket.closing, connection.closed_with) == (TOO_FAST, TOO_FAST)
    is_pong = form == {"do": "pong", "n": 7}
    assert sent == MESSAGES.burst + 1 or not is_pong
    told, most = connection.sent[-1], (MESSAGES if is_pong else MALFORMED).burst
    assert (told["is"], told["id"], told["code"]) == ("refused", None, "too_many_requests")
    assert f"at most {most:g} " in told["text"]


def test_pongs_at_a_steady_rate_are_allowed(client: Client, clock: ManualClock) -> None:
    _, connection = client
    for _ in range(1000):
        clock.advance(round(1000 * MESSAGES.interval))
        connection.pong(7)
    assert connection.closed_with is None


@pytest.mark.anyio
async def test_a_player_is_pinged_from_sitting_down_on(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    table = await server.open_table(host)
    socket = await server.at(table, other)
    (listener,) = server.tables.rooms[table].listeners
    assert isinstance(listener, TableSocket)
    assert not listener.is_playing
    assert (await socket.command(do="sit", id="sit", seat=1))["you"] == [1]
    assert listener.is_playing


@pytest.mark.anyio
async def test_refusals_are_in_the_language_of_the_client(server: ServerFixture) -> None:
    host = await server.guest()
    table = await server.open_table(host)
    told = set()
    for language in LANGUAGES:
        socket = await server.at(table, host, f"?lang={language}")
        told.add((await socket.command(do="sit", id="sit", seat=0))["text"])
        socket.say_text("rubbish")
        told.add((await socket.hear("refused"))["text"])
    assert len(told) == 2 * len(LANGUAGES)


@pytest.mark.anyio
async def test_a_lobby_socket_is_closed_if_the_lists_cannot_be_read(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it would never be checked whether the client is still there."""

    async def fail(_: Lists) -> None:
        raise RuntimeError

    monkeypatch.setattr(Lists, "lobby", fail)
    socket = server.visitor().connect("/api/lobby/socket")
    await socket.end()
    assert socket.closed_with == INTERNAL
