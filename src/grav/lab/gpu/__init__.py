"""Games on a GPU: the headers of the native core as CUDA kernels, game for game the same."""

from grav.lab.gpu.device import GpuMissing, is_available
from grav.lab.gpu.playing import playouts, tallies

__all__ = ["GpuMissing", "is_available", "playouts", "tallies"]
