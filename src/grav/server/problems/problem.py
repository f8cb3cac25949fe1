"""Maps exceptions to HTTP error responses: a status, an error code, a translated sentence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.enums import MediaType
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from grav.game import Refusal, SettlingError
from grav.server.messages.responses import ProblemAnswer
from grav.server.observability.logs import get_logger
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.problems.language_negotiation import language_of
from grav.server.problems.validation_messages import explain_error
from grav.server.store.engine import StoreUnavailable
from grav.server.table.refusals import TableRefusal, code_of
from grav.text import GravError, Text

_STATUS = {
    PeopleCode.BLOCK_SELF: 409,
    PeopleCode.HAS_ACCOUNT: 409,
    PeopleCode.NAME_TAKEN: 409,
    PeopleCode.TOO_MANY_BLOCKS: 409,
    PeopleCode.TOO_MANY_TOKENS: 409,
    PeopleCode.NEEDS_ACCOUNT: 403,
    PeopleCode.WRONG_PASSWORD: 403,
    PeopleCode.NO_SUCH_PERSON: 404,
    PeopleCode.NO_SUCH_SESSION: 404,
    PeopleCode.NO_SUCH_TOKEN: 404,
    PeopleCode.WRONG_CODE: 401,
    PeopleCode.WRONG_LOGIN: 401,
}
_CODES = {
    401: "not_signed_in",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    429: "too_many_requests",
    503: "unavailable",
}
_DESCRIPTIONS = {
    400: "The request is malformed, or a value is not allowed.",
    401: "Nobody is signed in, or the credential is not valid.",
    403: "The client is not allowed to do this.",
    404: "It does not exist.",
    409: "It conflicts with the current state.",
    413: "The body is too large, or the work too much.",
    414: "The URL is too long.",
    415: "The body is not JSON.",
    421: "The request is for another host name.",
    429: "A rate limit is exceeded; the header Retry-After says when to try again.",
    501: "This server is installed without what the request needs.",
}
_ANYWHERE = (401, 403, 414, 421, 429)
OF_BODIES = (400, 413, 415)
"""The statuses with which a request body can be refused, for `refusals`."""


class Problem(GravError):
    """An error of the HTTP interface; its sentence is the text `problem.<code>`."""

    def __init__(
        self, status: int, code: str, headers: Mapping[str, str] | None = None, /, **values: object
    ) -> None:
        super().__init__(f"problem.{code}", **values)
        self.status = status
        self.code = code
        self.headers = headers or {}


class TurnedAway(Problem):
    """A refusal before any handler; its sentence is the text `serve.<code>`."""

    def __init__(
        self, status: int, code: str, headers: Mapping[str, str] | None = None, /, **values: object
    ) -> None:
        GravError.__init__(self, f"serve.{code}", **values)
        self.status = status
        self.code = code
        self.headers = headers or {}


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int
    code: str
    text: Text
    headers: Mapping[str, str] = field(default_factory=dict)


def problem_response(request: Request[Any, Any, Any], error: Exception) -> Response[ProblemAnswer]:
    """Returns the response to any error. Unexpected errors (500) are logged, not disclosed."""
    answer = _answer_to(error)
    if answer.status == 500:
        get_logger().error("unexpected_error", path=request.scope["path"], exc_info=error)
    headers = dict(answer.headers)
    if answer.status == 401:
        headers["www-authenticate"] = "Bearer"
    return Response(
        ProblemAnswer(answer.code, answer.text.say(language_of(request))),
        status_code=answer.status,
        headers=headers,
        media_type=MediaType.JSON,
    )


def problem_of(error: Exception) -> Problem:
    """Returns any error as a Problem, for callers that have no request."""
    answer = _answer_to(error)
    problem = Problem(answer.status, answer.code, answer.headers)
    problem.text = answer.text
    return problem


def problem_handlers() -> ExceptionHandlersMap:
    """Returns the application's exception handlers: every error gets the same response format."""
    return {Exception: problem_response}


def refusals(*statuses: int) -> dict[int, ResponseSpec]:
    """Returns the error responses that a handler declares in OpenAPI, for `responses=`.

    Those that any handler can give are always included: invalid token (401), banned (403),
    address too long (414), request for another host (421), rate limit exceeded (429).
    """
    return {
        status: ResponseSpec(
            ProblemAnswer, generate_examples=False, description=_DESCRIPTIONS[status]
        )
        for status in sorted({*statuses, *_ANYWHERE})
    }


def _answer_to(error: Exception) -> _Answer:
    match error:
        case Problem():
            return _Answer(error.status, error.code, error.text, error.headers)
        case PeopleRefusal():
            return _Answer(_STATUS.get(error.code, 400), error.code, error.text)
        case TableRefusal() | Refusal() | SettlingError():
            return _Answer(409, code_of(error), error.text)
        case StoreUnavailable():
            return _Answer(503, error.code, error.text)
        case GravError():
            return _Answer(400, code_of(error), error.text)
        case HTTPException():
            return _answer_by_status(error)
        case msgspec.DecodeError():
            return _Answer(400, "invalid", explain_error(str(error)))
        case UnicodeDecodeError():  # a body in another encoding: msgspec lets this error through
            return _Answer(400, "invalid", Text("problem.json"))
        case _:
            return _Answer(500, "internal", Text("problem.internal"))


def _answer_by_status(error: HTTPException) -> _Answer:
    status, headers = error.status_code, error.headers or {}
    if status == 400:
        return _Answer(400, "invalid", _explain_first_error(error), headers)
    if status >= 500 and status not in _CODES:
        return _Answer(500, "internal", Text("problem.internal"))
    code = _CODES.get(status, "refused")
    return _Answer(status, code, Text(f"problem.{code}"), headers)


def _explain_first_error(error: HTTPException) -> Text:
    """Returns the first error that Litestar lists in `extra`, as a text.

    For a parameter it gives the name; for the body (`data`), the message holds the field's path.
    """
    match error.extra:
        case [{"message": str(message), "key": "data"}, *_]:
            return explain_error(message)
        case [{"message": str(message), "key": str(key)}, *_]:
            return explain_error(message, key)
        case _:
            return explain_error(error.detail)
