"""The player behind one bot's seat: follows the game as it was played, and answers when asked."""

import threading
from typing import NamedTuple

from grav.bots import SimplePlayer, create_simple_player
from grav.bots.level_player import LevelPlayer, create_level_player
from grav.bots.thinking_limit import ThinkingLimit
from grav.game import Accept, Action, Help, State, Window, apply, start, view
from grav.server.table.immutable_sequence import Log
from grav.server.table.model import Play


class Answer(NamedTuple):
    action: Action
    pause: float
    """Seconds that a person would take for it."""


class Opponent:
    """A bot of one level, with everything that it has seen of the game.

    Each question has its own seed. So the answer is the same however often it is asked, also after
    a restart and in another process, unless a time limit cuts the thought short.
    """

    def __init__(self, level: int, seat: int, seed: str, agreed: tuple[Help, ...]) -> None:
        self.level = level
        self._seat, self._seed, self._help = seat, seed, agreed
        self._player: LevelPlayer | None = None
        self._seen = Log[Action]()
        self._state: State | None = None
        # A thought that was cancelled may still be running in its thread.
        self._one_at_a_time = threading.Lock()

    def answer(self, play: Play, limit: ThinkingLimit) -> Answer:
        """Returns what the bot does now. Raises ThinkingCancelled if it is stopped meanwhile."""
        with self._one_at_a_time:
            try:
                player = self._follow(play)
                player.reseed(f"{self._seed} {question_of(play)}")
                seen = view(play.state, self._seat, self._help)
                action = player.act(seen, limit)
                return Answer(action, player.delay(seen))
            except BaseException:
                self._player = None  # its state may be half updated
                raise

    def answer_plainly(self, play: Play) -> Action:
        """Answers without its level's player: accepts, or places anywhere that is legal."""
        if isinstance(play.state.phase, Window):
            return Accept(self._seat)
        plain: SimplePlayer = create_simple_player("random", f"{self._seed} {question_of(play)}")
        state = start(play.rules, play.state.referee)
        plain.see(view(state, self._seat, self._help))
        for action in play.actions:
            state = apply(state, action).state
            plain.see(view(state, self._seat, self._help))
        return plain.act(view(play.state, self._seat, self._help))

    def _follow(self, play: Play) -> LevelPlayer:
        """Feeds the player the actions it has not seen; all, after a placement was taken back."""
        known = len(self._seen)
        if self._player is None or self._state is None or play.actions[:known] != self._seen:
            self._player, self._state, known = (
                create_level_player(self.level, self._seed),
                start(play.rules, play.state.referee),
                0,
            )
            self._player.see(view(self._state, self._seat, self._help))
        for action in play.actions[known:]:
            self._state = apply(self._state, action).state
            self._player.hear(action)
            self._player.see(view(self._state, self._seat, self._help))
        self._seen = play.actions
        return self._player


def question_of(play: Play) -> str:
    """Returns a name for what a seat is asked, unique within the game. In a window it depends on
    the stone alone, whoever else has answered meanwhile."""
    if isinstance(play.state.phase, Window):
        return f"{play.placement}-window"
    return f"{play.placements}-{len(play.actions)}"
