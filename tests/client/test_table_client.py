"""The WebSocket client of a table: however the connection breaks, no message is lost, and every
command acts once."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AsyncExitStack
from itertools import count

import pytest
from websockets.asyncio.server import ServerConnection, serve

from grav.client import (
    Backoff,
    ClientError,
    ConnectionChanged,
    Incoming,
    Rejected,
    ServerClient,
    TableClient,
    parse_address,
)
from grav.client import table_client as table_module
from grav.client.event_adapter import events_of
from grav.game import Placed
from grav.server.messages import commands as c
from grav.server.messages.public_events import PhraseSaid, PublicEvent
from grav.server.messages.settings import Settings
from grav.server.messages.views import (
    Done,
    News,
    Ping,
    Refused,
    ToClient,
    Whole,
    encode_message,
)
from grav.testing.infrastructure.flaky_proxy import FlakyProxy
from grav.testing.servers.server_processes import Deployment
from grav.testing.tables.played_table import PlayedTable

pytestmark = pytest.mark.anyio

TIMEOUT = 120
SETTINGS = Settings(size=4, setting="4 4 16 0 6", edition="classic")
POINTS = {0: ("a1", "c2"), 1: ("d4", "b3")}
"""The points at which each seat places before it passes."""


class Person:
    """A client at a table that records everything it receives."""

    def __init__(self, server: ServerClient, table: str) -> None:
        self.client = TableClient(server, table, Backoff(first=0.01))
        self.received: list[Incoming] = []
        self.happened: list[PublicEvent] = []
        self._ids = (f"{id(self)}-{number}" for number in count())
        self._changed = asyncio.Event()

    def new_id(self) -> str:
        return next(self._ids)

    async def listen(self) -> None:
        async for received in self.client.messages():
            self.received.append(received)
            if isinstance(received, News):
                self.happened += received.happened
            self._changed.set()

    async def wait_for_message(self) -> None:
        """Waits until another message is received."""
        self._changed.clear()
        await self._changed.wait()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not condition():
                await self.wait_for_message()

    async def until_received(self, *kinds: type[Incoming]) -> None:
        await self.until(lambda: any(isinstance(received, kinds) for received in self.received))

    def of(self, *kinds: type) -> list[Incoming]:
        return [received for received in self.received if isinstance(received, kinds)]

    async def play(self, seat: int) -> None:
        """Places, accepts, says hello with every stone, passes; until the game is over."""
        left = list(POINTS[seat])
        done: object = None
        replica = self.client.replica
        while True:
            while _asked(self, seat) == done:
                await self.wait_for_message()
            if replica.now.stage == "over":
                return
            done = _asked(self, seat)
            position = replica.now.position
            if done is None or position is None:
                continue
            if position.window is not None:
                placement = position.window.placement
                self.client.send(c.AcceptStone(id=self.new_id(), seat=seat, placement=placement))
            elif left:
                self.client.send(c.PlaceStone(id=self.new_id(), seat=seat, at=left.pop(0)))
                self.client.send(c.SayPhrase(id=self.new_id(), seat=seat, phrase="hello"))
            else:
                self.client.send(c.PassTurn(id=self.new_id(), seat=seat))


def _asked(person: Person, seat: int) -> object:
    """Returns what the seat has to answer now; equal only for the same question."""
    if person.client.replica.number is None:
        return None
    now = person.client.replica.now
    if now.stage == "over":
        return "over"
    if now.position is None or len(now.position.may[seat]) < 2:
        return None
    if now.position.phase == "opening" and seat != 0:
        return None
    return now.position.window.placement if now.position.window else now.position


@pytest.fixture
async def people() -> AsyncIterator[Callable[[ServerClient, str], "asyncio.Future[Person]"]]:
    """Connects clients to tables, and closes them after the test."""
    async with AsyncExitStack() as stack:

        async def come(server: ServerClient, table: str) -> Person:
            person = Person(server, table)
            await stack.enter_async_context(person.client)
            task = asyncio.create_task(person.listen())
            stack.callback(task.cancel)
            return person

        yield lambda server, table: asyncio.ensure_future(come(server, table))


Come = Callable[[ServerClient, str], "asyncio.Future[Person]"]


async def open_table(host: ServerClient, settings: Settings = SETTINGS) -> str:
    return await host.open_table(c.NewTable(settings=settings))


async def sit(person: Person, seat: int) -> None:
    person.client.send(c.Sit(id=person.new_id(), seat=seat))
    await person.client.wait_until_answered()


def played(happened: Iterable[PublicEvent]) -> list[PublicEvent]:
    """Returns what happened since the game began."""
    told = list(happened)
    begun = next(index for index, each in enumerate(told) if events_of([each]))
    return told[begun:]


def placed_of(happened: Iterable[PublicEvent]) -> list[Placed]:
    return [event for event in events_of(happened) if isinstance(event, Placed)]


async def play_over(guest_server: ServerClient, host: ServerClient, come: Come) -> None:
    """Plays a whole game in which the guest's connection is the one that breaks."""
    table = await open_table(host)
    first, second = await come(host, table), await come(guest_server, table)
    await sit(second, 1)
    async with asyncio.timeout(TIMEOUT):
        await asyncio.gather(first.play(0), second.play(1))
        await asyncio.gather(
            first.client.wait_until_answered(), second.client.wait_until_answered()
        )
    number = first.client.replica.number
    await second.until(lambda: second.client.replica.number == number)
    assert played(second.happened) == played(first.happened)
    stones = placed_of(second.happened)
    assert [str(stone.at) for stone in stones] == ["a1", "d4", "c2", "b3"]
    assert sum(isinstance(each, PhraseSaid) for each in second.happened) == len(stones)
    assert second.of(Refused) == []
    assert second.client.replica.now == first.client.replica.now
    record = await host.fetch_record(table)
    assert len(record.actions) == 2 * len(stones) + 2


@pytest.mark.parametrize("piece", range(1, 9))
@pytest.mark.parametrize("whose", ["server", "client"])
async def test_a_client_whose_connection_is_cut_at_any_message_goes_on(
    proxy: FlakyProxy, host: ServerClient, people: Come, whose: str, piece: int
) -> None:
    async with ServerClient(parse_address(proxy.url)) as guest:
        await guest.become_guest()
        proxy.cut_at, proxy.cuts_left = (whose, piece), 5
        await play_over(guest, host, people)
        assert proxy.cuts_left < 5


async def test_a_game_goes_on_after_the_server_was_killed_and_started_again(
    killable: Deployment, killable_proxy: FlakyProxy, people: Come
) -> None:
    server = killable.servers[0]
    async with (
        ServerClient(parse_address(killable_proxy.url)) as host,
        ServerClient(parse_address(killable_proxy.url)) as guest,
    ):
        await host.become_guest()
        await guest.become_guest()
        table = await open_table(host)
        first, second = await people(host, table), await people(guest, table)
        await sit(second, 1)
        first.client.send(c.PlaceStone(id="stone", seat=0, at="a1"))
        await second.until(lambda: bool(placed_of(second.happened)))
        await asyncio.to_thread(server.kill)
        await second.until(lambda: ConnectionChanged(up=False) in second.received)
        second.client.send(c.SayPhrase(id="hello", seat=1, phrase="hello"))
        server.start()
        await second.client.wait_until_answered()
        await first.client.wait_until_answered()
        await second.until(lambda: _said(second) == ["hello"])
        number = second.client.replica.number
        await first.until(lambda: first.client.replica.number == number)
        assert len((await host.fetch_record(table)).actions) == 1
    # A client that reconnects to a restarted server gets a snapshot, which holds the same.
    assert first.client.replica.now == second.client.replica.now


async def test_a_command_whose_acknowledgement_was_lost_acts_once(
    proxy: FlakyProxy, host: ServerClient, people: Come
) -> None:
    async with ServerClient(parse_address(proxy.url)) as guest:
        await guest.become_guest()
        table = await open_table(host)
        first, second = await people(host, table), await people(guest, table)
        await sit(second, 1)
        proxy.loses_answers = True
        second.client.send(c.SayPhrase(id="hello", seat=1, phrase="hello"))
        await first.until(lambda: any(isinstance(each, PhraseSaid) for each in first.happened))
        proxy.loses_answers = False
        proxy.cut()
        await second.client.wait_until_answered()
        await second.until(lambda: any(isinstance(each, PhraseSaid) for each in second.happened))
        second.client.send(c.SayPhrase(id="thanks", seat=1, phrase="thanks"))
        # The client has an answer before it has given it to whoever reads its messages.
        await second.until(lambda: "thanks" in _done(second))
        await first.until(lambda: len(_said(first)) > 1)
    assert _said(first) == _said(second) == ["hello", "thanks"]
    assert _done(second)[1:] == ["hello", "thanks"]


def _done(person: Person) -> list[str]:
    return [done.id for done in person.received if isinstance(done, Done)]


def _said(person: Person) -> list[str]:
    return [each.phrase for each in person.happened if isinstance(each, PhraseSaid)]


async def test_a_lost_command_is_resent_over_the_same_connection(
    proxy: FlakyProxy, host: ServerClient, people: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RESEND_SECONDS", 0.05)
    async with ServerClient(parse_address(proxy.url)) as guest:
        await guest.become_guest()
        table = await open_table(host)
        second = await people(guest, table)
        await sit(second, 1)
        connections, proxy.loses_next = proxy.connections, True
        second.client.send(c.PlaceStone(id="stone", seat=1, at="a1"))
        async with asyncio.timeout(TIMEOUT):
            await second.client.wait_until_answered()
        await second.until(lambda: bool(placed_of(second.happened)))
    assert len((await host.fetch_record(table)).actions) == 1
    assert proxy.connections == connections


async def test_a_command_sent_while_disconnected_is_delivered_after_reconnecting(
    proxy: FlakyProxy, host: ServerClient, people: Come
) -> None:
    async with ServerClient(parse_address(proxy.url)) as guest:
        await guest.become_guest()
        table = await open_table(host)
        second = await people(guest, table)
        await sit(second, 1)
        proxy.is_down = True
        proxy.cut()
        await second.until(lambda: ConnectionChanged(up=False) in second.received)
        second.client.send(c.PlaceStone(id="stone", seat=1, at="a1"))
        proxy.is_down = False
        await second.client.wait_until_answered()
    assert len((await host.fetch_record(table)).actions) == 1
    assert second.of(ConnectionChanged) == [
        ConnectionChanged(up=True),
        ConnectionChanged(up=False),
        ConnectionChanged(up=True),
    ]


async def test_after_a_long_disconnection_a_client_gets_a_snapshot(
    proxy: FlakyProxy, host: ServerClient, people: Come
) -> None:
    async with ServerClient(parse_address(proxy.url)) as guest:
        await guest.become_guest()
        table = await open_table(host, Settings(size=4, setting="4 4 16 0 6", mode="device"))
        watcher = await people(guest, table)
        await watcher.until_received(Whole)
        proxy.is_down = True
        proxy.cut()
        for number in range(100):
            await host.send_command(table, c.SayPhrase(id=f"{number}", seat=0, phrase="hello"))
        proxy.is_down = False
        await watcher.until(lambda: len(watcher.of(Whole)) == 2)
        assert watcher.client.replica.number == (await host.fetch_table(table)).number


async def test_a_table_that_does_not_exist_is_reported(host: ServerClient) -> None:
    async with TableClient(host, "nowhere") as client:
        with pytest.raises(Rejected) as error:
            async for _ in client.messages():
                pass
    assert (error.value.status, error.value.code) == (404, "no_such_table")


async def test_an_invalid_token_is_reported(proxy: FlakyProxy) -> None:
    async with (
        ServerClient(parse_address(proxy.url), token="nonsense") as server,
        TableClient(server, "any") as client,
    ):
        with pytest.raises(Rejected) as error:
            async for _ in client.messages():
                pass
    assert (error.value.status, error.value.code) == (401, "wrong_token")


class Script:
    """A server that sends scripted messages: one list for each connection."""

    def __init__(self, *connections: list[ToClient | str]) -> None:
        self._connections = iter(connections)
        self.paths: list[str] = []
        self.received: list[str] = []

    async def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.paths.append(socket.request.path)
        for message in next(self._connections, []):
            text = message if isinstance(message, str) else encode_message(message).decode()
            await socket.send(text)
        async for said in socket:
            self.received.append(str(said))


async def scripted(script: Script, stack: AsyncExitStack) -> Person:
    """Connects a client to a scripted server."""
    listener = await stack.enter_async_context(serve(script, "127.0.0.1", 0))
    port = next(iter(listener.sockets)).getsockname()[1]
    server = await stack.enter_async_context(ServerClient(parse_address(f"127.0.0.1:{port}")))
    person = Person(server, "table")
    await stack.enter_async_context(person.client)
    return person


async def test_a_gap_in_the_news_is_noticed_and_filled() -> None:
    table = PlayedTable()
    whole = table.whole("p1")
    table.put(0, "a1")
    first, second = table.told[-2:]
    script = Script([whole, second], [first, second])
    async with AsyncExitStack() as stack:
        person = await scripted(script, stack)
        listening = asyncio.create_task(person.listen())
        stack.callback(listening.cancel)
        await person.until(lambda: person.client.replica.number == second.number)
        received = [
            received for received in person.received if not isinstance(received, ConnectionChanged)
        ]
    assert received == [whole, first, second]
    assert [path.partition("since=")[2] for path in script.paths] == ["", str(whole.number)]


async def test_pings_are_answered_at_once() -> None:
    script = Script([Ping(7, 0, None), PlayedTable().whole(), Ping(8, 0, 30)])
    async with AsyncExitStack() as stack:
        await scripted(script, stack)  # nobody reads the messages, and still
        async with asyncio.timeout(TIMEOUT):
            while len(script.received) < 2:
                await asyncio.sleep(0.01)
    assert script.received == ['{"do":"pong","n":7}', '{"do":"pong","n":8}']


async def test_repeated_news_is_yielded_once() -> None:
    table = PlayedTable()
    whole = table.whole("p1")
    table.put(0, "a1")
    news = table.told[-2:]
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, *news, *news, Refused(None, "end", "end")]), stack)
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until_received(Refused)
    assert person.of(News) == news


async def test_a_message_of_an_unknown_type_ends_the_stream() -> None:
    async with AsyncExitStack() as stack:
        person = await scripted(Script(['{"is":"something new"}']), stack)
        with pytest.raises(ClientError) as error:
            await person.listen()
    assert error.value.text.key == "client.not_understood"


async def test_a_command_of_unknown_outcome_is_resent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "RESEND_SECONDS", 0.02)
    whole = PlayedTable().whole("p1")
    unsure = Refused("a", "internal", "who knows")
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, unsure, Done("a", 9, (1,))]), stack)
        person.client.send(c.SayPhrase(id="a", seat=1, phrase="hello"))
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until_received(Done)
    assert person.of(Refused) == []
    assert person.client.replica.you == (1,)


async def test_the_servers_time_is_estimated_by_the_message_of_least_delay() -> None:
    table = PlayedTable()
    whole = table.whole()
    table.wait(5_000)
    table.put(0, "a1")
    news = table.told[-2:]
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, *news]), stack)
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until(lambda: person.client.replica.number == news[-1].number)
        assert person.client.now() >= news[-1].at


async def test_before_the_first_message_the_time_is_that_of_this_machine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = TableClient(ServerClient(parse_address("http://127.0.0.1:1")), "nowhere")
    monkeypatch.setattr(time, "time", lambda: 1234.5)
    assert client.now() == 1_234_500
