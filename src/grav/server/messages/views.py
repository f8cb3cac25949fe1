"""What clients receive: a closed union. Everybody at a table gets the same bytes; only the full
snapshot (`Whole`), pings and the answers to commands are personal."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from grav.server.messages.public_events import PublicEvent
from grav.server.messages.settings import Settings
from grav.server.messages.stored_events import WhyClosed


class _Shown(Struct, frozen=True):
    pass


class Chair(_Shown, frozen=True):
    """A seat, and who has it."""

    kind: Literal["open", "kept", "person", "guest", "bot"]
    name: str | None = None
    """The person's name, or the label of one of several seats on one device."""
    level: int | None = None


class WindowShown(_Shown, frozen=True, omit_defaults=True):
    placement: int
    by: int
    at: str
    declared: int | None
    awaiting: tuple[int, ...]
    answered: tuple[int, ...]
    """In a slow game: the seats that have given their sealed answers."""
    shapes: int | UnsetType | None = UNSET
    bonus: int | UnsetType | None = UNSET


class Position(_Shown, frozen=True, omit_defaults=True):
    """The game as `grav.game.view` shows it to everybody; help that was not agreed has no key."""

    phase: Literal["opening", "turn", "window", "penalty", "over"]
    to_move: int | None
    violator: int | None
    order: tuple[int, ...] | None
    board: list[str]
    bonus_turns: int
    on_bonus_turn: bool
    skips: tuple[int, ...]
    passed: tuple[int, ...]
    stones: tuple[int, ...]
    resigned: tuple[int, ...]
    window: WindowShown | None
    ended: str | None
    ranking: tuple[int, ...] | None
    may: tuple[tuple[str, ...], ...]
    """By seat: the kinds of action that the seat may try."""
    last: str | UnsetType = UNSET
    legal: tuple[str, ...] | UnsetType = UNSET
    shapes: dict[str, int] | UnsetType = UNSET


class ClockShown(_Shown, frozen=True):
    left: tuple[int, ...]
    """Milliseconds on each clock when the present turn began."""
    running: int | None
    """The seat whose clock is running."""
    since: int


class SettlingShown(_Shown, frozen=True):
    how: Literal["given", "dice", "cards", "agreement"]
    commitment: str | None
    shares: tuple[str | None, ...]
    to_act: tuple[int, ...]
    hand: tuple[str, ...]
    kept: tuple[str, ...]
    proposals: tuple[dict[str, Any], ...]
    accepted: tuple[int, ...]


class RematchShown(_Shown, frozen=True):
    by: int
    rotate: bool
    setting: str
    agreed: tuple[int, ...]


class TakebackShown(_Shown, frozen=True):
    by: int
    agreed: tuple[int, ...]


class Now(_Shown, frozen=True):
    """The current state of the table."""

    stage: Literal["gathering", "settling", "playing", "over", "closed"]
    chairs: tuple[Chair, ...]
    settling: SettlingShown | None
    position: Position | None
    clock: ClockShown | None
    ends: int | None
    """When the present wait ends, in the server's time."""
    takeback: TakebackShown | None
    rematch: RematchShown | None
    next: str | None
    closed: WhyClosed | None


class _Message(Struct, frozen=True, tag_field="is"):
    pass


class Whole(_Message, frozen=True, tag="whole"):
    """A full snapshot of the table: for a client that joins, or returns after a long absence."""

    number: int
    at: int
    table: str
    settings: Settings
    host: str | None
    hosting: bool
    """Whether you are the host."""
    you: tuple[int, ...]
    """Your seats."""
    rules: dict[str, Any] | None
    setting: dict[str, Any] | None
    actions: list[dict[str, Any]]
    now: Now


class News(_Message, frozen=True, tag="news"):
    """What happened, and the state of the table after it."""

    after: int
    """The number before this message: a client that has another one has missed something, and
    reconnects."""
    number: int
    at: int
    """The server's time."""
    happened: tuple[PublicEvent, ...]
    now: Now


class Done(_Message, frozen=True, tag="done"):
    """A command was carried out and stored. Sent again with the same id, it gets this answer."""

    id: str
    number: int
    """The command's effects are part of the news up to this number."""
    you: tuple[int, ...]


class Refused(_Message, frozen=True, tag="refused"):
    """A command was not carried out, and nothing has changed."""

    id: str | None
    code: str
    text: str


class Ping(_Message, frozen=True, tag="ping"):
    n: int
    at: int
    """The server's time."""
    round_trip: int | None
    """The server's estimate of the round-trip time, in milliseconds; null if not known yet."""


class Here(_Message, frozen=True, tag="here"):
    """Presence: who is at the table. Sent when that has changed, at most every few seconds."""

    seats: tuple[bool, ...]
    watching: int


class TableRow(Struct, frozen=True):
    """A table as it appears in lists."""

    table: str
    stage: Literal["gathering", "settling", "playing", "over", "closed"]
    settings: Settings
    chairs: tuple[Chair, ...]
    created: int
    changed: int
    slow: bool


class Lobby(_Message, frozen=True, tag="lobby"):
    """Open tables, and games to watch."""

    open: tuple[TableRow, ...]
    running: tuple[TableRow, ...]


class LobbyChange(_Message, frozen=True, tag="lobby_change"):
    """A public table is new or has changed. If its stage changed, the row moves to the other list
    or leaves the lobby."""

    row: TableRow


ToClient = Whole | News | Done | Refused | Ping | Here | Lobby | LobbyChange

encode_message = msgspec.json.Encoder().encode
decode_message = msgspec.json.Decoder(ToClient).decode
