"""The load of a soak: games of several kinds, one after the other, with scripted people, bots and
spectators. Each game is compared with what is stored once it is over."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random

import httpx

from bench.soak.account import Account
from bench.soak.checking import Archive, Stored, digest, faults_of
from bench.soak.client import Client
from bench.soak.notes import TOLD, Notes
from bench.soak.pacing import Pacer
from bench.soak.people import Desk, Person, Places
from grav.native.loading import is_available
from grav.server.messages import commands as c
from grav.server.messages.settings import Fischer, Settings
from grav.server.messages.views import Done, Refused
from grav.server.store import Journal, Row, StoreUnavailable
from grav.testing.servers.clients import Answer
from grav.testing.servers.scripted_players import NUMBERS, SHOWN, Habits, Scripted
from grav.testing.servers.server_processes import TIMEOUT

HABITS = Habits(slips=0.15, sees=0.8, rash=0.05, passes=0.02, enough=400, gives_up=True)
SLIPS_OF_THE_HAND = 0.03
"""The probability that a command is preceded by one that must be refused."""
BROKEN_LINES = 0.003
"""The probability that a player's connection is dropped before a command is sent."""
REMATCHES = 0.5
WATCHED_SECONDS = (1.0, 30.0)
TABLES_FOR_A_SPECTATOR = 3


@dataclass(frozen=True)
class Kind:
    """A kind of table, and its share in percent."""

    share: int
    settings: Settings
    bots: int = 0

    @property
    def habits(self) -> Habits:
        """How its players behave: where nothing illegal can be placed, nobody tries to."""
        return replace(HABITS, slips=0) if self.settings.enforcement == "strict" else HABITS


KINDS = (
    Kind(50, SHOWN),
    Kind(15, Settings(size=7, setting=NUMBERS, seats=3, help=("legal",))),
    Kind(10, Settings(size=9, setting=NUMBERS, enforcement="strict", clock=Fischer(seconds=900))),
    Kind(10, Settings(size=7, settle="dice", help=("legal",))),
    Kind(10, Settings(size=9, setting=NUMBERS, help=("legal",), clock=Fischer(seconds=900))),
    Kind(5, Settings(size=5, setting=NUMBERS, seats=3, help=("legal",)), bots=1),
)


@dataclass
class Game:
    """A game in progress."""

    table: str
    clients: list[Client] = field(default_factory=list)
    """The players, by seat."""
    watching: list[Client] = field(default_factory=list)
    gone: list[Account] = field(default_factory=list)
    """The accounts of spectators who left before the end."""


class Evening:
    def __init__(
        self,
        places: Places,
        http: httpx.AsyncClient,
        journal: Journal,
        archive: Archive,
        notes: Notes,
        rate: float | None,
        seed: int,
    ) -> None:
        """`rate`: commands per second; None: as many as possible."""
        self.stops = False
        """Whether the current games are the last."""
        self.games: dict[str, Game] = {}
        self._places, self._journal, self._archive, self._notes = places, journal, archive, notes
        self._desk = Desk(places, http, notes)
        self._pacer = Pacer(rate)
        self.chance = Random(seed)

    async def last(self, tables: int, seconds: float) -> None:
        """Plays at that many tables for that long; returns when the last game is over."""
        watching = [
            asyncio.create_task(self._watch()) for _ in range(tables // TABLES_FOR_A_SPECTATOR)
        ]
        playing = [asyncio.create_task(self._play_on()) for _ in range(tables)]
        await asyncio.sleep(seconds)
        self.stops = True
        _, late = await asyncio.wait(playing, timeout=2 * TIMEOUT)
        self._notes.faults += ["a table did not come to its end"] * len(late)
        for task in (*late, *watching):
            task.cancel()
        await asyncio.gather(*playing, *watching, return_exceptions=True)

    async def _play_on(self) -> None:
        """Plays one table after the other, with the same people, until the evening stops."""
        kind = self._kind()
        people = [await self._desk.person() for _ in range(kind.settings.seats - kind.bots)]
        table: str | None = None
        while not self.stops:
            try:
                if table is None:
                    table = await self._open(kind, people)
                table = await self._play(table, kind, people)
            except Exception as problem:  # noqa: BLE001 - a fault is what the soak looks for
                self._notes.faults.append(f"{type(problem).__name__}: {problem}")
                table = None

    def _kind(self) -> Kind:
        kinds = [kind for kind in KINDS if not kind.bots or is_available()]
        return self.chance.choices(kinds, [kind.share for kind in kinds])[0]

    async def _open(self, kind: Kind, people: list[Person]) -> str:
        seats = (c.SeatPlan(me=True), *(c.SeatPlan() for _ in people[1:]))
        seats += tuple(c.SeatPlan(level=1) for _ in range(kind.bots))
        return await self._desk.table(people[0], c.NewTable(settings=kind.settings, seats=seats))

    async def _play(self, table: str, kind: Kind, people: list[Person]) -> str | None:
        """Plays and checks one game; returns the table of the rematch, or None."""
        self._archive.opened.add(table)
        game = self.games[table] = Game(table)
        game.clients = [self._client(table, person) for person in people]
        try:
            players = [
                _Player(self, each, seat, kind.habits) for seat, each in enumerate(game.clients)
            ]
            await asyncio.gather(*(player.begin() for player in players))
            await asyncio.gather(*(player.play() for player in players))
            again = None
            if not kind.bots and not self.stops and self.chance.random() < REMATCHES:
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
        accounts = [*(client.account for client in clients), *game.gone]
        faults = faults_of(stored, accounts)
        self._notes.faults += [f"{game.table}: {fault}" for fault in faults]
        self._archive.digests[game.table] = digest(rows)
        for since, seconds in _delays(game.clients):
            self._notes.delayed(TOLD, since, seconds)
        self._archive.acknowledged += sum(len(account.acknowledged) for account in accounts)
        self._notes.count("games")

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
                client.account.stayed = False
                game.gone.append(client.account)
                await client.close()

    def _client(self, table: str, person: Person | None) -> Client:
        return Client(self._places, table, person, self._notes, self.chance)

    async def pace(self, client: Client) -> None:
        """Waits for the next slot of the common rate; sometimes drops the client's connection."""
        await self._pacer.turn()
        if self.chance.random() < BROKEN_LINES:
            client.drop()


class _Player(Scripted):
    client: Client

    def __init__(self, evening: Evening, client: Client, seat: int, habits: Habits) -> None:
        super().__init__(client, seat, evening.chance, habits)
        self._evening = evening

    async def begin(self) -> None:
        """Waits until the table is shown, and sits down if the seat is open."""
        client = self.client
        await client.until(lambda: client.now is not None)
        assert client.now is not None
        if client.now.chairs[self.seat].kind == "open":
            await self.give(c.Sit(id=client.new_id(), seat=self.seat))

    async def give(self, command: c.Command) -> Answer:
        await self._evening.pace(self.client)
        if self._chance.random() < SLIPS_OF_THE_HAND:
            answer = await self.client.give(self._mistake())
            assert isinstance(answer, Refused), answer
        return await self.client.give(command)

    def has_enough(self) -> bool:
        return self._evening.stops or super().has_enough()

    def _mistake(self) -> c.Command:
        """Returns an answer to a stone that was never placed."""
        return c.AcceptStone(id=self.client.new_id(), seat=self.seat, placement=1_000_000)


def _delays(players: list[Client]) -> Iterator[tuple[float, float]]:
    """Yields when each acknowledged command was sent, and the seconds until another player received
    its news. Commands whose news comes later, such as a shout, are left out."""
    for sender in players:
        for id_, number in sender.account.acknowledged.items():
            since = sender.sent_at[id_]
            for other in players:
                at = other.heard_at.get(number)
                if other is not sender and at is not None and at >= since:
                    yield since, at - since
