"""Timing side channel: no wait for a room's lock reveals that somebody's shout is being stored."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from grav.server.store import Journal
from grav.testing.servers.asgi_driver import TIMEOUT, Visitor, let_messages_arrive
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


class HeldCommit:
    """The next append is not stored before it is let go."""

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
    house: ServerFixture, table: str, player: Visitor, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """A shout from seat 1 is being stored; whoever waits for it within, waits in vain."""
    commit = HeldCommit(monkeypatch)
    shout = asyncio.create_task(house.give(player, table, do="grav", seat=1, placement=1))
    async with asyncio.timeout(TIMEOUT):
        await commit.began.wait()
        yield
        assert not shout.done()
        commit.let_go()
        assert "number" in await shout


async def a_window(house: ServerFixture) -> tuple[str, list[Visitor]]:
    """A table of three, at which a stone was placed."""
    players = await house.guests(3)
    table = await house.sit(*players)
    await house.give(players[0], table, do="place", seat=0, at="d4")
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
    house: ServerFixture, monkeypatch: pytest.MonkeyPatch, command: dict[str, object], code: str
) -> None:
    table, players = await a_window(house)
    async with while_shouting(house, table, players[1], monkeypatch):
        refused = await house.give(players[0], table, **command)
    assert refused["code"] == code


async def test_a_repeated_command_does_not_wait_for_the_lock(
    house: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await a_window(house)
    hello: dict[str, object] = {"id": "hello", "do": "say", "seat": 0, "phrase": "hello"}
    done = await house.give(players[0], table, **hello)
    async with while_shouting(house, table, players[1], monkeypatch):
        again = await house.give(players[0], table, **hello)
    assert again == done


async def test_a_command_waits_for_an_earlier_one_of_the_same_actor(
    house: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client may send the next before the last is answered, which alone makes it possible."""
    host, other = await house.guests(2)
    table = await house.sit(host, other)
    await house.give(host, table, do="place", seat=0, at="d4", declare=0)
    commit = HeldCommit(monkeypatch)
    first = asyncio.create_task(house.give(other, table, do="accept", seat=1, placement=1))
    async with asyncio.timeout(TIMEOUT):
        await commit.began.wait()
        then = asyncio.create_task(house.give(other, table, do="place", seat=1, at="d6"))
        await let_messages_arrive()
        assert not then.done()
        commit.let_go()
        assert "number" in await first
        assert "number" in await then
