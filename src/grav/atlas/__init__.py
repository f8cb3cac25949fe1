"""Forecasts of what a setting does, looked up in measurements that are shipped as data.

Knows the rules, and of the game which settings dice can throw; `grav lab atlas` played the games.
"""

from grav.atlas.atlas import Atlas, atlas, forecast
from grav.atlas.best_settings import ScoredSetting, best, quality_score, skill_factor
from grav.atlas.canonical_setting import canonical_setting
from grav.atlas.difficulty import difficulty, points_to_check
from grav.atlas.file_format import AtlasError
from grav.atlas.forecast import Forecast, Neighbour
from grav.atlas.measured_board import MeasuredBoard, MeasuredRow
from grav.atlas.measures import MEASURES, AtlasMeasure, MeasureKind, error_of, value_of
from grav.atlas.player_kinds import (
    GREEDY,
    PLAYER_KINDS,
    RANDOM,
    SEARCH_100,
    SEARCH_1000,
    SEARCH_10000,
    SEARCH_SIMULATIONS,
)
from grav.atlas.thinkers import Standing, Thinkers, find_thinkers

__all__ = [
    "GREEDY",
    "MEASURES",
    "PLAYER_KINDS",
    "RANDOM",
    "SEARCH_100",
    "SEARCH_1000",
    "SEARCH_10000",
    "SEARCH_SIMULATIONS",
    "Atlas",
    "AtlasError",
    "AtlasMeasure",
    "Forecast",
    "MeasureKind",
    "MeasuredBoard",
    "MeasuredRow",
    "Neighbour",
    "ScoredSetting",
    "Standing",
    "Thinkers",
    "atlas",
    "best",
    "canonical_setting",
    "difficulty",
    "error_of",
    "find_thinkers",
    "forecast",
    "points_to_check",
    "quality_score",
    "skill_factor",
    "value_of",
]
