"""Clients over websockets: carries out their commands, and sends them what happens."""

from collections.abc import Awaitable, Callable

import msgspec
import structlog

from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.gcra import Throttle
from grav.server.limits.rate_limits import too_often
from grav.server.limits.rates import MESSAGES
from grav.server.live.context_builder import Arrival
from grav.server.live.encoded_message import EncodedMessage
from grav.server.live.room import Room
from grav.server.live.tables import Tables
from grav.server.messages.commands import Command, FromSocket, Pong, decode_from_socket
from grav.server.messages.views import Ping, Refused
from grav.server.observability.command_metrics import count_command
from grav.server.observability.metrics import Metrics
from grav.server.problems.validation_messages import explain_error
from grav.server.protocol.websocket_takeover import TakeOver, WebSocketConnection
from grav.server.runtime.background import run_in_background
from grav.server.runtime.clock import Clock
from grav.server.safety.body_limits import MAX_DEPTH, is_too_deep
from grav.server.table.command_context import Actor
from grav.server.table.refusals import code_of
from grav.server.table.shout_race import RoundTrip
from grav.text import GravError, Language, Text

log = structlog.get_logger(__name__)

MAX_UNSENT = 256 * 1024
"""Unsent bytes, beyond what the network holds, above which a slow client is disconnected; it
reconnects and gets the whole table."""
MAX_UNANSWERED = 8
"""Unanswered commands of one client at which nothing more is read from it (backpressure)."""
TOO_SLOW, TOO_FAST, SHUT_OUT, GOING_AWAY = 4008, 4029, 4401, 1001

IsKnown = Callable[[], Awaitable[bool]]


class ClientSocket:
    """A listener over a websocket that was taken over from ASGI: sends each message at once."""

    __slots__ = (
        "__weakref__",
        "_clock",
        "_connection",
        "_throttle",
        "closing",
        "is_known",
        "is_playing",
    )

    def __init__(self, take_over: TakeOver, clock: Clock, throttle: Throttle | None) -> None:
        """`throttle`: the rate limit of what the client sends; None: no limit."""
        self._clock = clock
        self._throttle = throttle
        self.is_known: IsKnown | None = None
        """Checks whether its person would still be let in; None: there is nobody to check."""
        self.is_playing = False
        """Whether it has a seat: then its round trip is measured often."""
        self.closing: int | None = None
        """The code that it was closed with; None while it is open."""
        self._connection: WebSocketConnection = take_over(self)

    def send(self, message: EncodedMessage) -> None:
        if self.closing is None:
            self._connection.send(message.frame)
            self._check_unsent()

    def ping(self) -> None:
        """Measures the round trip, in subclasses where that matters."""

    def probe(self) -> None:
        """Disconnects a client that has sent nothing at all since the last probe, or that does not
        read what it is sent."""
        if self.closing is not None:
            return
        if self._connection.probe():
            self._check_unsent()
        else:
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        if self.closing is None:
            self.closing = code
            self._connection.close(code)

    def receive(self, message: bytes | None) -> None:
        """Applies the rate limit to whatever a client sends, also to what means nothing here."""
        if self._throttle is not None and not self._throttle.admits(self._clock.elapsed()):
            self._close_too_fast(self._throttle)
        elif message is not None:
            self._handle(message)
        else:
            # The websocket layer answers pings, but the client may not read the pongs.
            self._check_unsent()

    def _close_too_fast(self, throttle: Throttle) -> None:  # noqa: ARG002 - subclasses use it
        self.close(TOO_FAST)

    def _check_unsent(self) -> None:
        """Disconnects a client that is too far behind (slow consumer)."""
        if self._connection.unsent > MAX_UNSENT:
            self.close(TOO_SLOW)

    def _handle(self, message: bytes) -> None:
        """Ignores the message: only subclasses take messages."""

    def lost(self) -> None:
        self.closing = self.closing or GOING_AWAY


class LobbySocket(ClientSocket):
    """A client that watches the lists of tables."""

    __slots__ = ("_on_lost",)

    def __init__(
        self,
        take_over: TakeOver,
        clock: Clock,
        throttle: Throttle | None,
        on_lost: Callable[[], None],
    ) -> None:
        self._on_lost = on_lost
        super().__init__(take_over, clock, throttle)

    def lost(self) -> None:
        super().lost()
        self._on_lost()


class TableSocket(ClientSocket):
    """A client at a table: a listener that also gives commands."""

    __slots__ = (
        "_address", "_command_limits", "_language", "_metrics", "_on_lost", "_pinged", "_pings",
        "_room", "_tables", "_trips", "_working", "person",
    )  # fmt: skip

    def __init__(
        self,
        take_over: TakeOver,
        clock: Clock,
        *,
        person: str | None,
        address: str,
        language: Language,
        room: Room,
        tables: Tables,
        command_limits: CommandLimits,
        metrics: Metrics,
        is_known: IsKnown | None = None,
        on_lost: Callable[["TableSocket"], None] = lambda _: None,
    ) -> None:
        self.person = person
        self._address = address
        self._language = language
        self._room = room
        self._tables = tables
        self._command_limits = command_limits
        self._metrics = metrics
        self._on_lost = on_lost
        self._pings = 0
        self._trips = RoundTrip()
        self._pinged: tuple[int, float] | None = None
        self._working = 0
        super().__init__(take_over, clock, command_limits.create_throttle(MESSAGES))
        self.is_known = is_known

    @property
    def round_trip(self) -> int | None:
        return self._trips.value()

    def ping(self) -> None:
        """Sends a ping, whose pong measures the round trip."""
        self._pings += 1
        self._pinged = (self._pings, self._clock.elapsed())
        self.send(EncodedMessage.of(Ping(self._pings, self._clock.now(), self.round_trip)))

    def lost(self) -> None:
        super().lost()
        self._on_lost(self)

    def _handle(self, message: bytes) -> None:
        arrived = self._clock.elapsed()
        try:
            sent = _read(message)
        except MalformedMessage as malformed:
            self._handle_malformed(malformed)
            return
        if isinstance(sent, Pong):
            self._handle_pong(sent.n, arrived)
            return
        self._working += 1
        if self._working >= MAX_UNANSWERED:
            self._connection.pause()
        # In a task of its own: a command is finished even if the client disconnects. The room's
        # lock keeps the order.
        run_in_background(self._carry_out(sent, arrived))

    async def _carry_out(self, command: Command, arrived: float) -> None:
        try:
            self._command_limits.admit(command, self.person or self._address, self._address)
            arrival = Arrival(arrived, self.round_trip)
            done = await self._tables.command(self._room.id, Actor(self.person), command, arrival)
        except GravError as error:
            count_command(self._metrics, command, error)
            self._refuse(command.id, code_of(error), error.text)
        except Exception as error:
            log.exception("command_failed", table=self._room.id, error=type(error).__name__)
            self._refuse(command.id, "internal", Text("problem.internal"))
        else:
            count_command(self._metrics, command)
            self.is_playing = bool(done.you)
            self.send(EncodedMessage.of(done))
        finally:
            self._working -= 1
            if self._working == MAX_UNANSWERED - 1:
                self._connection.resume()

    def _refuse(self, id: str | None, code: str, text: Text) -> None:  # noqa: A002
        self.send(EncodedMessage.of(Refused(id, code, text.say(self._language))))

    def _handle_malformed(self, malformed: "MalformedMessage") -> None:
        try:
            self._command_limits.admit_malformed(self.person or self._address, self._address)
        except GravError as error:
            self._refuse(None, code_of(error), error.text)
            self.close(TOO_FAST)
        else:
            self._refuse(None, "malformed", malformed.text)

    def _close_too_fast(self, throttle: Throttle) -> None:
        """Sends the client the limit that it exceeded, then disconnects it."""
        self._refuse(None, "too_many_requests", too_often(throttle.rate, throttle.rate.interval))
        super()._close_too_fast(throttle)

    def _handle_pong(self, n: int, arrived: float) -> None:
        if self._pinged is not None and self._pinged[0] == n:
            self._trips = self._trips.with_sample(round((arrived - self._pinged[1]) * 1000))
            self._pinged = None
            if self.round_trip is None:
                self.ping()  # one sample may be an outlier, and a shout may come soon


class MalformedMessage(GravError):
    """A malformed message."""


def _read(data: bytes) -> FromSocket:
    """Decodes what a client sent. Raises MalformedMessage, also if it is nested too deeply."""
    try:
        if is_too_deep(data):
            raise MalformedMessage("serve.too_deep", most=MAX_DEPTH)
        message: FromSocket = decode_from_socket(data)
    except msgspec.DecodeError as error:
        expected = explain_error(str(error))
        raise MalformedMessage(expected.key, **expected.values) from None
    except UnicodeError:
        raise MalformedMessage("problem.json") from None
    return message
