"""The kinds of parts that an edition has: each kind knows how a value is checked, written and read.

The type of a field of `Edition` decides the kind of its part: an enum is a `Choice`, `bool` a
`YesNo`, `int` a `Whole`, and `int | None` an `OptionalWhole`; numbers are annotated with `Bounds`.
What else depends on a part (messages, forms, C++, random values) is derived from these kinds.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, get_args, get_origin, get_type_hints

from grav.rules.board import MAX_SIZE
from grav.rules.json_fields import Json, as_one_of, as_whole, as_yes_or_no
from grav.rules.setting import RulesError, check_bounds

Value = str | int | None
"""A part's value: a member of its enum, a truth value, a number, or None for no number."""

MAX_CORE_NUMBER = 2**30 - 1
"""The core clamps larger numbers to this: no board reaches it."""
NO_NUMBER = MAX_CORE_NUMBER + 1
"""What the core holds for None: `NO_LIMIT`."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of a number.

    The rules accept every number from `minimum`; messages and forms only as many as the largest
    board has points. Random values, and the form, stay near what people play.
    """

    minimum: int
    usual_max: int
    """Random values are at most this."""
    start: int = 0
    """What a form proposes once somebody wants a number instead of none."""
    maximum: int = MAX_SIZE**2


@dataclass(frozen=True, slots=True)
class Part(ABC):
    """One part of an edition."""

    name: str

    def check(self, _value: Value, /) -> None:
        """Raises RulesError if the value is out of bounds; only numbers have any."""
        return

    @abstractmethod
    def parse(self, text: str) -> Value:
        """Parses a value from the line of rules: the word after `name=`."""

    def format(self, value: Value) -> str:
        """Formats a value as the line of rules has it; the keys of texts use the same words."""
        return str(value)

    @abstractmethod
    def from_json(self, value: Json, where: str) -> Value:
        """Reads a value from JSON; values are written to JSON as they are."""

    @abstractmethod
    def to_core(self, value: Value) -> int:
        """Returns the number that the C++ core holds for a value."""


@dataclass(frozen=True, slots=True)
class Choice(Part):
    """One word of several: a member of an enum, which the core numbers in the same order."""

    members: type[StrEnum]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(member.value for member in self.members)

    def parse(self, text: str) -> Value:
        return self.members(_one_of(self.name, text, self.words))

    def from_json(self, value: Json, where: str) -> Value:
        return self.members(as_one_of(value, self.words, where))

    def to_core(self, value: Value) -> int:
        return self.words.index(str(value))


@dataclass(frozen=True, slots=True)
class YesNo(Part):
    """Yes or no."""

    def parse(self, text: str) -> Value:
        return _one_of(self.name, text, ("yes", "no")) == "yes"

    def format(self, value: Value) -> str:
        return "yes" if value else "no"

    def from_json(self, value: Json, where: str) -> Value:
        return as_yes_or_no(value, where)

    def to_core(self, value: Value) -> int:
        return int(bool(value))


@dataclass(frozen=True, slots=True)
class Whole(Part):
    """A whole number."""

    bounds: Bounds

    def check(self, value: Value, /) -> None:
        if isinstance(value, int):
            check_bounds(self.name, value, self.bounds.minimum)

    def parse(self, text: str) -> Value:
        return parse_whole(self.name, text)

    def from_json(self, value: Json, where: str) -> Value:
        return as_whole(value, where)

    def to_core(self, value: Value) -> int:
        return min(int(value or 0), MAX_CORE_NUMBER)


@dataclass(frozen=True, slots=True)
class OptionalWhole(Whole):
    """A whole number or None: usually a limit, and no limit."""

    def parse(self, text: str) -> Value:
        return None if text == "none" else parse_whole(self.name, text)

    def format(self, value: Value) -> str:
        return "none" if value is None else str(value)

    def from_json(self, value: Json, where: str) -> Value:
        return None if value is None else as_whole(value, where)

    def to_core(self, value: Value) -> int:
        return NO_NUMBER if value is None else min(int(value), MAX_CORE_NUMBER)


def parts_of(edition: type) -> Mapping[str, Part]:
    """Returns the parts that a class declares by its fields, in order; its name is none of them."""
    hints = get_type_hints(edition, include_extras=True)
    return MappingProxyType(
        {name: _part(name, hint) for name, hint in hints.items() if name != "name"}
    )


def _part(name: str, hint: object) -> Part:
    if get_origin(hint) is Annotated:
        number, bounds = get_args(hint)
        return Whole(name, bounds) if number is int else OptionalWhole(name, bounds)
    if hint is bool:
        return YesNo(name)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return Choice(name, hint)
    raise TypeError(f"{name}: there is no kind of part for {hint}")


def parse_whole(name: str, text: str) -> int:
    if not re.fullmatch(r"-?\d{1,4000}", text, re.ASCII):
        raise RulesError("rules.part_number", part=name, found=text[:40])
    return int(text)


def _one_of(name: str, text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise RulesError("rules.part", part=name, found=text[:40], expected=", ".join(words))
    return text
