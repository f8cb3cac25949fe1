"""Order of play, skipped turns, repetition, the end of the game and the ranking."""

from collections.abc import Hashable
from dataclasses import replace
from typing import NamedTuple

from grav.game.events import Ended, Event, GameEnded, Skipped
from grav.game.state import Opening, Over, State, Turn
from grav.rules.board import Board
from grav.rules.referee import PLAIN, Referee
from grav.rules.rules import Rules

REPETITIONS = 3


class Transition(NamedTuple):
    """The next state, and the events that led to it."""

    state: State
    events: tuple[Event, ...]

    def after(self, *events: Event) -> "Transition":
        """Returns the transition with these events put before its own."""
        return Transition(self.state, events + self.events)


def start(rules: Rules, referee: Referee = PLAIN) -> State:
    """Returns the state before the first action of a game that this referee judges."""
    empty = State(
        rules=rules,
        board=Board.empty(rules.size, rules.players),
        phase=Opening(),
        order=None,
        skips=(0,) * rules.players,
        referee=referee,
    )
    if rules.first is None:
        return empty
    return begin_turn(with_order(empty, rules.first), rules.first).state


def with_order(state: State, first: int) -> State:
    """Sets the order of play: the first, then the others in seat order."""
    players = state.rules.players
    return replace(state, order=tuple((first + k) % players for k in range(players)))


def begin_turn(state: State, seat: int, skips: tuple[int, ...] | None = None) -> Transition:
    """Begins a turn that is no bonus turn; the third time in one position ends the game."""
    skips = state.skips if skips is None else skips
    position = _position(state, seat, skips)
    visits = state.visits.with_one_more(position)
    begun = replace(state, phase=Turn(seat), visits=visits, skips=skips)
    if visits.count(position) == REPETITIONS:
        return end(begun, Ended.REPETITION)
    return Transition(begun, ())


def _position(state: State, seat: int, skips: tuple[int, ...]) -> Hashable:
    """Returns the key for the repetition rule: equal keys are the same position."""
    # () stands for no stone to measure from: unlike None, it has the same hash in every process.
    return (state.board.owned, state.last or (), seat, skips)


def next_turn(state: State, after: int) -> Transition:
    """Begins the turn of the next seat in order that has not resigned and owes no skip."""
    seat, skips, skipped = _next_in_order(state, after)
    return begin_turn(state, seat, skips).after(*skipped)


def is_next_to_act(state: State, after: int, seat: int) -> bool:
    """Whether `next_turn` would begin a turn of this seat, and not end the game."""
    following, skips, _ = _next_in_order(state, after)
    if following != seat:
        return False
    return state.visits.count(_position(state, seat, skips)) + 1 < REPETITIONS


def _next_in_order(state: State, after: int) -> tuple[int, tuple[int, ...], list[Event]]:
    """Returns the next seat, the skips still owed after it, and the events of skipped turns."""
    assert state.order is not None
    skips = list(state.skips)
    skipped: list[Event] = []
    place = state.order.index(after)
    while True:
        place = (place + 1) % len(state.order)
        seat = state.order[place]
        if seat in state.resigned:
            continue
        if skips[seat] == 0:
            return seat, tuple(skips), skipped
        skips[seat] -= 1
        skipped.append(Skipped(seat, skips[seat]))


def all_have_passed(state: State) -> bool:
    return state.passed.issuperset(state.active)


def end(state: State, how: Ended) -> Transition:
    ranking = standing(state)
    return Transition(replace(state, phase=Over(how, ranking)), (GameEnded(how, ranking),))


def standing(state: State) -> tuple[int, ...]:
    """Returns the ranking if the game ended now.

    Most stones first, on a tie the later in order; then those who resigned, the latest first.
    """
    stones = state.board.counts()
    order = state.order or range(state.rules.players)
    later_first = [seat for seat in reversed(order) if seat not in state.resigned]
    best_first = sorted(later_first, key=lambda seat: -stones[seat])
    return (*best_first, *reversed(state.resigned))
