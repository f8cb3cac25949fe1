"""Random house rules: values for the parts of an edition, by their kinds."""

from collections.abc import Mapping
from random import Random

from grav.rules import PARTS
from grav.rules.edition_part_kinds import Choice, OptionalWhole, Part, Value, Whole

HUGE = 10**15
"""A number that no board can reach."""


def random_value(part: Part, chance: Random, extreme: float = 0) -> Value:
    """Draws a value; `extreme` is how often a number is beyond what any board can reach."""
    match part:
        case Choice(members=members):
            return chance.choice(list(members))
        case Whole(bounds=bounds):
            number = random_number(bounds.minimum, bounds.usual_max, chance, extreme)
            return chance.choice((None, number)) if isinstance(part, OptionalWhole) else number
        case _:
            return chance.random() < 0.5


def random_number(minimum: int, maximum: int, chance: Random, extreme: float) -> int:
    return HUGE if extreme and chance.random() < extreme else chance.randint(minimum, maximum)


def random_house_rules(
    chance: Random, often: float, extreme: float = 0, parts: Mapping[str, Part] = PARTS
) -> dict[str, Value]:
    """Draws house rules: each part is changed as often as said."""
    values = {name: random_value(part, chance, extreme) for name, part in parts.items()}
    return {name: value for name, value in values.items() if chance.random() < often}
