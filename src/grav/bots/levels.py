"""The ten levels: how far each looks ahead, and how well it sees.

Levels are node budgets and eyes, not times, so that they mean the same on every machine. How they
fare against each other is in docs/opponents.md, which `grav arena --ladder` writes.
"""

from dataclasses import dataclass

from grav.native.eyes import Eyes
from grav.text import Text

_WEAKEST = Eyes(
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


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent by its strength, from 1 to 10."""

    number: int
    thought: float
    """Games that it imagines before a move, for each point of the board; with none it goes by what
    it sees."""
    blur: float
    """The share of the weakest eyes' mistakes that it makes."""
    greed: float = 1.0
    """Without thinking ahead: how often it looks for points that complete shapes."""
    insight: bool = False
    """Does it know beforehand what tends to be good: shapes, and leaving none to the next?"""
    bluffs: bool = False
    """May it break a rule on purpose?"""

    def nodes(self, size: int) -> int:
        """The games that it imagines on a board of this size."""
        return max(round(self.thought * size**2), 1) if self.thought else 0

    @property
    def eyes(self) -> Eyes:
        return _WEAKEST.scaled(self.blur)

    @property
    def name(self) -> Text:
        return Text(f"levels.name_{self.number}")

    @property
    def description(self) -> Text:
        return Text(f"levels.about_{self.number}")


LEVELS = {
    level.number: level
    for level in (
        Level(1, thought=0, blur=1.0, greed=0.0),
        Level(2, thought=0, blur=1.0, greed=0.55),
        Level(3, thought=0, blur=0.98, greed=0.85),
        Level(4, thought=0, blur=0.89),
        Level(5, thought=0, blur=0.69),
        Level(6, thought=0.08, blur=0.57, bluffs=True),
        Level(7, thought=0.24, blur=0.4, bluffs=True),
        Level(8, thought=0.7, blur=0.26, bluffs=True),
        Level(9, thought=0.14, blur=0.14, insight=True, bluffs=True),
        Level(10, thought=240, blur=0.0, insight=True, bluffs=True),
    )
}
