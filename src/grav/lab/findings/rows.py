"""The rows of the atlas that the findings are computed from, and quantiles over settings."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from grav.atlas import RANDOM, MeasuredRow, atlas, canonical_setting, value_of
from grav.game import sensible_settings
from grav.lab.editions import ADVISED_EDITION
from grav.rules import Setting, parse_edition

SIZES = (7, 9, 13, 17, 23)
CLAIM_SIZES = (7, 9, 13)
"""Boards on which all sensible settings were measured."""
EDITIONS = (
    "revised",
    "classic",
    "revised min_shape=6",
    "revised min_shape=8",
    "revised shapes=whole",
    "revised bonus_limit=1",
    "revised bonus_limit=0",
    ADVISED_EDITION,
    "revised min_shape=8 bonus_limit=1",
)


@cache
def find_measured_rows(
    size: int, edition: str, who: str = RANDOM, players: int = 2
) -> Mapping[Setting, MeasuredRow]:
    """Returns the sensible settings of a board that were measured, with their rows."""
    board = atlas().board(size, players, parse_edition(edition), who)
    if board is None:
        return {}
    found = {setting: board.find(setting) for setting in _canonical_sensible_settings(size)}
    return {setting: row for setting, row in found.items() if row is not None}


def measure_or_zero(name: str, row: MeasuredRow) -> float:
    """Returns a measure; 0 where there was nothing to measure, as with games without shapes."""
    return value_of(name, row) or 0.0


def quantile(values: Iterable[float], share: float) -> float:
    """Returns the value below which this share of the values lies: one of them, the nearest."""
    ordered = sorted(values)
    return ordered[round(share * (len(ordered) - 1))]


@cache
def _canonical_sensible_settings(size: int) -> Sequence[Setting]:
    return [
        setting
        for setting in sensible_settings(size)
        if setting == canonical_setting(setting, size)
    ]
