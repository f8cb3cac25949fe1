"""The door to the native core: the same answers as the readable rules, in bulk."""

from grav.native.bulk import (
    BulkError,
    Playouts,
    Policy,
    Positions,
    beliefs,
    board_array,
    legal_masks,
    playouts,
    point_index,
    positions,
    shape_counts,
)
from grav.native.eyes import PERFECT, Eyes
from grav.native.game import NativeGame
from grav.native.loading import NativeMissing, is_available

__all__ = [
    "PERFECT",
    "BulkError",
    "Eyes",
    "NativeGame",
    "NativeMissing",
    "Playouts",
    "Policy",
    "Positions",
    "beliefs",
    "board_array",
    "is_available",
    "legal_masks",
    "playouts",
    "point_index",
    "positions",
    "shape_counts",
]
