"""Plays one game between programs, as fast as they answer.

Players get views and nothing else. No time passes: the delays that players report only decide whose
shout was first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grav.bots import Player
from grav.game import (
    Action,
    Ended,
    Grav,
    Opening,
    Over,
    Refusal,
    Resign,
    Window,
    action_name,
    apply,
    start,
    view,
)
from grav.game.turns import standing
from grav.record import Record
from grav.rules import Rules
from grav.text import GravError

NOT_OFFERED = "not_offered"
"""The code of a fault: the view did not offer the action, or it was for another seat."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A player gave an invalid action or failed to answer, which counts as resigning."""

    by: int
    why: str
    """The code of the refusal, or the key of the error."""


@dataclass(frozen=True)
class GameResult:
    record: Record
    ranking: tuple[int, ...]
    stones: tuple[int, ...]
    ended: Ended | None
    """None: the game was stopped at the limit of actions, and ranked by the stones on the board."""
    faults: tuple[Fault, ...] = ()

    @property
    def winner(self) -> int:
        return self.ranking[0]


def max_actions_for(rules: Rules) -> int:
    """Returns the number of actions after which a game is stopped.

    It is far more than a game takes that makes progress.
    """
    return 20 * rules.size**2 * rules.players


def play_game(
    rules: Rules, players: Sequence[Player], starter: int = 0, max_actions: int | None = None
) -> GameResult:
    """Plays a game to its end. The starter places the first stone, unless the rules name one."""
    game = _GameInProgress(rules, players, max_actions or max_actions_for(rules))
    while not game.is_done:
        game.play_step(starter)
    phase = game.state.phase
    return GameResult(
        record=Record(rules, tuple(game.actions)),
        ranking=standing(game.state),
        stones=game.state.board.counts(),
        ended=phase.how if isinstance(phase, Over) else None,
        faults=tuple(game.faults),
    )


class _GameInProgress:
    """The state of the game, its actions and faults so far, and the players."""

    def __init__(self, rules: Rules, players: Sequence[Player], max_actions: int) -> None:
        assert len(players) == rules.players
        self.state = start(rules)
        self.actions: list[Action] = []
        self.faults: list[Fault] = []
        self._players = players
        self._max_actions = max_actions
        for seat, player in enumerate(players):  # failing here raises: it is not a fault
            player.see(view(self.state, seat))

    @property
    def is_done(self) -> bool:
        return isinstance(self.state.phase, Over) or len(self.actions) >= self._max_actions

    def play_step(self, starter: int) -> None:
        """Asks the players who are to act, all of them in a window, and applies their actions."""
        for action in self._select_effective(
            [self._ask_player(seat) for seat in self._seats_to_act(starter)]
        ):
            if not self.is_done:
                self._apply_action(action)

    def _seats_to_act(self, starter: int) -> list[int]:
        """Returns the seats to act; in a window in the order of play after the one who placed."""
        match self.state.phase:
            case Opening():
                active = self.state.active
                return [next(seat for seat in self._seats_from(starter) if seat in active)]
            case Window(turn, awaiting=awaiting):
                return [seat for seat in self._seats_from(turn.seat) if seat in awaiting]
            case _:
                assert self.state.to_move is not None
                return [self.state.to_move]

    def _seats_from(self, seat: int) -> Iterable[int]:
        """Returns all seats in the order of play from this seat on, which is the order of seats."""
        count = len(self._players)
        return ((seat + k) % count for k in range(count))

    def _ask_player(self, seat: int) -> Action:
        seen = view(self.state, seat)
        try:
            action = self._players[seat].act(seen)
        except GravError as error:
            return self._resign_for_fault(seat, error.text.key)
        offered = action.by == seat and action_name(action) in seen.may
        return action if offered else self._resign_for_fault(seat, NOT_OFFERED)

    def _resign_for_fault(self, seat: int, why: str) -> Action:
        self.faults.append(Fault(seat, why))
        return Resign(seat)

    def _select_effective(self, answers: list[Action]) -> list[Action]:
        """Returns the answers that count: after a shout, only the quickest and the resignations.

        Of equally quick shouts, the first in the order of play counts.
        """
        shouts = [action for action in answers if isinstance(action, Grav)]
        if not shouts:
            return answers
        first = min(shouts, key=self._delay) if len(shouts) > 1 else shouts[0]
        return [*(action for action in answers if isinstance(action, Resign)), first]

    def _delay(self, action: Action) -> float:
        return self._players[action.by].delay(view(self.state, action.by))

    def _apply_action(self, action: Action) -> None:
        try:
            self.state = apply(self.state, action).state
        except Refusal as refusal:
            action = self._resign_for_fault(action.by, refusal.code.value)
            self.state = apply(self.state, action).state
        self.actions.append(action)
        for resignation in [lost for seat in self.state.active if (lost := self._notify(seat))]:
            if not self.is_done:
                self._apply_action(resignation)

    def _notify(self, seat: int) -> Action | None:
        """Sends a player the last action and the view; returns a resignation if that fails."""
        player = self._players[seat]
        try:
            player.hear(self.actions[-1])
            player.see(view(self.state, seat))
        except GravError as error:
            return None if self.is_done else self._resign_for_fault(seat, error.text.key)
        return None
