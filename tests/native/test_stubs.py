"""The type stubs match the native core that is built."""

import subprocess
import sys
from pathlib import Path

import pytest

from grav.native import loading

COMMITTED = Path(loading.__file__).with_name("_core.pyi")


def test_the_committed_stubs_match_the_core(tmp_path: Path) -> None:
    if not loading.is_available():
        pytest.skip("the native core is not installed")
    made = tmp_path / "_core.pyi"
    options = ["-q", "--exclude-values", "-m", "grav.native._core", "-o", str(made)]
    subprocess.run([sys.executable, "-m", "nanobind.stubgen", *options], check=True)
    assert COMMITTED.read_text("utf-8") == made.read_text("utf-8"), "`make stubs` writes it again"
