"""The settings of a table. Everybody sees them before sitting down, and agrees by sitting down."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, defstruct

from grav.rules import PARTS
from grav.rules.edition import EditionName
from grav.rules.edition_part_kinds import Choice, OptionalWhole, Part, Value, Whole

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
"""In milliseconds, the unit of the server's times; the fields below are in seconds or days."""

Seats = Annotated[int, Meta(ge=2, le=6)]
SeatNumber = Annotated[int, Meta(ge=0, le=5)]
Level = Annotated[int, Meta(ge=1, le=10)]
MAX_LABEL = 20
Label = Annotated[str, Meta(min_length=1, max_length=MAX_LABEL)]
Numbers = Annotated[str, Meta(min_length=9, max_length=40)]
"""The five numbers in their short text form."""


class _Form(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of what clients send: an unknown field is an error, it is not ignored."""


class Fischer(_Form, frozen=True, tag_field="kind", tag="fischer"):
    """Fischer clock: a time for the whole game, plus an increment for every stone or pass."""

    seconds: Annotated[int, Meta(ge=10, le=10_800)]
    increment: Annotated[int, Meta(ge=0, le=180)] = 0


class PerMove(_Form, frozen=True, tag_field="kind", tag="per_move"):
    """A fixed time for each stone or pass."""

    seconds: Annotated[int, Meta(ge=3, le=3_600)]


class Days(_Form, frozen=True, tag_field="kind", tag="days"):
    """A slow (correspondence) game: days for each stone or pass, and sealed answers."""

    days: Annotated[int, Meta(ge=1, le=14)]


TimeControl = Fischer | PerMove | Days
HelpKind = Literal["legal", "shapes", "last"]


def house_rules_struct(parts: Mapping[str, Part]) -> type[Struct]:
    """Returns the struct of house rules: a field for each part, and each may be left out."""
    return defstruct(
        "HouseRules",
        [(name, value_type(part) | UnsetType, UNSET) for name, part in parts.items()],
        bases=(_Form,),
        module=__name__,
        namespace={"__doc__": "The points in which a table differs from its edition."},
        frozen=True,
    )


def value_type(part: Part) -> Any:
    """Returns the type that a message has for the value of a part."""
    match part:
        case Choice(words=words):
            return Literal[words]
        case Whole(bounds=bounds):
            number = Annotated[int, Meta(ge=bounds.minimum, le=bounds.maximum)]
            return number | None if isinstance(part, OptionalWhole) else number
        case _:
            return bool


if TYPE_CHECKING:

    class HouseRules(_Form, frozen=True):
        def __init__(self, **parts: Value) -> None: ...

else:
    HouseRules = house_rules_struct(PARTS)


class Settings(_Form, frozen=True):
    size: Annotated[int, Meta(ge=3, le=25)] = 9
    seats: Seats = 2
    edition: EditionName = "revised"
    house_rules: HouseRules = HouseRules()
    enforcement: Literal["challenge", "strict"] = "challenge"
    first: SeatNumber | None = None
    """The seat that starts; None: anyone may place the first stone."""
    settle: Literal["given", "dice", "cards", "agreement"] = "given"
    setting: Numbers | None = None
    """The five numbers if they are given; the first proposal if they are to be agreed."""
    clock: TimeControl | None = None
    window: Annotated[int, Meta(ge=2, le=1_209_600)] | None = None
    """Seconds to answer a stone; None: a default with a clock, otherwise no limit."""
    help: tuple[HelpKind, ...] | None = None
    """What everybody is shown; None: nothing under `challenge`, everything under `strict`."""
    public: bool = False
    """Whether the lobby lists the table; if not, it is found by its link only."""
    mode: Literal["online", "device", "referee"] = "online"
    """`device`: all seats share one device. `referee`: the same, beside a physical board."""

    @property
    def is_slow(self) -> bool:
        return isinstance(self.clock, Days)

    @property
    def window_time(self) -> int | None:
        """Milliseconds to answer a stone; None: no limit."""
        if self.window is not None:
            return self.window * SECOND
        if self.clock is None:
            return None
        return DAY if self.is_slow else 15 * SECOND

    @property
    def shown_help(self) -> tuple[HelpKind, ...]:
        if self.help is not None:
            return self.help
        return ("legal", "shapes", "last") if self.enforcement == "strict" else ()
