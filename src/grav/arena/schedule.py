"""The schedule of a tournament: who plays whom, on which seats, with which random seeds.

A game is a pure function of the schedule and its number, so games can be played in any order, by
any number of processes, now or later.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations

from grav.arena.game_loop import max_actions_for
from grav.game.settling_refusal import check_seed
from grav.rules import MAX_PLAYERS, MIN_PLAYERS, Rules, parse_rules
from grav.rules.json_fields import (
    Json,
    as_array,
    as_object,
    as_text,
    as_yes_or_no,
    require_key,
)
from grav.text import GravError

VERSION = 1


class ScheduleError(GravError):
    """The players do not fit the rules, or their number is out of bounds."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The seats, the starter and the seeds of one game."""

    names: tuple[str, ...]
    """The players by seat."""
    starter: int
    seeds: tuple[str, ...]
    """The random seed of each player, by seat."""


@dataclass(frozen=True)
class Schedule:
    """Different players under one set of rules: all at one table, or every pair (round robin)."""

    rules: Rules
    players: tuple[str, ...]
    seed: str
    pairs: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)
        check_names(self.players)
        seats = MIN_PLAYERS if self.pairs else len(self.players)
        if seats > MAX_PLAYERS:
            raise ScheduleError("arena.too_many", found=seats, most=MAX_PLAYERS)
        if self.rules.players != seats:
            values = {"rules": str(self.rules), "found": self.rules.players, "expected": seats}
            raise ScheduleError("arena.rules_players", **values)

    @cached_property
    def tables(self) -> tuple[tuple[str, ...], ...]:
        """The groups of players who sit together."""
        return tuple(combinations(self.players, 2)) if self.pairs else (self.players,)

    def total(self, games: int) -> int:
        """Returns the number of games in all, with `games` per table."""
        return games * len(self.tables)

    def game(self, number: int) -> Seating:
        """Returns the seating of a game. Tables alternate, so that more games can follow later."""
        round_, table = divmod(number, len(self.tables))
        names, starter = seating_in_round(self.tables[table], round_)
        starter = starter if self.rules.first is None else self.rules.first
        seeds = tuple(f"{self.seed} {number} {name}" for name in names)
        return Seating(names, starter, seeds)

    @property
    def command(self) -> str:
        """The command that plays these games; `--games` says how many."""
        words = ["grav", "arena", *self.players, "--rules", str(self.rules), "--seed", self.seed]
        return shlex.join([*words, "--pairs"] if self.pairs else words)

    def to_json(self) -> dict[str, Json]:
        return {
            "arena": VERSION,
            "rules": str(self.rules),
            "players": list(self.players),
            "seed": self.seed,
            "pairs": self.pairs,
            "most_actions": max_actions_for(self.rules),
        }


def schedule_from_json(value: Json) -> Schedule:
    """:raises FormError: when it is not a schedule"""
    source = as_object(value, "arena")
    found = {
        key: require_key(source, key, "arena") for key in ("rules", "players", "seed", "pairs")
    }
    return Schedule(
        parse_rules(as_text(found["rules"], "rules")),
        tuple(as_text(name, "players") for name in as_array(found["players"], "players")),
        as_text(found["seed"], "seed"),
        as_yes_or_no(found["pairs"], "pairs"),
    )


def check_names(names: Sequence[str]) -> None:
    if len(names) < MIN_PLAYERS:
        raise ScheduleError("arena.too_few", found=len(names), least=MIN_PLAYERS)
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ScheduleError("arena.twice", name=name)


def seating_in_round(players: Sequence[str], round_: int) -> tuple[tuple[str, ...], int]:
    """Returns the players by seat, and the seat that starts.

    In as many rounds as there are players, each sits on every seat once and starts once. The next
    rounds use another cyclic order of the players. After all orders, another seat starts.
    """
    count = len(players)
    block, turned = divmod(round_, count)
    orders = list(permutations(players[1:]))
    starter, order = divmod(block, len(orders))
    ring = (players[0], *orders[order])
    return (*ring[turned:], *ring[:turned]), starter % count


def round_up_games(games: int, players: int) -> int:
    """Rounds the number of games up so that all sit on every seat and start equally often."""
    return -(-games // players) * players
