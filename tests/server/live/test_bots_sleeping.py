"""Bots sleep at tables where nobody is present, and wake when somebody joins."""

import threading
from typing import Any

import pytest
from structlog.testing import capture_logs

from grav.bots.thinking_limit import ThinkingLimit
from grav.server.live import bot_thinker, deadline_timers
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.live.bot_thinker import is_long
from grav.server.live.bots import MAX_UNATTENDED_MILLISECONDS
from grav.server.live.room import Room
from grav.server.messages.settings import DAY
from grav.server.runtime.background import Supervisor
from grav.server.table.deadlines import BOT_TIMEOUT
from grav.server.table.model import Play
from grav.testing.servers.asgi_driver import run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.deterministic_clock_and_ids import ManualClock

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.needs_core,
    pytest.mark.usefixtures("bots_at_once"),
]

ME: dict[str, Any] = {"me": True}
BOT: dict[str, Any] = {"level": 1}
HEAVY: dict[str, Any] = {"seats": [{"level": 10}] * 6, "size": 25, "setting": "4 4 6 2 9"}
BLITZ = {"kind": "fischer", "seconds": 600}


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Play]:
    """Records what bots are asked. They answer as usual; level 10 answers plainly, without a
    search.
    """
    asked: list[Play] = []
    answer = Opponent.answer

    def answering(self: Opponent, play: Play, limit: ThinkingLimit) -> Answer:
        asked.append(play)
        if self.level == 10:
            return Answer(self.answer_plainly(play), 0.0)
        return answer(self, play, limit)

    monkeypatch.setattr(Opponent, "answer", answering)
    return asked


async def alone(server: ServerFixture, time: ManualClock, **settings: Any) -> str:
    """Opens a table of bots at which nobody has been present for long."""
    host = await server.guest()
    with pytest.MonkeyPatch.context() as asleep:
        asleep.setattr(server.live_services.bots, "wake", lambda _: None)
        asked: dict[str, Any] = {"seats": [BOT, BOT], "size": 5, **settings}
        table = await server.seat(host, **asked)
    time.advance(MAX_UNATTENDED_MILLISECONDS)
    return table


async def test_bots_at_empty_tables_use_no_thread_also_after_a_restart(
    sqlite_url: str, clock: ManualClock, thoughts: list[Play], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.001)
    monkeypatch.setattr(deadline_timers, "OVERDUE_MILLISECONDS", 0)
    async with open_server_fixture(sqlite_url, clock) as server:
        for _ in range(20):
            await alone(server, clock, **HEAVY)
    clock.advance(DAY)
    async with open_server_fixture(sqlite_url, clock) as server:
        while await server.tables._journal.due(clock.now(), 100):
            await run_loop_until_idle()
        assert len(server.tables.rooms) == 20
        await server.bots_idle()
        assert thoughts == []
        host = await server.guest()
        table = await server.seat(host, [ME, {"level": 10}])
        await server.give(host, table, do="place", seat=0, at="d4")
        await server.eventually(table, lambda now: sum(now["position"]["stones"]) == 2)


async def test_bots_play_on_for_a_while_after_the_last_action_of_a_person(
    server: ServerFixture, thoughts: list[Play]
) -> None:
    host = await server.guest()
    table = await server.seat(host, [BOT, BOT], size=4)
    await server.eventually(table, lambda now: now["stage"] == "over")
    assert thoughts


async def test_bots_wake_when_a_spectator_joins(
    server: ServerFixture, clock: ManualClock, thoughts: list[Play]
) -> None:
    table = await alone(server, clock, size=4)
    room = await server.tables.load(table)
    server.live_services.bots.wake(room)
    await server.bots_idle()
    assert thoughts == []
    await server.at(table, server.visitor())
    await server.eventually(table, lambda now: now["stage"] == "over")


async def test_bots_sleep_when_everybody_has_left(
    server: ServerFixture, clock: ManualClock, thoughts: list[Play]
) -> None:
    table = await alone(server, clock, size=9)
    socket = await server.at(table, server.visitor())
    await server.eventually(table, lambda now: sum(now["position"]["stones"]) > 1)
    await socket.leave()
    await server.bots_idle()
    asked = len(thoughts)
    server.live_services.bots.wake(await server.tables.load(table))
    await server.bots_idle()
    assert len(thoughts) == asked
    assert (await server.look(table))["now"]["stage"] == "playing"


async def test_with_a_clock_a_bot_moves_though_its_opponent_is_absent(
    server: ServerFixture, clock: ManualClock, thoughts: list[Play]
) -> None:
    """The bot plays on against a clock, until it is the absent person's turn."""
    table = await alone(server, clock, seats=[ME, BOT], first=1, clock=BLITZ)
    server.live_services.bots.wake(await server.tables.load(table))
    await server.bots_idle()
    assert (await server.look(table))["now"]["position"]["stones"] == [0, 1]
    assert len(thoughts) == 1


async def test_a_returning_player_wakes_the_bot(
    server: ServerFixture, clock: ManualClock, thoughts: list[Play]
) -> None:
    table = await alone(server, clock, seats=[ME, BOT], first=1)
    server.live_services.bots.wake(await server.tables.load(table))
    await server.bots_idle()
    assert thoughts == []
    await server.at(table, server.visitors[0])
    await server.eventually(table, lambda now: now["position"]["stones"] == [0, 1])


async def test_bots_asleep_in_another_process_are_woken_where_somebody_listens(
    server: ServerFixture, clock: ManualClock, thoughts: list[Play]
) -> None:
    """The news come from the other process; this one only receives them."""
    table = await alone(server, clock, size=4)
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setattr(server.live_services.bots, "_start_task", lambda *_: None)
        await server.at(table, server.visitor())
    await server.live_services.bots.wake_stalled()
    await server.bots_idle()
    assert (await server.look(table))["now"]["stage"] == "over"
    assert thoughts
    assert clock.now() > BOT_TIMEOUT


async def test_a_failure_at_one_table_wakes_bots_of_others_all_the_same(
    server: ServerFixture, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = server.live_services.bots
    tables = [await alone(server, clock, size=4) for _ in range(3)]
    with pytest.MonkeyPatch.context() as elsewhere:
        elsewhere.setattr(bots, "_start_task", lambda *_: None)
        for table in tables:
            await server.at(table, server.visitor())
    next_check, woken, counted = bots.wake, list[str](), list[str]()

    def waking(room: Room) -> None:
        if room.id == tables[0]:
            raise ZeroDivisionError
        woken.append(room.id)
        next_check(room)

    monkeypatch.setattr(bots, "wake", waking)
    monkeypatch.setattr(bots, "_supervisor", Supervisor(counted.append))
    with capture_logs() as logs:
        await bots.wake_stalled()
    assert woken == tables[1:]
    assert counted == ["bots"]
    assert [each["table"] for each in logs if each["event"] == "background_failed"] == tables[:1]


async def test_a_host_with_many_slow_tables_does_not_delay_the_bots_of_another(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twenty tables with six bots of level 10 each, whose thoughts end one by one."""
    served: list[int] = []
    ending = threading.Semaphore(0)

    def answering(self: Opponent, play: Play, _: ThinkingLimit) -> Answer:
        if is_long(self.level, play):
            served.append(play.rules.size)
            ending.acquire()
        return Answer(self.answer_plainly(play), 0.0)

    monkeypatch.setattr(Opponent, "answer", answering)
    many, one = await server.guests(2)
    for _ in range(20):
        await server.seat(many, **HEAVY, first=None)  # any of the six may begin
    while server.live_services.bots._thinker._long.waiting < 20 * 6 - bot_thinker.THREADS:
        await run_loop_until_idle()
    await server.seat(one, [{"level": 10}, ME])
    while server.live_services.bots._thinker._long.waiting < 20 * 6 - bot_thinker.THREADS + 1:
        await run_loop_until_idle()
    assert served == [25] * bot_thinker.THREADS
    while 7 not in served:
        before = len(served)
        ending.release()
        while len(served) == before:
            await run_loop_until_idle()
    ending.release(1000)
    assert served.index(7) <= bot_thinker.THREADS + 1
