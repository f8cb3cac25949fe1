"""Which seats have to act now: whom a table waits for."""

from grav.game import Agreement, Cards, Dice
from grav.game.possible_actions import possible_actions
from grav.server.table import rematches, takebacks
from grav.server.table.model import Finished, Play, Playing, SettlingNumbers, Table


def seats_to_act(table: Table) -> frozenset[int]:
    """Returns the seats that the table waits for, from public information only."""
    match table.stage:
        case SettlingNumbers() as stage:
            return _settling(stage, len(table.seats))
        case Playing(play):
            waiting = _playing(play)
            return waiting | takebacks.seats_to_ask(table, play) if play.takeback else waiting
        case Finished(rematch=rematch) if rematch is not None:
            return rematches.seats_to_ask(table, rematch)
        case _:
            return frozenset()


def bots_to_act(table: Table) -> frozenset[int]:
    """Returns the bots that have to act. Only people throw the dice and make the first proposal of
    numbers: bots wait for that as long as the table does."""
    bots = [seat for seat, chair in enumerate(table.seats) if chair.is_bot]
    if not bots:
        return frozenset()
    match table.stage:
        case SettlingNumbers(settling=Dice() | Agreement(proposal=None)):
            return frozenset()
        case _:
            return seats_to_act(table).intersection(bots)


def people_to_answer(table: Table) -> frozenset[int]:
    """Returns the seats of people who have yet to answer the open placement."""
    silent = table.play.silent if table.play else frozenset()
    return frozenset(seat for seat in silent if not table.seats[seat].is_bot)


def _settling(stage: SettlingNumbers, seats: int) -> frozenset[int]:
    if stage.seed is not None and not stage.seed.is_complete:
        return frozenset(seat for seat, share in enumerate(stage.seed.shares) if share is None)
    match stage.settling:
        case Cards(to_act=seat) if seat is not None:
            return frozenset({seat})
        case Dice():
            return frozenset(range(seats))
        case Agreement(proposal=None):
            return frozenset(range(seats))
        case Agreement(accepted=accepted):
            return frozenset(range(seats)) - accepted
        case _:
            return frozenset()


def _playing(play: Play) -> frozenset[int]:
    state, answered = play.state, play.answered
    return frozenset(
        [
            seat
            for seat in state.active
            if seat not in answered and len(possible_actions(state, seat)) > 1
        ]
    )
