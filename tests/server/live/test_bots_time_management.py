"""Bots against a clock: limits on thinking, on waiting for a thread, and on pauses."""

import asyncio
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from grav.bots.thinking_limit import ThinkingLimit
from grav.server.live import bot_thinker, bots
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.table.bot_thinking_time import thinking_seconds
from grav.server.table.model import Play
from grav.testing.servers.server_fixture import ServerFixture
from grav.testing.tables.deterministic_clock_and_ids import START, ManualClock

pytestmark = [pytest.mark.anyio, pytest.mark.needs_core]

BEST_BEGINS: list[dict[str, Any]] = [{"level": 10}, {"me": True}]
BLITZ = {"kind": "fischer", "seconds": 60}
BULLET = {"kind": "per_move", "seconds": 3}


class KnownLimit(ThinkingLimit):
    def __init__(self, seconds: float | None = None) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def count(server: ServerFixture, name: str) -> float:
    told = server.live_services.bots._metrics.render().decode()
    families = text_string_to_metric_families(told)
    return sum(each.value for family in families for each in family.samples if each.name == name)


@pytest.mark.parametrize(("time_control", "seconds"), [(BLITZ, 3.0), (None, 10.0)])
async def test_the_time_of_a_thought_is_limited_by_the_table(
    server: ServerFixture,
    monkeypatch: pytest.MonkeyPatch,
    time_control: dict[str, Any] | None,
    seconds: float,
) -> None:
    limits: list[object] = []

    def answer(self: Opponent, play: Play, limit: KnownLimit) -> Answer:
        limits.append(limit.seconds)
        return Answer(self.answer_plainly(play), 0.0)

    monkeypatch.setattr(bot_thinker, "ThinkingLimit", KnownLimit)
    monkeypatch.setattr(Opponent, "answer", answer)
    with monkeypatch.context() as asleep:
        asleep.setattr(server.live_services.bots, "wake", lambda _: None)
        room = await server.tables.load(
            await server.seat(await server.guest(), BEST_BEGINS, clock=time_control)
        )
    assert room.table is not None
    expected = thinking_seconds(room.table, server.clock.now())
    server.live_services.bots.wake(room)
    await server.bots_idle()
    assert limits == [expected] == [seconds]


async def test_a_bot_without_a_free_thread_plays_plainly(server: ServerFixture) -> None:
    threads = server.live_services.bots._thinker._long
    async with AsyncExitStack() as others:
        for _ in range(bot_thinker.THREADS):
            await others.enter_async_context(threads.turn("somebody", 0.0))
        table = await server.seat(await server.guest(), BEST_BEGINS, clock=BULLET)
        await server.eventually(table, lambda now: now["position"]["stones"] == [1, 0])
    assert count(server, "grav_bot_plain_answers_total") == 1
    assert count(server, "grav_bot_failures_total") == 0


async def test_a_bot_that_takes_its_time_plays_before_its_flag_falls(
    server: ServerFixture, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sleep(seconds: float) -> None:
        """Advances the test clock instead of sleeping."""
        clock.advance(round(seconds * 1000))

    def answer(self: Opponent, play: Play, _: ThinkingLimit) -> Answer:
        return Answer(self.answer_plainly(play), pause=3600.0)

    monkeypatch.setattr(Opponent, "answer", answer)
    monkeypatch.setattr(bots, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))
    with monkeypatch.context() as asleep:
        asleep.setattr(server.live_services.bots, "wake", lambda _: None)
        table = await server.seat(await server.guest(), BEST_BEGINS, clock=BULLET)
    clock.advance(1_000)
    server.live_services.bots.wake(await server.tables.load(table))
    await server.bots_idle()
    now = (await server.look(table))["now"]
    assert (now["stage"], now["position"]["stones"]) == ("playing", [1, 0])
    assert clock.now() == START + 2_000, "half of the two seconds that were left"
