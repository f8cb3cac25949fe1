"""Reads games that people send: a pasted record, or rules and actions as JSON."""

from collections.abc import Sequence
from typing import Any

from grav.game import Action, action_from_json
from grav.record import Record, parse_record
from grav.rules import Rules, rules_from_json
from grav.server.problems.problem import Problem
from grav.server.review.review_cost_limits import Allowance
from grav.text import GravError


class BadRecord(GravError):
    """A text that is no record; its message says where it is wrong, as far as that is known."""

    code = "bad_record"

    def __init__(self, error: GravError) -> None:
        super().__init__(error.text.key, **error.text.values)


def read_record(text: str, allowance: Allowance) -> Record:
    try:
        return parse_record(text, allowance)
    except Problem:
        raise
    except GravError as error:
        raise BadRecord(error) from error


def read_game(
    rules: dict[str, Any], actions: Sequence[dict[str, Any]], allowance: Allowance
) -> tuple[Rules, tuple[Action, ...]]:
    """Returns the rules and the actions, which are not played yet."""
    allowance(len(actions))
    forms = enumerate(actions)
    return rules_from_json(rules), tuple(
        action_from_json(form, f"actions[{index}]") for index, form in forms
    )
