"""A table driven by tests: commands of people, and a clock that advances only on request.

Records all that was stored and all that was sent. Uses no storage and no network.
"""

from collections.abc import Iterable, Mapping

from grav.game import Event
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.messages.game_events import to_public_event
from grav.server.messages.public_events import PublicEvent
from grav.server.messages.settings import Settings
from grav.server.messages.views import News, Whole, decode_message
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.deadlines import carry_out, deadline
from grav.server.table.decide import decide, open_table
from grav.server.table.draft import Draft, TableToOpen
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import fold
from grav.server.table.model import Play, Table
from grav.server.table.public_events import public_events_of
from grav.server.table.refusals import code_of
from grav.server.table.table_view import Snapshot
from grav.server.table.table_view import current_state as shown_now
from grav.text import GravError

START = 1_800_000_000_000
"""The time at which all tables here are opened, in milliseconds."""
NUMBERS = "3 3 4 2 4"
SHARE = "the server's share, which nobody may see too soon"
NAMES: Mapping[str, str | None] = {"p0": "Host", "p1": "Second", "p2": None}
PLAIN = Settings(setting=NUMBERS)

Told = tuple[PublicEvent, ...]


def shown(event: Event, placement: int = 0, why: e.Why | None = None) -> PublicEvent:
    """Returns what everybody is shown of an event; only placements have a number."""
    return to_public_event(event, placement, why)


def default_person(seat: int) -> str:
    """Returns the person who has this seat by default."""
    return f"p{seat}"


def fill_seats(seats: int, bots: Iterable[int] = ()) -> tuple[e.Sat, ...]:
    """Returns the events that fill all seats: with one person each, or with bots."""
    bots = frozenset(bots)
    return tuple(
        e.Sat(at=START, seat=seat, level=3)
        if seat in bots
        else e.Sat(at=START, seat=seat, person=default_person(seat))
        for seat in range(seats)
    )


class PlayedTable:
    """A table, with all that was stored and sent since it was opened. The host is p0."""

    def __init__(
        self,
        settings: Settings = PLAIN,
        seats: Iterable[e.Sat | e.Invited] | None = None,
        share: str = SHARE,
    ) -> None:
        """Without `seats`, all seats are taken, by p0, p1 and so on."""
        self.now = START
        self.stored: list[bytes] = []
        self.told: list[News] = []
        self.opened: TableToOpen | None = None
        """The table of the rematch, once all have agreed to one."""
        self.seated = fill_seats(settings.seats) if seats is None else tuple(seats)
        """Who had a seat from the start."""
        new = c.NewTable(settings=settings)
        self._take(open_table(new, "p0", self.seated, START, CommandContext(share=share)))

    def reopen(self) -> "PlayedTable":
        """Returns a new table, as this one was when it was opened."""
        return PlayedTable(self.table.settings, self.seated)

    @property
    def play(self) -> Play:
        """The game, which must have begun."""
        assert self.table.play is not None
        return self.table.play

    @property
    def stage(self) -> str:
        return self.table.stage.name

    @property
    def phase(self) -> str:
        return self.play.state.phase.name

    def drawing(self) -> str:
        """Returns the board as tests draw it, one line per row, with the digits of the seats."""
        return "\n".join(" ".join(row) for row in self.play.state.board.rows())

    def give(self, actor: Actor, command: c.Command, context: CommandContext | None = None) -> Told:
        """Carries out a command and returns what everybody is sent; a refusal is a GravError."""
        command = c.decode_command(c.encode_command(command))
        return self._take(
            decide(self.table, actor, command, self.now, context or CommandContext(share=SHARE))
        )

    def refusal(
        self, actor: Actor, command: c.Command, context: CommandContext | None = None
    ) -> str | None:
        """Returns the code with which a command is refused; None if it was carried out."""
        try:
            self.give(actor, command, context)
        except GravError as error:
            return code_of(error)
        return None

    def actor_of(self, seat: int) -> Actor:
        chair = self.table.seats[seat]
        return Actor(None, bot=seat) if chair.is_bot else Actor(chair.person)

    def wait(self, milliseconds: int) -> None:
        """Advances the clock without carrying out deadlines."""
        self.now += milliseconds

    def due(self) -> Told | None:
        """Carries out the deadline that is due; returns None if none is."""
        draft = carry_out(self.table, self.now)
        return None if draft is None else self._take(draft)

    def wait_until_due(self) -> str:
        """Advances the clock to the next deadline, carries it out, and returns its kind."""
        limit = deadline(self.table)
        assert limit is not None
        self.now = max(self.now, limit.at)
        told = self.due()
        assert told is not None
        return limit.kind

    def events(self) -> list[e.Event]:
        """Returns all stored events, decoded as they are when read from the store."""
        return [decode_event(e.SCHEMA_VERSION, stored) for stored in self.stored]

    def fold_stored(self) -> Table:
        """Returns the table folded from the stored events alone."""
        table = fold(self.events())
        assert table is not None
        return table

    def whole(self, seen_by: str | None = None) -> Whole:
        seen = decode_message(Snapshot("table", self.table, NAMES).encode(seen_by, self.now))
        assert isinstance(seen, Whole)
        return seen

    def _take(self, draft: Draft) -> Told:
        self.stored += [e.encode(drafted.event) for drafted in draft.added]
        happened = tuple(each for drafted in draft.added for each in public_events_of(drafted))
        shown = sum(e.is_shown(drafted.event) for drafted in draft.added)
        self.table = table = draft.table
        if shown:
            self.told.append(
                News(
                    after=table.shown - shown,
                    number=table.shown,
                    at=self.now,
                    happened=happened,
                    now=shown_now(table, NAMES),
                )
            )
        self.opened = draft.opens or self.opened
        return happened

    # What players do, each from a seat of their own.

    def place(self, seat: int, at: str, declare: int | None = None) -> Told:
        command = c.PlaceStone(id="place", seat=seat, at=at, declare=declare)
        return self.give(self.actor_of(seat), command)

    def pass_turn(self, seat: int) -> Told:
        return self.give(self.actor_of(seat), c.PassTurn(id="pass", seat=seat))

    def accept(self, seat: int) -> Told:
        """Accepts the open stone."""
        command = c.AcceptStone(id="accept", seat=seat, placement=self.play.placement)
        return self.give(self.actor_of(seat), command)

    def shout(self, seat: int, reaction: int = 400, said: int | None = None) -> Told:
        """Shouts at the open stone, `reaction` milliseconds after it, with a round trip of 0."""
        placement = self.play.placement
        command = c.ShoutGrav(id="grav", seat=seat, placement=placement, said=said)
        return self.give(
            self.actor_of(seat), command, CommandContext(elapsed=reaction, round_trip=0)
        )

    def remove(self, seat: int, at: str) -> Told:
        return self.give(self.actor_of(seat), c.RemoveStone(id="remove", seat=seat, at=at))

    def resign(self, seat: int) -> Told:
        return self.give(self.actor_of(seat), c.ResignGame(id="resign", seat=seat))

    def put(self, seat: int, at: str, declare: int | None = None) -> None:
        """Places a stone that all the others accept."""
        self.place(seat, at, declare)
        for answering in sorted(self.play.silent):
            self.accept(answering)
