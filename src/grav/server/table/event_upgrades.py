"""Upcasts stored events of older schema versions (forms) on reading. Events are never rewritten."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from grav.server.messages.stored_events import SCHEMA_VERSION, Event, decode

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the JSON of an event of one form into that of the next."""

UPGRADES: Mapping[int, Upgrade] = {}
"""By the form that is read: one entry for each form before the current one."""


class EventTooNew(Exception):
    """Raised for an event of a form that this version of the program does not know yet."""


def decode_event(form: int, stored: bytes | str) -> Event:
    """Decodes an event that was stored in this form."""
    if form != SCHEMA_VERSION:
        stored = msgspec.json.encode(
            upgrade_event(form, msgspec.json.decode(stored), UPGRADES, SCHEMA_VERSION)
        )
    event: Event = decode(stored)
    return event


def upgrade_event(
    form: int, event: dict[str, Any], upgrades: Mapping[int, Upgrade], newest: int
) -> dict[str, Any]:
    """Returns an event's JSON in the newest form, upgraded one form at a time."""
    if form > newest:
        raise EventTooNew(f"found an event of form {form}, expected at most {newest}")
    for step in range(form, newest):
        event = upgrades[step](event)
    return event
