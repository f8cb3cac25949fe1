"""Finds the GPU with CuPy, and compiles the kernels on first use."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

from grav.lab.gpu.rules_struct import PACKED_BYTES
from grav.text import GravError

BOARD_KINDS = {8: "Small", 15: "Medium", 25: "Large"}
"""The kinds of board of cpp/include/grav/bitsets.h, by the largest size that fits."""
THREADS_PER_BLOCK = {"Small": 256, "Medium": 128, "Large": 64}
"""Threads per block, the fastest as measured; docs/performance.md has the figures."""

_HERE = Path(__file__).parent
KERNELS = _HERE / "kernels.cu"


class GpuMissing(GravError):
    """CuPy or a usable GPU is missing."""


@cache
def import_cupy() -> Any:
    """Imports CuPy and checks that there is a GPU.

    :raises GpuMissing: when the package or the GPU is missing
    """
    try:
        found = import_module("cupy")
    except ImportError as error:
        raise GpuMissing("lab.no_cupy") from error
    try:
        count = found.cuda.runtime.getDeviceCount()
    except Exception as error:  # drivers raise errors of many different types
        raise GpuMissing("lab.no_gpu", why=str(error)) from error
    if count == 0:
        raise GpuMissing("lab.no_gpu", why="0")
    return found


def is_available() -> bool:
    """Whether games can be played on a GPU here."""
    try:
        import_cupy()
    except GpuMissing:
        return False
    return True


def board_kind(size: int) -> str:
    return next(kind for largest, kind in BOARD_KINDS.items() if size <= largest)


@cache
def load_kernels(kind: str, shapes: Literal["all", "needed"]) -> Any:
    """Returns the module of kernels for boards of this kind, compiled with NVRTC and cached."""
    options = [
        "-std=c++20",
        "-default-device",
        f"-I{find_headers()}",
        *(f"-D{name}={value}" for name, value in kernel_constants(kind, shapes).items()),
    ]
    source = KERNELS.read_text("utf-8")
    return import_cupy().RawModule(code=source, options=tuple(options), backend="nvrtc")


def kernel_constants(kind: str, shapes: Literal["all", "needed"]) -> dict[str, str | int]:
    """Returns the constants that the kernels are compiled with."""
    return {
        "KIND": kind,
        "COUNTED": shapes.capitalize(),
        "THREADS_PER_BLOCK": THREADS_PER_BLOCK[kind],
        "PACKED_BYTES": PACKED_BYTES,
    }


def find_headers() -> Path:
    """Finds the folder of the core's headers: in a wheel beside this file, else in the project."""
    installed = _HERE / "include"
    return installed if installed.exists() else Path(__file__).parents[4] / "cpp" / "include"
