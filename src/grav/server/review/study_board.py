"""The study board: the position after some actions, and the truth about the last of them."""

from collections.abc import Sequence

from grav.game import Action, Opening, State, Turn, Window
from grav.rules import Rules
from grav.server.messages.review import Study
from grav.server.review.playthrough import Playthrough
from grav.server.review.review_cost_limits import Allowance


def study_of(rules: Rules, actions: Sequence[Action], language: str, allowance: Allowance) -> Study:
    """Returns the board after these actions. Raises Refusal if the rules do not allow one of
    them."""
    game = _play(rules, actions, allowance)
    placed = game.placements[-1].index + 1 if game.placements else None
    goes_on = isinstance(game.state.phase, (Opening, Turn, Window))
    return Study(
        position=game.now(),
        last=game.step(len(game), language) if actions else None,
        placed=None if placed is None else game.step(placed, language),
        legal={str(at): shapes for at, shapes in game.state.legal().items()} if goes_on else None,
    )


def replay(rules: Rules, actions: Sequence[Action], allowance: Allowance) -> State:
    """Returns the state after these actions. Raises Refusal if the rules do not allow one of
    them."""
    return _play(rules, actions, allowance).state


def _play(rules: Rules, actions: Sequence[Action], allowance: Allowance) -> Playthrough:
    game = Playthrough(rules, allowance)
    for action in actions:
        refusal = game.play(action)
        if refusal is not None:
            raise refusal
    return game
