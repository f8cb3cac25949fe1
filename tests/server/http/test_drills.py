"""Drills over HTTP: positions for the trainer, examples of settings, the course."""

from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar
from litestar.di import Provide
from tests.subtests import every

from grav.drills.course import course
from grav.drills.question_spec import Grade, RuleName
from grav.drills.spot import series
from grav.server.http.drills import DRILL_HANDLERS
from grav.server.http.thread_pools import LearningPool
from grav.server.messages.request_parameters import MAX_SPOTS
from grav.server.problems.problem import problem_handlers

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    app = Litestar(
        DRILL_HANDLERS,
        dependencies={"learning_pool": Provide(LearningPool, sync_to_thread=False, use_cache=True)},
        exception_handlers=problem_handlers(),
        logging_config=None,
    )
    transport = ASGITransport(cast("Any", app))
    async with AsyncClient(transport=transport, base_url="http://grav") as client:
        yield client


async def test_a_series_continues_from_its_cursor(client: AsyncClient) -> None:
    asked = {"seed": "s", "size": "7", "grade": "hard", "rule": "density"}
    expected = [
        each.to_json() for each in series("s", 6, rule=RuleName.DENSITY, size=7, grade=Grade.HARD)
    ]
    begin = (await client.get("/drills/spot", params=asked | {"count": "4"})).json()
    rest = (await client.get("/drills/spot", params=asked | {"first": "4", "count": "2"})).json()
    assert begin["spots"] + rest["spots"] == expected
    assert (rest["seed"], rest["first"]) == ("s", 4)


@every(
    ("name", "value"),
    [
        ("seed", "no good"),
        ("count", str(MAX_SPOTS + 1)),
        ("size", "4"),
        ("size", "26"),
        ("grade", "harder"),
        ("rule", "luck"),
        ("first", "-1"),
    ],
)
async def test_invalid_parameters_are_refused(client: AsyncClient, name: str, value: str) -> None:
    answer = await client.get("/drills/spot", params={"seed": "s", name: value})
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"


async def test_a_setting_has_examples_of_what_it_does(client: AsyncClient) -> None:
    answer = (await client.get("/examples", params={"setting": "3 3 4 2 4", "size": "9"})).json()
    assert answer["setting"] == "3 3 4 2 4"
    assert answer["continuity"]["breach"]["rule"] == "continuity"
    assert answer["density"]["breach"]["rule"] == "density"
    assert answer["distance"]["marked"]


@pytest.mark.parametrize("setting", ["3 3 4 2", "a b c d e", "9 9 9 9 1"])
async def test_an_invalid_setting_is_refused(client: AsyncClient, setting: str) -> None:
    answer = await client.get("/examples", params={"setting": setting, "size": "9"})
    assert answer.status_code == 400


async def test_the_course_is_served_unchanged(client: AsyncClient) -> None:
    assert (await client.get("/course")).json() == course().to_json()
