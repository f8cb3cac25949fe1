"""Diagrams as data: stones and their numbers, marks, and the texts around them.

Depends on games and boards; not on how anything is drawn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from grav.game import Action, Placed, Refusal, Removed, State, Voided, apply, start
from grav.rules import Board, Breach, Point, Rules, Shape, Verdict, points_of
from grav.rules.breach_text import breach_text
from grav.rules.referee import PLAIN, Referee
from grav.text import GravError, Text


class DiagramError(GravError):
    """A diagram of a move that the game does not have."""


@dataclass(frozen=True, slots=True)
class Stone:
    at: Point
    seat: int
    number: int | None = None
    faded: bool = False
    """Whether it was voided or removed later."""
    now: int | None = None
    """The seat whose later stone lies there now, if the stone drawn is no longer there."""


@dataclass(frozen=True, slots=True)
class Broken:
    """A breach, and the point of the stone that made it."""

    at: Point
    breach: Breach


@dataclass(frozen=True, slots=True)
class Diagram:
    """Everything that is drawn, independent of theme, language and scale."""

    size: int
    stones: tuple[Stone, ...] = ()
    rules: Rules | None = None
    caption: tuple[str, ...] = ()
    """Lines that the caller supplies: a name, a date, a place."""
    players: tuple[str, ...] = ()
    """Names by seat."""
    notes: tuple[Text, ...] = ()
    breaches: tuple[Broken, ...] = ()
    shapes: tuple[Shape, ...] = ()
    last: Point | None = None

    def __post_init__(self) -> None:
        if self.breaches and self.rules is None:
            raise ValueError("breaches without the rules that they break; expected rules")


class _Fate(StrEnum):
    VOIDED = "voided"
    REMOVED = "removed"


@dataclass(slots=True)
class _Placement:
    number: int
    placed: Placed
    verdict: Verdict
    before: Board
    fate: _Fate | None = None


def diagram_of(
    rules: Rules,
    actions: Iterable[Action],
    move: int | None = None,
    *,
    breaches: bool = False,
    shapes: bool = False,
    caption: Sequence[str] = (),
    players: Sequence[str] = (),
    referee: Referee = PLAIN,
) -> Diagram:
    """Builds the numbered diagram of a game, at its end or in the window of a move.

    Placements count from 1, voided ones too. A point shows the first stone that was placed there;
    notes list later ones, and stones that were voided or removed. `breaches` shows the breaches of
    that move, or without a move those of all; `shapes` those that that move, or the last one,
    completed. `referee` is the one that judged the game.
    """
    state, placements = _play(start(rules, referee), actions, move)
    broken = tuple(
        (placement.number, Broken(placement.placed.at, breach))
        for placement in (placements if move is None else placements[-1:])
        for breach in (placement.verdict.breaches if breaches else ())
    )
    completed: tuple[Shape, ...] = ()
    if shapes and placements:
        latest = placements[-1]
        completed = tuple(referee.completed(rules, latest.before, latest.placed.at))
    return Diagram(
        size=rules.size,
        stones=_first_stones(placements),
        rules=rules,
        caption=tuple(caption),
        players=tuple(players),
        notes=(
            *([] if move is None else [Text("diagram.after", {"move": move})]),
            *_fates(placements),
            *(
                Text("diagram.breach", {"number": number, "breach": breach_text(mark.breach)})
                for number, mark in broken
            ),
            *_shape_notes(placements, completed),
        ),
        breaches=tuple(mark for _, mark in broken),
        shapes=completed,
        last=state.last,
    )


def position_diagram(
    board: Board,
    last: Point | None = None,
    *,
    rules: Rules | None = None,
    breaches: Iterable[Broken] = (),
    shapes: Iterable[Shape] = (),
    caption: Sequence[str] = (),
    players: Sequence[str] = (),
    notes: Sequence[Text] = (),
) -> Diagram:
    """Builds the diagram of any board, without numbers; breaches need `rules`."""
    stones = sorted(
        (point, seat)
        for seat, bits in enumerate(board.owned)
        for point in points_of(bits, board.size)
    )
    return Diagram(
        size=board.size,
        stones=tuple(Stone(point, seat) for point, seat in stones),
        rules=rules,
        caption=tuple(caption),
        players=tuple(players),
        notes=tuple(notes),
        breaches=tuple(breaches),
        shapes=tuple(shapes),
        last=last,
    )


def _play(
    state: State, actions: Iterable[Action], move: int | None
) -> tuple[State, list[_Placement]]:
    """Plays up to the window of the move; returns the state and each placement with its fate."""
    placements: list[_Placement] = []
    lying: dict[Point, _Placement] = {}
    for action in actions:
        if len(placements) == move:
            break
        before = state.board
        try:
            state, events = apply(state, action)
        except Refusal:  # a record may hold refused actions; they have no effect
            continue
        for event in events:
            match event:
                case Placed(at=at, verdict=Verdict() as verdict):
                    lying[at] = _Placement(len(placements) + 1, event, verdict, before)
                    placements.append(lying[at])
                case Voided(at=at):
                    lying.pop(at).fate = _Fate.VOIDED
                case Removed(at=at):
                    lying.pop(at).fate = _Fate.REMOVED
    if move is not None and len(placements) != move:
        raise DiagramError("diagram.no_such_move", move=move, moves=len(placements))
    return state, placements


def _first_stones(placements: list[_Placement]) -> tuple[Stone, ...]:
    """Returns, for each point, the first stone that was placed there."""
    stones: dict[Point, Stone] = {}
    for placement in placements:
        by, at, gone = placement.placed.by, placement.placed.at, placement.fate is not None
        if at not in stones:
            stones[at] = Stone(at, by, placement.number, gone)
        elif not gone:
            first = stones[at]
            stones[at] = Stone(at, first.seat, first.number, first.faded, by)
    return tuple(stones.values())


def _fates(placements: list[_Placement]) -> list[Text]:
    """Returns notes on placements on points used before, on voided and on removed stones."""
    first: dict[Point, int] = {}
    again = []
    for placement in placements:
        drawn = first.setdefault(placement.placed.at, placement.number)
        if drawn != placement.number:
            again.append(Text("diagram.same", {"number": placement.number, "first": drawn}))
    notes = [Text("diagram.again", {"pairs": again})] if again else []
    for fate in _Fate:
        numbers = [placement.number for placement in placements if placement.fate is fate]
        if numbers:
            notes.append(Text(f"diagram.{fate}", {"numbers": numbers}))
    return notes


def _shape_notes(placements: list[_Placement], shapes: tuple[Shape, ...]) -> list[Text]:
    if not shapes:
        return []
    number = placements[-1].number
    return [Text("diagram.shapes", {"number": number, "count": len(shapes)})]
