"""Finds the notable steps of a game: breaches, shouts, declarations, chains of bonus turns."""

from collections.abc import Iterator, Mapping, Sequence

from grav.record import Placement
from grav.server.messages.review import Moment

MIN_CHAIN = 2
"""Consecutive bonus turns from which a chain is notable."""


def find_moments(placements: Sequence[Placement], shouts: Mapping[int, int]) -> tuple[Moment, ...]:
    """Returns the moments in the order of their steps. `shouts` maps the number of a placement to
    the step of the shout at it."""
    found = [
        *(moment for placement in placements for moment in _of_one(placement, shouts)),
        *_chains(placements),
    ]
    return tuple(sorted(found, key=lambda moment: moment.step))


def _of_one(placement: Placement, shouts: Mapping[int, int]) -> Iterator[Moment]:
    placed, called = placement.index + 1, placement.called
    if placement.is_missed_breach:
        yield Moment("missed", placed, placed, placement.by, seats=placement.missed_by)
    if called is not None:
        yield Moment(
            "right_shout" if called.right else "wrong_shout",
            shouts[placement.move],
            placed,
            called.by,
            seats=placement.missed_by,
        )
    if placement.is_over_declared or placement.undeclared:
        yield Moment(
            "over_declared" if placement.is_over_declared else "undeclared",
            placed,
            placed,
            placement.by,
            shapes=placement.verdict.shapes,
            declared=placement.declared,
        )


def _chains(placements: Sequence[Placement]) -> Iterator[Moment]:
    """Yields the chains of bonus turns. A chain begins with the stone that earned its first bonus
    turn."""
    begin = 0
    for index in range(1, len(placements) + 1):
        if index < len(placements) and placements[index].on_bonus:
            continue
        length = index - begin - 1
        if length >= MIN_CHAIN:
            placed = placements[begin].index + 1
            yield Moment("bonus_chain", placed, placed, placements[begin].by, length=length)
        begin = index
