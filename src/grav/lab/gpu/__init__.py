"""Plays games on a GPU: the native core's headers compiled as CUDA, with identical games."""

from grav.lab.gpu.device import GpuMissing, is_available
from grav.lab.gpu.playing import playouts, tallies

__all__ = ["GpuMissing", "is_available", "playouts", "tallies"]
