"""Evaluations by the search as a stream: progress, end, cancellation when the reader
disconnects.
"""

import asyncio
import threading
import time
from typing import Any

import pytest
from tests.subtests import every

from grav.native import search
from grav.native.loading import NativeMissing
from grav.server.limits.rates import OPINIONS
from grav.server.messages.review import MAX_BEST, MAX_MILLISECONDS
from grav.server.review import search_opinions
from grav.server.review.search_opinions import Opinions, RunningSearch
from grav.testing.servers.asgi_driver import TIMEOUT, StreamReader
from grav.testing.servers.server_fixture import ServerFixture

pytestmark = [pytest.mark.anyio, pytest.mark.needs_core]

RULES = {"size": 9, "players": 2, "a": 3, "b": 3, "c": 4, "d": 2, "e": 4, "first": 0}
BROAD = RULES | {"size": 13, "min_shape": 6}
"""A position that is not solved soon."""


def request_body(**more: object) -> dict[str, Any]:
    return {"rules": BROAD, "actions": [], "milliseconds": 700, **more}


async def read_lines(reading: StreamReader) -> list[dict[str, Any]]:
    read = [await reading.line()]
    while not read[-1]["done"]:
        read.append(await reading.line())
    return read


def opinions_of(server: ServerFixture) -> Opinions:
    found = server.app.dependencies["opinions"].dependency()  # type: ignore[attr-defined]  # Litestar's
    assert isinstance(found, Opinions)
    return found


async def wait_for_searches_to_end(server: ServerFixture) -> None:
    async with asyncio.timeout(TIMEOUT):
        while opinions_of(server).running:
            await asyncio.sleep(0.01)


def run_until_stopped(self: RunningSearch) -> None:
    """Starts a search without a limit; a test that waits for its end fails."""
    self._began = time.monotonic()
    self._search.run(seconds=3600.0)


async def test_simulations_grow_until_the_stream_is_done(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_opinions, "SECONDS_BETWEEN_LINES", 0.01)
    reading = server.visitor().open("POST", "/api/review/opinion", request_body())
    read = await read_lines(reading)
    answer = await reading.answer()
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert len(read) >= 3
    simulations = [line["simulations"] for line in read]
    shares = [line["share"] for line in read]
    assert simulations == sorted(simulations)
    assert simulations[-1] > 0
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert [line["done"] for line in read] == [False] * (len(read) - 1) + [True]
    assert (read[-1]["to_move"], read[-1]["bonus_turns"], read[-1]["proven"]) == (0, 0, False)


async def test_the_best_moves_have_principal_variations(server: ServerFixture) -> None:
    form = request_body(milliseconds=MAX_MILLISECONDS, simulations=2000, best=3)
    read = await read_lines(server.visitor().open("POST", "/api/review/opinion", form))
    best = read[-1]["best"]
    assert len(best) == 3
    visits = [each["visits"] for each in best]
    assert visits == sorted(visits, reverse=True)
    for each in best:
        assert each["winner"] is None
        assert sum(each["wins"]) == pytest.approx(1, abs=0.01)
        assert len(each["stones"]) == 2
        move = each["line"][0]
        assert (move["by"], move["at"], move["declare"]) == (0, each["at"], each["declare"])


async def test_a_number_of_simulations_gives_the_same_result_again(server: ServerFixture) -> None:
    form = request_body(milliseconds=MAX_MILLISECONDS, simulations=1500)
    first, again = [
        (await read_lines(server.visitor().open("POST", "/api/review/opinion", form)))[-1]
        for _ in range(2)
    ]
    assert first == again
    assert first["simulations"] >= 1500


async def test_a_solved_position_is_marked_as_proven(server: ServerFixture) -> None:
    """The mover is ahead and everybody else has passed: a pass wins."""
    small = RULES | {"size": 3, "a": 3, "b": 3, "c": 9, "d": 1}
    actions = [{"do": "place", "by": 0, "at": "b2"}, {"do": "pass", "by": 1}]
    read = await read_lines(
        server.visitor().open(
            "POST",
            "/api/review/opinion",
            request_body(rules=small, actions=actions, simulations=5000),
        )
    )
    assert read[-1]["proven"]
    assert read[-1]["best"][0]["winner"] == 0


async def test_an_open_stone_counts_as_accepted(server: ServerFixture) -> None:
    actions = [{"do": "place", "by": 0, "at": "c3"}]
    form = request_body(actions=actions, simulations=100)
    read = await read_lines(server.visitor().open("POST", "/api/review/opinion", form))
    assert read[-1]["to_move"] == 1


async def test_where_anyone_may_begin_the_first_seat_is_searched_for(server: ServerFixture) -> None:
    form = request_body(rules=BROAD | {"first": None}, simulations=100)
    read = await read_lines(server.visitor().open("POST", "/api/review/opinion", form))
    assert read[-1]["to_move"] == 0


@every(
    ("more", "status", "code"),
    [
        ({"actions": [{"do": "place", "by": 1, "at": "c3"}]}, 409, "not_your_turn"),
        ({"actions": [{"do": "resign", "by": 1}]}, 409, "nobody_on_turn"),
        ({"rules": {}}, 400, "bad_value"),
        ({"milliseconds": MAX_MILLISECONDS + 1}, 400, "invalid"),
        ({"milliseconds": 1}, 400, "invalid"),
        ({"simulations": 0}, 400, "invalid"),
        ({"best": MAX_BEST + 1}, 400, "invalid"),
        ({"table": "T5nUd6WKef96"}, 400, "invalid"),
    ],
)
async def test_a_position_that_cannot_be_searched_is_refused(
    server: ServerFixture, more: dict[str, Any], status: int, code: str
) -> None:
    answer = await server.visitor().ask("POST", "/api/review/opinion", request_body(**more))
    assert (answer.status, answer.json()["code"]) == (status, code)


async def test_without_the_native_core_the_request_is_refused(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NativeMissing("native.missing")

    monkeypatch.setattr(search, "core", missing)
    answer = await server.visitor().ask("POST", "/api/review/opinion", request_body())
    assert (answer.status, answer.json()["code"]) == (501, "no_search")
    assert "native core" in answer.json()["text"]


async def test_a_reader_that_disconnects_ends_its_search(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Later requests do not wait for a search that nobody reads."""
    monkeypatch.setattr(RunningSearch, "run", run_until_stopped)
    form = request_body(milliseconds=MAX_MILLISECONDS)
    readings = [
        server.visitor().open("POST", "/api/review/opinion", form)
        for _ in range(search_opinions.SEARCHES)
    ]
    for reading in readings:
        while not (await reading.line())["simulations"]:
            pass
    assert opinions_of(server).running == search_opinions.SEARCHES
    for reading in readings:
        await reading.leave()
    assert opinions_of(server).running == 0
    monkeypatch.undo()
    await read_lines(
        server.visitor().open("POST", "/api/review/opinion", request_body(simulations=10))
    )


@every("turns", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89])
async def test_no_search_is_left_whenever_a_reader_disconnects(
    server: ServerFixture, turns: int
) -> None:
    form = request_body(milliseconds=MAX_MILLISECONDS)
    reading = server.visitor().open("POST", "/api/review/opinion", form)
    for _ in range(turns):
        await asyncio.sleep(0)
    await reading.leave()
    await wait_for_searches_to_end(server)


async def test_requests_beyond_the_number_of_threads_wait_for_a_search_to_end(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search lasts until the test ends it."""
    monkeypatch.setattr(search_opinions, "SECONDS_BETWEEN_LINES", 0.001)
    begun, ends = list[RunningSearch](), dict[RunningSearch, threading.Event]()

    def run(thinking: RunningSearch) -> None:
        ends[thinking] = threading.Event()
        begun.append(thinking)
        ends[thinking].wait(TIMEOUT)

    async def wait_for_begun(number: int) -> None:
        while len(begun) < number:
            await asyncio.sleep(0)

    monkeypatch.setattr(RunningSearch, "run", run)
    readings = [
        server.visitor().open("POST", "/api/review/opinion", request_body())
        for _ in range(search_opinions.SEARCHES + 1)
    ]
    await wait_for_begun(search_opinions.SEARCHES)
    for reading in readings:
        assert [(await reading.line())["done"] for _ in range(3)] == [False] * 3
    assert len(begun) == search_opinions.SEARCHES, "all are told of, and the last waits"
    ends[begun[0]].set()
    await wait_for_begun(search_opinions.SEARCHES + 1)
    for end in ends.values():
        end.set()
    for reading in readings:
        await read_lines(reading)


async def test_concurrent_requests_of_one_address_are_limited(
    server: ServerFixture,
) -> None:
    """All requests come before any search begins."""
    visitor, form = server.visitor(), request_body(milliseconds=MAX_MILLISECONDS)
    readings = [
        visitor.open("POST", "/api/review/opinion", form)
        for _ in range(2 * search_opinions.MAX_EACH)
    ]
    starts = [await reading.next() for reading in readings]
    assert sorted(start["status"] for start in starts) == (
        [200] * search_opinions.MAX_EACH + [429] * search_opinions.MAX_EACH
    )
    for reading in readings:
        await reading.leave()


async def test_a_request_beyond_the_queue_is_refused_as_busy(server: ServerFixture) -> None:
    form = request_body(milliseconds=MAX_MILLISECONDS)
    readings = [
        server.visitor().open("POST", "/api/review/opinion", form)
        for _ in range(search_opinions.MAX_ALL)
    ]
    for reading in readings:
        await reading.line()
    answer = await server.visitor().ask("POST", "/api/review/opinion", form)
    assert (answer.status, answer.json()["code"]) == (429, "busy")
    for reading in readings:
        await reading.leave()
    await wait_for_searches_to_end(server)
    again = server.visitor().open("POST", "/api/review/opinion", request_body(simulations=10))
    assert (await read_lines(again))[-1]["done"]


async def test_requests_are_rate_limited_by_address(limited_server: ServerFixture) -> None:
    visitor = limited_server.visitor()
    for _ in range(round(OPINIONS.burst)):
        await read_lines(visitor.open("POST", "/api/review/opinion", request_body(simulations=10)))
    answer = await visitor.ask("POST", "/api/review/opinion", request_body())
    assert (answer.status, answer.json()["code"]) == (429, "too_many_requests")


async def test_shutdown_stops_running_searches(
    server: ServerFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search lasts until it is stopped."""
    stopped = threading.Event()
    monkeypatch.setattr(RunningSearch, "run", lambda _: stopped.wait(TIMEOUT))
    monkeypatch.setattr(RunningSearch, "stop", lambda _: stopped.set())
    reading = server.visitor().open("POST", "/api/review/opinion", request_body())
    await reading.line()
    assert not stopped.is_set()
    opinions_of(server).close()
    assert stopped.is_set()
    assert (await read_lines(reading))[-1]["done"]
