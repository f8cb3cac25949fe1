"""Builds the context of a command: elapsed time, round trips, blocks, players who are absent."""

from msgspec import Struct

from grav.bots import check_player_name
from grav.server.live.presence_uptime import PresenceUptime
from grav.server.live.room import Room
from grav.server.messages import commands as c
from grav.server.people.people_facade import People
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret
from grav.server.table.command_context import Actor, CommandContext
from grav.server.table.model import Table
from grav.server.table.rematches import rematch_key

MIN_ABSENCE_MILLISECONDS = 300_000
"""Milliseconds without a sign of life after which a seat without a clock may be claimed. Only
time counts in which this process could observe presence and somebody else waited at the table."""


class Arrival(Struct, frozen=True):
    """How a command arrived at this process."""

    arrived: float
    """When, in seconds of the monotonic clock."""
    round_trip: int | None = None


_NOTHING = CommandContext()


class ContextBuilder:
    def __init__(
        self,
        people: People,
        presence_store: PresenceStore,
        clock: Clock,
        ids: IdSource,
        presence_uptime: PresenceUptime,
        secret: ServerSecret,
    ) -> None:
        self._people = people
        self._presence_store = presence_store
        self._presence_uptime = presence_uptime
        self._clock = clock
        self._ids = ids
        self._secret = secret

    async def build(
        self,
        room: Room,
        table: Table,
        actor: Actor,
        command: c.Command,
        arrival: Arrival,
        ended: int = 0,
    ) -> CommandContext:
        """Returns the context of a command, with only what a command of this kind needs. `ended`:
        how many rematches that earlier attempts at it have opened are over."""
        match command:
            case c.ShoutGrav(placement=placement):
                known, sent_at = room.placement
                if known != placement:
                    _, sent_at = self.open_placement(room, table)
                return CommandContext(
                    elapsed=max(0, round((arrival.arrived - sent_at) * 1000)),
                    round_trip=arrival.round_trip,
                    silent_round_trips=self._round_trips(room, table),
                )
            case c.Sit() if actor.person is not None:
                room.names |= await self._people.names([actor.person])
                blocked = await self._is_blocked(actor.person, table)
                return CommandContext(blocked=blocked, share=self._ids.secret())
            case c.SeatBot(level=level):
                check_player_name(str(level))
                return CommandContext(share=self._ids.secret())
            case c.ClaimSeat(seat=seat) if seat < len(table.seats):
                gone = await self._is_gone(room, table, seat)
                return CommandContext(gone=frozenset({seat}) if gone else frozenset())
            case c.OfferRematch() | c.AnswerRematch():
                wish = rematch_key(table, command, ended)
                return CommandContext(
                    game=room.id, new_id=await self._secret.derive_id("rematch", room.id, wish)
                )
            case _:
                return _NOTHING

    def open_placement(self, room: Room, table: Table) -> tuple[int, float]:
        """Returns the open placement, and when it was sent, as far as the stored events show it."""
        play = table.play
        return (
            (0, 0.0) if play is None else (play.placement, self.to_monotonic_time(room, play.since))
        )

    def to_monotonic_time(self, room: Room, sent_at: int | None) -> float:
        """Converts the table's time at which something was sent to the monotonic clock. When this
        process learned of it does not matter: a shout does not become quicker by coming to a
        process that has only now received the stone."""
        ago = 0 if sent_at is None else max(0, room.time(self._clock.now()) - sent_at)
        return self._clock.elapsed() - ago / 1000

    def adopt_time_of_sender(self, room: Room, sent_at: int | None) -> float:
        """Like `to_monotonic_time`, for news that another process just sent: adopts its time."""
        if sent_at is not None:
            room.adopt_time(sent_at, self._clock.now())
        return self.to_monotonic_time(room, sent_at)

    async def _is_blocked(self, person: str, table: Table) -> bool:
        """Whether somebody at the table has blocked the person, or the other way round."""
        there = {table.host, *(seat.person for seat in table.seats)} - {None, person}
        return any([await self._people.are_blocked(person, one) for one in there if one])

    def _round_trips(self, room: Room, table: Table) -> dict[int, int | None]:
        people, _ = room.people_present(self._clock.elapsed())
        return {seat: people.get(chair.person or "") for seat, chair in enumerate(table.seats)}

    async def _is_gone(self, room: Room, table: Table, seat: int) -> bool:
        person, elapsed = table.seats[seat].person, self._clock.elapsed()
        if person is None or person in room.people_present(elapsed)[0]:
            return False
        now = self._clock.now()
        seen = await self._presence_store.last_seen(room.id, person) or 0
        # By a process's time. A time in the future was stored before the clock was set back; so was
        # the table's own time, which has gone on since. Stored times never go back, so that later
        # sightings are not stored.
        unseen = (now if seen <= now else room.time(now)) - seen
        idle = room.time(now) - _last_act(table, seat)
        here = min(room.away_for(person, elapsed), room.occupied_for(elapsed))
        return (
            round(min(unseen, idle, here, self._presence_uptime.milliseconds()))
            >= MIN_ABSENCE_MILLISECONDS
        )


def _last_act(table: Table, seat: int) -> int:
    """Returns when somebody last acted from the seat, or when the table was opened."""
    play = table.play
    acts = zip(play.actions, play.moments, strict=True) if play else ()
    return max((at for action, at in acts if action.by == seat), default=table.opened)
