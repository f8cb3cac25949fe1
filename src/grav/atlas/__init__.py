"""Forecasts of what a setting does, looked up in measurements that are shipped as data.

Knows the rules and nothing else of the game; `grav lab atlas` played the games.
"""

from grav.atlas.atlas import GREEDY, RANDOM, SEARCH, WHO, Atlas, atlas, forecast
from grav.atlas.best import Scored, best, score
from grav.atlas.board import Board, MeasuredRow
from grav.atlas.canonical import canonical
from grav.atlas.difficulty import difficulty, looks
from grav.atlas.forecast import Forecast, Near
from grav.atlas.format import AtlasError
from grav.atlas.measures import MEASURES, Kind, Measure, error_of, value_of

__all__ = [
    "GREEDY",
    "MEASURES",
    "RANDOM",
    "SEARCH",
    "WHO",
    "Atlas",
    "AtlasError",
    "Board",
    "Forecast",
    "Kind",
    "Measure",
    "MeasuredRow",
    "Near",
    "Scored",
    "atlas",
    "best",
    "canonical",
    "difficulty",
    "error_of",
    "forecast",
    "looks",
    "score",
    "value_of",
]
