"""Thread pools and limits of slow requests: no request waits for those of another kind."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NoReturn

import anyio.to_thread
import pytest

from grav.server.http import records, thread_pools
from grav.server.limits.rates import ATLAS, DRILLS, RECORDS, Rate
from grav.server.review.record_formats import draw_record
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = pytest.mark.anyio

SPOT_PATH = "/api/drills/spot?seed=s&count=1&size=5"
LEARNING = [
    (SPOT_PATH, DRILLS),
    ("/api/examples?setting=3+3+4+2+4&size=7", DRILLS),
    ("/api/course", DRILLS),
    ("/api/atlas", ATLAS),
    ("/api/atlas/forecast?setting=3+3+4+2+4", ATLAS),
    ("/api/atlas/prospect", ATLAS),
    ("/api/atlas/map", ATLAS),
]


class Forbidden(ThreadPoolExecutor):
    """Replaces the event loop's default executor, which nothing may use."""

    def submit(self, *_: Any, **__: Any) -> NoReturn:
        raise AssertionError("threads that all share are used")


@pytest.fixture
async def _no_default_executor(monkeypatch: pytest.MonkeyPatch) -> None:
    async def forbidden(*_: object, **__: object) -> NoReturn:
        raise AssertionError("threads that all share are used")

    asyncio.get_running_loop().set_default_executor(Forbidden())
    monkeypatch.setattr(anyio.to_thread, "run_sync", forbidden)


async def open_game(server: ServerFixture) -> str:
    host = await server.guest()
    table = await server.open_table(host, mode="device")
    await server.give(host, table, do="place", seat=0, at="c3")
    await server.give(host, table, do="accept", seat=1, placement=1)
    return table


@pytest.mark.usefixtures("_no_default_executor")
async def test_no_request_uses_the_default_executor(server: ServerFixture) -> None:
    visitor = server.visitor()
    for path, _ in LEARNING:
        assert (await visitor.ask("GET", path)).status == 200
    account = {"name": "Anna", "password": "correct horse"}
    assert (await visitor.ask("POST", "/api/account", account)).status == 201
    assert (await server.visitor().ask("POST", "/api/session", account)).status == 201
    table = await open_game(server)
    answer = await visitor.ask("GET", f"/api/tables/{table}/record?form=grav")
    assert answer.status == 200
    record = {"record": answer.body.decode()}
    assert (await visitor.ask("POST", "/api/review", record)).status == 200


async def test_a_login_does_not_wait_for_the_pool_of_drills(server: ServerFixture) -> None:
    """The pool of drills is full, and none of its work ends."""
    account = {"name": "Anna", "password": "correct horse"}
    await server.visitor().ask("POST", "/api/account", account)
    go_on = threading.Event()
    pool = server.app.dependencies["learning_pool"].dependency()  # type: ignore[attr-defined]  # Litestar's
    visitors = [
        server.visitor() for _ in range(thread_pools.MAX_LEARNING // thread_pools.MAX_LEARNING_EACH)
    ]
    waiting = [
        asyncio.create_task(pool.run(visitor.address, go_on.wait))
        for visitor in visitors
        for _ in range(thread_pools.MAX_LEARNING_EACH)
    ]
    await asyncio.sleep(0)
    assert (await visitors[0].ask("GET", SPOT_PATH)).json()["code"] == "busy_with_yours"
    assert (await server.visitor().ask("GET", SPOT_PATH)).json()["code"] == "busy"
    assert (await server.visitor().ask("POST", "/api/session", account)).status == 201
    go_on.set()
    await asyncio.gather(*waiting)
    assert (await server.visitor().ask("GET", SPOT_PATH)).status == 200


@pytest.mark.parametrize(("path", "rate"), LEARNING, ids=lambda each: str(each)[:20])
async def test_drills_and_examples_are_rate_limited_by_address(
    limited_server: ServerFixture, path: str, rate: Rate
) -> None:
    visitor = limited_server.visitor()
    for _ in range(round(rate.burst)):
        assert (await visitor.ask("GET", path)).status == 200
    answer = await visitor.ask("GET", path)
    assert (answer.status, answer.json()["code"]) == (429, "too_many_requests")
    assert answer.headers["retry-after"] == "1"
    assert (await limited_server.visitor().ask("GET", path)).status == 200


async def test_a_record_is_rendered_once_and_then_cached(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []

    def count_calls(name: str, work: Callable[..., bytes]) -> Callable[..., bytes]:
        def counting(*values: Any, **more: Any) -> bytes:
            rendered.append(name)
            return work(*values, **more)

        return counting

    monkeypatch.setattr(records, "draw_record", count_calls("svg", draw_record))
    table = await open_game(server)
    path = f"/api/tables/{table}/record?form=svg"
    bodies = {(await server.visitor().ask("GET", path)).body for _ in range(5)}
    assert (len(bodies), rendered) == (1, ["svg"])
    other = await server.visitor().ask("GET", f"{path}&lang=ja")
    assert other.body not in bodies, "another language is another answer"
    host = server.visitors[0]
    await server.give(host, table, do="place", seat=1, at="e3")
    assert (await server.visitor().ask("GET", path)).body not in bodies, "so is another position"
    assert rendered == ["svg"] * 3


async def test_records_are_rate_limited_by_address(limited_server: ServerFixture) -> None:
    table = await open_game(limited_server)
    visitor = limited_server.visitor()
    for _ in range(round(RECORDS.burst)):
        assert (await visitor.ask("GET", f"/api/tables/{table}/record")).status == 200
    answer = await visitor.ask("GET", f"/api/tables/{table}/record?form=svg")
    assert (answer.status, answer.json()["code"]) == (429, "too_many_requests")
