"""Who gives a command (the actor), and what the receiving process measured or knows about it."""

from msgspec import Struct


class Actor(Struct, frozen=True):
    """Who gives a command: a person, or the bot of a seat."""

    person: str | None
    bot: int | None = None


class CommandContext(Struct, frozen=True):
    """What the process that received a command measured and looked up for it."""

    elapsed: int = 0
    """Milliseconds since the open placement was first sent to the table, by any process."""
    round_trip: int | None = None
    silent_round_trips: dict[int, int | None] = {}
    """Round-trip times by seat; None or missing: not known to this process."""
    gone: frozenset[int] = frozenset()
    """Seats whose players have been absent for long enough to be claimed."""
    blocked: bool = False
    """Whether the sender and somebody at the table (host or seated) have blocked one another."""
    game: str = ""
    """The id of this table."""
    new_id: str = ""
    """The id for a new table, should the command open one (rematch)."""
    share: str = ""
    """The server's share of a seed (commit–reveal), should one be needed."""
