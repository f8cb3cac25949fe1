"""Error responses: one form for every error, in the language of the request."""

import logging
from collections.abc import AsyncIterator
from typing import Annotated, Any, cast

import msgspec
import pytest
from httpx import ASGITransport, AsyncClient
from litestar import Litestar, get, post
from litestar.exceptions import (
    HTTPException,
    InternalServerException,
    NotAuthorizedException,
    PermissionDeniedException,
    ServiceUnavailableException,
    TooManyRequestsException,
)
from litestar.params import FromPath, FromQuery
from msgspec import Meta, Struct
from tests.subtests import every

from grav.game import Refusal, RefusalCode
from grav.server.http.identity import (
    require_account,
    require_person,
    require_scope,
    require_session,
)
from grav.server.http.json_bodies import StrictBody
from grav.server.messages.people import Scope
from grav.server.people import refusals as people_refusals
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleRefusal
from grav.server.problems.problem import Problem, problem_handlers, refusals
from grav.server.problems.validation_messages import explain_error
from grav.server.store import StoreUnavailable
from grav.text import LANGUAGES, GravError, catalogue, say

pytestmark = pytest.mark.anyio

ERRORS: dict[str, Exception] = {
    "problem": Problem(409, "refused", {"retry-after": "3"}),
    "refused": PeopleRefusal(people_refusals.PeopleCode.NAME_TAKEN, name="Anna"),
    "game": Refusal(RefusalCode.OCCUPIED, at="c5"),
    "grav": GravError("store.url"),
    "store": StoreUnavailable(),
    "login": NotAuthorizedException(),
    "denied": PermissionDeniedException("secret detail"),
    "often": TooManyRequestsException(headers={"retry-after": "7"}),
    "teapot": HTTPException("secret detail", status_code=418),
    "closed": ServiceUnavailableException("secret detail"),
    "broken": InternalServerException("secret detail"),
    "bug": ZeroDivisionError("secret detail"),
    "form": msgspec.ValidationError("Expected `int`, got `str` - at `$.seat`"),
}


class Form(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=2, max_length=5)]
    count: Annotated[int, Meta(ge=1, le=9)] = 1
    marks: Annotated[list[Scope], Meta(max_length=2)] = []
    share: Annotated[float, Meta(gt=0, lt=1)] = 0.5
    code: Annotated[str, Meta(pattern="^x")] = "x"


@get("/raise/{which:str}")
async def raise_it(which: FromPath[str]) -> None:
    raise ERRORS[which]


@post("/form")
async def take_form(data: StrictBody[Form]) -> Form:
    return data


@get("/count")
async def take_count(count: FromQuery[int]) -> int:
    return count


@pytest.fixture
async def client() -> AsyncIterator[AsyncClient]:
    app = Litestar(
        [raise_it, take_form, take_count],
        exception_handlers=problem_handlers(),
        request_max_body_size=1000,
        logging_config=None,
    )
    transport = ASGITransport(cast("Any", app))
    async with AsyncClient(transport=transport, base_url="http://grav.test") as opened:
        yield opened


@every(
    ("which", "status", "code", "key"),
    [
        ("problem", 409, "refused", "problem.refused"),
        ("refused", 409, "name_taken", "people.name_taken"),
        ("game", 409, "occupied", "refused.occupied"),
        ("grav", 400, "bad_value", "store.url"),
        ("store", 503, "unavailable", "store.unavailable"),
        ("login", 401, "not_signed_in", "problem.not_signed_in"),
        ("denied", 403, "forbidden", "problem.forbidden"),
        ("often", 429, "too_many_requests", "problem.too_many_requests"),
        ("teapot", 418, "refused", "problem.refused"),
        ("closed", 503, "unavailable", "problem.unavailable"),
    ],
)
@every("language", LANGUAGES)
async def test_an_error_has_its_status_and_code(
    client: AsyncClient, which: str, status: int, code: str, key: str, language: str
) -> None:
    answer = await client.get(f"/raise/{which}", headers={"accept-language": language})
    text = say(key, language, name="Anna", at="c5")
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == {"code": code, "text": text}


@pytest.mark.parametrize("which", ["bug", "broken"])
async def test_an_unexpected_error_is_logged_and_its_details_are_not_sent(
    client: AsyncClient, which: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, "grav"):
        answer = await client.get(f"/raise/{which}")
    assert answer.status_code == 500
    assert answer.json() == {"code": "internal", "text": say("problem.internal")}
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert "secret detail" in caplog.text


@pytest.mark.parametrize("which", ["denied", "teapot", "closed"])
async def test_details_in_english_are_not_sent(client: AsyncClient, which: str) -> None:
    assert "secret detail" not in (await client.get(f"/raise/{which}")).text


async def test_headers_of_an_error_are_sent(client: AsyncClient) -> None:
    assert (await client.get("/raise/problem")).headers["retry-after"] == "3"
    assert (await client.get("/raise/often")).headers["retry-after"] == "7"
    assert (await client.get("/raise/login")).headers["www-authenticate"] == "Bearer"
    assert "POST" in (await client.get("/form")).headers["allow"]


async def test_an_unknown_path_is_answered_with_404(client: AsyncClient) -> None:
    missing = await client.get("/nowhere?lang=ko")
    assert missing.status_code == 404
    assert missing.json() == {"code": "not_found", "text": say("problem.not_found", "ko")}
    other = await client.delete("/form")
    assert other.status_code == 405
    assert other.json()["code"] == "method_not_allowed"


async def test_a_body_that_is_too_long_is_answered_with_413(client: AsyncClient) -> None:
    answer = await client.post("/form", json={"name": "x" * 2000})
    assert answer.status_code == 413
    assert answer.json() == {"code": "too_large", "text": say("problem.too_large")}


@every(
    ("body", "told"),
    [
        ({"name": 1}, "name: found a whole number, expected a text"),
        ({"name": None}, "name: found nothing (null), expected a text"),
        ({"name": "x"}, "name: expected 2 letters or more"),
        ({"name": "x" * 6}, "name: expected 5 letters or fewer"),
        ({"name": "Anna", "count": 0}, "count: expected 1 or more"),
        ({"name": "Anna", "count": 10}, "count: expected 9 or less"),
        ({"name": "Anna", "count": []}, "count: found a list, expected a whole number"),
        ({"name": "Anna", "share": 0.0}, "share: expected more than 0.0"),
        ({"name": "Anna", "share": 1.0}, "share: expected less than 1.0"),
        ({"name": "Anna", "marks": ["play"] * 3}, "marks: expected 2 entries or fewer"),
        ({"name": "Anna", "marks": ["x"]}, "marks[0]: 'x' is none of the values"),
        ({"name": "Anna", "code": "y"}, "code: this does not have the form"),
        ({}, "“name” is missing"),
        ({"name": "Anna", "other": 1}, "“other” is not known here"),
        ([], "found a list, expected an object"),
    ],
)
async def test_an_invalid_body_is_an_error_with_its_place_and_what_was_expected(
    client: AsyncClient, body: object, told: str
) -> None:
    answer = await client.post("/form", json=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert answer.json()["text"].startswith(told)


@every("content", [b"", b"{", b"{]", b'{"name": "\xff"}', b'{"name": "\\ud800x"}', b"\x00"])
async def test_a_body_that_is_no_json_is_an_error(client: AsyncClient, content: bytes) -> None:
    headers = {"content-type": "application/json", "accept-language": "ja"}
    answer = await client.post("/form", content=content, headers=headers)
    assert answer.status_code == 400
    assert answer.json() == {"code": "invalid", "text": say("problem.json", "ja")}


async def test_an_invalid_parameter_is_an_error_with_its_name(client: AsyncClient) -> None:
    wrong = await client.get("/count?count=x")
    assert wrong.json()["text"] == "count: found a text, expected a whole number"
    missing = await client.get("/count")
    assert missing.json() == {"code": "invalid", "text": "“count” is missing"}


async def test_an_error_of_the_decoder_itself_is_answered(client: AsyncClient) -> None:
    answer = await client.get("/raise/form")
    assert answer.status_code == 400
    text = "seat: found a text, expected a whole number"
    assert answer.json() == {"code": "invalid", "text": text}


@pytest.mark.parametrize("message", ["", "Something new - at `$.a.b`", "Invalid UUID", "'`{"])
def test_an_unknown_message_of_the_decoder_gets_a_general_text(message: str) -> None:
    assert say("problem.other_form") in explain_error(message).say()


@every("code", people_refusals.PeopleCode)
@every("language", LANGUAGES)
def test_every_refusal_about_people_has_a_text(
    code: people_refusals.PeopleCode, language: str
) -> None:
    assert f"people.{code}" in catalogue(language)


def test_every_handler_documents_the_common_errors() -> None:
    assert set(refusals()) == {401, 403, 414, 421, 429}
    assert set(refusals(404, 403)) == {401, 403, 404, 414, 421, 429}


def test_scopes_are_required_of_tokens_only() -> None:
    session = Person("a")
    token = Person("a", "Anna", scopes=frozenset({"read"}))
    assert require_scope(session, Scope.PLAY) is session
    assert require_scope(token, Scope.READ) is token
    for scope in (Scope.PLAY, Scope.BOT):
        with pytest.raises(Problem) as refused:
            require_scope(token, scope)
        assert (refused.value.status, refused.value.code) == (403, "scope_needed")
        assert scope.value in str(refused.value)
    for require in (require_person, require_session, require_account):
        with pytest.raises(Problem) as nobody:
            require(None)
        assert (nobody.value.status, nobody.value.code) == (401, "not_signed_in")
