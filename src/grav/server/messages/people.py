"""Requests and responses about people: accounts, sessions, API tokens, blocks."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

# A name is checked after it is normalised to its usual width, which can change its length: this
# only limits what is read at all.
MAX_TEXT_LENGTH = 80
MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH = 8, 200
MAX_TOKEN_NAME_LENGTH = 60

WrittenName = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH)]
Password = Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD_LENGTH)]
NewPassword = Annotated[str, Meta(min_length=MIN_PASSWORD_LENGTH, max_length=MAX_PASSWORD_LENGTH)]
TokenName = Annotated[str, Meta(min_length=1, max_length=MAX_TOKEN_NAME_LENGTH)]
ID_PATTERN = r"^[A-Za-z0-9_-]{1,16}$"


class Scope(StrEnum):
    PLAY = "play"
    """Act at tables."""
    BOT = "bot"
    """Play by the bot API: a stream of events, and actions."""
    READ = "read"
    """Read and export one's own games."""


class NameAndPassword(Struct, frozen=True, forbid_unknown_fields=True):
    name: WrittenName
    password: Password


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """A name of 2 to 20 letters and digits of any script, `_` or `-`; a password of 8 characters or
    more."""

    name: WrittenName
    password: NewPassword


class NameInBody(Struct, frozen=True):
    """The name in any of these bodies: what a rate limit reads before the handler does."""

    name: str


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    password: Password


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    old: Password
    new: NewPassword


class Recovery(Struct, frozen=True, forbid_unknown_fields=True):
    name: WrittenName
    code: Annotated[str, Meta(min_length=1, max_length=MAX_TEXT_LENGTH)]
    password: NewPassword


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    name: TokenName
    scopes: Annotated[list[Scope], Meta(min_length=1, max_length=len(Scope))]


class Account(Struct, frozen=True):
    """The person who asks. The id is shown to nobody else."""

    id: str
    name: str | None
    guest: bool
    scopes: list[str] | None
    """What the token allows; None for a session, which allows everything."""


class RecoveryCodes(Struct, frozen=True):
    """Returned only once: each code sets a new password, once."""

    recovery_codes: list[str]


class Registered(Struct, frozen=True):
    account: Account
    recovery_codes: list[str]
    """Returned only once: each code sets a new password, once."""


class SessionAnswer(Struct, frozen=True):
    id: str
    created: int
    seen: int
    agent: str
    current: bool
    """Whether it is the session of this request."""


class SessionList(Struct, frozen=True):
    sessions: list[SessionAnswer]


class TokenAnswer(Struct, frozen=True):
    id: str
    name: str
    scopes: list[Scope]
    created: int
    used: int | None


class TokenList(Struct, frozen=True):
    tokens: list[TokenAnswer]


class MadeToken(Struct, frozen=True):
    token: TokenAnswer
    secret: str
    """Returned only once; to be sent as `Authorization: Bearer …`."""


class BlockList(Struct, frozen=True):
    names: list[str]
