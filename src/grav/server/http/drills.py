"""Positions for the trainer, and examples of what a setting does: made when they are asked for."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from grav.drills.course import course
from grav.drills.examples import examples
from grav.drills.names import Grade, RuleName
from grav.drills.spot import LEAST_SIZE, spot
from grav.rules import MAX_SIZE, MIN_SIZE, Setting
from grav.server.messages import drills as d
from grav.server.messages.shaping import shaper
from grav.server.problems.problem import refusals

MOST_SPOTS = 20
MOST_FIRST = 1_000_000

_spot = shaper(d.SpotShown)
_examples = shaper(d.ExamplesShown)
_course = shaper(d.CourseShown)

Seed = Annotated[
    str,
    QueryParameter(pattern=r"^[A-Za-z0-9_-]{1,32}$", description="Whoever names it gets the same."),
]
First = Annotated[int, QueryParameter(ge=0, le=MOST_FIRST, description="The number of the first.")]
Count = Annotated[int, QueryParameter(ge=1, le=MOST_SPOTS, description="How many.")]
SpotSize = Annotated[int, QueryParameter(ge=LEAST_SIZE, le=MAX_SIZE, description="The board.")]
Size = Annotated[int, QueryParameter(ge=MIN_SIZE, le=MAX_SIZE, description="The board.")]
Numbers = Annotated[
    str, QueryParameter(min_length=9, max_length=40, description="Five numbers: `3 3 4 2 4`.")
]
Rule = Annotated[RuleName | None, QueryParameter(description="The one rule that binds; else all.")]
Graded = Annotated[Grade, QueryParameter(description="How hard they are to see.")]


@get(
    "/drills/spot",
    summary="Positions for Spot the Grav",
    sync_to_thread=True,
    responses=refusals(400),
)
def spots(
    seed: Seed,
    first: First = 0,
    count: Count = 10,
    size: SpotSize = 9,
    grade: Graded = Grade.EASY,
    rule: Rule = None,
) -> d.Spots:
    """The same for the same words, without end: half of them break a rule."""
    found = [
        spot(seed, number, rule=rule, size=size, grade=grade)
        for number in range(first, first + count)
    ]
    return d.Spots(seed, first, [_spot(each.to_json()) for each in found])


@get("/examples", summary="What five numbers do", sync_to_thread=True, responses=refusals(400))
def examples_of(setting: Numbers, size: Size = 9) -> d.ExamplesShown:
    """A small board for each rule: a run too long, a square too full, what is in reach."""
    found = examples(Setting.parse(setting), size)
    return _examples(found.to_json())


@get("/course", summary="The interactive course", sync_to_thread=True, responses=refusals())
def lessons() -> d.CourseShown:
    """Lessons in order, one idea each, and the first games after them."""
    return _course(course().to_json())


DRILL_HANDLERS = [spots, examples_of, lessons]
