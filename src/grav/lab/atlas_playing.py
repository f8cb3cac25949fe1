"""Plays the games of the atlas: with the native core, or random and greedy ones on a GPU."""

from collections.abc import Iterator

from grav.arena import available_cores
from grav.atlas.player_kinds import GREEDY, SEARCH_SIMULATIONS
from grav.lab import gpu
from grav.lab.atlas_recipe import SEED, PlayGames, RecipePart
from grav.lab.gpu.playing import Choice
from grav.lab.player_kinds import policy_of
from grav.native import Tally, tally


def cpu_player(workers: int) -> PlayGames:
    """Plays with the native core in `workers` threads."""

    def play(part: RecipePart) -> Iterator[list[Tally]]:
        policies = [policy_of(part.player_kind)] * part.players
        for rules in part.rules():
            yield [tally(rules, policies, part.games, SEED, workers, shapes="needed")]

    return play


def gpu_player(at_once: int = 4096) -> PlayGames:
    """Plays on a GPU, `at_once` settings per call; players who search play on all CPU cores."""
    play_on_cpu = cpu_player(available_cores())

    def play(part: RecipePart) -> Iterator[list[Tally]]:
        if part.player_kind in SEARCH_SIMULATIONS:
            yield from play_on_cpu(part)
            return
        rules = part.rules()
        choice: Choice = "greedy" if part.player_kind == GREEDY else "random"
        for at in range(0, len(rules), at_once):
            some, choices = rules[at : at + at_once], [choice] * part.players
            yield gpu.tallies(some, choices, part.games, SEED, shapes="needed")

    return play
