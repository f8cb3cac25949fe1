"""Ratios over many games, and what they vary by: along games, by how many stones are on the board,
and over whole games.

A ratio of sums (such as legal points by decisions) has no simple standard error: both sums vary,
and together. By its linear approximation (the delta method) it is `spread / √games`, where `spread`
is the standard deviation over games of `part - ratio × whole`, divided by the mean of `whole`.
"""

from collections.abc import Sequence
from dataclasses import astuple, dataclass
from math import sqrt
from operator import add

from grav.native.tallies import Tally


def ratio_spread(
    part: int, whole: int, part_squared: int, whole_squared: int, product: int, games: int
) -> float | None:
    """Returns what `part / whole` would vary by if it were estimated from one game.

    All arguments are sums over games; `product` is that of part × whole. None if `whole` is 0.
    """
    if not whole:
        return None
    ratio = part / whole
    squares = part_squared - 2 * ratio * product + ratio**2 * whole_squared
    return sqrt(max(0.0, squares) * games) / whole


@dataclass(frozen=True, slots=True)
class Stage:
    """Positions with a certain number of stones, summed over games. The fields are those of `Stage`
    in cpp/include/grav/playout.h, in their order."""

    games: int
    """The games that came so far."""
    legal: int
    """Legal points."""
    in_reach: int
    """Empty points at a right distance."""
    legal_squared: int
    in_reach_squared: int
    legal_by_in_reach: int
    ended: int
    """The games that had ended before."""
    in_reach_at_end: int
    """Points in reach at the ends of these."""
    in_reach_at_end_squared: int

    @property
    def traps(self) -> float | None:
        """The share of the points in reach where a stone would break a rule after all, in the games
        that came so far."""
        return 1 - self.legal / self.in_reach if self.in_reach else None

    @property
    def closed(self) -> float | None:
        """The same over all games: those that had ended count with their end, all points closed."""
        reached = self.in_reach + self.in_reach_at_end
        return 1 - self.legal / reached if reached else None

    @property
    def traps_spread(self) -> float | None:
        squares = self.legal_squared, self.in_reach_squared
        return ratio_spread(self.legal, self.in_reach, *squares, self.legal_by_in_reach, self.games)

    @property
    def closed_spread(self) -> float | None:
        reached = self.in_reach + self.in_reach_at_end
        squares = self.legal_squared, self.in_reach_squared + self.in_reach_at_end_squared
        games = self.games + self.ended
        return ratio_spread(self.legal, reached, *squares, self.legal_by_in_reach, games)


@dataclass(frozen=True, slots=True)
class Products:
    """Squares and products of single games, summed. The fields are those of `Products` in
    cpp/bindings/bulk.cpp, in their order."""

    decisions_squared: int
    legal_squared: int
    in_reach_squared: int
    legal_by_decisions: int
    legal_by_in_reach: int
    bonus_turns_squared: int
    bonus_turns_by_placements: int
    behind_squared: int
    behind_by_placements: int
    longest_chain_by_placements: int
    first_shape_squared: int

    def ratio_spreads(self, total: Tally) -> dict[str, float | None]:
        """Returns the spreads of the ratios of these games, whose sums are `total`."""
        games, placements = total.games, total.placements
        decisions, legal, in_reach = sum(total.decisions), sum(total.legal), sum(total.in_reach)
        legal_squares = self.legal_squared, self.in_reach_squared
        choice_squares = self.legal_squared, self.decisions_squared

        def by_placements(part: int, squared: int, product: int) -> float | None:
            squares = squared, total.placements_squared
            return ratio_spread(part, placements, *squares, product, games)

        return {
            "traps": ratio_spread(legal, in_reach, *legal_squares, self.legal_by_in_reach, games),
            "choice": ratio_spread(
                legal, decisions, *choice_squares, self.legal_by_decisions, games
            ),
            "bonus": by_placements(
                total.bonus_turns, self.bonus_turns_squared, self.bonus_turns_by_placements
            ),
            "drama": by_placements(total.behind, self.behind_squared, self.behind_by_placements),
            "chain_share": by_placements(
                total.longest_chain, total.longest_chain_squared, self.longest_chain_by_placements
            ),
            # A mean over the games that have a shape: their number varies as well.
            "first_shape": ratio_spread(
                total.first_shape,
                total.shaped,
                self.first_shape_squared,
                total.shaped,
                total.first_shape,
                games,
            ),
        }


@dataclass(frozen=True, slots=True)
class GameSums:
    """Sums over games, and what is needed for the errors of their ratios."""

    total: Tally
    products: Products
    by_stones: Sequence[Stage]
    """For positions with no stone, with one, and so on up to a full board."""

    def __add__(self, other: "GameSums") -> "GameSums":
        products = map(add, astuple(self.products), astuple(other.products))
        by_stones = [
            Stage(*map(add, astuple(one), astuple(another)))
            for one, another in zip(self.by_stones, other.by_stones, strict=True)
        ]
        return GameSums(self.total + other.total, Products(*products), by_stones)

    def ratio_spreads(self) -> dict[str, float | None]:
        """Returns the spreads of the ratios over whole games, by the names of the measures."""
        return self.products.ratio_spreads(self.total)
