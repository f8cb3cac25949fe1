"""Sums games, one row each, to the same tallies as the native core computes."""

from dataclasses import fields
from typing import TYPE_CHECKING, Any

from grav.native import Playouts, Tally
from grav.native.tallies import SEATS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Column = NDArray[np.int64]

_SUMS = (
    "placements", "shapes", "bonus_turns", "longest_chain", "first_shape", "lead_changes",
    "behind", "breaches", "missed", "called", "wrong_shouts",
)  # fmt: skip
_SQUARES = ("placements", "longest_chain", "lead_changes")


def tally_playouts(played: Playouts, players: int) -> Tally:
    """Returns the tally of these games: the same numbers as `grav.native.tally` returns."""
    import numpy as np

    ended = played.winner >= 0
    games = {
        field.name: getattr(played, field.name)[ended].astype(np.int64)
        for field in fields(Playouts)
    }
    winner, stones, missed = games["winner"], games["stones"], games["missed_of_winner"]
    ranked = np.sort(stones, axis=1)
    margin = ranked[:, -1] - ranked[:, -2]
    on_board = stones.sum(axis=1)
    sums: dict[str, Any] = {name: int(games[name].sum()) for name in _SUMS}
    sums |= {f"{name}_squared": int((games[name] ** 2).sum()) for name in _SQUARES}
    return Tally(
        games=len(winner),
        stopped=len(played) - len(winner),
        ties=int((margin == 0).sum()),
        by_seat=_counts(winner),
        by_place=_counts((winner - games["first"]) % players),
        stones=int(on_board.sum()),
        stones_squared=int((on_board**2).sum()),
        margin=int(margin.sum()),
        margin_squared=int((margin**2).sum()),
        decisions=_by_tenth(games["decisions"]),
        legal=_by_tenth(games["legal"]),
        in_reach=_by_tenth(games["in_reach"]),
        shaped=int((games["first_shape"] > 0).sum()),
        by_first_shape=int((games["first_shape_by"] == winner).sum()),
        stolen=int(((missed > 0) & (margin <= missed)).sum()),
        **sums,
    )


def _by_tenth(values: "Column") -> tuple[int, ...]:
    return tuple(values.sum(axis=0).tolist())


def _counts(values: "Column") -> tuple[int, ...]:
    """Counts how often each seat occurs."""
    return tuple(int((values == seat).sum()) for seat in range(SEATS))
