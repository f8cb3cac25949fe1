"""Who gives a command, and what the one who received it knows of the way it came."""

from msgspec import Struct


class Actor(Struct, frozen=True):
    """A person, or the bot of a seat."""

    person: str | None
    bot: int | None = None


class CommandContext(Struct, frozen=True):
    """How a command came: measured by the process that received it."""

    elapsed: int = 0
    """Milliseconds since the open placement was first sent to the table, by any process."""
    round_trip: int | None = None
    silent_round_trips: dict[int, int | None] = {}
    """By seat; None, or not there: not known to this process."""
    gone: frozenset[int] = frozenset()
    """Seats whose players have not been there for long."""
    blocked: bool = False
    """Has one of host and sender blocked the other?"""
    game: str = ""
    """The name of the table itself."""
    new_id: str = ""
    """A name for a table, should one be opened."""
    share: str = ""
    """The server's share of a seed, should one be needed."""
