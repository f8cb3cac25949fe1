"""The settings of an experiment: a grid, a list, a random draw, all sensible ones; or several."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from grav.game import sensible_settings
from grav.game.seeded_draws import Draws
from grav.rules import RulesError, Setting
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_one_of,
    as_text,
    as_whole,
    as_yes_or_no,
    format_json_value,
    refuse_other_keys,
    require_key,
)
from grav.text import GravError

MAX_SETTINGS = 1_000_000
_RANGE = re.compile(r"\s*(\d{1,9})\s*\.\.\s*(\d{1,9})\s*", re.ASCII)
_MAX_NUMBERS = 10_000


class SettingSelectionError(GravError):
    """The settings cannot be played, or there are none."""


@dataclass(frozen=True, slots=True)
class SettingSelection:
    listed: tuple[Setting, ...] = ()
    grid: tuple[tuple[int, ...], ...] | None = None
    """The values for each of a to e; settings out of bounds on a board are left out there."""
    drawn: int = 0
    """The number of different settings drawn by dice, for each size of board."""
    sensible: bool = False
    """Whether all sensible settings are included."""

    def on(self, size: int, seed: int) -> tuple[Setting, ...]:
        """Returns the settings for a board of this size, each once, in a fixed order."""
        found = dict.fromkeys(self.listed)
        found |= dict.fromkeys(_settings_of_grid(self.grid, size) if self.grid else ())
        found |= dict.fromkeys(draw_settings(size, self.drawn, seed))
        found |= dict.fromkeys(sensible_settings(size) if self.sensible else ())
        return tuple(found)

    def check(self, sizes: tuple[int, ...]) -> None:
        """Raises SettingsError for settings that these boards do not allow, with the file's key."""
        for size in sizes:
            for number, setting in enumerate(self.listed):
                try:
                    setting.check(size)
                except RulesError as error:
                    where = f"settings.list[{number}]"
                    values = {"where": where, "size": size, "cause": error.text}
                    raise SettingSelectionError("lab.listed", **values) from error
            most = len(sensible_settings(size))
            if self.drawn > most:
                values = {"where": "settings.draw.count", "found": self.drawn}
                raise SettingSelectionError("lab.draw_count", **values, size=size, most=most)
            if not self.on(size, 0):
                raise SettingSelectionError("lab.no_settings", where="settings.grid", size=size)

    def to_json(self) -> dict[str, Json]:
        return {
            "list": [str(setting) for setting in self.listed],
            "grid": None if self.grid is None else [list(numbers) for numbers in self.grid],
            "draw": self.drawn,
            "sensible": self.sensible,
        }


def _settings_of_grid(grid: tuple[tuple[int, ...], ...], size: int) -> Iterator[Setting]:
    for numbers in product(*grid):
        setting = Setting(*numbers)
        try:
            setting.check(size)
        except RulesError:
            continue
        yield setting


def draw_settings(size: int, count: int, seed: int) -> list[Setting]:
    """Draws sensible settings with replacement until there are so many different ones.

    All of them if there are fewer. The first of a draw are the same, however many are drawn.
    """
    settings = sensible_settings(size)
    found: dict[Setting, None] = {}
    draws = Draws(f"{seed} {size}")
    while len(found) < min(count, len(settings)):
        index, draws = draws.below(len(settings))
        found[settings[index]] = None
    return list(found)


def parse_setting_selection(value: Json) -> SettingSelection:
    """Parses the table `settings` of an experiment."""
    where = "settings"
    source = as_object(value, where)
    refuse_other_keys(source, ("list", "grid", "draw", "sensible"), where)
    if not source:
        raise SettingSelectionError("lab.empty_settings", where=where)
    return SettingSelection(
        tuple(
            _parse_setting(each, f"settings.list[{number}]")
            for number, each in enumerate(as_array(source.get("list", []), "settings.list"))
        ),
        _parse_grid(source["grid"]) if "grid" in source else None,
        _parse_draw_count(source["draw"]) if "draw" in source else 0,
        as_yes_or_no(source.get("sensible", False), "settings.sensible"),
    )


def _parse_setting(value: Json, where: str) -> Setting:
    try:
        return Setting.parse(as_text(value, where))
    except RulesError as error:
        raise SettingSelectionError("lab.at", where=where, cause=error.text) from error


def _parse_grid(value: Json) -> tuple[tuple[int, ...], ...]:
    where = "settings.grid"
    source = as_object(value, where)
    refuse_other_keys(source, Setting._fields, where)
    grid = tuple(
        parse_numbers(require_key(source, n, where), f"{where}.{n}") for n in Setting._fields
    )
    if (count := prod(map(len, grid))) > MAX_SETTINGS:
        raise SettingSelectionError("lab.too_many", where=where, found=count, most=MAX_SETTINGS)
    return grid


def _parse_draw_count(value: Json) -> int:
    where = "settings.draw"
    source = as_object(value, where)
    refuse_other_keys(source, ("count", "by"), where)
    as_one_of(source.get("by", "dice"), ("dice",), f"{where}.by")
    return parse_bounded(require_key(source, "count", where), f"{where}.count", 1, MAX_SETTINGS)


def parse_bounded(value: Json, where: str, least: int, most: int) -> int:
    """Parses a whole number within bounds."""
    number = as_whole(value, where)
    if not least <= number <= most:
        raise FormError("lab.bounds", where=where, found=number, least=least, most=most)
    return number


def parse_numbers(value: Json, where: str) -> tuple[int, ...]:
    """Parses a number, a range such as "2..5", or a list of these; drops duplicates."""
    found: dict[int, None] = {}
    for item in value if isinstance(value, list) else [value]:
        match = _RANGE.fullmatch(item) if isinstance(item, str) else None
        if match is not None:
            found |= dict.fromkeys(range(int(match[1]), int(match[2]) + 1)[: _MAX_NUMBERS + 1])
        elif isinstance(item, int) and not isinstance(item, bool):
            found[item] = None
        else:
            found = {}
            break
    if not found or len(found) > _MAX_NUMBERS:
        raise FormError("lab.numbers", where=where, found=format_json_value(value))
    return tuple(found)
