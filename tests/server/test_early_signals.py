"""Signals that arrive before the server runs."""

import signal
from collections.abc import Iterator

import pytest
import uvicorn

from grav.server.serve import ShutdownSignals


@pytest.fixture(autouse=True)
def _restore_handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


async def no_app(*_: object) -> None:
    """An ASGI application that is never called."""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_server_exists_is_remembered(
    number: signal.Signals,
) -> None:
    ending, server = ShutdownSignals(), uvicorn.Server(uvicorn.Config(no_app))
    signal.raise_signal(number)
    ending.hand_over(server)
    assert ending.received
    assert server.should_exit


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_before_the_server_runs_stops_it(number: signal.Signals) -> None:
    ending, server = ShutdownSignals(), uvicorn.Server(uvicorn.Config(no_app))
    ending.hand_over(server)
    assert not server.should_exit
    signal.raise_signal(number)
    assert server.should_exit
