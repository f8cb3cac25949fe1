"""Plays games for tests: step by step, or at random with slips, shouts and refused actions."""

from collections.abc import Iterable
from random import Random

from grav.game import (
    Accept,
    Action,
    Grav,
    Over,
    Pass,
    Penalty,
    Place,
    Refusal,
    RefusalCode,
    Remove,
    Resign,
    State,
    Turn,
    Window,
    apply,
    start,
)
from grav.rules import Bonus, Point, Rules, judge, legal_set, points_of
from grav.testing.reference import points_of_board, stones_of

Ply = tuple[Action, State | Refusal]
"""An action, and its outcome: the next state or a refusal."""


def place(by: int, at: str, declare: int | None = None) -> Place:
    return Place(by, Point.parse(at), declare)


def remove(by: int, at: str) -> Remove:
    return Remove(by, Point.parse(at))


def play_all(before: Rules | State, *actions: Action) -> State:
    """Returns the state after these actions, none of which may be refused."""
    state = start(before) if isinstance(before, Rules) else before
    for action in actions:
        state = apply(state, action).state
    return state


def put(before: Rules | State, by: int, *points: str, declare: int | None = None) -> State:
    """Returns the state after stones on these points, in order; everyone accepts each."""
    state = start(before) if isinstance(before, Rules) else before
    for at in points:
        state = play_all(state, place(by, at, declare))
        while isinstance(state.phase, Window):
            state = play_all(state, Accept(min(state.phase.awaiting)))
    return state


def put_alone(before: Rules | State, by: int, *points: str) -> State:
    """As `put`, but the others pass after each stone, so that the seat is on turn again."""
    state = start(before) if isinstance(before, Rules) else before
    for at in points:
        state = put(state, by, at)
        while isinstance(state.phase, Turn) and state.phase.seat != by:
            state = play_all(state, Pass(state.phase.seat))
    return state


def try_action(state: State, action: Action) -> State | Refusal:
    """Returns the next state, or the refusal."""
    try:
        return apply(state, action).state
    except Refusal as refusal:
        return refusal


def refusal_code(state: State, action: Action) -> RefusalCode | None:
    """Returns the code with which an action is refused; None if it is not."""
    outcome = try_action(state, action)
    return outcome.code if isinstance(outcome, Refusal) else None


def random_game(rules: Rules, seed: int, length: int = 80) -> list[Ply]:
    """Returns `length` random actions with the outcome of each; fewer if the game ends before. The
    same seed gives the same game."""
    chance = Random(seed)
    state = start(rules)
    plies: list[Ply] = []
    while len(plies) < length:
        action = random_action(state, chance)
        outcome = try_action(state, action)
        plies.append((action, outcome))
        if isinstance(outcome, State):
            state = outcome
        elif isinstance(state.phase, Over):
            break
    return plies


def accepted_actions(plies: Iterable[Ply]) -> list[Action]:
    """Returns the actions that were not refused: they replay to the same game."""
    return [action for action, outcome in plies if isinstance(outcome, State)]


def random_action(state: State, chance: Random) -> Action:
    """Draws an action to try now: mostly sensible, sometimes a slip, sometimes nonsense."""
    whim = chance.random()
    if whim < 0.08:
        return _random_nonsense(state, chance)
    if whim < 0.086:
        return Resign(chance.choice(state.active))
    match state.phase:
        case Over():
            return _random_nonsense(state, chance)
        case Window() as window:
            return _answer(state, window, chance)
        case Penalty(shouter, violator):
            theirs = list(points_of(state.board.owned[violator], state.board.size))
            return Remove(shouter, chance.choice(theirs))
        case phase:
            seat = phase.seat if isinstance(phase, Turn) else chance.choice(state.active)
            return _move(state, seat, chance)


def _move(state: State, seat: int, chance: Random) -> Action:
    """Draws a placement, legal more often than not, or a pass."""
    rules, board = state.rules, state.board
    stones = stones_of(board)
    empty = [point for point in points_of_board(board.size) if point not in stones]
    legal = list(points_of(legal_set(rules, board, state.last), board.size))
    stuck = not empty or (rules.is_strict and not legal)
    if chance.random() < (0.9 if stuck else 0.06):
        return Pass(seat)
    slips = not legal or chance.random() < (0.05 if rules.is_strict else 0.3)
    at = chance.choice((empty if slips else legal) or [Point(0, 0)])
    declare = _declaration(state, at, chance) if at not in stones else None
    return Place(seat, at, declare)


def _declaration(state: State, at: Point, chance: Random) -> int | None:
    """Draws a declaration: mostly all the shapes there are, sometimes fewer or too many."""
    if state.rules.edition.bonus is Bonus.GRANTED or chance.random() < 0.3:
        return None
    shapes = judge(state.rules, state.board, state.last, at).shapes
    return shapes if chance.random() < 0.7 else chance.randrange(shapes + 2)


def _answer(state: State, window: Window, chance: Random) -> Action:
    """Draws an acceptance or a shout, more often a right one; the last to answer may just act."""
    seat = chance.choice(sorted(window.awaiting))
    if chance.random() < (0.5 if window.verdict.breaches else 0.08):
        return Grav(seat)
    if len(window.awaiting) == 1 and chance.random() < 0.4:
        return _move(state, seat, chance)
    return Accept(seat)


def _random_nonsense(state: State, chance: Random) -> Action:
    """Draws any action, by any seat, anywhere, valid or not."""
    by = chance.randrange(-1, state.rules.players + 1)
    at = Point(chance.randrange(state.rules.size + 1), chance.randrange(-1, state.rules.size + 1))
    declare = chance.choice((None, None, 0, 1, 2, 50))
    return chance.choice(
        (Place(by, at, declare), Pass(by), Accept(by), Grav(by), Remove(by, at), Resign(by))
    )
