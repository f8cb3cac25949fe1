"""Handlers for guests, accounts, logging in and recovery; and the router for everything about
people."""

from typing import Any, TypeVar

from litestar import Request, Response, Router, delete, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec

from grav.server.http.identity import (
    SessionCookie,
    refuse_banned,
    refuse_token,
    require_account,
    require_person,
    session_secret,
)
from grav.server.http.json_bodies import StrictBody
from grav.server.http.sessions_tokens_blocks import CREDENTIAL_HANDLERS
from grav.server.messages.people import (
    Account,
    NameAndPassword,
    NewAccount,
    PasswordChange,
    Proof,
    Recovery,
    RecoveryCodes,
    Registered,
)
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.problems.problem import OF_BODIES, refusals

Asked = Request[Any, Any, Any]
Answer = TypeVar("Answer")

_SIGNED_IN_ALREADY = ResponseSpec(
    Account, generate_examples=False, description="Somebody is signed in already: their account."
)
# Otherwise OpenAPI would describe a `Response` of nothing as one with content.
_SIGNED_OUT = ResponseSpec(None, description="Done. The session cookie is removed.")


@post(
    "/guest",
    summary="Play as a guest",
    responses=refusals() | {200: _SIGNED_IN_ALREADY},
)
async def become_guest(
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Account]:
    """Creates a guest with a session. If somebody is signed in already, returns their account."""
    refuse_token(person)
    if person is not None:
        return Response(account_of(person), status_code=200)
    guest = await people.accounts.create_guest()
    return await _signed_in(request, people, guest, session_cookie, account_of(guest))


@post("/account", summary="Create an account", responses=refusals(*OF_BODIES, 409))
async def register(
    data: StrictBody[NewAccount],
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Registered]:
    """Creates an account. A guest keeps all their games. The recovery codes are returned only this
    once."""
    refuse_token(person)
    new, codes = await people.accounts.register(person, data.name, data.password)
    answer = Registered(account_of(new), list(codes))
    return await _signed_in(request, people, new, session_cookie, answer)


@get("/account", summary="Get the current account", responses=refusals())
async def who_am_i(
    request: Asked,
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Account]:
    """Returns your account. Renews the session cookie."""
    known = require_person(person)
    secret = session_secret(request) if known.scopes is None else None
    cookies = [session_cookie.holding(secret)] if secret else []
    return Response(account_of(known), cookies=cookies)


@get("/session", summary="Get the current session, if any", responses=refusals())
async def session(
    request: Asked,
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Account | None]:
    """Returns your account, or null if nobody is signed in, which is not an error. Renews the
    session cookie."""
    if person is None:
        return Response(None)
    secret = session_secret(request) if person.scopes is None else None
    cookies = [session_cookie.holding(secret)] if secret else []
    return Response(account_of(person), cookies=cookies)


@delete(
    "/account",
    status_code=204,
    summary="Delete the account",
    responses=refusals(*OF_BODIES) | {204: _SIGNED_OUT},
)
async def delete_account(
    data: StrictBody[Proof],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[None]:
    """Deletes the account. Only its games stay, without the name. This cannot be undone."""
    await people.accounts.delete(require_account(person), data.password)
    return Response(None, cookies=[session_cookie.emptied()])


@post(
    "/account/password",
    status_code=204,
    summary="Change the password",
    responses=refusals(*OF_BODIES),
)
async def change_password(
    data: StrictBody[PasswordChange],
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> None:
    """Changes the password. All other sessions end."""
    known = require_account(person)
    secret = session_secret(request)
    await people.accounts.change_password(known, data.old, data.new, secret)


@post(
    "/account/recovery-codes",
    summary="Create new recovery codes",
    responses=refusals(*OF_BODIES),
)
async def renew_recovery_codes(
    data: StrictBody[Proof],
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
) -> RecoveryCodes:
    """Returns new recovery codes, only this once; the old ones are no longer valid."""
    codes = await people.accounts.renew_codes(require_account(person), data.password)
    return RecoveryCodes(list(codes))


@post(
    "/recovery",
    status_code=200,
    summary="Set a new password with a recovery code",
    responses=refusals(*OF_BODIES),
)
async def recover(
    data: StrictBody[Recovery],
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Account]:
    """Sets a new password. The code is used up, all sessions and tokens end, and a new session
    begins."""
    refuse_token(person)
    known = await people.accounts.recover(data.name, data.code, data.password)
    refuse_banned(known)
    return await _signed_in(request, people, known, session_cookie, account_of(known))


@post("/session", summary="Log in", responses=refusals(*OF_BODIES))
async def log_in(
    data: StrictBody[NameAndPassword],
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[Account]:
    """Begins a session. An earlier one, such as a guest's, ends."""
    refuse_token(person)
    known = await people.accounts.log_in(data.name, data.password)
    refuse_banned(known)
    return await _signed_in(request, people, known, session_cookie, account_of(known))


@delete(
    "/session",
    status_code=204,
    summary="Log out",
    responses=refusals() | {204: _SIGNED_OUT},
)
async def log_out(
    request: Asked,
    people: NamedDependency[People],
    person: NamedDependency[Person | None],
    session_cookie: NamedDependency[SessionCookie],
) -> Response[None]:
    """Ends the session; succeeds also if there is none any more."""
    refuse_token(person)
    if secret := session_secret(request):
        await people.sessions.end(secret)
    return Response(None, cookies=[session_cookie.emptied()])


def people_router() -> Router:
    """Returns the router of all handlers about people. They need `people`, `person` and
    `session_cookie`."""
    return Router(
        "/api",
        route_handlers=[
            become_guest,
            register,
            who_am_i,
            session,
            delete_account,
            change_password,
            renew_recovery_codes,
            recover,
            log_in,
            log_out,
            *CREDENTIAL_HANDLERS,
        ],
        tags=["people"],
    )


def account_of(person: Person) -> Account:
    scopes = None if person.scopes is None else sorted(person.scopes)
    return Account(person.id, person.name, person.name is None, scopes)


async def _signed_in(
    request: Asked, people: People, person: Person, session_cookie: SessionCookie, answer: Answer
) -> Response[Answer]:
    """Begins a session and sets its cookie. The earlier session ends: its secret may be known
    elsewhere (session fixation)."""
    before = session_secret(request)
    secret = await people.sessions.open(person, request.headers.get("user-agent", ""))
    if before is not None:
        await people.sessions.end(before)
    return Response(answer, cookies=[session_cookie.holding(secret)])
