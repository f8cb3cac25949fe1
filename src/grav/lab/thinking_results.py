"""What was measured of players who search, as lines of JSON with whole sums."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, astuple, dataclass
from functools import reduce
from operator import add
from pathlib import Path

from grav.lab.thinking import Doubling, SkillTrace, doubling_from_json
from grav.lab.thinking_samples import ThinkingPart
from grav.native import Tally
from grav.native.ratio_errors import GameSums, Products, Stage
from grav.record import parse_json
from grav.rules import Setting
from grav.rules.json_fields import Json, as_array, as_object, as_text, as_whole, require_key

Outcome = GameSums | Doubling


@dataclass(frozen=True, slots=True)
class ThinkingResult:
    """One setting of a part: the sums of its games, or its skill trace."""

    part: ThinkingPart
    setting: Setting
    measured: GameSums | SkillTrace
    seconds: float
    """Processor time."""

    def to_json(self) -> dict[str, Json]:
        line: dict[str, Json] = {
            "part": asdict(self.part),
            "setting": str(self.setting),
            "seconds": round(self.seconds, 3),
        }
        if not isinstance(self.measured, GameSums):
            return {**line, "trace": [each.to_json() for each in self.measured]}
        return {
            **line,
            "total": [*self.measured.total.numbers()],
            "products": [*astuple(self.measured.products)],
            "stages": [[*astuple(stage)] for stage in self.measured.by_stones],
        }


def combine_outcomes(outcomes: Iterable[Outcome]) -> GameSums | SkillTrace:
    """Sums outcomes, in any order: of games, or of each step of a skill trace."""
    sums = [each for each in outcomes if isinstance(each, GameSums)]
    if sums:
        return reduce(add, sums)
    steps: dict[int, list[Doubling]] = defaultdict(list)
    for each in outcomes:
        assert isinstance(each, Doubling)
        steps[each.simulations].append(each)
    return [reduce(add, steps[simulations]) for simulations in sorted(steps)]


def read_results(path: Path) -> Iterator[ThinkingResult]:
    """Reads the results in a file. Headers, and a last line that is torn, are left out.

    :raises RecordError: when a line is not JSON
    :raises FormError: when it is not a result
    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            where = f"line {number}"
            if not line.endswith("\n"):
                return
            value = as_object(parse_json(line, number), where)
            if "provenance" not in value:
                yield _result_from_json(value, where)


def _result_from_json(value: Mapping[str, Json], where: str) -> ThinkingResult:
    seconds = require_key(value, "seconds", where)
    return ThinkingResult(
        _part_from_json(as_object(require_key(value, "part", where), where), where),
        Setting.parse(as_text(require_key(value, "setting", where), where)),
        _trace_from_json(value, where) if "trace" in value else _sums_from_json(value, where),
        float(seconds) if isinstance(seconds, int | float) else 0.0,
    )


def _part_from_json(value: Mapping[str, Json], where: str) -> ThinkingPart:
    def number(key: str) -> int:
        return as_whole(require_key(value, key, where), f"{where}.{key}")

    def text(key: str) -> str:
        return as_text(require_key(value, key, where), f"{where}.{key}")

    return ThinkingPart(
        number("size"),
        number("players"),
        text("edition"),
        text("who"),
        number("games"),
        number("drawn"),
    )


def _trace_from_json(value: Mapping[str, Json], where: str) -> SkillTrace:
    steps = as_array(value["trace"], where)
    return [doubling_from_json(as_object(step, where), where) for step in steps]


def _sums_from_json(value: Mapping[str, Json], where: str) -> GameSums:
    stages = as_array(require_key(value, "stages", where), where)
    return GameSums(
        Tally.from_numbers(_numbers(require_key(value, "total", where), where)),
        Products(*_numbers(require_key(value, "products", where), where)),
        [Stage(*_numbers(stage, where)) for stage in stages],
    )


def _numbers(value: Json, where: str) -> list[int]:
    return [as_whole(each, where) for each in as_array(value, where)]
