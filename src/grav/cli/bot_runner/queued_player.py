"""The player of one seat, and the queue of what it has yet to see. Answers in worker threads."""

import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

from grav.bots import Player
from grav.game import Action, Help, View, action_from_json, apply, start, view
from grav.rules import rules_from_json
from grav.server.messages.views import Whole

Queued = Whole | tuple[Sequence[Action], View]


class QueuedPlayer:
    """Queues all messages to a player until its next answer: only `answer` waits for the player."""

    def __init__(self, create_player: Callable[[], Player], seat: int) -> None:
        self._create_player = create_player
        self._seat = seat
        self._player = create_player()
        self._queue: SimpleQueue[Queued] = SimpleQueue()
        # An answer that was cancelled may still be computed in another thread.
        self._one_at_a_time = threading.Lock()

    def queue_snapshot(self, whole: Whole) -> None:
        """Queues a snapshot: a new player replays all actions of the game."""
        self._queue.put(whole)

    def queue_actions(self, actions: Sequence[Action], seen: View) -> None:
        """Queues actions, and the view after them."""
        self._queue.put((actions, seen))

    def answer(self, seen: View) -> tuple[Action, float]:
        """Returns the player's action, and the seconds that a person would take for it."""
        with self._one_at_a_time:
            self._catch_up()
            return self._player.act(seen), self._player.delay(seen)

    def _catch_up(self) -> None:
        while True:
            try:
                queued = self._queue.get_nowait()
            except Empty:
                return
            if isinstance(queued, Whole):
                self._replay(queued)
                continue
            actions, seen = queued
            for action in actions:
                self._player.hear(action)
            self._player.see(seen)

    def _replay(self, whole: Whole) -> None:
        self._player = self._create_player()
        if whole.rules is None:
            return
        shown = tuple(map(Help, whole.settings.shown_help))
        state = start(rules_from_json(whole.rules))
        self._player.see(view(state, self._seat, shown))
        for form in whole.actions:
            action = action_from_json(form)
            state = apply(state, action).state
            self._player.hear(action)
            self._player.see(view(state, self._seat, shown))
