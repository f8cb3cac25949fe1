"""The interface of all players that are programs."""

from typing import Protocol

from grav.game import Action, View


class Player(Protocol):
    """Gets views of its seat, never the verdict; answers with actions, in windows too."""

    def hear(self, action: Action) -> None:
        """Called with every action of the table, its own too, right before `see`.

        Who did what is public. Players that need only the outcome ignore it: the view shows that.
        """

    def see(self, view: View) -> None:
        """Called at the start and after every action, so that the player can remember."""

    def act(self, view: View) -> Action:
        """Returns an action of a kind in `view.may`; called when there is more than resigning."""

    def delay(self, view: View) -> float:
        """Returns the seconds that a person would take for the answer that `act` just gave.

        Callers that play against people wait that long; those that want results do not ask.
        """
