"""The whole state as JSON, with the verdict. `grav.game.view` has what players may see."""

from grav.game.state import Opening, Over, State, Turn, Window
from grav.rules.json_fields import Json


def state_to_json(state: State, *, legal: bool = True) -> dict[str, Json]:
    """Returns the state as JSON; in `opening` and `turn` with its legal points, if `legal`."""
    phase = state.phase
    turn = phase.turn if isinstance(phase, Window) else phase if isinstance(phase, Turn) else None
    form: dict[str, Json] = {
        "phase": phase.name,
        "to_move": state.to_move,
        "order": None if state.order is None else list(state.order),
        "board": state.board.rows(),
        "last": None if state.last is None else str(state.last),
        "bonus_turns": turn.bonus_turns if turn else 0,
        "on_bonus_turn": turn.on_bonus if turn else False,
        "skips": list(state.skips),
        "passed": sorted(state.passed),
        "stones": list(state.board.counts()),
        "resigned": list(state.resigned),
        "window": _window(phase) if isinstance(phase, Window) else None,
        "ended": phase.how.value if isinstance(phase, Over) else None,
        "ranking": list(phase.ranking) if isinstance(phase, Over) else None,
    }
    if legal and isinstance(phase, (Opening, Turn)):
        form["legal"] = {str(point): shapes for point, shapes in state.legal().items()}
    return form


def _window(window: Window) -> dict[str, Json]:
    return {
        "by": window.turn.seat,
        "at": str(window.at),
        "declared": window.declared,
        "violations": window.verdict.violations,
        "shapes": window.verdict.shapes,
        "bonus": window.bonus,
        "awaiting": sorted(window.awaiting),
    }
