"""The engine's game, with undo, and the players that act in it."""

from collections.abc import Callable

from grav.bots.engine.errors import EngineCode, EngineError
from grav.bots.player import Player
from grav.game import (
    Action,
    Pass,
    Place,
    Refusal,
    RefusalCode,
    Resign,
    State,
    Window,
    action_name,
    apply,
    start,
    view,
)
from grav.rules import Rules
from grav.text import GravError

CreatePlayer = Callable[[str], Player]
"""Creates a player from a seed."""


class EngineGame:
    """All states so far. An operation that fails changes nothing.

    A player is created when its seat is first asked to act, and the game so far is replayed to it.
    `undo` discards all players, since they cannot forget: they are created and replayed anew.
    """

    def __init__(self, rules: Rules, create_player: CreatePlayer, seed: str) -> None:
        self._create_player, self._seed = create_player, seed
        self.begin(rules)

    def begin(self, rules: Rules) -> None:
        self._states = [start(rules)]
        self._actions: list[Action] = []
        self._players: dict[int, Player] = {}

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def rules(self) -> Rules:
        return self.state.rules

    def play(self, action: Action) -> None:
        """Applies an action, or raises a Refusal that reveals only what is public."""
        if isinstance(self.state.phase, Window) and isinstance(action, (Place, Pass)):
            # Whether acting would close the window can depend on hidden information.
            self._check_seat_takes_part(action.by)
            if action_name(action) not in view(self.state, action.by).may:
                raise Refusal(RefusalCode.WRONG_PHASE)
        self._states.append(apply(self.state, action).state)
        self._actions.append(action)
        for seat in list(self._players):
            self._notify(seat, action)

    def undo(self) -> None:
        if not self._actions:
            raise EngineError(EngineCode.CANNOT_UNDO)
        self._states.pop()
        self._actions.pop()
        self._players.clear()

    def move(self, seat: int) -> Action:
        """Lets a seat's player act. The seat is on turn, may begin or has a stone to remove."""
        self._check_seat_takes_part(seat)
        if isinstance(self.state.phase, Window):
            raise Refusal(RefusalCode.WRONG_PHASE)
        if self.state.to_move not in (None, seat):
            raise Refusal(RefusalCode.NOT_YOUR_TURN, seat=(self.state.to_move or 0) + 1)
        return self._let_player_act(seat)

    def answer(self, seat: int) -> Action:
        """Lets a seat's player answer the open placement."""
        self._check_seat_takes_part(seat)
        window = self.state.phase
        if not isinstance(window, Window):
            raise Refusal(RefusalCode.WRONG_PHASE)
        if seat not in window.awaiting:
            own = seat == window.turn.seat
            raise Refusal(RefusalCode.OWN_MOVE if own else RefusalCode.ALREADY_ACCEPTED)
        return self._let_player_act(seat)

    def _check_seat_takes_part(self, seat: int) -> None:
        """Raises a Refusal if the seat takes no part: then it could not resign, either."""
        apply(self.state, Resign(seat))

    def _let_player_act(self, seat: int) -> Action:
        try:
            action = self._get_player(seat).act(view(self.state, seat))
            self.play(action)
        except GravError as error:
            self._players.pop(seat, None)
            raise EngineError(EngineCode.PLAYER_FAILED, cause=error.text) from error
        return action

    def _get_player(self, seat: int) -> Player:
        if seat not in self._players:
            # A player created at another point of the game gets another seed: otherwise it would
            # repeat the moves that were undone.
            player = self._create_player(f"{self._seed} {seat + 1} {len(self._actions)}")
            player.see(view(self._states[0], seat))
            for action, state in zip(self._actions, self._states[1:], strict=True):
                player.hear(action)
                player.see(view(state, seat))
            self._players[seat] = player
        return self._players[seat]

    def _notify(self, seat: int, action: Action) -> None:
        try:
            self._players[seat].hear(action)
            self._players[seat].see(view(self.state, seat))
        except GravError:  # the game goes on; the player is created anew when asked again
            del self._players[seat]
