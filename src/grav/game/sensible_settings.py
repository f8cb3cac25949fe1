"""What all ways of settling the five numbers share: which settings make sense, and refusals."""

from enum import StrEnum
from fractions import Fraction
from functools import cache

from grav.rules.board import MAX_SIZE, MIN_SIZE
from grav.rules.json_fields import FormError
from grav.rules.rules import MAX_PLAYERS, MIN_PLAYERS
from grav.rules.setting import Setting, check_bounds
from grav.text import GravError

LEAST_SHARE, MOST_SHARE = Fraction(1, 3), Fraction(2, 3)


class SettlingCode(StrEnum):
    """In this order: where several fit, the first is given."""

    SETTLED = "settled"
    NO_SUCH_SEAT = "no_such_seat"
    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    NO_SUCH_CARD = "no_such_card"
    NOTHING_PROPOSED = "nothing_proposed"
    ALREADY_ACCEPTED = "already_accepted"


class SettlingError(GravError):
    """A step that cannot be taken now: a code, and a sentence in every language."""

    def __init__(self, code: SettlingCode, /, **values: object) -> None:
        super().__init__(f"settling.{code}", **values)
        self.code = code


def check_table(size: int, players: int) -> None:
    """Refuses, by a RulesError, a board or a number of players that no game can have."""
    check_bounds("size", size, MIN_SIZE, MAX_SIZE)
    check_bounds("players", players, MIN_PLAYERS, MAX_PLAYERS)


def check_seed(seed: str) -> None:
    """Refuses a text that has no UTF-8, such as half of a surrogate pair: nothing can be drawn."""
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise FormError("settling.seed") from None


def check_may_act(settled: Setting | None, players: int, by: int) -> None:
    if settled is not None:
        raise SettlingError(SettlingCode.SETTLED, setting=settled)
    if not 0 <= by < players:
        raise SettlingError(SettlingCode.NO_SUCH_SEAT, seat=by + 1, players=players)


@cache
def sensible_settings(size: int) -> tuple[Setting, ...]:
    """The settings that make sense on a board of that size, in rising order."""
    return tuple(
        Setting(a, b, c, d, d + reach)
        for a in sensible_a(size)
        for b in sensible_b(size)
        for c in sensible_c(b)
        for d in sensible_d(size)
        for reach in sensible_reach(size)
    )


def sensible_a(size: int) -> range:
    """A line must have room for one stone more than a, or the rule never binds (3 is the least
    there is, so 3 it is on the smallest board). More than 6 in a row are hardly ever met."""
    return range(3, max(3, min(6, size - 1)) + 1)


def sensible_b(size: int) -> range:
    """At most 5: nobody counts larger squares at a glance. On the smallest boards the square may
    be the whole board, and c then bounds all its stones."""
    return range(2, min(5, size) + 1)


def sensible_c(b: int) -> range:
    """From about a third of the square, so that there is room, to about two thirds, so that the
    rule binds."""
    return range(share_of_square(b, LEAST_SHARE), share_of_square(b, MOST_SHARE) + 1)


def share_of_square(b: int, share: Fraction) -> int:
    """The share of b² points, rounded (half up), but at least 2 and not the whole square."""
    rounded = (2 * b * b * share + 1) // 2
    return max(2, min(rounded, b * b - 1))


def sensible_d(size: int) -> range:
    """0 and 1 mean the same: nobody places on a stone. At most a third of the board's side, so
    that from every point, the middle too, there is somewhere to go."""
    return range(1, max(1, size // 3) + 1)


def sensible_reach(size: int) -> range:
    """What e is above d. At least 1: with one even distance alone, only half of the points, like
    the dark squares of a chess board, could be met. At most half of the board's side (or 2), so
    that the rule binds; e never comes near 2(n - 1), the longest way there is."""
    return range(1, max(2, size // 2) + 1)
