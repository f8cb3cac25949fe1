"""The player of one seat of bots: follows the game as it was played, and answers when asked."""

import threading
from typing import NamedTuple

from grav.bots import Simple, simple_player
from grav.bots.level_player import LevelPlayer, level_player
from grav.bots.limit import ThinkingLimit
from grav.game import Accept, Action, Help, State, Window, apply, start, view
from grav.server.table.log import Log
from grav.server.table.model import Play


class Answer(NamedTuple):
    action: Action
    pause: float
    """Seconds that a person would take for it."""


class Opponent:
    """A player of a level, with all that it has seen so far.

    Each question has a seed of its own. So it is answered alike however often it is asked, also
    after a restart and by another process, unless a limit of time cuts the thought short.
    """

    def __init__(self, level: int, seat: int, seed: str, agreed: tuple[Help, ...]) -> None:
        self.level = level
        self._seat, self._seed, self._help = seat, seed, agreed
        self._player: LevelPlayer | None = None
        self._seen = Log[Action]()
        self._state: State | None = None
        # A thought that nobody waits for any more may not have stopped yet.
        self._one_at_a_time = threading.Lock()

    def answer(self, play: Play, limit: ThinkingLimit) -> Answer:
        """What it does now; ThinkingStopped if it is stopped meanwhile."""
        with self._one_at_a_time:
            try:
                mind = self._follow(play)
                mind.reseed(f"{self._seed} {question(play)}")
                seen = view(play.state, self._seat, self._help)
                action = mind.act(seen, limit)
                return Answer(action, mind.delay(seen))
            except BaseException:
                self._player = None  # what it has in mind may be half done
                raise

    def answer_plainly(self, play: Play) -> Action:
        """Without the player of its level: it accepts, or places anywhere that is legal."""
        if isinstance(play.state.phase, Window):
            return Accept(self._seat)
        plain: Simple = simple_player("random", f"{self._seed} {question(play)}")
        state = start(play.rules)
        plain.see(view(state, self._seat, self._help))
        for action in play.actions:
            state = apply(state, action).state
            plain.see(view(state, self._seat, self._help))
        return plain.act(view(play.state, self._seat, self._help))

    def _follow(self, play: Play) -> LevelPlayer:
        """Tells the player what it has not seen; all, after a placement was taken back."""
        known = len(self._seen)
        if self._player is None or self._state is None or play.actions[:known] != self._seen:
            self._player, self._state, known = (
                level_player(self.level, self._seed),
                start(play.rules),
                0,
            )
            self._player.see(view(self._state, self._seat, self._help))
        for action in play.actions[known:]:
            self._state = apply(self._state, action).state
            self._player.hear(action)
            self._player.see(view(self._state, self._seat, self._help))
        self._seen = play.actions
        return self._player


def question(play: Play) -> str:
    """A name for what a seat is asked: no other question of the game has it. In a window it is the
    stone, whoever else has answered it meanwhile."""
    if isinstance(play.state.phase, Window):
        return f"{play.placement}-window"
    return f"{play.placements}-{len(play.actions)}"
