"""The kinds of player in the atlas, as players inside the core."""

from grav.atlas.player_kinds import GREEDY, SEARCH_SIMULATIONS
from grav.bots.player_definition import define_perception
from grav.native import Policy
from grav.rules.json_fields import Json


def policy_of(kind: str) -> Policy:
    """Returns how players of this kind play. All have perfect perception."""
    if kind in SEARCH_SIMULATIONS:
        return Policy(simulations=SEARCH_SIMULATIONS[kind])
    return Policy("greedy" if kind == GREEDY else "random")


def define_player_kind(kind: str) -> Json:
    """Returns what the name means, for results: names may get another meaning."""
    policy = policy_of(kind)
    perception = {"perception": define_perception(policy.perception)}
    if policy.simulations:
        # The tree is new for each move, so that a move depends on the position alone.
        numbers = {"simulations": policy.simulations, "keeps_tree": False}
        return {"choice": "search", **numbers, **perception}
    return {"choice": policy.choice, **perception}
