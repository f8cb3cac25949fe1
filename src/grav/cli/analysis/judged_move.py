"""Evaluates the record's own move and ranks it among the candidates of the search."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from grav.cli.analysis.position import PlayedMove, Position
from grav.game import Over, State
from grav.native.search import Candidate, Move, Search

MAX_MOVES = 1000
"""A limit above the number of moves in any position."""
MIN_VISITS = 100
"""Visits that are enough for an estimate of a move's worth."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    played: PlayedMove
    rank: int | None
    """The rank of its point among all candidates; None if it broke a rule."""
    ranked: Candidate | None
    """The search's candidate at this point, with the bonus turns that the search would take."""
    found: Candidate | None
    """The estimate of the record's own move, if nobody shouts; None if there is none."""

    @property
    def is_ranked(self) -> bool:
        """Whether the record's move, bonus turns included, is the ranked candidate."""
        return self.ranked is not None and self.ranked.move.declare == self.played.bonus


def is_known(candidate: Candidate) -> bool:
    """Whether any simulation went through the move, so that it has win shares."""
    return any(candidate.wins)


def judge(
    position: Position,
    played: PlayedMove,
    candidates: Sequence[Candidate],
    search_after: Callable[[State], Search | None],
) -> JudgedMove:
    """Evaluates the record's move; searches the position after it if too little is known of it."""
    ranks = {one.move.at: (rank, one) for rank, one in enumerate(candidates, 1)}
    rank, ranked = ranks.get(played.at, (None, None))
    judged = JudgedMove(played, rank, ranked, ranked)
    if ranked and judged.is_ranked and (ranked.visits >= MIN_VISITS or ranked.winner is not None):
        return judged
    move = Move(position.turn.seat, played.at, played.bonus)
    found = _estimate_by_replies(move, played.after, search_after)
    if found is None and ranked and judged.is_ranked and is_known(ranked):
        found = ranked
    return JudgedMove(played, rank, ranked, found)


def _estimate_by_replies(
    move: Move, after: State, search_after: Callable[[State], Search | None]
) -> Candidate | None:
    """Estimates a move by the replies to it: their mean, weighted by visits."""
    if isinstance(after.phase, Over):
        return _final(move, after, after.phase.ranking[0])
    search = search_after(after)
    replies = [] if search is None else [one for one in search.best(MAX_MOVES) if is_known(one)]
    if search is None or not replies:
        return None
    visits = [reply.visits for reply in replies]
    return Candidate(
        move,
        sum(visits),
        _mean([reply.wins for reply in replies], visits),
        _mean([reply.stones for reply in replies], visits),
        replies[0].winner if search.is_proven else None,
        (move, *replies[0].principal_variation),
    )


def _final(move: Move, after: State, winner: int) -> Candidate:
    """Returns the candidate of a move that ends the game."""
    wins = tuple(float(seat == winner) for seat in range(after.rules.players))
    return Candidate(move, 0, wins, tuple(map(float, after.board.counts())), winner, (move,))


def _mean(rows: Sequence[tuple[float, ...]], weights: Sequence[int]) -> tuple[float, ...]:
    """Returns the weighted mean of each column."""
    return tuple(
        sum(weight * number for weight, number in zip(weights, column, strict=True)) / sum(weights)
        for column in zip(*rows, strict=True)
    )
