"""The searches that play against the search as it is: other options, or other budgets."""

from dataclasses import asdict, dataclass

from grav.lab.findings.search_results import AS_IS
from grav.native.search_options import WITHOUT_INSIGHT, RolloutPolicy, SearchOptions
from grav.rules.json_fields import Json

DEFAULTS = SearchOptions()
SIMULATIONS = 300
"""Simulations before each move, unless a variant has another budget."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A search with its name, as the tables of docs/search.md have it."""

    name: str
    options: SearchOptions = DEFAULTS
    simulations: int = SIMULATIONS

    def to_json(self) -> dict[str, Json]:
        return {"simulations": self.simulations, **asdict(self.options)}


BASE = Variant(AS_IS)
COMPLETING = SearchOptions(policy=RolloutPolicy.COMPLETING)
PLAIN = SearchOptions(
    shape_weight=1, safe_weight=1, number_weight=1, pass_weight=1, policy=RolloutPolicy.RANDOM
)
VARIANTS = (
    BASE,
    Variant("no weights, play-outs at random (plain UCT)", PLAIN),
    Variant("play-outs at random", SearchOptions(policy=RolloutPolicy.RANDOM)),
    Variant("play-outs that complete shapes, but are not careful", COMPLETING),
    Variant("the same, with twice the simulations", COMPLETING, 2 * SIMULATIONS),
    Variant("no weight for shapes", SearchOptions(shape_weight=1)),
    Variant("no weight for leaving no shape", SearchOptions(safe_weight=1)),
    Variant("without insight, as weak opponents play", WITHOUT_INSIGHT),
    Variant("careful play-outs look at 7 points, not 60", SearchOptions(tries=7)),
    Variant("half the simulations", simulations=SIMULATIONS // 2),
    Variant("twice the simulations", simulations=2 * SIMULATIONS),
    Variant("four times the simulations", simulations=4 * SIMULATIONS),
    Variant("a weight of 16, not 4, for taking all bonus turns", SearchOptions(number_weight=16)),
    Variant("stones count nothing, only wins", SearchOptions(score_share=0)),
    Variant("stones count three tenths, not one", SearchOptions(score_share=0.3)),
    Variant("exploring half as much", SearchOptions(explore=0.6)),
    Variant("exploring twice as much", SearchOptions(explore=2.4)),
    Variant("nodes expanded at the fifth visit", SearchOptions(expand_after=4)),
    Variant("a pass weighs as much as a safe placement", SearchOptions(pass_weight=1)),
)
