"""A server for each test, and the certainty that it had nothing to complain of."""

import logging
from collections.abc import AsyncIterator, Iterator

import pytest
from structlog.testing import capture_logs

from grav.bots.limit import ThinkingLimit
from grav.server.live import bots
from grav.server.live.opponent import Answer, Opponent
from grav.server.table.model import Play
from grav.testing.servers.server_fixture import ServerFixture, open_server_fixture
from grav.testing.tables.fixed_clock import SetClock


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def house(sqlite_url: str, clock: SetClock) -> AsyncIterator[ServerFixture]:
    async with open_server_fixture(sqlite_url, clock) as opened:
        yield opened


@pytest.fixture
async def limited_house(sqlite_url: str, clock: SetClock) -> AsyncIterator[ServerFixture]:
    """One that keeps its limits; while its clock stands, nothing that was spent comes back."""
    async with open_server_fixture(sqlite_url, clock, limits=1) as opened:
        yield opened


@pytest.fixture
def nothing_goes_wrong(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails a test after which the logs hold a warning, or worse."""
    with capture_logs() as events:
        yield
    worse = ("warning", "error", "critical")
    assert [event for event in events if event["log_level"] in worse] == []
    assert [each.getMessage() for each in caplog.records if each.levelno >= logging.WARNING] == []


@pytest.fixture
def bots_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think as they do, and take no pause."""
    answer = Opponent.answer

    def answering(self: Opponent, play: Play, limit: ThinkingLimit) -> Answer:
        return answer(self, play, limit)._replace(pause=0.0)

    monkeypatch.setattr(Opponent, "answer", answering)
    monkeypatch.setattr(bots, "SETTLING_PAUSE", 0.0)
    monkeypatch.setattr(bots, "BACKOFF_SECONDS", 0.0)
