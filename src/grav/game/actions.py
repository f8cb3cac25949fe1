"""The actions of a player, and their JSON form. A record holds a list of actions."""

from dataclasses import dataclass

from grav.rules.json_fields import FormError, Json, as_object, as_text, as_whole, require_key
from grav.rules.point import Point, PointError


@dataclass(frozen=True, slots=True)
class Place:
    by: int
    at: Point
    declare: int | None = None
    """The bonus turns that are claimed with the placement; None if none were stated."""


@dataclass(frozen=True, slots=True)
class Pass:
    by: int


@dataclass(frozen=True, slots=True)
class Accept:
    by: int


@dataclass(frozen=True, slots=True)
class Grav:
    """The shout: the claim that the placement just made breaks a rule."""

    by: int


@dataclass(frozen=True, slots=True)
class Remove:
    by: int
    at: Point


@dataclass(frozen=True, slots=True)
class Resign:
    by: int


Action = Place | Pass | Accept | Grav | Remove | Resign

_NAMES: dict[str, type[Action]] = {
    "place": Place,
    "pass": Pass,
    "accept": Accept,
    "grav": Grav,
    "remove": Remove,
    "resign": Resign,
}
_NAME_OF = {kind: name for name, kind in _NAMES.items()}


def action_name(action: Action) -> str:
    return _NAME_OF[type(action)]


def action_keys(action: Action) -> frozenset[str]:
    """Returns the keys that an action of this kind has in JSON."""
    return frozenset({"do", *type(action).__dataclass_fields__})


def action_to_json(action: Action) -> dict[str, Json]:
    form: dict[str, Json] = {"do": action_name(action), "by": action.by}
    if isinstance(action, (Place, Remove)):
        form["at"] = str(action.at)
    if isinstance(action, Place) and action.declare is not None:
        form["declare"] = action.declare
    return form


def action_from_json(value: Json, where: str = "action") -> Action:
    """Reads an action from a JSON object; ignores unknown keys (the caller handles them)."""
    source = as_object(value, where)
    name = require_key(source, "do", where)
    if not isinstance(name, str) or name not in _NAMES:
        raise FormError("form.action", where=where, found=str(name)[:40], expected=list(_NAMES))
    by = as_whole(require_key(source, "by", where), f"{where}.by")
    kind = _NAMES[name]
    if kind is Place or kind is Remove:
        at = _point(require_key(source, "at", where), f"{where}.at")
        if kind is Remove:
            return Remove(by, at)
        return Place(
            by, at, _declaration(source["declare"], where) if "declare" in source else None
        )
    return kind(by)  # type: ignore[call-arg]  # the four kinds that state nothing but who


def _point(value: Json, where: str) -> Point:
    name = as_text(value, where)
    try:
        return Point.parse(name)
    except PointError as error:
        raise FormError("form.point", where=where, cause=error.text) from error


def _declaration(value: Json, where: str) -> int:
    number = as_whole(value, f"{where}.declare")
    if number < 0:
        raise FormError("form.declare", where=f"{where}.declare", found=number)
    return number
