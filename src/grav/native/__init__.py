"""The interface to the native core: the same answers as the Python rules, in bulk."""

from grav.native.bulk import (
    BulkError,
    Playouts,
    Policy,
    Positions,
    board_array,
    game_sums,
    legal_masks,
    perceived_breaches,
    playouts,
    point_index,
    positions,
    shape_counts,
    tally,
)
from grav.native.game import NativeGame
from grav.native.loading import NativeMissing, is_available
from grav.native.measure_perception import PerceptionErrors, measure_perception
from grav.native.perception_model import PERFECT_PERCEPTION, PerceptionModel
from grav.native.ratio_errors import GameSums, Products, Stage
from grav.native.search_options import RolloutPolicy, SearchOptions
from grav.native.tallies import Tally

__all__ = [
    "PERFECT_PERCEPTION",
    "BulkError",
    "GameSums",
    "NativeGame",
    "NativeMissing",
    "PerceptionErrors",
    "PerceptionModel",
    "Playouts",
    "Policy",
    "Positions",
    "Products",
    "RolloutPolicy",
    "SearchOptions",
    "Stage",
    "Tally",
    "board_array",
    "game_sums",
    "is_available",
    "legal_masks",
    "measure_perception",
    "perceived_breaches",
    "playouts",
    "point_index",
    "positions",
    "shape_counts",
    "tally",
]
