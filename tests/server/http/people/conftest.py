"""The HTTP interface of people, over a database of each kind."""

import re
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http.cookies import Morsel, SimpleCookie
from typing import Any, cast

import pytest
from argon2 import PasswordHasher
from httpx import ASGITransport, AsyncClient, Response
from litestar import Litestar, Request
from litestar.di import Provide

from grav.server.http.accounts import people_router
from grav.server.http.identity import COOKIE, SessionCookie, credential_of, person_of
from grav.server.people.passwords import Passwords
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.problem import problem_handlers
from grav.server.runtime.clock import SystemClock
from grav.server.runtime.ids_and_secrets import SystemIdSource
from grav.server.store import Database

NAME, PASSWORD, OTHER = "그라소샤", "correct horse", "battery staple"
ANNA = {"name": "Anna", "password": PASSWORD}

Json = dict[str, Any]
Client = Callable[[], AbstractAsyncContextManager[AsyncClient]]


@pytest.fixture
def people(database: Database) -> People:
    easy = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    return People(database, SystemClock(), SystemIdSource(), Passwords(easy))


def application(people: People, *, secure: bool = False) -> Litestar:
    async def person(request: Request[Any, Any, Any]) -> Person | None:
        return await person_of(credential_of(request), people)

    return Litestar(
        [people_router()],
        dependencies={
            "people": Provide(lambda: people, sync_to_thread=False),
            "person": Provide(person),
            "session_cookie": Provide(lambda: SessionCookie(secure=secure), sync_to_thread=False),
        },
        exception_handlers=problem_handlers(),
        logging_config=None,
    )


@pytest.fixture
def browser(people: People) -> Client:
    """Opens browsers, each with its own cookies; checks every response against the OpenAPI
    document."""
    app = application(people)
    described = app.openapi_schema.to_schema()["paths"]

    async def check_response(response: Response) -> None:
        request = response.request
        for template, operations in described.items():
            path = re.sub(r"\{\w+\}", "[^/]+", template)
            if re.fullmatch(path, request.url.path) and request.method.lower() in operations:
                answers = operations[request.method.lower()]["responses"]
                assert str(response.status_code) in answers, (template, response.status_code)
                return
        raise AssertionError(request.url.path)

    @asynccontextmanager
    async def opened() -> AsyncIterator[AsyncClient]:
        async with AsyncClient(
            transport=ASGITransport(cast("Any", app)),
            base_url="http://grav.test/api",
            headers={"user-agent": "Browser"},
            event_hooks={"response": [check_response]},
        ) as client:
            yield client

    return opened


@pytest.fixture
async def client(browser: Client) -> AsyncIterator[AsyncClient]:
    async with browser() as opened:
        yield opened


@pytest.fixture
async def anna(client: AsyncClient) -> Json:
    """The response to registering Anna; the client is signed in."""
    answer: Json = (await client.post("/account", json=ANNA)).json()
    return answer


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def set_cookie(response: Response) -> "Morsel[str]":
    return SimpleCookie(response.headers["set-cookie"])[COOKIE]


def assert_refused(response: Response, status: int, code: str) -> None:
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert sorted(response.json()) == ["code", "text"]


async def delete(client: AsyncClient, path: str, body: Json) -> Response:
    return await client.request("DELETE", path, json=body)
