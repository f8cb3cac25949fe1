"""Test helpers for programs that play Grav, and, in folders of their own, for this project.

In the wheel: `reference` implements the rules slowly and plainly, `playing` plays games, by script
or at random, and `strategies` draws values of the game (it needs hypothesis). Only in the
repository: `games`, `tables`, `servers` and `infrastructure`.
"""

from grav.testing.playing import (
    Ply,
    accepted_actions,
    place,
    play_all,
    put,
    put_alone,
    random_action,
    random_game,
    refusal_code,
    remove,
    try_action,
)

__all__ = [
    "Ply",
    "accepted_actions",
    "place",
    "play_all",
    "put",
    "put_alone",
    "random_action",
    "random_game",
    "refusal_code",
    "remove",
    "try_action",
]
