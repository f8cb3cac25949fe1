"""Public events: what happened at a table, as everybody there receives it; a closed union."""

from typing import Any

from msgspec import Struct

from grav.server.messages.game_events import PublicGameEvent
from grav.server.messages.stored_events import Entry, WhyClosed


class _Public(Struct, frozen=True, tag_field="event"):
    pass


class SeatTaken(_Public, frozen=True, tag="sat"):
    seat: int


class SeatReserved(_Public, frozen=True, tag="invited"):
    seat: int


class SeatLeft(_Public, frozen=True, tag="left"):
    seat: int


class AllSeated(_Public, frozen=True, tag="gathered"):
    pass


class ServerCommitted(_Public, frozen=True, tag="committed"):
    """The hash of the server's share: the share itself is revealed when the numbers are settled."""

    commitment: str


class ShareGiven(_Public, frozen=True, tag="shared"):
    seat: int
    share: str


class SettlingStepTaken(_Public, frozen=True, tag="stepped"):
    step: dict[str, Any]


class GameBegun(_Public, frozen=True, tag="begun"):
    rules: dict[str, Any]
    setting: dict[str, Any]
    """How the numbers were settled, in the format of records."""
    share: str | None
    """The server's share of the seed; null if there was no seed."""


class RaceDecided(_Public, frozen=True, tag="judged"):
    """The photo finish: who shouted first, and what was measured."""

    placement: int
    winner: int
    entries: tuple[Entry, ...]
    band: tuple[int, ...]
    sealed: bool


class AnswerSealed(_Public, frozen=True, tag="answered"):
    """A seat has answered in a slow game; the answer is revealed when all have answered."""

    seat: int


class TakebackAsked(_Public, frozen=True, tag="takeback_asked"):
    seat: int


class TakebackAnswered(_Public, frozen=True, tag="takeback_answered"):
    seat: int
    agreed: bool


class PlacementTakenBack(_Public, frozen=True, tag="taken_back"):
    actions: int
    """How many actions of the game remain."""


class PhraseSaid(_Public, frozen=True, tag="said"):
    seat: int
    phrase: str


class RematchOffered(_Public, frozen=True, tag="rematch_offered"):
    seat: int
    rotate: bool
    setting: str


class RematchAnswered(_Public, frozen=True, tag="rematch_answered"):
    seat: int
    agreed: bool


class RematchOpened(_Public, frozen=True, tag="rematched"):
    table: str


class TableClosed(_Public, frozen=True, tag="closed"):
    why: WhyClosed


PublicEvent = (
    SeatTaken
    | SeatReserved
    | SeatLeft
    | AllSeated
    | ServerCommitted
    | ShareGiven
    | SettlingStepTaken
    | GameBegun
    | PublicGameEvent
    | RaceDecided
    | AnswerSealed
    | TakebackAsked
    | TakebackAnswered
    | PlacementTakenBack
    | PhraseSaid
    | RematchOffered
    | RematchAnswered
    | RematchOpened
    | TableClosed
)
