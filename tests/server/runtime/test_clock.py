"""The clock of a process: monotonic, slewed to the right time, and unaffected by clock changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grav.server.runtime import clock_alignment
from grav.server.runtime.clock import MAX_SLEW, SystemClock, read_epoch, wall_time
from grav.server.runtime.clock_alignment import Alignment
from grav.server.store import open_database
from grav.server.store.database_clock import database_time
from grav.testing.tables.deterministic_clock_and_ids import START, MachineClocks

HOUR = 3_600_000


@pytest.mark.parametrize("step", [-HOUR, HOUR])
def test_setting_the_machines_clock_does_not_affect_a_running_process(step: int) -> None:
    machine = MachineClocks()
    clock = machine.start()
    machine.advance(1000)
    machine.step(step)
    assert clock.now() == START + 1000
    machine.advance(500)
    assert clock.now() == START + 1500
    assert clock.elapsed() == 1.5


@pytest.mark.anyio
async def test_a_replacement_process_has_the_time_of_the_others(
    sqlite_url: str,
) -> None:
    """Although the machine's clock was set: otherwise it would decide that their players are out of
    time.
    """
    machine = MachineClocks()
    epoch, first = machine.wall() - machine.monotonic() * 1000, machine.start()
    machine.advance(5000)
    machine.step(HOUR)
    second = SystemClock(machine.wall, machine.monotonic, epoch)
    database = open_database(sqlite_url)
    try:
        await Alignment(second, database).start()
        assert second.now() == first.now() == START + 5000
    finally:
        await database.close()


def test_all_processes_of_a_server_share_one_epoch() -> None:
    epoch = read_epoch()
    clocks = [SystemClock(epoch=epoch) for _ in range(2)]
    moment = clocks[0].elapsed()
    assert clocks[0].at(moment) == pytest.approx(clocks[1].at(moment), abs=0.001)
    assert abs(clocks[0].at(moment) - wall_time()) < 10_000


def test_a_new_server_takes_the_time_of_the_machine() -> None:
    machine = MachineClocks()
    machine.step(-HOUR)
    assert machine.start().now() == START - HOUR


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["pass", "slew"]), st.floats(-2 * HOUR, 2 * HOUR, allow_nan=False)
        ),
        max_size=30,
    )
)
def test_the_clock_is_monotonic_and_its_rate_is_bounded(steps: list[tuple[str, float]]) -> None:
    machine = MachineClocks()
    clock = machine.start()
    for what, amount in steps:
        before, passed = clock.now(), 0.0
        if what == "pass":
            passed = abs(amount)
            machine.advance(passed)
        else:
            clock.slew(amount)
        ran = clock.now() - before
        assert passed * (1 - MAX_SLEW) - 1 <= ran <= passed * (1 + MAX_SLEW) + 1
        assert ran >= 0


@pytest.mark.parametrize("wrong", [-300.0, 300.0])
def test_slewing_corrects_an_error_gradually(wrong: float) -> None:
    machine = MachineClocks()
    clock = machine.start()
    machine.step(wrong)
    clock.slew(wrong)
    machine.advance(abs(wrong) / MAX_SLEW / 2)
    assert abs(machine.wall() - clock.now()) == pytest.approx(abs(wrong) / 2, abs=1)
    machine.advance(abs(wrong) / MAX_SLEW)
    assert machine.wall() - clock.now() == pytest.approx(0, abs=1)


@pytest.mark.anyio
async def test_with_sqlite_the_clock_follows_the_machines(sqlite_url: str) -> None:
    machine = MachineClocks()
    clock = machine.start()
    database = open_database(sqlite_url)
    try:
        aligned = Alignment(clock, database)
        await aligned.start()
        machine.step(100)
        await aligned.renew()
        assert clock.now() == START
        machine.advance(100 / MAX_SLEW)
        assert clock.now() == round(machine.wall())
    finally:
        await database.close()


@pytest.mark.anyio
async def test_with_postgresql_the_clock_follows_the_databases(postgresql_url: str) -> None:
    """Even if the host's own clock is wrong."""
    database = open_database(postgresql_url)
    wrong = SystemClock(wall=lambda: START - HOUR)
    try:
        await Alignment(wrong, database).start()
        logged = await database_time(database, wrong.elapsed)
        assert abs(wrong.at(logged.moment) - logged.time) < 10_000
        assert abs(wall_time() - logged.time) < 10_000
    finally:
        await database.close()


@pytest.mark.anyio
async def test_the_databases_time_is_exact_up_to_the_round_trip(
    postgresql_url: str,
) -> None:
    database = open_database(postgresql_url)
    clock = SystemClock()
    try:
        one, other = [await database_time(database, clock.elapsed) for _ in range(2)]
        apart = (other.time - one.time) - (other.moment - one.moment) * 1000
        assert abs(apart) <= one.error + other.error + 1
    finally:
        await database.close()


@pytest.mark.anyio
async def test_a_step_of_the_clock_is_logged_once(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = list[int]()
    monkeypatch.setattr(clock_alignment.log, "warning", lambda _, ahead_ms: logged.append(ahead_ms))
    machine = MachineClocks()
    database = open_database(sqlite_url)
    try:
        aligned = Alignment(machine.start(), database)
        await aligned.start()
        machine.step(HOUR)
        for _ in range(3):
            await aligned.renew()
        assert logged == [HOUR]
    finally:
        await database.close()
