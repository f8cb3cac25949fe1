"""Parses the players of an experiment: `random`, `greedy eyes=4`, `level=6`.

A line-up has one player for all seats, or one for each seat.
"""

import re
from dataclasses import dataclass
from typing import Literal

from grav.bots import LEVELS
from grav.bots.player_definition import define_level, define_perception
from grav.native import PERFECT_PERCEPTION, PerceptionModel, Policy
from grav.rules.json_fields import FormError, Json, as_text, format_json_value

_FORM = re.compile(r"(random|greedy)(?:\s+eyes=(\d{1,3}))?|level=(\d{1,3})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of the core, optionally with the perception of a level; or a level's opponent."""

    choice: Literal["random", "greedy", "level"]
    level: int | None = None

    @property
    def is_opponent(self) -> bool:
        """Whether it is a player of `grav.bots`, which plays one game at a time."""
        return self.choice == "level"

    @property
    def can_err(self) -> bool:
        """Whether it is a player of the core with imperfect perception."""
        return not self.is_opponent and self.level is not None

    @property
    def perception(self) -> PerceptionModel:
        return PERFECT_PERCEPTION if self.level is None else LEVELS[self.level].perception

    @property
    def policy(self) -> Policy:
        """The policy of this player in the core."""
        assert self.choice != "level"
        return Policy(self.choice, self.perception)

    def definition(self) -> Json:
        """Returns what this player is, in numbers: levels may change from version to version."""
        if self.is_opponent:
            assert self.level is not None
            return define_level(self.level)
        return {"choice": self.choice, "perception": define_perception(self.perception)}

    def __str__(self) -> str:
        if self.is_opponent:
            return f"level={self.level}"
        return self.choice if self.level is None else f"{self.choice} eyes={self.level}"


Seats = tuple[Entrant, ...]
"""The players of a game by seat."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """One player for all seats, however many there are; or one for each seat."""

    entrants: Seats

    def seats(self, players: int) -> Seats | None:
        """Returns the players by seat; None if their number does not fit."""
        if len(self.entrants) == 1:
            return self.entrants * players
        return self.entrants if len(self.entrants) == players else None

    def __str__(self) -> str:
        return ", ".join(map(str, self.entrants))


def line_up_of(seats: Seats) -> LineUp:
    """Returns the line-up in its shortest form."""
    return LineUp(seats[:1] if len(set(seats)) == 1 else seats)


def parse_line_up(value: Json, where: str) -> LineUp:
    """Parses a line-up: `greedy` for all seats, or `greedy, random` for two."""
    text = as_text(value, where)
    return LineUp(tuple(_parse_entrant(part.strip(), where) for part in text.split(",")))


def _parse_entrant(text: str, where: str) -> Entrant:
    match = _FORM.fullmatch(text)
    if match is None:
        raise FormError("lab.player", where=where, found=format_json_value(text))
    choice, perception_level, opponent_level = match.groups()
    number = perception_level or opponent_level
    if number is not None and int(number) not in LEVELS:
        values = {"least": min(LEVELS), "most": max(LEVELS)}
        raise FormError("lab.level", where=where, found=format_json_value(text), **values)
    level = None if number is None else int(number)
    if choice is None:
        return Entrant("level", level)
    return Entrant("greedy" if choice == "greedy" else "random", level)
