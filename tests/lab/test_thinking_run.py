"""The run that measures players who search: its sample, its order, its file and its deadline."""

from itertools import islice
from math import inf
from pathlib import Path
from time import monotonic

import pytest

from grav.atlas.measures import SKILL_LADDER
from grav.game import sensible_settings
from grav.lab import thinking_run
from grav.lab.setting_selection import draw_settings
from grav.lab.thinking import play_alike, play_skill_trace
from grav.lab.thinking_results import read_results
from grav.lab.thinking_run import interleave, measure, plan_text, run, split_into_chunks
from grav.lab.thinking_samples import NAMED_SETTINGS, SEED, SKILL, ThinkingPart, thinking_parts
from grav.record import RecordError

GAMES = ThinkingPart(5, 2, "revised", "search-100", 5, 2)
TRACES = ThinkingPart(5, 3, "revised min_shape=6 bonus_limit=1", SKILL, 6, 3)
PARTS = [GAMES, TRACES]


def test_a_sample_has_the_settings_with_a_name_and_some_drawn_at_random() -> None:
    part = ThinkingPart(9, 2, "revised", "search-100", 1, 100)
    settings, sensible = part.settings, sensible_settings(9)
    assert settings[:3] == list(NAMED_SETTINGS[9])
    assert set(settings) <= set(sensible)
    assert len(settings) == len(set(settings))
    assert {each.d for each in settings} == {each.d for each in sensible}
    assert {each.e - each.d for each in settings} == {each.e - each.d for each in sensible}


def test_a_smaller_draw_has_the_first_settings_of_a_larger() -> None:
    assert draw_settings(9, 50, SEED)[:20] == draw_settings(9, 20, SEED)


def test_settings_with_a_name_are_among_those_that_dice_can_throw() -> None:
    for size, settings in NAMED_SETTINGS.items():
        assert set(settings) <= set(sensible_settings(size))


def test_every_part_can_be_played_as_stated() -> None:
    parts = thinking_parts()
    assert len({part.name for part in parts}) == len(parts)
    for part in parts:
        assert part.who != SKILL or part.games % part.players == 0
        assert all(part.rules(setting).is_strict for setting in part.settings)


def test_the_plan_states_what_all_parts_cost() -> None:
    *lines, last = plan_text(PARTS).splitlines()
    assert [line.split(" settings")[0].split()[-1] for line in lines] == ["2", "3"]
    assert last.startswith("all")


def test_parts_take_turns_in_proportion_to_their_size() -> None:
    few, many = GAMES, ThinkingPart(7, 2, "revised", "search-100", 5, 35)
    order = [part for part, _ in interleave([few, many])]
    assert len(order) == len(few.settings) + len(many.settings)
    half = order[: len(order) // 2]
    assert half.count(few) == 1
    assert abs(half.count(many) - len(many.settings) / 2) <= 1


@pytest.mark.needs_core
@pytest.mark.parametrize("chunk_seconds", [1e-9, inf])
@pytest.mark.parametrize("jobs", [1, 3])
def test_results_do_not_depend_on_chunks_or_threads(
    chunk_seconds: float, jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking_run, "CHUNK_SECONDS", min(chunk_seconds, 1e9))
    found = {
        (each.part, each.setting): each.measured for each in measure(interleave(PARTS), jobs, inf)
    }
    assert len(found) == len(GAMES.settings) + len(TRACES.settings)
    for setting in GAMES.settings:
        assert found[GAMES, setting] == play_alike(GAMES.rules(setting), 100, 5, SEED)
    for setting in TRACES.settings:
        assert found[TRACES, setting] == play_skill_trace(TRACES.rules(setting), 2, SEED)


def test_a_trace_has_chunks_for_each_step_of_the_ladder() -> None:
    assert len(split_into_chunks(TRACES, TRACES.settings[0])) == len(SKILL_LADDER)


@pytest.mark.needs_core
def test_a_run_that_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, whole = tmp_path / "stopped.ndjson", tmp_path / "whole.ndjson"
    assert run(whole, PARTS, 1, inf) == 5
    data = whole.read_bytes()
    file.write_bytes(data[:-9])  # the last line is torn
    assert len(list(read_results(file))) == 4
    assert run(file, PARTS, 1, inf) == 1
    assert _measured(file) == _measured(whole)
    assert file.read_bytes().count(b'"provenance"') == 2
    assert run(file, PARTS, 1, inf) == 0


def _measured(file: Path) -> dict[str, object]:
    return {f"{each.part.name} {each.setting}": each.measured for each in read_results(file)}


@pytest.mark.needs_core
def test_a_run_starts_no_game_after_its_deadline(tmp_path: Path) -> None:
    assert run(tmp_path / "none.ndjson", PARTS, 2, 0) == 0
    assert list(measure(interleave(PARTS), 2, monotonic() - 1)) == []


@pytest.mark.needs_core
def test_results_come_as_soon_as_they_are_complete() -> None:
    first = next(islice(measure(interleave(PARTS), 1, inf), 1))
    assert (first.part, first.setting) == interleave(PARTS)[0]
    assert first.seconds > 0


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other"
    file.write_text("stones\n")
    with pytest.raises(RecordError, match="line 1"):
        list(read_results(file))
