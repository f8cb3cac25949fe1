"""The interactive course: lessons in order, then two games against the weakest opponent.

Contains no texts: a client looks them up by the ids.
"""

from dataclasses import dataclass
from functools import cache

from grav.drills.lesson_goals import Goal
from grav.drills.lessons import PLANS, PLAYER, LessonPlan
from grav.game import (
    Accept,
    Action,
    Help,
    State,
    Transition,
    Window,
    action_to_json,
    apply,
    start,
    view,
    view_event,
)
from grav.record.notation import meant_actions, parse_word
from grav.rules import Rules, parse_rules, rules_to_json
from grav.rules.json_fields import Json

_SHOWN_HELP = (Help.LAST,)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position, and one task to do there."""

    id: str
    rules: Rules
    actions: tuple[Action, ...]
    """From the start of a game to the position."""
    state: State
    """The position itself."""
    goal: Goal
    seat: int = PLAYER

    @property
    def right_actions(self) -> tuple[Action, ...]:
        """Every action that fulfils the task."""
        return self.goal.actions(self.seat)

    def after(self) -> Transition | None:
        """Returns the outcome of the right action, if there is only one; the others accept it."""
        if len(self.right_actions) != 1:
            return None
        transition = apply(self.state, self.right_actions[0])
        while isinstance(window := transition.state.phase, Window):
            transition = apply(transition.state, Accept(min(window.awaiting))).after(
                *transition.events
            )
        return transition

    def to_json(self) -> dict[str, Json]:
        after = self.after()
        return {
            "id": self.id,
            "seat": self.seat,
            "rules": rules_to_json(self.rules),
            "setting": str(self.rules.setting),
            "actions": [action_to_json(action) for action in self.actions],
            "view": self._view(self.state),
            "task": self.goal.to_json(),
            "after": None
            if after is None
            else {
                "events": [view_event(event, self.seat).to_json() for event in after.events],
                "view": self._view(after.state),
            },
        }

    def _view(self, state: State) -> dict[str, Json]:
        return view(state, self.seat, _SHOWN_HELP).to_json()


@dataclass(frozen=True, slots=True)
class FirstGame:
    """A game to play after the lessons."""

    id: str
    rules: Rules
    level: int
    """The level of the opponent."""
    help: tuple[Help, ...]

    def to_json(self) -> dict[str, Json]:
        """Includes the request body that opens the table at a server (docs/protocol.md)."""
        return {
            "id": self.id,
            "rules": rules_to_json(self.rules),
            "level": self.level,
            "help": [kind.value for kind in self.help],
            "table": {
                "settings": {
                    "size": self.rules.size,
                    "setting": str(self.rules.setting),
                    "help": [kind.value for kind in self.help],
                },
                "seats": [{"me": True}, {"level": self.level}],
            },
        }


@dataclass(frozen=True, slots=True)
class Course:
    lessons: tuple[Lesson, ...]
    games: tuple[FirstGame, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "lessons": [lesson.to_json() for lesson in self.lessons],
            "games": [game.to_json() for game in self.games],
        }


@cache
def course() -> Course:
    """Returns the whole course; it is computed once and then cached."""
    rules = parse_rules("7x7 2p 3 3 4 2 4 revised")
    games = (
        FirstGame("first_game", rules, 1, tuple(Help)),
        FirstGame("game_without_help", rules, 1, ()),
    )
    return Course(tuple(_play_lesson(plan) for plan in PLANS), games)


def _play_lesson(plan: LessonPlan) -> Lesson:
    rules = parse_rules(plan.rules)
    state = start(rules)
    actions: list[Action] = []
    for text in plan.game.split():
        word = parse_word(text)
        assert word is not None
        for action in meant_actions(word, state):
            state = apply(state, action).state
            actions.append(action)
    return Lesson(plan.id, rules, tuple(actions), state, plan.goal(state))
