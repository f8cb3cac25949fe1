"""The interface to the native core: the same answers as the Python rules, in bulk."""

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
    tally,
)
from grav.native.eyes import PERFECT, Eyes
from grav.native.eyesight import Eyesight, eyesight
from grav.native.game import NativeGame
from grav.native.loading import NativeMissing, is_available
from grav.native.tallies import Tally

__all__ = [
    "PERFECT",
    "BulkError",
    "Eyes",
    "Eyesight",
    "NativeGame",
    "NativeMissing",
    "Playouts",
    "Policy",
    "Positions",
    "Tally",
    "beliefs",
    "board_array",
    "eyesight",
    "is_available",
    "legal_masks",
    "playouts",
    "point_index",
    "positions",
    "shape_counts",
    "tally",
]
