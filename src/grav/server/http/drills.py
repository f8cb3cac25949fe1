"""Handlers for the trainer's positions, examples of what a setting does, and the course: generated
on request."""

from functools import cache, lru_cache, partial
from typing import Annotated, Any

from litestar import Request, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from grav.drills.course import course
from grav.drills.examples import examples
from grav.drills.question_spec import Grade, RuleName
from grav.drills.spot import MIN_SPOT_SIZE, spot
from grav.rules import MAX_SIZE, Setting
from grav.server.http.thread_pools import LearningPool
from grav.server.limits.request_limits import client_key
from grav.server.messages import drills as d
from grav.server.messages.conversion import make_converter
from grav.server.messages.request_parameters import Count, First, Numbers, Seed, Size
from grav.server.problems.problem import refusals

MAX_CACHED_SPOTS = 2_000
"""Cached positions: whoever continues a series, or plays one that others play too, need not wait
for it again."""
MAX_CACHED_EXAMPLES = 500

_spot = make_converter(d.SpotShown)
_examples = make_converter(d.ExamplesShown)
_course = make_converter(d.CourseShown)


# The names and bounds of these parameters are the trainer's own, which messages do not know.
SpotSize = Annotated[
    int,
    QueryParameter(ge=MIN_SPOT_SIZE, le=MAX_SIZE, description="Points along a side of the board."),
]
Rule = Annotated[
    RuleName | None,
    QueryParameter(description="Positions about this rule alone; by default about all three."),
]
Graded = Annotated[Grade, QueryParameter(description="How hard the breaches are to see.")]


@get("/drills/spot", summary="Positions for the trainer", responses=refusals(400))
async def spots(
    request: Request[Any, Any, Any],
    learning_pool: NamedDependency[LearningPool],
    seed: Seed,
    first: First = 0,
    count: Count = 10,
    size: SpotSize = 9,
    grade: Graded = Grade.EASY,
    rule: Rule = None,
) -> d.Spots:
    """Returns part of an endless series of positions, of which half break a rule. The same
    parameters give the same positions."""

    def work() -> list[d.SpotShown]:
        numbers = range(first, first + count)
        return [_spot_shown(seed, number, rule, size, grade) for number in numbers]

    return d.Spots(seed, first, await learning_pool.run(client_key(request), work))


@lru_cache(MAX_CACHED_SPOTS)
def _spot_shown(
    seed: str, number: int, rule: RuleName | None, size: int, grade: Grade
) -> d.SpotShown:
    return _spot(spot(seed, number, rule=rule, size=size, grade=grade).to_json())


@get("/examples", summary="Examples of what a setting forbids", responses=refusals(400))
async def examples_of(
    request: Request[Any, Any, Any],
    learning_pool: NamedDependency[LearningPool],
    setting: Numbers,
    size: Size = 9,
) -> d.ExamplesShown:
    """Returns a small board for each rule: a run too long, a square too full, the points in
    reach."""
    wanted = Setting.parse(setting)
    return await learning_pool.run(client_key(request), partial(_examples_shown, wanted, size))


@lru_cache(MAX_CACHED_EXAMPLES)
def _examples_shown(setting: Setting, size: int) -> d.ExamplesShown:
    return _examples(examples(setting, size).to_json())


@get("/course", summary="Lessons of the interactive course", responses=refusals())
async def lessons(
    request: Request[Any, Any, Any], learning_pool: NamedDependency[LearningPool]
) -> d.CourseShown:
    """Returns the lessons in order, one idea each, and the first games after them."""
    return await learning_pool.run(client_key(request), _course_shown)


@cache
def _course_shown() -> d.CourseShown:
    return _course(course().to_json())


DRILL_HANDLERS = [spots, examples_of, lessons]
