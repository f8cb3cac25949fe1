"""The kinds of player whose games were measured, by their names in files and messages."""

from collections.abc import Mapping

RANDOM, GREEDY = "random", "greedy"
"""They place on any legal point, or where the most shapes are completed."""
SEARCH_100, SEARCH_1000, SEARCH_10000 = "search-100", "search-1000", "search-10000"
"""They search before every move, and perceive everything."""
SEARCH_SIMULATIONS: Mapping[str, int] = {SEARCH_100: 100, SEARCH_1000: 1000, SEARCH_10000: 10_000}
"""The simulations per move of each kind of player that searches."""
PLAYER_KINDS = (RANDOM, GREEDY, *SEARCH_SIMULATIONS)
