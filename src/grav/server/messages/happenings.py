"""Public events: what happened at a table, as everybody there receives it; a closed union."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from grav.server.messages.events import Entry, Why, WhyClosed


class _Told(Struct, frozen=True, tag_field="event"):
    pass


class SeatTaken(_Told, frozen=True, tag="sat"):
    seat: int


class SeatKept(_Told, frozen=True, tag="invited"):
    seat: int


class SeatLeft(_Told, frozen=True, tag="left"):
    seat: int


class AllSeated(_Told, frozen=True, tag="gathered"):
    pass


class ServerCommitted(_Told, frozen=True, tag="committed"):
    """The hash of the server's share: the share itself is revealed when the numbers are settled."""

    commitment: str


class ShareGiven(_Told, frozen=True, tag="shared"):
    seat: int
    share: str


class SettlingStepped(_Told, frozen=True, tag="stepped"):
    step: dict[str, Any]


class GameBegun(_Told, frozen=True, tag="begun"):
    rules: dict[str, Any]
    setting: dict[str, Any]
    """How the numbers were settled, in the format of records."""
    share: str | None
    """The server's share of the seed; null if there was no seed."""


class StonePlaced(_Told, frozen=True, tag="placed", omit_defaults=True):
    by: int
    at: str
    declared: int | None
    placement: int
    """The placement's number, which answers to it must carry."""
    shapes: int | UnsetType = UNSET


class StoneAccepted(_Told, frozen=True, tag="accepted", omit_defaults=True):
    by: int
    why: Why | None = None


class StoneStood(_Told, frozen=True, tag="stood"):
    by: int
    at: str


class RaceDecided(_Told, frozen=True, tag="judged"):
    """The photo finish: who shouted first, and what was measured."""

    placement: int
    winner: int
    entries: tuple[Entry, ...]
    band: tuple[int, ...]
    sealed: bool


class GravShouted(_Told, frozen=True, tag="shouted"):
    by: int
    against: int
    at: str
    right: bool
    breaches: list[dict[str, Any]]


class StoneVoided(_Told, frozen=True, tag="voided"):
    by: int
    at: str


class StoneRemoved(_Told, frozen=True, tag="removed", omit_defaults=True):
    by: int
    of: int
    at: str
    why: Why | None = None


class TurnSkipped(_Told, frozen=True, tag="skipped"):
    by: int
    owed: int


class TurnPassed(_Told, frozen=True, tag="passed"):
    by: int


class PlayerResigned(_Told, frozen=True, tag="resigned", omit_defaults=True):
    by: int
    why: Why | None = None


class BonusTurn(_Told, frozen=True, tag="bonus_turn_begun"):
    by: int
    left: int


class GameOver(_Told, frozen=True, tag="ended"):
    how: Literal["passes", "repetition", "resignation"]
    ranking: tuple[int, ...]


class AnswerSealed(_Told, frozen=True, tag="answered"):
    """A seat has answered in a slow game; the answer is revealed when all have answered."""

    seat: int


class TakebackWanted(_Told, frozen=True, tag="takeback_asked"):
    seat: int


class TakebackWord(_Told, frozen=True, tag="takeback_answered"):
    seat: int
    agreed: bool


class PlacementTakenBack(_Told, frozen=True, tag="taken_back"):
    actions: int
    """How many actions of the game remain."""


class PhraseSaid(_Told, frozen=True, tag="said"):
    seat: int
    phrase: str


class RematchWanted(_Told, frozen=True, tag="rematch_offered"):
    seat: int
    rotate: bool
    setting: str


class RematchWord(_Told, frozen=True, tag="rematch_answered"):
    seat: int
    agreed: bool


class RematchOpened(_Told, frozen=True, tag="rematched"):
    table: str


class TableClosed(_Told, frozen=True, tag="closed"):
    why: WhyClosed


Happening = (
    SeatTaken
    | SeatKept
    | SeatLeft
    | AllSeated
    | ServerCommitted
    | ShareGiven
    | SettlingStepped
    | GameBegun
    | StonePlaced
    | StoneAccepted
    | StoneStood
    | RaceDecided
    | GravShouted
    | StoneVoided
    | StoneRemoved
    | TurnSkipped
    | TurnPassed
    | PlayerResigned
    | BonusTurn
    | GameOver
    | AnswerSealed
    | TakebackWanted
    | TakebackWord
    | PlacementTakenBack
    | PhraseSaid
    | RematchWanted
    | RematchWord
    | RematchOpened
    | TableClosed
)
