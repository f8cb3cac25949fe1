"""Breaking a rule on purpose: when the gain, if nobody notices, outweighs the risk."""

from collections.abc import Mapping, Sequence

from grav.bots.opponent_model import OpponentModel
from grav.bots.perception import breach_visibility
from grav.bots.search_choice import MoveSearch, SearchChoice, root_after_void
from grav.native.search import Root
from grav.rules import Point, Rules

_MAX_CANDIDATES = 3
"""Points that are searched: the least risky among those that complete the most shapes."""
_MIN_GAIN = 0.04
"""A bluff has to be better than an honest move by this share of games."""


def find_bluff(
    rules: Rules,
    root: Root,
    broken: Mapping[Point, int],
    honest: SearchChoice,
    opponents: OpponentModel,
    search: MoveSearch,
) -> SearchChoice | None:
    """Returns the best breach to try; None if none is better than the honest move.

    `broken`: points that the player believes to break a rule, with the shapes they complete.
    """
    if honest.at is None or search.limit.is_expired:
        return None
    candidates = _find_candidates(rules, root, broken, opponents)
    if not candidates:
        return None
    # Three searches share the time: a breach that stands, the honest move, a breach that is called.
    stands = search.choose_carefully(
        rules, root, {point: broken[point] for point, _ in candidates}, time_fraction=0.45
    )
    if stands.at is None:
        return None
    fair = search.choose_carefully(
        rules, root, {honest.at: honest.declare}, time_fraction=0.8
    ).worth
    caught = search.evaluate(
        rules, root_after_void(root, _guess_removed_stone(root), _guess_shouter(rules, root))
    )
    lost = (1 - caught) / (rules.players - 1)  # the others share what the shouter does not win
    risk = dict(candidates)[stands.at]
    worth = (1 - risk) * stands.worth + risk * lost
    return stands if worth > fair + _MIN_GAIN else None


def _find_candidates(
    rules: Rules, root: Root, broken: Mapping[Point, int], opponents: OpponentModel
) -> Sequence[tuple[Point, float]]:
    """Returns the most promising breaches, with the probability that somebody calls each."""
    others = [
        seat for seat in range(rules.players) if seat != root.to_move and seat not in root.resigned
    ]
    last = root.trail[-1] if root.trail else None
    completing = sorted((p for p in broken if broken[p]), key=lambda p: (-broken[p], p))
    found = [
        (
            point,
            opponents.call_probability(
                others, breach_visibility(rules, root.board, last, point, root.to_move)
            ),
        )
        for point in completing[: 4 * _MAX_CANDIDATES]
    ]
    return sorted(found, key=lambda one: one[1])[:_MAX_CANDIDATES]


def _guess_shouter(rules: Rules, root: Root) -> int:
    """Returns the assumed shouter: the next seat in the game, since nothing better is known."""
    seats = ((root.to_move + k) % rules.players for k in range(1, rules.players))
    return next(seat for seat in seats if seat not in root.resigned)


def _guess_removed_stone(root: Root) -> Point | None:
    """Returns the stone that the shouter would remove; a guess: the player's newest."""
    own = root.board.owned[root.to_move]
    return next((point for point in reversed(root.trail) if own & root.board.bit(point)), None)
