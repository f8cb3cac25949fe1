"""Scores of players with Wilson intervals, and standings."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt

from grav.arena.played_game import PlayedGame
from grav.rules.json_fields import Json

Z95 = 1.959964
"""The two-sided 95 % quantile of the normal distribution, in standard deviations."""


def points_for_place(place: int, players: int) -> float:
    """Returns the points of a place, counted from 0: 1 for the first, 0 for the last, linear."""
    return (players - 1 - place) / (players - 1)


def wilson_interval(points: float, games: int) -> tuple[float, float]:
    """Returns the 95 % Wilson score interval for the share of points.

    It is made for wins and losses. Points in between vary less, so it is then too wide.
    """
    if games == 0:
        return 0.0, 1.0
    mean, z2 = points / games, Z95**2
    middle = (mean + z2 / (2 * games)) / (1 + z2 / games)
    half_width = sqrt(mean * (1 - mean) / games + z2 / (4 * games**2)) * Z95 / (1 + z2 / games)
    return max(0.0, min(mean, middle - half_width)), min(1.0, max(mean, middle + half_width))


@dataclass(frozen=True, slots=True)
class Score:
    points: float = 0.0
    games: int = 0

    @property
    def mean(self) -> float:
        return self.points / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.points, self.games)

    def to_json(self) -> dict[str, Json]:
        interval = list(self.interval)
        return {"games": self.games, "points": self.points, "mean": self.mean, "interval": interval}


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results over all games."""

    player: str
    score: Score
    wins: int
    by_turn: tuple[Score, ...]
    """By place in the order of play: as the starter, as the second, …"""
    by_seat: tuple[Score, ...]
    stones: float
    """The mean number of stones on the board at the end of a game."""
    breaches_stood: int
    right_shouts: int
    wrong_shouts: int
    faults: int

    def to_json(self) -> dict[str, Json]:
        return {
            "player": self.player,
            "score": self.score.to_json(),
            "wins": self.wins,
            "by_turn": [score.to_json() for score in self.by_turn],
            "by_seat": [score.to_json() for score in self.by_seat],
            "stones": self.stones,
            "breaches_stood": self.breaches_stood,
            "right_shouts": self.right_shouts,
            "wrong_shouts": self.wrong_shouts,
            "faults": self.faults,
        }


@dataclass(frozen=True, slots=True)
class _Participation:
    """One player's part in one game."""

    game: PlayedGame
    seat: int

    @property
    def place(self) -> int:
        return self.game.ranking.index(self.seat)

    @property
    def turn(self) -> int:
        return (self.seat - self.game.starter) % len(self.game.seats)

    @property
    def points(self) -> float:
        return points_for_place(self.place, len(self.game.seats))


def compute_standings(players: Iterable[str], games: Sequence[PlayedGame]) -> list[Standing]:
    """Returns the standing of every player, best first."""
    each = [_compute_standing(player, games) for player in players]
    return sorted(each, key=lambda standing: -standing.score.mean)


def compute_score(player: str, games: Sequence[PlayedGame]) -> Score:
    return _sum_score(_participations(player, games))


def games_between(players: Sequence[str], games: Iterable[PlayedGame]) -> list[PlayedGame]:
    """Returns the games in which exactly these players met."""
    return [game for game in games if sorted(game.seats) == sorted(players)]


def _participations(player: str, games: Sequence[PlayedGame]) -> list[_Participation]:
    return [
        _Participation(game, game.seats.index(player)) for game in games if player in game.seats
    ]


def _sum_score(parts: Sequence[_Participation]) -> Score:
    return Score(sum(part.points for part in parts), len(parts))


def _compute_standing(player: str, games: Sequence[PlayedGame]) -> Standing:
    parts = _participations(player, games)
    seats = max((len(part.game.seats) for part in parts), default=0)

    def by(place: Callable[[_Participation], int]) -> tuple[Score, ...]:
        return tuple(_sum_score([p for p in parts if place(p) == index]) for index in range(seats))

    return Standing(
        player=player,
        score=_sum_score(parts),
        wins=sum(part.place == 0 for part in parts),
        by_turn=by(lambda part: part.turn),
        by_seat=by(lambda part: part.seat),
        stones=sum(part.game.stones[part.seat] for part in parts) / max(len(parts), 1),
        breaches_stood=sum(part.game.breaches_stood[part.seat] for part in parts),
        right_shouts=sum(part.game.right_shouts[part.seat] for part in parts),
        wrong_shouts=sum(part.game.wrong_shouts[part.seat] for part in parts),
        faults=sum(fault.by == part.seat for part in parts for fault in part.game.faults),
    )
