"""The settings that were measured on a board. Boards with the same settings share a grid."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from heapq import nsmallest

from grav.atlas.canonical import canonical
from grav.atlas.likeness import Place, apart, place
from grav.rules import Setting


class Grid:
    """Canonical settings in the order of a file."""

    def __init__(self, size: int, settings: Sequence[Setting]) -> None:
        self.size = size
        self.settings = settings

    @cached_property
    def _numbers(self) -> Mapping[Setting, int]:
        return {setting: number for number, setting in enumerate(self.settings)}

    @cached_property
    def _places(self) -> list[Place]:
        return [place(setting) for setting in self.settings]

    def find(self, setting: Setting) -> int | None:
        """Returns the number of this setting or of its equivalent; None if there is neither."""
        return self._numbers.get(canonical(setting, self.size))

    def nearest(self, setting: Setting, count: int) -> list[tuple[float, int]]:
        """Returns the nearest settings, nearest first, each as (distance, number)."""
        here = place(canonical(setting, self.size))
        far = ((apart(here, there), number) for number, there in enumerate(self._places))
        return nsmallest(count, far)
