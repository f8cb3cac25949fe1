"""Identifies the client by session cookie or API token, and checks what a handler requires of
it."""

from typing import Any, NamedTuple

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from grav.server.messages.people import Scope
from grav.server.people.people_facade import People
from grav.server.people.person import Person
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.people.sessions import SESSION_LIFETIME
from grav.server.problems.problem import Problem

Connection = ASGIConnection[Any, Any, Any, Any]

COOKIE = "grav_session"

_BEARER = "bearer"


class SessionCookie:
    """The cookie with a session's secret: no script can read it (HttpOnly), no foreign page send it
    (SameSite)."""

    def __init__(self, *, secure: bool) -> None:
        """`secure`: people use https, and browsers send the cookie over https only."""
        self._secure = secure

    def holding(self, secret: str) -> Cookie:
        return self._cookie(secret, SESSION_LIFETIME // 1000)

    def emptied(self) -> Cookie:
        return self._cookie("", 0)

    def _cookie(self, value: str, max_age: int) -> Cookie:
        return Cookie(
            COOKIE,
            value=value,
            max_age=max_age,
            path="/",
            httponly=True,
            samesite="lax",
            secure=self._secure,
        )


def session_secret(connection: Connection) -> str | None:
    return connection.cookies.get(COOKIE) or None


class Credential(NamedTuple):
    """What a client sends to prove who it is; a token takes precedence over a cookie."""

    token: str | None
    session: str | None


def credential_of(connection: Connection) -> Credential:
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == _BEARER:
        return Credential(token.strip(), None)
    return Credential(None, session_secret(connection))


async def person_of(credential: Credential, people: People) -> Person | None:
    """Returns the person who asks; None if nobody is known.

    Raises Problem if the token is not valid, or the person is banned.
    """
    if credential.token is not None:
        person = await people.by_token(credential.token)
        if person is None:
            raise Problem(401, "wrong_token")
    elif credential.session is not None:
        person = await people.by_session(credential.session)
    else:
        return None
    if person is not None:
        refuse_banned(person)
    return person


async def is_still_known(credential: Credential, people: People) -> bool:
    """Whether the credential would be accepted again. Sessions end, tokens are revoked, people are
    banned."""
    try:
        return await person_of(credential, people) is not None
    except Problem:
        return False


def refuse_banned(person: Person) -> None:
    if person.banned:
        raise Problem(403, "banned")


def refuse_token(person: Person | None) -> None:
    """Raises Problem if the client uses a token, whatever its scopes."""
    if person is not None and person.scopes is not None:
        raise Problem(403, "session_needed")


def require_person(person: Person | None) -> Person:
    """Returns the person, who may be a guest. Raises Problem if nobody is known."""
    if person is None:
        raise Problem(401, "not_signed_in")
    return person


def require_session(person: Person | None) -> Person:
    """Returns the person if they have a session; raises Problem otherwise."""
    refuse_token(person)
    return require_person(person)


def require_account(person: Person | None) -> Person:
    """Returns the person if they have a session and an account; refuses guests."""
    known = require_session(person)
    if known.name is None:
        raise PeopleRefusal(PeopleCode.NEEDS_ACCOUNT)
    return known


def require_scope(person: Person | None, scope: Scope) -> Person:
    """Returns the person if they have a session, or a token with the scope; raises Problem
    otherwise."""
    known = require_person(person)
    if not known.has_scope(scope):
        raise Problem(403, "scope_needed", scope=scope.value)
    return known
