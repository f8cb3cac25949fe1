"""The delays between attempts to connect."""

import time

import pytest

from grav.client.backoff import STABLE_SECONDS, Backoff


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, in a list of one, so that a test can set it."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


def test_each_failure_doubles_the_delay_up_to_a_maximum() -> None:
    backoff = Backoff(first=1.0, most=8.0)
    assert [backoff.next_delay() for _ in range(6)] == [1, 2, 4, 8, 8, 8]


def test_a_connection_that_lasted_resets_the_delay(clock: list[float]) -> None:
    backoff = Backoff(first=1.0)
    assert [backoff.next_delay() for _ in range(3)] == [1, 2, 4]
    backoff.connected()
    clock[0] += STABLE_SECONDS + 1
    assert backoff.next_delay() == 1


def test_a_connection_that_breaks_at_once_resets_nothing(clock: list[float]) -> None:
    backoff = Backoff(first=1.0)
    backoff.next_delay()
    backoff.connected()
    clock[0] += STABLE_SECONDS - 1
    assert backoff.next_delay() == 2


def test_an_attempt_that_hangs_before_it_fails_resets_nothing(clock: list[float]) -> None:
    backoff = Backoff(first=1.0)
    for expected in (1, 2, 4):
        clock[0] += STABLE_SECONDS + 1
        assert backoff.next_delay() == expected
