"""Leaves out tests that need Ray (`make test-ray` installs it) or a GPU, where these are
missing.
"""

import pytest
from tests.lab.small_runs import SMALL_WORK

from grav.extras import is_installed
from grav.lab import gpu

collect_ignore = [
    *([] if is_installed("ray") else ["test_ray.py"]),
    *([] if gpu.is_available() else ["gpu/test_on_gpu.py"]),
]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes parts so small that a small experiment has many of them."""
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", SMALL_WORK)
