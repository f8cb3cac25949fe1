"""The recipe of the atlas: which settings are played, and what is stored."""

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest
from tests.subtests import every

from grav.atlas import atlas, canonical_setting
from grav.atlas.file_format import decode_atlas
from grav.atlas.nearest_settings import NearestSettings
from grav.atlas.player_kinds import GREEDY, RANDOM, SEARCH_100, SEARCH_SIMULATIONS
from grav.atlas.surrounding_settings import SurroundingSettings
from grav.game import sensible_settings
from grav.lab import atlas_recipe as lab
from grav.lab.atlas_playing import cpu_player
from grav.lab.atlas_recipe import RecipePart, stored_steps
from grav.lab.forecast_errors import WAYS
from grav.native import Tally
from grav.rules import Setting

SMALL = [
    RecipePart(7, 2, "revised", RANDOM, 64, sensible_settings(7)[:5]),
    RecipePart(7, 3, "revised min_shape=6", RANDOM, 32, sensible_settings(7)[3:7]),
    RecipePart(7, 2, "classic", GREEDY, 16, sensible_settings(7)[::200]),
    RecipePart(7, 3, "revised", SEARCH_100, 6, sensible_settings(7)[::300]),
]


def test_all_settings_of_the_smallest_board_differ_in_effect() -> None:
    found = lab.all_settings(7)
    assert len(found) == 39_936
    assert len({canonical_setting(setting, 7) for setting in found}) == len(found)
    assert all(canonical_setting(setting, 7) == setting for setting in found)
    for setting in found:
        setting.check(7)


def test_no_setting_with_another_effect_is_left_out_there() -> None:
    every = {
        canonical_setting(Setting(a, b, c, d, e), 7)
        for a in range(3, 7)
        for b in range(2, 8)
        for c in range(2, b * b + 1)
        for d in range(13)
        for e in range(max(1, d), 14)
    }
    assert every == set(lab.all_settings(7))


@pytest.mark.parametrize("size", lab.SIZES)
def test_all_that_dice_can_throw_is_measured_in_every_edition(size: int) -> None:
    parts = [part for part in lab.recipe_for(size) if part.player_kind == RANDOM]
    assert {part.edition for part in parts} >= set(lab.EDITIONS)
    for part in parts:
        canonical = {canonical_setting(setting, size) for setting in sensible_settings(size)}
        assert canonical <= set(part.settings)


@every("size", lab.SIZES)
@every(("way", "fewest"), [("stepped", 0.93), ("guessed", 0.99)])
def test_proposals_are_measured_or_lie_between_measured_settings(
    size: int, way: str, fewest: float
) -> None:
    settings = lab.recipe_for(size)[0].settings
    measured = NearestSettings(size, settings)
    random = Random(way)
    drawn = [WAYS[way](size, random) for _ in range(500)]
    found = [
        measured.find(setting) is not None or bool(measured.surrounding(setting))
        for setting in drawn
    ]
    assert fmean(found) >= fewest


@pytest.mark.parametrize("size", [9, 13])
def test_the_sparse_settings_surround_all_that_dice_can_throw(size: int) -> None:
    sparse = lab.sparse_settings(size)
    assert len(sparse) < 300
    assert set(sparse) <= set(sensible_settings(size))
    around = SurroundingSettings(size, sparse)
    assert all(around.find(setting) for setting in sensible_settings(size))


def test_numbers_are_spread_out_up_to_the_last() -> None:
    assert lab.spread_out(1, 24) == [1, 2, 3, 4, 6, 9, 13, 19, 24]
    assert lab.spread_out(2, 3) == [2, 3]
    assert lab.spread_out(4, 4) == [4]


def test_settings_with_a_name_are_in_every_sample() -> None:
    for size in (7, 9, 13):
        named = {each for each in lab.NAMED_SETTINGS if each in sensible_settings(size)}
        assert named
        for part in lab.recipe_for(size):
            assert named <= set(part.settings)


@pytest.mark.parametrize("size", lab.SIZES)
def test_the_files_have_the_settings_of_the_recipe_in_its_order(size: int) -> None:
    boards = [board for board in atlas().boards if board.size == size]
    for part, board in zip(lab.recipe_for(size), boards, strict=True):
        told = (board.players, str(board.edition), board.player_kind, board.games)
        assert told == (part.players, part.edition, part.player_kind, part.games)
        assert list(board.settings) == list(part.settings)


@pytest.mark.parametrize("size", lab.SIZES)
def test_settings_that_are_played_are_canonical_and_playable(size: int) -> None:
    for part in lab.recipe_for(size):
        assert all(rules.is_strict for rules in part.rules())
        assert all(canonical_setting(setting, size) == setting for setting in part.settings)


def test_enough_games_are_played_for_the_stated_error() -> None:
    for size in lab.SIZES:
        for part in lab.recipe_for(size):
            # Of players who search, the distribution over settings is wanted, not single settings.
            most = 0.13 if part.player_kind in SEARCH_SIMULATIONS else 0.01
            assert (0.25 / part.games) ** 0.5 < most


@pytest.mark.needs_core
def test_the_same_recipe_makes_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "recipe_for", lambda _: SMALL)
    told: list[int] = []
    one = lab.build_file(7, cpu_player(1), told.append)
    other = lab.build_file(7, cpu_player(3), lambda _: None)
    assert one == other
    assert sum(told) == sum(len(part.settings) for part in SMALL)
    file = decode_atlas(one, "one")
    assert (file.seed, file.command) == (lab.SEED, "grav lab atlas --only 7")
    assert [block.rows for block in file.blocks] == [len(part.settings) for part in SMALL]


def test_tallies_may_come_in_batches_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "recipe_for", lambda _: SMALL[:1])
    row = Tally(
        games=64,
        by_place=(40, 24, 0, 0, 0, 0),
        decisions=(700, *[0] * 9),
        legal=(7, *[0] * 9),
        in_reach=(9, *[0] * 9),
    )

    def by_twos(part: RecipePart) -> Iterator[list[Tally]]:
        for at in range(0, len(part.settings), 2):
            yield [row] * len(part.settings[at : at + 2])

    def at_once(part: RecipePart) -> Iterator[list[Tally]]:
        yield [row] * len(part.settings)

    files = [lab.build_file(7, play, lambda _: None) for play in (by_twos, at_once)]
    assert files[0] == files[1]


def test_measures_are_rounded_to_whole_steps() -> None:
    tally = Tally(
        games=3,
        by_place=(2, 1, 0, 0, 0, 0),
        placements=10,
        placements_squared=38,
        decisions=(1, 3, 0, 0, 0, 0, 0, 0, 0, 0),
        legal=(20, 10, 0, 0, 0, 0, 0, 0, 0, 0),
        in_reach=(25, 15, 0, 0, 0, 0, 0, 0, 0, 0),
        shaped=0,
        behind=1,
    )
    found = stored_steps(tally, 2)
    assert found["wins_1"] == 667
    assert "wins_2" not in found
    assert found["length"] == 167  # 3.333… in steps of 0.02
    assert found["length_spread"] == 62  # the deviation of 3, 2 and 5 stones is 1.247…
    assert found["choice"] == 375
    assert found["traps"] == 500
    assert found["drama"] == 100
    assert (found["first_shape"], found["first_shape_wins"]) == (None, None)
