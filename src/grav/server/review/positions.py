"""Converts a game state to the `Position` that clients know from tables, with the whole truth about
its window."""

from msgspec import UNSET

from grav.game import Help, State, Window, view
from grav.game.options import options
from grav.server.messages.views import Position, WindowShown


def position_of(state: State, placements: int) -> Position:
    """Returns the state as a `Position`; `placements` is the number of placements so far."""
    seen = view(state, None, (Help.LAST,))
    return Position(
        phase=seen.phase,  # type: ignore[arg-type]  # a view's phase is one of the five names
        to_move=seen.to_move,
        violator=seen.violator,
        order=seen.order,
        board=seen.board.rows(),
        bonus_turns=seen.bonus_turns,
        on_bonus_turn=seen.on_bonus_turn,
        skips=seen.skips,
        passed=seen.passed,
        stones=seen.board.counts(),
        resigned=seen.resigned,
        window=_window(state.phase, placements) if isinstance(state.phase, Window) else None,
        ended=seen.ended.value if seen.ended else None,
        ranking=seen.ranking,
        may=tuple(options(state, seat) for seat in range(state.rules.players)),
        last=UNSET if seen.last is None else str(seen.last),
    )


def _window(window: Window, placements: int) -> WindowShown:
    return WindowShown(
        placement=placements,
        by=window.turn.seat,
        at=str(window.at),
        declared=window.declared,
        awaiting=tuple(sorted(window.awaiting)),
        answered=(),
        shapes=window.verdict.shapes,
        bonus=window.bonus,
    )
