"""Leaves out tests whose packages are not installed: `make test-ray` installs them."""

import pytest
from tests.lab.small_runs import SMALL_WORK

from grav.extras import is_installed

collect_ignore = [] if is_installed("ray") else ["test_ray.py"]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of so little work that a small experiment has many of them."""
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", SMALL_WORK)
