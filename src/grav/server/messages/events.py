"""What is stored of a table: a closed union, folded into its state.

Rules for changing it, since stored events are read for ever:
a new field has a default; a field never changes its type or meaning and is never taken away; a
new kind of event is a new struct; what cannot be said so gets a new FORM, and a step in
`grav.server.table.upgrades` that turns the JSON of the form before into it.
Fields that are not known are passed over, so that an older process can read what a newer wrote
while a server is being upgraded. Not so within settings: who does not know one of them would
play another game, and cannot read such a table at all.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from grav.server.messages.settings import Settings

FORM = 1
"""The form in which events are written."""


class _Stored(Struct, frozen=True, tag_field="event", omit_defaults=True, kw_only=True):
    at: int
    """When it was decided, in milliseconds since 1970."""


class Opened(_Stored, frozen=True, tag="opened"):
    settings: Settings
    host: str
    rematch_of: str | None = None


class Sat(_Stored, frozen=True, tag="sat"):
    """A person, or a bot of a level, has the seat. A label names one of several on one device."""

    seat: int
    person: str | None = None
    level: int | None = None
    label: str | None = None


class Invited(_Stored, frozen=True, tag="invited"):
    """The seat is kept for somebody."""

    seat: int
    person: str


class Left(_Stored, frozen=True, tag="left"):
    """The seat is free again: its player left it, or the host freed it."""

    seat: int


class Gathered(_Stored, frozen=True, tag="gathered"):
    """All seats are taken: the numbers are to be settled."""


class Committed(_Stored, frozen=True, tag="committed"):
    """The server's share of the seed, of which only the hash is shown until all is settled."""

    commitment: str
    share: str


class Shared(_Stored, frozen=True, tag="shared"):
    """A player's share of the seed; empty when the time was out."""

    seat: int
    share: str


class Stepped(_Stored, frozen=True, tag="stepped"):
    """A throw, a card, a proposal: a step of settling as records state it."""

    step: dict[str, Any]


class Begun(_Stored, frozen=True, tag="begun"):
    """The numbers are settled."""

    rules: dict[str, Any]


Why = Literal["time", "gone"]


class Acted(_Stored, frozen=True, tag="acted"):
    """An action of the game, as records state it."""

    action: dict[str, Any]
    why: Why | None = None
    """Where nobody chose it: the time was out, or the player was gone."""


class Claimed(_Stored, frozen=True, tag="claimed"):
    """A shout, stored before it is acknowledged. Nobody is told before the race is decided."""

    seat: int
    placement: int
    elapsed: int
    round_trip: int | None
    said: int | None
    used: int
    spent: int
    hold: int


class Entry(Struct, frozen=True):
    """One shout of a race: what was measured, what was said, and what counted."""

    seat: int
    elapsed: int
    round_trip: int | None
    said: int | None
    used: int


class Judged(_Stored, frozen=True, tag="judged"):
    """Who shouted first."""

    placement: int
    winner: int
    entries: tuple[Entry, ...]
    band: tuple[int, ...]
    """The seats too close to call, of which the nearest after the violator won."""
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
    """The last placement, and what followed it, is undone."""


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
    """There will be no game, or it will not go on."""

    why: WhyClosed


Event = (
    Opened
    | Sat
    | Invited
    | Left
    | Gathered
    | Committed
    | Shared
    | Stepped
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
    """Is it told when it happens? A claim is not: even its number would tell of the shout."""
    return not isinstance(event, Claimed)
