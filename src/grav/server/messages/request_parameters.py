"""The parameters of requests, in their query and in their path: types, bounds, descriptions."""

from typing import Annotated

from litestar.params import PathParameter, QueryParameter

from grav.rules import MAX_PLAYERS, MAX_SIZE, MIN_PLAYERS, MIN_SIZE
from grav.server.messages.atlas import Axis as AxisName
from grav.server.messages.atlas import MeasureName, Who
from grav.server.messages.people import ID_PATTERN, MAX_TEXT_LENGTH

MAX_NUMBER = 1000
MAX_SPOTS = 20
MAX_FIRST = 1_000_000
MAX_PAGE = 50
"""Tables on one page of a list."""

# Of games and tables

TableId = Annotated[
    str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,16}$", description="The id of the table.")
]
Since = Annotated[
    int | None,
    QueryParameter(
        name="since",
        ge=0,
        description="The last number that the client knows: only later messages are sent.",
    ),
]
Limit = Annotated[
    int,
    QueryParameter(name="limit", ge=1, le=MAX_PAGE, description="The maximum number of tables."),
]
Before = Annotated[
    str | None,
    QueryParameter(
        name="before",
        pattern=r"^[0-9]{1,16}:[A-Za-z0-9_-]{1,16}$",
        description="The cursor: `next` of the page before.",
    ),
]

# Of people

IdInPath = Annotated[
    str, PathParameter(pattern=ID_PATTERN, description="The id, as the list has it.")
]
NameInPath = Annotated[
    str,
    PathParameter(min_length=1, max_length=MAX_TEXT_LENGTH, description="The name of an account."),
]

# Of settings, the atlas and the trainer

Size = Annotated[
    int, QueryParameter(ge=MIN_SIZE, le=MAX_SIZE, description="Points along a side of the board.")
]
Players = Annotated[
    int, QueryParameter(ge=MIN_PLAYERS, le=MAX_PLAYERS, description="The number of players.")
]
Numbers = Annotated[
    str,
    QueryParameter(
        min_length=9, max_length=40, description="The five numbers, such as `3 3 4 2 4`."
    ),
]
CardTexts = Annotated[
    str,
    QueryParameter(max_length=60, description="The cards kept so far, such as `a 3, c 1/2, e +3`."),
]
EditionText = Annotated[
    str,
    QueryParameter(
        min_length=1, max_length=120, description="The edition, such as `revised min_shape=6`."
    ),
]
MeasuredPlayer = Annotated[
    Who, QueryParameter(description="The kind of player in the measured games.")
]
Axis = Annotated[AxisName, QueryParameter(description="Which of the five numbers this axis is.")]
Measure = Annotated[MeasureName, QueryParameter(description="The measure that the map shows.")]
Fixed = Annotated[
    int,
    QueryParameter(
        ge=0, le=MAX_NUMBER, description="The value of this number where it is no axis."
    ),
]
Seed = Annotated[
    str,
    QueryParameter(
        pattern=r"^[A-Za-z0-9_-]{1,32}$",
        description="The series: the same seed gives the same positions.",
    ),
]
First = Annotated[
    int,
    QueryParameter(ge=0, le=MAX_FIRST, description="The number of the first position to return."),
]
Count = Annotated[
    int, QueryParameter(ge=1, le=MAX_SPOTS, description="The number of positions to return.")
]
