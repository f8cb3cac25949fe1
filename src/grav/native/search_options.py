"""The parameters of a search, as `cpp/include/grav/search/options.h` has them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from grav.native.loading import core

if TYPE_CHECKING:
    from grav.native import _core

MIN_WEIGHT, MAX_WEIGHT = 1e-6, 1e6
"""Bounds of prior weights. The core adds them up in single precision: their sum must be neither 0
nor infinite."""
MAX_EXPLORE = 1e6
MAX_COUNT = 1_000_000
"""Maximum of the options that are whole numbers."""

_WEIGHTS = ("shape_weight", "safe_weight", "number_weight", "pass_weight")
_FIELDS = ("explore", "score_share", *_WEIGHTS, "tries", "expand_after")


class RolloutPolicy(StrEnum):
    """How play-outs choose points."""

    RANDOM = "random"
    """Any legal point; every shape is taken."""
    COMPLETING = "completing"
    """A point that completes a shape, if no bonus turn is to come."""
    CAREFUL = "careful"
    """The same; where no point completes a shape, one that leaves the next seat none."""


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The parameters of a search. The defaults are those of the core."""

    explore: float = 1.2
    """The weight of exploration (the PUCT constant)."""
    score_share: float = 0.1
    """The weight of stones in a utility; the rest is that of wins."""
    shape_weight: float = 64.0
    """The prior weight of a move that completes shapes."""
    safe_weight: float = 20.0
    """The prior weight of a move that leaves the next seat no shape to complete."""
    number_weight: float = 4.0
    """The prior weight of taking all bonus turns."""
    pass_weight: float = 0.1
    """The prior weight of a pass, relative to a placement that is as safe."""
    tries: int = 60
    """Points that a careful play-out tries to find one that leaves the next seat no shape."""
    expand_after: int = 1
    """Visits of a node before it is expanded."""
    policy: RolloutPolicy = RolloutPolicy.CAREFUL

    def __post_init__(self) -> None:
        """:raises ValueError: when a value is out of its bounds"""
        _check("explore", self.explore, 0, MAX_EXPLORE)
        _check("score_share", self.score_share, 0, 1)
        for name in _WEIGHTS:
            _check(name, getattr(self, name), MIN_WEIGHT, MAX_WEIGHT)
        _check_whole("tries", self.tries, 1)
        _check_whole("expand_after", self.expand_after, 0)
        RolloutPolicy(self.policy)

    def to_core(self) -> "_core.SearchOptions":
        made: _core.SearchOptions = core().SearchOptions()
        for name in _FIELDS:
            setattr(made, name, getattr(self, name))
        made.policy = core().RolloutPolicy[self.policy]
        return made


def _check(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:  # false for NaN, too
        raise ValueError(f"{name} is {value:g}: it must be from {least:g} to {most:g}")


def _check_whole(name: str, value: float, least: int) -> None:
    if not isinstance(value, int):
        raise ValueError(f"{name} is {value}: it must be a whole number")
    _check(name, value, least, MAX_COUNT)


WITHOUT_INSIGHT = SearchOptions(shape_weight=4.0, safe_weight=1.0, policy=RolloutPolicy.COMPLETING)
"""Priors that do not prefer moves that leave the next seat no shape: the search is weaker at few
simulations, like people who do not know the game well."""
