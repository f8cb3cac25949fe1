"""Plays the games of the atlas: with the native core, or random and greedy ones on a GPU."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from grav.arena import available_cores
from grav.atlas.player_kinds import GREEDY, SEARCH_SIMULATIONS
from grav.lab import gpu
from grav.lab.atlas_recipe import SEED, PlayedSetting, PlayGames, RecipePart
from grav.lab.gpu.playing import Choice
from grav.lab.player_kinds import policy_of
from grav.lab.thinking import SkillTrace, play_skill_trace
from grav.lab.thinking_results import read_results
from grav.lab.thinking_samples import SKILL, part_name
from grav.native import GameSums, game_sums, tally
from grav.rules import Rules


def cpu_player(workers: int) -> PlayGames:
    """Plays with the native core in `workers` threads."""

    def play(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        for rules in part.rules():
            sample = _sample(part, rules, workers)
            if part.player_kind in SEARCH_SIMULATIONS:
                yield [PlayedSetting(sample.total, sample, _trace(part, rules))]
            else:
                policies = [policy_of(part.player_kind)] * part.players
                total = tally(rules, policies, part.games, SEED, workers, shapes="needed")
                yield [PlayedSetting(total, sample)]

    return play


def gpu_player(at_once: int = 4096) -> PlayGames:
    """Plays on a GPU, `at_once` settings per call; samples and players who search on all cores."""
    cores = available_cores()
    play_on_cpu = cpu_player(cores)

    def play(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        if part.player_kind in SEARCH_SIMULATIONS:
            yield from play_on_cpu(part)
            return
        rules = part.rules()
        choice: Choice = "greedy" if part.player_kind == GREEDY else "random"
        for at in range(0, len(rules), at_once):
            some, choices = rules[at : at + at_once], [choice] * part.players
            with ThreadPoolExecutor(cores) as threads:  # beside the GPU: the core needs no GIL
                samples = threads.map(lambda each: _sample(part, each, 1), some)
                totals = gpu.tallies(some, choices, part.games, SEED, shapes="needed")
                yield [PlayedSetting(*pair) for pair in zip(totals, samples, strict=True)]

    return play


def with_results(path: Path, play: PlayGames) -> PlayGames:
    """Takes the games of players who search from results of `grav.lab.thinking_run` where they are
    there, and plays all others.

    :raises FormError: when the file does not hold such results
    """
    found = {(result.part.name, result.setting): result.measured for result in read_results(path)}

    def play_rest(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        if part.player_kind not in SEARCH_SIMULATIONS:
            yield from play(part)
            return
        board = part.size, part.players, part.edition
        names = part_name(*board, part.player_kind), part_name(*board, SKILL)
        for setting in part.settings:
            sums = found.get((names[0], setting))
            trace = found.get((names[1], setting)) if part.skill_games else None
            if sums is None or (trace is None) == bool(part.skill_games):
                yield from play(replace(part, settings=[setting]))
                continue
            assert isinstance(sums, GameSums)
            assert not isinstance(trace, GameSums)
            yield [PlayedSetting(sums.total, sums, trace)]

    return play_rest


def _sample(part: RecipePart, rules: Rules, workers: int) -> GameSums:
    policies = [policy_of(part.player_kind)] * part.players
    return game_sums(rules, policies, part.sampled_games, SEED, workers)


def _trace(part: RecipePart, rules: Rules) -> SkillTrace | None:
    if not part.skill_games:
        return None
    return play_skill_trace(rules, part.skill_games // part.players, SEED)
