"""One board of the atlas: a size, a number of players, an edition, and who played.

Looks up measured settings, and those around a setting that was not measured.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from grav.atlas.canonical_setting import canonical_setting
from grav.atlas.file_format import AtlasFile, BlockHeader
from grav.atlas.measures import (
    MEASURES,
    STEPS_PER_UNIT,
    WINS_STEPS_PER_UNIT,
    value_of,
    win_columns,
)
from grav.atlas.nearest_settings import NearestSettings
from grav.atlas.player_kinds import SEARCH_SIMULATIONS
from grav.game.sensible_settings import sensible_settings
from grav.rules import Edition, Setting, parse_edition

MIN_SETTINGS = 100
"""With fewer settings than this, a board cannot be interpolated."""


@dataclass(frozen=True, slots=True)
class MeasuredRow:
    """A measured setting; implements `measures.MeasuredSetting`."""

    board: "MeasuredBoard"
    number: int

    @property
    def size(self) -> int:
        return self.board.size

    @property
    def games(self) -> int:
        return self.board.games

    @property
    def sampled_games(self) -> int:
        return self.board.sampled_games

    @property
    def setting(self) -> Setting:
        return self.board.settings[self.number]

    @property
    def wins(self) -> tuple[float, ...]:
        steps = [column[self.number] - 1 for column in self.board.wins]
        last = max(0, WINS_STEPS_PER_UNIT - sum(steps))  # rounded up, they may be one step too many
        return tuple(step / WINS_STEPS_PER_UNIT for step in (*steps, last))

    @property
    def is_sensible(self) -> bool:
        """Whether dice can throw this setting. The others are for what people may propose."""
        return self.setting in _canonical_sensible_settings(self.size)

    def stored_measure(self, name: str) -> float | None:
        if name not in self.board.columns:
            return None
        held = self.board.column(name)[self.number]
        return (held - 1) / STEPS_PER_UNIT[name] if held else None


class MeasuredBoard:
    """All settings that were measured on one board with one kind of player."""

    def __init__(self, file: AtlasFile, header: BlockHeader) -> None:
        self._file, self._header = file, header
        self.size, self.players = file.size, header.players
        self.player_kind, self.games = header.player_kind, header.games
        self.sampled_games = header.sampled_games
        self.edition: Edition = parse_edition(header.edition)
        self._bounds: dict[str, tuple[float, float] | None] = {}
        self._sorted: dict[str, list[float]] = {}

    def __len__(self) -> int:
        return self._header.rows

    def __iter__(self) -> Iterator[MeasuredRow]:
        return (MeasuredRow(self, number) for number in range(len(self)))

    @property
    def is_sample(self) -> bool:
        """Whether nothing can be interpolated between these settings: they are too far apart, or
        drawn at random for players who search, whose results change from setting to setting."""
        return len(self) < MIN_SETTINGS or self.player_kind in SEARCH_SIMULATIONS

    @property
    def settings(self) -> Sequence[Setting]:
        """In the order of the file."""
        return self._nearest_settings.settings

    @cached_property
    def _nearest_settings(self) -> NearestSettings:
        return self._file.nearest_settings(self._header)

    @cached_property
    def wins(self) -> list[Sequence[int]]:
        """Columns of wins by place, as stored; the last place is not stored, it has the rest."""
        return [self.column(name) for name in win_columns(self.players)]

    @property
    def columns(self) -> Collection[str]:
        """The names of the columns that this board has."""
        return self._header.columns.keys()

    def column(self, name: str) -> Sequence[int]:
        """Returns a column as stored: 0 for no value, else 1 + the steps."""
        return self._file.column(self._header.columns[name], len(self))

    def find(self, setting: Setting) -> MeasuredRow | None:
        """Returns the row of this setting, or of an equivalent one on this board."""
        number = self._nearest_settings.find(setting)
        return None if number is None else MeasuredRow(self, number)

    def surrounding(self, setting: Setting) -> list[tuple[float, MeasuredRow]]:
        """Returns the measured settings around a setting, each as (weight, row); none if it lies
        outside of them."""
        found = self._nearest_settings.surrounding(setting)
        return [(weight, MeasuredRow(self, number)) for weight, number in found]

    def nearest(self, setting: Setting, count: int) -> list[tuple[float, MeasuredRow]]:
        """Returns the nearest measured settings, each as (distance, row)."""
        found = self._nearest_settings.nearest(setting, count)
        return [(distance, MeasuredRow(self, number)) for distance, number in found]

    def bounds(self, name: str) -> tuple[float, float] | None:
        """Returns the minimum and maximum of a measure on this board; None without any value."""
        if name not in self._bounds:
            self._bounds[name] = (
                self._stored_bounds(name) if name in self.columns else self._computed_bounds(name)
            )
        return self._bounds[name]

    def _stored_bounds(self, name: str) -> tuple[float, float] | None:
        where, per = self._header.columns[name], STEPS_PER_UNIT[name]
        if where.least is None or where.most is None:
            return None
        return where.least / per, where.most / per

    def _computed_bounds(self, name: str) -> tuple[float, float] | None:
        if MEASURES[name].is_stored:
            return None  # a stored measure without a column
        values = [value for row in self if (value := value_of(name, row)) is not None]
        return (min(values), max(values)) if values else None

    def sensible_rows(self) -> Iterator[MeasuredRow]:
        return (row for row in self if row.is_sensible)

    def share_below(self, name: str, value: float) -> float:
        """Returns the share of the sensible settings on this board with a lower value."""
        if name not in self._sorted:
            found = (value_of(name, row) for row in self.sensible_rows())
            self._sorted[name] = sorted(each for each in found if each is not None)
        values = self._sorted[name]
        return bisect_left(values, value) / max(1, len(values))


@cache
def _canonical_sensible_settings(size: int) -> frozenset[Setting]:
    return frozenset(canonical_setting(setting, size) for setting in sensible_settings(size))
