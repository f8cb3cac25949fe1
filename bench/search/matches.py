"""Plays matches of variants of the search against the search as it is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random

from bench.search.variants import BASE, VARIANTS, Variant
from grav.arena import map_unordered
from grav.game import Over, Pass, Place, State, Turn, apply, start
from grav.lab.findings.search_results import Match, first_stones
from grav.native.search import Move, Root, Search
from grav.rules import Bonus, Rules, parse_rules

GAMES: Mapping[str, int] = {
    "7x7 2p 3 3 4 2 4 revised strict first=0": 200,
    "13x13 2p 4 4 6 2 8 revised strict first=0": 80,
    "7x7 2p 3 3 4 2 4 revised min_shape=6 strict first=0": 240,
    "9x9 2p 3 3 4 2 4 classic min_shape=8 strict first=0": 120,
    "13x13 2p 4 4 6 2 8 revised min_shape=6 strict first=0": 48,
}
"""The rules of the matches, and how many games each variant plays under them."""
PAIRS_AT_ONCE = 5
"""Pairs that one process plays before it gets others."""


@dataclass(frozen=True, slots=True)
class PartOfMatch:
    """Some pairs of a match, which one process plays."""

    variant: Variant
    rules: str
    pairs: range


def play_matches(
    variants: Sequence[Variant] = VARIANTS, games: Mapping[str, int] = GAMES, workers: int = 1
) -> Iterator[Match]:
    """Yields each match as soon as it is played."""
    matches = [(variant, rules) for variant in variants for rules in games]
    parts = {match: list(_split(*match, games[match[1]] // 2)) for match in matches}
    played = dict[PartOfMatch, str]()
    for part, winners in map_unordered(play_part, chain.from_iterable(parts.values()), workers):
        played[part] = winners
        whole = parts[part.variant, part.rules]
        if all(each in played for each in whole):
            yield Match(part.variant.name, part.rules, "".join(played[each] for each in whole))


def _split(variant: Variant, rules: str, pairs: int) -> Iterator[PartOfMatch]:
    for first in range(0, pairs, PAIRS_AT_ONCE):
        yield PartOfMatch(variant, rules, range(first, min(first + PAIRS_AT_ONCE, pairs)))


def play_part(part: PartOfMatch) -> str:
    """Returns the seats that won, in the form of `Match.winners`."""
    rules = parse_rules(part.rules)
    return "".join(
        str(play_game(rules, part.variant, seat, pair)) for pair in part.pairs for seat in (0, 1)
    )


def play_game(rules: Rules, variant: Variant, seat: int, pair: int) -> int:
    """Returns the seat that wins a game of the pair with this number. Its first stones and the
    seeds of its searches follow from the rules and the number alone."""
    chance = Random(f"{rules} {pair}")
    state = place_first_stones(rules, first_stones(pair), chance)
    while isinstance(state.phase, Turn):
        searcher = variant if state.phase.seat == seat else BASE
        move = choose_move(state, searcher, chance.getrandbits(64))
        state = apply(state, _action(move, rules)).state
    assert isinstance(state.phase, Over)
    return state.phase.ranking[0]


def place_first_stones(rules: Rules, stones: int, chance: Random) -> State:
    state = start(rules)
    for seat in range(stones):
        at = chance.choice(sorted(state.legal()))
        state = apply(state, _action(Move(seat, at, 0), rules)).state
    return state


def choose_move(state: State, searcher: Variant, seed: int) -> Move:
    search = Search(state.rules, Root.from_state(state), seed, options=searcher.options)
    search.run(searcher.simulations)
    return search.best()[0].move


def _action(move: Move, rules: Rules) -> Place | Pass:
    if move.at is None:
        return Pass(move.seat)
    declares = rules.edition.bonus is Bonus.DECLARED
    return Place(move.seat, move.at, move.declare if declares else None)
