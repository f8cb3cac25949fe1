"""Bots at tables: they act when it is their turn, and leave people's decisions to people."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from grav.bots.thinking_limit import ThinkingLimit
from grav.server.live import bots, deadline_timers
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.bots import Bots
from grav.server.messages.views import Done
from grav.server.table.model import Play
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiSocket, AsgiVisitor
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.needs_core,
    pytest.mark.usefixtures("bots_at_once"),
]

SMALL = {"setting": "3 3 4 2 4", "size": 5, "first": 0}
AGAINST_ONE: list[dict[str, Any]] = [{"me": True}, {"level": 1}]


async def open_table(host: AsgiVisitor, seats: list[dict[str, Any]], **settings: object) -> str:
    form = {"settings": {**SMALL, "seats": len(seats), **settings}, "seats": seats}
    table: str = (await host.ask("POST", "/api/tables", form)).json()["table"]
    return table


async def until(socket: AsgiSocket, event: str) -> dict[str, Any]:
    """Waits for the news with this event, and returns it."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            news = await socket.hear("news")
            if any(happened["event"] == event for happened in news["happened"]):
                return news


async def eventually(
    is_so: Callable[[dict[str, Any]], bool], server: ServerFixture, table: str
) -> None:
    """Waits until the table's public state satisfies the condition."""
    async with asyncio.timeout(TIMEOUT):
        while not is_so((await server.look(table))["now"]):
            await asyncio.sleep(0.002)


@pytest.mark.usefixtures("nothing_goes_wrong")
async def test_a_bot_answers_a_stone_and_plays_its_own(server: ServerFixture) -> None:
    host = await server.guest()
    table = await open_table(host, AGAINST_ONE)
    socket = await server.at(table, host)
    await socket.command(do="place", id="stone", seat=0, at="c3")
    assert (await until(socket, "placed"))["now"]["position"]["window"]["by"] == 1


@pytest.mark.usefixtures("nothing_goes_wrong")
async def test_bots_alone_play_a_game_to_its_end(server: ServerFixture) -> None:
    host = await server.guest()
    table = await open_table(host, [{"level": 1}, {"level": 2}], size=4)
    socket = await server.at(table, host)
    await eventually(lambda now: now["stage"] == "over", server, table)
    assert (await until(socket, "ended"))["now"]["position"]["ranking"] is not None


@pytest.mark.usefixtures("nothing_goes_wrong")
async def test_a_bot_gives_its_share_and_throws_no_dice(
    server: ServerFixture,
) -> None:
    host = await server.guest()
    table = await open_table(host, AGAINST_ONE, settle="dice", setting=None)
    socket = await server.at(table, host)
    await eventually(lambda now: now["settling"]["shares"][1] is not None, server, table)
    await socket.command(do="share", id="share", seat=0, share="mine")
    socket.say(do="roll", id="roll", seat=0)
    assert await until(socket, "stepped")


@pytest.mark.usefixtures("nothing_goes_wrong")
async def test_a_bot_agrees_to_proposals_of_people(server: ServerFixture) -> None:
    host = await server.guest()
    table = await open_table(host, AGAINST_ONE, settle="agreement", setting=None)
    socket = await server.at(table, host)
    await socket.command(do="propose", id="1", seat=0, setting="3 3 4 2 4")
    assert await until(socket, "begun")


@pytest.mark.usefixtures("nothing_goes_wrong")
async def test_a_bot_keeps_its_cards(server: ServerFixture) -> None:
    host = await server.guest()
    table = await open_table(host, [{"level": 1}, {"level": 1}], settle="cards", setting=None)
    await eventually(lambda now: now["stage"] != "settling", server, table)


async def test_a_late_action_of_a_bot_is_refused(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is patched to repeat its first answer on its own turn; the server refuses it and goes
    on.
    """
    answer = Opponent.answer
    first: list[Answer] = []

    def stubborn(self: Opponent, play: Play, limit: ThinkingLimit) -> Answer:
        first.append(answer(self, play, limit))
        return first[0]

    monkeypatch.setattr(Opponent, "answer", stubborn)
    host = await server.guest()
    table = await open_table(host, AGAINST_ONE)
    socket = await server.at(table, host)
    await socket.command(do="place", id="stone", seat=0, at="c3")
    # The bot answered the stone, and repeats that answer on its own turn.
    await eventually(lambda _: len(first) > 1, server, table)
    assert (await socket.command(do="say", id="say", seat=0, phrase="thinking"))["is"] == "done"


async def test_a_bot_is_taken_over_by_the_next_process(
    sqlite_url: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server_fixture(sqlite_url, clock) as server:
        with monkeypatch.context() as without:
            without.setattr(bots.Bots, "wake", lambda *_: None)
            host = await server.guest()
            table = await open_table(host, AGAINST_ONE)
            await server.give(host, table, do="place", seat=0, at="c3")
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.002)
    clock.advance(60_000)
    async with open_server_fixture(sqlite_url, clock) as server:
        await eventually(lambda now: now["position"]["stones"][1] == 1, server, table)


async def test_an_answer_given_at_shutdown_is_stored(
    sqlite_url: str, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    giving, ending = asyncio.Event(), asyncio.Event()
    answered: list[Done] = []
    async with open_server_fixture(sqlite_url, clock) as server:
        command, stop = server.tables.command, Bots.stop

        async def slowly(*arguments: Any) -> Done:
            giving.set()
            await ending.wait()
            for _ in range(1000):  # longer than everything else takes to end
                await asyncio.sleep(0)
            answered.append(await command(*arguments))
            return answered[-1]

        async def stopping(self: Bots) -> None:
            await stop(self)
            ending.set()

        host = await server.guest()
        table = await open_table(host, AGAINST_ONE)
        await server.give(host, table, do="place", seat=0, at="c3")
        monkeypatch.setattr(server.tables, "command", slowly)
        monkeypatch.setattr(Bots, "stop", stopping)
        await giving.wait()
    assert answered
