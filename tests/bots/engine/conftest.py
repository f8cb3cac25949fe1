"""An engine under test."""

from collections.abc import Callable
from functools import partial

import pytest

from grav.bots import create_player
from grav.bots.engine import Engine

Talk = Callable[..., list[str]]


@pytest.fixture
def engine() -> Engine:
    return Engine(partial(create_player, "greedy"), "seed", version="1.2.3")


@pytest.fixture
def talk(engine: Engine) -> Talk:
    """Sends lines, and returns the answers without the empty lines that end them."""

    def send(*lines: str) -> list[str]:
        answers = [engine.answer(line) for line in lines]
        assert all(answer is None or answer.endswith("\n\n") for answer in answers)
        return [answer[:-2] for answer in answers if answer is not None]

    return send
