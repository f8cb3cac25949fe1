"""Tables that are not in memory: folded in a thread, without a timing side channel."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from grav.server.live import rooms as rooms_module
from grav.server.live import table_news as news_module
from grav.server.live.room import Room
from grav.server.messages import stored_events as e
from grav.server.store import Append, Journal, open_database
from grav.server.table import table_view
from grav.server.table.fold import evolve
from grav.testing.servers.asgi_driver import TIMEOUT, AsgiVisitor, run_loop_until_idle
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio


@contextmanager
def counted(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str
) -> Iterator[list[threading.Thread]]:
    """Records the threads in which a function is called."""
    calls: list[threading.Thread] = []
    original: Callable[..., object] = getattr(module, name)

    def count(*args: object, **kwargs: object) -> object:
        calls.append(threading.current_thread())
        return original(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(module, name, count)
        yield calls


async def long_table(server: ServerFixture) -> str:
    """A table with a long history that no process has in memory."""
    host, other = await server.guests(2)
    table = await server.sit(host, other, size=9, enforcement="strict")
    for number in range(rooms_module.MAX_FOLDED_HERE):
        seat = number % 2
        await server.give((host, other)[seat], table, do="say", seat=seat, phrase="oops")
    server.tables.rooms.clear()
    return table


async def test_no_news_are_sent_while_a_table_is_loaded(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(server)
    with counted(monkeypatch, news_module, "news_of") as told:
        await server.look(table)
    assert told == []


async def test_a_long_history_is_folded_in_a_thread(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(server)
    with counted(monkeypatch, news_module, "evolve") as folded:
        await server.look(table)
    assert len(folded) > rooms_module.MAX_FOLDED_HERE
    assert threading.main_thread() not in folded


async def test_everybody_who_joins_gets_the_same_encoded_snapshot(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(server)
    with counted(monkeypatch, table_view, "current_state") as shown:
        for _ in range(5):
            await server.look(table)
    assert len(shown) == 1


async def test_a_snapshot_is_current_for_its_number_and_names(server: ServerFixture) -> None:
    host = await server.visitor().become("Somebody")
    other = await server.guest()
    table = await server.sit(host, other)
    before = await server.look(table)
    assert before["host"] == "Somebody"
    await server.give(host, table, do="place", seat=0, at="d4")
    after = await server.look(table)
    assert after["number"] == before["number"] + 1
    assert after["actions"] == [{"do": "place", "by": 0, "at": "d4"}]
    await host.ask("DELETE", "/api/account", {"password": "correct horse"})
    assert (await server.look(table))["host"] is None


async def test_snapshots_differ_in_personal_fields_alone(server: ServerFixture) -> None:
    host, other = await server.guests(2)
    table = await server.sit(host, other)
    seen = {
        who: await visitor.get(f"/api/tables/{table}")
        for who, visitor in (("host", host), ("other", other), ("nobody", server.visitor()))
    }
    own = {who: (each.pop("you"), each.pop("hosting")) for who, each in seen.items()}
    assert own == {"host": ([0], True), "other": ([1], False), "nobody": ([], False)}
    assert seen["host"] == seen["other"] == seen["nobody"]


async def test_an_undecided_shout_does_not_invalidate_the_snapshot(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new snapshot would take time, which would reveal the shout."""
    players = await server.guests(3)
    table = await server.sit(*players)
    await server.give(players[0], table, do="place", seat=0, at="d4")
    await server.look(table)
    with counted(monkeypatch, table_view, "current_state") as shown:
        await server.give(players[1], table, do="grav", seat=1, placement=1)
        await server.look(table)
    assert shown == []


async def test_a_table_that_does_not_fold_is_not_half_loaded(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await long_table(server)
    left = 20

    def fail(*args: object) -> object:
        nonlocal left
        left -= 1
        if not left:
            raise RuntimeError("broken")
        return evolve(*args)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(news_module, "evolve", fail)
        answer = await server.visitor().ask("GET", f"/api/tables/{table}")
        assert (answer.status, answer.json()["code"]) == (503, "table_unreadable")
    room: Room | None = server.tables.rooms.get(table)
    assert room is None or room.table is None


class Held:
    """Blocks every call of a function, in any thread, until `let_go` is called."""

    def __init__(self, patch: pytest.MonkeyPatch, module: object, name: str) -> None:
        self.began, self._go_on = asyncio.Event(), threading.Event()
        loop, original = asyncio.get_running_loop(), getattr(module, name)

        def held(*args: object, **kwargs: object) -> object:
            loop.call_soon_threadsafe(self.began.set)
            assert self._go_on.wait(TIMEOUT), "nobody let it go: the loop itself waits"
            return original(*args, **kwargs)

        patch.setattr(module, name, held)

    def let_go(self) -> None:
        self._go_on.set()


@asynccontextmanager
async def held(module: object, name: str) -> AsyncIterator[Held]:
    """Blocks a function within the block, with a timeout: fails if anything that is awaited there
    needs the function.
    """
    with pytest.MonkeyPatch.context() as patch:
        holding = Held(patch, module, name)
        try:
            async with asyncio.timeout(TIMEOUT):
                yield holding
        finally:
            holding.let_go()


async def test_other_requests_are_answered_during_a_fold(server: ServerFixture) -> None:
    table = await long_table(server)
    async with held(news_module, "evolve") as fold:
        looking = asyncio.create_task(server.look(table))
        await fold.began.wait()
        assert (await server.visitor().ask("GET", "/healthz")).status == 200
        assert not looking.done()
        fold.let_go()
        assert (await looking)["table"] == table


# Views that are slow to compute: legal points and shapes of a large board


async def large_table(server: ServerFixture) -> tuple[str, list[AsgiVisitor]]:
    players = await server.guests(2)
    return await server.sit(*players, size=23, enforcement="strict"), players


async def test_the_view_of_a_large_table_is_computed_in_a_thread(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both news and snapshots."""
    table, (host, _) = await large_table(server)
    with counted(monkeypatch, table_view, "_position") as shown:
        await server.give(host, table, do="place", seat=0, at="d4")
        await server.look(table)
    assert len(shown) == 2
    assert threading.main_thread() not in shown


async def test_players_of_a_large_table_do_not_wait_for_folds(
    server: ServerFixture,
) -> None:
    cold = await long_table(server)
    table, (host, _) = await large_table(server)
    async with held(news_module, "evolve") as fold:
        looking = asyncio.create_task(server.look(cold))
        await fold.began.wait()
        done = await server.give(host, table, do="place", seat=0, at="d4")
        assert done["is"] == "done"
        assert (await server.look(table))["number"] == done["number"]
        assert not looking.done()
        fold.let_go()
        await looking


async def test_concurrent_joins_share_one_snapshot(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await large_table(server)
    with counted(monkeypatch, table_view, "_position") as shown:
        async with held(table_view, "_position") as work:
            looking = [asyncio.create_task(server.look(table)) for _ in range(4)]
            await work.began.wait()
            await run_loop_until_idle()
            work.let_go()
            seen = await asyncio.gather(*looking)
    assert all(each == seen[0] for each in seen)
    assert len(shown) == 1


async def test_a_large_table_that_moves_on_is_not_computed_on_the_event_loop(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (host, _) = await large_table(server)
    await server.look(table)
    number = (await server.give(host, table, do="say", seat=0, phrase="hello"))["number"]
    storing, stored, append = asyncio.Event(), asyncio.Event(), Journal.append

    async def late(*args: Any, **kwargs: Any) -> bool:
        storing.set()
        await stored.wait()
        return await append(*args, **kwargs)

    monkeypatch.setattr(Journal, "append", late)
    saying = asyncio.create_task(server.give(host, table, do="say", seat=0, phrase="oops"))
    await storing.wait()
    with counted(monkeypatch, table_view, "_position") as shown:
        async with held(table_view, "_position") as work:
            looking = asyncio.create_task(server.look(table))
            await work.began.wait()
            stored.set()
            await saying
            work.let_go()
            assert (await looking)["number"] == number + 1
    assert len(shown) == 2
    assert threading.main_thread() not in shown


async def test_news_of_another_process_are_not_computed_on_the_event_loop(
    server: ServerFixture, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """News of another process's events need the same slow view: it is computed in a thread."""
    table, (host, _) = await large_table(server)
    socket = await server.at(table, host)
    database = open_database(sqlite_url)
    journal = Journal(database)
    said = e.encode(e.Said(at=server.clock.now(), seat=1, phrase="hello"))
    assert await journal.append(
        Append(table, await journal.latest(table), (said,), e.SCHEMA_VERSION)
    )
    await journal.close()
    await database.close()
    with counted(monkeypatch, table_view, "_position") as shown:
        await server.tables.check_journal()
        server.tables.catch_up_all()
        assert (await socket.hear("news"))["happened"][0]["event"] == "said"
    assert len(shown) == 1
    assert threading.main_thread() not in shown
