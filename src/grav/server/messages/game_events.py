"""The events of the game as everybody at a table receives them.

Each kind is a struct that is derived from the event's dataclass, so that an event is defined once,
in `grav.game.events`. The struct holds the JSON form of the event's public fields, and what the
table adds to it: it has no field for a verdict.
"""

from collections.abc import Callable
from functools import reduce
from operator import attrgetter, or_
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, cast, get_type_hints

from msgspec import UNSET, Struct, UnsetType, defstruct, to_builtins

from grav.game import Accepted, Ended, Event, Placed, Removed, Resigned, event_from_json
from grav.game.events import EVENT_NAMES, OPTIONAL, PUBLIC_FIELDS, WRITERS
from grav.rules import Breach, Point
from grav.server.messages.stored_events import Why


class OfGame(Struct, frozen=True, tag_field="event"):
    """An event of the game. Only `happening_of` makes one."""

    @property
    def event(self) -> Event:
        return event_from_json(to_builtins(self))

    @property
    def why(self) -> Why | None:
        """Set if no player chose it; a field of the kinds in which that happens."""
        return None


def to_public_event(event: Event, placement: int, why: Why | None = None) -> OfGame:
    """Returns the wire form of an event; `placement` is the number of the latest placement."""
    struct, getters, has_reason = _FORMS[type(event)]
    values = [get(event) for get in getters]
    if has_reason:
        values.append(why)
    elif type(event) is Placed:
        values.append(placement)
        if event.shapes is not None:
            values.append(event.shapes)
    return struct(*values)


def form_of(kind: type[Event]) -> type[OfGame]:
    """Returns the struct that the events of a kind have on the wire."""
    return _FORMS[kind].struct


class _Form(NamedTuple):
    struct: type[OfGame]
    getters: tuple[Callable[[Event], object], ...]
    """Of the required fields, in order."""
    has_reason: bool


_JSON_TYPES: dict[Any, Any] = {
    Point: str,
    Ended: Literal[tuple(map(str, Ended))],
    tuple[int, ...]: list[int],
    tuple[Breach, ...]: list[dict[str, Any]],
}
"""The types of JSON forms, where they are not those of the values themselves."""


def _derive(kind: type[Event], tag: str) -> _Form:
    types, names = get_type_hints(kind), PUBLIC_FIELDS[kind]
    required = [name for name in names if name not in OPTIONAL]
    has_reason = kind in (Accepted, Removed, Resigned)
    fields: list[Any] = [(name, _JSON_TYPES.get(types[name], types[name])) for name in required]
    if has_reason:
        fields.append(("why", Why | None, None))
    if kind is Placed:
        fields += [("placement", int), ("shapes", int | UnsetType, UNSET)]
    struct = defstruct(
        kind.__name__, fields, bases=(OfGame,), tag=tag, frozen=True, omit_defaults=True
    )
    return _Form(cast("type[OfGame]", struct), tuple(map(_getter, required)), has_reason)


def _getter(name: str) -> Callable[[Event], object]:
    get, write = attrgetter(name), WRITERS.get(name)
    return get if write is None else lambda event: write(get(event))


_FORMS = {kind: _derive(kind, name) for kind, name in EVENT_NAMES.items()}

if TYPE_CHECKING:
    PublicGameEvent: TypeAlias = OfGame
else:
    PublicGameEvent = reduce(or_, [form.struct for form in _FORMS.values()])
