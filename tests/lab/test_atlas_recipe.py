"""The recipe of the atlas: which settings are played, and what is stored."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from random import Random
from statistics import fmean

import pytest
from tests.provenances import made_by
from tests.subtests import every

from grav.atlas import PLAYER_KINDS, atlas, canonical_setting
from grav.atlas.file_format import decode_atlas
from grav.atlas.measures import RATIO_SPREADS, SKILL_TRACE, STAGES, STORED, win_columns
from grav.atlas.nearest_settings import NearestSettings
from grav.atlas.player_kinds import (
    GREEDY,
    RANDOM,
    SEARCH_100,
    SEARCH_1000,
    SEARCH_10000,
    SEARCH_SIMULATIONS,
)
from grav.atlas.surrounding_settings import SurroundingSettings
from grav.game import sensible_settings
from grav.game.cards import settings_to_come
from grav.lab import atlas_recipe as lab
from grav.lab.atlas_playing import cpu_player, with_results
from grav.lab.atlas_recipe import PlayedSetting, RecipePart, stored_steps
from grav.lab.editions import EDITIONS
from grav.lab.forecast_errors import WAYS
from grav.lab.player_kinds import define_player_kind
from grav.lab.thinking import Doubling, play_alike
from grav.lab.thinking_results import ThinkingResult
from grav.lab.thinking_samples import NAMED_SETTINGS, SKILL, ThinkingPart, thinking_parts
from grav.native import GameSums, Products, Stage, Tally
from grav.record import format_json_line
from grav.rules import Setting

SOURCE = made_by("grav lab atlas --only 7")
SMALL = [
    RecipePart(7, 2, "revised", RANDOM, 64, sensible_settings(7)[:5]),
    RecipePart(7, 3, "revised min_shape=6", RANDOM, 32, sensible_settings(7)[3:7]),
    RecipePart(7, 2, "classic", GREEDY, 16, sensible_settings(7)[::200]),
    RecipePart(7, 3, "revised", SEARCH_100, 6, sensible_settings(7)[::300], skill_games=3),
]
NO_PRODUCTS = Products(*[0] * 11)
EMPTY_STAGE = Stage(*[0] * 9)


def sums_of(tally: Tally, products: Products = NO_PRODUCTS, points: int = 49) -> GameSums:
    return GameSums(tally, products, [EMPTY_STAGE] * (points + 1))


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


def parts_of_random(size: int) -> list[RecipePart]:
    return [part for part in lab.recipe_for(size) if part.player_kind == RANDOM]


@pytest.mark.parametrize("size", lab.SIZES)
def test_all_that_dice_can_throw_is_measured_in_every_edition_up_to_13(size: int) -> None:
    parts = parts_of_random(size)
    assert {part.edition for part in parts} == set(EDITIONS)
    canonical = {canonical_setting(setting, size) for setting in sensible_settings(size)}
    for part in parts:
        assert (canonical <= set(part.settings)) == (size <= 13)
        assert set(part.settings) <= canonical or size <= 13


@every("size", [17, 23])
def test_what_is_thinned_out_lies_between_measured_settings_mostly(size: int) -> None:
    for part in parts_of_random(size):
        measured = NearestSettings(size, part.settings)
        drawn = sensible_settings(size)[::10]
        assert fmean(_is_forecast(measured, setting) for setting in drawn) > 0.9


@every("size", [7, 9, 13])
def test_all_that_cards_can_give_is_measured(size: int) -> None:
    measured = NearestSettings(size, lab.recipe_for(size)[0].settings)
    assert all(measured.find(setting) is not None for setting in settings_to_come(size, ()))


@every("size", [7, 9])
@every(("way", "fewest"), [("stepped", 0.93), ("guessed", 0.99)])
def test_proposals_on_quick_boards_are_measured_or_lie_between_measured_settings(
    size: int, way: str, fewest: float
) -> None:
    measured = NearestSettings(size, lab.recipe_for(size)[0].settings)
    random = Random(way)
    drawn = [WAYS[way](size, random) for _ in range(500)]
    assert fmean(_is_forecast(measured, setting) for setting in drawn) >= fewest


def _is_forecast(measured: NearestSettings, setting: Setting) -> bool:
    return measured.find(setting) is not None or bool(measured.surrounding(setting))


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


def test_settings_with_a_name_are_in_every_sample_of_their_board() -> None:
    for size, named in NAMED_SETTINGS.items():
        for part in lab.recipe_for(size):
            if part.players == 2 and part.player_kind != RANDOM:
                assert set(named) <= set(part.settings), (size, part.edition, part.player_kind)


def test_players_who_search_play_their_sample_with_skill_traces_where_there_are_some() -> None:
    searching = {
        (part.size, part.players, part.edition, part.player_kind): part
        for size in lab.SIZES
        for part in lab.recipe_for(size)
        if part.player_kind in SEARCH_SIMULATIONS
    }
    sampled = {(part.size, part.players, part.edition, part.who): part for part in thinking_parts()}
    for (size, players, edition, kind), part in searching.items():
        sample = sampled[size, players, edition, kind]
        assert part.games == part.sampled_games == sample.games
        assert list(part.settings) == sorted(sample.settings)
        trace = sampled.get((size, players, edition, SKILL)) if kind == SEARCH_1000 else None
        assert part.skill_games == (0 if trace is None else trace.games)
        if trace is not None:
            assert sorted(trace.settings) == list(part.settings)
    assert len(searching) == sum(part.who != SKILL for part in thinking_parts())
    traces = sum(part.skill_games > 0 for part in searching.values())
    assert traces == sum(part.who == SKILL for part in thinking_parts())


def test_samples_of_games_are_their_beginnings() -> None:
    for size in lab.SIZES:
        assert all(0 < part.sampled_games <= part.games for part in lab.recipe_for(size))


def test_a_file_names_all_its_players_and_the_command_that_makes_it() -> None:
    source = lab.file_provenance(7)
    assert source.command == "grav lab atlas --only 7"
    assert source.players == {kind: define_player_kind(kind) for kind in sorted(PLAYER_KINDS)}
    assert SEARCH_10000 not in lab.file_provenance(23).players


@pytest.mark.parametrize("size", lab.SIZES)
def test_the_files_have_the_settings_of_the_recipe_in_its_order(size: int) -> None:
    boards = [board for board in atlas().boards if board.size == size]
    for part, board in zip(lab.recipe_for(size), boards, strict=True):
        told = (board.players, str(board.edition), board.player_kind)
        assert told == (part.players, part.edition, part.player_kind)
        assert (board.games, board.sampled_games) == (part.games, part.sampled_games)
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
    monkeypatch.setattr(lab, "SAMPLED_GAMES", 16)
    told: list[int] = []
    one = lab.build_file(7, SOURCE, cpu_player(1), told.append)
    other = lab.build_file(7, SOURCE, cpu_player(3), lambda _: None)
    assert one == other
    assert sum(told) == sum(len(part.settings) for part in SMALL)
    file = decode_atlas(one, "one")
    assert (file.seed, file.provenance) == (lab.SEED, SOURCE)
    assert [block.rows for block in file.blocks] == [len(part.settings) for part in SMALL]
    assert [block.sampled_games for block in file.blocks] == [16, 16, 16, 6]


@pytest.mark.needs_core
def test_a_block_has_the_columns_that_its_games_can_give(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "recipe_for", lambda _: SMALL)
    monkeypatch.setattr(lab, "SAMPLED_GAMES", 16)
    blocks = decode_atlas(lab.build_file(7, SOURCE, cpu_player(1), lambda _: None), "one").blocks
    for part, block in zip(SMALL, blocks, strict=True):
        expected = {*win_columns(part.players), *STORED, *RATIO_SPREADS, *SKILL_TRACE}
        if part.player_kind in SEARCH_SIMULATIONS:
            # They may pass, so that an ended game does not say that all points are closed.
            expected -= {f"traps_{percent}" for percent in STAGES}
            expected -= {f"traps_{percent}_spread" for percent in STAGES}
        else:
            expected -= {"skill", *SKILL_TRACE}
        assert set(block.columns) == expected


@pytest.mark.needs_core
def test_spreads_come_from_the_first_games_and_measures_from_all() -> None:
    part = replace(SMALL[0], settings=SMALL[0].settings[:1], games=1024)
    ((played,),) = cpu_player(1)(part)
    assert (played.total.games, played.sample.total.games) == (1024, lab.SAMPLED_GAMES)
    found = stored_steps(part, played)
    assert found["traps"] == lab.total_steps(played.total, 2)["traps"]
    spread = played.sample.ratio_spreads()["traps"]
    assert spread is not None
    assert found["traps_spread"] == ceil(500 * spread)


def written(path: Path, results: Sequence[ThinkingResult]) -> Path:
    path.write_text("".join(f"{format_json_line(each.to_json())}\n" for each in results))
    return path


@pytest.mark.needs_core
def test_results_that_are_there_are_taken_and_others_are_played(tmp_path: Path) -> None:
    settings = sensible_settings(5)[:2]
    part = RecipePart(5, 2, "revised", SEARCH_100, 2, settings)
    of = ThinkingPart(5, 2, "revised", SEARCH_100, 2, 2)
    there = play_alike(of.rules(settings[0]), 100, 2, seed=77)
    file = written(tmp_path / "results", [ThinkingResult(of, settings[0], there, 1.0)])
    asked: list[RecipePart] = []

    def play(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        asked.append(part)
        yield from cpu_player(1)(part)

    taken, played = [each for some in with_results(file, play)(part) for each in some]
    assert (taken.total, taken.sample, taken.trace) == (there.total, there, None)
    assert asked == [replace(part, settings=[settings[1]])]
    assert [played] == next(cpu_player(1)(asked[0]))


def test_results_without_a_skill_trace_that_is_asked_for_are_not_taken(tmp_path: Path) -> None:
    setting = sensible_settings(5)[0]
    part = RecipePart(5, 2, "revised", SEARCH_100, 2, [setting], skill_games=4)
    sums = sums_of(Tally(games=2, by_place=(1, 1, 0, 0, 0, 0)), points=25)
    trace = [Doubling(10, 2, (1, 2), 5)]
    games = ThinkingResult(ThinkingPart(5, 2, "revised", SEARCH_100, 2, 1), setting, sums, 1.0)
    skill = ThinkingResult(ThinkingPart(5, 2, "revised", SKILL, 4, 1), setting, trace, 1.0)
    new = PlayedSetting(sums.total, sums_of(Tally(games=7), points=25), trace)

    def play(_: RecipePart) -> Iterator[list[PlayedSetting]]:
        yield [new]

    without, both = written(tmp_path / "one", [games]), written(tmp_path / "two", [games, skill])
    assert list(with_results(without, play)(part)) == [[new]]
    assert list(with_results(both, play)(part)) == [[PlayedSetting(sums.total, sums, trace)]]


def test_players_who_do_not_search_always_play(tmp_path: Path) -> None:
    new = PlayedSetting(Tally(), sums_of(Tally()))

    def play(_: RecipePart) -> Iterator[list[PlayedSetting]]:
        yield [new]

    assert list(with_results(written(tmp_path / "none", []), play)(SMALL[0])) == [[new]]


def test_settings_may_come_in_batches_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "recipe_for", lambda _: SMALL[:1])
    row = Tally(
        games=64,
        by_place=(40, 24, 0, 0, 0, 0),
        decisions=(700, *[0] * 9),
        legal=(7, *[0] * 9),
        in_reach=(9, *[0] * 9),
    )
    played = PlayedSetting(row, sums_of(row))

    def by_twos(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        for at in range(0, len(part.settings), 2):
            yield [played] * len(part.settings[at : at + 2])

    def at_once(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        yield [played] * len(part.settings)

    files = [lab.build_file(7, SOURCE, play, lambda _: None) for play in (by_twos, at_once)]
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
    found = stored_steps(SMALL[0], PlayedSetting(tally, sums_of(tally)))
    assert found["wins_1"] == 667
    assert "wins_2" not in found
    assert found["length"] == 167  # 3.333… in steps of 0.02
    assert found["length_spread"] == 62  # the deviation of 3, 2 and 5 stones is 1.247…
    assert found["choice"] == 375
    assert found["traps"] == 500
    assert found["drama"] == 100
    assert (found["first_shape"], found["first_shape_wins"]) == (None, None)
    assert found["first_shape_spread"] is None


def test_spreads_are_rounded_up_so_that_only_what_does_not_vary_has_none() -> None:
    found = lab.spread_steps({"traps": 0.0, "choice": 0.0001, "bonus": 0.5, "drama": None})
    assert found == {
        "traps_spread": 0, "choice_spread": 1, "bonus_spread": 250, "drama_spread": None,
    }  # fmt: skip


def test_games_that_ended_before_a_stage_count_with_all_points_closed() -> None:
    # Of two games, one has 4 legal points of 10 in reach at 5 stones, which are a tenth of 7 × 7.
    # The other had ended, with 6 points in reach.
    stage = Stage(
        games=1, legal=4, in_reach=10, legal_squared=16, in_reach_squared=100,
        legal_by_in_reach=40, ended=1, in_reach_at_end=6, in_reach_at_end_squared=36,
    )  # fmt: skip
    sample = sums_of(Tally(games=2))
    by_stones = [stage if stones == 5 else each for stones, each in enumerate(sample.by_stones)]
    found = lab.stage_steps(replace(sample, by_stones=by_stones), 7)
    assert found["traps_10"] == 750  # 12 of 16 are closed
    # In single games 4 - 10 / 4 and 0 - 6 / 4: ± 1.5, by 8 points on average.
    assert found["traps_10_spread"] == ceil(200 * 1.5 / 8)
    assert (found["traps_20"], found["traps_20_spread"]) == (None, None)
