"""Perception parameters: how often a player overlooks or miscounts something.

The model itself is cpp/include/grav/perception.h.
"""

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from grav.native.loading import core

if TYPE_CHECKING:
    from grav.native import _core

_PROBABILITY_ONE = (
    65_536  # the core has integer probabilities in this unit, so nothing depends on rounding
)


@dataclass(frozen=True, slots=True)
class PerceptionModel:
    """Error probabilities of perception, from 0 to 1. The default is perfect perception."""

    run: float = 0.0
    """A run is overlooked."""
    per_interval: float = 0.0
    """Added to `run` for each step of the run's interval beyond one."""
    diagonal: float = 0.0
    """Added to `run` on a diagonal."""
    mixed: float = 0.0
    """Added to `run` if the stones are of more than one colour."""
    square: float = 0.0
    """The fullest square is overlooked."""
    miscount: float = 0.0
    """The stones of a run or of a square are counted one too many or one too few."""
    distance: float = 0.0
    """A distance is counted one too long or too short."""
    per_step: float = 0.0
    """Added to `distance` for each step of the distance."""
    shape: float = 0.0
    """A completed shape is not noticed."""
    pressure: float = 0.0
    """Time pressure: all of these grow by this share of themselves."""

    def __post_init__(self) -> None:
        for name, share in asdict(self).items():
            most = 8 if name == "pressure" else 1
            if not 0 <= share <= most:
                raise ValueError(f"{name} is {share}, expected a share from 0 to {most}")

    @property
    def is_perfect(self) -> bool:
        return self == PERFECT_PERCEPTION or replace(self, pressure=0.0) == PERFECT_PERCEPTION

    def with_pressure(self, pressure: float) -> "PerceptionModel":
        """Returns the same parameters with this time pressure."""
        return replace(self, pressure=pressure)

    def scale_errors(self, share: float) -> "PerceptionModel":
        """Returns the parameters with all probabilities multiplied by this factor."""
        scaled = {name: min(1.0, value * share) for name, value in asdict(self).items()}
        return replace(PERFECT_PERCEPTION, **(scaled | {"pressure": self.pressure}))

    def to_core(self) -> "_core.Perception":
        shares = {name: round(share * _PROBABILITY_ONE) for name, share in asdict(self).items()}
        made: _core.Perception = core().Perception(**shares)
        return made


PERFECT_PERCEPTION = PerceptionModel()
