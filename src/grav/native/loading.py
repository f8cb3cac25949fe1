"""Loads the native core, or raises an error that says why it is missing and how to get it.

A core that was built on another machine may use instructions that this processor does not have.
The CPU features it needs are listed beside it in `_cpu.txt`, and checked before it is loaded.
"""

import importlib.util
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from grav.text import GravError

_NAME = "grav.native._core"
_CPUINFO = Path("/proc/cpuinfo")


class NativeMissing(GravError):
    """The native core is not installed, or cannot run on this machine."""


@cache
def core() -> Any:
    """Returns the module `grav.native._core`, whose types `_core.pyi` states.

    :raises NativeMissing: when it was not built, is for another processor, or does not load
    """
    spec = importlib.util.find_spec(_NAME)
    if spec is None or spec.origin is None:
        raise NativeMissing("native.missing")
    level, lacking = _find_missing_features(Path(spec.origin).with_name("_cpu.txt"))
    if lacking:
        raise NativeMissing("native.wrong_processor", level=level, lacking=lacking)
    try:
        return import_module(_NAME)
    except ImportError as error:
        raise NativeMissing("native.broken", why=str(error)) from error


def is_available() -> bool:
    """Whether the native core is installed and runs on this processor."""
    try:
        core()
    except NativeMissing:
        return False
    return True


def _find_missing_features(file: Path) -> tuple[str, list[str]]:
    """Returns the CPU level that the core was built for, and the features missing here."""
    try:
        level, needs = file.read_text("utf-8").split("\n")[:2]
    except (OSError, ValueError):
        return "", []
    has = _cpu_flags()
    return level, [] if has is None else sorted(set(needs.split()) - has)


def _cpu_flags() -> set[str] | None:
    """Returns the CPU flags that Linux reports; `None` where they are not available."""
    try:
        lines = _CPUINFO.read_text("utf-8", errors="replace").splitlines()
    except OSError:
        return None
    fields = (line.partition(":") for line in lines)
    return next((set(value.split()) for name, _, value in fields if name.strip() == "flags"), None)
