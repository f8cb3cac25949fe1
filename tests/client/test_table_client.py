"""A table by its socket: whatever happens to the line, nothing is lost and nothing done twice."""

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
    Heard,
    Line,
    Rejected,
    Server,
    TableClient,
    parse_address,
)
from grav.client import table as table_module
from grav.client.event_adapter import events_of
from grav.game import Placed
from grav.server.messages import commands as c
from grav.server.messages.public_events import Happening, PhraseSaid
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

TIMEOUT = 30
SETTINGS = Settings(size=4, setting="4 4 16 0 6", edition="classic")
POINTS = {0: ("a1", "c2"), 1: ("d4", "b3")}
"""What each seat places before it passes."""


class Person:
    """Somebody at a table, who keeps all that is heard."""

    def __init__(self, server: Server, table: str) -> None:
        self.client = TableClient(server, table, Backoff(first=0.01))
        self.heard: list[Heard] = []
        self.happened: list[Happening] = []
        self._ids = (f"{id(self)}-{number}" for number in count())
        self._stirred = asyncio.Event()

    def new_id(self) -> str:
        return next(self._ids)

    async def listen(self) -> None:
        async for heard in self.client.messages():
            self.heard.append(heard)
            if isinstance(heard, News):
                self.happened += heard.happened
            self._stirred.set()

    async def stirred(self) -> None:
        """Until something more is heard."""
        self._stirred.clear()
        await self._stirred.wait()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not condition():
                await self.stirred()

    async def until_heard(self, *kinds: type[Heard]) -> None:
        await self.until(lambda: any(isinstance(heard, kinds) for heard in self.heard))

    def of(self, *kinds: type) -> list[Heard]:
        return [heard for heard in self.heard if isinstance(heard, kinds)]

    async def play(self, seat: int) -> None:
        """Places, lets stand, says hello with every stone, passes; until the game is over."""
        left = list(POINTS[seat])
        done: object = None
        known = self.client.known
        while True:
            while _asked(self, seat) == done:
                await self.stirred()
            if known.now.stage == "over":
                return
            done = _asked(self, seat)
            position = known.now.position
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
    """What the seat is asked now: each question once."""
    if person.client.known.number is None:
        return None
    now = person.client.known.now
    if now.stage == "over":
        return "over"
    if now.position is None or len(now.position.may[seat]) < 2:
        return None
    if now.position.phase == "opening" and seat != 0:
        return None
    return now.position.window.placement if now.position.window else now.position


@pytest.fixture
async def people() -> AsyncIterator[Callable[[Server, str], "asyncio.Future[Person]"]]:
    """Lets people come to tables, for as long as the test lasts."""
    async with AsyncExitStack() as stack:

        async def come(server: Server, table: str) -> Person:
            person = Person(server, table)
            await stack.enter_async_context(person.client)
            task = asyncio.create_task(person.listen())
            stack.callback(task.cancel)
            return person

        yield lambda server, table: asyncio.ensure_future(come(server, table))


Come = Callable[[Server, str], "asyncio.Future[Person]"]


async def open_table(host: Server, settings: Settings = SETTINGS) -> str:
    return await host.open_table(c.NewTable(settings=settings))


async def sit(person: Person, seat: int) -> None:
    person.client.send(c.Sit(id=person.new_id(), seat=seat))
    await person.client.answered()


def played(happened: Iterable[Happening]) -> list[Happening]:
    """What happened since the game began."""
    told = list(happened)
    begun = next(index for index, each in enumerate(told) if events_of([each]))
    return told[begun:]


def placed_of(happened: Iterable[Happening]) -> list[Placed]:
    return [event for event in events_of(happened) if isinstance(event, Placed)]


async def play_over(wire_server: Server, host: Server, come: Come) -> None:
    """A whole game: the guest's line is the one that breaks."""
    table = await open_table(host)
    first, second = await come(host, table), await come(wire_server, table)
    await sit(second, 1)
    async with asyncio.timeout(TIMEOUT):
        await asyncio.gather(first.play(0), second.play(1))
        await asyncio.gather(first.client.answered(), second.client.answered())
    number = first.client.known.number
    await second.until(lambda: second.client.known.number == number)
    assert played(second.happened) == played(first.happened)
    stones = placed_of(second.happened)
    assert [str(stone.at) for stone in stones] == ["a1", "d4", "c2", "b3"]
    assert sum(isinstance(each, PhraseSaid) for each in second.happened) == len(stones)
    assert second.of(Refused) == []
    assert second.client.known.now == first.client.known.now
    record = await host.record(table)
    assert len(record.actions) == 2 * len(stones) + 2


@pytest.mark.parametrize("piece", range(1, 9))
@pytest.mark.parametrize("whose", ["server", "client"])
async def test_a_client_that_is_cut_at_any_moment_goes_on(
    wire: FlakyProxy, host: Server, people: Come, whose: str, piece: int
) -> None:
    async with Server(parse_address(wire.url)) as guest:
        await guest.guest()
        wire.cut_at, wire.cuts_left = (whose, piece), 5
        await play_over(guest, host, people)
        assert wire.cuts_left < 5


async def test_a_game_goes_on_after_the_server_was_killed_and_started_again(
    mortal: Deployment, mortal_wire: FlakyProxy, people: Come
) -> None:
    server = mortal.servers[0]
    async with (
        Server(parse_address(mortal_wire.url)) as host,
        Server(parse_address(mortal_wire.url)) as guest,
    ):
        await host.guest()
        await guest.guest()
        table = await open_table(host)
        first, second = await people(host, table), await people(guest, table)
        await sit(second, 1)
        first.client.send(c.PlaceStone(id="stone", seat=0, at="a1"))
        await second.until(lambda: bool(placed_of(second.happened)))
        await asyncio.to_thread(server.kill)
        await second.until(lambda: Line(up=False) in second.heard)
        second.client.send(c.SayPhrase(id="hello", seat=1, phrase="hello"))
        server.start()
        await second.client.answered()
        await first.client.answered()
        await second.until(lambda: _said(second) == ["hello"])
        number = second.client.known.number
        await first.until(lambda: first.client.known.number == number)
        assert len((await host.record(table)).actions) == 1
    # Whoever comes back to a server that remembers no news gets the whole, which tells the same.
    assert first.client.known.now == second.client.known.now


async def test_a_command_whose_acknowledgement_was_lost_acts_once(
    wire: FlakyProxy, host: Server, people: Come
) -> None:
    async with Server(parse_address(wire.url)) as guest:
        await guest.guest()
        table = await open_table(host)
        first, second = await people(host, table), await people(guest, table)
        await sit(second, 1)
        wire.loses_answers = True
        second.client.send(c.SayPhrase(id="hello", seat=1, phrase="hello"))
        await first.until(lambda: any(isinstance(each, PhraseSaid) for each in first.happened))
        wire.loses_answers = False
        wire.cut()
        await second.client.answered()
        await second.until(lambda: any(isinstance(each, PhraseSaid) for each in second.happened))
        second.client.send(c.SayPhrase(id="thanks", seat=1, phrase="thanks"))
        # The client has an answer before it has given it to whoever reads its messages.
        await second.until(lambda: "thanks" in _done(second))
        await first.until(lambda: len(_said(first)) > 1)
    assert _said(first) == _said(second) == ["hello", "thanks"]
    assert _done(second)[1:] == ["hello", "thanks"]


def _done(person: Person) -> list[str]:
    return [done.id for done in person.heard if isinstance(done, Done)]


def _said(person: Person) -> list[str]:
    return [each.phrase for each in person.happened if isinstance(each, PhraseSaid)]


async def test_a_command_that_was_lost_is_sent_again_by_a_line_that_stays_up(
    wire: FlakyProxy, host: Server, people: Come, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "RESEND", 0.05)
    async with Server(parse_address(wire.url)) as guest:
        await guest.guest()
        table = await open_table(host)
        second = await people(guest, table)
        await sit(second, 1)
        connections, wire.loses_next = wire.connections, True
        second.client.send(c.PlaceStone(id="stone", seat=1, at="a1"))
        async with asyncio.timeout(TIMEOUT):
            await second.client.answered()
        await second.until(lambda: bool(placed_of(second.happened)))
    assert len((await host.record(table)).actions) == 1
    assert wire.connections == connections


async def test_what_is_typed_while_the_line_is_down_is_sent_when_it_is_up(
    wire: FlakyProxy, host: Server, people: Come
) -> None:
    async with Server(parse_address(wire.url)) as guest:
        await guest.guest()
        table = await open_table(host)
        second = await people(guest, table)
        await sit(second, 1)
        wire.is_down = True
        wire.cut()
        await second.until(lambda: Line(up=False) in second.heard)
        second.client.send(c.PlaceStone(id="stone", seat=1, at="a1"))
        wire.is_down = False
        await second.client.answered()
    assert len((await host.record(table)).actions) == 1
    assert second.of(Line) == [Line(up=True), Line(up=False), Line(up=True)]


async def test_whoever_was_away_for_long_gets_the_whole_again(
    wire: FlakyProxy, host: Server, people: Come
) -> None:
    async with Server(parse_address(wire.url)) as guest:
        await guest.guest()
        table = await open_table(host, Settings(size=4, setting="4 4 16 0 6", mode="device"))
        watcher = await people(guest, table)
        await watcher.until_heard(Whole)
        wire.is_down = True
        wire.cut()
        for number in range(100):
            await host.command(table, c.SayPhrase(id=f"{number}", seat=0, phrase="hello"))
        wire.is_down = False
        await watcher.until(lambda: len(watcher.of(Whole)) == 2)
        assert watcher.client.known.number == (await host.look(table)).number


async def test_a_table_that_is_not_there_is_told(host: Server) -> None:
    async with TableClient(host, "nowhere") as client:
        with pytest.raises(Rejected) as error:
            async for _ in client.messages():
                pass
    assert (error.value.status, error.value.code) == (404, "no_such_table")


async def test_a_token_that_is_none_is_told(wire: FlakyProxy) -> None:
    async with (
        Server(parse_address(wire.url), token="nonsense") as server,
        TableClient(server, "any") as client,
    ):
        with pytest.raises(Rejected) as error:
            async for _ in client.messages():
                pass
    assert (error.value.status, error.value.code) == (401, "wrong_token")


class Script:
    """A server that says what it is told to, one list of messages a connection."""

    def __init__(self, *connections: list[ToClient | str]) -> None:
        self._connections = iter(connections)
        self.paths: list[str] = []
        self.heard: list[str] = []

    async def __call__(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.paths.append(socket.request.path)
        for message in next(self._connections, []):
            text = message if isinstance(message, str) else encode_message(message).decode()
            await socket.send(text)
        async for said in socket:
            self.heard.append(str(said))


async def scripted(script: Script, stack: AsyncExitStack) -> Person:
    """Somebody at the table of such a server."""
    listener = await stack.enter_async_context(serve(script, "127.0.0.1", 0))
    port = next(iter(listener.sockets)).getsockname()[1]
    server = await stack.enter_async_context(Server(parse_address(f"127.0.0.1:{port}")))
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
        await person.until(lambda: person.client.known.number == second.number)
        heard = [heard for heard in person.heard if not isinstance(heard, Line)]
    assert heard == [whole, first, second]
    assert [path.partition("since=")[2] for path in script.paths] == ["", str(whole.number)]


async def test_pings_are_answered_at_once() -> None:
    script = Script([Ping(7, 0, None), PlayedTable().whole(), Ping(8, 0, 30)])
    async with AsyncExitStack() as stack:
        await scripted(script, stack)  # nobody reads the messages, and still
        async with asyncio.timeout(TIMEOUT):
            while len(script.heard) < 2:
                await asyncio.sleep(0.01)
    assert script.heard == ['{"do":"pong","n":7}', '{"do":"pong","n":8}']


async def test_news_that_come_twice_are_heard_once() -> None:
    table = PlayedTable()
    whole = table.whole("p1")
    table.put(0, "a1")
    news = table.told[-2:]
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, *news, *news, Refused(None, "end", "end")]), stack)
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until_heard(Refused)
    assert person.of(News) == news


async def test_what_is_not_understood_ends_it() -> None:
    async with AsyncExitStack() as stack:
        person = await scripted(Script(['{"is":"something new"}']), stack)
        with pytest.raises(ClientError) as error:
            await person.listen()
    assert error.value.text.key == "client.not_understood"


async def test_a_server_that_is_unsure_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "RESEND", 0.02)
    whole = PlayedTable().whole("p1")
    unsure = Refused("a", "internal", "who knows")
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, unsure, Done("a", 9, (1,))]), stack)
        person.client.send(c.SayPhrase(id="a", seat=1, phrase="hello"))
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until_heard(Done)
    assert person.of(Refused) == []
    assert person.client.known.you == (1,)


async def test_the_servers_time_is_told_by_the_quickest_message() -> None:
    table = PlayedTable()
    whole = table.whole()
    table.wait(5_000)
    table.put(0, "a1")
    news = table.told[-2:]
    async with AsyncExitStack() as stack:
        person = await scripted(Script([whole, *news]), stack)
        stack.callback(asyncio.create_task(person.listen()).cancel)
        await person.until(lambda: person.client.known.number == news[-1].number)
        assert person.client.now() >= news[-1].at


async def test_before_the_first_message_the_time_is_that_of_this_machine(host: Server) -> None:
    before = round(time.time() * 1000)
    assert before <= TableClient(host, "nowhere").now() <= round(time.time() * 1000)
