"""What needs a package that is not installed here is not collected: `make test-ray` installs it."""

from importlib.util import find_spec

import pytest
from tests.lab.runs import SMALL_WORK

_ray = find_spec("ray")
# A folder of that name on the path is found as a namespace package, which has no origin.
collect_ignore = [] if _ray and _ray.origin else ["test_ray.py"]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of so little work that a small experiment has many of them."""
    monkeypatch.setattr("grav.lab.cells.MIN_WORK", SMALL_WORK)
