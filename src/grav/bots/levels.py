"""The ten levels: how much each searches, and how good its perception is.

Levels are simulation budgets and perception parameters, not times, so that they mean the same on
every machine. Their results against each other are in docs/opponents.md, which
`grav arena --ladder` writes.
"""

from dataclasses import dataclass

from grav.native.perception_model import PerceptionModel
from grav.text import Text

_WEAKEST = PerceptionModel(
    run=0.45,
    per_interval=0.15,
    diagonal=0.1,
    mixed=0.08,
    square=0.3,
    miscount=0.08,
    distance=0.12,
    per_step=0.02,
    shape=0.7,
)


def _nodes(per_point: float, size: int) -> int:
    return max(round(per_point * size**2), 1) if per_point else 0


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent by its strength, from 1 to 10."""

    number: int
    nodes_per_point: float
    """Simulations before a move, for each point of the board; with 0 it chooses without search."""
    error_factor: float
    """The factor on the error probabilities of the weakest perception."""
    greed: float = 1.0
    """Without search: how often it chooses among the points that complete the most shapes."""
    insight: bool = False
    """Whether the search has strong priors: for shapes, and for leaving none to the next seat."""
    bluffs: bool = False
    """Whether it may break a rule on purpose."""
    quick_stones: int = 0
    """While fewer stones lie on the board, it moves quickly: it hardly searches. Under the books'
    rule some of the first stones decide the game: an opponent that finds them by search is not a
    medium one."""
    quick_nodes_per_point: float = 0.14
    """The most simulations before a quick move, for each point of the board."""

    def nodes(self, size: int) -> int:
        """Returns the simulations for a move on a board of this size."""
        return _nodes(self.nodes_per_point, size)

    def nodes_with(self, stones: int, size: int) -> int:
        """Returns the simulations for a move with so many stones on the board."""
        quick = self.quick_nodes_per_point if self.is_quick(stones) else self.nodes_per_point
        return _nodes(min(quick, self.nodes_per_point), size)

    def is_quick(self, stones: int) -> bool:
        """Whether it moves quickly while so many stones lie on the board."""
        return stones < self.quick_stones

    @property
    def perception(self) -> PerceptionModel:
        return _WEAKEST.scale_errors(self.error_factor)

    @property
    def name(self) -> Text:
        return Text(f"levels.name_{self.number}")

    @property
    def description(self) -> Text:
        return Text(f"levels.about_{self.number}")


LEVELS = {
    level.number: level
    for level in (
        Level(1, nodes_per_point=0, error_factor=1.0, greed=0.0),
        Level(2, nodes_per_point=0, error_factor=1.0, greed=0.55),
        Level(3, nodes_per_point=0, error_factor=0.98, greed=0.85),
        Level(4, nodes_per_point=0, error_factor=0.89),
        Level(5, nodes_per_point=0, error_factor=0.69),
        Level(6, nodes_per_point=0.15, error_factor=0.57, bluffs=True, quick_stones=4),
        Level(7, nodes_per_point=0.7, error_factor=0.4, bluffs=True, quick_stones=4),
        Level(8, nodes_per_point=12, error_factor=0.26, insight=True, bluffs=True, quick_stones=4),
        Level(9, nodes_per_point=80, error_factor=0.14, insight=True, bluffs=True, quick_stones=4),
        Level(10, nodes_per_point=240, error_factor=0.0, insight=True, bluffs=True),
    )
}
