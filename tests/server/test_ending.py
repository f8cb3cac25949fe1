"""A server that is told to end before it runs."""

import signal
from collections.abc import Iterator

import pytest
import uvicorn

from grav.server.serve import Ending


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    before = {each: signal.getsignal(each) for each in (signal.SIGTERM, signal.SIGINT)}
    yield
    for each, handler in before.items():
        signal.signal(each, handler)


async def nothing(*_: object) -> None:
    """An application that is never asked."""


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_it_is_not_forgotten_that_a_server_shall_end_before_there_is_one(
    told: signal.Signals,
) -> None:
    ending, server = Ending(), uvicorn.Server(uvicorn.Config(nothing))
    signal.raise_signal(told)
    ending.hand_over(server)
    assert ending.told
    assert server.should_exit


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_does_not_run_yet_is_told(told: signal.Signals) -> None:
    ending, server = Ending(), uvicorn.Server(uvicorn.Config(nothing))
    ending.hand_over(server)
    assert not server.should_exit
    signal.raise_signal(told)
    assert server.should_exit
