"""Hypothesis strategies for all values of the game. The only module that needs hypothesis."""

from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.rules import (
    EDITIONS,
    MAX_PLAYERS,
    MAX_SIZE,
    MIN_PLAYERS,
    MIN_SIZE,
    PARTS,
    Board,
    Edition,
    Enforcement,
    Point,
    Rules,
    Setting,
)
from grav.rules.edition_part_kinds import Choice, OptionalWhole, Part, Whole
from grav.testing.playing import Ply, random_game
from grav.testing.reference import stones_of

_HUGE = 10**15 - 1  # the most that a line of rules, or JSON, can state


def sizes(most: int = MAX_SIZE) -> SearchStrategy[int]:
    """Sizes of a board; small ones more often, since more situations coincide there."""
    return st.integers(MIN_SIZE, min(most, 7)) | st.integers(MIN_SIZE, most)


def points(size: int) -> SearchStrategy[Point]:
    """Points of a board."""
    return st.builds(Point, st.integers(0, size - 1), st.integers(0, size - 1))


def named_points() -> SearchStrategy[Point]:
    """Points that have a name, whether or not any board has them."""
    return st.builds(Point, st.integers(0, 25), st.integers(-1, 9998))


@st.composite
def settings(draw: DrawFn, size: int) -> Setting:
    """Settings within the bounds for a board of that size."""
    a = draw(st.integers(3, size + 1) | st.just(_HUGE))
    b = draw(st.integers(2, size))
    c = draw(st.integers(2, b**2))
    d = draw(st.integers(0, 2 * (size - 1)))
    e = draw(st.integers(max(1, d), 2 * size) | st.just(_HUGE))
    return Setting(a, b, c, d, e)


def editions() -> SearchStrategy[Edition]:
    """Editions, with any number of house rules."""
    parts = {name: part_values(part) for name, part in PARTS.items()}
    return st.builds(
        lambda edition, house_rules: replace(edition, **house_rules),
        st.sampled_from(sorted(EDITIONS.values(), key=lambda edition: edition.name)),
        st.fixed_dictionaries({}, optional=parts),
    )


def part_values(part: Part) -> SearchStrategy[Any]:
    """Values of a part of an edition."""
    match part:
        case Choice(members=members):
            return st.sampled_from(members)
        case Whole(bounds=bounds):
            numbers = st.integers(bounds.minimum, bounds.usual_max)
            return st.none() | numbers if isinstance(part, OptionalWhole) else numbers
        case _:
            return st.booleans()


@st.composite
def rules(
    draw: DrawFn,
    max_size: int = MAX_SIZE,
    max_players: int = MAX_PLAYERS,
    enforcement: Enforcement | None = None,
) -> Rules:
    """Rules that can be played."""
    size = draw(sizes(max_size))
    players = draw(st.integers(MIN_PLAYERS, max_players))
    return Rules(
        size,
        players,
        draw(settings(size)),
        draw(editions()),
        draw(st.sampled_from(Enforcement)) if enforcement is None else enforcement,
        draw(st.none() | st.integers(0, players - 1)),
    )


@st.composite
def boards(draw: DrawFn, size: int, seats: int = 2) -> Board:
    """Boards from empty to full, scattered or on a lattice: most hold breaches and many shapes.

    A smaller fill leaves out stones and moves none, so that a failing board shrinks.
    """
    fill = draw(st.sampled_from((0, 5, 10, 15, 20, 30, 40, 50, 65, 80, 95, 100)))
    across, up = draw(st.sampled_from(((1, 0), (1, 0), (2, 1), (3, 1), (5, 2))))
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    board = Board.empty(size, seats)
    for row in range(size):
        for column in range(size):
            mark, seat = chance.randrange(100), chance.randrange(seats)
            if mark < fill and (column + up * row) % across == 0:
                board = board.place(Point(column, row), seat)
    return board


class Position(NamedTuple):
    """A board, and the stone that the next distance is measured from."""

    rules: Rules
    board: Board
    last: Point | None


@st.composite
def positions(draw: DrawFn, max_size: int = MAX_SIZE) -> Position:
    """Positions, whether or not play can lead there."""
    agreed = draw(rules(max_size))
    board = draw(boards(agreed.size, agreed.players))
    stones = sorted(stones_of(board))
    return Position(agreed, board, draw(st.sampled_from(stones)) if stones else None)


def actions(agreed: Rules) -> SearchStrategy[Action]:
    """Actions of any kind, sensible or not, also by seats and at points that do not exist."""
    by = st.integers(-1, agreed.players)
    at = st.builds(Point, st.integers(0, agreed.size), st.integers(-1, agreed.size))
    return st.one_of(
        st.builds(Place, by, at, st.none() | st.integers(0, 5)),
        st.builds(Pass, by),
        st.builds(Accept, by),
        st.builds(Grav, by),
        st.builds(Remove, by, at),
        st.builds(Resign, by),
    )


class Game(NamedTuple):
    """The rules of a random game, and its actions with their outcomes."""

    rules: Rules
    plies: list[Ply]


@st.composite
def games(draw: DrawFn, max_size: int = 9, max_length: int = 120) -> Game:
    """Random games with slips, shouts and refused actions, some of them played to the end."""
    agreed = draw(rules(max_size))
    length = draw(st.sampled_from((max_length // 8, max_length // 2, max_length)))
    return Game(agreed, random_game(agreed, draw(st.integers(0, 2**32 - 1)), length))


# Characters that break formats: blanks, line ends, lone surrogates, their own punctuation.
NASTY_CHARACTERS = st.sampled_from(
    "\\\n\r\t \u00a0\u3000\u2028\x00\x85\ufeff\ud800\udc00;:{}\"'#nu0é갈😀"
)
LETTERS = st.characters(exclude_categories=()) | NASTY_CHARACTERS


def texts(most: int | None = None) -> SearchStrategy[str]:
    """Any text that JSON can hold: a pair of surrogates becomes its character."""
    return st.text(LETTERS, max_size=most).map(
        lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    )


def json_values() -> SearchStrategy[Any]:
    """Any small JSON value."""
    numbers = st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    return st.recursive(
        st.none() | st.booleans() | numbers | texts(12),
        lambda values: (
            st.lists(values, max_size=3) | st.dictionaries(texts(12), values, max_size=3)
        ),
        max_leaves=6,
    )
