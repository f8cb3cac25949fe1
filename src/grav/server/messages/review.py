"""Requests and responses about reviews, study boards and the opinion of the search."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grav.server.messages.stored_events import Entry
from grav.server.messages.views import Chair, Position

MIN_MILLISECONDS = 100
MAX_MILLISECONDS = 10_000
MAX_SIMULATIONS = 1_000_000
MAX_BEST = 20
"""Moves listed in an opinion."""

Outcome = Literal["open", "stood", "voided"]
MomentKind = Literal[
    "missed", "right_shout", "wrong_shout", "undeclared", "over_declared", "bonus_chain"
]


class _ReviewRequest(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    pass


class PastedRecord(_ReviewRequest, frozen=True):
    """A record as text: JSON, or the text form. Only the limit on bodies bounds its length."""

    record: Annotated[str, Meta(min_length=1)]


class StudiedGame(_ReviewRequest, frozen=True):
    """A game so far, as records state it. The number of actions is limited."""

    rules: dict[str, Any]
    actions: list[dict[str, Any]] = []


class OpinionRequest(StudiedGame, frozen=True):
    """A position, and the budget of the search: whatever is reached first ends it."""

    milliseconds: Annotated[int, Meta(ge=MIN_MILLISECONDS, le=MAX_MILLISECONDS)] = 3_000
    simulations: Annotated[int, Meta(ge=1, le=MAX_SIMULATIONS)] | None = None
    best: Annotated[int, Meta(ge=1, le=MAX_BEST)] = 5
    """How many moves to return."""


class _ReviewPart(Struct, frozen=True):
    pass


class CompletedShape(_ReviewPart, frozen=True):
    centre: str
    """`c5`, or the points to either side: `c5/d6`."""
    stones: int
    points: tuple[str, ...] | None
    """None if they do not fit into the limit of points per answer."""


class ReviewedShout(_ReviewPart, frozen=True):
    by: int
    right: bool


class Truth(_ReviewPart, frozen=True):
    """Everything about a placement, as known after the last action."""

    move: int
    """Its number among the placements, voided ones too."""
    at: str
    declared: int | None
    breaches: tuple[dict[str, Any], ...]
    shapes: int
    """How many shapes it completed that count."""
    completed: tuple[CompletedShape, ...]
    """Those shapes; if there are very many, those with the most stones."""
    bonus: int
    """The bonus turns that it earned."""
    on_bonus_turn: bool
    outcome: Outcome
    called: ReviewedShout | None
    asked: tuple[int, ...]
    """Seats that could shout."""
    missed: tuple[int, ...]
    """Seats that could have shouted rightly, and let it stand."""


class RefusedAction(_ReviewPart, frozen=True):
    code: str
    text: str


class ReviewStep(_ReviewPart, frozen=True):
    """An action, the game after it, and for a placement the truth about it."""

    number: int
    """From 1: the number of actions up to this one."""
    by: int
    action: dict[str, Any]
    position: Position
    truth: Truth | None
    refused: RefusedAction | None
    """Why the rules do not allow it, if the record holds such an action: the game stays as it
    was."""
    comment: str | None


class Moment(_ReviewPart, frozen=True):
    """A notable step that a reader can jump to."""

    kind: MomentKind
    step: int
    """Where it happened: the placement, or the shout."""
    placed: int
    """The step of the placement that it is about."""
    by: int
    """Whose placement it was, or who shouted."""
    seats: tuple[int, ...] = ()
    """The seats that missed it."""
    shapes: int | None = None
    declared: int | None = None
    length: int | None = None
    """For a chain: the number of bonus turns that followed one another."""


class ReviewedRace(_ReviewPart, frozen=True):
    """Who shouted first, and by how much."""

    step: int
    winner: int
    band: tuple[int, ...]
    sealed: bool
    entries: tuple[Entry, ...]


class Result(_ReviewPart, frozen=True):
    ended: str | None
    """None: the record stops before the end."""
    ranking: tuple[int, ...] | None
    stones: tuple[int, ...]


class Review(_ReviewPart, frozen=True):
    """A whole game, step by step, with the truth about each placement."""

    table: str | None
    """Where it was played."""
    name: str | None
    date: str | None
    place: str | None
    remark: str | None
    rules: dict[str, Any]
    setting: Any
    """How the numbers were settled, as in records."""
    players: tuple[Chair, ...]
    result: Result
    races: tuple[ReviewedRace, ...]
    start: Position
    """Before the first action."""
    steps: tuple[ReviewStep, ...]
    moments: tuple[Moment, ...]


class Study(_ReviewPart, frozen=True):
    """A board to try things on, as it is now."""

    position: Position
    last: ReviewStep | None
    """The last action; None on the empty board."""
    placed: ReviewStep | None
    """The last placement, which may be some actions ago."""
    legal: dict[str, int] | None
    """Points that break no rule, each with the number of shapes that a stone there completes; in a
    window those of the next stone, if this one stands. None in a penalty, and when the game is
    over."""


class OpinionMove(_ReviewPart, frozen=True):
    by: int
    at: str | None
    """None is a pass."""
    declare: int


class OpinionCandidate(_ReviewPart, frozen=True):
    at: str | None
    declare: int
    """The bonus turns taken, or had where they are granted."""
    visits: int
    wins: tuple[float, ...] | None
    """By seat, the share of games won; None if no simulation has played the move."""
    stones: tuple[float, ...] | None
    """By seat, the stones at the end, on average."""
    winner: int | None
    """The seat that is proved to win."""
    line: tuple[OpinionMove, ...]
    """The principal variation, beginning with this move."""


class Opinion(_ReviewPart, frozen=True):
    """The search's opinion so far."""

    to_move: int
    bonus_turns: int
    simulations: int
    share: float
    """The fraction of the budget that is spent, up to 1."""
    proven: bool
    """Whether it is proved who wins."""
    best: tuple[OpinionCandidate, ...]
    done: bool
