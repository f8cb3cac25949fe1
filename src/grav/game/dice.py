"""Dice: one throw settles all five numbers; every sensible setting is equally likely."""

from dataclasses import dataclass, replace

from grav.game.seeded_draws import Draws
from grav.game.sensible_settings import sensible_settings
from grav.game.settling_refusal import check_may_act, check_seed, check_table
from grav.rules.setting import Setting


@dataclass(frozen=True, slots=True)
class Roll:
    """The throw. Anyone may make it, once."""

    by: int


@dataclass(frozen=True, slots=True)
class Dice:
    """The state before or after the throw. The seed determines the result."""

    size: int
    players: int
    seed: str
    steps: tuple[Roll, ...] = ()

    how = "dice"

    def __post_init__(self) -> None:
        check_table(self.size, self.players)
        check_seed(self.seed)

    @property
    def settled(self) -> Setting | None:
        if not self.steps:
            return None
        settings = sensible_settings(self.size)
        index, _ = Draws(self.seed).below(len(settings))
        return settings[index]


def roll(dice: Dice, step: Roll) -> Dice:
    """Returns the state after the throw; raises SettlingError if it is refused."""
    check_may_act(dice.settled, dice.players, step.by)
    return replace(dice, steps=(*dice.steps, step))
