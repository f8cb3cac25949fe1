"""Actions at a table. Only the kinds that `view.may` offers reach the game, so that no refusal
reveals more than everybody knows."""

from grav.game import (
    Action,
    Over,
    Penalty,
    Refusal,
    RefusalCode,
    Resign,
    State,
    Turn,
    Window,
    action_name,
)
from grav.game.possible_actions import possible_actions
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.move_commands import Move, action_of
from grav.server.table import size_limits, window_answers
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.draft import Draft
from grav.server.table.model import Play, Playing
from grav.server.table.refusals import TableCode, TableRefusal


def move(draft: Draft, command: Move) -> None:
    play = play_of(draft)
    if not isinstance(command, c.ResignGame):
        window_answers.check_silent(play, command.seat)
    if isinstance(command, (c.PlaceStone, c.PassTurn)):
        _check_length(play)
    act(draft, action_of(command))


def accept(draft: Draft, command: c.AcceptStone) -> None:
    play = play_of(draft)
    window_answers.check_placement(play, command.placement)
    _check_offered(play.state, command.seat, "accept")
    window_answers.check_silent(play, command.seat)
    window_answers.accept(draft, command.seat)


def shout(draft: Draft, command: c.ShoutGrav, context: CommandContext) -> None:
    play = play_of(draft)
    window_answers.check_placement(play, command.placement)
    _check_offered(play.state, command.seat, "grav")
    window_answers.check_silent(play, command.seat)
    window_answers.shout(draft, command.seat, command.said, context)


def accept_for_own_seats(draft: Draft, actor: Actor, command: c.LetStand) -> None:
    """Accepts for all of the actor's seats that have yet to answer."""
    play = play_of(draft)
    window_answers.check_placement(play, command.placement)
    mine = sorted(play.silent.intersection(draft.table.seats_of(actor.person)))
    if not mine:
        raise TableRefusal(TableCode.ALREADY_ANSWERED)
    for seat in mine:
        window_answers.accept(draft, seat)


def claim_seat(draft: Draft, actor: Actor, command: c.ClaimSeat, context: CommandContext) -> None:
    """Resigns a seat whose player has been absent for long. Refused in a game with a clock: there
    the clock decides."""
    play = play_of(draft)
    table, seat = draft.table, command.seat
    if not set(table.seats_of(actor.person)).intersection(play.state.active):
        raise TableRefusal(TableCode.NOT_PLAYING)
    if table.settings.clock is not None:
        raise TableRefusal(TableCode.HAS_CLOCK)
    if seat >= len(table.seats):
        raise TableRefusal(TableCode.NO_SUCH_SEAT, seat=seat + 1, seats=len(table.seats))
    if seat in play.state.resigned:
        raise Refusal(RefusalCode.ALREADY_RESIGNED, seat=seat + 1)
    if seat not in context.gone:
        raise TableRefusal(TableCode.NOT_GONE, seat=seat + 1)
    act(draft, Resign(seat), why="gone")


def act(draft: Draft, action: Action, why: e.Why | None = None) -> None:
    """Applies an action to the game if the seat may try it now; otherwise raises a Refusal."""
    _check_offered(play_of(draft).state, action.by, action_name(action))
    draft.act(action, why)
    window_answers.settle_answers(draft)


def play_of(draft: Draft) -> Play:
    if not isinstance(draft.table.stage, Playing):
        raise TableRefusal(TableCode.WRONG_STAGE)
    return draft.table.stage.play


def _check_length(play: Play) -> None:
    """Raises TableRefusal if the game is too long for another turn."""
    if len(play.actions) >= size_limits.MAX_ACTIONS - size_limits.LAST_ACTIONS:
        raise TableRefusal(TableCode.TOO_MANY_ACTIONS, most=size_limits.MAX_ACTIONS)


def _check_offered(state: State, seat: int, kind: str) -> None:
    """Raises a Refusal if the seat cannot try this kind of action, from public information only."""
    if kind not in possible_actions(state, seat):
        raise Refusal(_why_not(state, seat, kind), **_named(state, seat))


def _why_not(state: State, seat: int, kind: str) -> RefusalCode:
    phase = state.phase
    if isinstance(phase, Over):
        return RefusalCode.GAME_OVER
    if seat in state.resigned:
        return RefusalCode.ALREADY_RESIGNED
    answering = kind in ("accept", "grav")
    match phase:
        case Window(turn=turn) if answering:
            return RefusalCode.OWN_MOVE if turn.seat == seat else RefusalCode.ALREADY_ACCEPTED
        case Turn(seat=to_move) if kind in ("place", "pass") and to_move != seat:
            return RefusalCode.NOT_YOUR_TURN
        case Turn(on_bonus=True) if kind == "pass":
            return RefusalCode.MUST_PLACE
        case Penalty() if kind == "remove":
            return RefusalCode.NOT_YOUR_TURN
        case _:
            return RefusalCode.WRONG_PHASE


def _named(state: State, seat: int) -> dict[str, object]:
    """Returns the seat that a refusal's sentence names: whose turn it is, or who has resigned."""
    whose = seat if seat in state.resigned or state.to_move is None else state.to_move
    return {"seat": whose + 1}
