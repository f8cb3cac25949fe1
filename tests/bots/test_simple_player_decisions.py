"""Single decisions of the simple opponents."""

from typing import Any

import pytest

from grav.bots import create_simple_player
from grav.game import (
    Accept,
    Action,
    Grav,
    Remove,
    action_name,
    start,
    view,
)
from grav.rules import (
    CLASSIC,
    REVISED,
    Enforcement,
    Point,
    Rules,
    Setting,
)
from grav.testing import place, play_all


def ask(name: str, agreed: Rules, seat: int, *actions: Action) -> Action:
    """Returns the answer of a player that observed the whole game, at its end."""
    player = create_simple_player(name, "seed")
    state = start(agreed)
    player.see(view(state, seat))
    for action in actions:
        state = play_all(state, action)
        player.see(view(state, seat))
    seen = view(state, seat)
    answer = player.act(seen)
    assert action_name(answer) in seen.may
    return answer


NINE = Rules(9, 3, Setting(3, 3, 4, 2, 4), first=0)
OPENING: tuple[Action, ...] = (place(0, "c3"), Accept(1), Accept(2))


def test_greedy_shouts_at_a_stone_that_is_too_near() -> None:
    assert ask("greedy", NINE, 2, *OPENING, place(1, "c4")) == Grav(2)
    assert ask("greedy", NINE, 2, *OPENING, place(1, "c5")) == Accept(2)


def test_greedy_measures_from_the_stone_before_a_voided_one() -> None:
    voided = (*OPENING, place(1, "c4"), Grav(0))
    assert ask("greedy", NINE, 2, *voided, place(0, "c7")) == Accept(
        2
    )  # 4 steps from c3, 3 from c4
    assert ask("greedy", NINE, 2, *voided, place(0, "c8")) == Grav(2)  # 5 steps from c3, 4 from c4


def test_after_a_right_shout_a_stone_of_the_violator_is_removed() -> None:
    removal = ask(
        "random",
        NINE,
        2,
        *OPENING,
        *(place(1, "c5"), Accept(0), Accept(2), place(2, "e5"), Accept(0), Accept(1)),
        *(place(0, "e6"), Grav(2)),
    )
    assert removal == Remove(2, Point.parse("c3"))


@pytest.mark.parametrize("edition", [CLASSIC, REVISED], ids=str)
def test_the_fourth_corner_is_taken_and_declared(edition: Any) -> None:
    rules_of_five = Rules(5, 2, Setting(3, 3, 4, 2, 2), edition, Enforcement.STRICT, first=0)
    corners = (place(0, "b2"), place(1, "b4"), place(0, "d4"))
    declared = None if edition is CLASSIC else 1
    assert ask("greedy", rules_of_five, 1, *corners) == place(1, "d2", declared)
