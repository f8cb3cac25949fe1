"""Three people shout at once, over and over: one wins, and the others lose nothing."""

import asyncio
from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from grav.server.messages import commands as c
from grav.server.messages import events as e
from grav.server.messages.happenings import GravShouted, RaceDecided, TurnSkipped
from grav.server.messages.views import Done, Position, Refused
from grav.testing.clients import Answer, Client
from grav.testing.company import Company, done, together
from grav.testing.scripted import SHOWN, points

pytestmark = pytest.mark.anyio

ROUNDS = 30


def position(client: Client) -> Position:
    assert client.now is not None
    assert client.now.position is not None
    return client.now.position


async def place(clients: list[Client], chance: Random) -> list[Client]:
    """Whoever is on turn places a stone, which may break a rule; gives the others."""
    now = position(clients[0])
    seat = now.to_move if now.to_move is not None else 0
    legal = now.legal if isinstance(now.legal, tuple) else ()
    at = chance.choice(legal if chance.random() < 0.6 else list(points(now.board, ".")))
    stone = c.PlaceStone(id=clients[seat].new_id(), seat=seat, at=at)
    done(await clients[seat].give(stone))
    await together(clients)
    return [client for client in clients if client.you != (seat,)]


async def shout_together(clients: list[Client]) -> dict[int, Answer]:
    """What each seat is answered."""
    window = position(clients[0]).window
    assert window is not None
    seats = [client.you[0] for client in clients]
    shouts = [
        client.give(c.ShoutGrav(id=client.new_id(), seat=seat, placement=window.placement))
        for client, seat in zip(clients, seats, strict=True)
    ]
    return dict(zip(seats, await asyncio.gather(*shouts), strict=True))


async def decided(clients: list[Client], races: int) -> tuple[RaceDecided, bool]:
    """The latest race as all see it, once so many are decided; and whether the shout was right."""
    told = set[tuple[RaceDecided, bool]]()
    for client in clients:
        await client.until_happened(RaceDecided, races)
        told.add((client.happened(RaceDecided)[-1], client.happened(GravShouted)[-1].right))
    assert len(told) == 1
    return told.pop()


async def remove_if_due(clients: list[Client], chance: Random) -> None:
    now = position(clients[0])
    if now.phase != "penalty":
        return
    assert now.to_move is not None
    at = chance.choice(list(points(now.board, str(now.violator))))
    shouter = clients[now.to_move]
    done(await shouter.give(c.RemoveStone(id=shouter.new_id(), seat=now.to_move, at=at)))
    await together(clients)


def owed(client: Client) -> Counter[int]:
    """The turns that each seat has had to skip, or has yet to."""
    skipped = Counter(skip.by for skip in client.happened(TurnSkipped))
    return skipped + Counter(dict(enumerate(position(client).skips)))


async def test_of_three_who_shout_together_one_wins_and_the_others_lose_nothing(
    company: Company,
) -> None:
    clients = await company.sit(replace(SHOWN, size=13, seats=4))
    chance, verdicts, heard_all = Random(1), set[bool](), 0
    for races in range(1, ROUNDS + 1):
        shouting = await place(clients, chance)
        before = owed(clients[0])
        answers = await shout_together(shouting)
        race, right = await decided(clients, races)

        # Whoever was acknowledged is in the race; whoever came too late was told so.
        heard = {seat for seat, answer in answers.items() if isinstance(answer, Done)}
        late = {answer.code for answer in answers.values() if isinstance(answer, Refused)}
        assert {entry.seat for entry in race.entries} == heard
        assert race.winner in heard
        assert late <= {"late"}
        assert owed(clients[0]) - before == Counter({} if right else {race.winner: 1})
        verdicts.add(right)
        heard_all += len(heard) == len(shouting)
        await remove_if_due(clients, chance)

    assert verdicts == {True, False}
    assert heard_all
    ledger = await company.check(clients[0].table)
    assert len(ledger.of(e.Judged)) == ROUNDS
    assert len(ledger.of(e.Claimed)) == sum(
        isinstance(command, c.ShoutGrav) and command.id in client.acknowledged
        for client in clients
        for command in client.sent
    )
