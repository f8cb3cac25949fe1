"""The list of levels: their names, their players, their bluffs and perception."""

import pytest

from grav.bots import LEVELS, create_player, player_names
from grav.bots.level_player import LevelPlayer
from grav.text import LANGUAGES

pytestmark = pytest.mark.needs_core


def test_levels_have_names_and_descriptions_in_every_language() -> None:
    assert list(LEVELS) == list(range(1, 11))
    for language in LANGUAGES:
        told = [level.name.say(language) for level in LEVELS.values()]
        about = [level.description.say(language) for level in LEVELS.values()]
        assert len(set(told)) == len(set(about)) == 10


def test_levels_are_players_by_their_number() -> None:
    assert [name for name in player_names() if name.isdecimal()] == [str(n) for n in LEVELS]
    assert isinstance(create_player("7", "seed"), LevelPlayer)


def test_friendly_levels_never_bluff() -> None:
    assert not any(LEVELS[number].bluffs for number in range(1, 6))
    assert LEVELS[10].bluffs


def test_perception_improves_level_by_level() -> None:
    blurs = [level.error_factor for level in LEVELS.values()]
    assert blurs == sorted(blurs, reverse=True)
    assert LEVELS[10].perception.is_perfect


def test_middle_levels_move_quickly_at_first() -> None:
    for number in range(6, 10):
        level = LEVELS[number]
        assert level.is_quick(3)
        assert not level.is_quick(4)
        assert level.nodes_with(3, 9) <= level.nodes_with(4, 9) == level.nodes(9)
    assert LEVELS[9].nodes_with(3, 9) == 11
    assert LEVELS[10].nodes_with(0, 9) == LEVELS[10].nodes(9)
    assert LEVELS[5].nodes_with(0, 9) == LEVELS[5].nodes_with(4, 9) == 0


def test_the_budget_of_simulations_grows_level_by_level() -> None:
    budgets = [level.nodes_per_point for level in LEVELS.values()]
    assert budgets == sorted(budgets)
