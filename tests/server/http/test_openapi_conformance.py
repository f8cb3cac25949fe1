"""The API conforms to its OpenAPI document: schemathesis sends valid and invalid requests."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.python import asgi
from schemathesis.specs.openapi.checks import positive_data_acceptance

from grav.server.app import create_app
from grav.server.runtime.config import Config

Case = schemathesis.Case[Any]

EXAMPLES = settings().max_examples // 20
"""The number of valid and of invalid requests for every operation."""
LEFT_OUT: list[schemathesis.CheckFunction] = [positive_data_acceptance]
"""A check that is left out: no schema can state every condition on a name or on the five
numbers.
"""
TOO_LONG = "414"
"""An invalid request can also be too long (414), a status that schemathesis does not expect."""
ORIGIN = f"http://{asgi.HOST}"
STREAMS = "/api/bot/"
"""The path of the streams, whose responses have no end to wait for."""
GIVEN = {"setting": "3 3 4 2 4"}
TABLES: dict[str, Any] = {
    "gathering": {"settings": GIVEN},
    "settling": {"settings": {"settle": "dice", "mode": "device"}},
    "playing": {"settings": GIVEN | {"mode": "device"}},
    "with a bot": {"settings": GIVEN, "seats": [{"me": True}, {"level": 1}]},
}


@dataclass(frozen=True)
class Api:
    """A server and its tables."""

    schema: Any
    client: asgi.ASGIClient
    account: dict[str, str]
    tables: list[str]


def open_tables(client: asgi.ASGIClient, headers: dict[str, str]) -> list[str]:
    answers = [client.post("/api/tables", json=form, headers=headers) for form in TABLES.values()]
    return [answer.json()["table"] for answer in answers]


@pytest.fixture
def api(sqlite_url: str) -> Iterator[Api]:
    app: Any = create_app(Config(database=sqlite_url, limits=0))
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    refused = schema.config.checks.negative_data_rejection
    refused.expected_statuses = [*refused.expected_statuses, TOO_LONG]
    with asgi.get_client(app) as client:
        account = {"name": "Program", "password": "correct horse"}
        made = client.post("/api/account", json=account)
        headers = {"cookie": made.headers["set-cookie"].partition(";")[0], "origin": ORIGIN}
        client.cookies.clear()
        yield Api(schema, client, headers, open_tables(client, headers))
    asgi.shutdown_lifespans()


@pytest.fixture
def token(api: Api) -> str:
    form = {"name": "program", "scopes": ["play", "read"]}
    made = api.client.post("/api/tokens", json=form, headers=api.account)
    secret: str = made.json()["secret"]
    return secret


def use_real_tables(case: Case, api: Api) -> None:
    """Replaces drawn ids of tables by real ones: almost no drawn id exists."""
    if case.path_parameters.get("table", "").isalnum():
        chosen = len(str(case.body)) % len(api.tables)
        case.path_parameters["table"] = api.tables[chosen]


def try_all(api: Api, headers: Callable[[], dict[str, str]], *, streams: bool) -> None:
    """Sends valid and invalid requests to every operation."""
    for found in api.schema.get_all_operations():
        operation = found.ok()
        if operation.path.startswith(STREAMS) and not streams:
            continue
        for mode in modes_of(operation):

            @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
            @given(operation.as_strategy(generation_mode=mode))
            def check_case(case: Case) -> None:
                use_real_tables(case, api)
                api.client.cookies.clear()
                known_by = headers()
                api.client.cookies.clear()
                case.call_and_validate(
                    session=api.client, headers=known_by, excluded_checks=LEFT_OUT
                )

            check_case()


def modes_of(operation: Any) -> list[schemathesis.GenerationMode]:
    """An operation without input has no invalid requests."""
    modes = list(schemathesis.GenerationMode)
    return modes if operation.body or operation.path_parameters or operation.query else modes[:1]


def test_responses_to_a_guest_conform_to_the_document(api: Api) -> None:
    def new_session() -> dict[str, str]:
        """Some requests end the session."""
        made = api.client.post("/api/guest")
        return {"cookie": made.headers["set-cookie"].partition(";")[0], "origin": ORIGIN}

    try_all(api, new_session, streams=False)


def test_responses_to_a_token_conform_to_the_document(api: Api, token: str) -> None:
    """The token has the scopes `play` and `read`, not `bot`, so that the streams refuse it instead
    of running for ever.
    """
    try_all(api, lambda: {"authorization": f"Bearer {token}"}, streams=True)


def test_responses_without_credentials_conform_to_the_document(api: Api) -> None:
    try_all(api, dict, streams=True)


def test_every_operation_says_what_it_does(api: Api) -> None:
    operations = [
        (path, method, operation)
        for path, methods in api.schema.raw_schema["paths"].items()
        for method, operation in methods.items()
    ]
    said = {(path, method) for path, method, each in operations if each.get("description")}
    assert said == {(path, method) for path, method, _ in operations}
    summaries = [operation["summary"] for _, _, operation in operations]
    assert len(set(summaries)) == len(summaries) > 30
