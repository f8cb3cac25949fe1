"""The commands that ask for an action of the game, and the actions, in both directions."""

from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.rules import Point
from grav.server.messages import commands as c

Move = c.PlaceStone | c.PassTurn | c.RemoveStone | c.ResignGame
"""The commands that are actions as they stand; answers to a placement may have to wait."""


def action_of(move: Move) -> Action:
    seat = move.seat
    match move:
        case c.PlaceStone(at=at, declare=declare):
            return Place(seat, Point.parse(at), declare)
        case c.PassTurn():
            return Pass(seat)
        case c.RemoveStone(at=at):
            return Remove(seat, Point.parse(at))
        case c.ResignGame():
            return Resign(seat)


def command_of(action: Action, placement: int, new: str) -> c.Command:
    """Returns the command that asks for an action, with the id `new`; answers carry the number of
    the placement."""
    seat = action.by
    match action:
        case Place(at=at, declare=declare):
            return c.PlaceStone(id=new, seat=seat, at=str(at), declare=declare)
        case Pass():
            return c.PassTurn(id=new, seat=seat)
        case Accept():
            return c.AcceptStone(id=new, seat=seat, placement=placement)
        case Grav():
            return c.ShoutGrav(id=new, seat=seat, placement=placement)
        case Remove(at=at):
            return c.RemoveStone(id=new, seat=seat, at=str(at))
        case Resign():
            return c.ResignGame(id=new, seat=seat)
