"""The stored events of a table: a closed union, folded into the table's state.

Rules for changing the schema, since stored events are read for ever:
a new field has a default; a field never changes its type or meaning and is never removed; a new
kind of event is a new struct; any other change needs a new SCHEMA_VERSION, and a step in
`grav.server.table.event_upgrades` that converts the JSON of the previous form.
Unknown fields are ignored, so that an older process can read what a newer one wrote during a
rolling upgrade. Settings are the exception: a process that ignored one would play another game, so
it cannot read such a table at all.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from grav.server.messages.settings import Settings

SCHEMA_VERSION = 1
"""The schema version in which events are written."""


class _Stored(Struct, frozen=True, tag_field="event", omit_defaults=True, kw_only=True):
    at: int
    """When it was decided, in milliseconds since 1970."""


class Opened(_Stored, frozen=True, tag="opened"):
    settings: Settings
    host: str
    rematch_of: str | None = None


class Sat(_Stored, frozen=True, tag="sat"):
    """A person, or a bot of a level, took the seat. A label names one of several on one device."""

    seat: int
    person: str | None = None
    level: int | None = None
    label: str | None = None


class Invited(_Stored, frozen=True, tag="invited"):
    """The seat is reserved for a person."""

    seat: int
    person: str


class Left(_Stored, frozen=True, tag="left"):
    """The seat is free again: its player left it, or the host freed it."""

    seat: int


class Gathered(_Stored, frozen=True, tag="gathered"):
    """All seats are taken: the numbers are to be settled."""


class Committed(_Stored, frozen=True, tag="committed"):
    """The server's share of the seed (commit–reveal): until the numbers are settled, only its hash,
    the commitment, is public."""

    commitment: str
    share: str


class Shared(_Stored, frozen=True, tag="shared"):
    """A player's share of the seed; empty if the time ran out."""

    seat: int
    share: str


class SettlingStepTaken(_Stored, frozen=True, tag="stepped"):
    """A step of settling the numbers (a throw, a card, a proposal), in the format of records."""

    step: dict[str, Any]


class Begun(_Stored, frozen=True, tag="begun"):
    """The numbers are settled, and the game begins."""

    rules: dict[str, Any]
    rules_version: int | None = None
    """The version of the rules that judges the game (`grav.server.table.referee`). None: 1."""


Why = Literal["time", "gone"]


class Acted(_Stored, frozen=True, tag="acted"):
    """An action of the game, in the format of records."""

    action: dict[str, Any]
    why: Why | None = None
    """Set if no player chose the action: the time ran out, or the player was gone."""


class Claimed(_Stored, frozen=True, tag="claimed"):
    """A shout, stored before it is acknowledged. Not public until the race is decided."""

    seat: int
    placement: int
    elapsed: int
    round_trip: int | None
    said: int | None
    used: int
    spent: int
    hold: int


class Entry(Struct, frozen=True):
    """One shout of a race: what the server measured, what the client reported, what counted."""

    seat: int
    elapsed: int
    round_trip: int | None
    said: int | None
    used: int


class Judged(_Stored, frozen=True, tag="judged"):
    """The result of a race: who shouted first."""

    placement: int
    winner: int
    entries: tuple[Entry, ...]
    band: tuple[int, ...]
    """The seats that count as tied, of which the nearest after the violator won."""
    sealed: bool = False


class Answered(_Stored, frozen=True, tag="answered"):
    """A sealed answer of a slow game."""

    seat: int
    placement: int
    shout: bool


class TakebackAsked(_Stored, frozen=True, tag="takeback_asked"):
    seat: int


class TakebackAnswered(_Stored, frozen=True, tag="takeback_answered"):
    seat: int
    agreed: bool


class TakenBack(_Stored, frozen=True, tag="taken_back"):
    """The last placement, and everything after it, is undone."""


class Said(_Stored, frozen=True, tag="said"):
    seat: int
    phrase: str


class RematchOffered(_Stored, frozen=True, tag="rematch_offered"):
    seat: int
    rotate: bool
    setting: str


class RematchAnswered(_Stored, frozen=True, tag="rematch_answered"):
    seat: int
    agreed: bool


class Rematched(_Stored, frozen=True, tag="rematched"):
    table: str


WhyClosed = Literal["host", "abandoned", "no_agreement", "not_begun", "keeper"]


class Closed(_Stored, frozen=True, tag="closed"):
    """The table is closed: there will be no game, or it will not continue."""

    why: WhyClosed


Event = (
    Opened
    | Sat
    | Invited
    | Left
    | Gathered
    | Committed
    | Shared
    | SettlingStepTaken
    | Begun
    | Acted
    | Claimed
    | Judged
    | Answered
    | TakebackAsked
    | TakebackAnswered
    | TakenBack
    | Said
    | RematchOffered
    | RematchAnswered
    | Rematched
    | Closed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Event).decode


def is_shown(event: Event) -> bool:
    """Whether the event is public at once. A claim is not: its number would reveal the shout."""
    return not isinstance(event, Claimed)
