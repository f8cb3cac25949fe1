"""Creates, connects, starts and stops the services around tables in one process."""

from collections.abc import Mapping
from dataclasses import dataclass

from grav.server.limits.command_limits import CommandLimits
from grav.server.limits.rate_limits import RateLimits
from grav.server.live.bot_leases import ThoughtLeases
from grav.server.live.bot_thinker import Thinker
from grav.server.live.bots import Bots
from grav.server.live.database_heartbeat import DatabaseHeartbeat
from grav.server.live.deadline_timers import Timers
from grav.server.live.fanout import Fanout
from grav.server.live.folding import Folding
from grav.server.live.room import Room
from grav.server.live.socket_heartbeat import SocketHeartbeat
from grav.server.live.table_lists import Lists
from grav.server.live.tables import Tables
from grav.server.observability.metrics import Metrics
from grav.server.people.people_facade import People
from grav.server.runtime.background import Supervisor, wait_for_background_tasks
from grav.server.runtime.clock import Clock
from grav.server.runtime.ids_and_secrets import IdSource
from grav.server.store import Database, Journal
from grav.server.store.games import Games
from grav.server.store.leases import Leases
from grav.server.store.presence import PresenceStore
from grav.server.store.server_secret import ServerSecret


@dataclass(frozen=True, slots=True)
class LiveServices:
    tables: Tables
    timers: Timers
    bots: Bots
    socket_heartbeat: SocketHeartbeat
    lists: Lists
    command_limits: CommandLimits
    fanout: Fanout
    folding: Folding
    database_heartbeat: DatabaseHeartbeat

    async def start(self) -> None:
        await self.fanout.start()
        self.database_heartbeat.start()
        self.timers.start()
        self.socket_heartbeat.start()

    async def stop(self) -> None:
        await self.database_heartbeat.stop()
        await self.socket_heartbeat.stop()
        await self.bots.stop()
        await self.timers.stop()
        await wait_for_background_tasks()  # commands in progress, of bots and of people
        await self.tables.stop()
        await self.fanout.stop()
        self.folding.close()

    @property
    def dependencies(self) -> Mapping[str, object]:
        """The services that handlers get by name, as dependencies."""
        names = ("tables", "socket_heartbeat", "lists", "command_limits", "fanout", "folding")
        return {name: getattr(self, name) for name in names}


def open_live_services(
    *,
    database: Database,
    journal: Journal,
    people: People,
    fanout: Fanout,
    rate_limits: RateLimits,
    metrics: Metrics,
    supervisor: Supervisor,
    clock: Clock,
    ids: IdSource,
    alone: bool,
) -> LiveServices:
    """Creates and connects all services; nothing runs before `start`."""
    presence_store = PresenceStore(database)
    secret = ServerSecret(database, ids.secret)
    tables = Tables(journal, fanout, people, presence_store, clock, ids, alone=alone, secret=secret)
    leases = None if alone else ThoughtLeases(Leases(database, ids.id()), clock, supervisor)
    thinker = Thinker(clock, secret, metrics)
    bots = Bots(tables, clock, ids, thinker, metrics, leases, supervisor)

    def count_deadline(kind: str) -> None:
        metrics.deadlines.labels(kind).inc()

    timers = Timers(tables, journal, clock, count_deadline, bots.wake, supervisor)

    def wake_up(room: Room) -> None:
        timers.set(room)
        bots.wake(room)

    tables.on_change(wake_up)
    tables.on_join(bots.wake)
    fanout.on_lost = tables.catch_up_all
    metrics.tables.set_function(lambda: len(tables.rooms))
    metrics.quarantined.set_function(lambda: len(tables.quarantine.stored))
    return LiveServices(
        tables=tables,
        timers=timers,
        bots=bots,
        socket_heartbeat=SocketHeartbeat(tables, supervisor),
        lists=Lists(Games(database), people),
        command_limits=CommandLimits(rate_limits),
        fanout=fanout,
        folding=Folding(journal, tables.quarantine),
        database_heartbeat=DatabaseHeartbeat(
            tables.presence_uptime, lambda: journal.latest(""), supervisor
        ),
    )
