"""Plays the games of the atlas: with the native core, a GPU, or search opponents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

from grav.arena import available_cores, map_unordered
from grav.atlas.atlas import GREEDY, SEARCH
from grav.lab import gpu
from grav.lab.atlas_recipe import (
    SAMPLED_GAMES,
    SEARCH_LEVEL,
    SEED,
    PlayedSetting,
    PlayGames,
    RecipePart,
)
from grav.lab.gpu.playing import Choice
from grav.lab.part_playing import play_with_opponents
from grav.lab.plan import Cell, Lot
from grav.lab.players import Entrant
from grav.lab.playout_tally import tally_playouts
from grav.native import GameSums, Tally, game_sums, tally
from grav.rules import Rules

_GAMES_PER_LOT = 64
"""Games between opponents in one work item of a process."""


def cpu_player(workers: int) -> PlayGames:
    """Plays with the native core in `workers` threads; opponents play in as many processes."""

    def play(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        if part.player_kind == SEARCH:
            yield from _play_with_opponents(part, workers)
            return
        policies = [part.player_kind] * part.players
        for rules in part.rules():
            total = tally(rules, policies, part.games, SEED, workers, shapes="needed")
            yield [PlayedSetting(total, _sample(part, rules, workers))]

    return play


def gpu_player(at_once: int = 4096) -> PlayGames:
    """Plays on a GPU, `at_once` settings per call; samples and opponents play on all CPU cores."""

    cores = available_cores()

    def play(part: RecipePart) -> Iterator[list[PlayedSetting]]:
        if part.player_kind == SEARCH:
            yield from _play_with_opponents(part, cores)
            return
        rules = part.rules()
        choice: Choice = "greedy" if part.player_kind == GREEDY else "random"
        for at in range(0, len(rules), at_once):
            some, choices = rules[at : at + at_once], [choice] * part.players
            totals = gpu.tallies(some, choices, part.games, SEED, shapes="needed")
            with ThreadPoolExecutor(cores) as threads:  # the core plays without the GIL
                samples = threads.map(lambda each: _sample(part, each, 1), some)
                yield [PlayedSetting(*pair) for pair in zip(totals, samples, strict=True)]

    return play


def _sample(part: RecipePart, rules: Rules, workers: int) -> GameSums:
    return game_sums(rules, [part.player_kind] * part.players, SAMPLED_GAMES, SEED, workers)


def _play_with_opponents(part: RecipePart, workers: int) -> Iterator[list[PlayedSetting]]:
    """Yields the tallies in order, each as soon as it and those before it are complete."""
    totals = [Tally()] * len(part.settings)
    lots = list(_split_into_lots(part.rules(), part.games))
    left = Counter(lot.cell.number for lot in lots)
    given = 0
    for lot, found in map_unordered(tally_lot, lots, workers):
        number = lot.cell.number
        totals[number] += found
        left[number] -= 1
        while given < len(totals) and not left[given]:
            yield [PlayedSetting(totals[given], None)]
            given += 1


def _split_into_lots(rules: Sequence[Rules], games: int) -> Iterator[Lot]:
    for number, each in enumerate(rules):
        cell = Cell(number, each, (Entrant("level", SEARCH_LEVEL),) * each.players)
        for first in range(0, games, _GAMES_PER_LOT):
            yield Lot(cell, first, min(_GAMES_PER_LOT, games - first))


def tally_lot(lot: Lot) -> Tally:
    """Plays games between opponents and returns their tally. Runs in worker processes."""
    return tally_playouts(play_with_opponents(lot, SEED), lot.cell.rules.players)
