"""Fuzzing of sockets: whatever a client sends, the server and the other clients go on."""

import asyncio
import json
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.subtests import every

from grav.server.limits.rates import COMMANDS, MALFORMED, PHRASES, SHOUTS
from grav.server.live.client_sockets import MAX_UNSENT, TOO_FAST, TOO_SLOW
from grav.testing.servers.asgi_driver import AsgiSocket, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock
from grav.testing.tables.random_messages import KINDS, random_command, tag_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("nothing_goes_wrong")]

OFTEN = settings(
    max_examples=settings().max_examples // 4,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
MAX_NEWS_LENGTH = 4096
_ids = count()


def commands(random: Random) -> str:
    """Returns a valid command for a table where most of its fields could mean something."""
    command = random_command(
        random,
        id=f"fuzz-{next(_ids)}",
        seat=random.randrange(3),
        placement=random.randrange(3),
        at=f"{random.choice('abcdefgh')}{random.randint(0, 8)}",
    )
    return msgspec.json.encode(command).decode()


def bent_commands(random: Random) -> str:
    """Returns a command with one field replaced."""
    form = json.loads(commands(random))
    strange: list[object] = [None, -1, 1e300, 2**70, "", "x" * 3000, [], {"do": 1}, True, "a1\n"]
    form[random.choice([*form, "more"])] = random.choice(strange)
    return json.dumps(form)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
randoms = st.randoms(use_true_random=False)
deep = st.tuples(st.sampled_from(["[", '{"do":', '{"do":"place","x":[']), st.integers(1, 30_000))
messages = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=200),
    json_values.map(json.dumps),
    deep.map(lambda drawn: drawn[0] * drawn[1]),
    randoms.map(commands),
    randoms.map(commands),
    randoms.map(bent_commands),
    st.integers(-2, 5).map(lambda n: json.dumps({"do": "pong", "n": n})),
)


def send(socket: AsgiSocket, message: str | bytes) -> None:
    if isinstance(message, bytes):
        socket.say_bytes(message)
    else:
        socket.say_text(message)


async def still_answers(socket: AsgiSocket) -> None:
    """Sends a last command: commands are answered in order, so its answer is the last."""
    answer = await socket.command(do="sit", id=f"last-{next(_ids)}", seat=0)
    assert (answer["is"], answer["code"]) in {
        ("refused", "wrong_stage"),
        ("refused", "seat_taken"),
        ("refused", "not_your_seat"),
    }


def check_sent(socket: AsgiSocket) -> None:
    """Checks that no internal error was sent."""
    texts = [each["text"] for each in socket.sent if each["type"] == "websocket.send"]
    assert not [text for text in texts if '"code":"internal"' in text]
    assert socket.closed_with in (None, TOO_FAST)


async def others_go_on(
    server: ServerFixture, table: str, host: AsgiVisitor, observer: AsgiSocket
) -> None:
    """The host says a phrase, and the others at the table receive it."""
    done = await server.give(host, table, do="say", seat=0, phrase="hello")
    received = 0
    while received < done["number"]:
        received = (await observer.hear("news"))["number"]


class DisturbedTable:
    """Opens a game of three, at which a fuzzing client disturbs."""

    def __init__(self, server: ServerFixture) -> None:
        self.server = server

    async def begin(self) -> None:
        self.host, self.second, self.third = await self.server.guests(3)
        self.table = await self.server.sit(self.host, self.second, self.third)
        self.observer = await self.server.at(self.table, self.second)

    async def disturbers(self) -> list[AsgiSocket]:
        """Returns a player, a spectator, and a client without credentials."""
        people = (self.third, await self.server.guest(), self.server.visitor())
        return [await self.server.at(self.table, each) for each in people]

    async def goes_on(self) -> None:
        await others_go_on(self.server, self.table, self.host, self.observer)


@pytest.fixture
async def disturbed(server: ServerFixture) -> DisturbedTable:
    disturbed = DisturbedTable(server)
    await disturbed.begin()
    return disturbed


@OFTEN
@given(st.lists(messages, max_size=12), st.integers(0, 2))
async def test_anything_sent_is_answered_and_affects_nobody_else(
    disturbed: DisturbedTable, sent: list[str | bytes], who: int
) -> None:
    if (await disturbed.server.look(disturbed.table))["now"]["stage"] != "playing":
        await disturbed.begin()  # a fuzzed command may have resigned
    sockets = await disturbed.disturbers()
    for message in sent:
        send(sockets[who], message)
    await still_answers(sockets[who])
    await disturbed.goes_on()
    for socket in (*sockets, disturbed.observer):
        check_sent(socket)
    for socket in sockets:
        await socket.leave()


@OFTEN
@given(st.lists(messages, max_size=8))
async def test_messages_to_the_lobby_are_ignored(
    server: ServerFixture, sent: list[str | bytes]
) -> None:
    socket = server.visitor().connect("/api/lobby/socket")
    await socket.hear("lobby")
    for message in sent:
        send(socket, message)
    await run_loop_until_idle()
    table = await server.open_table(await server.guest(), public=True)
    while (await socket.hear("lobby_change"))["row"]["table"] != table:
        pass
    check_sent(socket)
    await socket.leave()


@every("kind", KINDS, ids=tag_of)
async def test_every_command_is_answered_before_the_game(server: ServerFixture, kind: type) -> None:
    """Commands in the wrong order: while people still sit down, or throw the dice."""
    random = Random(tag_of(kind))
    host = await server.guest()
    for settings_ in (
        {},
        {"settle": "dice", "setting": None},
        {"settle": "cards", "setting": None},
    ):
        table = await server.open_table(host, **settings_)
        await server.give(host, table, do="sit", seat=1)
        for visitor in (host, await server.guest(), server.visitor()):
            socket = await server.at(table, visitor)
            for _ in range(6):
                form = msgspec.to_builtins(random_command(random, kind, id=f"{next(_ids)}"))
                answer = await socket.command(**form)
                assert answer.get("code") != "internal"
            check_sent(socket)


async def test_a_client_may_disconnect_during_its_command(disturbed: DisturbedTable) -> None:
    """A command that has begun is completed although its client disconnects."""
    socket = await disturbed.server.at(disturbed.table, disturbed.host)
    socket.say(do="place", id="stone", seat=0, at="c3")
    await asyncio.sleep(0)
    await socket.leave(1006)
    news = await disturbed.observer.hear("news")
    while not any(each["event"] == "placed" for each in news["happened"]):
        news = await disturbed.observer.hear("news")
    await disturbed.goes_on()


@pytest.mark.parametrize("turns", range(0, 12, 2))
async def test_a_client_may_disconnect_at_any_moment_of_connecting(
    disturbed: DisturbedTable, turns: int
) -> None:
    before = disturbed.server.tables.rooms[disturbed.table].listeners.copy()
    socket = disturbed.third.connect(f"/api/tables/{disturbed.table}/socket")
    for _ in range(turns):
        await asyncio.sleep(0)
    await socket.leave()
    assert disturbed.server.tables.rooms[disturbed.table].listeners == before
    await disturbed.goes_on()


async def test_many_short_connections_leave_no_listener(disturbed: DisturbedTable) -> None:
    random = Random(5)
    sockets: list[AsgiSocket] = []
    for _ in range(120):
        if sockets and random.random() < 0.4:
            await sockets.pop(random.randrange(len(sockets))).leave()
        else:
            path = f"/api/tables/{disturbed.table}/socket?since={random.randrange(9)}"
            sockets.append(disturbed.server.visitor().connect(path))
    await disturbed.goes_on()
    for socket in sockets:
        await socket.leave()
    assert len(disturbed.server.tables.rooms[disturbed.table].listeners) == 1


async def test_a_client_that_reads_nothing_is_disconnected_and_uses_little_memory(
    disturbed: DisturbedTable,
) -> None:
    before = disturbed.server.tables.rooms[disturbed.table].listeners.copy()
    slow = SlowSocket.at(disturbed)
    while slow.closed_with is None:
        await disturbed.server.give(
            disturbed.host, disturbed.table, do="say", seat=0, phrase="hello"
        )
        assert slow.unsent <= MAX_UNSENT + MAX_NEWS_LENGTH
    assert slow.closed_with == TOO_SLOW
    assert disturbed.server.tables.rooms[disturbed.table].listeners == before
    await disturbed.goes_on()


class SlowSocket(AsgiSocket):
    """A websocket whose client leaves everything unread."""

    @classmethod
    def at(cls, disturbed: DisturbedTable) -> "SlowSocket":
        scope = disturbed.third.scope("websocket", f"/api/tables/{disturbed.table}/socket")
        return cls(disturbed.server.app, scope)

    def send(self, frame: bytes) -> None:
        super().send(frame)
        self.unsent += len(frame)


# Rate limits. The clock stands still, so that no allowance refills.


async def table_of_three(server: ServerFixture) -> tuple[str, list[AsgiVisitor], list[AsgiSocket]]:
    players = await server.guests(3)
    table = await server.sit(*players)
    return table, players, [await server.at(table, player) for player in players]


async def test_a_flood_of_commands_slows_down_its_sender_only(
    limited_server: ServerFixture, clock: ManualClock
) -> None:
    _, _, (one, other, _) = await table_of_three(limited_server)
    clock.advance(60_000)
    codes = []
    for _ in range(200):
        answer = await one.command(do="pass", id=f"{next(_ids)}", seat=0)
        codes.append(answer["code"])
    assert codes.count("wrong_phase") == COMMANDS.burst
    assert codes.count("too_many_requests") == 200 - COMMANDS.burst
    answer = await other.command(do="say", id=f"{next(_ids)}", seat=1, phrase="hello")
    assert answer["is"] == "done"
    clock.advance(1000)
    answer = await one.command(do="say", id=f"{next(_ids)}", seat=0, phrase="sorry")
    assert answer["is"] == "done"


async def test_phrases_are_rate_limited(limited_server: ServerFixture, clock: ManualClock) -> None:
    _, _, (one, other, _) = await table_of_three(limited_server)
    clock.advance(60_000)
    for _ in range(30):
        await one.command(do="say", id=f"{next(_ids)}", seat=0, phrase="oops")
    await run_loop_until_idle()
    said = [each for each in other.sent if '"event":"said"' in each.get("text", "")]
    assert len(said) == PHRASES.burst


async def test_shouts_are_rate_limited(limited_server: ServerFixture, clock: ManualClock) -> None:
    _, _, (one, *_) = await table_of_three(limited_server)
    clock.advance(60_000)
    codes = []
    for _ in range(20):
        answer = await one.command(do="grav", id=f"{next(_ids)}", seat=0, placement=9)
        codes.append(answer["code"])
    assert codes.count("late") == SHOUTS.burst


async def test_a_client_that_sends_malformed_messages_is_disconnected(
    limited_server: ServerFixture, clock: ManualClock
) -> None:
    _, _, (one, other, _) = await table_of_three(limited_server)
    clock.advance(60_000)
    for _ in range(int(MALFORMED.burst) + 5):
        one.say_text("rubbish")
    await one.end()
    assert one.closed_with == TOO_FAST
    refused = [each for each in one.sent if '"malformed"' in each.get("text", "")]
    assert len(refused) == MALFORMED.burst
    answer = await other.command(do="say", id=f"{next(_ids)}", seat=1, phrase="hello")
    assert answer["is"] == "done"


async def test_opening_sockets_is_rate_limited(
    limited_server: ServerFixture,
) -> None:
    table, players, _ = await table_of_three(limited_server)
    same = limited_server.visitor()
    refused = []
    for _ in range(80):
        socket = same.connect(f"/api/tables/{table}/socket")
        message: Any = await socket.next()
        refused.append(message["type"] == "websocket.close")
    assert refused.count(False) == 60
    await limited_server.at(table, players[0])
