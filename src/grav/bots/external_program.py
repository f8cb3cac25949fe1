"""A player that is an external program, started by a command, that speaks the text protocol."""

import shlex

from grav.bots.engine.action_text import format_action, parse_action
from grav.bots.engine.child_process import ChildProcess, ProgramError
from grav.game import Accept, Action, Pass, Place, View, action_name

TIMEOUT = 120.0
"""Timeout in seconds: a program that has not answered by then is taken to hang."""


class ExternalProgram:
    """Sends the program the rules and all actions of the table, and asks it when it is to act.

    It starts with the first game that it sees, and ends with `close`, or when it is
    garbage-collected. `{seed}` in the command stands for the seed. Every failure is a ProgramError.
    """

    def __init__(self, command: str, seed: str, timeout: float = TIMEOUT) -> None:
        self._words = [word.replace("{seed}", seed) for word in _split_command(command)]
        self._timeout = timeout
        self._process: ChildProcess | None = None
        self._action_heard = False
        self._in_window = False
        self._unconfirmed: list[Action] = []
        """The program's answer that the table has not confirmed; then the actions since."""

    def hear(self, action: Action) -> None:
        self._action_heard = True
        if self._unconfirmed and action == self._unconfirmed[0]:
            self._unconfirmed = []
            return
        if (
            self._unconfirmed
            and isinstance(action, Accept)
            and isinstance(self._unconfirmed[0], Accept)
        ):
            self._unconfirmed.append(action)  # it does not matter who accepts first
        else:
            self._undo_answer()
        if self._in_window and isinstance(action, (Place, Pass)):
            self._send(Accept(action.by))  # implied by acting, which not every program knows
        self._send(action)

    def see(self, view: View) -> None:
        """Takes a view without an action before it as the start of a game."""
        if not self._action_heard:
            self._begin(view)
        self._action_heard = False
        self._in_window = view.window is not None

    def act(self, view: View) -> Action:
        assert view.seat is not None
        self._undo_answer()
        command = "genmove" if view.window is None else "grav-window"
        answer = self._ask(f"{command} {view.seat + 1}")
        action = parse_action(view.seat, answer.split())
        if action is None or action_name(action) not in view.may:
            self.close()
            values = {"program": self._words[0], "command": command, "found": answer[:60]}
            raise ProgramError("bots.program_action", **values)
        self._unconfirmed = [action]
        return action

    def delay(self, view: View) -> float:  # noqa: ARG002
        """Returns 0: the program has already taken its time."""
        return 0.0

    def close(self) -> None:
        """Ends the program; the next game starts it again."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _begin(self, view: View) -> None:
        if view.board.stones:
            raise ProgramError("bots.program_late", program=self._words[0])
        self._process = self._process or ChildProcess(self._words, self._timeout)
        self._unconfirmed = []
        self._ask(f"grav-rules {view.rules}")

    def _undo_answer(self) -> None:
        """Undoes the answer, since the table did something else, and replays the actions since."""
        unconfirmed, self._unconfirmed = self._unconfirmed, []
        for _ in unconfirmed:
            self._ask("undo")
        for action in unconfirmed[1:]:
            self._send(action)

    def _send(self, action: Action) -> None:
        self._ask(f"play {action.by + 1} {format_action(action)}")

    def _ask(self, command: str) -> str:
        if self._process is None:
            raise ProgramError("bots.program_late", program=self._words[0])
        try:
            return self._process.ask(command)
        except ProgramError:
            self.close()
            raise


def _split_command(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise ProgramError("bots.program_command", found=command[:60])
    return words
