"""Timing side channel: no wait for a room's lock reveals that somebody's shout is being stored."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from grav.server.store import Journal
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


class HeldCommit:
    """Holds every append to the journal until `let_go` is called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.began, self._go_on = asyncio.Event(), asyncio.Event()
        append = Journal.append

        async def held(*args: Any, **kwargs: Any) -> bool:
            self.began.set()
            await self._go_on.wait()
            return await append(*args, **kwargs)

        monkeypatch.setattr(Journal, "append", held)

    def let_go(self) -> None:
        self._go_on.set()


@asynccontextmanager
async def while_shouting(
    server: ServerFixture, table: str, player: AsgiVisitor, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """Within the block, seat 1's shout is being stored, and the append does not finish: code that
    waits for the room's lock would time out.
    """
    commit = HeldCommit(monkeypatch)
    shout = asyncio.create_task(server.give(player, table, do="grav", seat=1, placement=1))
    async with asyncio.timeout(TIMEOUT):
        await commit.began.wait()
        yield
        assert not shout.done()
        commit.let_go()
        assert "number" in await shout


async def a_window(server: ServerFixture) -> tuple[str, list[AsgiVisitor]]:
    """Opens a table of three at which a stone was placed."""
    players = await server.guests(3)
    table = await server.sit(*players)
    await server.give(players[0], table, do="place", seat=0, at="d4")
    return table, players


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ({"do": "pass", "seat": 0}, "wrong_phase"),
        ({"do": "accept", "seat": 0, "placement": 1}, "own_move"),
        ({"do": "grav", "seat": 0, "placement": 7}, "late"),
        ({"do": "place", "seat": 1, "at": "a1"}, "not_your_seat"),
    ],
)
async def test_a_refusal_by_public_knowledge_does_not_wait_for_the_lock(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch, command: dict[str, object], code: str
) -> None:
    table, players = await a_window(server)
    async with while_shouting(server, table, players[1], monkeypatch):
        refused = await server.give(players[0], table, **command)
    assert refused["code"] == code


async def test_a_repeated_command_does_not_wait_for_the_lock(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await a_window(server)
    hello: dict[str, object] = {"id": "hello", "do": "say", "seat": 0, "phrase": "hello"}
    done = await server.give(players[0], table, **hello)
    async with while_shouting(server, table, players[1], monkeypatch):
        again = await server.give(players[0], table, **hello)
    assert again == done


async def test_a_command_waits_for_an_earlier_one_of_the_same_actor(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may pipeline commands: the later one may depend on the earlier one, so it waits for
    the room's lock.
    """
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    await server.give(host, table, do="place", seat=0, at="d4", declare=0)
    commit = HeldCommit(monkeypatch)
    first = asyncio.create_task(server.give(other, table, do="accept", seat=1, placement=1))
    async with asyncio.timeout(TIMEOUT):
        await commit.began.wait()
        then = asyncio.create_task(server.give(other, table, do="place", seat=1, at="d6"))
        await run_loop_until_idle()
        assert not then.done()
        commit.let_go()
        assert "number" in await first
        assert "number" in await then
