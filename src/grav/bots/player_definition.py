"""What a player's name means, as JSON: stored with results, because a level can change."""

from dataclasses import asdict

from grav.bots.levels import LEVELS
from grav.bots.roster import PROGRAM_PREFIX
from grav.native.perception_model import PerceptionModel
from grav.rules.json_fields import Json


def define_player(name: str) -> Json:
    """Defines a player of the roster: a level by its numbers, all others by their name."""
    if name in map(str, LEVELS):
        return define_level(int(name))
    return {"program" if name.startswith(PROGRAM_PREFIX) else "simple": name}


def define_level(number: int) -> Json:
    level = LEVELS[number]
    return {**asdict(level), "perception": define_perception(level.perception)}


def define_perception(model: PerceptionModel) -> Json:
    """Returns the error probabilities that are not 0: none for perfect perception."""
    return {name: value for name, value in asdict(model).items() if value}
