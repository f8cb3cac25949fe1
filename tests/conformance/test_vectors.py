"""Every conformance vector, step by step. Where docs/law.md and a vector differ, the vector is
right.
"""

import json
from pathlib import Path
from typing import Any

from tests.conformance.vectors import every_vector

from grav.game import (
    Refusal,
    State,
    action_from_json,
    action_to_json,
    apply,
    start,
    state_to_json,
)
from grav.rules import rules_from_json, rules_to_json


def as_json(value: object) -> Any:
    """Returns the value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def outcome(state: State, action: Any) -> tuple[State, dict[str, Any]]:
    """Returns the next state, and what a step of a vector must say of the action."""
    try:
        after = apply(state, action_from_json(action)).state
    except Refusal as refusal:
        return state, {"action": action, "error": refusal.code.value}
    return after, {"action": action, "state": as_json(state_to_json(after))}


@every_vector
def test_every_step_has_the_state_or_error_of_the_vector(vector: dict[str, Any]) -> None:
    state = start(rules_from_json(vector["rules"]))
    assert as_json(state_to_json(state, legal=False)) == vector["start"]
    for number, step in enumerate(vector["steps"]):
        state, found = outcome(state, step["action"])
        assert found == step, f"step {number}"


@every_vector
def test_rules_and_actions_are_encoded_as_in_the_vector(vector: dict[str, Any]) -> None:
    assert as_json(rules_to_json(rules_from_json(vector["rules"]))) == vector["rules"]
    for step in vector["steps"]:
        assert action_to_json(action_from_json(step["action"])) == step["action"]


def test_no_vector_is_missing(vectors: list[dict[str, Any]], conformance: Path) -> None:
    names = [vector["name"] for vector in vectors]
    assert len(names) == len(set(names))
    assert {file.stem for file in conformance.glob("*.ndjson")} == {"games", "large", "rulings"}
    assert len(names) == 156
    assert sum("error" in step for vector in vectors for step in vector["steps"]) > 100
