"""The certainty that a server had nothing to complain of, and bots that take no pause."""

import logging
from collections.abc import Iterator

import pytest
from structlog.testing import capture_logs

from grav.bots.thinking_limit import ThinkingLimit
from grav.server.live import bots
from grav.server.live.bot_opponent import Answer, Opponent
from grav.server.table.model import Play


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
    monkeypatch.setattr(bots, "SETTLING_PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(bots, "BACKOFF_SECONDS", 0.0)
