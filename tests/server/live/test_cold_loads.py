"""A table that nobody has in memory: it is folded beside the loop, without telling anything, and
what everybody is shown of it is encoded once."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from grav.server.live import room as room_module
from grav.server.live import tables as tables_module
from grav.server.live.room import Room
from grav.server.table import showing
from grav.server.table.fold import evolve
from grav.testing.house import House

pytestmark = pytest.mark.anyio


@contextmanager
def counted(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> Iterator[list[threading.Thread]]:
    """The threads in which a function was called."""
    calls: list[threading.Thread] = []
    original: Callable[..., object] = getattr(module, name)

    def count(*args: object, **kwargs: object) -> object:
        calls.append(threading.current_thread())
        return original(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(module, name, count)
        yield calls


async def long_table(house: House) -> str:
    """A table with a long history that no process has in memory."""
    host, other = await house.guests(2)
    table = await house.sit(host, other, size=9, enforcement="strict")
    for number in range(tables_module.MAX_FOLDED_HERE):
        seat = number % 2
        await house.give((host, other)[seat], table, do="say", seat=seat, phrase="oops")
    house.tables.rooms.clear()
    return table


async def test_nothing_is_told_while_a_table_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(house)
    with counted(monkeypatch, room_module, "news_of") as told:
        await house.look(table)
    assert told == []


async def test_a_long_history_is_folded_beside_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(house)
    with counted(monkeypatch, room_module, "evolve") as folded:
        await house.look(table)
    assert len(folded) > tables_module.MAX_FOLDED_HERE
    assert threading.main_thread() not in folded


async def test_everybody_who_comes_gets_the_same_encoded_snapshot(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(house)
    with counted(monkeypatch, showing, "now") as shown:
        for _ in range(5):
            await house.look(table)
    assert len(shown) == 1


async def test_a_snapshot_is_of_its_number_and_its_names(house: House) -> None:
    host = await house.visitor().become("Somebody")
    other = await house.guest()
    table = await house.sit(host, other)
    before = await house.look(table)
    assert before["host"] == "Somebody"
    await house.give(host, table, do="place", seat=0, at="d4")
    after = await house.look(table)
    assert after["number"] == before["number"] + 1
    assert after["actions"] == [{"do": "place", "by": 0, "at": "d4"}]
    await host.ask("DELETE", "/api/account", {"password": "correct horse"})
    assert (await house.look(table))["host"] is None


async def test_a_snapshot_differs_by_whose_it_is_and_by_nothing_else(house: House) -> None:
    host, other = await house.guests(2)
    table = await house.sit(host, other)
    seen = {
        who: await visitor.get(f"/api/tables/{table}")
        for who, visitor in (("host", host), ("other", other), ("nobody", house.visitor()))
    }
    own = {who: (each.pop("you"), each.pop("hosting")) for who, each in seen.items()}
    assert own == {"host": ([0], True), "other": ([1], False), "nobody": ([], False)}
    assert seen["host"] == seen["other"] == seen["nobody"]


async def test_a_shout_that_is_not_decided_encodes_nothing_anew(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that it takes would tell of the shout."""
    players = await house.guests(3)
    table = await house.sit(*players)
    await house.give(players[0], table, do="place", seat=0, at="d4")
    await house.look(table)
    with counted(monkeypatch, showing, "now") as shown:
        await house.give(players[1], table, do="grav", seat=1, placement=1)
        await house.look(table)
    assert shown == []


async def test_a_table_that_cannot_be_folded_to_its_end_is_not_half_there(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(house)
    left = 20

    def fail(*args: object) -> object:
        nonlocal left
        left -= 1
        if not left:
            raise RuntimeError("broken")
        return evolve(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(room_module, "evolve", fail)
        answer = await house.visitor().ask("GET", f"/api/tables/{table}")
        assert (answer.status, answer.json()["code"]) == (503, "table_unreadable")
    room: Room | None = house.tables.rooms.get(table)
    assert room is None or room.table is None


async def test_others_are_answered_while_a_table_is_folded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(house)
    go_on = threading.Event()

    def wait(*args: object) -> object:
        assert go_on.wait(20)
        return evolve(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(room_module, "evolve", wait)
        looking = asyncio.create_task(house.look(table))
        assert (await house.visitor().ask("GET", "/healthz")).status == 200
        go_on.set()
        assert (await looking)["table"] == table


async def test_what_takes_long_to_show_is_worked_out_beside_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Legal points and shapes of a large board, for news as for snapshots."""
    host, other = await house.guests(2)
    table = await house.sit(host, other, size=23, enforcement="strict")
    with counted(monkeypatch, showing, "_position") as shown:
        await house.give(host, table, do="place", seat=0, at="d4")
        await house.look(table)
    assert len(shown) == 2
    assert threading.main_thread() not in shown
