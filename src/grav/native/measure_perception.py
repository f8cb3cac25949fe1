"""Measures perception on random positions: breaches missed, and false alarms."""

from dataclasses import dataclass, replace

from grav.extras import require
from grav.native.bulk import legal_masks, perceived_breaches, positions
from grav.native.perception_model import PerceptionModel
from grav.rules import Enforcement, Rules, Setting

_MEASURED_GAMES = 300
_DRAWS = 20
_FILL_SHARES = (0.1, 0.2, 0.3)
"""The shares of the board that hold stones in the positions measured."""


@dataclass(frozen=True, slots=True)
class PerceptionErrors:
    """Error rates of perception, over the points of positions from random games."""

    runs: float
    """Breaches missed, where continuity alone is broken."""
    squares: float
    """Breaches missed, where density alone is broken."""
    distances: float
    """Breaches missed, where distance alone is broken, and by one step."""
    false_alarms: float
    """Legal points taken for a breach."""


def measure_perception(rules: Rules, model: PerceptionModel, seed: int = 0) -> PerceptionErrors:
    require("native")
    import numpy as np

    wrong, asked = np.zeros(4), np.zeros(4)
    strict = replace(rules, enforcement=Enforcement.STRICT)
    policies = ["random"] * rules.players
    for fill in _FILL_SHARES:
        stones = round(fill * rules.size**2)
        played = positions(strict, policies, _MEASURED_GAMES, seed, stones)
        boards, lasts = played.boards, played.last
        seen = perceived_breaches(rules, boards, lasts, 0, model, seed, _DRAWS)
        runs, squares, distances, close = (
            legal_masks(alone, boards, lasts) for alone in _isolate_rules(rules)
        )
        empty = boards < 0
        kinds = (
            empty & ~runs & squares & distances,
            empty & runs & ~squares & distances,
            empty & runs & squares & ~distances & close,
            empty & runs & squares & distances,
        )
        for number, points in enumerate(kinds):
            believed = seen[points].sum()
            draws = points.sum() * _DRAWS
            wrong[number] += believed if number == 3 else draws - believed
            asked[number] += draws
    return PerceptionErrors(*(float(share) for share in wrong / np.maximum(asked, 1)))


def _isolate_rules(rules: Rules) -> tuple[Rules, ...]:
    """Returns each rule on its own; and distance with its bounds widened by one step."""
    size, (a, b, c, d, e) = rules.size, rules.setting
    free = Setting(size + 1, size, size**2, 0, 2 * size)
    settings = (
        free._replace(a=a),
        free._replace(b=b, c=c),
        free._replace(d=d, e=e),
        free._replace(d=max(d - 1, 0), e=e + 1),
    )
    return tuple(replace(rules, setting=setting) for setting in settings)
