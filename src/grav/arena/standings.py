"""Standings: what each player won and did over all games, and who finished ahead of whom."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from grav.arena.played_game import PlayedGame
from grav.arena.shares import ShareOfGames, ShareOfOpponents
from grav.rules.json_fields import Json


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's results over all games."""

    player: str
    wins: ShareOfGames
    ahead_of: ShareOfOpponents
    """The share of opponents that the player finished ahead of; with two players, that of wins."""
    by_turn: tuple[ShareOfGames, ...]
    """Wins by place in the order of play: as the starter, as the second, …"""
    by_seat: tuple[ShareOfGames, ...]
    stones: float
    """The mean number of stones on the board at the end of a game."""
    breaches_stood: int
    right_shouts: int
    wrong_shouts: int
    faults: int

    def to_json(self) -> dict[str, Json]:
        return {
            "player": self.player,
            "wins": self.wins.to_json(),
            "ahead_of": self.ahead_of.to_json(),
            "by_turn": [wins.to_json() for wins in self.by_turn],
            "by_seat": [wins.to_json() for wins in self.by_seat],
            "stones": self.stones,
            "breaches_stood": self.breaches_stood,
            "right_shouts": self.right_shouts,
            "wrong_shouts": self.wrong_shouts,
            "faults": self.faults,
        }


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """In how many of the games of two players the one finished ahead of the other."""

    player: str
    opponent: str
    ahead: ShareOfGames

    def to_json(self) -> dict[str, Json]:
        return {"player": self.player, "opponent": self.opponent, "ahead": self.ahead.to_json()}


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
    def opponents(self) -> int:
        return len(self.game.seats) - 1

    @property
    def share_ahead_of(self) -> float:
        """The share of the opponents in this game that the player finished ahead of."""
        return (self.opponents - self.place) / self.opponents


def compute_standings(players: Iterable[str], games: Sequence[PlayedGame]) -> list[Standing]:
    """Returns the standing of every player, most wins first; of players with as many wins, who was
    ahead of more opponents first."""
    each = [_compute_standing(player, games) for player in players]
    return sorted(each, key=lambda found: (-found.wins.share, -found.ahead_of.share))


def compute_wins(player: str, games: Sequence[PlayedGame]) -> ShareOfGames:
    return _count_wins(_participations(player, games))


def compute_head_to_head(players: Sequence[str], games: Sequence[PlayedGame]) -> list[HeadToHead]:
    """Returns the result of each two players, the earlier named against the later."""
    return [
        HeadToHead(one, other, _count_ahead(one, other, games))
        for one, other in combinations(players, 2)
    ]


def _count_ahead(one: str, other: str, games: Iterable[PlayedGame]) -> ShareOfGames:
    orders = [game.best_first for game in games if {one, other} <= set(game.seats)]
    return ShareOfGames(sum(o.index(one) < o.index(other) for o in orders), len(orders))


def _participations(player: str, games: Sequence[PlayedGame]) -> list[_Participation]:
    return [
        _Participation(game, game.seats.index(player)) for game in games if player in game.seats
    ]


def _count_wins(parts: Sequence[_Participation]) -> ShareOfGames:
    return ShareOfGames(sum(part.place == 0 for part in parts), len(parts))


def _compute_standing(player: str, games: Sequence[PlayedGame]) -> Standing:
    parts = _participations(player, games)
    opponents = max((part.opponents for part in parts), default=0)

    def by(place: Callable[[_Participation], int]) -> tuple[ShareOfGames, ...]:
        seats = range(opponents + 1) if parts else ()
        return tuple(_count_wins([p for p in parts if place(p) == index]) for index in seats)

    return Standing(
        player=player,
        wins=_count_wins(parts),
        ahead_of=ShareOfOpponents(tuple(part.share_ahead_of for part in parts), opponents),
        by_turn=by(lambda part: part.turn),
        by_seat=by(lambda part: part.seat),
        stones=sum(part.game.stones[part.seat] for part in parts) / max(len(parts), 1),
        breaches_stood=sum(part.game.breaches_stood[part.seat] for part in parts),
        right_shouts=sum(part.game.right_shouts[part.seat] for part in parts),
        wrong_shouts=sum(part.game.wrong_shouts[part.seat] for part in parts),
        faults=sum(fault.by == part.seat for part in parts for fault in part.game.faults),
    )
