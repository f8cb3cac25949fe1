"""Handlers for one's own sessions, API tokens and blocks. They need a session: no token is
accepted."""

from typing import Any

from litestar import Request, delete, get, post, put
from litestar.di import NamedDependency

from grav.server.http.identity import require_account, require_session, session_secret
from grav.server.http.json_bodies import StrictBody
from grav.server.messages.people import (
    BlockList,
    MadeToken,
    NewToken,
    SessionAnswer,
    SessionList,
    TokenAnswer,
    TokenList,
)
from grav.server.messages.request_parameters import IdInPath, NameInPath
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.people.sessions import Session
from grav.server.people.tokens import Token
from grav.server.problems.problem import OF_BODIES, refusals


@get("/sessions", summary="List your sessions", responses=refusals())
async def list_sessions(
    request: Request[Any, Any, Any],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> SessionList:
    """Returns your sessions, the last seen first. Times are milliseconds since 1970."""
    found = await people.sessions.of(require_session(person), session_secret(request))
    return SessionList([_session_answer(session) for session in found])


@delete(
    "/sessions/{session:str}",
    status_code=204,
    summary="End a session",
    responses=refusals(400, 404),
)
async def end_session(
    session: IdInPath, people: NamedDependency[People], person: NamedDependency[Person | None]
) -> None:
    """Ends a session; its cookie is no longer valid."""
    await people.sessions.remove(require_session(person), session)


@get("/tokens", summary="List your API tokens", responses=refusals())
async def list_tokens(
    people: NamedDependency[People], person: NamedDependency[Person | None]
) -> TokenList:
    """Returns your API tokens, the newest first, without their secrets."""
    found = await people.tokens.of(require_account(person))
    return TokenList([_token_answer(token) for token in found])


@post("/tokens", summary="Create an API token", responses=refusals(*OF_BODIES, 409))
async def make_token(
    data: StrictBody[NewToken],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> MadeToken:
    """Creates a token for a program that acts for this account. The secret is returned only this
    once."""
    token, secret = await people.tokens.make(require_account(person), data.name, data.scopes)
    return MadeToken(_token_answer(token), secret)


@delete(
    "/tokens/{token:str}",
    status_code=204,
    summary="Revoke an API token",
    responses=refusals(400, 404),
)
async def revoke_token(
    token: IdInPath, people: NamedDependency[People], person: NamedDependency[Person | None]
) -> None:
    """Revokes a token; it stops working at once."""
    await people.tokens.remove(require_account(person), token)


@get("/blocks", summary="List the people you have blocked", responses=refusals())
async def list_blocks(
    people: NamedDependency[People], person: NamedDependency[Person | None]
) -> BlockList:
    """Returns the names of the people you have blocked."""
    return BlockList(await people.blocks.of(require_session(person)))


@put(
    "/blocks/{name:str}",
    status_code=204,
    summary="Block a person",
    responses=refusals(400, 404, 409),
)
async def block(
    name: NameInPath, people: NamedDependency[People], person: NamedDependency[Person | None]
) -> None:
    """Blocks a person: you and they can no longer take seats at the same table."""
    await people.blocks.add(require_session(person), name)


@delete(
    "/blocks/{name:str}",
    status_code=204,
    summary="Unblock a person",
    responses=refusals(400, 404),
)
async def unblock(
    name: NameInPath, people: NamedDependency[People], person: NamedDependency[Person | None]
) -> None:
    """Removes a block; succeeds also if there was none."""
    await people.blocks.remove(require_session(person), name)


CREDENTIAL_HANDLERS = (
    list_sessions,
    end_session,
    list_tokens,
    make_token,
    revoke_token,
    list_blocks,
    block,
    unblock,
)


def _session_answer(session: Session) -> SessionAnswer:
    return SessionAnswer(session.id, session.created, session.seen, session.agent, session.current)


def _token_answer(token: Token) -> TokenAnswer:
    return TokenAnswer(token.id, token.name, list(token.scopes), token.created, token.used)
