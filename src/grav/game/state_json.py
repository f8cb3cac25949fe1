"""The whole state as JSON, with the verdict. `grav.game.view` has what players may see."""

from typing import Any

from grav.game.state import Opening, State, Turn, Window
from grav.game.view import Help, view
from grav.rules.json_fields import Json

_KEYS = (
    "phase",
    "to_move",
    "order",
    "board",
    "last",
    "bonus_turns",
    "on_bonus_turn",
    "skips",
    "passed",
    "stones",
    "resigned",
    "window",
    "ended",
    "ranking",
)


def state_to_json(state: State, *, legal: bool = True) -> dict[str, Json]:
    """Returns the state as JSON; in `opening` and `turn` with its legal points, if `legal`."""
    seen = view(state, None, (Help.LAST,)).to_json()
    form: dict[str, Any] = {key: seen.get(key) for key in _KEYS}
    if isinstance(state.phase, Window):
        awaiting = form["window"].pop("awaiting")
        form["window"] |= {
            "violations": state.phase.verdict.violations,
            "shapes": state.phase.verdict.shapes,
            "bonus": state.phase.bonus,
            "awaiting": awaiting,
        }
    if legal and isinstance(state.phase, (Opening, Turn)):
        form["legal"] = {str(point): shapes for point, shapes in state.legal().items()}
    return form
