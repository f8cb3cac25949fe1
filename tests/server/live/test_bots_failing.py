"""Bots that fail are retried with backoff; in the end a simple player plays their seat."""

import asyncio
from typing import Any

import pytest
from structlog.testing import capture_logs

from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Accept
from grav.server.live import deadline_timers
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.bots import MAX_FAILURES, Bots
from grav.server.live.quarantine import TableUnreadable
from grav.server.live.room import Room
from grav.server.live.rooms import NoSuchTable
from grav.server.runtime.background import Supervisor
from grav.server.store import StoreUnavailable
from grav.server.table.model import Play
from grav.testing.servers.asgi_driver import run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.needs_core,
    pytest.mark.usefixtures("bots_at_once"),
]

AGAINST_A_BOT: list[dict[str, Any]] = [{"me": True}, {"level": 3}]


class BrokenPlayer:
    """A player that always raises an error; counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def answer(self, _: Play, __: ThinkingLimit) -> Answer:
        self.asked += 1
        raise ZeroDivisionError("it is not well made")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> BrokenPlayer:
    player = BrokenPlayer()
    monkeypatch.setattr(Opponent, "answer", lambda _, play, limit: player.answer(play, limit))
    return player


@pytest.fixture
def backoffs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Records the attempts after which a bot waited."""
    waited: list[int] = []

    def wait(_: Bots, __: object, attempt: int) -> float:
        waited.append(attempt)
        return 0.0

    monkeypatch.setattr(Bots, "_backoff", wait)
    return waited


def count(server: ServerFixture, name: str) -> float:
    told = server.live_services.bots._metrics.render().decode()
    return sum(float(line.split()[-1]) for line in told.splitlines() if line.startswith(name))


async def test_a_bot_that_always_fails_is_played_plainly(
    server: ServerFixture, broken: BrokenPlayer, backoffs: list[int]
) -> None:
    host = await server.guest()
    with capture_logs() as logged:
        table = await server.seat(host, AGAINST_A_BOT)
        await server.give(host, table, do="place", seat=0, at="d4")
        await server.eventually(table, lambda now: sum(now["position"]["stones"]) == 2)
        await server.bots_idle()
    assert broken.asked == MAX_FAILURES
    assert backoffs == [*range(MAX_FAILURES)]
    failed = [each for each in logged if each["event"] == "bot_failed"]
    assert len(failed) == 1, "once for each cause"
    assert isinstance(failed[0]["exc_info"], ZeroDivisionError)
    assert count(server, "grav_bot_failures_total") == MAX_FAILURES
    assert count(server, "grav_bot_plain_answers_total") >= 2


async def test_a_broken_bot_is_not_asked_again(server: ServerFixture, broken: BrokenPlayer) -> None:
    host = await server.guest()
    table = await server.seat(host, [{"level": 3}, {"me": True}])
    for placement in (1, 2, 3):
        await server.eventually(table, lambda now: now["position"]["window"] is not None)
        await server.give(host, table, do="accept", seat=1, placement=placement)
        assert (await server.give(host, table, do="pass", seat=1))["is"] == "done"
    assert broken.asked == MAX_FAILURES


async def test_a_refused_action_is_retried_a_few_times_only(
    server: ServerFixture, backoffs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is patched to accept when there is no window."""
    monkeypatch.setattr(Opponent, "answer", lambda *_: Answer(Accept(1), 0.0))
    host = await server.guest()
    table = await server.seat(host, AGAINST_A_BOT, first=1)
    await server.eventually(table, lambda now: now["position"]["window"] is not None)
    assert backoffs == [*range(MAX_FAILURES)]


async def test_an_unavailable_store_does_not_count_as_a_failure(
    server: ServerFixture, backoffs: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    command = server.tables.command
    away = [True, True]

    async def fail(*arguments: object) -> object:
        if away:
            away.pop()
            raise StoreUnavailable
        return await command(*arguments)  # type: ignore[arg-type]

    host = await server.guest()
    table = await server.seat(host, AGAINST_A_BOT)
    await server.give(host, table, do="place", seat=0, at="d4")
    monkeypatch.setattr(server.tables, "command", fail)
    await server.eventually(table, lambda now: sum(now["position"]["stones"]) == 2)
    assert len(backoffs) <= 2
    assert count(server, "grav_bot_failures_total") == 0
    assert count(server, "grav_bot_plain_answers_total") == 0


@pytest.mark.usefixtures("broken")
@pytest.mark.parametrize(
    ("error", "counts"),
    [(TableUnreadable(), []), (NoSuchTable("t"), []), (ZeroDivisionError(), ["bots"])],
)
async def test_a_bot_ends_quietly_if_its_table_is_gone(
    server: ServerFixture, error: Exception, counts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[str] = []

    async def unreadable(_: str) -> Room:
        raise error

    monkeypatch.setattr(server.live_services.bots, "_supervisor", Supervisor(counted.append))
    monkeypatch.setattr(server.tables, "load_current", unreadable)
    with capture_logs():
        await server.seat(await server.guest(), AGAINST_A_BOT, first=1)
        (bot,) = server.live_services.bots.busy
        await asyncio.wait([bot])
        await run_loop_until_idle()
    assert counted == counts
    assert bot.exception() is (error if counts else None)


async def test_a_table_whose_bots_cannot_act_is_checked_with_backoff(
    sqlite_url: str, clock: ManualClock, broken: BrokenPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So are tables whose bots have nothing to do or sleep: the next check is always in the
    future.
    """
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.001)
    monkeypatch.setattr(deadline_timers, "OVERDUE_MILLISECONDS", 0)
    monkeypatch.setattr(Opponent, "answer_plainly", lambda *_: 1 // 0)
    async with open_server_fixture(sqlite_url, clock) as server:
        host = await server.guest()
        failing = await server.seat(host, AGAINST_A_BOT, first=1)
        agreeing = await server.seat(host, AGAINST_A_BOT, settle="agreement", setting=None)
        await server.bots_idle()
    clock.advance(60_000)
    async with open_server_fixture(sqlite_url, clock) as server:
        journal = server.tables._journal
        while await journal.due(clock.now(), 10):
            await run_loop_until_idle()
        await server.bots_idle()
        asked = broken.asked
        looks: list[str] = []
        look = server.tables.carry_out_due

        async def looking(game: str) -> str | None:
            looks.append(game)
            return await look(game)

        monkeypatch.setattr(server.tables, "carry_out_due", looking)
        for _ in range(30):
            await run_loop_until_idle()
        assert looks == []
        assert broken.asked == asked
        clock.advance(70_000)
        while failing not in looks:
            await run_loop_until_idle()
        await server.bots_idle()
        assert agreeing not in looks
