"""The load of a soak: games of several kinds, one after the other, with scripted people, bots and
spectators. Each game is compared with what is stored once it is over."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

import httpx

from bench.soak.client import Client
from bench.soak.client_log import ClientLog
from bench.soak.consistency import Archive, Stored, digest, faults_of
from bench.soak.http_requests import Guest, LoadBalancer, RetryingRequests
from bench.soak.load_measurements import DELIVERED, Metrics
from grav.native.loading import is_available
from grav.server.messages import commands as c
from grav.server.messages.settings import Fischer, Settings
from grav.server.messages.views import Done, Refused
from grav.server.store import Journal, Row, StoreUnavailable
from grav.testing.servers.clients import Answer
from grav.testing.servers.server_processes import TIMEOUT
from grav.testing.servers.simulated_players import (
    NUMBERS,
    SETTINGS_WITH_HELP,
    PlayerHabits,
    SimulatedPlayer,
)

HABITS = PlayerHabits(slips=0.15, sees=0.8, rash=0.05, passes=0.02, enough=400, gives_up=True)
MISTAKES = 0.03
"""The probability that a command is preceded by one that must be refused."""
DROPPED_CONNECTIONS = 0.003
"""The probability that a player's connection is dropped before a command is sent."""
REMATCH_PROBABILITY = 0.5
WATCHED_SECONDS = (1.0, 30.0)
TABLES_FOR_A_SPECTATOR = 3


@dataclass(frozen=True)
class TableKind:
    """A kind of table, and its share in percent."""

    share: int
    settings: Settings
    bots: int = 0

    @property
    def habits(self) -> PlayerHabits:
        """How its players behave: where nothing illegal can be placed, nobody tries to."""
        return replace(HABITS, slips=0) if self.settings.enforcement == "strict" else HABITS


TABLE_KINDS = (
    TableKind(50, SETTINGS_WITH_HELP),
    TableKind(15, Settings(size=7, setting=NUMBERS, seats=3, help=("legal",))),
    TableKind(
        10, Settings(size=9, setting=NUMBERS, enforcement="strict", clock=Fischer(seconds=900))
    ),
    TableKind(10, Settings(size=7, settle="dice", help=("legal",))),
    TableKind(10, Settings(size=9, setting=NUMBERS, help=("legal",), clock=Fischer(seconds=900))),
    TableKind(5, Settings(size=5, setting=NUMBERS, seats=3, help=("legal",)), bots=1),
)


class SharedRate:
    """Gives out slots at a constant rate. Slots missed while nobody could act are not made up for:
    that would be another load than the one that was asked for."""

    def __init__(self, rate: float | None) -> None:
        """`rate`: slots per second; None: nobody waits."""
        self._gap = 0 if rate is None else 1 / rate
        self._next = time.perf_counter()

    async def wait(self) -> None:
        now = time.perf_counter()
        mine = self._next = max(self._next + self._gap, now)
        await asyncio.sleep(mine - now)


@dataclass
class Game:
    """A game in progress."""

    table: str
    clients: list[Client] = field(default_factory=list)
    """The players, by seat."""
    watching: list[Client] = field(default_factory=list)
    gone: list[ClientLog] = field(default_factory=list)
    """The logs of spectators who left before the end."""


class GameLoad:
    def __init__(
        self,
        balancer: LoadBalancer,
        http: httpx.AsyncClient,
        journal: Journal,
        archive: Archive,
        metrics: Metrics,
        rate: float | None,
        seed: int,
    ) -> None:
        """`rate`: commands per second; None: as many as possible."""
        self.stops = False
        """Whether the current games are the last."""
        self.games: dict[str, Game] = {}
        self._balancer, self._journal, self._archive, self._metrics = (
            balancer,
            journal,
            archive,
            metrics,
        )
        self._requests = RetryingRequests(balancer, http, metrics)
        self._rate = SharedRate(rate)
        self.chance = Random(seed)

    async def run(self, tables: int, seconds: float) -> None:
        """Plays at that many tables for that long; returns when the last game is over."""
        watching = [
            asyncio.create_task(self._watch()) for _ in range(tables // TABLES_FOR_A_SPECTATOR)
        ]
        playing = [asyncio.create_task(self._play_on()) for _ in range(tables)]
        await asyncio.sleep(seconds)
        self.stops = True
        _, late = await asyncio.wait(playing, timeout=2 * TIMEOUT)
        self._metrics.faults += ["a table did not come to its end"] * len(late)
        for task in (*late, *watching):
            task.cancel()
        await asyncio.gather(*playing, *watching, return_exceptions=True)

    async def _play_on(self) -> None:
        """Plays one table after the other, with the same people, until the load stops."""
        kind = self._kind()
        people = [await self._requests.new_guest() for _ in range(kind.settings.seats - kind.bots)]
        table: str | None = None
        while not self.stops:
            try:
                if table is None:
                    table = await self._open(kind, people)
                table = await self._play(table, kind, people)
            except Exception as problem:  # noqa: BLE001 - a fault is what the soak looks for
                self._metrics.faults.append(f"{type(problem).__name__}: {problem}")
                table = None

    def _kind(self) -> TableKind:
        kinds = [kind for kind in TABLE_KINDS if not kind.bots or is_available()]
        return self.chance.choices(kinds, [kind.share for kind in kinds])[0]

    async def _open(self, kind: TableKind, people: list[Guest]) -> str:
        seats = (c.SeatPlan(me=True), *(c.SeatPlan() for _ in people[1:]))
        seats += tuple(c.SeatPlan(level=1) for _ in range(kind.bots))
        return await self._requests.open_table(
            people[0], c.NewTable(settings=kind.settings, seats=seats)
        )

    async def _play(self, table: str, kind: TableKind, people: list[Guest]) -> str | None:
        """Plays and checks one game; returns the table of the rematch, or None."""
        self._archive.opened.add(table)
        game = self.games[table] = Game(table)
        game.clients = [self._client(table, guest) for guest in people]
        try:
            players = [
                _Player(self, each, seat, kind.habits) for seat, each in enumerate(game.clients)
            ]
            await asyncio.gather(*(player.begin() for player in players))
            await asyncio.gather(*(player.play() for player in players))
            again = None
            if not kind.bots and not self.stops and self.chance.random() < REMATCH_PROBABILITY:
                again = await self._agree_on_another(game.clients)
            del self.games[table]
            await self._check(game)
            return again
        finally:
            self.games.pop(table, None)
            await asyncio.gather(*(each.close() for each in (*game.clients, *game.watching)))

    async def _agree_on_another(self, clients: list[Client]) -> str:
        host, *others = clients
        await host.give(c.OfferRematch(id=host.new_id(), seat=0))
        answers = [
            client.give(c.AnswerRematch(id=client.new_id(), seat=seat, agree=True))
            for seat, client in enumerate(others, 1)
        ]
        for answer in await asyncio.gather(*answers):
            assert isinstance(answer, Done), answer
        await host.until(lambda: host.now is not None and host.now.next is not None)
        assert host.now is not None
        assert host.now.next is not None
        return host.now.next

    async def _check(self, game: Game) -> None:
        rows = await self._rows(game.table)
        stored = Stored.of(rows)
        clients = [*game.clients, *game.watching]
        for client in clients:
            with suppress(AssertionError):  # `faults_of` reports who did not get all
                await client.until_number(stored.last)
        logs = [*(client.log for client in clients), *game.gone]
        faults = faults_of(stored, logs)
        self._metrics.faults += [f"{game.table}: {fault}" for fault in faults]
        self._archive.digests[game.table] = digest(rows)
        for since, seconds in _delays(game.clients):
            self._metrics.record_delay(DELIVERED, since, seconds)
        self._archive.acknowledged += sum(len(log.acknowledged) for log in logs)
        self._metrics.count("games")

    async def _rows(self, table: str) -> list[Row]:
        while True:
            try:
                return await self._journal.read(table)
            except StoreUnavailable:
                await asyncio.sleep(0.1)

    async def _watch(self) -> None:
        """Runs a spectator, who watches one random game after the other for a while."""
        while True:
            await asyncio.sleep(self.chance.random())
            if not self.games:
                continue
            game = self.chance.choice(tuple(self.games.values()))
            client = self._client(game.table, None)
            game.watching.append(client)
            await asyncio.sleep(self.chance.uniform(*WATCHED_SECONDS))
            if game.table in self.games:  # else it stays until the game has been checked
                game.watching.remove(client)
                client.log.stayed = False
                game.gone.append(client.log)
                await client.close()

    def _client(self, table: str, guest: Guest | None) -> Client:
        return Client(self._balancer, table, guest, self._metrics, self.chance)

    async def wait_turn(self, client: Client) -> None:
        """Waits for the next slot of the common rate; sometimes drops the client's connection."""
        await self._rate.wait()
        if self.chance.random() < DROPPED_CONNECTIONS:
            client.drop()


class _Player(SimulatedPlayer):
    client: Client

    def __init__(self, load: GameLoad, client: Client, seat: int, habits: PlayerHabits) -> None:
        super().__init__(client, seat, load.chance, habits)
        self._load = load

    async def begin(self) -> None:
        """Waits until the table is shown, and sits down if the seat is open."""
        client = self.client
        await client.until(lambda: client.now is not None)
        assert client.now is not None
        if client.now.chairs[self.seat].kind == "open":
            await self.give(c.Sit(id=client.new_id(), seat=self.seat))

    async def give(self, command: c.Command) -> Answer:
        await self._load.wait_turn(self.client)
        if self._chance.random() < MISTAKES:
            answer = await self.client.give(self._mistake())
            assert isinstance(answer, Refused), answer
        return await self.client.give(command)

    def has_enough(self) -> bool:
        return self._load.stops or super().has_enough()

    def _mistake(self) -> c.Command:
        """Returns an answer to a stone that was never placed."""
        return c.AcceptStone(id=self.client.new_id(), seat=self.seat, placement=1_000_000)


def _delays(players: list[Client]) -> Iterator[tuple[float, float]]:
    """Yields when each acknowledged command was sent, and the seconds until another player received
    its news. Commands whose news comes later, such as a shout, are left out."""
    for sender in players:
        for id_, number in sender.log.acknowledged.items():
            since = sender.sent_at[id_]
            for other in players:
                at = other.received_at.get(number)
                if other is not sender and at is not None and at >= since:
                    yield since, at - since
