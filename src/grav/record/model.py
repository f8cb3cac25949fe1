"""A record: the rules, the actions, and information about the game.

Only rules and actions determine a game. Unknown keys are preserved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grav.game import Action
from grav.rules import Rules
from grav.rules.json_fields import Json
from grav.text import GravError


class RecordError(GravError):
    """A text that is not a valid record, or a file that cannot hold one."""


@dataclass(frozen=True)
class Record:
    rules: Rules
    actions: tuple[Action, ...] = ()
    name: str | None = None
    players: tuple[str, ...] | None = None
    """Names by seat."""
    date: str | None = None
    place: str | None = None
    comments: Mapping[int, str] = field(default_factory=dict)
    """Comments by the index of the action that they follow."""
    setting: Json = None
    """How the numbers were settled."""
    table: Json = None
    """What a server adds: clocks, races of shouts."""
    extra: Mapping[str, Json] = field(default_factory=dict)
    """Unknown keys of the record."""
    action_extra: Mapping[int, Mapping[str, Json]] = field(default_factory=dict)
    """Unknown keys of actions, by the index of the action."""
