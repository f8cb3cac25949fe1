"""What every player that is a program can do."""

from typing import Protocol

from grav.game import Action, View


class Player(Protocol):
    """Gets views of its seat, never the verdict; answers with actions, in windows too."""

    def hear(self, action: Action) -> None:
        """Called with every action of the table, its own too, right before `see`.

        Who did what is public. Only a player that has to tell it on needs it: the others see
        what came of it.
        """

    def see(self, view: View) -> None:
        """Called with the start and after every action, so that the player can remember."""

    def act(self, view: View) -> Action:
        """One of the kinds of action in `view.may`; called when there is more than resigning."""

    def delay(self, view: View) -> float:
        """The seconds that a person would take before the answer that `act` just gave.

        Whoever plays against people waits so long; whoever wants results does not ask.
        """
