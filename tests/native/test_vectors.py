"""Every conformance vector through the native core, step by step."""

import json
from typing import Any

import pytest
from tests.conformance.vectors import every_vector

from grav.game import Refusal, action_from_json
from grav.native import NativeGame
from grav.rules import rules_from_json

pytestmark = pytest.mark.needs_core


def as_json(value: object) -> Any:
    """Returns the value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def outcome(game: NativeGame, action: Any) -> dict[str, Any]:
    """Plays the action, and returns what a step of a vector must say of it."""
    try:
        game.apply(action_from_json(action))
    except Refusal as refusal:
        return {"action": action, "error": refusal.code.value}
    return {"action": action, "state": as_json(game.state_to_json())}


@every_vector
def test_every_step_has_the_state_or_error_of_the_vector(vector: dict[str, Any]) -> None:
    game = NativeGame(rules_from_json(vector["rules"]))
    assert as_json(game.state_to_json(legal=False)) == vector["start"]
    for number, step in enumerate(vector["steps"]):
        assert outcome(game, step["action"]) == step, f"step {number}"
