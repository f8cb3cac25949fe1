"""Experiment files in TOML: what is played, how often and by whom."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeVar

from grav.lab.players import LineUp, parse_line_up
from grav.lab.setting_selection import (
    SettingSelection,
    parse_bounded,
    parse_numbers,
    parse_setting_selection,
)
from grav.rules import (
    MAX_PLAYERS,
    MAX_SIZE,
    MIN_PLAYERS,
    MIN_SIZE,
    Edition,
    Enforcement,
    RulesError,
    parse_edition,
)
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_one_of,
    as_text,
    format_json_value,
    refuse_other_keys,
    require_key,
)
from grav.text import GravError, Text

MAX_GAMES = 10**9
MAX_SEED = 2**64 - 1
_MAX_NAME_LENGTH = 200
_KEYS = (
    "name", "seed", "games", "boards", "settings", "editions", "enforcement", "line_ups", "keep",
    "shapes", "backend",
)  # fmt: skip

OutputKind = Literal["tallies", "games"]
Shapes = Literal["needed", "all"]
Backend = Literal["cpu", "gpu"]
Value = TypeVar("Value")


class ExperimentError(GravError):
    """The file is not a valid experiment, or one that cannot be played."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """The product of boards, settings, editions, enforcements and line-ups, `games` games each."""

    name: str
    seed: int
    games: int
    sizes: tuple[int, ...]
    players: tuple[int, ...]
    settings: SettingSelection
    editions: tuple[Edition, ...]
    enforcements: tuple[Enforcement, ...]
    line_ups: tuple[LineUp, ...]
    keep: OutputKind = "tallies"
    """`games`: also stores one row per game."""
    shapes: Shapes = "needed"
    """`all`: also counts shapes that cannot bring a bonus turn any more; same games, slower."""
    backend: Backend = "cpu"
    """The processor or the GPU; the results are the same."""

    def player_definitions(self) -> dict[str, Json]:
        """Returns the definition of everybody who plays, by name."""
        everybody = {entrant for line_up in self.line_ups for entrant in line_up.entrants}
        return {str(entrant): entrant.definition() for entrant in sorted(everybody, key=str)}

    def to_json(self) -> dict[str, Json]:
        """Returns all values that the results depend on; the backend is not among them."""
        return {
            "name": self.name,
            "seed": self.seed,
            "games": self.games,
            "boards.sizes": list(self.sizes),
            "boards.players": list(self.players),
            "settings": self.settings.to_json(),
            "editions": list(map(str, self.editions)),
            "enforcement": [each.value for each in self.enforcements],
            "line_ups": list(map(str, self.line_ups)),
            "keep": self.keep,
            "shapes": self.shapes,
        }


def load_experiment(path: Path) -> tuple[Experiment, str]:
    """Reads an experiment file; returns the experiment and the text of the file.

    :raises ExperimentError: when the file is invalid, with the name of the file
    """
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
        return parse_experiment(text), text
    except UnicodeDecodeError as error:
        cause = Text("record.binary", {"byte": error.start + 1})
        raise ExperimentError("lab.in_file", file=str(path), cause=cause) from None
    except GravError as error:
        raise ExperimentError("lab.in_file", file=str(path), cause=error.text) from error


def parse_experiment(text: str) -> Experiment:
    try:
        source: Mapping[str, Json] = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ExperimentError("lab.not_toml", why=str(error)) from error
    top = "experiment"
    refuse_other_keys(source, _KEYS, top)
    sizes, players = _parse_boards(require_key(source, "boards", top))
    experiment = Experiment(
        _parse_name(require_key(source, "name", top)),
        parse_bounded(require_key(source, "seed", top), "seed", 0, MAX_SEED),
        parse_bounded(require_key(source, "games", top), "games", 1, MAX_GAMES),
        sizes,
        players,
        parse_setting_selection(require_key(source, "settings", top)),
        _parse_one_or_several(source, "editions", "revised", _parse_edition_text),
        _parse_one_or_several(source, "enforcement", "strict", _parse_enforcement),
        _parse_one_or_several(source, "line_ups", "random", parse_line_up),
        "games" if _parse_choice(source, "keep", ("tallies", "games")) == "games" else "tallies",
        "all" if _parse_choice(source, "shapes", ("needed", "all")) == "all" else "needed",
        "gpu" if _parse_choice(source, "backend", ("cpu", "gpu")) == "gpu" else "cpu",
    )
    _check(experiment)
    return experiment


def _parse_name(value: Json) -> str:
    name = as_text(value, "name").strip()
    if not name or len(name) > _MAX_NAME_LENGTH:
        raise FormError(
            "lab.name", where="name", found=format_json_value(value), most=_MAX_NAME_LENGTH
        )
    return name


def _parse_boards(value: Json) -> tuple[tuple[int, ...], tuple[int, ...]]:
    source = as_object(value, "boards")
    refuse_other_keys(source, ("sizes", "players"), "boards")
    sizes, players = require_key(source, "sizes", "boards"), source.get("players", MIN_PLAYERS)
    return (
        _parse_numbers_within(sizes, "boards.sizes", MIN_SIZE, MAX_SIZE),
        _parse_numbers_within(players, "boards.players", MIN_PLAYERS, MAX_PLAYERS),
    )


def _parse_numbers_within(value: Json, where: str, least: int, most: int) -> tuple[int, ...]:
    return tuple(
        parse_bounded(number, where, least, most) for number in parse_numbers(value, where)
    )


def _parse_choice(source: Mapping[str, Json], key: str, choices: tuple[str, ...]) -> str:
    """Returns one of the choices; by default the first."""
    return as_one_of(source.get(key, choices[0]), choices, key)


def _parse_one_or_several(
    source: Mapping[str, Json], key: str, otherwise: str, read: Callable[[Json, str], Value]
) -> tuple[Value, ...]:
    """Parses a single value or a list of values; drops duplicates."""
    value = source.get(key, otherwise)
    if not isinstance(value, list):
        return (read(value, key),)
    each = [read(item, f"{key}[{number}]") for number, item in enumerate(as_array(value, key))]
    if not each:
        raise FormError("lab.empty", where=key)
    return tuple(dict.fromkeys(each))


def _parse_edition_text(value: Json, where: str) -> Edition:
    try:
        return parse_edition(as_text(value, where))
    except RulesError as error:
        raise ExperimentError("lab.at", where=where, cause=error.text) from error


def _parse_enforcement(value: Json, where: str) -> Enforcement:
    return Enforcement(as_one_of(value, Enforcement, where))


def _check(experiment: Experiment) -> None:
    """Checks what depends on several keys: settings and line-ups against the boards."""
    experiment.settings.check(experiment.sizes)
    for number, line_up in enumerate(experiment.line_ups):
        values = {"where": f"line_ups[{number}]", "line_up": str(line_up)}
        if all(line_up.seats(players) is None for players in experiment.players):
            found, expected = len(line_up.entrants), list(map(str, experiment.players))
            raise ExperimentError("lab.line_up", **values, found=found, expected=expected)
        needs_windows = any(entrant.can_err for entrant in line_up.entrants)
        if needs_windows and Enforcement.CHALLENGE not in experiment.enforcements:
            raise ExperimentError("lab.eyes", **values)
