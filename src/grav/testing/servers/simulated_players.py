"""Players for tests of servers: they act through a client, on its view and at random."""

import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Protocol

from grav.server.messages import commands as c
from grav.server.messages.settings import Settings
from grav.server.messages.views import Now, Position, Refused, SettlingShown, WindowShown
from grav.testing.servers.clients import Answer

NUMBERS = "3 3 4 2 4"
SETTINGS_WITH_HELP = Settings(size=7, setting=NUMBERS, help=("legal",))
"""Players who are shown which points are legal can break a rule, or shout, on purpose."""
ENDED_STAGES = ("over", "closed")


@dataclass(frozen=True)
class PlayerHabits:
    """Probabilities of a player's choices, from 0 to 1."""

    slips: float = 0.3
    """Places a stone that breaks a rule."""
    sees: float = 0.8
    """Shouts at a breach."""
    rash: float = 0.1
    """Shouts at a stone that breaks no rule."""
    passes: float = 0.05
    enough: int = 60
    """From this number of the table on, every turn is passed."""
    gives_up: bool = False
    """Whether it resigns then, instead of passing."""


class PlayerClient(Protocol):
    """The interface of a client that a player needs."""

    number: int
    now: Now | None
    legal: frozenset[str]
    """The points last shown as legal."""

    def new_id(self) -> str: ...

    async def give(self, command: c.Command, /) -> Answer: ...

    async def until(self, condition: Callable[[], bool], /) -> None: ...

    async def until_number(self, number: int, /) -> None: ...


class SimulatedPlayer:
    """Plays one seat, from when the client is connected until the game is over."""

    def __init__(
        self, client: PlayerClient, seat: int, chance: Random, habits: PlayerHabits
    ) -> None:
        self.client = client
        self.seat = seat
        self.habits = habits
        self._chance = chance
        self._answered = 0
        """The latest placement that was answered: a shout is not shown before it is decided."""

    async def play(self) -> None:
        client = self.client
        while True:
            await client.until(lambda: self.is_over or self._is_asked())
            if self.is_over:
                return
            number, command = client.number, self._choose()
            if isinstance(command, (c.AcceptStone, c.ShoutGrav)):
                self._answered = command.placement
            if isinstance(await self.give(command), Refused):
                await client.until_number(number + 1)  # somebody was faster: news follows

    async def give(self, command: c.Command) -> Answer:
        return await self.client.give(command)

    def has_enough(self) -> bool:
        return self.client.number >= self.habits.enough

    @property
    def is_over(self) -> bool:
        return self.client.now is not None and self.client.now.stage in ENDED_STAGES

    @property
    def position(self) -> Position | None:
        return self.client.now.position if self.client.now else None

    def _is_asked(self) -> bool:
        now = self.client.now
        if now is None:
            return False
        if now.settling is not None:
            return self.seat in now.settling.to_act
        if now.position is None:
            return False
        window = now.position.window
        if window is not None:
            return self.seat in window.awaiting and window.placement > self._answered
        return len(now.position.may[self.seat]) > 1

    def _choose(self) -> c.Command:
        now, new, seat = self.client.now, self.client.new_id(), self.seat
        assert now is not None
        if now.settling is not None:
            return self._settle(now.settling)
        position = now.position
        assert position is not None
        if position.window is not None:
            return self._answer(position.window)
        if "remove" in position.may[seat]:
            assert position.violator is not None
            at = self._chance.choice(list(points(position.board, str(position.violator))))
            return c.RemoveStone(id=new, seat=seat, at=at)
        return self._move(position)

    def _settle(self, settling: SettlingShown) -> c.Command:
        new, seat = self.client.new_id(), self.seat
        if settling.commitment is not None and None in settling.shares:
            return c.GiveShare(id=new, seat=seat, share=f"share {self._chance.random()}")
        match settling.how:
            case "dice":
                return c.RollDice(id=new, seat=seat)
            case "cards" if settling.hand:
                return c.KeepCard(id=new, seat=seat, index=0)
            case "cards":
                return c.DrawCards(id=new, seat=seat)
            case _ if settling.proposals:
                setting = settling.proposals[-1]["setting"]
                return c.AgreeNumbers(id=new, seat=seat, setting=setting)
            case _:
                return c.ProposeNumbers(id=new, seat=seat, setting=NUMBERS)

    def _answer(self, window: WindowShown) -> c.Command:
        new, seat = self.client.new_id(), self.seat
        breaks = bool(self.client.legal) and window.at not in self.client.legal
        if self._chance.random() < (self.habits.sees if breaks else self.habits.rash):
            return c.ShoutGrav(id=new, seat=seat, placement=window.placement)
        return c.AcceptStone(id=new, seat=seat, placement=window.placement)

    def _move(self, position: Position) -> c.Command:
        new, seat, may = self.client.new_id(), self.seat, position.may[self.seat]
        enough = self.has_enough()
        if enough and self.habits.gives_up:
            return c.ResignGame(id=new, seat=seat)
        empty = set(points(position.board, "."))
        legal = sorted(empty & self.client.legal)
        slips = self._chance.random() < self.habits.slips
        choices = sorted(empty - self.client.legal) if slips else legal
        passes = enough or not choices or self._chance.random() < self.habits.passes
        if "place" not in may or (passes and "pass" in may):
            return c.PassTurn(id=new, seat=seat)
        return c.PlaceStone(id=new, seat=seat, at=self._chance.choice(choices or sorted(empty)))


def points(board: list[str], what: str) -> Iterator[str]:
    """Yields the names of the points that hold this mark: a seat's stones, or empty points."""
    for row, line in enumerate(board):
        for column, found in enumerate(line):
            if found == what:
                yield f"{string.ascii_lowercase[column]}{len(board) - row}"
