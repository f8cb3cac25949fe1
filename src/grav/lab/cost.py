"""A rough cost model of a game, to split an experiment into parts of similar duration.

Costs are whole nanoseconds, so that every machine computes the same plan. The constants were
fitted to 7 × 7, 13 × 13 and 23 × 23 boards; an error of several times does no harm.
"""

from grav.bots import LEVELS
from grav.lab.experiment import OutputKind, Shapes
from grav.lab.players import Entrant, Seats
from grav.rules import Criterion, Rules

_STORE_COST = 20_000
"""Per game, to store its row."""
_OPPONENT_COST = 45_000
"""Times size³: opponents perceive, answer and remember in Python."""
_SEARCH_NODE_COST = 300
"""Per search node, times the number of points."""
_IMPERFECT_PERCEPTION_FACTOR = 40
"""Factor for imperfect perception: stones are placed and taken back many times."""


def cost_of_game(rules: Rules, seats: Seats, shapes: Shapes, keep: OutputKind) -> int:
    if any(entrant.is_opponent for entrant in seats):
        slowest = max(_cost_with_opponents(rules, entrant) for entrant in seats)
    else:
        slowest = max(_cost_in_core(rules, entrant, shapes) for entrant in seats)
    return slowest + (_STORE_COST if keep == "games" else 0)


def _cost_with_opponents(rules: Rules, entrant: Entrant) -> int:
    """Estimates a game at a table with an opponent, where players are asked one by one."""
    opponent = LEVELS.get(entrant.level or 0) if entrant.is_opponent else None
    nodes = opponent.nodes(rules.size) if opponent else 0
    return _OPPONENT_COST * rules.size**3 + _SEARCH_NODE_COST * nodes * rules.size**2


def _cost_in_core(rules: Rules, entrant: Entrant, shapes: Shapes) -> int:
    n, is_largest = rules.size, rules.edition.shapes is Criterion.LARGEST
    work = 4 * n**3
    if entrant.choice == "greedy":
        work += n**8 // 800 if is_largest else n**5 // 2
    elif is_largest and shapes == "all":
        work += n**5 // 4
    if not rules.is_strict:
        work += 4 * n**4
    return work * _IMPERFECT_PERCEPTION_FACTOR if entrant.can_err else work
