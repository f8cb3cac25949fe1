"""Spot the Grav: a stone is placed. Is it fine, or does it break a rule?

A position is a function of its arguments: `random.Random`, seeded with a text made of all of them,
draws everything. The same arguments give the same position in every process.
"""

from dataclasses import dataclass
from random import Random

from grav.bots import LEVELS
from grav.drills.perception_probabilities import notice_probability, perception_checks
from grav.drills.question_position import GeneratedPosition, generate_position
from grav.drills.question_setting import draw_setting
from grav.drills.question_spec import Grade, Question, RuleName, draw_question
from grav.game.settling_refusal import check_seed
from grav.rules import MAX_SIZE, Board, Breach, Point, Rules, rules_to_json
from grav.rules.json_fields import Json
from grav.rules.setting import check_bounds

MIN_SPOT_SIZE = 5
"""On a smaller board nothing but a row of the whole side could be too long."""
MIDDLE_PERCEPTION = LEVELS[5].perception
"""The perception behind `Spot.seen`: that of the middle level."""
_MAX_SETTINGS, _MAX_POSITIONS = 50, 40
"""Maximum attempts, far more than are ever needed: the first setting drawn nearly always works, so
that the setting does not depend on whether a rule is broken."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position, the stone that is placed, and the truth about it."""

    rules: Rules
    board: Board
    """Before the stone is placed."""
    at: Point
    by: int
    last: Point
    """The stone that the distance is measured from."""
    rule: RuleName | None
    """The one rule that binds; None if all three do."""
    grade: Grade
    breaches: tuple[Breach, ...]
    """Empty if the stone is fine."""
    seen: float | None
    """The probability that a player of the middle level notices the breach; None without one."""

    @property
    def violations(self) -> list[str]:
        """The names of the rules broken, sorted."""
        return sorted({breach.rule for breach in self.breaches})

    def question_to_json(self) -> dict[str, Json]:
        """Returns what can be shown before the answer is given."""
        return {
            "rules": rules_to_json(self.rules),
            "setting": str(self.rules.setting),
            "rule": None if self.rule is None else self.rule.value,
            "grade": self.grade.value,
            "board": self.board.rows(),
            "stone": {"by": self.by, "at": str(self.at)},
            "last": str(self.last),
        }

    def to_json(self) -> dict[str, Json]:
        """Returns the question and its answer."""
        return self.question_to_json() | {
            "fine": not self.breaches,
            "violations": self.violations,
            "breaches": [breach.to_json() for breach in self.breaches],
            "seen": self.seen,
        }


def spot(seed: str, number: int, *, rule: RuleName | None, size: int, grade: Grade) -> Spot:
    """Returns the position of this number in the series of a seed.

    :param rule: the only rule that binds; None: all three do
    """
    check_seed(seed)
    check_bounds("size", size, MIN_SPOT_SIZE, MAX_SIZE)
    chance = Random(f"{seed} {rule or 'mixed'} {size} {grade} {number}")
    asked = draw_question(seed, number, rule, size, grade, chance)
    for _ in range(_MAX_SETTINGS):
        rules = Rules(size, 2, draw_setting(asked, chance))
        for _ in range(_MAX_POSITIONS):
            position = generate_position(asked, rules, chance)
            if position is not None:
                return _draw_spot(asked, rules, position)
    raise AssertionError(f"no position for {asked}")


def series(seed: str, count: int, *, rule: RuleName | None, size: int, grade: Grade) -> list[Spot]:
    """Returns the first positions in the series of a seed."""
    return [spot(seed, number, rule=rule, size=size, grade=grade) for number in range(count)]


def _draw_spot(asked: Question, rules: Rules, position: GeneratedPosition) -> Spot:
    checks = perception_checks(
        rules, position.board, position.last, position.new, position.by, MIDDLE_PERCEPTION
    )
    return Spot(
        rules=rules,
        board=position.board,
        at=position.new,
        by=position.by,
        last=position.last,
        rule=asked.rule if asked.alone else None,
        grade=asked.grade,
        breaches=position.breaches,
        seen=round(notice_probability(checks), 4) if position.breaches else None,
    )
