"""Plays the parts of a plan: in bulk in the core, one game at a time with opponents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from grav.arena import max_actions_for, play_game
from grav.bots import Player, create_player
from grav.lab import gpu
from grav.lab.core_player import CorePlayer
from grav.lab.gpu.playing import Choice
from grav.lab.measure_game import combine_rows, measure_game
from grav.lab.parquet import encode_games, encode_tallies
from grav.lab.plan import Lot, PlanPart
from grav.lab.players import Entrant
from grav.lab.playout_tally import tally_playouts
from grav.native import Playouts, Tally, playouts, tally


@dataclass(frozen=True, slots=True)
class PlayedPart:
    """A played part as the contents of its files."""

    number: int
    tallies: bytes
    games: bytes | None


LotResult = tuple[Lot, Tally, Playouts | None]
Totals = dict[tuple[int, int], Tally]
"""By cell and first game."""


def play_part(part: PlanPart) -> PlayedPart:
    """Plays a part in this process. Runs in worker processes and depends on no other part."""
    return _encode(part, [_play_lot(lot, part) for lot in part.lots])


def play_parts_on_gpu(parts: Sequence[PlanPart]) -> Iterator[PlayedPart]:
    """Plays parts together on the GPU; lots that it cannot play are played on the CPU.

    :raises GpuMissing: when there is no GPU
    """
    suited = [lot for part in parts for lot in part.lots if _suits_gpu(lot)]
    totals = _tally_lots_on_gpu(suited, parts[0]) if parts[0].keep == "tallies" else {}
    for part in parts:
        yield _encode(part, [_lot_result(lot, part, totals) for lot in part.lots])


def _lot_result(lot: Lot, part: PlanPart, totals: Totals) -> LotResult:
    if not _suits_gpu(lot):
        return _play_lot(lot, part)
    total = totals.get((lot.cell.number, lot.first))
    return _play_lot_on_gpu(lot, part) if total is None else (lot, total, None)


def _encode(part: PlanPart, outcomes: Sequence[LotResult]) -> PlayedPart:
    totals = [(lot, total) for lot, total, _ in outcomes]
    rows = [(lot, played) for lot, _, played in outcomes if played is not None]
    return PlayedPart(part.number, encode_tallies(totals), encode_games(rows) if rows else None)


def _play_lot(lot: Lot, part: PlanPart) -> LotResult:
    rules, seats = lot.cell.rules, lot.cell.seats
    if any(entrant.is_opponent for entrant in seats):
        played = play_with_opponents(lot, part.seed)
    else:
        policies = [entrant.policy for entrant in seats]
        run = (rules, policies, lot.games, part.seed, 1, lot.first)
        if part.keep == "tallies":
            return lot, tally(*run, shapes=part.shapes), None
        played = playouts(*run, shapes=part.shapes)
    return lot, tally_playouts(played, rules.players), played if part.keep == "games" else None


def play_with_opponents(lot: Lot, seed: int) -> Playouts:
    """Plays games with at least one opponent; the seats start in turn.

    A game is a function of the seed and its number. A game that ends by resignation, as after a
    fault, or that does not end, counts as stopped.
    """
    rules, seats = lot.cell.rules, lot.cell.seats
    games = []
    for number in range(lot.first, lot.first + lot.games):
        starter = number % rules.players
        players = [
            _create_player(each, f"{seed} {number} {seat}") for seat, each in enumerate(seats)
        ]
        result = play_game(rules, players, starter, max_actions_for(rules))
        games.append(measure_game(rules, result.record.actions, starter))
    return combine_rows(games)


def _create_player(entrant: Entrant, seed: str) -> Player:
    if entrant.is_opponent:
        return create_player(str(entrant.level), seed)
    return CorePlayer(entrant, seed)


def _suits_gpu(lot: Lot) -> bool:
    return lot.cell.rules.is_strict and not any(each.is_opponent for each in lot.cell.seats)


def _choices(lot: Lot) -> tuple[Choice, ...]:
    return tuple("greedy" if each.choice == "greedy" else "random" for each in lot.cell.seats)


def _tally_lots_on_gpu(lots: Sequence[Lot], part: PlanPart) -> Totals:
    """Tallies lots on the GPU; lots with the same players and game numbers run together."""

    def alike(lot: Lot) -> tuple[tuple[Choice, ...], int, int]:
        return _choices(lot), lot.first, lot.games

    found: Totals = {}
    for (choices, first, games), group in groupby(sorted(lots, key=alike), key=alike):
        together = list(group)
        rules = [lot.cell.rules for lot in together]
        totals = gpu.tallies(rules, choices, games, part.seed, first, shapes=part.shapes)
        numbers = ((lot.cell.number, lot.first) for lot in together)
        found.update(zip(numbers, totals, strict=True))
    return found


def _play_lot_on_gpu(lot: Lot, part: PlanPart) -> LotResult:
    rules = lot.cell.rules
    run = (rules, _choices(lot), lot.games, part.seed, lot.first)
    played = gpu.playouts(*run, shapes=part.shapes)
    return lot, tally_playouts(played, rules.players), played
