"""Supervision: background loops that fail are logged, counted, and restarted with backoff."""

import asyncio

import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from grav.server.live import deadline_timers, socket_heartbeat
from grav.server.runtime import background as module
from grav.server.runtime.background import Supervisor
from grav.server.store import StoreUnavailable
from grav.tasks import cancel_and_wait
from grav.testing.servers.asgi_driver import run_loop_until_idle
from grav.testing.servers.server_fixture import open_server_fixture

pytestmark = pytest.mark.anyio

TIMEOUT = 120


class Failing:
    """Fails with each error in turn, and then runs until it is cancelled."""

    def __init__(self, *errors: BaseException) -> None:
        self._errors = list(errors)
        self.begun = 0
        self.goes_on = asyncio.Event()

    async def work(self) -> None:
        self.begun += 1
        if self._errors:
            raise self._errors.pop(0)
        self.goes_on.set()
        await asyncio.Event().wait()


@pytest.fixture
def no_backoff(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_PAUSE_SECONDS", 0.0)


@pytest.mark.usefixtures("no_backoff")
async def test_a_loop_that_fails_is_logged_with_its_traceback_counted_and_restarted() -> None:
    counted: list[str] = []
    failing = Failing(ZeroDivisionError("one"), KeyError("two"))
    with capture_logs() as logs:
        task = Supervisor(counted.append).start("some_loop", failing.work)
        async with asyncio.timeout(TIMEOUT):
            await failing.goes_on.wait()
    assert failing.begun == 3
    assert counted == ["some_loop"] * 2
    assert [(each["log_level"], each["event"], each["loop"]) for each in logs] == [
        ("error", "background_failed", "some_loop")
    ] * 2
    assert all(each["exc_info"].__traceback__ is not None for each in logs)
    await cancel_and_wait([task])


@pytest.mark.usefixtures("no_backoff")
async def test_a_loop_that_ends_by_a_foreign_cancellation_is_restarted() -> None:
    counted: list[str] = []
    failing = Failing(asyncio.CancelledError("not the loop's own"))
    with capture_logs():
        task = Supervisor(counted.append).start("some_loop", failing.work)
        async with asyncio.timeout(TIMEOUT):
            await failing.goes_on.wait()
    assert counted == ["some_loop"]
    await cancel_and_wait([task])
    assert task.cancelled()
    assert counted == ["some_loop"]


@pytest.mark.usefixtures("no_backoff")
async def test_failures_are_counted_by_loop(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_heartbeat, "BEAT_SECONDS", 0.0)
    monkeypatch.setattr(deadline_timers, "SWEEP_SECONDS", 0.001)
    failures: dict[str, list[Exception]] = {
        "pulse": [ZeroDivisionError()],
        "tidy": [KeyError("one"), KeyError("other")],
    }

    def fail(loop: str) -> None:
        if failures[loop]:
            raise failures[loop].pop()

    with capture_logs():
        async with open_server_fixture(sqlite_url) as server:
            monkeypatch.setattr(server.tables, "send_presence", lambda **_: fail("pulse"))
            monkeypatch.setattr(server.tables, "catch_up_stale", lambda: fail("tidy"))
            async with asyncio.timeout(TIMEOUT):
                while any(failures.values()):
                    await run_loop_until_idle()
            told = server.live_services.bots._metrics.render().decode()
    samples = [each for family in text_string_to_metric_families(told) for each in family.samples]
    counted = {
        each.labels["loop"]: each.value
        for each in samples
        if each.name == "grav_background_failures_total"
    }
    assert counted == {"pulse": 1, "tidy": 2}


@pytest.mark.usefixtures("no_backoff")
async def test_an_unavailable_database_is_logged_in_one_sentence() -> None:
    away = StoreUnavailable()
    away.__cause__ = OSError("no way to the server")
    failing = Failing(away)
    with capture_logs() as logs:
        task = Supervisor().start("some_loop", failing.work)
        async with asyncio.timeout(TIMEOUT):
            await failing.goes_on.wait()
    (line,) = logs
    assert (line["log_level"], line["why"]) == ("warning", "no way to the server")
    assert "exc_info" not in line
    await cancel_and_wait([task])


async def test_the_backoff_grows_up_to_a_maximum(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []

    async def wait_for(waiting: object, pause: float) -> None:
        waiting.close()  # type: ignore[attr-defined]
        pauses.append(pause)
        raise TimeoutError

    monkeypatch.setattr(asyncio, "wait_for", wait_for)
    failing = Failing(*(ZeroDivisionError() for _ in range(12)))
    with capture_logs():
        task = Supervisor().start("some_loop", failing.work)
        await failing.goes_on.wait()
    await cancel_and_wait([task])
    assert pauses[:4] == [0.1, 0.2, 0.4, 0.8]
    assert pauses[-1] == module.MAX_PAUSE_SECONDS


async def test_a_loop_that_returns_is_not_restarted() -> None:
    async def work() -> None:
        pass

    async with asyncio.timeout(TIMEOUT):
        await Supervisor().start("some_loop", work)


async def test_stopping_during_the_backoff_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MIN_PAUSE_SECONDS", 3600.0)
    monkeypatch.setattr(module, "MAX_PAUSE_SECONDS", 3600.0)
    ending, failed = asyncio.Event(), asyncio.Event()
    supervisor = Supervisor(lambda _: failed.set())
    with capture_logs():
        task = supervisor.start("some_loop", Failing(ZeroDivisionError()).work, ending)
        await failed.wait()
        ending.set()
        async with asyncio.timeout(TIMEOUT):
            await task
